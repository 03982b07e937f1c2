"""A robot that is posed by its joints' positions: those that loops move follow."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
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

Values = Mapping[str, tuple[float, ...]]
"""Positions by joint, as many as the joint has in q."""

_STILL = 1e-12
"""Positions that differ by less are the same [rad or m]."""


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
    taken, or "".
    """

    def __init__(self, robot: Robot) -> None:
        self.robot = moving_robot(robot)
        self.model = Model(self.robot)
        self.problem = ""
        self.followers = frozenset(follower.joint for follower in self.model.followers)
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

    @property
    def leading(self) -> frozenset[str]:
        """The joints that a user moves; all others follow them."""
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
        lower = upper = None
        if slot.nq == 1 and self.robot.joints[slot.name].kind.has_range:
            lower, upper = float(self.model.lower[slot.q][0]), float(self.model.upper[slot.q][0])
            if not (isfinite(lower) and isfinite(upper)) or lower > upper:
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

    def follow(self, values: Values) -> bool:
        """Take the positions that were read from a scene; whether anything changed.

        What a user changed leads, and what the loops move follows. Where they do not close, the
        pose stays as it was and `problem` says why.
        """
        changed = self._changed(values)
        self._seen = dict(values)
        return bool(changed) and self._move(changed)

    def _changed(self, values: Values) -> dict[str, tuple[float, ...]]:
        found: dict[str, tuple[float, ...]] = {}
        for name, slot in self.model.joints.items():
            value = values.get(name)
            if value is None or len(value) != slot.nq or not all(map(isfinite, value)):
                continue
            # What was read before and is read again is no user's: it waits for our own value.
            if value == self._seen.get(name) or name in self.followers:
                continue
            if np.abs(self.q[slot.q] - value).max() > _STILL:
                found[name] = value
        if len(found) > 1:
            leading = {name: value for name, value in found.items() if name in self.leading}
            return leading or found
        return found

    def move(self, positions: Values) -> bool:
        """Move joints, with all others following; False where the loops do not close."""
        self._seen = {}
        return self._move(positions)

    def _move(self, positions: Values) -> bool:
        self.problem = ""
        if self.model.has_loops:
            try:
                self.q = self._closed(positions)
            except (LoopError, ValueError) as error:
                self.problem = str(error)
                return False
            return True
        q = self.q.copy()
        for name, value in positions.items():
            q[self.model.joints[name].q] = value
        self.q = obey(q, self.model.followers)
        return True

    def _closed(self, positions: Values) -> NDArray[np.float64]:
        try:
            return move(self.model, self.q, positions)
        except LoopError:
            return assemble(self.model, positions, self.q).q

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
        if not self.model.has_loops:
            return {}
        return self.model.loops.gaps(np.array(closure(self.model, self.q)[0]))
