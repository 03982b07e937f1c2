"""Read robots and make their files in the background: skeletons first, then all the rest."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from time import monotonic, time_ns
from typing import TYPE_CHECKING

from ..watch import Stamps, stamps
from .scene import Scene, ShownRobot

if TYPE_CHECKING:
    from ..diagnostics import Report
    from ..reading import Reading
    from ..robot import Robot
    from .messages import ServerMessage
    from .source import Source

Post = Callable[["ServerMessage"], None]
Job = Callable[[], None]

_BETWEEN_PROGRESS = 0.1
_CHANGED = (-1, -1)
# File systems tell the time in steps as long as this [ns].
_CLOCK = 10_000_000
# How long closing waits for a step that cannot be broken off.
_LAST_SECONDS = 1.0
log = logging.getLogger("fourbar.viewer")


class _ClosedError(Exception):
    """Ends all work: the view is closed."""


class _OvertakenError(Exception):
    """Ends a conversion that nobody waits for any more: a newer one, or another robot, is shown."""


@dataclass(eq=False)
class Attempt:
    """One reading of a robot, from its file to the last finding about it.

    `before` is the state of the files that were known when it began [ns].
    """

    shown: ShownRobot
    version: int
    source: Source
    before: Stamps
    report: Report
    reading: Reading | None = None
    began: int = field(default_factory=time_ns)
    robot: Robot | None = None
    is_partial: bool = False
    skeleton: bytes = b""


class Loader:
    """One thread that reads and converts, in the order asked for.

    Reading, converting and checking are jobs of their own: the skeletons of all robots come
    before the meshes of the first.

    Parameters
    ----------
    post
        Tells the pages.
    finished
        Called in the thread when all about a robot is known, with the files it was made from.
    after
        Called in the thread before its first job: returns when it may begin.
    """

    def __init__(
        self,
        scene: Scene,
        *,
        post: Post,
        finished: Callable[[ShownRobot, Stamps], None],
        after: Callable[[], None],
    ) -> None:
        self._scene = scene
        self._post = post
        self._finished = finished
        self._after = after
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._run, name="fourbar viewer loader", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def close(self) -> None:
        """Leave what waits, and what is at hand at its next step."""
        self._closed = True
        self._jobs.put(lambda: None)
        if self._thread.is_alive():
            self._thread.join(_LAST_SECONDS)

    def load(self, shown: ShownRobot) -> None:
        """Read a robot (again) and make its files."""
        shown.is_complete.clear()
        self._jobs.put(lambda: self._read(shown))

    # In the loader's thread

    def _run(self) -> None:
        self._after()
        while True:
            job = self._jobs.get()
            if self._closed:
                return
            try:
                job()
            except _ClosedError:
                return
            except _OvertakenError:
                continue
            except Exception as error:
                log.exception("the viewer failed")
                text = f"the viewer failed: {type(error).__name__}: {error}"
                self._post({"type": "notice", "severity": "error", "text": text})

    def _then(self, step: Callable[[Attempt], None], attempt: Attempt) -> None:
        """Go on with an attempt after what waits, unless it is overtaken by a newer one."""

        def job() -> None:
            if not self._is_overtaken(attempt):
                step(attempt)

        self._jobs.put(job)

    def _is_overtaken(self, attempt: Attempt) -> bool:
        """Whether the robot was taken away, or is to be read again."""
        shown = attempt.shown
        return (
            shown.version != attempt.version
            or shown.id not in self._scene.robots
            or shown.source is not attempt.source
        )

    def _read(self, shown: ShownRobot) -> None:
        from ..diagnostics import Report
        from ..formats import LoadError, connected
        from .convert import skeleton_glb

        if shown.id not in self._scene.robots:
            return
        shown.version += 1
        source = shown.source
        known = {*shown.files, *([] if source.path is None else [str(source.path)])}
        attempt = Attempt(shown, shown.version, source, stamps(known), Report())
        try:
            attempt.reading = source.read()
            attempt.robot, found = connected(attempt.reading)
            # A copy: what converting finds must not count as read when the reading is checked.
            attempt.report.extend(found)
            attempt.is_partial = not found.ok
            if attempt.robot is not None:
                attempt.skeleton = skeleton_glb(
                    attempt.robot, report=Report(), planar=source.planar
                )
        except LoadError as error:
            attempt.report.extend(error.report)
            attempt.robot = None
        except Exception as error:
            log.exception("'%s' could not be read", source.label)
            self._fail(attempt, f"{type(error).__name__}: {error}")
            return
        worse = shown.robot is not None and not shown.is_partial and not attempt.report.ok
        if attempt.robot is None or worse:
            self._fail(attempt)
            return
        if shown.robot is None:
            self._show(attempt)
        self._then(self._convert, attempt)

    def _convert(self, attempt: Attempt) -> None:
        from .convert import graph_svg, robot_glb

        shown, robot = attempt.shown, attempt.robot
        assert robot is not None
        assert attempt.reading is not None
        try:
            glb = robot_glb(
                robot,
                report=attempt.report,
                packages=attempt.source.packages,
                planar=attempt.source.planar,
                simplify=attempt.source.simplify,
                texture_size=attempt.source.texture_size,
                clouds=attempt.source.clouds,
                opened=attempt.reading.opened,
                progress=self._progress(attempt),
            )
        except (_ClosedError, _OvertakenError):
            raise
        except Exception as error:
            log.exception("'%s' could not be converted", attempt.source.label)
            self._fail(attempt, f"{type(error).__name__}: {error}")
            return
        finally:
            self._post({"type": "progress", "text": "", "fraction": None})
        self._show(attempt, glb)
        drawing = graph_svg(robot)
        if drawing is None:
            self._scene.drop(shown, "graph.svg")
        else:
            self._scene.put(shown, "graph.svg", drawing, version=attempt.version)
        self._tell(shown)
        self._then(self._check, attempt)

    def _check(self, attempt: Attempt) -> None:
        from .findings import finding_counts, finding_messages, joined

        shown, source = attempt.shown, attempt.source
        assert attempt.reading is not None
        try:
            report = joined(source.check(attempt.reading), attempt.report)
        except ValueError as error:  # settings that cannot be meant
            text = f"not checked: {error}"
            self._post({"type": "notice", "severity": "warning", "text": text})
        else:
            attempt.report = report
            if shown.robot is attempt.robot:
                shown.report = report
            shown.diagnostics = finding_messages(report, attempt.robot, folders=source.folders)
            shown.counts = finding_counts(report)
            self._tell(shown)
        finally:
            self._finish(attempt)

    # What the pages get to see

    def _show(self, attempt: Attempt, glb: bytes | None = None) -> None:
        """Make an attempt the robot that is shown: its skeleton at least."""
        from .arrange import place_beside
        from .findings import finding_counts, finding_messages, missing_parts
        from .pose import fitting

        shown, robot, report = attempt.shown, attempt.robot, attempt.report
        assert robot is not None
        folders = attempt.source.folders
        with self._scene.lock:
            if shown.position is None:
                shown.position = place_beside(self._scene, shown, robot)
            shown.robot, shown.report, shown.name = robot, report, robot.name
            if shown.pose.values is not None:
                shown.pose = shown.pose._replace(
                    values=fitting(shown.pose.values, robot, attempt.source.planar),
                    number=shown.pose.number + 1,
                )
            shown.failed = None
            shown.is_partial = attempt.is_partial
            whole = None if attempt.reading is None else attempt.reading.robot
            shown.missing = missing_parts(report, whole, robot)
            shown.diagnostics = finding_messages(report, robot, folders=folders)
            shown.counts = finding_counts(report)
            self._scene.put(shown, "skeleton.glb", attempt.skeleton, version=attempt.version)
            if glb is not None:
                self._scene.put(shown, "robot.glb", glb, version=attempt.version)
        self._is_read(attempt)
        self._tell(shown)

    def _fail(self, attempt: Attempt, reason: str | None = None) -> None:
        """Say why the newest version cannot be shown; the last good one stays."""
        from .findings import failure, finding_counts, finding_messages

        shown, report, folders = attempt.shown, attempt.report, attempt.source.folders
        with self._scene.lock:
            shown.failed = reason or failure(report, folders=folders)
            shown.diagnostics = finding_messages(report, attempt.robot, folders=folders)
            shown.counts = finding_counts(report)
            if shown.robot is None:
                shown.report = report
        self._is_read(attempt)
        self._tell(shown)
        if reason is None:
            self._then(self._check, attempt)
        else:
            self._finish(attempt)

    def _is_read(self, attempt: Attempt) -> None:
        """Let those go on who wait for the robot, unless another one has taken its place."""
        if attempt.source is attempt.shown.source:
            attempt.shown.is_read.set()

    def _finish(self, attempt: Attempt) -> None:
        shown = attempt.shown
        shown.is_complete.set()
        if attempt.source.watched:
            shown.files = self._files(attempt)
            self._finished(shown, shown.files)

    def _files(self, attempt: Attempt) -> Stamps:
        """The files read, as they were then; what may have changed since counts as changed."""
        files: set[str] = set()
        if attempt.reading is not None:
            files.update(map(str, attempt.reading.files))
        if attempt.robot is None:
            files |= attempt.before.keys()  # what led to the last good one
        now = stamps(files)
        for file, stamp in now.items():
            if file in attempt.before:
                now[file] = attempt.before[file]
            elif stamp is not None and stamp[0] >= attempt.began - _CLOCK:
                now[file] = _CHANGED
        return now

    def _tell(self, shown: ShownRobot) -> None:
        with self._scene.lock:  # nothing is said of a robot after its removal is
            if shown.id in self._scene.robots:
                record = shown.record(with_pose=shown.version <= 1)
                self._post({"type": "robot", "robot": record})

    def _progress(self, attempt: Attempt) -> Callable[[int, int], None]:
        robot = attempt.robot
        text = f"converting {(robot and robot.name) or attempt.shown.key}"
        last = monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal last
            if self._closed:
                raise _ClosedError
            if self._is_overtaken(attempt):
                raise _OvertakenError
            now = monotonic()
            if now - last >= _BETWEEN_PROGRESS and total:
                last = now
                self._post(
                    {
                        "type": "progress",
                        "text": text,
                        "fraction": done / total,
                    }
                )

        return progress
