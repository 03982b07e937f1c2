"""The authored pose: loops closed, couplings and mimics obeyed."""

from __future__ import annotations

from math import hypot

from ...diagnostics import gltf_rules as rules
from ..extension import CouplingRecord, LoopRecord, ModelRecord
from ..findings import Findings
from ..nodes import Node
from ..placement import Frame, Placement
from ..rotation import matrix_of

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
