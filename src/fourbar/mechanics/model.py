"""A robot compiled for computing."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .._native import Compiled
from ..numerics import SOLVED
from ..robot.values import kind_of_value
from . import manifold
from .arguments import (
    ChosenCoordinates,
    Positions,
    as_count,
    as_entries,
    as_frames,
    as_generator,
    as_positions,
    as_rows,
    as_tolerance,
    as_tuple,
    check_robot,
    checked_coordinates,
)
from .compile import compile_robot
from .coordinates import Coordinates, Joints, Planar
from .data import Data
from .digits import written_tolerance
from .drive import Drive, checked_drives, find_drives
from .error import ModelError, unknown_name
from .limits import position_limits, rated_limits
from .loops.assembly import assemble
from .loops.chart import Chart, find_chart
from .loops.compile import compile_loops
from .loops.sample import sample_closed
from .loops.solve import solve
from .mimic import Follower, common_limits, find_followers, obey
from .named import closed_configuration, open_configuration
from .physics import (
    checked_armature,
    checked_gravity,
    checked_payload,
    find_armature,
    read_dynamics,
    read_spring,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..robot import Inertial, Pose, Robot
    from .loops.system import Loops


class Model(Compiled):
    """A robot's tree as arrays, immutable. Links and joints are in regular numbering.

    q has 7 numbers per floating joint (x y z, quaternion x y z w), 4 per spherical joint (x y z w)
    and one per degree of freedom elsewhere; v has 6, 3 and one. Velocities of floating and
    spherical joints are in the child's frame. A universal joint's angles are about its axis, then
    about its second axis. Joints that follow others, by a loop, a coupling or a mimic, have their
    entries in q like all others; `model.chart` says which entries are independent.

    Functions that make a configuration (`q`, `configuration`, `random`) close the loops, and raise
    LoopError where they cannot; `coordinates="spanning"` asks for the open tree.

    Parameters
    ----------
    planar
        "xy" gives planar joints two translations, "xyt" also the angle about the normal [rad].
        The directions are `fourbar.mechanics.plane_of(axis)`.
    locked
        Joints to hold at a position [rad or m].
    frames
        Further frames by name: the link they are on, and where.
    tolerance
        The robot counts as closed when no |phi| is above this [m or rad]. By default 1e-10, or
        what the digits of the description allow: see `tolerance`.
    gravity
        The acceleration of free fall in world axes [m/s^2].
    armature
        Inertia that drives add to their joints [kg m^2 or kg], by joint or for every entry of v.
        By default what `drives` say: rotor inertia times reduction squared.
    drives
        The joints that have a drive, by name or as `Drive`. By default those of transmissions, else
        those with a command interface in ros2_control, else the independent ones, save a floating
        root.
    payload
        What links or frames carry besides their own masses.
    simd
        The instruction set to compute with, one of `fourbar._native.simd_levels()`. By default the
        best that the machine has. "generic" gives the same bits on every x86-64.
    """

    def __init__(
        self,
        robot: Robot,
        *,
        planar: Planar = "xy",
        locked: Mapping[str, Positions] | None = None,
        frames: Mapping[str, tuple[str, Pose]] | None = None,
        tolerance: float | None = None,
        gravity: Sequence[float] = (0.0, 0.0, -9.81),
        armature: Mapping[str, float] | ArrayLike | None = None,
        drives: Iterable[str | Drive] | None = None,
        payload: Mapping[str, Inertial] | None = None,
        simd: str | None = None,
    ) -> None:
        check_robot(robot)
        if planar not in ("xy", "xyt"):
            raise ValueError(f"unknown planar {planar!r}; expected one of: 'xy', 'xyt'")
        if tolerance is not None:
            tolerance = as_tolerance(tolerance)
        held = {name: as_tuple(name, value) for name, value in as_positions(locked).items()}
        added = as_frames(frames)
        carried = checked_payload(payload)
        bodies = compile_robot(robot, planar=planar, locked=held, frames=added, payload=carried)
        super().__init__(*bodies.arrays(), simd or "")
        joints = Joints((joint.name, joint) for joint in bodies.joints)
        self.__dict__.update(
            robot=robot,
            planar=planar,
            locked=MappingProxyType(held),
            frames=MappingProxyType(added),
            _tolerance=tolerance,
            _simd=simd,
            payload=MappingProxyType(carried),
            mass=float(sum(bodies.masses)),
            moving_mass=float(sum(bodies.masses[1:])),  # body 0 is the ground
            joints=MappingProxyType(joints),
            link_names=tuple(bodies.frame_names),
            followers=find_followers(robot, joints, held),
        )
        self.__dict__.update(
            gravity=_frozen(checked_gravity(gravity)),
            _drives=None if drives is None else checked_drives(self, drives),
            _armature=None if armature is None else _frozen(checked_armature(self, armature)),
        )

    if TYPE_CHECKING:  # set through __dict__, since a Model refuses assignment
        robot: Robot
        planar: Planar
        locked: Mapping[str, tuple[float, ...]]
        frames: Mapping[str, tuple[str, Pose]]
        _tolerance: float | None
        _simd: str | None
        joints: Mapping[str, Coordinates]
        link_names: tuple[str, ...]
        followers: tuple[Follower, ...]
        payload: Mapping[str, Inertial]
        mass: float
        moving_mass: float
        gravity: NDArray[np.float64]
        _drives: tuple[Drive, ...] | None
        _armature: NDArray[np.float64] | None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Model is immutable; cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Model is immutable; cannot delete {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        # Where the robot was read from concerns no computation, and may be large.
        return _rebuild, (self.robot.replace(source=None), self._options())

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

    @property
    def column_names(self) -> tuple[str, ...]:
        """A label for every entry of q: the joint, numbered where it has several (`ball[0]`)."""
        return tuple(
            slot.name if slot.nq == 1 else f"{slot.name}[{k}]"
            for slot in self.joints.values()
            for k in range(slot.nq)
        )

    def data(self, batch: int | None = None) -> Data:
        """A new workspace for one configuration, or for a batch of them."""
        return Data(self, batch=batch)

    def joint(self, name: str) -> Coordinates:
        """Where a moving joint's numbers are in q and v."""
        if not isinstance(cast("object", name), Hashable):
            raise TypeError(f"expected the name of a joint, got {kind_of_value(name)}")
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

    @property
    def has_loops(self) -> bool:
        """Whether the robot has loops or couplings to close; mimics alone need no solving."""
        return bool(self.robot.loops or self.robot.couplings)

    @cached_property
    def loops(self) -> Loops:
        """The loops, couplings and mimics as equations between joint positions."""
        return compile_loops(self)

    @cached_property
    def tolerance(self) -> float:
        """The robot counts as closed when no |phi| is above this [m or rad].

        1e-10 unless another was given. A description whose numbers were rounded to 6 to 14 digits
        may not close that well, since the axes of a linkage are no longer quite parallel: then it
        is what the digits allow, about 1e-7 for 8 digits.
        """
        if self._tolerance is not None:
            return self._tolerance
        coarse = written_tolerance(self.robot) if self.robot.loops else SOLVED
        if coarse == SOLVED:
            return SOLVED
        zero = np.array(self.neutral)
        for tolerance in (SOLVED, coarse):
            if solve(self, self.loops, zero, (), tolerance=tolerance).residual <= tolerance:
                return tolerance
        return SOLVED

    @cached_property
    def chart(self) -> Chart:
        """The independent coordinates: declared ones, checked, or a good choice.

        Raises LoopError when the mechanism cannot be closed, and when the joints that the
        description calls independent are too many, too few, or do not determine the others; the
        error then has a `choice` that does.
        """
        return find_chart(self)

    @cached_property
    def automatic_chart(self) -> Chart:
        """Independent coordinates that fourbar chose, regardless of the description."""
        return find_chart(self, declared=False)

    # Configurations

    @cached_property
    def neutral(self) -> NDArray[np.float64]:
        """All zero: no rotation at quaternions; joints that mimic others where that puts them.

        The origin of the coordinates, at which loops may be open: `model.chart.home` is the closed
        pose next to it.
        """
        return _frozen(obey(manifold.neutral(self.joints.values(), self.nq), self.followers))

    @cached_property
    def lower(self) -> NDArray[np.float64]:
        """The lower limits of q [rad or m]: -inf without one, -1 for quaternions."""
        return _frozen(position_limits(self, 0))

    @cached_property
    def upper(self) -> NDArray[np.float64]:
        """The upper limits of q [rad or m]: inf without one, 1 for quaternions."""
        return _frozen(position_limits(self, 1))

    @cached_property
    def velocity_limit(self) -> NDArray[np.float64]:
        """The largest |v| [rad/s or m/s], inf where the description has none."""
        return _frozen(rated_limits(self, "velocity"))

    @cached_property
    def effort_limit(self) -> NDArray[np.float64]:
        """The largest effort [N m or N], inf where the description has none."""
        return _frozen(rated_limits(self, "effort"))

    # Dynamics

    @cached_property
    def drives(self) -> tuple[Drive, ...]:
        """The joints that have a drive: where `inverse_dynamics` puts efforts."""
        return find_drives(self) if self._drives is None else self._drives

    @cached_property
    def armature(self) -> NDArray[np.float64]:
        """Inertia that drives add to each entry of v [kg m^2 or kg]."""
        return find_armature(self) if self._armature is None else self._armature

    @cached_property
    def damping(self) -> NDArray[np.float64]:
        """Viscous damping of each entry of v [N m s/rad or N s/m]."""
        return _frozen(read_dynamics(self, "damping"))

    @cached_property
    def friction(self) -> NDArray[np.float64]:
        """Coulomb friction of each entry of v [N m or N]."""
        return _frozen(read_dynamics(self, "friction"))

    @cached_property
    def stiffness(self) -> NDArray[np.float64]:
        """Stiffness of the spring at each entry of v [N m/rad or N/m]; 0 where there is none."""
        return _frozen(read_spring(self, "stiffness"))

    @cached_property
    def rest(self) -> NDArray[np.float64]:
        """Where the spring at each entry of v is at rest [rad or m]."""
        return _frozen(read_spring(self, "rest"))

    # Configurations by name

    def q(
        self,
        positions: Mapping[str, Positions] | None = None,
        *,
        coordinates: ChosenCoordinates = "independent",
    ) -> NDArray[np.float64]:
        """A configuration from joint positions by name [rad or m]; the other joints follow.

        Loops and couplings are closed as `assemble` does, which raises LoopError where it cannot;
        joints that no loop moves are neutral. With coordinates="spanning" the tree is left open.
        Joints that mimic others follow; giving their position raises ModelError.
        """
        follows = {follower.joint: follower for follower in self.followers}
        entries: dict[str, tuple[float, ...]] = {}
        for name, value in as_positions(positions).items():
            slot = self.joint(name)
            entries[name] = as_entries(name, value, slot.nq)
            turn = slot.kind.orientation
            if turn is not None and not any(entries[name][turn:]):
                raise ValueError(
                    f"the quaternion of joint {name!r} has length zero; use 0, 0, 0, 1 for a joint "
                    "that is not turned"
                )
            if name in follows:
                source = follows[name].source
                if source is None:
                    raise ModelError(f"joint {name!r} cannot move: mimics hold it where it is")
                raise ModelError(f"joint {name!r} mimics {source!r}; set that one instead")
        if checked_coordinates(coordinates) == "independent" and self.has_loops:
            return assemble(self, entries).q
        q = self.neutral.copy()
        for name, values in entries.items():
            q[self.joints[name].q] = values
        return obey(q, self.followers)

    def v(self, velocities: Mapping[str, Positions] | None = None) -> NDArray[np.float64]:
        """A velocity from joint velocities by name [rad/s or m/s]; the rest is zero."""
        v = np.zeros(self.nv)
        for name, value in as_positions(velocities).items():
            slot = self.joint(name)
            v[slot.v] = as_entries(name, value, slot.nv)
        for follower in self.followers:
            if follower.source is not None:
                v[follower.v] = follower.multiplier * v[follower.source_v]
        return v

    def configuration(
        self, name: str, *, coordinates: ChosenCoordinates = "independent"
    ) -> NDArray[np.float64]:
        """A named configuration of the description (an SRDF group state); the rest is neutral.

        Of a robot with loops, the closed configuration next to it. LoopError where that takes a
        joint more than 0.01 [rad or m] from where the description has it, which is more than
        rounding, and no other closed configuration has the joints there. With
        coordinates="spanning" the tree is left open. Where several groups have a state of that
        name, `GROUP/NAME` is one of them.
        """
        if checked_coordinates(coordinates) == "independent":
            return closed_configuration(self, name)
        return open_configuration(self, name)

    def random(
        self,
        n: int | None = None,
        *,
        seed: int | np.random.Generator | None = None,
        coordinates: ChosenCoordinates = "independent",
        limits: bool = True,
    ) -> NDArray[np.float64]:
        """Configurations within the limits: (nq,), or (n, nq).

        Where a limit is infinite, and for all joints without `limits`, angles come from [-pi, pi]
        and lengths from [-1, 1] m; rotations are uniform. Loops are closed, as by `sample_closed`;
        with coordinates="spanning" the tree is left open. Joints that mimic others follow, within
        their own limits, too, unless these contradict those of the joint they follow.
        """
        if n is not None:
            n = as_count("n", n)
        lower, upper = self.lower, self.upper
        if not limits:
            lower, upper = np.full(self.nq, -np.inf), np.full(self.nq, np.inf)
        wrong = lower > upper
        if wrong.any():
            names = [j.name for j in self.joints.values() if wrong[j.q].any()]
            raise ModelError(f"the lower limit is above the upper limit at {', '.join(names)}")
        if checked_coordinates(coordinates) == "independent" and self.has_loops:
            rows = sample_closed(self, 1 if n is None else n, seed=seed, limits=limits)
            return rows[0] if n is None else rows
        if limits:
            lower, upper = common_limits(lower, upper, self.followers)
        generator = as_generator(seed)
        q = manifold.random(
            tuple(self.joints.values()),
            lower,
            upper,
            generator,
            () if n is None else (n,),
        )
        return obey(q, self.followers)

    def integrate(self, q: ArrayLike, v: ArrayLike) -> NDArray[np.float64]:
        """Where q (..., nq) gets to, moving with v (..., nv) for unit time."""
        return manifold.integrate(
            self.joints.values(), self._configurations(q, "q"), as_rows(v, "v", self.nv)
        )

    def difference(self, q0: ArrayLike, q1: ArrayLike) -> NDArray[np.float64]:
        """The v (..., nv) that leads from q0 to q1: integrate(q0, difference(q0, q1)) = q1."""
        first, second = self._configurations(q0, "q0"), self._configurations(q1, "q1")
        return manifold.difference(self.joints.values(), first, second, self.nv)

    # Other models

    def reduced(self, locked: Mapping[str, Positions]) -> Model:
        """The model with further joints locked at a position [rad or m]."""
        held = {name: as_tuple(name, value) for name, value in as_positions(locked).items()}
        # What a drive or an armature was given for may be locked now.
        drives = None if self._drives is None else [d for d in self._drives if d.joint not in held]
        armature = None
        if self._armature is not None:
            armature = {
                name: self._armature[slot.v]
                for name, slot in self.joints.items()
                if name not in held
            }
        return self._changed(locked={**self.locked, **held}, drives=drives, armature=armature)

    def with_frames(self, frames: Mapping[str, tuple[str, Pose]]) -> Model:
        """The model with further frames: the link each is on, and where on it."""
        return self._changed(frames={**self.frames, **as_frames(frames)})

    def with_payload(self, payload: Mapping[str, Inertial]) -> Model:
        """The model whose links or frames carry a further mass, in place of one given before."""
        return self._changed(payload={**self.payload, **payload})

    # Inside

    def _changed(self, **options: Any) -> Model:
        """The model with other arguments."""
        return Model(self.robot, **{**self._options(), **options})

    def _options(self) -> dict[str, Any]:
        """The arguments that this model was made with."""
        return {
            "planar": self.planar,
            "locked": dict(self.locked),
            "frames": dict(self.frames),
            "tolerance": self._tolerance,
            "gravity": self.gravity.tolist(),
            "armature": self._armature,
            "drives": self._drives,
            "payload": dict(self.payload),
            "simd": self._simd,
        }

    @cached_property
    def _link_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.link_names)}

    def _configurations(self, values: ArrayLike, name: str) -> NDArray[np.float64]:
        rows = as_rows(values, name, self.nq)
        for slot in self.joints.values():
            if slot.quaternion is not None and not rows[..., slot.quaternion].any(axis=-1).all():
                raise ValueError(f"{name} contains a quaternion of length zero at {slot.name!r}")
        return rows


def _rebuild(robot: Robot, options: dict[str, Any]) -> Model:
    return Model(robot, **options)


def _frozen(array: NDArray[np.float64]) -> NDArray[np.float64]:
    array.setflags(write=False)
    return array
