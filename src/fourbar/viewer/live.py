"""`fourbar.view`: a robot in the browser that Python can move."""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..robot import Robot, UnknownNameError
from ..watch import INTERVAL
from .arrange import place_of
from .ask_pages import Camera, camera_info, camera_of, picture_of
from .backstage import Backstage
from .browser import in_notebook, open_browser
from .handle import RobotHandle
from .listen import LOOPBACK
from .marks import Mark, MarkKind, Target, TargetCallback
from .page import check_page
from .source import Source, source_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..mechanics.arguments import Positions
    from ..mechanics.simulation import Motion
    from .messages import AskMessage, ReplyMessage, SeverityName

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
        self._backstage = Backstage(
            port=port, host=host, watch=watch, interval=interval, xacro_uploads=xacro_uploads
        )
        self._shown_widget: Any = None
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
        with a number if it is taken. Options are those of `view`.
        """
        place = None if position is None else place_of(position)
        source = source_of(robot, self._backstage.watch, options)
        return self._backstage.add(source, name=name, position=place).handle

    def remove(self, name: str) -> None:
        """Take a robot out of the scene."""
        self[name].remove()

    def __getitem__(self, name: str) -> RobotHandle:
        for handle in self:
            if handle.key == name:
                return handle
        raise UnknownNameError("robot", name, [handle.key for handle in self])

    def __iter__(self) -> Iterator[RobotHandle]:
        return iter([mover.handle for mover in self._backstage.movers.values()])

    def __len__(self) -> int:
        return len(self._backstage.movers)

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
        self._backstage.answers.callbacks.append(callback)
        return callback

    # The page

    @property
    def url(self) -> str:
        """Where the page is; the token in it is what lets in."""
        return self._backstage.guard.url

    @property
    def url_from_elsewhere(self) -> str | None:
        """The address for other machines; None where only this one can connect."""
        return self._backstage.guard.url_from_elsewhere

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect."""
        return self._backstage.guard.is_local

    @property
    def pages(self) -> int:
        """How many pages look on."""
        return self._backstage.server.pages

    def open(self, *, failed: Callable[[], None] | None = None) -> None:
        """Open the page in a browser; `failed` is called where there is none."""
        open_browser(self.url, failed=failed)

    @property
    def camera(self) -> Camera:
        """From where the page looks; set it to look from elsewhere. Raises NoPageError."""
        info = self._ask({"type": "ask", "id": 0})["camera"]
        assert info is not None
        return camera_of(info)

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self._ask({"type": "ask", "id": 0, "camera": camera_info(Camera(*camera))})

    @property
    def layers(self) -> frozenset[str]:
        """The layers that the page shows; set them to show these and no others.

        An unknown name raises ValueError with those that there are. Raises NoPageError.
        """
        return frozenset(
            self._backstage.questions.ask({"type": "ask", "id": 0}, _PATIENCE)["layers"]
        )

    @layers.setter
    def layers(self, names: Iterable[str]) -> None:
        self._backstage.questions.ask(
            {"type": "ask", "id": 0, "layers": sorted(set(names))}, _PATIENCE
        )

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
        data = picture_of(self._ask(message, timeout))
        if path is not None:
            write_atomic(path, data)
        return data

    def mark(
        self,
        kind: MarkKind,
        at: object,
        *,
        link: str | None = None,
        robot: str | None = None,
        label: str | None = None,
        color: str | None = None,
        size: float | None = None,
    ) -> Mark:
        """Draw a point, line, frame or text into the picture; returns what takes it out again.

        Parameters
        ----------
        kind, at
            "point" or "text" at three numbers [m], "line" through a list of points, "frame" at a
            `Pose` or a 4 x 4 transform.
        link, robot
            The link whose axes the numbers are in, and with which it moves; without one, they are
            the scene's. The robot is needed where there are several.
        label
            A text beside it; the text itself of a "text".
        color
            As "#rrggbb".
        size
            The radius of a point, or the length of a frame's axes [m]; without it, as large on the
            screen from everywhere.
        """
        on = None if link is None else self._one if robot is None else self[robot]
        return self._backstage.marks.add(
            kind, at, robot=on, link=link, label=label, color=color, size=size
        )

    def clear_marks(self) -> None:
        """Take everything out that `mark` and `target` have put into the picture."""
        self._backstage.marks.clear()

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
        return self._one.target(link, callback, at=at)

    def notice(self, severity: SeverityName, text: str) -> None:
        """Show a text on the pages: an "error", a "warning" or an "info"."""
        self._backstage.notice(severity, text)

    def html(self, **options: Any) -> str:
        """The scene as it is now as one HTML text that needs no server.

        It shows the robots in their poses, and from where a page looks at them, if one is open.
        The options are those of `fourbar.gltf.convert`.
        """
        from .html import scene_html

        exhibits = [mover.exhibit() for mover in self._backstage.movers.values()]
        return scene_html(exhibits, state=self._state(), **options)

    def _state(self) -> str | None:
        """Camera and layers of a page as the address of a link has them; None without a page."""
        from math import degrees
        from urllib.parse import urlencode

        from .ask_pages import NoPageError

        if self.pages == 0:
            return None
        try:
            camera, layers = self.camera, self.layers
        except NoPageError:
            return None
        angles = [degrees(camera.azimuth), degrees(camera.elevation)]
        distance = [] if camera.distance is None else [camera.distance, *(camera.target or ())]
        text = " ".join(f"{number:.6g}" for number in [*angles, *distance])
        return urlencode({"camera": text, "layers": " ".join(sorted(layers))})

    def widget(self, *, height: int = 480) -> Any:
        """A Jupyter widget with the page, `height` [pixels] high, for layouts of widgets.

        It talks through the kernel, so the browser may be on another machine. Raises NotebookError
        where the extra `notebook` is not installed.
        """
        from .notebook import make_widget

        return make_widget(self._backstage, height)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """What a notebook shows: a widget, or a frame where the extra is not installed."""
        from .html import frame
        from .notebook import can_make_widget

        if not in_notebook() or not can_make_widget():
            return {"text/plain": repr(self), "text/html": frame(self.url)}, {}
        if self._shown_widget is None:
            self._shown_widget = self.widget()
        data, metadata = self._shown_widget._repr_mimebundle_()
        # The address with its token is nothing for a notebook that is saved and sent around.
        names = ", ".join(handle.key for handle in self)
        return {**data, "text/plain": f"<View of {names or 'nothing'}>"}, metadata

    def __repr__(self) -> str:
        names = ", ".join(handle.key for handle in self)
        return f"<View of {names or 'nothing'} at {self.url}>"

    # Life

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the view is closed, or for `timeout` [s]; Ctrl-C closes it.

        Returns whether it is closed.
        """
        try:
            return self._backstage.ended.wait(timeout)
        except KeyboardInterrupt:
            self.close()
            return True

    def close(self) -> None:
        """End the server; pages keep what they show."""
        atexit.unregister(self.close)
        self._backstage.close()

    def __enter__(self) -> View:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, message: AskMessage, timeout: float = _PATIENCE) -> ReplyMessage:
        return self._backstage.questions.ask(message, timeout)

    @property
    def _one(self) -> RobotHandle:
        if len(self) == 1:
            return next(iter(self))
        names = ", ".join(repr(handle.key) for handle in self)
        raise ValueError(
            f"the view has {len(self)} robots ({names}); choose one with view[name]"
            if len(self)
            else "the view has no robots; use view.add(robot)"
        )
