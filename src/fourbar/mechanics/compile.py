"""From a robot to the flat arrays of the compiled core.

Fixed joints disappear: links they join share one body and keep their constant placements on it.
Every other joint becomes one body per elementary motion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .coordinates import Coordinates, Planar, sizes
from .error import ModelError, unknown_name
from .motion import align, displacement, motions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import Inertial, Joint, Link, Pose, Robot


class Arrays(NamedTuple):
    """What the compiled core is made from: arrays over bodies, then over frames."""

    parents: NDArray[np.int32]
    motions: NDArray[np.int32]
    axes: NDArray[np.int32]
    pitches: NDArray[np.float64]  # of screws [m/rad], zero for other motions
    placements: NDArray[np.float64]  # (bodies, 3, 4), in the parent
    masses: NDArray[np.float64]
    moments: NDArray[np.float64]  # (bodies, 3)
    tensors: NDArray[np.float64]  # (bodies, 3, 3), about the body's origin in its axes
    frame_bodies: NDArray[np.int32]
    frame_placements: NDArray[np.float64]  # (frames, 3, 4), on the body
    frame_numbers: dict[str, int]


class Bodies:
    """The moving bodies and the frames on them, as growing lists; body 0 is the ground."""

    def __init__(self) -> None:
        self.parents: list[int] = [-1]
        self.motions: list[int] = [0]
        self.axes: list[int] = [0]
        self.pitches: list[float] = [0.0]
        self.placements: list[NDArray[np.float64]] = [np.eye(4)]
        self.masses: list[float] = [0.0]
        self.moments: list[NDArray[np.float64]] = [np.zeros(3)]
        self.tensors: list[NDArray[np.float64]] = [np.zeros((3, 3))]
        self.frame_bodies: list[int] = []
        self.frame_placements: list[NDArray[np.float64]] = []
        self.frame_names: list[str] = []
        self.joints: list[Coordinates] = []

    def arrays(self) -> Arrays:
        """The arguments of the compiled core."""
        return Arrays(
            np.array(self.parents, np.int32),
            np.array(self.motions, np.int32),
            np.array(self.axes, np.int32),
            np.array(self.pitches, np.float64),
            np.array([T[:3] for T in self.placements], np.float64),
            np.array(self.masses, np.float64),
            np.array(self.moments, np.float64),
            np.array(self.tensors, np.float64),
            np.array(self.frame_bodies, np.int32),
            np.array([T[:3] for T in self.frame_placements], np.float64).reshape(-1, 3, 4),
            {name: number for number, name in enumerate(self.frame_names)},
        )


def compile_robot(
    robot: Robot,
    *,
    planar: Planar,
    locked: Mapping[str, Sequence[float]],
    frames: Mapping[str, tuple[str, Pose]],
    payload: Mapping[str, Inertial],
) -> Bodies:
    """The bodies of a robot in regular numbering, with some joints locked and frames added.

    `payload` is what links and frames carry besides their own masses.
    """
    from ..graph import ConnectivityGraph  # brings the reader along, which importing must not

    graph = ConnectivityGraph(robot)
    _check_locked(robot, locked)
    bodies = Bodies()
    _add_link(bodies, robot.links[graph.bodies[0]], 0, np.eye(4))
    for number, joint in enumerate(graph.joints, start=1):
        parent = graph.parents[number]
        body, T_body_joint = bodies.frame_bodies[parent], bodies.frame_placements[parent]
        T_body_joint = T_body_joint @ _origin(joint)
        if not joint.kind.moves:
            T_body_link = T_body_joint
        elif joint.name in locked:
            positions = _positions(joint, locked[joint.name], planar)
            T_body_link = T_body_joint @ displacement(joint, positions, planar)
        else:
            body, T_body_link = _add_joint(bodies, joint, body, T_body_joint, planar)
        _add_link(bodies, robot.links[joint.child], body, T_body_link)
    for name, (link, pose) in frames.items():
        _add_frame(bodies, name, link, pose)
    for name, inertial in payload.items():
        if name not in bodies.frame_names:
            raise unknown_name("link", name, bodies.frame_names)
        on = bodies.frame_names.index(name)
        add_inertia(bodies, name, inertial, bodies.frame_bodies[on], bodies.frame_placements[on])
    return bodies


def _add_joint(
    bodies: Bodies, joint: Joint, body: int, T_body_joint: NDArray[np.float64], planar: Planar
) -> tuple[int, NDArray[np.float64]]:
    """Append a joint's bodies; the last one, and where the joint's child is on it."""
    nq, nv = sizes(joint, planar)
    q = bodies.joints[-1].q.stop if bodies.joints else 0
    v = bodies.joints[-1].v.stop if bodies.joints else 0
    bodies.joints.append(Coordinates(joint.name, joint.type, slice(q, q + nq), slice(v, v + nv)))
    for motion in motions(joint, planar):
        aligned = align(motion, T_body_joint[:3, :3])
        placement, rest = T_body_joint.copy(), np.eye(4)
        placement[:3, :3] = aligned.turn
        rest[:3, :3] = aligned.turn.T @ T_body_joint[:3, :3]
        bodies.parents.append(body)
        bodies.motions.append(aligned.motion)
        bodies.axes.append(aligned.axis)
        bodies.pitches.append(motion.lead)
        bodies.placements.append(placement)
        bodies.masses.append(0.0)
        bodies.moments.append(np.zeros(3))
        bodies.tensors.append(np.zeros((3, 3)))
        body = len(bodies.parents) - 1
        T_body_joint = rest
    return body, T_body_joint


def _add_link(bodies: Bodies, link: Link, body: int, T_body_link: NDArray[np.float64]) -> None:
    bodies.frame_names.append(link.name)
    bodies.frame_bodies.append(body)
    bodies.frame_placements.append(T_body_link)
    if link.inertial is not None:
        add_inertia(bodies, link.name, link.inertial, body, T_body_link)


def add_inertia(
    bodies: Bodies, name: str, inertial: Inertial, body: int, T_body_link: NDArray[np.float64]
) -> None:
    """Add a link's or payload's mass, centre and inertia to those of the body it is on."""
    mass, moment, tensor = inertia_about(inertial, T_body_link)
    if not (np.isfinite(mass) and np.isfinite(moment).all()):
        raise ModelError(f"link {name!r} has a mass or centre of mass that is not finite")
    if not np.isfinite(tensor).all():
        raise ModelError(f"link {name!r} has an inertia that is not finite")
    bodies.masses[body] += mass
    bodies.moments[body] = bodies.moments[body] + moment
    bodies.tensors[body] = bodies.tensors[body] + tensor


def inertia_about(
    inertial: Inertial, T: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """Mass, mass times centre, and inertia (3, 3) about the origin of the frame that T leads from.

    The inertia of a description is about the centre of mass, in the axes of `inertial.origin`.
    """
    T_centre = T @ inertial.origin.matrix()
    R, c = T_centre[:3, :3], T_centre[:3, 3]
    i, m = inertial.inertia, inertial.mass
    at_centre = np.array([[i.ixx, i.ixy, i.ixz], [i.ixy, i.iyy, i.iyz], [i.ixz, i.iyz, i.izz]])
    return m, m * c, R @ at_centre @ R.T + m * (c @ c * np.eye(3) - np.outer(c, c))


def _add_frame(bodies: Bodies, name: str, link: str, pose: Pose) -> None:
    if name in bodies.frame_names:
        raise ModelError(f"frame {name!r} has the name of a link or of another frame")
    if link not in bodies.frame_names:
        raise unknown_name("link", link, bodies.frame_names)
    on = bodies.frame_names.index(link)
    bodies.frame_names.append(name)
    bodies.frame_bodies.append(bodies.frame_bodies[on])
    bodies.frame_placements.append(bodies.frame_placements[on] @ pose.matrix())


def _origin(joint: Joint) -> NDArray[np.float64]:
    T = joint.origin.matrix()
    if not np.isfinite(T).all():
        raise ModelError(f"the origin of joint {joint.name!r} is not finite")
    return T


def _check_locked(robot: Robot, locked: Mapping[str, object]) -> None:
    for name in locked:
        if name not in robot.joints:
            raise unknown_name("joint", name, robot.joints.names)
        if not robot.joints[name].kind.moves:
            raise ModelError(f"joint {name!r} is fixed already; only moving joints can be locked")


def _positions(joint: Joint, values: Sequence[float], planar: Planar) -> Sequence[float]:
    nq, _ = sizes(joint, planar)
    if len(values) != nq or not np.isfinite(values).all():
        raise ModelError(
            f"joint {joint.name!r} is locked at {values}; it takes {nq} finite numbers"
        )
    turn = joint.kind.orientation
    if turn is not None and not any(values[turn:]):
        raise ModelError(f"joint {joint.name!r} is locked at a quaternion of length zero")
    return values
