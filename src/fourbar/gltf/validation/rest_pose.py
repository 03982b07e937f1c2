"""The authored pose and named configurations: loops closed, couplings and mimics obeyed."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, isfinite

from ...diagnostics import gltf_rules as rules
from ..extension import CouplingRecord, LoopRecord, ModelRecord
from ..findings import Findings
from ..json_value import as_list, as_object
from ..nodes import Node
from ..placement import Frame, Placement
from ..rotation import matrix_of, quaternion_about

TOLERANCE = 1e-4
"""[m or rad] What an eye would not see, and single precision can keep."""


def check_rest_pose(model: ModelRecord, nodes: list[Node], findings: Findings) -> None:
    """Check what the authored pose must keep."""
    placement = Placement(nodes)
    for loop in model.loops:
        gap = loop_gap(loop, placement.frame(loop.predecessor_node, loop.successor_node))
        if gap > TOLERANCE:
            message = f"loop '{loop.name}' is open by {gap:.3g} m or rad in the authored pose"
            findings.add(rules.LOOP_OPEN, loop.place.pointer, message)
    for joint in model.joints:
        if joint.mimic is None or len(joint.dofs) != 1:
            continue
        leader = model.joints[joint.mimic.joint]
        if len(leader.dofs) != 1:
            continue
        wanted = joint.mimic.multiplier * leader.dofs[0].default + joint.mimic.offset
        if abs(wanted - joint.dofs[0].default) > TOLERANCE:
            message = (
                f"joint '{joint.name}' stands at {joint.dofs[0].default:g}, and its mimic at "
                f"{wanted:g}"
            )
            findings.add(rules.COUPLING_BROKEN, joint.place.at("mimic"), message)
    for coupling in model.couplings:
        error = _coupling_error(coupling, model)
        if error is not None and error > TOLERANCE:
            message = f"coupling '{coupling.name}' is off by {error:.3g} in the authored pose"
            findings.add(rules.COUPLING_BROKEN, coupling.place.pointer, message)


def check_configurations(model: ModelRecord, nodes: list[Node], findings: Findings) -> None:
    """Check that loops are closed in every configuration that says where all joints are."""
    place = model.place.object("configurations")
    if place is None or not model.loops:
        return
    for key, value in place.members():
        positions = _positions((as_object(value) or {}).get("jointPositions"), model)
        if key in ("extras", "extensions") or positions is None:
            continue
        placement = Placement(_moved(nodes, model, positions))
        for loop in model.loops:
            gap = loop_gap(loop, placement.frame(loop.predecessor_node, loop.successor_node))
            if gap > TOLERANCE:
                message = f"loop '{loop.name}' is open by {gap:.3g} m or rad in '{key}'"
                findings.add(rules.LOOP_OPEN, place.at(key), message)


def _positions(listed: object, model: ModelRecord) -> list[list[float]] | None:
    """The DOF values of each joint; None where one is missing."""
    given = as_list(listed) or []
    if len(given) != len(model.joints):
        return None
    positions: list[list[float]] = []
    for joint, entry in zip(model.joints, given, strict=True):
        values = as_list(entry) or ([] if entry is None else [entry])
        if len(values) != len(joint.dofs) or not all(_is_number(value) for value in values):
            return None
        positions.append([float(value) for value in values])
    return positions


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _moved(nodes: list[Node], model: ModelRecord, positions: list[list[float]]) -> list[Node]:
    """The nodes with all joints at these positions."""
    moved = list(nodes)
    for joint, values in zip(model.joints, positions, strict=True):
        for number, dof, value in zip(joint.dof_nodes, joint.dofs, values, strict=False):
            if dof.motion == "rotation" and any(dof.axis):
                turn = quaternion_about(dof.axis, value)
                moved[number] = replace(moved[number], rotation=turn)
            elif dof.motion == "translation":
                x, y, z = (component * value for component in dof.axis)
                moved[number] = replace(moved[number], translation=(x, y, z))
    return moved


def loop_gap(loop: LoopRecord, frame: Frame) -> float:
    """How far a loop is from closed [m or rad]: what its joint type does not allow, combined.

    `frame` is the successor's frame in the predecessor's.
    """
    translation, rotation = frame
    turn = 2.0 * hypot(*rotation[:3])
    axis = loop.axis or (1.0, 0.0, 0.0)
    length = hypot(*axis) or 1.0
    a = tuple(c / length for c in axis)
    along = sum(p * c for p, c in zip(translation, a, strict=True))
    across = hypot(*(p - along * c for p, c in zip(translation, a, strict=True)))
    R = matrix_of(rotation)
    tilt = hypot(*(sum(R[i][j] * a[j] for j in range(3)) - a[i] for i in range(3)))
    distance = hypot(*translation)
    match loop.type:
        case "revolute" | "continuous":
            return hypot(distance, tilt)
        case "prismatic":
            return hypot(across, turn)
        case "planar":
            return hypot(along, turn)
        case "spherical":
            return distance
        case "universal":
            second = loop.axis2
            if second is None:
                return distance
            turned = [sum(R[i][j] * second[j] for j in range(3)) for i in range(3)]
            return hypot(
                distance, sum(p * c for p, c in zip(turned, a, strict=True)) - _dot(second, a)
            )
        case "fixed":
            return hypot(distance, turn)
        case _:
            return 0.0


def _dot(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _coupling_error(coupling: CouplingRecord, model: ModelRecord) -> float | None:
    """Predecessor-side sum minus ratio times successor-side sum; None beside single DOFs."""
    above = {joint.child: joint for joint in model.joints}

    def joints_above(link: int) -> list[int]:
        chain: list[int] = []
        while link in above:
            chain.append(link)
            link = above[link].parent
        return chain

    before, after = joints_above(coupling.predecessor), joints_above(coupling.successor)
    shared = set(before) & set(after)
    total = 0.0
    for chain, factor in ((before, 1.0), (after, -coupling.ratio)):
        for link in chain:
            joint = above[link]
            if link in shared or not joint.dofs:
                continue
            if len(joint.dofs) != 1:
                return None
            total += factor * joint.dofs[0].default
    return abs(total)
