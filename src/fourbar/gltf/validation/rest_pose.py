"""The authored pose and named configurations: loops closed, couplings and mimics obeyed."""

from __future__ import annotations

from ... import rules
from ...gltf_file.json_value import as_list, as_object
from ...numerics import WRITTEN
from ...spatial.frame import Frame
from ..findings import GltfFindings
from ..read.extension import CouplingRecord, JointRecord, LoopRecord, ModelRecord
from ..read.json_object import is_number
from ..read.nodes import Node, pose_of
from ..read.placement import Placement
from ..run.displacement import displaced
from ..run.loop_gap import loop_gap

TOLERANCE = WRITTEN
"""[m or rad] What an eye would not see, and single precision can keep."""
MAX_WORK = 400_000
"""Transforms and positions looked at, in all: what comes after is not checked."""


def check_rest_pose(model: ModelRecord, nodes: list[Node], findings: GltfFindings) -> set[str]:
    """Check what the authored pose must keep; the loops that are open in it."""
    placement = Placement(nodes)
    opened: set[str] = set()
    for loop in model.loops:
        gap = _gap(loop, placement)
        if gap > TOLERANCE:
            message = f"loop '{loop.name}' is open by {gap:.3g} m or rad in the authored pose"
            findings.add(rules.gltf.LOOP_OPEN, loop.place.pointer, message)
            opened.add(loop.name)
    for joint in model.joints:
        if joint.mimic is None or len(joint.dofs) != 1:
            continue
        leader = model.joints[joint.mimic.joint]
        if len(leader.dofs) != 1:
            continue
        wanted = joint.mimic.multiplier * leader.dofs[0].default + joint.mimic.offset
        if abs(wanted - joint.dofs[0].default) > TOLERANCE:
            message = (
                f"joint '{joint.name}' is at {joint.dofs[0].default:g}, but its mimic requires "
                f"{wanted:g}"
            )
            findings.add(rules.gltf.COUPLING_BROKEN, joint.place.at("mimic"), message)
    _check_couplings(model, findings)
    return opened


def check_configurations(model: ModelRecord, nodes: list[Node], findings: GltfFindings) -> None:
    """Check that loops are closed in every configuration that says where all joints are."""
    place = model.place.object("configurations")
    if place is None or not model.loops:
        return
    work = 0
    for key, value in place.members():
        positions = _positions((as_object(value) or {}).get("jointPositions"), model)
        if key in ("extras", "extensions") or positions is None:
            continue
        placement = Placement(nodes, _moved(nodes, model, positions))
        for loop in model.loops:
            gap = _gap(loop, placement)
            if gap > TOLERANCE:
                message = (
                    f"loop '{loop.name}' is open by {gap:.3g} m or rad in configuration '{key}'"
                )
                findings.add(rules.gltf.LOOP_OPEN, place.at(key), message)
        work += placement.work
        if work > MAX_WORK:
            return


def _gap(loop: LoopRecord, placement: Placement) -> float:
    return loop_gap(loop, placement.frame(loop.predecessor_node, loop.successor_node))


def _positions(listed: object, model: ModelRecord) -> list[list[float]] | None:
    """The DOF values of each joint; None where one is missing."""
    given = as_list(listed) or []
    if len(given) != len(model.joints):
        return None
    positions: list[list[float]] = []
    for joint, entry in zip(model.joints, given, strict=True):
        values = as_list(entry) or ([] if entry is None else [entry])
        if len(values) != len(joint.dofs) or not all(map(is_number, values)):
            return None
        positions.append([float(value) for value in values])
    return positions


def _moved(nodes: list[Node], model: ModelRecord, positions: list[list[float]]) -> dict[int, Frame]:
    """Where the DOF nodes are with all joints at these positions."""
    return {
        number: displaced(dof, value, pose_of(nodes[number]))
        for joint, values in zip(model.joints, positions, strict=True)
        for number, dof, value in zip(joint.dof_nodes, joint.dofs, values, strict=True)
    }


def _check_couplings(model: ModelRecord, findings: GltfFindings) -> None:
    above = {joint.child: joint for joint in model.joints}
    work = 0
    for coupling in model.couplings:
        before = _joints_above(coupling.predecessor, above)
        after = _joints_above(coupling.successor, above)
        error = _coupling_error(coupling, before, after)
        if error is not None and error > TOLERANCE:
            message = f"coupling '{coupling.name}' is off by {error:.3g} in the authored pose"
            findings.add(rules.gltf.COUPLING_BROKEN, coupling.place.pointer, message)
        work += len(before) + len(after)
        if work > MAX_WORK:
            return


def _joints_above(link: int, above: dict[int, JointRecord]) -> list[JointRecord]:
    chain: list[JointRecord] = []
    while link in above:
        chain.append(above[link])
        link = above[link].parent
    return chain


def _coupling_error(
    coupling: CouplingRecord, before: list[JointRecord], after: list[JointRecord]
) -> float | None:
    """Predecessor-side sum minus ratio times successor-side sum; None beside single DOFs."""
    shared = {joint.child for joint in before} & {joint.child for joint in after}
    total = 0.0
    for chain, factor in ((before, 1.0), (after, -coupling.ratio)):
        for joint in chain:
            if joint.child in shared or not joint.dofs:
                continue
            if len(joint.dofs) != 1:
                return None
            total += factor * joint.dofs[0].default
    return abs(total)
