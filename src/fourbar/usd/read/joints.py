"""Prims of UsdPhysics as joints between links, whichever way they point."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite
from typing import Any

from ...record import record, replace
from ...robot import KINDS, Dynamics, Joint, JointType, Limit, Loop, Mimic, Pose, Spring, Vector3
from ...spatial.frame import NOWHERE, Frame, compose, inverse
from ...spatial.rotation import matrix_of
from ...spatial.vector import X, Y, Z, applied
from ...transfer.naming import Names
from ..joints import AXIS2, PITCH, SIX, TYPE
from ..library import Library, pose_of
from .missing import MissingPrims
from .units import Units

_AXES: dict[str, Vector3] = {"X": X, "Y": Y, "Z": Z}
_SCHEMAS: dict[str, JointType] = {
    "PhysicsFixedJoint": "fixed",
    "PhysicsRevoluteJoint": "revolute",
    "PhysicsPrismaticJoint": "prismatic",
    "PhysicsSphericalJoint": "spherical",
}
_SAME = 1e-9
"""[m] A joint that is this near to the origin of its child turns about it."""


@record
class Motion:
    """What a prim lets move: type, axes in its own frame, and what limits it."""

    type: JointType
    axis: Vector3 = X
    axis2: Vector3 | None = None
    pitch: float | None = None
    limit: Limit | None = None
    dynamics: Dynamics | None = None
    spring: Spring | None = None
    steps: tuple[Motion, ...] = ()
    """The single motions, outermost first, of a joint for which there is no type."""


@record
class Hinged:
    """A prim that joins two links: its frame in each, and whether it closes a loop."""

    name: str
    path: str
    one: str
    two: str
    on_one: Frame
    on_two: Frame
    motion: Motion
    closes: bool

    def turned(self) -> Hinged:
        """The same seen from the other link: the motion goes backwards."""
        m = self.motion
        axis, axis2 = _minus(m.axis), m.axis2
        if axis2 is not None:
            axis, axis2 = _minus(axis2), axis
        back = replace(m, axis=axis, axis2=axis2)
        return replace(
            self, one=self.two, two=self.one, on_one=self.on_two, on_two=self.on_one, motion=back
        )

    @property
    def is_central(self) -> bool:
        """Whether the joint turns about the origin of the second link, or does not turn."""
        far = max(map(abs, self.on_two[0]))
        return far <= _SAME or self.motion.type in ("prismatic", "fixed")

    def as_joint(self, between: str) -> tuple[Joint, ...]:
        """A joint from `one` to `two`; by way of a link `between` where it turns off-centre."""
        m = self.motion
        if self.is_central:
            # The joint frame is turned into the child's, and so are the axes.
            R = matrix_of(self.on_two[1])
            axis = _neat(applied(R, m.axis))
            axis2 = None if m.axis2 is None else _neat(applied(R, m.axis2))
            origin = compose(self.on_one, inverse(self.on_two))
            return (self._joint(self.two, pose_of(origin), axis, axis2),)
        back = pose_of(inverse(self.on_two))
        first = self._joint(between, pose_of(self.on_one), m.axis, m.axis2)
        return (first, Joint(f"{between}_fixed", "fixed", between, self.two, back))

    def _joint(self, child: str, origin: Pose, axis: Vector3, axis2: Vector3 | None) -> Joint:
        m = self.motion
        return Joint(
            self.name,
            m.type,
            self.one,
            child,
            origin,
            axis,
            axis2,
            m.limit,
            m.dynamics,
            pitch=m.pitch,
            spring=m.spring,
        )

    def as_loop(self) -> Loop:
        """A joint that is not part of the tree."""
        m = self.motion
        at = (pose_of(self.on_one), pose_of(self.on_two))
        kind: JointType = "continuous" if m.type == "revolute" else m.type
        return Loop(self.name, kind, self.one, self.two, *at, m.axis, m.axis2, m.pitch)


def in_a_row(found: list[Hinged], links: Names, joints: Names) -> list[Hinged]:
    """Joints one after the other where several join the same two bodies, or one has several steps.

    `links` and `joints` give the names of what is made. MuJoCo's bodies have several joints, which
    converters write as joints between the same bodies.
    """
    groups: dict[tuple[str, str], list[Hinged]] = {}
    for each in found:
        if not each.closes:
            groups.setdefault((each.one, each.two), []).append(each)
    done: list[Hinged] = []
    for each in found:
        group = [each] if each.closes else groups.pop((each.one, each.two), [])
        stepped = [step for part in group for step in _stepped(part, joints)]
        for number in range(len(stepped) - 1):
            part, after = stepped[number], stepped[number + 1]
            middle = links.give(f"{part.two}__{part.name}")
            # Where the end of the chain is at zero, unless the joint would turn off-centre there.
            there = NOWHERE if part.is_central else part.on_two
            on_two, on_one = (compose(inverse(there), at) for at in (part.on_two, after.on_two))
            # The link in the middle hangs on this joint, also where all of them close a loop.
            done.append(replace(part, two=middle, on_two=on_two, closes=False))
            stepped[number + 1] = replace(after, one=middle, on_one=on_one)
        done += stepped[-1:]
    return done


def _stepped(part: Hinged, names: Names) -> list[Hinged]:
    steps = part.motion.steps
    if not steps:
        return [part]
    return [
        replace(part, name=names.give(f"{part.name}:{k}"), path="", motion=motion)
        for k, motion in enumerate(steps)
    ]


def motion_of(
    usd: Library, prim: Any, missing: MissingPrims, units: Units, *, closes: bool
) -> Motion | None:
    """The motion of a joint's prim; None, and counted, for one that fourbar does not have.

    Two slides, with or without a turn, are single joints in the tree: whether a planar joint of a
    description turns is left open, and here it is not. A loop's (`closes`) never turns.
    """
    kind = _SCHEMAS.get(str(prim.GetTypeName()))
    if kind in (None, "spherical") and float(_get(prim, "mjc:stiffness", 0.0)):
        missing.add("springs of joints with several motions", prim)
    if kind is None:
        return _six(usd, prim, missing, units, closes=closes)
    axis = _AXES.get(str(_get(prim, "physics:axis", "X")), X)
    if kind == "spherical":
        cones = [_get(prim, f"physics:coneAngle{n}Limit", -1.0) for n in (0, 1)]
        if any(float(cone) >= 0.0 and isfinite(float(cone)) for cone in cones):
            missing.add("limits of ball joints", prim)
        limit = _limit(prim, -inf, inf, turned=True, drive="angular", missing=missing, units=units)
        return Motion("spherical", limit=limit, dynamics=_dynamics(prim, units, turned=True))
    if kind == "fixed":
        return Motion("fixed")
    turned = kind == "revolute"
    # Files with MuJoCo's schemas count positions from here, and so their limits.
    ref = float(_get(prim, "mjc:ref", 0.0)) * units.mujoco(turned=turned)
    ref /= units.position(turned=turned)
    low, high = (float(_get(prim, f"physics:{n}Limit", s)) - ref for n, s in _ENDS)
    limit = _limit(
        prim,
        low,
        high,
        turned=turned,
        drive="angular" if turned else "linear",
        missing=missing,
        units=units,
    )
    bounded = isfinite(low) or isfinite(high)
    type_: JointType = kind if bounded or not turned else "continuous"
    dynamics = _dynamics(prim, units, turned=turned)
    return Motion(type_, axis, None, None, limit, dynamics, _spring(prim, units, turned=turned))


_ENDS = (("lower", -inf), ("upper", inf))


def armature_of(prim: Any, motion: Motion, units: Units) -> float:
    """What a rotor adds to a joint, as Newton, MuJoCo or PhysX have it [kg m^2 or kg]."""
    value = 0.0
    for schema in ("physxJoint", "mjc", "newton"):
        value = float(_get(prim, f"{schema}:armature", value))
    unit = units.inertia(turned=KINDS[motion.type].turns)
    return _rounded(value * unit) if isfinite(value) else 0.0


def _six(
    usd: Library, prim: Any, missing: MissingPrims, units: Units, *, closes: bool
) -> Motion | None:
    """A joint of six axes, by those that are not locked."""
    if str(prim.GetTypeName()) not in ("PhysicsJoint", "PhysicsD6Joint"):
        missing.add(f"joints of type {prim.GetTypeName()}", prim)
        return None
    bounds: dict[str, tuple[float, float]] = {}
    for axis in SIX:
        low = float(_get(prim, f"limit:{axis}:physics:low", -inf))
        high = float(_get(prim, f"limit:{axis}:physics:high", inf))
        if low <= high and (low, high) != (0.0, 0.0):
            bounds[axis] = (low, high)
    turns = [axis[-1] for axis in bounds if axis.startswith("rot")]
    slides = [axis[-1] for axis in bounds if axis.startswith("trans")]
    shape = (len(turns), len(slides))
    found: Motion | None = None
    if shape == (0, 0):
        found = Motion("fixed")
    elif shape == (3, 0):
        found = Motion("spherical")
    elif shape == (3, 3):
        found = Motion("floating")
    elif shape == (2, 0):
        second = _get(prim, AXIS2, None)
        axis2 = _AXES[turns[1]] if second is None else _three(second)
        found = Motion("universal", _AXES[turns[0]], axis2)
    elif shape == (0, 2) and closes:
        normal = next(axis for axis in "XYZ" if axis not in slides)
        found = Motion("planar", _AXES[normal])
    elif shape == (1, 1) and turns == slides:
        found = Motion("cylindrical", _AXES[turns[0]])
        if _get(prim, TYPE, "") == "screw":
            pitch = float(_get(prim, PITCH, 0.0)) * units.metres
            found = Motion("screw", _AXES[turns[0]], pitch=pitch)
    elif shape == (1, 0):
        found = Motion("revolute", _AXES[turns[0]])
    elif shape == (0, 1):
        found = Motion("prismatic", _AXES[slides[0]])
    if found is None:
        return _single_steps(prim, bounds, missing, units)
    return _bounded(prim, found, bounds, missing, units)


def _single_steps(
    prim: Any, bounds: dict[str, tuple[float, float]], missing: MissingPrims, units: Units
) -> Motion:
    """Slides and then turns, one by one: for sets of axes that no joint type of ours has."""
    steps: list[Motion] = []
    for axis in sorted(bounds, key=SIX.index):
        kind: JointType = "revolute" if axis.startswith("rot") else "prismatic"
        single = Motion(kind, _AXES[axis[-1]])
        step = _bounded(prim, single, {axis: bounds[axis]}, missing, units)
        endless = kind == "revolute" and not any(map(isfinite, bounds[axis]))
        steps.append(replace(step, type="continuous") if endless else step)
    return Motion("fixed", steps=tuple(steps))


def _bounded(
    prim: Any,
    motion: Motion,
    bounds: dict[str, tuple[float, float]],
    missing: MissingPrims,
    units: Units,
) -> Motion:
    """With the limits of the axes that a description can limit."""
    ranged = {
        "universal": "rot",
        "cylindrical": "trans",
        "screw": "rot",
        "revolute": "rot",
        "prismatic": "trans",
        "planar": "trans",
        "spherical": "rot",
    }.get(motion.type)
    limited = KINDS[motion.type].has_range
    if not limited and any(isfinite(low) or isfinite(high) for low, high in bounds.values()):
        missing.add(f"limits of {motion.type} joints", prim)
    if ranged is None:
        return motion
    chosen = [axis for axis in bounds if axis.startswith(ranged)]
    low, high = bounds[chosen[0]] if limited else (-inf, inf)
    if limited and any(bounds[axis] != (low, high) for axis in chosen):
        missing.add("different limits of the axes of one joint", prim)
    limit = _limit(
        prim, low, high, turned=ranged == "rot", drive=chosen[0], missing=missing, units=units
    )
    dynamics = _dynamics(prim, units, turned=ranged == "rot")
    return replace(motion, limit=limit, dynamics=dynamics)


def _limit(
    prim: Any,
    low: float,
    high: float,
    *,
    turned: bool,
    drive: str,
    missing: MissingPrims,
    units: Units,
) -> Limit | None:
    """The range, the effort of the drive, and the velocity of Newton's or PhysX's schemas."""
    factor = units.position(turned=turned)
    bounded = isfinite(low) or isfinite(high)
    effort = float(_get(prim, f"drive:{drive}:physics:maxForce", inf)) * units.effort(turned=turned)
    for what in ("stiffness", "damping"):
        if float(_get(prim, f"drive:{drive}:physics:{what}", 0.0)):
            missing.add(f"{what} of drives", prim)
    speed = _get(prim, "newton:velocityLimit", _get(prim, "physxJoint:maxJointVelocity", inf))
    fastest = float(speed) * factor
    limit = Limit(
        _rounded(low * factor) if bounded else None,
        _rounded(high * factor) if bounded else None,
        _rounded(effort) if isfinite(effort) else None,
        _rounded(fastest) if isfinite(fastest) else None,
    )
    return None if limit == Limit() else limit


def _dynamics(prim: Any, units: Units, *, turned: bool) -> Dynamics | None:
    damping = _get(prim, "newton:damping", None)
    friction, loss = _get(prim, "newton:friction", None), units.effort(turned=turned)
    if friction is None:  # PhysX's has no unit
        friction, loss = _get(prim, "physxJoint:jointFriction", None), 1.0
    if damping is None and friction is None:
        return None
    rate = units.damping(turned=turned)
    return Dynamics(
        None if damping is None else _rounded(float(damping) * rate),
        None if friction is None else _rounded(float(friction) * loss),
    )


def _spring(prim: Any, units: Units, *, turned: bool) -> Spring | None:
    """The spring of a joint in MuJoCo's schemas, which count its rest from `mjc:ref` on."""
    stiffness = float(_get(prim, "mjc:stiffness", 0.0))
    if not stiffness:
        return None
    rest = float(_get(prim, "mjc:springref", 0.0)) - float(_get(prim, "mjc:ref", 0.0))
    unit = units.stiffness(turned=turned)
    return Spring(stiffness * unit, rest * units.mujoco(turned=turned))


