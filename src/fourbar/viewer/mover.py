"""Where one robot of a view is, and what moves it: Python, pages, and motions that are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from .handle import RobotHandle
from .limits import MAX_PLAY
from .scene import ShownPose, ShownRobot, page_values

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..mechanics.arguments import Positions
    from ..mechanics.simulation import Motion
    from ..robot import Planar, Robot
    from .backstage import Backstage
    from .html import Exhibit
    from .messages import CoverageMessage, ForcesMessage, MotionRecord, PlayMessage, PoseMessage
    from .pose import Mechanism

_PLAYED_RATE = 120.0
"""Poses per second that are sent of a simulated motion."""


class RobotMover:
    """What is behind a `RobotHandle`; pages are answered with it."""

    def __init__(self, view: Backstage, shown: ShownRobot) -> None:
        self.view = view
        self.shown = shown
        self.handle = RobotHandle(self)
        self.callbacks: list[Callable[[RobotHandle], object]] = []
        self._mechanism_of: tuple[Robot, Mechanism] | None = None
        self._started = 0.0
        self._trajectories = 0
        self._settled_as: tuple[Mechanism, int, NDArray[Any]] | None = None
        self._motion: tuple[NDArray[Any], list[float], bool] | None = None
        self._leader: object = None
        self._measuring = Lock()
        self._coverage_of: CoverageMessage | None = None

    @property
    def id(self) -> str:
        """What the pages call it."""
        return self.shown.id

    @property
    def key(self) -> str:
        """What `view[key]` finds it by."""
        return self.shown.key

    @property
    def planar(self) -> Planar:
        """The coordinates of its planar joints."""
        return self.shown.source.planar

    @property
    def robot(self) -> Robot:
        """The robot that is shown; waits until it is read, raises LoadError if it cannot be."""
        self.shown.is_read.wait()
        robot = self.shown.robot
        if robot is None:
            from ..diagnostics import Report
            from ..formats import LoadError

            raise LoadError(self.shown.report or Report())
        return robot

    @property
    def q(self) -> NDArray[Any]:
        """The configuration (nq,) that the page shows, as `fourbar.Model` orders it."""
        played = self.played()
        return self._settled(self.shown.pose) if played is None else played

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
            mechanism = self.mechanism
            settled = mechanism.settle(ShownPose(pose, tuple(pose)))
            found = held_forces(mechanism.model, mechanism.closed(settled))
        except (FourbarError, ValueError) as error:
            return {**message, "note": f"forces of {self.key} cannot be computed: {error}"}
        return {**message, "forces": found.forces, "note": found.note}

    def coverage_message(self) -> CoverageMessage:
        """How collision shapes cover visuals; measured once for each version of the robot."""
        from .coverage import coverage_info

        with self._measuring:
            version, robot = self.shown.version, self.robot
            known = self._coverage_of
            if known is None or known["version"] != version:
                links = coverage_info(robot, self.shown.source.packages)
                known = self._coverage_of = {
                    "type": "coverage",
                    "robot": self.id,
                    "version": version,
                    "links": links,
                }
            return known

    def attach_trajectory(self, name: str, data: bytes) -> None:
        """Offer a trajectory file to the pages."""
        self.shown.trajectory = name
        self._trajectories += 1  # a new address for each: a page fetches an address once
        self.view.scene.put(self.shown, "trajectory", data, version=self._trajectories)
        self.view.post({"type": "robot", "robot": self.shown.record()})

    def exhibit(self) -> Exhibit:
        """The robot in its present pose, for a page without a server."""
        from .html import Exhibit

        values = self.shown.pose.values
        pose = None if values is None else dict(values)
        shown = self.shown
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
        with self.view.scene.lock:
            if not self.view.scene.move(self.shown, pose, moved=moved, after=after):
                return False
            if halt:
                self._halt()
            message: PoseMessage = {"type": "pose", "robot": self.id, "values": page_values(pose)}
            self.view.post(message, skip=skip)
            return True

    def play_rows(self, Q: ArrayLike, dt: float, *, loop: bool) -> None:
        """Play configurations (n, nq), one every `dt` [s]."""
        import numpy as np

        rows = np.array(Q, dtype=np.float64)
        nq = self.mechanism.model.nq
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

    def play_motion(self, motion: Motion, name: str, *, loop: bool) -> None:
        """Play a simulated motion, as many poses of it as pages can show."""
        from .forces import motion_record, spread

        model = self.mechanism.model
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
        poses = [self.mechanism.pose(row) for row in rows]
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
        with self.view.scene.lock:
            self._leader = None
            self._motion, self._started = (rows, times, bool(loop)), monotonic()
            self.shown.playing = message
            self.view.post(message)

    def closed_q(self) -> NDArray[Any]:
        """Where the robot is, loops closed as tightly as dynamics asks."""
        return self.mechanism.closed(self.q)

    def move(self, positions: Mapping[str, Positions]) -> None:
        """Move joints from where the robot is; once more where a page has moved it meanwhile."""
        mechanism = self.mechanism
        while True:
            pose = self.shown.pose
            played = self.played()
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
        with self.view.scene.lock:
            if play == "on" and client is not self._leader:
                return False
            self._leader = client if play is not None else None
            if self.shown.playing is not None:
                self.shown.playing = self._motion = None
            return self.take(pose, moved=tuple(pose), skip=client)

    def _settled(self, pose: ShownPose) -> NDArray[Any]:
        """The configuration of a pose, closed where a page left it open; kept until the next."""
        mechanism = self.mechanism
        known = self._settled_as
        if known is None or known[0] is not mechanism or known[1] != pose.number:
            known = mechanism, pose.number, mechanism.settle(pose)
            self._settled_as = known
        return known[2].copy()

    def _halt(self) -> None:
        self._leader = None
        if self.shown.playing is not None:
            self.shown.playing = self._motion = None
            self.view.post({"type": "stop", "robot": self.id})

    def played(self) -> NDArray[Any] | None:
        """The configuration that a motion has reached; None if none is played."""
        motion = self._motion
        if motion is None or self.shown.playing is None:
            return None
        from bisect import bisect_right

        rows, times, loop = motion
        passed = monotonic() - self._started
        if loop and times[-1] > 0.0:
            passed %= times[-1]
        return rows[bisect_right(times, passed) - 1]

    @property
    def mechanism(self) -> Mechanism:
        """The robot with its loops, made once for each version of it."""
        from .pose import Mechanism

        robot = self.robot
        known = self._mechanism_of
        if known is None or known[0] is not robot:
            known = self._mechanism_of = (robot, Mechanism(robot, self.planar))
        return known[1]
