"""`fourbar.view`: a robot in the browser that Python can move."""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import Event
from typing import TYPE_CHECKING, Any, cast

from ..robot import Robot, UnknownNameError
from ..robot.values import kind_of_value
from ..watch import INTERVAL, Stamps
from .answer_pages import PageAnswers
from .ask_pages import Camera, PageQuestions, picture_of
from .browser import in_notebook, open_browser
from .guard import Guard
from .handle import RobotHandle
from .listen import LOOPBACK, listen
from .load import Loader
from .page import check_page
from .scene import Scene, ShownRobot
from .server import Server
from .source import Source, as_source

if TYPE_CHECKING:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from numpy.typing import ArrayLike, NDArray

    from ..mechanics.arguments import Positions
    from ..mechanics.simulation import Motion
    from .messages import AskMessage, ReplyMessage, ServerMessage, SeverityName
    from .reload import Watcher

_PATIENCE = 10.0
"""How long a page may take to answer [s]."""

Shown = Robot | str | os.PathLike[str] | bytes | Source


class View:
    """A scene with one robot or several, shown by a server on this machine.

    With one robot, the view itself moves it (`set`, `q`, `play`, ...); with several, `view[name]`
    does. Use it as a context manager, or call `close`.

    Parameters
    ----------
    port
        0 takes a free one.
    host
        Addresses other than the loopback let other machines connect.
    watch, interval
        Read files again when they change; looked for every `interval` [s].
    xacro_uploads
        Whether xacro files that pages send are expanded. Their expressions reach nothing and are
        bounded, but a xacro file may include other files of this machine.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        host: str = LOOPBACK,
        watch: bool = True,
        interval: float = INTERVAL,
        xacro_uploads: bool = False,
    ) -> None:
        check_page()
        self.takes_xacro = xacro_uploads
        listening = listen(host, port)
        self._guard = Guard(host, listening.getsockname()[1])
        self.scene = Scene(is_local=self._guard.is_local)
        self._handles: dict[str, RobotHandle] = {}
        self._watch = watch
        self._interval = interval
        self._ended = Event()
        self._temporary: TemporaryDirectory[str] | None = None
        self._answers = PageAnswers(self)
        self._server = Server(
            self.scene,
            self._guard,
            listening=listening,
            greet=self._answers.greet,
            receive=self._answers.receive,
        )
        # The page takes longer to start than the robot to be read: its server goes first.
        self._loader = Loader(
            self.scene,
            post=self._server.post,
            finished=self._finished,
            after=self._server.wait,
        )
        self._watcher: Watcher | None = None
        self._questions = PageQuestions(self._server.post, lambda: self._server.pages)
        self._server.start()
        self._loader.start()
        atexit.register(self.close)

    # Robots

    def add(
        self,
        robot: Shown,
        *,
        position: Sequence[float] | None = None,
        name: str | None = None,
        **options: Any,
    ) -> RobotHandle:
        """One more robot in the scene, at `position` [m] or beside those that are there.

        `name` is what `view[name]` finds it by: the robot's own name or the file's by default,
        with a number if it is taken. Options are those of `fourbar.read`, and `planar`.
        """
        place = None if position is None else _place(position)
        source = _source(robot, self._watch, options)
        shown = self.scene.add(source, key=name or source.key, position=place)
        handle = self._handles[shown.id] = RobotHandle(self, shown)
        self.post(self.scene.message())
        self._loader.load(shown)
        return handle

    def remove(self, name: str) -> None:
        """Take a robot out of the scene."""
        handle = self[name]
        self._forget(handle.id)
        self.post(self.scene.message())

    def clear(self) -> None:
        """Take all robots out of the scene."""
        for id in list(self._handles):
            self._forget(id)

    def replace(self, shown: ShownRobot, robot: Shown, **options: Any) -> None:
        """Show another robot in the place of one; pose and camera are kept."""
        shown.source = _source(robot, self._watch, options)
        shown.is_read.clear()
        self._loader.load(shown)

    def __getitem__(self, name: str) -> RobotHandle:
        for handle in self._handles.values():
            if handle.key == name:
                return handle
        raise UnknownNameError("robot", name, [h.key for h in self._handles.values()])

    def __iter__(self) -> Iterator[RobotHandle]:
        return iter(list(self._handles.values()))

    def __len__(self) -> int:
        return len(self._handles)

    # The one robot

    @property
    def robot(self) -> Robot:
        """The robot that is shown; waits until it is read, raises LoadError if it cannot be."""
        return self._one.robot

    @property
    def q(self) -> NDArray[Any]:
        """The configuration (nq,) that the page shows, as `fourbar.Model` orders it."""
        return self._one.q

    @property
    def values(self) -> dict[str, float | tuple[float, ...]]:
        """The positions [rad or m] of all moving joints by name."""
        return self._one.values

    def set(self, positions: Mapping[str, Positions] | ArrayLike) -> None:
        """Move joints: positions [rad or m] by name, or a whole configuration (nq,).

        Loops, couplings and mimics are solved for. A name that no joint has raises
        UnknownNameError with the closest one, loops that do not close raise LoopError.
        """
        self._one.set(positions)

    def configuration(self, name: str) -> None:
        """Take a named configuration of the description (an SRDF group state)."""
        self._one.configuration(name)

    def reset(self) -> None:
        """Back to the pose that the robot's file shows."""
        self._one.reset()

    def play(self, Q: ArrayLike | Motion, dt: float | None = None, *, loop: bool = False) -> None:
        """Play configurations (n, nq), one every `dt` [s], or a motion; returns at once."""
        self._one.play(Q, dt, loop=loop)

    def drop(self, *, duration: float = 4.0) -> Motion:
        """Let go of the robot where it is, play what happens, and return it."""
        return self._one.drop(duration=duration)

    def stop(self) -> None:
        """End what is played, here or by a page, where it is now."""
        for handle in self:
            handle.stop()

    def update(self, robot: Shown, **options: Any) -> None:
        """Show another version of the robot; pose and camera are kept."""
        self._one.update(robot, **options)

    def on_change(
        self, callback: Callable[[RobotHandle], object]
    ) -> Callable[[RobotHandle], object]:
        """Call a function with the handle of a robot whenever a page moves it, or plays a motion.

        It runs in a thread of its own; while it runs, further moves are taken together. What it
        raises is logged and shown on the page. Usable as a decorator.
        """
        self._answers.callbacks.append(callback)
        return callback

    # The page

    @property
    def url(self) -> str:
        """Where the page is; the token in it is what lets in."""
        return self._guard.url

    @property
    def url_from_elsewhere(self) -> str | None:
        """The address for other machines; None where only this one can connect."""
        return self._guard.url_from_elsewhere

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect."""
        return self._guard.is_local

    @property
    def pages(self) -> int:
        """How many pages look on."""
        return self._server.pages

    def open(self, *, failed: Callable[[], None] | None = None) -> None:
        """Open the page in a browser; `failed` is called where there is none."""
        open_browser(self.url, failed=failed)

    @property
    def camera(self) -> Camera:
        """From where the page looks; set it to look from elsewhere. Raises NoPageError."""
        info = self._questions.ask({"type": "ask", "id": 0}, _PATIENCE)["camera"]
        assert info is not None
        target, distance = info["target"], info["distance"]
        # JSON writes whole numbers without a point.
        return Camera(
            float(info["azimuth"]),
            float(info["elevation"]),
            None if distance is None else float(distance),
            None if target is None else _place(target),
        )

    @camera.setter
    def camera(self, camera: Camera) -> None:
        info = Camera(*camera)
        message: AskMessage = {
            "type": "ask",
            "id": 0,
            "camera": {
                "azimuth": float(info.azimuth),
                "elevation": float(info.elevation),
                "distance": None if info.distance is None else float(info.distance),
                "target": None if info.target is None else _place(info.target),
            },
        }
        self._questions.ask(message, _PATIENCE)

    @property
    def layers(self) -> frozenset[str]:
        """The layers that the page shows; set them to show these and no others.

        An unknown name raises ValueError with those that there are. Raises NoPageError.
        """
        return frozenset(self._questions.ask({"type": "ask", "id": 0}, _PATIENCE)["layers"])

    @layers.setter
    def layers(self, names: Iterable[str]) -> None:
        self._questions.ask({"type": "ask", "id": 0, "layers": sorted(set(names))}, _PATIENCE)

    def screenshot(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        width: int | None = None,
        height: int | None = None,
        transparent: bool = False,
        timeout: float = 30.0,
    ) -> bytes:
        """A PNG of what the page shows, written to `path` if it is given.

        The size [pixels] is the page's by default; with one side, the other is in proportion.
        Raises NoPageError where no page answers within `timeout` [s].
        """
        from ..files import write_atomic

        message: AskMessage = {"type": "ask", "id": 0, "picture": True, "transparent": transparent}
        for name, side in (("width", width), ("height", height)):
            if side is not None:
                if side < 1:
                    raise ValueError(f"{name} must be positive, got {side}")
                message[name] = int(side)
        data = picture_of(self._questions.ask(message, timeout))
        if path is not None:
            write_atomic(path, data)
        return data

    def html(self, **options: Any) -> str:
        """The scene as it is now as one HTML text that needs no server.

        The options are those of `fourbar.gltf.convert`.
        """
        from .html import scene_html

        return scene_html([handle.exhibit() for handle in self], **options)

    def _repr_html_(self) -> str:
        from .html import frame

        return frame(self.url)

    def __repr__(self) -> str:
        names = ", ".join(handle.key for handle in self)
        return f"<View of {names or 'nothing'} at {self.url}>"

    # Life

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the view is closed, or for `timeout` [s]; Ctrl-C closes it.

        Returns whether it is closed.
        """
        try:
            return self._ended.wait(timeout)
        except KeyboardInterrupt:
            self.close()
            return True

    def close(self) -> None:
        """End the server; pages keep what they show."""
        if self._ended.is_set():
            return
        self._ended.set()
        atexit.unregister(self.close)
        if self._watcher is not None:
            self._watcher.close()
        self._server.close()
        self._loader.close()
        self._answers.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def __enter__(self) -> View:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Inside

    def post(self, message: ServerMessage, *, skip: Any = None) -> None:
        """Tell all pages but one."""
        self._server.post(message, skip=skip)

    def notice(self, severity: SeverityName, text: str) -> None:
        """Show a text on the pages."""
        self.post({"type": "notice", "severity": severity, "text": text})

    def new_folder(self) -> Path:
        """A new folder for an upload; it is deleted when the view is closed."""
        import tempfile
        from pathlib import Path

        if self._temporary is None:
            self._temporary = tempfile.TemporaryDirectory(prefix="fourbar-")
        return Path(tempfile.mkdtemp(dir=self._temporary.name))

    def take_reply(self, reply: ReplyMessage) -> None:
        """A page answers a question."""
        self._questions.take(reply)

    def handle(self, id: str) -> RobotHandle | None:
        """The robot that the pages call so."""
        return self._handles.get(id)

    def _finished(self, shown: ShownRobot, files: Stamps) -> None:
        """Look after the files of a robot that has been read, unless it is gone by now."""
        if shown.id not in self.scene.robots:
            return
        if self._watcher is None:
            from .reload import Watcher

            self._watcher = Watcher(self._loader.load, interval=self._interval)
        self._watcher.watch(shown, files)

    def _forget(self, id: str) -> None:
        self.scene.remove(id)
        self._handles.pop(id, None)
        if self._watcher is not None:
            self._watcher.forget(id)

    @property
    def _one(self) -> RobotHandle:
        if len(self._handles) == 1:
            return next(iter(self._handles.values()))
        names = ", ".join(repr(handle.key) for handle in self)
        raise ValueError(
            f"the view has {len(self)} robots ({names}); choose one with view[name]"
            if self._handles
            else "the view has no robots; use view.add(robot)"
        )


