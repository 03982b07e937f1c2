"""Files of the gallery's robots, and where fourbar has every link: what the engines are given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.drake.loops import balls_of, prepared
from fourbar.gallery import names
from fourbar.mechanics.loops import sample_closed
from fourbar.robot import KINDS, Inertia, Inertial, Joint, Limit, Link, Mimic
from fourbar.spatial.rotation import conjugate, product
from fourbar.transfer import lower
from fourbar.transfer.positions import positions_at
from fourbar.transfer.start import start_configuration

ROWS = 10


def write_cases(folder: Path) -> None:
    """One folder per robot: `robot.urdf`, `.sdf`, `.usda`, `drake.urdf`, `drake.sdf` and numbers.

    Shapes are left out: they are not what is compared, and no engine opens all of them. Positions
    are given by elementary joint, from zero and from the start, which is the zero of SDFormat.
    """
    for name in names():
        robot = fb.load(f"gallery:{name}")
        bare = robot.replace(links=[Link(link.name, link.inertial) for link in robot.links])
        place = folder / name
        place.mkdir(parents=True)
        tree = bare.replace(loops=[])
        for other, suffix in ((tree, ".urdf"), (tree, ".sdf"), (bare, ".usda")):
            fb.save(other.replace(source=None), place / f"robot{suffix}")
        for suffix in (".urdf", ".sdf"):
            fb.save(bare.replace(source=None), place / f"drake{suffix}", dialect="drake")
        case = {**_case(tree, bare), "drake": _drake_case(bare)}
        (place / "case.json").write_text(json.dumps(case))


def write_mimics(file: Path) -> None:
    """Hinges that follow a hinge, and no slide: the schemas count angles in different units."""
    body = Inertial(1.0, Inertia(1.0, 1.0, 1.0))
    links = [Link("base", body), *(Link(name, body) for name in ("lead", "same", "other"))]
    limit, z = Limit(-2.0, 2.0), (0.0, 0.0, 1.0)
    joints = [
        Joint(f"{name}_joint", "revolute", "base", name, axis=z, limit=limit, mimic=mimic)
        for name, mimic in (
            ("lead", None),
            ("same", Mimic("lead_joint", 0.5, 0.25)),
            ("other", Mimic("lead_joint", -1.5, -0.125)),
        )
    ]
    fb.save(fb.Robot("mimics", links, joints), file)


def _case(tree: fb.Robot, robot: fb.Robot) -> dict[str, Any]:
    model, lowered = fb.Model(tree), lower(tree)
    start = start_configuration(model, report=Report(), keep_zero=True)
    # USD has the loops, and shows what is free where they are closed.
    closed = start_configuration(fb.Model(robot), report=Report())
    at_start = positions_at(lowered, model, start)
    rows: list[dict[str, Any]] = []
    for q in model.random(ROWS, seed=5, coordinates="spanning"):
        at = {k: v for k, v in positions_at(lowered, model, q).items() if len(v) == 1}
        rows.append(
            {
                "positions": at,
                "from_start": {name: [v[0] - at_start[name][0]] for name, v in at.items()},
                "poses": _poses(model, q, start),
                "poses_closed": _poses(model, q, closed),
            }
        )
    return {
        "mass": model.mass,
        "bodies": [link.name for link in robot.links if link.inertial],
        "loops": [loop.name for loop in robot.loops],
        "carried": [j.child for j in robot.joints if j.kind.free and j.parent != "world"],
        "parts": {joint: [f.name for f in own] for joint, own in lowered.freedoms.items() if own},
        "plain": all(KINDS[joint.type].urdf for joint in robot.joints),
        "rows": rows,
    }


def _drake_case(robot: fb.Robot) -> dict[str, Any]:
    """Configurations of all that Drake has, light bodies included; half of them closed."""
    ready = prepared(robot).robot
    model, lowered = fb.Model(ready), lower(ready)
    start = start_configuration(model, report=Report(), keep_zero=True)
    at_start = positions_at(lowered, model, start)
    open_ = model.random(ROWS, seed=6, coordinates="spanning")
    closed = sample_closed(model, ROWS, seed=7) if model.has_loops or model.followers else open_[:0]
    rows: list[dict[str, Any]] = []
    for q in (*open_, *closed):
        at = positions_at(lowered, model, q)
        there = {name: _from(at_start[name], values) for name, values in at.items()}
        rows.append(
            {
                "positions": at,
                "from_start": there,
                "poses": _poses(model, q),
                "closed": len(rows) >= ROWS,
            }
        )
    relations = [r for r in lowered.relations if r.kind in ("mimic", "coupling")]
    return {
        "rows": rows,
        "balls": len(balls_of(ready, lowered.closures)),
        "relations": len(relations),
        "free": {f.name: ready.joints[j].child for j, own in lowered.freedoms.items() for f in own},
    }


def _from(start: tuple[float, ...], at: tuple[float, ...]) -> tuple[float, ...]:
    """A position seen from the start; a free body is where it is."""
    if len(at) == 1:
        return (at[0] - start[0],)
    return product(at, conjugate(start)) if len(at) == 4 else at


def _poses(model: fb.Model, q: Any, start: Any = None) -> dict[str, Any]:
    """Of all links; balls and free joints at a start where engines differ in how they count."""
    q, data = np.array(q), model.data()
    for slot in model.joints.values():
        if slot.quaternion is not None and start is not None:
            q[slot.q] = start[slot.q]
    fb.forward_kinematics(model, data, q, coordinates="spanning")
    names = [name for name in model.link_names if name != "world"]
    return {name: np.array(data.poses[model.link_number(name)]).tolist() for name in names}