def mimic_of(
    prim: Any,
    names: dict[str, str],
    turning: Callable[[str], bool],
    units: Units,
    *,
    turned: bool,
) -> Mimic | None:
    """What a joint follows, by Newton's schema or by PhysX's; `names` are joints by path.

    `turning` tells whether a joint turns: PhysX counts angles in degrees on both sides.
    """
    factor = units.position(turned=turned)
    for start, target in (("newton", "newton:mimicJoint"), *_physx(prim)):
        relation = prim.GetRelationship(target)
        leaders = [names.get(str(path)) for path in relation.GetTargets()] if relation else []
        if not leaders or leaders[0] is None:
            continue
        other = units.position(turned=turning(leaders[0]))
        if start == "newton":  # a slope of radians, where PhysX has one of degrees
            slope = float(_get(prim, "newton:mimicCoef1", 1.0))
            slope *= (1.0 if turned else factor) / (1.0 if turning(leaders[0]) else other)
            offset = float(_get(prim, "newton:mimicCoef0", 0.0))
        else:
            slope = -float(_get(prim, f"{start}:gearing", 1.0)) * (factor / other)
            offset = -float(_get(prim, f"{start}:offset", 0.0))
        return Mimic(leaders[0], _rounded(slope), _rounded(offset * factor))
    return None


def _physx(prim: Any) -> list[tuple[str, str]]:
    return [(f"physxMimicJoint:{a}", f"physxMimicJoint:{a}:referenceJoint") for a in SIX]


def _get(prim: Any, name: str, default: Any) -> Any:
    attribute = prim.GetAttribute(name)
    value = attribute.Get() if attribute else None
    return default if value is None else value


def _three(values: Any) -> Vector3:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def _minus(v: Vector3) -> Vector3:
    return (-v[0] + 0.0, -v[1] + 0.0, -v[2] + 0.0)


def _neat(v: Vector3) -> Vector3:
    """Without what single precision leaves of an axis of the frame."""
    x, y, z = (float(round(c)) if abs(c - round(c)) < 1e-7 else c for c in v)
    return (x, y, z)


def _rounded(value: float) -> float:
    """Stored in single precision: 0.9 is not 0.8999999761581421."""
    return float(f"{value:.7g}")
