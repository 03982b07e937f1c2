"""Robots and the poses they must take, for the tests of the browser library.

    python -m tests.web.fixtures FOLDER

writes two files per gallery robot and a few more. NAME.json has a glTF document without shapes, by
`tests.web.scene`, and samples of joint values (as the extension counts them) with the pose of
every link, computed by `tests.gallery.closure` in the robot's own axes and turned to glTF's.
NAME.glb is the same robot as fourbar writes it. Same robots, same bytes.
"""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
from tests.gallery import closure
from tests.gallery.facts import FACTS, Facts, path

import fourbar
from fourbar.gltf import write_glb

from . import kinds, scene

FINE = {"four_bar": 1, "slider_crank": 1, "six_bar": 1}
"""Drives that are cut finely enough in FACTS; the others get twice the steps."""


def fixture(name: str) -> dict[str, Any]:
    facts, mechanism = FACTS[name], closure.read(path(name))
    sweeps = [sweep(mechanism, drive, facts, name) for drive in facts.drives]
    if not facts.closed or name == "gripper":
        sweeps.append(random_poses(mechanism, name))
    return {"name": name, "gltf": scene.write(path(name)), "sweeps": sweeps}


def sweep(
    mechanism: closure.Mechanism, drive: dict[str, Any], facts: Facts, name: str
) -> list[dict[str, Any]]:
    """The closed poses along one drive, with the values of the joints that are driven."""
    q = np.zeros(mechanism.size)
    steps = facts.steps * FINE.get(name, 2)
    samples = []
    for share in np.linspace(0, 1, steps + 1)[1:]:
        for joint, value in drive.items():
            q[mechanism.columns[joint]] = share * np.array(value)
        q = closure.close(mechanism, q, held=mechanism.independent)
        values = {joint: q[mechanism.columns[joint]].tolist() for joint in drive}
        samples.append({"values": values, "poses": poses(mechanism, q)})
    return samples


def random_poses(mechanism: closure.Mechanism, name: str) -> list[dict[str, Any]]:
    """Poses of an open robot, within its limits; followers follow."""
    generator = np.random.default_rng(20260101)
    elements = {e.get("name", ""): e for e in ET.parse(path(name)).getroot().findall("joint")}
    samples = []
    for _ in range(20):
        q, values = np.zeros(mechanism.size), {}
        for joint in mechanism.joints:
            element = elements[joint.name]
            if joint.type == "fixed" or element.find("mimic") is not None:
                continue
            limit = element.find("limit")
            span = 3.0
            low, high = -span, span
            if limit is not None and "lower" in limit.attrib:
                low, high = float(limit.get("lower", "")), float(limit.get("upper", ""))
            drawn = generator.uniform(low, high, size=len(scene.dofs(joint)))
            values[joint.name] = drawn.tolist()
            q[mechanism.columns[joint.name]] = coordinates(joint, drawn)
        for coupling in mechanism.couplings:  # in document order, leaders first in the gallery
            (own,), (other,) = coupling.left, coupling.right
            q[mechanism.columns[own]] = (
                coupling.ratio * q[mechanism.columns[other]] + coupling.offset
            )
        samples.append({"values": values, "poses": poses(mechanism, q)})
    return samples


def coordinates(joint: closure.JointModel, values: np.ndarray) -> np.ndarray:
    """What `closure` calls a joint's coordinates, from the values of its DOFs."""
    match joint.type:
        case "planar":
            u, v = scene.plane(joint.axis)
            place = values[0] * u + values[1] * v
            return np.array([*(closure.across(joint.axis) @ place), values[2]])
        case "spherical":
            return closure.rotation_vector(nested(values))
        case "floating":
            return np.concatenate([values[:3], closure.rotation_vector(nested(values[3:]))])
    return values


def nested(angles: np.ndarray) -> np.ndarray:
    """Rx Ry Rz: nested nodes, each turning in the frame of the one above."""
    x, y, z = (
        closure.rotation(axis * angle) for axis, angle in zip(np.eye(3), angles, strict=True)
    )
    return x @ y @ z


def poses(mechanism: closure.Mechanism, q: np.ndarray) -> dict[str, list[float]]:
    """Link to T_root_link in glTF axes, 4 x 4 by columns as three.js has it."""
    basis = np.eye(4)
    basis[:3, :3] = scene.TO_GLTF
    found = closure.poses(mechanism, q)
    return {link: (basis @ T @ basis.T).T.ravel().tolist() for link, T in found.items()}


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in FACTS:
        partial = folder / f"{name}.json.part"
        partial.write_text(json.dumps(fixture(name)), encoding="utf-8")
        partial.replace(folder / f"{name}.json")
        (folder / f"{name}.glb").write_bytes(write_glb(fourbar.load(path(name)), planar="xyt"))
    partial = folder / "kinds.json.part"
    partial.write_text(json.dumps(kinds.fixture()), encoding="utf-8")
    partial.replace(folder / "kinds.json")
    # In the robot's own axes below a turned root, and two of a kind in one file.
    delta = fourbar.load(path("delta"))
    (folder / "delta_in_root_basis.glb").write_bytes(write_glb(delta, basis="root"))
    (folder / "two_deltas.glb").write_bytes(write_glb([delta, delta]))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
