"""A robot compiled for computing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from .._native import Compiled
from . import manifold
from .compile import compile_robot
from .coordinates import Coordinates, Planar
from .data import Data
from .error import ModelError, unknown_name
from .mimic import Follower, explicit_matrix, find_followers, obey

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..robot import Pose, Robot
    from .loops.system import Loops

Positions = float | Sequence[float]


class Model(Compiled):
    """A robot's tree as arrays, immutable. Links and joints are in regular numbering.

    q has 7 numbers per floating joint (x y z, quaternion x y z w), 4 per spherical joint (x y z w)
    and one per degree of freedom elsewhere; v has 6, 3 and one. Velocities of floating and
    spherical joints are in the child's frame. A universal joint's angles are about its axis, then
    about its second axis. Joints that mimic others have their entries in q like all others; see
    `spanning` and `G` for coordinates without them. Loops are not closed here.

    Parameters
    ----------
    planar
        "xy" gives planar joints two translations, "xyt" also the angle about the normal [rad].
        The directions are `fourbar.mechanics.plane_of(axis)`.
    locked
        Joints to hold at a position [rad or m].
    frames
        Further frames by name: the link they are on, and where.
    """

    def __init__(
        self,
        robot: Robot,
        *,
        planar: Planar = "xy",
        locked: Mapping[str, Positions] | None = None,
        frames: Mapping[str, tuple[str, Pose]] | None = None,
    ) -> None:
        if planar not in ("xy", "xyt"):
            raise ValueError(f"planar is {planar!r}, expected 'xy' or 'xyt'")
        held = {name: _as_tuple(value) for name, value in (locked or {}).items()}
        added = dict(frames or {})
        bodies = compile_robot(robot, planar=planar, locked=held, frames=added)
        super().__init__(*bodies.arrays())
        joints = {joint.name: joint for joint in bodies.joints}
        self.__dict__.update(
            robot=robot,
            planar=planar,
            locked=MappingProxyType(held),
            frames=MappingProxyType(added),
            joints=MappingProxyType(joints),
            link_names=tuple(bodies.frame_names),
            followers=find_followers(robot, joints, held),
        )

    if TYPE_CHECKING:  # set through __dict__, since a Model refuses assignment
        robot: Robot
        planar: Planar
        locked: Mapping[str, tuple[float, ...]]
        frames: Mapping[str, tuple[str, Pose]]
        joints: Mapping[str, Coordinates]
        link_names: tuple[str, ...]
        followers: tuple[Follower, ...]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Model is immutable; cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Model is immutable; cannot delete {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        # Where the robot was read from concerns no computation, and may be large.
        robot = self.robot.replace(source=None)
        return _rebuild, (robot, self.planar, dict(self.locked), dict(self.frames))

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {len(self.link_names)} links, nq {self.nq}, nv {self.nv}>"

    @property
    def name(self) -> str:
        """The robot's name."""
        return self.robot.name

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The moving joints in the order of q."""
        return tuple(self.joints)

    def data(self, batch: int | None = None) -> Data:
        """A new workspace for one configuration, or for a batch of them."""
        return Data(self, batch=batch)

    def joint(self, name: str) -> Coordinates:
        """Where a moving joint's numbers are in q and v."""
        found = self.joints.get(name)
        if found is not None:
            return found
        if name in self.locked:
            raise ModelError(f"joint {name!r} is locked in this model")
        if name in self.robot.joints:
            raise ModelError(f"joint {name!r} is fixed; it has no coordinates")
        raise unknown_name("joint", name, self.joints)

    def link_number(self, name: str) -> int:
        """The place of a link or frame in `link_names` and `data.poses`."""
        try:
            return self._link_numbers[name]
        except KeyError:
            raise unknown_name("link", name, self.link_names) from None

    def support(self, link: str) -> NDArray[np.int64]:
        """The entries of v that move a link: the columns of its Jacobian that are not zero."""
        return np.array(self._support(link), dtype=np.int64)

    @cached_property
    def loops(self) -> Loops:
        """The loops, couplings and mimics as equations between joint positions."""
        from .loops.compile import compile_loops

        return compile_loops(self)

    # Configurations

    @cached_property
    def neutral(self) -> NDArray[np.float64]:
        """All zero: no rotation at quaternions; joints that mimic others where that puts them."""
        return _frozen(obey(manifold.neutral(self.joints.values(), self.nq), self.followers))

    @cached_property
    def lower(self) -> NDArray[np.float64]:
        """The lower limits of q [rad or m]: -inf without one, -1 for quaternions."""
        return _frozen(self._bounds(0))

    @cached_property
    def upper(self) -> NDArray[np.float64]:
        """The upper limits of q [rad or m]: inf without one, 1 for quaternions."""
        return _frozen(self._bounds(1))

    @cached_property
    def velocity_limit(self) -> NDArray[np.float64]:
        """The largest |v| [rad/s or m/s], inf where the description says none."""
        return _frozen(self._per_velocity("velocity"))

    @cached_property
    def effort_limit(self) -> NDArray[np.float64]:
        """The largest effort [N m or N], inf where the description says none."""
        return _frozen(self._per_velocity("effort"))

    def q(self, positions: Mapping[str, Positions] | None = None) -> NDArray[np.float64]:
        """A configuration from joint positions by name [rad or m]; the rest is neutral.

        Joints that mimic others follow; giving their position raises ValueError.
        """
        q = self.neutral.copy()
        follows = {follower.joint: follower for follower in self.followers}
        for name, value in (positions or {}).items():
            slot = self.joint(name)
            if name in follows:
                source = follows[name].source
                if source is None:
                    raise ValueError(f"joint {name!r} mimics a joint that stands still")
                raise ValueError(f"joint {name!r} mimics {source!r}; set that one instead")
            q[slot.q] = _entries(name, value, slot.nq)
        return obey(q, self.followers)

    def v(self, velocities: Mapping[str, Positions] | None = None) -> NDArray[np.float64]:
        """A velocity from joint velocities by name [rad/s or m/s]; the rest is zero."""
        v = np.zeros(self.nv)
        for name, value in (velocities or {}).items():
            slot = self.joint(name)
            v[slot.v] = _entries(name, value, slot.nv)
        for follower in self.followers:
            if follower.source is not None:
                v[follower.v] = follower.multiplier * v[follower.source_v]
        return v

    def configuration(self, name: str) -> NDArray[np.float64]:
        """A named configuration of the description (an SRDF group state); the rest is neutral."""
        for configuration in self.robot.configurations:
            if configuration.name == name:
                followers = {follower.joint for follower in self.followers}
                return self.q(
                    {
                        position.joint: position.fit(self.joints[position.joint].kind, self.planar)
                        or position.values
                        for position in configuration.positions
                        if position.joint in self.joints and position.joint not in followers
                    }
                )
        known = [configuration.name for configuration in self.robot.configurations]
        raise unknown_name("configuration", name, known)

    def random(
        self,
        n: int | None = None,
        *,
        seed: int | np.random.Generator | None = None,
    ) -> NDArray[np.float64]:
        """Configurations within the limits: (nq,), or (n, nq).

        Where a limit is infinite, angles come from [-pi, pi] and lengths from [-1, 1] m; rotations
        are uniform. Joints that mimic others follow, even beyond their own limits.
        """
        wrong = self.lower > self.upper
        if wrong.any():
            names = [j.name for j in self.joints.values() if wrong[j.q].any()]
            raise ModelError(f"the lower limit is above the upper at {', '.join(names)}")
        generator = np.random.default_rng(seed)
        q = manifold.random(
            tuple(self.joints.values()),
            self.lower,
            self.upper,
            generator,
            () if n is None else (n,),
        )
        return obey(q, self.followers)

    def integrate(self, q: ArrayLike, v: ArrayLike) -> NDArray[np.float64]:
        """Where q (..., nq) gets to, moving with v (..., nv) for unit time."""
        return manifold.integrate(
            self.joints.values(), self._configurations(q, "q"), self._rows(v, "v", self.nv)
        )

    def difference(self, q0: ArrayLike, q1: ArrayLike) -> NDArray[np.float64]:
        """The v (..., nv) that leads from q0 to q1: integrate(q0, difference(q0, q1)) = q1."""
        first, second = self._configurations(q0, "q0"), self._configurations(q1, "q1")
        return manifold.difference(self.joints.values(), first, second, self.nv)

    # Independent coordinates

    @cached_property
    def independent_q(self) -> NDArray[np.int64]:
        """The entries of q that follow no other."""
        dependent = {follower.q for follower in self.followers}
        return np.array([i for i in range(self.nq) if i not in dependent], dtype=np.int64)

    @cached_property
    def independent_v(self) -> NDArray[np.int64]:
        """The entries of v that follow no other."""
        dependent = {follower.v for follower in self.followers}
        return np.array([i for i in range(self.nv) if i not in dependent], dtype=np.int64)

    @cached_property
    def G(self) -> NDArray[np.float64]:
        """V = G u with u = v[independent_v]: nv x nu."""
        return _frozen(explicit_matrix(self.nv, self.followers))

    def independent(self, q: ArrayLike) -> NDArray[np.float64]:
        """y: the entries of q (..., nq) that follow no other."""
        return self._rows(q, "q", self.nq)[..., self.independent_q]

    def spanning(self, y: ArrayLike) -> NDArray[np.float64]:
        """The full q (..., nq) of y: every joint that mimics another put where that puts it."""
        rows = self._rows(y, "y", len(self.independent_q))
        q = np.empty((*rows.shape[:-1], self.nq))
        q[..., self.independent_q] = rows
        return obey(q, self.followers)

    # Other models

    def reduced(self, locked: Mapping[str, Positions]) -> Model:
        """The model with further joints locked at a position [rad or m]."""
        return Model(
            self.robot,
            planar=self.planar,
            locked={**self.locked, **locked},
            frames=self.frames,
        )

    def with_frames(self, frames: Mapping[str, tuple[str, Pose]]) -> Model:
        """The model with further frames: the link each is on, and where on it."""
        return Model(
            self.robot,
            planar=self.planar,
            locked=self.locked,
            frames={**self.frames, **frames},
        )

    # Inside

    @cached_property
    def _link_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.link_names)}

    def _bounds(self, side: int) -> NDArray[np.float64]:
        bounds = np.full(self.nq, (-np.inf, np.inf)[side])
        for slot in self.joints.values():
            for k, step in enumerate(slot.steps):
                if step.bound == "range":
                    bounds[slot.q.start + k] = self.robot.joints[slot.name].bounds[side]
            if slot.quaternion is not None:
                bounds[slot.quaternion] = (-1.0, 1.0)[side]
        return bounds

    def _per_velocity(self, what: str) -> NDArray[np.float64]:
        values = np.full(self.nv, np.inf)
        for slot in self.joints.values():
            limit = self.robot.joints[slot.name].limit
            value = None if limit is None else getattr(limit, what)
            if value is not None:
                rated = (*slot.kind.rated, *[True] * (slot.nv - slot.kind.dof))
                values[slot.v] = np.where(rated, value, np.inf)
        return values

    def _configurations(self, values: ArrayLike, name: str) -> NDArray[np.float64]:
        rows = self._rows(values, name, self.nq)
        for slot in self.joints.values():
            if slot.quaternion is not None and not rows[..., slot.quaternion].any(axis=-1).all():
                raise ValueError(f"{name} holds a quaternion of length zero at {slot.name!r}")
        return rows

    def _rows(self, values: ArrayLike, name: str, width: int) -> NDArray[np.float64]:
        rows = np.asarray(values, dtype=np.float64)
        if rows.ndim < 1 or rows.shape[-1] != width:
            raise ValueError(f"{name} has shape {rows.shape}, expected (..., {width})")
        return rows


def _rebuild(
    robot: Robot,
    planar: Planar,
    locked: Mapping[str, Positions],
    frames: Mapping[str, tuple[str, Pose]],
) -> Model:
    return Model(robot, planar=planar, locked=locked, frames=frames)


def _as_tuple(value: Positions) -> tuple[float, ...]:
    return tuple(float(x) for x in np.atleast_1d(np.asarray(value, dtype=np.float64)))


def _entries(name: str, value: Positions, count: int) -> tuple[float, ...]:
    entries = _as_tuple(value)
    if len(entries) != count:
        raise ValueError(f"joint {name!r} takes {count} numbers, not {len(entries)}")
    return entries


def _frozen(array: NDArray[np.float64]) -> NDArray[np.float64]:
    array.setflags(write=False)
    return array
