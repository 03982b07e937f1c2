"""Joints, loops and couplings of the extension to those of a description."""

from __future__ import annotations

from math import inf

from ... import rules
from ...record import as_read
from ...robot import (
    Calibration,
    Coupling,
    Dynamics,
    Joint,
    JointKind,
    Limit,
    Loop,
    Mimic,
    SafetyController,
    Spring,
    Vector3,
)
from ...robot.kind import kind_of
from ...spatial.vector import cross
from ..basis import Basis
from ..dofs import chains
from .extension import CouplingRecord, DofRecord, JointRecord, LinkRecord, LoopRecord
from .json_object import JsonObject
from .placement import Placement

_X: Vector3 = (1.0, 0.0, 0.0)


def read_joint(
    record: JointRecord,
    links: tuple[LinkRecord, ...],
    joints: tuple[JointRecord, ...],
    placement: Placement,
    basis: Basis,
) -> Joint | None:
    """The joint; None, with an error, where a description has no such joint."""
    kind = kind_of(record.type)
    if kind is None:
        message = f"joint '{record.name}' has unknown type '{record.type[:40]}'"
        record.place.findings.add(rules.gltf.DOF_KIND, record.place.at("type"), message)
        return None
    if tuple(dof.motion for dof in record.dofs) not in chains(kind):
        return None  # the validator has said so
    axes = [basis.vector_back(dof.axis) for dof in record.dofs]
    mimic = record.mimic
    dynamics, safety = record.place.object("dynamics"), record.place.object("safety")
    calibration, spring = record.place.object("calibration"), record.place.object("spring")
    return as_read(
        Joint,
        record.name,
        kind.name,
        links[record.parent].name,
        links[record.child].name,
        placement.pose(links[record.parent].node, record.origin_node, basis),
        _axis(kind, axes),
        _second_axis(kind, axes),
        _limit(record, kind),
        None if dynamics is None else _dynamics(dynamics),
        None if mimic is None else Mimic(joints[mimic.joint].name, mimic.multiplier, mimic.offset),
        None if safety is None else _safety(safety),
        None if calibration is None else _calibration(calibration),
        record.place.boolean("independent"),
        next((dof.pitch for dof in record.dofs if dof.motion == "screw"), None),
        None if spring is None else _spring(spring),
    )


def _axis(kind: JointKind, axes: list[Vector3]) -> Vector3:
    along = [step.along for step in kind.chain]
    if "axis" in along:
        return axes[along.index("axis")]
    return cross(axes[0], axes[1]) if kind.spans_plane else _X


def _second_axis(kind: JointKind, axes: list[Vector3]) -> Vector3 | None:
    along = [step.along for step in kind.chain]
    return axes[along.index("axis2")] if "axis2" in along else None


def _limit(record: JointRecord, kind: JointKind) -> Limit | None:
    """What the file says about the DOF with a range, or about the first."""
    if not record.dofs:
        return None
    first = kind.limited.index(True) if kind.has_range else 0
    dof = record.dofs[first]
    _check_other_limits(record, kind, dof)
    if (dof.lower, dof.upper, dof.effort, dof.velocity) == (None,) * 4:
        return None
    lower, upper = dof.lower, dof.upper
    if kind.has_range:
        # A bound that a file leaves out is none; one that URDF leaves out is 0.
        lower = -inf if lower is None else lower
        upper = inf if upper is None else upper
    return Limit(lower, upper, dof.effort, dof.velocity)


def _check_other_limits(record: JointRecord, kind: JointKind, kept: DofRecord) -> None:
    """Report limits that differ from what the one `<limit>` of a description gives each DOF."""
    for k, dof in enumerate(record.dofs):
        # The angle that a file may give a planar joint is in no description, and has no range.
        in_kind = k < kind.dof
        bounds = (kept.lower, kept.upper) if in_kind and kind.limited[k] else (None, None)
        rated = kind.rated[k] if in_kind else not kind.has_range
        ratings = (kept.velocity, kept.effort) if rated else (None, None)
        # The range of a continuous joint has a finding of the validator's.
        found = bounds if kind.endless else (dof.lower, dof.upper)
        if (*found, dof.velocity, dof.effort) != (*bounds, *ratings):
            dof.place.findings.add(
                rules.gltf.DOF_LIMITS_NOT_KEPT,
                dof.place.at("limit"),
                f"the limits of one DOF of joint '{record.name}' cannot be kept in a description",
                "A joint of a description has one range, one velocity and one effort.",
            )


def _dynamics(place: JsonObject) -> Dynamics:
    return Dynamics(place.number("damping"), place.number("friction"))


def _spring(place: JsonObject) -> Spring:
    return Spring(place.number("stiffness") or 0.0, place.number("rest") or 0.0)


def _safety(place: JsonObject) -> SafetyController:
    keys = ("softLowerLimit", "softUpperLimit", "kPosition", "kVelocity")
    return SafetyController(*(place.number(key) for key in keys))


def _calibration(place: JsonObject) -> Calibration:
    return Calibration(*(place.number(key) for key in ("rising", "falling", "referencePosition")))


def read_loop(
    record: LoopRecord, links: tuple[LinkRecord, ...], placement: Placement, basis: Basis
) -> Loop | None:
    """The loop; None, with an error, where a description has no such loop."""
    kind = kind_of(record.type)
    if kind is None:
        message = f"loop '{record.name}' has unknown type '{record.type[:40]}'"
        record.place.findings.add(rules.gltf.DOF_KIND, record.place.at("type"), message)
        return None
    before, after = links[record.predecessor], links[record.successor]
    return Loop(
        record.name,
        kind.name,
        before.name,
        after.name,
        placement.pose(before.node, record.predecessor_node, basis),
        placement.pose(after.node, record.successor_node, basis),
        _X if record.axis is None else basis.vector_back(record.axis),
        None if record.axis2 is None else basis.vector_back(record.axis2),
        record.pitch if kind.pitched else None,
    )


def read_coupling(record: CouplingRecord, links: tuple[LinkRecord, ...]) -> Coupling:
    """The coupling."""
    before, after = links[record.predecessor].name, links[record.successor].name
    return Coupling(record.name, before, after, record.ratio)
