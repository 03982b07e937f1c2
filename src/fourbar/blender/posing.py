"""A robot that is posed by its joints' positions: those that loops move follow."""

from __future__ import annotations

from functools import cached_property
from math import inf, isfinite
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..diagnostics import Report
from ..gltf.run.rest_pose import rest_positions
from ..mechanics import Model, inverse_kinematics
from ..mechanics.loops import LoopError, assemble, closure, move
from ..mechanics.mimic import obey
from ..robot import Pose, Robot
from .description import moving_robot
from .motion import Motion, motion_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics.coordinates import Coordinates

Values = dict[str, tuple[float, ...]]
"""Positions by joint, as many as the joint has in q."""

_STILL = 1e-12
"""Positions that differ by less are the same [rad or m]."""
_SINGLE = 1e-6
"""[rad or m] Keyframes are of single precision: by less, nothing is beyond its limit."""
_NOTED = 1e-3
"""[m or rad] Keyframes between two keys open loops: by less than this, they show their side."""


class Slider(NamedTuple):
    """A joint that can be moved: its limits, its unit, and whether it follows others."""

    joint: str
    values: tuple[float, ...]
    lower: float | None
    upper: float | None
    unit: str | None
    follows: bool


class Poser:
    """A model and the pose that it is in.

    `q` is closed as far as the loops allow; `problem` says what kept the last step from being
    taken as it was asked for, or "".
    """

    def __init__(self, robot: Robot) -> None:
        self.robot = moving_robot(robot)
        self.model = Model(self.robot)
        self.problem = ""
        self._followers = {follower.joint: follower for follower in self.model.followers}
        self.followers = frozenset(self._followers)
        self._ranges = {
            slot.name: (float(self.model.lower[slot.q][0]), float(self.model.upper[slot.q][0]))
            for slot in self.model.joints.values()
            if slot.nq == 1 and self.robot.joints[slot.name].kind.has_range
        }
        self.q = self._home()
        self._seen: dict[str, tuple[float, ...]] = {}

    def _home(self) -> NDArray[np.float64]:
        rest = rest_positions(self.robot, planar="xy", report=Report())
        q = np.array(self.model.neutral)
        for name, slot in self.model.joints.items():
            if slot.quaternion is None and len(rest.get(name, ())) == slot.nq:
                q[slot.q] = rest[name]
        q = obey(q, self.model.followers)
        if self.model.has_loops:
            try:
                return assemble(self.model, None, q).q
            except LoopError as error:
                self.problem = str(error)
        return q

    @property
    def sliders(self) -> tuple[Slider, ...]:
        """All joints that move, in the order of the description."""
        leads = self.leading
        return tuple(self._slider(slot, slot.name not in leads) for slot in self._slots())

    @cached_property
    def leading(self) -> frozenset[str]:
        """The joints that a user moves; all others follow them."""
        if not self.model.has_loops:
            return frozenset(self.model.joints) - self.followers
        try:
            columns = {int(c) for c in self.model.chart.v}
        except LoopError:
            return frozenset(self.model.joints) - self.followers
        return frozenset(
            slot.name for slot in self.model.joints.values() if slot.v.start in columns
        )

    def _slots(self) -> list[Coordinates]:
        order = {joint.name: number for number, joint in enumerate(self.robot.joints)}
        return sorted(self.model.joints.values(), key=lambda slot: order[slot.name])

    def _slider(self, slot: Coordinates, follows: bool) -> Slider:
        lower, upper = self._ranges.get(slot.name, (None, None))
        if lower is None or upper is None or not isfinite(upper - lower) or lower > upper:
            lower = upper = None
        values = tuple(self.q[slot.q].tolist())
        unit = slot.units[0] if slot.nq == 1 else None
        return Slider(slot.name, values, lower, upper, unit, follows)

    # Poses

    def values(self) -> dict[str, tuple[float, ...]]:
        """The positions of all joints."""
        return {name: tuple(self.q[slot.q].tolist()) for name, slot in self.model.joints.items()}

    def motions(self) -> dict[str, Motion]:
        """Where the child link of every joint that moves is, by joint."""
        return {
            name: motion_of(self.robot.joints[name], self.q[slot.q].tolist())
            for name, slot in self.model.joints.items()
        }

    def follow(self, values: Values, *, limits: bool = False) -> bool:
        """Take the positions that were read from a scene; whether anything changed.

        What a user changed leads, and what the loops move follows. Where they do not close, the
        pose stays as it was and `problem` says why. With `limits`, a joint stops at its limit.
        """
        changed = self._changed(values)
        self._seen = dict(values)
        stopped = ""
        if limits:
            changed, stopped = self._stopped(changed)
        if not changed:
            return False
        # Keyframes of all joints: where they are leads to the same side of every loop, from
        # whichever frame this one is reached.
        leading = {name: value for name, value in changed.items() if name in self.leading}
        several = {n: v for n, v in (values | changed).items() if self._fits(n, v)}
        taken = self._move(leading or changed, near=several if len(changed) > 1 else None)
        self.problem = self.problem or stopped
        return taken

    def _stopped(self, positions: dict[str, tuple[float, ...]]) -> tuple[Values, str]:
        """Positions within the limits of their joints, and which joint was stopped at its limit."""
        found, text = dict(positions), ""
        for name, value in positions.items():
            lower, upper = self.limits(name)
            if not lower <= value[0] <= upper:
                found[name] = (min(max(value[0], lower), upper),)
                text = self.range_text(name)
        return found, text

    def limits(self, joint: str) -> tuple[float, float]:
        """The limits of a joint; infinite where it has none, or none that make sense."""
        lower, upper = self._ranges.get(joint, (-inf, inf))
        return (lower, upper) if lower <= upper else (-inf, inf)

    def range_text(self, joint: str) -> str:
        """How far a joint goes, in words; "" for one without limits."""
        if joint not in self._ranges:
            return ""
        (lower, upper), unit = self._ranges[joint], self.model.joints[joint].units[0]
        return f"'{joint}' goes from {lower:.4g} to {upper:.4g} {unit}"

    def beyond(self) -> list[str]:
        """The joints that are beyond their limits, as loops and mimics can take them."""
        return [
            name
            for name, (lower, upper) in zip(
                self._ranges, map(self.limits, self._ranges), strict=True
            )
            if not lower - _SINGLE <= self.q[self.model.joints[name].q][0] <= upper + _SINGLE
        ]

    def restore(self, values: Values) -> bool:
        """Go back to a pose that was noted, on the same side of every loop; whether it closes.

        Joints that are new since then stay where they are.
        """
        noted = {n: v for n, v in values.items() if self._fits(n, v)}
        self._seen = {}
        return self._move({n: v for n, v in noted.items() if n in self.leading}, near=noted)

    def resume(self, values: Values) -> bool:
        """Go on from the positions that a scene has, as `restore` does.

        Joints that lead may have been moved since the others were written, which follow them now:
        where those are is not taken for a wish of the user's.
        """
        closes = self.restore(values)
        self._seen = dict(values)
        return closes

    def _fits(self, name: str, value: tuple[float, ...]) -> bool:
        slot = self.model.joints.get(name)
        return slot is not None and len(value) == slot.nq and all(map(isfinite, value))

    def _changed(self, values: Values) -> dict[str, tuple[float, ...]]:
        found: dict[str, tuple[float, ...]] = {}
        for name, slot in self.model.joints.items():
            value = values.get(name)
            if value is None or not self._fits(name, value):
                continue
            # What was read before and is read again is no user's: it waits for our own value.
            if value == self._seen.get(name):
                continue
            if np.abs(self.q[slot.q] - value).max() > _STILL:
                found[name] = value
        return found

    def move(self, positions: Values) -> bool:
        """Move joints, with all others following; False where the loops do not close."""
        self._seen = {}
        return self._move(positions)

    def _move(self, positions: Values, near: Values | None = None) -> bool:
        """Move joints; `near` are positions of all of them, of single precision, say."""
        self.problem = ""
        positions = self._led(positions)
        if not positions:
            return False
        if self.model.has_loops:
            try:
                self.q = self._near(positions, near) if near else self._closed(positions)
            except (LoopError, ValueError) as error:
                self.problem = str(error)
                return False
            return True
        q = self.q.copy()
        for name, value in positions.items():
            q[self.model.joints[name].q] = value
        self.q = obey(q, self.model.followers)
        return True

    def _led(self, positions: Values) -> Values:
        """Positions of joints that mimic others as positions of those."""
        found = {name: value for name, value in positions.items() if name not in self.followers}
        for name in positions.keys() & self.followers:
            follower = self._followers[name]
            if follower.source is None or not follower.multiplier:
                self.problem = f"'{name}' does not move: it mimics a joint that does not"
            elif follower.source not in found:
                value = (positions[name][0] - follower.offset) / follower.multiplier
                found[follower.source] = (value,)
        return found

    def _near(self, positions: Values, near: Values) -> NDArray[np.float64]:
        """The closed pose at noted positions; from the present pose where those do not close."""
        q = self.q.copy()
        for name, value in near.items():
            q[self.model.joints[name].q] = value
        gap = max(self._gaps(q).values(), default=0.0)
        if gap <= self.model.tolerance:
            return q
        if gap <= _NOTED:
            try:
                return assemble(self.model, {n: near[n] for n in self.leading & near.keys()}, q).q
            except LoopError:
                pass
        return self._closed(positions)

    def _closed(self, positions: Values) -> NDArray[np.float64]:
        try:
            return move(self.model, self.q, positions)
        except LoopError:
            return assemble(self.model, positions, self.q).q

    def close(self) -> bool:
        """Close all loops from the present pose; False, with the reason, where they cannot be."""
        self._seen = {}
        self.problem = ""
        if not self.model.has_loops:
            return True
        try:
            self.q = assemble(self.model, None, self.q).q
        except LoopError as error:
            self.problem = str(error)
        return not self.problem

    def reset(self) -> None:
        """Back to the pose that the description shows."""
        self.problem = ""
        self._seen = {}
        self.q = self._home()

    def randomise(self, seed: int) -> None:
        """A random closed pose within the limits."""
        self._seen = {}
        try:
            self.q = np.array(self.model.random(seed=seed))
            self.problem = ""
        except (LoopError, ValueError) as error:
            self.problem = str(error)

    def take(self, configuration: str) -> None:
        """A named configuration of the description."""
        self._seen = {}
        try:
            self.q = np.array(self.model.configuration(configuration))
            self.problem = ""
        except (LoopError, ValueError, KeyError) as error:
            self.problem = str(error)

    def pull(self, link: str, target: Pose, *, turn: bool = False) -> bool:
        """Bring a link's origin to a place, loops closed; whether it gets there."""
        self._seen = {}
        found = inverse_kinematics(
            self.model, link, target, self.q, task="pose" if turn else "position"
        )
        self.q = found.q
        reached = bool(found.converged)
        self.problem = "" if reached else f"'{link}' stays {float(found.residual):.3g} m away"
        return reached

    def gaps(self) -> dict[str, float]:
        """How far each loop and coupling is open [m or rad]."""
        return self._gaps(self.q)

    def _gaps(self, q: NDArray[np.float64]) -> dict[str, float]:
        if not self.model.has_loops:
            return {}
        return self.model.loops.gaps(np.array(closure(self.model, q)[0]))
