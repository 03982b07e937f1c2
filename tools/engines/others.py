"""USD of other writers, read by fourbar: against the descriptions it was made from, and Newton."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import fourbar as fb
from fourbar.gallery import names

LOST = {"effort", "loop", "coupling", "mobility", "mass", "inertia"}
"""What urdf-usd-converter leaves out of URDF, or takes from shapes: effort limits, loops,
couplings, and the masses of links without any."""
OF_ITS_OWN = {"contact", "effort"}
"""mujoco-usd-converter has the contact classes and actuators of MJCF in schemas of its own."""
ELLIPSOIDS = {"visual", "collision"}
"""mujoco-usd-converter warns that it leaves ellipsoids out."""
POSES, MASSES, INERTIAS = 1e-6, 1e-6, 1e-5


def sources() -> list[str]:
    """Robots of the gallery with joints that URDF has, and the menagerie where there is one."""
    folder = Path(fb.__file__).parent / "gallery" / "robots"
    found = [
        str(folder / f"{name}.urdf")
        for name in names()
        if all(joint.kind.urdf for joint in fb.load(f"gallery:{name}").joints)
    ]
    menagerie = Path(os.environ.get("FOURBAR_CORPUS", "corpus")) / "mujoco_menagerie"
    files = sorted(menagerie.glob("*/*.xml"))
    return found + [str(f) for f in files if "scene" not in f.name and "keyframes" not in f.name]


def converted(folder: Path) -> bool:
    """Compare what the converters made with what they made it from; whether all is as expected."""
    made = json.loads((folder / "made.json").read_text())
    failed = False
    for source, file in made.items():
        label = f"{Path(source).parent.name}/{Path(source).name}"
        if not Path(file).exists():
            print(f"  {label:36} not converted: {file}")
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = fb.compare(source, file)
        expected = LOST if source.endswith(".urdf") else OF_ITS_OWN
        if "ellipsoid" in Path(source).read_text(errors="replace"):
            expected = expected | ELLIPSOIDS
        odd = [d for d in found.differences if d.category not in expected]
        failed |= bool(odd)
        lost = sorted({d.category for d in found.differences} & expected)
        poses = "not compared" if found.farthest is None else f"{found.farthest:.1e} m"
        words = f"poses {poses}, mobility {found.mobility[0]} and {found.mobility[1]}"
        print(f"  {label:36} {words}{'; lost: ' + ', '.join(lost) if lost else ''}")
        for difference in odd[:5]:
            print(f"    DIFFERS {difference}")
    return not failed


def of_newton(folder: Path) -> bool:
    """Compare Newton's own stages as we read them with what Newton makes of them."""
    rows: dict[str, dict[str, Any]] = json.loads((folder / "stages.json").read_text())
    failed, count, worst = False, 0, np.zeros(3)
    for file, row in sorted(rows.items()):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            robot = fb.read(file).robot
        if robot is None:
            print(f"  {Path(file).name} has no rigid bodies")
            continue
        model = fb.Model(robot)
        data = model.data()
        fb.forward_kinematics(model, data, model.neutral, coordinates="spanning")
        off = np.max(list(_offsets(robot, model, data, row)), axis=0)
        tree = model.nv == row["dofs"] or bool(robot.loops)
        fine = tree and bool((off <= [POSES, MASSES, INERTIAS]).all())
        failed |= not fine
        count, worst = count + 1, np.maximum(worst, off)
        if not fine:
            print(f"  {Path(file).name} DIFFERS {off}, {model.nv} and {row['dofs']} coordinates")
    largest = "poses {:.1e} m, masses {:.1e}, inertias {:.1e}".format(*worst)
    print(f"  {count} stages of Newton's own; largest differences: {largest}")
    return not failed and count > 0


def _offsets(
    robot: fb.Robot, model: fb.Model, data: fb.Data, row: dict[str, Any]
) -> Iterator[tuple[float, float, float]]:
    for name, pose, mass, center, inertia in row["bodies"]:
        link = robot.links[str(name)]
        T = np.array(data.poses[model.link_number(name)])
        far = float(np.abs(T - np.array(pose)).max())
        own = link.inertial or fb.Inertial()
        R = own.origin.matrix()[:3, :3]
        i = own.inertia
        tensor = np.array([[i.ixx, i.ixy, i.ixz], [i.ixy, i.iyy, i.iyz], [i.ixz, i.iyz, i.izz]])
        theirs = np.array(inertia)
        turned = np.abs(R @ tensor @ R.T - theirs).max() / max(np.abs(theirs).max(), 1e-12)
        moved = np.abs(np.array(own.origin.xyz) - center).max() if mass else 0.0
        yield far, abs(own.mass - mass) / max(mass, 1e-9), max(float(turned), float(moved))