def view(
    robots: Shown | Iterable[Shown] = (),
    *,
    open: bool | None = None,
    port: int = 0,
    host: str = LOOPBACK,
    watch: bool = True,
    xacro_uploads: bool = False,
    **options: Any,
) -> View:
    """Show a robot (or several) in the browser; returns at once, with the handle that moves it.

    Parameters
    ----------
    robots
        A Robot, a file, `gallery:NAME` or `robot:NAME`, or a list of them. Without any, the
        page offers the gallery and takes files that are dropped on it.
    open
        Whether to open a browser; by default, unless in a notebook, which shows the page itself.
    port, host, watch, xacro_uploads
        As for `View`.
    **options
        How to read files, as for `fourbar.read`: `packages`, `arguments`, `srdf`, ...; and
        `planar`, as for `fourbar.Model`.
    """
    single = isinstance(robots, Robot | str | os.PathLike | bytes | Source)
    if not single and not isinstance(cast("object", robots), Iterable):
        raise TypeError(
            f"expected a Robot, a file, 'gallery:NAME', 'robot:NAME', bytes or a list of them, "
            f"got {kind_of_value(robots)}"
        )
    several: list[Shown] = [robots] if single else list(robots)  # pyright: ignore[reportAssignmentType, reportArgumentType]
    sources = [_source(robot, watch, options) for robot in several]
    made = View(port=port, host=host, watch=watch, xacro_uploads=xacro_uploads)
    try:
        if open or (open is None and not in_notebook()):
            made.open()
        for source in sources:
            made.add(source)
    except BaseException:
        made.close()
        raise
    return made


def _source(robot: Shown, watch: bool, options: Mapping[str, Any]) -> Source:
    return robot if isinstance(robot, Source) else as_source(robot, watch=watch, **options)


def _place(position: Sequence[float]) -> tuple[float, float, float]:
    from math import isfinite

    numbers = tuple(float(c) for c in position)
    if len(numbers) != 3 or not all(map(isfinite, numbers)):
        raise ValueError(f"position must be three finite numbers [m], got {position!r}")
    return numbers
