"""SDFormat, and Drake's dialects of URDF and SDFormat, in Drake.

Poses of every link; for the dialects also the number of constraints, and how far their points are
apart where fourbar has the loops closed. Loops are then simulated for a second: Drake holds them.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from judge import judge, largest
from pydrake.common.eigen_geometry import Quaternion
from pydrake.math import RigidTransform, RollPitchYaw
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.systems.analysis import Simulator

POSES, LOOPS, SIMULATED = 1e-12, 1e-9, 1e-3
"""[m], [m], and [m] after a second of falling, with Drake's soft constraints."""
_BALL = "ball_constraint"


def check(folder: Path, case: dict[str, Any]) -> str | float:
    """The largest difference over all rows, of the open tree."""
    plant = _plant(folder / "robot.sdf")
    context = plant.CreateDefaultContext()
    worst = 0.0
    for row in case["rows"]:
        q = plant.GetPositions(context)
        for joint, parts in case["parts"].items():
            values = [row["from_start"][part] for part in parts if part in row["from_start"]]
            whole = [name for name in (joint, f"{joint}_2") if plant.HasJointNamed(name)]
            if not values:
                continue
            if whole:  # a screw has one coordinate and two parts
                at = plant.GetJointByName(whole[0])
                n = at.num_positions()
                q[at.position_start() : at.position_start() + n] = [value[0] for value in values][
                    :n
                ]
            else:
                for part, value in zip(parts, values, strict=True):
                    q[plant.GetJointByName(part).position_start()] = value[0]
        plant.SetPositions(context, q)
        worst = max(worst, largest(row["poses"], _theirs(plant, context, row["poses"])))
    return worst


def dialect(file: str, positions: str) -> Callable[[Path, dict[str, Any]], str | float]:
    """A check of a file in Drake's dialect; `positions` are those its joints count from."""

    def inner(folder: Path, whole: dict[str, Any]) -> str | float:
        case = whole["drake"]
        path = folder / file
        plant = _plant(path)
        wanted = case["balls"] + case["relations"]
        if plant.num_constraints() != wanted:
            print(f"  {folder.name}: {plant.num_constraints()} constraints, expected {wanted}")
            return float("inf")
        balls = _balls(path)
        context = plant.CreateDefaultContext()
        worst = gap = 0.0
        for row in case["rows"]:
            _set(plant, context, row[positions], whole["parts"], case["free"])
            poses = {k: v for k, v in row["poses"].items() if ":" not in k}
            worst = max(worst, largest(poses, _theirs(plant, context, poses)))
            if row["closed"]:
                gap = max(gap, _gap(plant, context, balls))
        fallen = _simulated(plant, context, balls) if balls else 0.0
        if balls:
            print(f"  {folder.name:14} {len(balls)} points: {gap:.1e} apart where closed, ", end="")
            print(f"{fallen:.1e} after a second")
        return worst if gap <= LOOPS and fallen <= SIMULATED else float("inf")

    return inner


def _plant(path: Path) -> MultibodyPlant:
    plant = MultibodyPlant(0.001)
    Parser(plant).AddModels(str(path))
    plant.Finalize()
    return plant


def _theirs(plant: MultibodyPlant, context: Any, links: dict[str, Any]) -> dict[str, Any]:
    return {
        link: plant.GetFrameByName(link).CalcPoseInWorld(context).GetAsMatrix4()
        for link in links
        if plant.HasFrameNamed(link)
    }


def _set(
    plant: MultibodyPlant,
    context: Any,
    positions: dict[str, list[float]],
    parts: dict[str, list[str]],
    free: dict[str, str],
) -> None:
    """Every joint by the elementary joints that it stands for, whatever its name in the file."""
    owners = {part: joint for joint, own in parts.items() for part in own}
    filled: dict[str, int] = {}
    for part, values in positions.items():
        if len(values) == 7:
            x, y, z, w = values[3:]
            turn = Quaternion(wxyz=np.array([w, x, y, z]) / np.linalg.norm([w, x, y, z]))
            body = plant.GetBodyByName(free[part])
            plant.SetFreeBodyPose(context, body, RigidTransform(turn, values[:3]))
            continue
        names = (part, f"{part}_2", owners.get(part, part.rpartition(":")[0]))
        names = (*names, f"{names[-1]}_2")
        name = next(name for name in names if name and plant.HasJointNamed(name))
        joint = plant.GetJointByName(name)
        if len(values) == 4:
            x, y, z, w = values
            rpy = RollPitchYaw(Quaternion(wxyz=np.array([w, x, y, z]) / np.linalg.norm(values)))
            values = list(rpy.vector())
        q = plant.GetPositions(context)
        first = joint.position_start() + filled.get(name, 0)
        if first + len(values) <= joint.position_start() + joint.num_positions():
            q[first : first + len(values)] = values
            plant.SetPositions(context, q)
        filled[name] = filled.get(name, 0) + len(values)


def _balls(path: Path) -> list[tuple[str, Any, str, Any]]:
    """The points of the file's ball constraints, in either spelling."""
    found: list[tuple[str, Any, str, Any]] = []
    for element in ET.parse(path).iter("{http://drake.mit.edu}" + _BALL):
        values = {child.tag.rpartition(_BALL + "_")[2]: child for child in element}
        body_a, body_b = ((values[k].get("name") or values[k].text) for k in ("body_A", "body_B"))
        p, q = (
            np.array([float(word) for word in (values[k].get("value") or values[k].text).split()])
            for k in ("p_AP", "p_BQ")
        )
        found.append((body_a, p, body_b, q))
    return found


def _gap(plant: MultibodyPlant, context: Any, balls: list[tuple[str, Any, str, Any]]) -> float:
    worst = 0.0
    for a, p, b, q in balls:
        ends = [
            plant.GetBodyByName(name).EvalPoseInWorld(context) @ at for name, at in ((a, p), (b, q))
        ]
        worst = max(worst, float(np.abs(ends[0] - ends[1]).max()))
    return worst


def _simulated(
    plant: MultibodyPlant, context: Any, balls: list[tuple[str, Any, str, Any]]
) -> float:
    """The largest distance along a second of motion from the last closed pose."""
    if plant.num_actuators():
        port = plant.get_actuation_input_port()
        port.FixValue(context, np.zeros(plant.num_actuated_dofs()))
    simulator = Simulator(plant, context)
    worst = 0.0
    for time in np.linspace(0.1, 1.0, 10):
        simulator.AdvanceTo(time)
        worst = max(worst, _gap(plant, context, balls))
    return worst


sys.exit(
    judge("Drake, SDFormat", POSES, check)
    | judge("Drake, its dialect of URDF", POSES, dialect("drake.urdf", "positions"))
    | judge("Drake, its dialect of SDFormat", POSES, dialect("drake.sdf", "from_start"))
)
