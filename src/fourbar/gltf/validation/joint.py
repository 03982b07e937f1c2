"""One joint: its chain of nodes, its DOFs, their axes and limits."""

from __future__ import annotations

from math import hypot

from ... import rules
from ...diagnostics import did_you_mean
from ...robot.kind import KINDS, kind_of
from ...spatial.rotation import quaternion_about, same_rotation
from ..dofs import chains
from ..findings import short_repr
from ..read.extension import DofRecord, JointRecord, ModelRecord
from ..read.model_basis import basis_of
from ..read.nodes import Node
from ..run.displacement import slide_of
from .axes import check_axes

_UNIT = 1e-6
_REST = 1e-5


def check_joint(joint: JointRecord, model: ModelRecord, nodes: list[Node]) -> bool:
    """Check one joint; whether it can be moved at all."""
    sound = _check_type(joint)
    _check_chain(joint, model, nodes)
    pointed = True
    for dof, node in zip(joint.dofs, joint.dof_nodes, strict=True):
        pointed &= _check_axis(joint, dof)
        sound &= _check_limits(joint, dof)
        sound &= _check_rest(joint, dof, nodes[node], node)
    return pointed and check_axes(joint, basis_of(model)) and sound


def _check_type(joint: JointRecord) -> bool:
    place, motions = joint.place, tuple(dof.motion for dof in joint.dofs)
    kind = kind_of(joint.type)
    if kind is None:
        message = f"joint '{joint.name}' has unknown type {short_repr(joint.type)}"
        guess = "" if place.findings.full else did_you_mean(joint.type[:60], KINDS)
        place.findings.add(rules.gltf.EXTENSION_JOINT_TYPE, place.at("type"), message + guess)
        return True
    if motions in chains(kind):
        return True
    expected = " or ".join(_chain(each) for each in chains(kind))
    message = f"joint '{joint.name}' is {joint.type} but has {_chain(motions)}; expected {expected}"
    place.findings.add(rules.gltf.DOF_KIND, place.at("dofs"), message)
    return False


def _chain(motions: tuple[str, ...]) -> str:
    counts = {motion: motions.count(motion) for motion in sorted(set(motions), reverse=True)}
    parts = [f"{count} {motion}" + "s" * (count > 1) for motion, count in counts.items()]
    return " and ".join(parts) or "no DOFs"


def _check_chain(joint: JointRecord, model: ModelRecord, nodes: list[Node]) -> None:
    place = joint.place
    parent, child = model.links[joint.parent].node, model.links[joint.child].node
    if nodes[joint.origin_node].parent != parent:
        message = (
            f"the origin node of joint '{joint.name}' is not a child of its parent link's node"
        )
        place.findings.add(rules.gltf.ORIGIN_NODE_PARENT, place.at("originNode"), message)
    above = joint.origin_node
    for number, node in enumerate(joint.dof_nodes):
        if nodes[node].parent != above:
            message = f"DOF node {node} of joint '{joint.name}' is not a child of node {above}"
            place.findings.add(
                rules.gltf.DOF_NODE_CHAIN, f"{place.at('dofNodes')}/{number}", message
            )
        above = node
    if nodes[child].parent != above:
        message = (
            f"the child link of joint '{joint.name}' is not a child of node {above}, "
            "the last node of the joint"
        )
        place.findings.add(rules.gltf.DOF_NODE_CHAIN, place.at("childLink"), message)


def _check_axis(joint: JointRecord, dof: DofRecord) -> bool:
    place, length = dof.place, hypot(*dof.axis)
    if length < 1e-12:
        message = f"joint '{joint.name}' has a zero-length axis"
        place.findings.add(rules.gltf.DOF_AXIS_ZERO, place.at("axis"), message)
        return False
    if abs(length - 1.0) > _UNIT:
        message = f"an axis of joint '{joint.name}' must have length 1, got {length:.9g}"
        place.findings.add(rules.gltf.DOF_AXIS_LENGTH, place.at("axis"), message)
    return True


def _check_limits(joint: JointRecord, dof: DofRecord) -> bool:
    findings, pointer = dof.place.findings, dof.place.at("limit")
    lower, upper = dof.lower, dof.upper
    if lower is not None and upper is not None and lower > upper:
        message = f"joint '{joint.name}': lower limit {lower:g} is above upper limit {upper:g}"
        findings.add(rules.gltf.DOF_LIMITS_REVERSED, pointer, message)
        return False
    kind = kind_of(joint.type)
    endless = kind is not None and kind.endless
    if endless and (lower is not None or upper is not None):
        message = f"joint '{joint.name}' is {joint.type} but has a lower or upper limit"
        note = "Remove the limits, or make the joint revolute."
        findings.add(rules.gltf.CONTINUOUS_LIMITED, pointer, message, note)
    low = float("-inf") if lower is None else lower
    high = float("inf") if upper is None else upper
    if not low - 1e-9 <= dof.default <= high + 1e-9 and joint.mimic is None:
        message = (
            f"the default position {dof.default:g} of joint '{joint.name}' is outside its limits"
        )
        findings.add(rules.gltf.DOF_DEFAULT_OUTSIDE, dof.place.at("default"), message)
    for key, value in (("velocity", dof.velocity), ("effort", dof.effort)):
        if value is not None and value < 0.0:
            message = f"joint '{joint.name}' has a negative {key} limit"
            findings.add(rules.gltf.DOF_NEGATIVE_LIMIT, f"{pointer}/{key}", message)
    return True


def _check_rest(joint: JointRecord, dof: DofRecord, node: Node, number: int) -> bool:
    """The node stands at the default: its channel there, everything else at the identity."""
    findings, pointer = dof.place.findings, f"/nodes/{number}"
    if node.matrix is not None:
        message = (
            f"DOF node {number} of joint '{joint.name}' has a matrix; "
            "use translation, rotation and scale instead"
        )
        findings.add(rules.gltf.DOF_NODE_MATRIX, f"{pointer}/matrix", message)
        return False
    length = hypot(*dof.axis) or 1.0
    axis = tuple(c / length for c in dof.axis)
    turning = dof.motion != "translation"
    rotation = quaternion_about(axis, dof.default if turning else 0.0)
    slide = slide_of(dof.motion, dof.pitch, dof.default) or 0.0
    translation = [c * slide for c in axis]
    moved = hypot(*(a - b for a, b in zip(node.translation, translation, strict=True)))
    scaled = max(abs(s - 1.0) for s in node.scale)
    if moved > _REST or scaled > _REST or not same_rotation(node.rotation, rotation, _REST):
        at = (
            f"its default position {dof.default:g}"
            if dof.default
            else "rest: its transform is not the identity"
        )
        message = f"DOF node {number} of joint '{joint.name}' is not at {at}"
        note = "Put fixed transforms on the origin node, and the position in 'default'."
        findings.add(rules.gltf.DOF_REST_POSE, pointer, message, note)
    return True
