"""One robot of a live view, as Python sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any

from .limits import MAX_PLAY
from .scene import ShownRobot, page_values

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..diagnostics import Report
    from ..mechanics.model import Positions
    from ..robot import Robot
    from .html import Exhibit
    from .live import View
    from .messages import PlayMessage, PoseMessage
    from .pose import Mechanism


# The pages close loops to 1e-6 [m or rad]; what is farther open, they left to us.
_CLOSED = 1e-5


class RobotHandle:
    """Moves one robot of a view, and knows where the page has it."""

    def __init__(self, view: View, shown: ShownRobot) -> None:
        self._view = view
        self._shown = shown
        self._mechanism_of: tuple[Robot, Mechanism] | None = None
        self._started = 0.0
        self._trajectories = 0
        self._moved: tuple[str, ...] = ()
        self._motion: tuple[NDArray[Any], float, bool] | None = None
        self._leader: object = None
        self.callbacks: list[Callable[[RobotHandle], object]] = []

    def __repr__(self) -> str:
        return f"<RobotHandle {self.key!r} of {self._view.url}>"

    @property
    def key(self) -> str:
        """What `view[key]` finds it by."""
        return self._shown.key

    @property
    def id(self) -> str:
        """What the pages call it."""
        return self._shown.id

    @property
    def robot(self) -> Robot:
        """The robot that is shown; waits until it is read, raises LoadError if it cannot be."""
        self._shown.is_read.wait()
        robot = self._shown.robot
        if robot is None:
            from ..diagnostics import Report
            from ..formats import LoadError

            raise LoadError(self._shown.report or Report())
        return robot

    @property
    def report(self) -> Report | None:
        """The findings about it, as far as they are known."""
        return self._shown.report

    def ready(self, timeout: float | None = None) -> bool:
        """Wait until everything about the robot is made and checked; False after `timeout` [s]."""
        return self._shown.is_complete.wait(timeout)

    # Where it is

    @property
    def q(self) -> NDArray[Any]:
        """The configuration (nq,) that the page shows, as `fourbar.Model` orders it."""
        played = self._played()
        return self._settled() if played is None else played

    @property
    def values(self) -> dict[str, float | tuple[float, ...]]:
        """The positions [rad or m] of all moving joints by name: a number where there is one."""
        q, model = self.q, self._mechanism.model
        found: dict[str, float | tuple[float, ...]] = {}
        for name, slot in model.joints.items():
            entries = tuple(float(x) for x in q[slot.q])
            found[name] = entries[0] if len(entries) == 1 else entries
        return found

    def set(self, positions: Mapping[str, Positions] | ArrayLike) -> None:
        """Move joints: positions [rad or m] by name, or a whole configuration (nq,).

        The others follow where loops, couplings and mimics make them, and stay where they are
        otherwise. Raises UnknownNameError, ValueError or LoopError; the robot then stays.
        """
        import numpy as np

        mechanism = self._mechanism
        if isinstance(positions, Mapping):
            q = mechanism.moved(self.q, positions)  # pyright: ignore[reportUnknownArgumentType]
        else:
            q = np.asarray(positions, dtype=np.float64)
            if q.shape != (mechanism.model.nq,) or not np.isfinite(q).all():
                order = ", ".join(mechanism.model.joint_names)
                raise ValueError(
                    f"q has shape {q.shape}, expected ({mechanism.model.nq},) finite numbers: "
                    f"{order}; or give positions by joint"
                )
        self._halt()
        self.take(mechanism.pose(q))

    def configuration(self, name: str) -> None:
        """Take a named configuration of the description (an SRDF group state), loops closed."""
        mechanism = self._mechanism
        self._halt()
        self.take(mechanism.pose(mechanism.closed(mechanism.model.configuration(name))))

    def reset(self) -> None:
        """Back to the pose that the robot's file shows."""
        self._halt()
        self.take(dict(self._mechanism.rest))

    # Motions

    def play(self, Q: ArrayLike, dt: float, *, loop: bool = False) -> None:
        """Play configurations (n, nq), one every `dt` [s]; the pages interpolate.

        Returns at once; `stop` ends it.
        """
        import numpy as np

        mechanism = self._mechanism
        rows = np.array(Q, dtype=np.float64)
        nq = mechanism.model.nq
        if rows.ndim != 2 or rows.shape[1] != nq or not len(rows):
            raise ValueError(f"Q has shape {rows.shape}, expected (n, {nq}) with n above 0")
        if not np.isfinite(rows).all():
            raise ValueError("Q holds numbers that are not finite")
        if not (np.isfinite(dt) and dt > 0):
            raise ValueError(f"dt is {dt!r}, expected a number of seconds above 0")
        if rows.size > MAX_PLAY:
            raise ValueError(f"Q has {rows.size:,} numbers, at most {MAX_PLAY:,} are played")
        poses = [mechanism.pose(row) for row in rows]
        message: PlayMessage = {
            "type": "play",
            "robot": self.id,
            "joints": list(poses[0]),
            "times": [number * float(dt) for number in range(len(rows))],
            "values": [[x for values in pose.values() for x in values] for pose in poses],
            "loop": bool(loop),
        }
        self._leader = None
        self._motion, self._started = (rows, float(dt), bool(loop)), monotonic()
        self._shown.playing = message
        self._view.post(message)

    def stop(self) -> None:
        """End what is played, here or by a page, where it is now."""
        played = self._played()
        if played is None:
            self._view.post({"type": "stop", "robot": self.id})
            return
        self._halt()
        self.take(self._mechanism.pose(played))

    # Callbacks and the scene

    def on_change(
        self, callback: Callable[[RobotHandle], object]
    ) -> Callable[[RobotHandle], object]:
        """Call a function with this handle whenever a page moves the robot, or plays a motion.

        It runs in a thread of its own; while it runs, further moves are taken together. What it
        raises is logged and shown on the page. Usable as a decorator.
        """
        self.callbacks.append(callback)
        return callback

    def update(self, robot: Any, **options: Any) -> None:
        """Show another version of the robot; pose and camera are kept."""
        self._view.replace(self._shown, robot, **options)

    def remove(self) -> None:
        """Take the robot out of the scene."""
        self._view.remove(self.key)

    def attach_trajectory(self, name: str, data: bytes) -> None:
        """Offer a trajectory file (CSV, JSON or NPZ, told by its name) to the pages."""
        self._shown.trajectory = name
        self._trajectories += 1  # a new address for each: a page fetches an address once
        self._view.scene.put(self._shown, "trajectory", data, version=self._trajectories)
        record = self._shown.record()
        self._view.post({"type": "robot", "robot": record})

    # Inside

    @property
    def shown_robot(self) -> Robot | None:
        """The robot that is shown, if one is by now."""
        return self._shown.robot

    def exhibit(self) -> Exhibit:
        """The robot as it stands, for a page without a server."""
        from .html import Exhibit

        return Exhibit(self._shown.source, self.robot, self._shown.pose, self._shown.place)

    def take(self, pose: dict[str, list[float]], *, skip: Any = None) -> None:
        """Store a pose and tell the pages."""
        self._shown.pose = {**(self._shown.pose or {}), **pose}
        message: PoseMessage = {"type": "pose", "robot": self.id, "values": page_values(pose)}
        self._view.post(message, skip=skip)

    def moved_by_page(
        self, pose: dict[str, list[float]], client: object, *, play: object = None
    ) -> bool:
        """A page has moved joints: pass it on to the others; False where it comes too late.

        `play` says whether a motion of the page began there ("start") or goes on ("on"). The last
        page to begin one leads, until somebody moves the robot: what it sends after that was on
        its way.
        """
        if play == "on" and client is not self._leader:
            return False
        self._leader = client if play is not None else None
        if self._shown.playing is not None:
            self._shown.playing = self._motion = None
        self._moved = tuple(pose)
        self.take(pose, skip=client)
        return True

    def _settled(self) -> NDArray[Any]:
        """The configuration of the pose; what a page left open is closed."""
        from ..mechanics.loops import LoopError

        mechanism = self._mechanism
        q = mechanism.q(self._shown.pose)
        if mechanism.gap(q) <= _CLOSED:
            return q
        model = mechanism.model
        held = {
            name: q[model.joint(name).q].tolist() for name in self._moved if name in model.joints
        }
        try:
            q = mechanism.moved(q, held)
        except (LoopError, ValueError):
            return q
        self._shown.pose = mechanism.pose(q)
        return q

    def _halt(self) -> None:
        self._leader = None
        if self._shown.playing is not None:
            self._shown.playing = self._motion = None
            self._view.post({"type": "stop", "robot": self.id})

    def _played(self) -> NDArray[Any] | None:
        """The configuration that a motion has reached; None if none is played."""
        if self._motion is None or self._shown.playing is None:
            return None
        rows, dt, loop = self._motion
        number = int((monotonic() - self._started) / dt)
        return rows[number % len(rows) if loop else min(number, len(rows) - 1)]

    @property
    def _mechanism(self) -> Mechanism:
        from .pose import Mechanism

        robot = self.robot
        known = self._mechanism_of
        if known is None or known[0] is not robot:
            known = self._mechanism_of = (robot, Mechanism(robot))
        return known[1]
