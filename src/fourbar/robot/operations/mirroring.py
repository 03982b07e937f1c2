"""A robot and its mirror image, such as a left and a right arm."""

from __future__ import annotations

from typing import Literal, TypeVar

from ...record import replace
from ...spatial.rotation import rpy_of_matrix
from ..configuration import Configuration, JointPosition
from ..direction import FRAME
from ..error import RobotError
from ..geometry import Geometry, Mesh, OtherGeometry
from ..joint import Joint
from ..link import Collision, Inertial, Link, Visual
from ..loop import Loop
from ..pose import Pose, Vector3
from ..robot import Robot

R = TypeVar("R", bound=Robot)
Shape = TypeVar("Shape", Visual, Collision)

Plane = Literal["xy", "xz", "yz"]
_SIGNS: dict[str, Vector3] = {
    "yz": (-1.0, 1.0, 1.0),
    "xz": (1.0, -1.0, 1.0),
    "xy": (1.0, 1.0, -1.0),
}


def mirrored(robot: R, plane: Plane = "xz") -> R:
    """A copy that is the mirror image in a plane of the root link's frame.

    Every frame F becomes S F S, where S mirrors. Positions mean the mirrored motion: an axis that
    is turned about becomes -S a, one that is moved along S a. Meshes get a negative scale.
    """
    if plane not in _SIGNS:
        expected = ", ".join(_SIGNS)
        raise ValueError(f"unknown plane {plane!r}; expected one of: {expected}")
    return _Mirror(_SIGNS[plane]).robot(robot)


class _Mirror:
    def __init__(self, signs: Vector3) -> None:
        self.signs = signs

    def robot(self, robot: R) -> R:
        return replace(
            robot,
            links=[self._link(link) for link in robot.links],
            joints=[self._joint(joint) for joint in robot.joints],
            loops=[self._loop(loop) for loop in robot.loops],
            sensors=tuple(replace(s, origin=self._pose(s.origin)) for s in robot.sensors),
            configurations=tuple(self._configuration(robot, c) for c in robot.configurations),
        )

    def _vector(self, vector: Vector3, sign: float = 1.0) -> Vector3:
        # Adding zero turns -0 into 0.
        (x, y, z), (a, b, c) = vector, self.signs
        return (sign * a * x + 0.0, sign * b * y + 0.0, sign * c * z + 0.0)

    def _pose(self, pose: Pose) -> Pose:
        rpy = pose.rpy
        if any(rpy):
            R = pose.rotation()
            s = self.signs
            rpy = rpy_of_matrix([[s[i] * R[i][j] * s[j] for j in range(3)] for i in range(3)])
        return Pose(self._vector(pose.xyz), rpy)

    def _link(self, link: Link) -> Link:
        own = link.self_collision_checking
        return replace(
            link,
            inertial=None if link.inertial is None else self._inertial(link.inertial),
            visuals=tuple(self._shape(link, v) for v in link.visuals),
            collisions=tuple(self._shape(link, c) for c in link.collisions),
            self_collision_checking=None if own is None else self._shape(link, own),
        )

    def _shape(self, link: Link, shape: Shape) -> Shape:
        geometry = self._geometry(link, shape.geometry)
        return replace(shape, origin=self._pose(shape.origin), geometry=geometry)

    def _inertial(self, inertial: Inertial) -> Inertial:
        i, (a, b, c) = inertial.inertia, self.signs
        tensor = replace(
            i, ixy=a * b * i.ixy + 0.0, ixz=a * c * i.ixz + 0.0, iyz=b * c * i.iyz + 0.0
        )
        return replace(inertial, inertia=tensor, origin=self._pose(inertial.origin))

    def _geometry(self, link: Link, geometry: Geometry) -> Geometry:
        if isinstance(geometry, OtherGeometry):
            raise RobotError(f"link {link.name!r} has a shape that fourbar does not know")
        if isinstance(geometry, Mesh):
            return replace(geometry, scale=self._vector(geometry.scale))
        return geometry  # the mirror image of a box is a box

    def _joint(self, joint: Joint) -> Joint:
        kind = joint.kind
        in_frame = kind.orientation is None and any(step.along in FRAME for step in kind.chain)
        if in_frame or None in (kind.hand("axis"), kind.hand("axis2")):
            raise RobotError(
                f"joint {joint.name!r} is {joint.type}: in the mirror, one of its positions would "
                "count the other way"
            )
        return replace(joint, origin=self._pose(joint.origin), **self._axes(joint))

    def _loop(self, loop: Loop) -> Loop:
        return replace(
            loop,
            predecessor_origin=self._pose(loop.predecessor_origin),
            successor_origin=self._pose(loop.successor_origin),
            **self._axes(loop),
        )

    def _axes(self, part: Joint | Loop) -> dict[str, Vector3 | float]:
        """Axes and pitch: a thread changes its hand."""
        if not part.kind.axes:
            return {}
        changes: dict[str, Vector3 | float] = {}
        # A loop has no positions: along an axis, either way will do.
        changes["axis"] = self._vector(part.axis, part.kind.hand("axis") or -1)
        if part.kind.axes > 1:
            changes["axis2"] = self._vector(part.second_axis, part.kind.hand("axis2") or -1)
        if part.pitch is not None:
            changes["pitch"] = -part.pitch
        return changes

    def _configuration(self, robot: Robot, configuration: Configuration) -> Configuration:
        positions = tuple(self._position(robot, configuration, p) for p in configuration.positions)
        return replace(configuration, positions=positions)

    def _position(
        self, robot: Robot, configuration: Configuration, position: JointPosition
    ) -> JointPosition:
        joint = robot.joints.get(position.joint)
        if joint is None or joint.kind.by_axes:
            return position
        if joint.kind.orientation is None:
            raise RobotError(
                f"configuration {configuration.label!r} has a position for joint {joint.name!r}, "
                f"which is {joint.type}: in the mirror it would be another one"
            )
        values, first = position.values, joint.kind.orientation
        if len(values) != joint.kind.nq():
            return position
        moved = self._vector((values[0], values[1], values[2])) if first else ()
        x, y, z, w = values[first:]
        return replace(position, values=(*moved, *self._vector((x, y, z), -1.0), w))
