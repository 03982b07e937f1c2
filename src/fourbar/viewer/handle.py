"""One robot of a live view, as Python sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from .limits import MAX_PLAY
from .scene import ShownPose, ShownRobot, page_values

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..diagnostics import Report
    from ..mechanics.arguments import Positions
    from ..mechanics.simulation import Motion
    from ..robot import Planar, Robot
    from .backstage import Backstage
    from .html import Exhibit
    from .marks import Target, TargetCallback
    from .messages import CoverageMessage, ForcesMessage, MotionRecord, PlayMessage, PoseMessage
    from .pose import Mechanism

_PLAYED_RATE = 120.0
"""Poses per second that are sent of a simulated motion."""


class RobotHandle:
    """Moves one robot of a view, and knows where the page has it."""

    def __init__(self, view: Backstage, shown: ShownRobot) -> None:
        self._view = view
        self._shown = shown
        self._mechanism_of: tuple[Robot, Mechanism] | None = None
        self._started = 0.0
        self._trajectories = 0
        self._settled_as: tuple[Mechanism, int, NDArray[Any]] | None = None
        self._motion: tuple[NDArray[Any], list[float], bool] | None = None
        self._leader: object = None
        self._measuring = Lock()
        self._coverage_of: CoverageMessage | None = None
        self.callbacks: list[Callable[[RobotHandle], object]] = []

    def __repr__(self) -> str:
        return f"<RobotHandle {self.key!r} of {self._view.guard.url}>"

    @property
    def key(self) -> str:
        """What `view[key]` finds it by."""
        return self._shown.key

    @property
    def planar(self) -> Planar:
        """The coordinates of its planar joints."""
        return self._shown.source.planar

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
        return self._settled(self._shown.pose) if played is None else played

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
            self._move(positions)  # pyright: ignore[reportUnknownArgumentType]
        else:
            q = np.asarray(positions, dtype=np.float64)
            if q.shape != (mechanism.model.nq,) or not np.isfinite(q).all():
                order = ", ".join(mechanism.model.joint_names)
                raise ValueError(
                    f"q has shape {q.shape}, expected ({mechanism.model.nq},) finite numbers: "
                    f"{order}; or use a dict of positions by joint"
                )
            self.take(mechanism.pose(q), halt=True)

    def configuration(self, name: str) -> None:
        """Take a named configuration of the description (an SRDF group state), loops closed."""
        mechanism = self._mechanism
        self.take(mechanism.pose(mechanism.model.configuration(name)), halt=True)

    def reset(self) -> None:
        """Back to the pose that the robot's file shows."""
        self.take(dict(self._mechanism.rest), halt=True)

    # Motions

    def play(self, Q: ArrayLike | Motion, dt: float | None = None, *, loop: bool = False) -> None:
        """Play configurations (n, nq), one every `dt` [s]; the pages interpolate.

        A motion of `simulate` has its own times, and pages show its energies, how far its loops
        are open and its forces. Returns at once; `stop` ends it.
        """
        from ..mechanics.simulation import Motion

        if isinstance(Q, Motion):
            if dt is not None:
                raise ValueError("a motion has its own times; leave out dt")
            self._play_motion(Q, "Simulation", loop=loop)
        elif dt is None:
            raise ValueError("give dt, the seconds between two configurations")
        else:
            self._play_rows(Q, dt, loop=loop)

    def drop(self, *, duration: float = 4.0) -> Motion:
        """Let go of the robot where it is, without efforts of drives, and play what happens.

        Loops stay closed, joints stop at their limits, friction and damping count. Returns the
        motion. Raises what `simulate` does: LoopError where the pose is open, ModelError where a
        joint moves no mass, ValueError where a joint is beyond its limits.
        """
        from ..mechanics.simulation import simulate

        mechanism = self._mechanism
        motion = simulate(mechanism.model, self._closed_q(), duration=duration, every=4)
        self._play_motion(motion, "Drop", loop=False)
        return motion

    def stop(self) -> None:
        """End what is played, here or by a page, where it is now."""
        played = self._played()
        if played is None:
            self._view.post({"type": "stop", "robot": self.id})
            return
        self.take(self._mechanism.pose(played), halt=True)

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
        from .source import source_of

        self._view.replace(self._shown, source_of(robot, self._view.watch, options))

    def remove(self) -> None:
        """Take the robot out of the scene."""
        self._view.remove(self.id)

    def attach_trajectory(self, name: str, data: bytes) -> None:
        """Offer a trajectory file (CSV, JSON or NPZ, by its suffix) to the pages."""
        self._shown.trajectory = name
        self._trajectories += 1  # a new address for each: a page fetches an address once
        self._view.scene.put(self._shown, "trajectory", data, version=self._trajectories)
        record = self._shown.record()
        self._view.post({"type": "robot", "robot": record})

    def target(
        self,
        link: str,
        callback: TargetCallback | None = None,
        *,
        at: Sequence[float] = (0.0, 0.0, 0.0),
    ) -> Target:
        """A handle on a link, at a point in its axes [m]: pages pull the link by it.

        The robot follows in the page, loops closed, within its limits. `callback` is called with
        the target, which has the `position` that was asked for, in a thread of its own.
        """
        return self._view.marks.add_target(self, link, at, callback)

    # Inside

    def forces_message(self, pose: dict[str, list[float]]) -> ForcesMessage:
        """What joints transmit while drives hold a pose that a page has sent."""
        from ..error import FourbarError
        from .forces import held_forces

        message: ForcesMessage = {
            "type": "forces",
            "robot": self.id,
            "forces": None,
            "note": None,
        }
        try:
            mechanism = self._mechanism
            settled = mechanism.settle(ShownPose(pose, tuple(pose)))
            found = held_forces(mechanism.model, mechanism.closed(settled))
        except (FourbarError, ValueError) as error:
            return {**message, "note": f"forces of {self.key} cannot be computed: {error}"}
        return {**message, "forces": found.forces, "note": found.note}

    def coverage_message(self) -> CoverageMessage:
        """How collision shapes cover visuals; measured once for each version of the robot."""
        from .coverage import coverage_info

        with self._measuring:
            version, robot = self._shown.version, self.robot
            known = self._coverage_of
            if known is None or known["version"] != version:
                links = coverage_info(robot, self._shown.source.packages)
                known = self._coverage_of = {
                    "type": "coverage",
                    "robot": self.id,
                    "version": version,
                    "links": links,
                }
            return known

    @property
    def shown_robot(self) -> Robot | None:
        """The robot that is shown, if one is by now."""
        return self._shown.robot

    def exhibit(self) -> Exhibit:
        """The robot in its present pose, for a page without a server."""
        from .html import Exhibit

        values = self._shown.pose.values
        pose = None if values is None else dict(values)
        shown = self._shown
        return Exhibit(shown.source, self.robot, pose, shown.place, shown.is_placed)

    def take(
        self,
        pose: dict[str, list[float]],
        *,
        moved: tuple[str, ...] = (),
        skip: Any = None,
        halt: bool = False,
        after: int | None = None,
    ) -> bool:
        """Store a pose and send it to the pages: the only place that writes it.

        With `halt`, a motion that is played ends. With `after`, nothing happens, and False is
        returned, if the robot has been moved since that count.
        """
        with self._view.scene.lock:
            if not self._view.scene.move(self._shown, pose, moved=moved, after=after):
                return False
            if halt:
                self._halt()
            message: PoseMessage = {"type": "pose", "robot": self.id, "values": page_values(pose)}
            self._view.post(message, skip=skip)
            return True

    def _play_rows(self, Q: ArrayLike, dt: float, *, loop: bool) -> None:
        import numpy as np

        rows = np.array(Q, dtype=np.float64)
        nq = self._mechanism.model.nq
        if rows.ndim != 2 or rows.shape[1] != nq or not len(rows):
            raise ValueError(f"Q has shape {rows.shape}, expected (n, {nq}) with n > 0")
        if not np.isfinite(rows).all():
            raise ValueError("Q contains values that are not finite")
        if not (np.isfinite(dt) and dt > 0):
            raise ValueError(f"dt must be a positive number of seconds, got {dt!r}")
        if rows.size > MAX_PLAY:
            raise ValueError(f"Q has {rows.size:,} numbers; at most {MAX_PLAY:,} can be played")
        times = [number * float(dt) for number in range(len(rows))]
        self._send_motion(rows, times, loop=loop, record=None)

    def _play_motion(self, motion: Motion, name: str, *, loop: bool) -> None:
        from .forces import motion_record, spread

        model = self._mechanism.model
        if motion.q.ndim != 2:
            raise ValueError("the motion is a batch; choose one of it with row(k)")
        if motion.model.joint_names != model.joint_names or motion.q.shape[1] != model.nq:
            raise ValueError(f"the motion is of {motion.model.name!r}, not of {model.name!r}")
        span = float(motion.t[-1] - motion.t[0])
        most = min(round(span * _PLAYED_RATE), MAX_PLAY // max(model.nq, 1))
        chosen = spread(len(motion.t), max(2, most))
        times = (motion.t[chosen] - motion.t[0]).tolist()
        record = motion_record(motion, name)
        self._send_motion(motion.q[chosen], times, loop=loop, record=record)

    def _send_motion(
        self, rows: NDArray[Any], times: list[float], *, loop: bool, record: MotionRecord | None
    ) -> None:
        poses = [self._mechanism.pose(row) for row in rows]
        message: PlayMessage = {
            "type": "play",
            "robot": self.id,
            "joints": list(poses[0]),
            "times": times,
            "values": [[x for values in pose.values() for x in values] for pose in poses],
            "loop": bool(loop),
        }
        if record is not None:
            message["record"] = record
        with self._view.scene.lock:
            self._leader = None
            self._motion, self._started = (rows, times, bool(loop)), monotonic()
            self._shown.playing = message
            self._view.post(message)

    def _closed_q(self) -> NDArray[Any]:
        """Where the robot is, loops closed as tightly as dynamics asks."""
        return self._mechanism.closed(self.q)

    def _move(self, positions: Mapping[str, Positions]) -> None:
        """Move joints from where the robot is; once more where a page has moved it meanwhile."""
        mechanism = self._mechanism
        while True:
            pose = self._shown.pose
            played = self._played()
            start = self._settled(pose) if played is None else played
            q = mechanism.moved(start, positions)
            if self.take(mechanism.pose(q), halt=True, after=pose.number):
                return

    def moved_by_page(
        self, pose: dict[str, list[float]], client: object, *, play: object = None
    ) -> bool:
        """A page has moved joints: pass it on to the others; False where it comes too late.

        `play` says whether a motion of the page began there ("start") or goes on ("on"). The last
        page to begin one leads, until somebody moves the robot: what it sends after that was on
        its way.
        """
        with self._view.scene.lock:
            if play == "on" and client is not self._leader:
                return False
            self._leader = client if play is not None else None
            if self._shown.playing is not None:
                self._shown.playing = self._motion = None
            return self.take(pose, moved=tuple(pose), skip=client)

    def _settled(self, pose: ShownPose) -> NDArray[Any]:
        """The configuration of a pose, closed where a page left it open; kept until the next."""
        mechanism = self._mechanism
        known = self._settled_as
        if known is None or known[0] is not mechanism or known[1] != pose.number:
            known = mechanism, pose.number, mechanism.settle(pose)
            self._settled_as = known
        return known[2].copy()

    def _halt(self) -> None:
        self._leader = None
        if self._shown.playing is not None:
            self._shown.playing = self._motion = None
            self._view.post({"type": "stop", "robot": self.id})

    def _played(self) -> NDArray[Any] | None:
        """The configuration that a motion has reached; None if none is played."""
        motion = self._motion
        if motion is None or self._shown.playing is None:
            return None
        from bisect import bisect_right

        rows, times, loop = motion
        passed = monotonic() - self._started
        if loop and times[-1] > 0.0:
            passed %= times[-1]
        return rows[bisect_right(times, passed) - 1]

    @property
    def _mechanism(self) -> Mechanism:
        from .pose import Mechanism

        robot = self.robot
        known = self._mechanism_of
        if known is None or known[0] is not robot:
            known = self._mechanism_of = (robot, Mechanism(robot, self.planar))
        return known[1]
