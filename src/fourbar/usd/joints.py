"""Joints, loops and what ties joints together as prims of UsdPhysics."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, isfinite
from typing import Any

from ..robot import Joint, JointKind, Loop, Planar, Pose
from ..robot.direction import plane_of
from ..spatial.frame import NOWHERE, Frame, compose
from ..spatial.rotation import conjugate, matrix_of, quaternion_of_matrix, rotation_between
from ..spatial.vector import Vector3, X, applied, cross, dot, unit
from ..transfer.base import WORLD
from ..transfer.elementary import Freedom
from ..transfer.error import TransferError
from ..transfer.lowering import Lowered
from ..transfer.naming import Names
from .bodies import Bodies, identifier
from .library import Library, frame_of, to_quaternion

_TYPES = {
    "fixed": "FixedJoint",
    "revolute": "RevoluteJoint",
    "continuous": "RevoluteJoint",
    "prismatic": "PrismaticJoint",
    "spherical": "SphericalJoint",
}
"""What has a schema of its own; all else is a joint of six axes with most of them locked."""
SIX = ("transX", "transY", "transZ", "rotX", "rotY", "rotZ")
_LETTERS = {"axis": "X", "axis2": "Y", "plane1": "Y", "plane2": "Z", "x": "X", "y": "Y", "z": "Z"}
"""The joint frame is turned so that x is the axis, and y the second direction of motion."""
TYPE = "fourbar:type"
CLOSES = "fourbar:closes"
"""Whether a joint of the articulation is a loop to fourbar."""
AXIS2 = "fourbar:axis2"
PITCH = "fourbar:pitch"


class Joints:
    """Puts joints onto a stage, below a scope of their own."""

    def __init__(
        self, usd: Library, stage: Any, root: str, lowered: Lowered, bodies: Bodies
    ) -> None:
        self.names = Names(accept=identifier)
        self.prims: dict[str, Any] = {}
        self._usd = usd
        self._stage = stage
        self._lowered = lowered
        self._bodies = bodies
        self._scope = f"{root}/joints"
        usd.UsdGeom.Scope.Define(stage, self._scope)

    def hold(self, link: str) -> None:
        """Bolt the root to the world."""
        name = f"{self._scope}/{self.names.give(f'{link}_on_world')}"
        joint = self._usd.UsdPhysics.FixedJoint.Define(self._stage, name)
        joint.CreateBody1Rel().SetTargets([self._bodies.prims[link].GetPath()])
        self._frames(joint, NOWHERE, NOWHERE)

    def add(self, joint: Joint) -> None:
        """A joint of the tree. A floating one is none: what nothing holds is free."""
        body = self._bodies.is_body(self._lowered.robot.links[joint.child])
        if joint.kind.free or not body:
            return
        made = self._define(joint, joint.parent, joint.child, joint.origin, Pose())
        self._rate(made, joint, self._lowered.freedoms[joint.name])

    def close(self, loop: Loop, *, carries: bool = False) -> None:
        """A joint that is not part of the articulation, with frames of its own on both sides.

        One that `carries` a body which only loops hold is part of it nevertheless: simulators
        leave such a body out, or do not know where it belongs.
        """
        if loop.kind.free:
            return
        made = self._define(
            loop, loop.predecessor, loop.successor, loop.predecessor_origin, loop.successor_origin
        )
        if carries:
            kind = self._usd.Sdf.ValueTypeNames.Bool
            made.GetPrim().CreateAttribute(CLOSES, kind).Set(True)
        else:
            made.CreateExcludeFromArticulationAttr(True)

    def relate(self) -> list[str]:
        """Mimics and couplings of two joints as followers; the names of what cannot be held."""
        rules: dict[str, tuple[str, float, float]] = {}
        lost: list[str] = []
        owner = {f.name: name for name, own in self._lowered.freedoms.items() for f in own}
        for relation in self._lowered.relations:
            if relation.kind in ("thread", "locked"):
                continue
            names = [owner[name] for name, _ in relation.terms]
            single = all(
                name in self.prims and len(self._lowered.freedoms[name]) == 1 for name in names
            )
            factor = relation.terms[0][1]
            if len(names) != 2 or not single or factor == 0.0 or names[0] in rules:
                lost.append(relation.name)
                continue
            slope = -relation.terms[1][1] / factor
            rules[names[0]] = (names[1], slope, -relation.constant / factor)
        for follower in rules:
            found = _resolved(rules, follower)
            if found is None:
                lost.append(follower)
            else:
                self._follow(follower, *found)
        return lost

    def _follow(self, follower: str, leader: str, slope: float, offset: float) -> None:
        """For Newton, and for PhysX: follower + gearing * leader + offset = 0, angles in degrees.

        PhysX names the one axis of a joint rotX, whether it turns or slides.
        """
        kinds, prim = self._usd.Sdf.ValueTypeNames, self.prims[follower]
        hinge = self._lowered.freedoms[follower][0].kind == "hinge"
        turned = self._lowered.freedoms[leader][0].kind == "hinge"
        away = degrees(offset) if hinge else offset
        prim.AddAppliedSchema("NewtonMimicAPI")
        prim.CreateAttribute("newton:mimicCoef0", kinds.Float, custom=False).Set(away)
        prim.CreateAttribute("newton:mimicCoef1", kinds.Float, custom=False).Set(slope)
        target = [self.prims[leader].GetPath()]
        prim.CreateRelationship("newton:mimicJoint", custom=False).SetTargets(target)
        prim.AddAppliedSchema("PhysxMimicJointAPI:rotX")
        start = "physxMimicJoint:rotX"
        own, other = (degrees(1.0) if turns else 1.0 for turns in (hinge, turned))
        gearing = -slope * (own / other)
        prim.CreateAttribute(f"{start}:gearing", kinds.Float, custom=False).Set(gearing)
        prim.CreateAttribute(f"{start}:offset", kinds.Float, custom=False).Set(-away + 0.0)
        prim.CreateRelationship(f"{start}:referenceJoint", custom=False).SetTargets(target)
        reference = prim.CreateAttribute(f"{start}:referenceJointAxis", kinds.Token, custom=False)
        reference.Set("rotX")

    def _define(self, part: Joint | Loop, one: str, two: str, at_one: Pose, at_two: Pose) -> Any:
        usd, name = self._usd, self.names.give(part.name)
        schema = getattr(usd.UsdPhysics, _TYPES.get(part.type, "Joint"))
        joint = schema.Define(self._stage, f"{self._scope}/{name}")
        prim = self.prims[part.name] = joint.GetPrim()
        if name != part.name:
            prim.SetDisplayName(part.name)
        for relation, link in ((joint.CreateBody0Rel(), one), (joint.CreateBody1Rel(), two)):
            if link != WORLD or link != self._lowered.robot.root.name:
                relation.SetTargets([self._bodies.prims[link].GetPath()])
        turn: Frame = ((0.0, 0.0, 0.0), _turned(part))
        self._frames(joint, compose(frame_of(at_one), turn), compose(frame_of(at_two), turn))
        if _TYPES.get(part.type) in ("RevoluteJoint", "PrismaticJoint"):
            joint.CreateAxisAttr("X")
        if part.type not in _TYPES:
            self._lock(prim, part)
        return joint

    def _lock(self, prim: Any, part: Joint | Loop) -> None:
        """Six axes: those that do not move have a lower limit above the upper one."""
        usd, free = self._usd, self._free(part)
        if free is None:
            what = "joint" if isinstance(part, Joint) else "loop"
            raise TransferError(
                f"{what} '{part.name}' is {part.type}: USD has no joint that moves in this order"
            )
        for axis in SIX:
            limit = usd.UsdPhysics.LimitAPI.Apply(prim, axis)
            low, high = (float("-inf"), float("inf")) if axis in free else (1.0, -1.0)
            limit.CreateLowAttr(low)
            limit.CreateHighAttr(high)
        kinds = usd.Sdf.ValueTypeNames
        prim.CreateAttribute(TYPE, kinds.Token).Set(part.type)
        if not is_square(part):
            back = matrix_of(conjugate(_turned(part)))
            second = usd.Gf.Vec3d(*applied(back, unit(part.second_axis)))
            prim.CreateAttribute(AXIS2, kinds.Vector3d).Set(second)
        if part.kind.pitched:
            prim.CreateAttribute(PITCH, kinds.Double).Set(part.pitch or 0.0)

    def _free(self, part: Joint | Loop) -> tuple[str, ...] | None:
        return free_axes(part.kind, self._lowered.planar if isinstance(part, Joint) else "xy")

    def _frames(self, joint: Any, one: Frame, two: Frame) -> None:
        Gf = self._usd.Gf
        joint.CreateLocalPos0Attr(Gf.Vec3f(*(c + 0.0 for c in one[0])))
        joint.CreateLocalRot0Attr(to_quaternion(Gf.Quatf, one[1]))
        joint.CreateLocalPos1Attr(Gf.Vec3f(*(c + 0.0 for c in two[0])))
        joint.CreateLocalRot1Attr(to_quaternion(Gf.Quatf, two[1]))

    def _rate(self, made: Any, joint: Joint, freedoms: Sequence[Freedom]) -> None:
        """Ranges, efforts, velocities, damping and friction; angles are in degrees."""
        prim = made.GetPrim()
        single = joint.type in _TYPES or not freedoms
        axes = ("",) if single else self._free(joint) or ()
        for freedom, axis in zip(freedoms, axes, strict=False):
            turned = freedom.kind != "slide"
            factor = degrees(1.0) if turned else 1.0
            low, high = freedom.lower * factor, freedom.upper * factor
            if axis:
                limit = self._usd.UsdPhysics.LimitAPI(prim, axis)
                limit.GetLowAttr().Set(low)
                limit.GetHighAttr().Set(high)
            elif isfinite(low) or isfinite(high):
                made.CreateLowerLimitAttr(low)
                made.CreateUpperLimitAttr(high)
            if freedom.effort is not None and isfinite(freedom.effort):
                kind = axis or ("angular" if turned else "linear")
                drive = self._usd.UsdPhysics.DriveAPI.Apply(prim, kind)
                drive.CreateTypeAttr("force")
                drive.CreateMaxForceAttr(freedom.effort)
        if is_uniform(freedoms):
            self._motion(prim, freedoms[0])

    def _motion(self, prim: Any, freedom: Freedom) -> None:
        factor = degrees(1.0) if freedom.kind != "slide" else 1.0
        values = {
            "velocityLimit": None if freedom.velocity is None else freedom.velocity * factor,
            "damping": None if freedom.damping is None else freedom.damping / factor,
            "friction": freedom.friction,
            "armature": freedom.armature or None,
        }
        given = {name: value for name, value in values.items() if value is not None}
        if given:
            prim.AddAppliedSchema("NewtonJointAPI")
        for name, value in given.items():
            kind = self._usd.Sdf.ValueTypeNames.Float
            prim.CreateAttribute(f"newton:{name}", kind, custom=False).Set(value)


def is_uniform(freedoms: Sequence[Freedom]) -> bool:
    """Whether all motions of a joint turn, or all slide: Newton has one number for all of them."""
    kinds = {freedom.kind for freedom in freedoms}
    return len(kinds) == 1 and "free" not in kinds


def free_axes(kind: JointKind, planar: Planar = "xy") -> tuple[str, ...] | None:
    """The axes of USD that are free, in the order of the joint's coordinates.

    None for a chain that USD does not have: it slides along the axes of the first body, so that
    nothing may slide after it was turned, except along the axis it was turned about.
    """
    names: list[str] = []
    turned: set[str] = set()
    for step in kind.steps(planar):
        letter = _LETTERS[step.along]
        if step.motion != "translation":
            names.append(f"rot{letter}")
            turned.add(letter)
        if step.motion != "rotation":
            if turned - {letter}:
                return None
            names.append(f"trans{letter}")
    mixed = {"axis2", "plane1"} <= {step.along for step in kind.steps(planar)}
    return None if mixed or len(set(names)) != len(names) else tuple(names)


def is_square(part: Joint | Loop) -> bool:
    """Whether two axes are at right angles, as USD has them; true for a part with fewer."""
    return part.kind.axes < 2 or abs(dot(unit(part.axis), unit(part.second_axis))) < 1e-7


def _turned(part: Joint | Loop) -> tuple[float, float, float, float]:
    """The rotation that brings x to the axis, and y to the second direction of motion."""
    if not part.kind.axes:
        return (0.0, 0.0, 0.0, 1.0)
    axis = unit(part.axis)
    used = {step.along for step in part.kind.chain}
    if not used & {"axis2", "plane1", "plane2"}:
        return rotation_between(X, axis)
    second = unit(part.second_axis) if "axis2" in used else plane_of(axis)[0]
    along = dot(axis, second)
    x, y, z = (s - along * a for s, a in zip(second, axis, strict=True))
    across: Vector3 = unit((x, y, z))
    return quaternion_of_matrix(list(zip(axis, across, cross(axis, across), strict=True)))


def _resolved(
    rules: dict[str, tuple[str, float, float]], follower: str
) -> tuple[str, float, float] | None:
    """A follower's leader that follows nobody; None where they follow each other."""
    leader, slope, offset = rules[follower]
    seen = {follower}
    while leader in rules:
        if leader in seen:
            return None
        seen.add(leader)
        above, m, b = rules[leader]
        leader, slope, offset = above, slope * m, slope * b + offset
    return leader, slope, offset
