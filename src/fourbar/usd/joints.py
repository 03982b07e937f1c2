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
from .layer import Layer
from .library import frame_of, to_quaternion

_TYPES = {
    "fixed": "FixedJoint",
    "revolute": "RevoluteJoint",
    "continuous": "RevoluteJoint",
    "prismatic": "PrismaticJoint",
    "spherical": "SphericalJoint",
}
"""What has a schema of its own; all else is a joint of six axes with most of them locked."""
SIX = ("transX", "transY", "transZ", "rotX", "rotY", "rotZ")
_LOW, _HIGH = "limit:{}:physics:low", "limit:{}:physics:high"
"""The range of one of six axes."""
_LETTERS = {"axis": "X", "axis2": "Y", "plane1": "Y", "plane2": "Z", "x": "X", "y": "Y", "z": "Z"}
"""The joint frame is turned so that x is the axis, and y the second direction of motion."""
TYPE = "fourbar:type"
CLOSES = "fourbar:closes"
"""Whether a joint of the articulation is a loop to fourbar."""
AXIS2 = "fourbar:axis2"
PITCH = "fourbar:pitch"


class Joints:
    """Puts joints into a layer, below a scope of their own."""

    def __init__(self, layer: Layer, root: str, lowered: Lowered, bodies: Bodies) -> None:
        robot = lowered.robot
        own = (*robot.joints.names, *robot.loops.names)
        self.names = Names(own=own, accept=identifier)
        self.prims: dict[str, Any] = {}
        self._layer = layer
        self._lowered = lowered
        self._bodies = bodies
        self._scope = f"{root}/joints"
        layer.define(self._scope, "Scope")

    def hold(self, link: str) -> None:
        """Bolt the root to the world."""
        name = f"{self._scope}/{self.names.give(f'{link}_on_world')}"
        prim = self._layer.define(name, "PhysicsFixedJoint")
        self._layer.relate(prim, "physics:body1", [self._bodies.path(link)])
        self._frames(prim, NOWHERE, NOWHERE)

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
            self._layer.set(made, CLOSES, "Bool", True, custom=True)
        else:
            self._layer.set(made, "physics:excludeFromArticulation", "Bool", True, uniform=True)

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
        layer, prim = self._layer, self.prims[follower]
        hinge = self._lowered.freedoms[follower][0].kind == "hinge"
        turned = self._lowered.freedoms[leader][0].kind == "hinge"
        away = degrees(offset) if hinge else offset
        layer.apply(prim, "NewtonMimicAPI", "PhysxMimicJointAPI:rotX")
        layer.set(prim, "newton:mimicCoef0", "Float", away)
        layer.set(prim, "newton:mimicCoef1", "Float", slope)
        target = [str(self.prims[leader].path)]
        layer.relate(prim, "newton:mimicJoint", target)
        start = "physxMimicJoint:rotX"
        own, other = (degrees(1.0) if turns else 1.0 for turns in (hinge, turned))
        gearing = -slope * (own / other)
        layer.set(prim, f"{start}:gearing", "Float", gearing)
        layer.set(prim, f"{start}:offset", "Float", -away + 0.0)
        layer.relate(prim, f"{start}:referenceJoint", target)
        layer.set(prim, f"{start}:referenceJointAxis", "Token", "rotX")

    def _define(self, part: Joint | Loop, one: str, two: str, at_one: Pose, at_two: Pose) -> Any:
        layer, name = self._layer, self.names.give(part.name)
        kind = f"Physics{_TYPES.get(part.type, 'Joint')}"
        prim = self.prims[part.name] = layer.define(f"{self._scope}/{name}", kind)
        if name != part.name:
            prim.SetInfo("displayName", part.name)
        for number, link in enumerate((one, two)):
            held = link != WORLD or link != self._lowered.robot.root.name
            layer.relate(prim, f"physics:body{number}", [self._bodies.path(link)] if held else [])
        turn: Frame = ((0.0, 0.0, 0.0), _turned(part))
        self._frames(prim, compose(frame_of(at_one), turn), compose(frame_of(at_two), turn))
        if _TYPES.get(part.type) in ("RevoluteJoint", "PrismaticJoint"):
            layer.set(prim, "physics:axis", "Token", "X", uniform=True)
        if part.type not in _TYPES:
            self._lock(prim, part)
        return prim

    def _lock(self, prim: Any, part: Joint | Loop) -> None:
        """Six axes: those that do not move have a lower limit above the upper one."""
        layer, free = self._layer, self._free(part)
        if free is None:
            what = "joint" if isinstance(part, Joint) else "loop"
            raise TransferError(
                f"{what} '{part.name}' is {part.type}: USD has no joint that moves in this order"
            )
        for axis in SIX:
            low, high = (float("-inf"), float("inf")) if axis in free else (1.0, -1.0)
            layer.set(prim, _LOW.format(axis), "Float", low)
            layer.set(prim, _HIGH.format(axis), "Float", high)
        layer.apply(prim, *(f"PhysicsLimitAPI:{axis}" for axis in SIX))
        layer.set(prim, TYPE, "Token", part.type, custom=True)
        if not is_square(part):
            back = matrix_of(conjugate(_turned(part)))
            second = layer.usd.Gf.Vec3d(*applied(back, unit(part.second_axis)))
            layer.set(prim, AXIS2, "Vector3d", second, custom=True)
        if part.kind.pitched:
            layer.set(prim, PITCH, "Double", part.pitch or 0.0, custom=True)

    def _free(self, part: Joint | Loop) -> tuple[str, ...] | None:
        return free_axes(part.kind, self._lowered.planar if isinstance(part, Joint) else "xy")

    def _frames(self, prim: Any, one: Frame, two: Frame) -> None:
        layer, Gf = self._layer, self._layer.usd.Gf
        for number, (xyz, turn) in enumerate((one, two)):
            place = Gf.Vec3f(*(c + 0.0 for c in xyz))
            layer.set(prim, f"physics:localPos{number}", "Point3f", place)
            layer.set(prim, f"physics:localRot{number}", "Quatf", to_quaternion(Gf.Quatf, turn))

    def _rate(self, prim: Any, joint: Joint, freedoms: Sequence[Freedom]) -> None:
        """Ranges, efforts, velocities, damping and friction; angles are in degrees."""
        layer = self._layer
        single = joint.type in _TYPES or not freedoms
        axes = ("",) if single else self._free(joint) or ()
        for freedom, axis in zip(freedoms, axes, strict=False):
            turned = freedom.kind != "slide"
            factor = degrees(1.0) if turned else 1.0
            low, high = freedom.lower * factor, freedom.upper * factor
            if axis:
                prim.attributes[_LOW.format(axis)].default = low
                prim.attributes[_HIGH.format(axis)].default = high
            elif isfinite(low) or isfinite(high):
                layer.set(prim, "physics:lowerLimit", "Float", low)
                layer.set(prim, "physics:upperLimit", "Float", high)
            if freedom.effort is not None and isfinite(freedom.effort):
                kind = axis or ("angular" if turned else "linear")
                layer.apply(prim, f"PhysicsDriveAPI:{kind}")
                layer.set(prim, f"drive:{kind}:physics:type", "Token", "force", uniform=True)
                layer.set(prim, f"drive:{kind}:physics:maxForce", "Float", freedom.effort)
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
        spring = freedom.spring
        if spring is not None:  # MuJoCo takes angles for degrees where no scene says otherwise
            self._layer.apply(prim, "MjcJointAPI")
            numbers = {"stiffness": spring.stiffness, "springref": spring.rest * factor}
            for name, value in numbers.items():
                self._layer.set(prim, f"mjc:{name}", "Double", value, uniform=True)
        given = {name: value for name, value in values.items() if value is not None}
        if given:
            self._layer.apply(prim, "NewtonJointAPI")
        for name, value in given.items():
            self._layer.set(prim, f"newton:{name}", "Float", value)


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
