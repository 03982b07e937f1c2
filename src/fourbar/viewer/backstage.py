"""What is behind a view: the scene, its server, and all that works on it."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Any

from ..watch import Stamps
from .answer_pages import PageAnswers
from .ask_pages import PageQuestions
from .guard import Guard
from .listen import listen
from .load import Loader
from .marks import Marks
from .mover import RobotMover
from .scene import Scene, ShownRobot
from .server import Server

if TYPE_CHECKING:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from .messages import DownloadMessage, NoticeMessage, ReplyMessage, ServerMessage, SeverityName
    from .reload import Watcher
    from .source import Source

_NOTEBOOK = "page/"


class Backstage:
    """The parts of a view, and what they do for each other; the parameters are those of `View`."""

    def __init__(
        self, *, port: int, host: str, watch: bool, interval: float, xacro_uploads: bool
    ) -> None:
        listening = listen(host, port)
        self.takes_xacro = xacro_uploads
        self.watch = watch
        self.guard = Guard(host, listening.getsockname()[1])
        self.scene = Scene(is_local=self.guard.is_local)
        self.movers: dict[str, RobotMover] = {}
        self.ended = Event()
        self.marks = Marks(self.post)
        self.answers = PageAnswers(self)
        self._interval = interval
        self._notebook: bytes | None = None
        self._temporary: TemporaryDirectory[str] | None = None
        self.server = Server(
            self.scene,
            self.guard,
            listening=listening,
            greet=self.answers.greet,
            receive=self.answers.receive,
        )
        # The page takes longer to start than the robot to be read: its server goes first.
        self._loader = Loader(
            self.scene,
            post=self.server.post,
            finished=self._finished,
            after=self.server.wait,
        )
        self._watcher: Watcher | None = None
        self.questions = PageQuestions(self.server.post, lambda: self.server.pages)
        self.server.start()
        self._loader.start()

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect."""
        return self.guard.is_local

    def add(
        self,
        source: Source,
        *,
        name: str | None = None,
        position: tuple[float, float, float] | None = None,
    ) -> RobotMover:
        """One more robot, beside those that are there without a position."""
        shown = self.scene.add(source, key=name or source.key, position=position)
        mover = self.movers[shown.id] = RobotMover(self, shown)
        self.post(self.scene.message())
        self._loader.load(shown)
        return mover

    def remove(self, id: str) -> None:
        """Take a robot out of the scene."""
        self._forget(id)
        self.post(self.scene.message())

    def clear(self) -> None:
        """Take all robots out of the scene; the pages are told by whoever puts others in."""
        for id in list(self.movers):
            self._forget(id)

    def replace(self, shown: ShownRobot, source: Source) -> None:
        """Show another robot in the place of one; pose and camera are kept."""
        shown.source = source
        shown.is_read.clear()
        self._loader.load(shown)

    def post(self, message: ServerMessage, *, skip: Any = None) -> None:
        """Tell all pages but one."""
        self.server.post(message, skip=skip)

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

    def html_file(self, state: str) -> DownloadMessage | NoticeMessage:
        """The scene as one file for a page to save, showing what the page shows."""
        from ..error import FourbarError
        from .html import scene_html

        movers = list(self.movers.values())
        try:
            text = scene_html([mover.exhibit() for mover in movers], state=state)
        except (FourbarError, OSError) as error:
            return {"type": "notice", "severity": "error", "text": f"no HTML file: {error}"}
        url = self.scene.offer(text.encode())
        name = "-".join(mover.key for mover in movers[:3]) or "scene"
        return {"type": "download", "url": url, "name": f"{name}.html"}

    @property
    def notebook_address(self) -> str:
        """Where pages in notebooks find the page itself: another one for each version of it."""
        from hashlib import sha256

        return f"{_NOTEBOOK}{sha256(self._notebook_page()).hexdigest()[:16]}"

    def notebook_file(self, address: str) -> bytes | None:
        """What a page in a notebook may fetch: itself, and the files of the scene."""
        if address.startswith(_NOTEBOOK):
            return self._notebook_page()
        return self.scene.file(address)

    def _notebook_page(self) -> bytes:
        if self._notebook is None:
            from .html import notebook_html

            self._notebook = notebook_html().encode()
        return self._notebook

    def take_reply(self, reply: ReplyMessage) -> None:
        """A page answers a question."""
        self.questions.take(reply)

    def mover(self, id: str) -> RobotMover | None:
        """The robot that the pages call so."""
        return self.movers.get(id)

    def close(self) -> None:
        """End the server; pages keep what they show."""
        if self.ended.is_set():
            return
        self.ended.set()
        if self._watcher is not None:
            self._watcher.close()
        self.server.close()
        self._loader.close()
        self.answers.close()
        if self._temporary is not None:
            self._temporary.cleanup()

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
        self.movers.pop(id, None)
        self.marks.forget(id)
        if self._watcher is not None:
            self._watcher.forget(id)
