"""Pages in notebooks: lines through the kernel's own channel, for browsers on other machines.

Colab, JupyterHub and Binder give a browser no way to a server on the kernel's machine. The widget
that they do connect relays frames between a page and the kernel: the messages are those of the
WebSocket, and files come in pieces instead of by HTTP.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..error import FourbarError
from . import limits
from .messages import KernelFrame, PageFrame, read_page_frame
from .page import check_page, notebook_script

if TYPE_CHECKING:
    from asyncio import Future

    from .backstage import Backstage

Send = Callable[[KernelFrame, Sequence[bytes]], None]


class NotebookError(FourbarError, ImportError):
    """The package that notebooks need for a widget is not installed."""


class NotebookLine:
    """The line of one page, as the server uses connections; made and read in its thread."""

    def __init__(self, page: str, send: Send) -> None:
        import asyncio

        self._page = page
        self._deliver = send
        self._received: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self._closed = False

    async def send(self, message: str) -> None:
        """Send a text."""
        if not self._closed:
            self._deliver({"page": self._page, "kind": "message", "text": message}, ())

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End it, and tell the page why."""
        del code
        self._end(reason)

    def abort(self) -> None:
        """Cut it at once; the page comes back when it notices."""
        self._end("")

    @property
    def is_silent(self) -> bool:
        """Whether nothing was asked for yet: a page says that it opens its line."""
        return False

    def put(self, data: str | bytes | None) -> None:
        """Take what the page sent; None where it has gone."""
        self._received.put_nowait(data)

    def __aiter__(self) -> NotebookLine:
        return self

    async def __anext__(self) -> str | bytes:
        data = await self._received.get()
        if data is None:
            self._closed = True
            raise StopAsyncIteration
        return data

    def _end(self, reason: str) -> None:
        if not self._closed:
            self._closed = True
            self._deliver({"page": self._page, "kind": "close", "text": reason}, ())
            self._received.put_nowait(None)


class NotebookPages:
    """The pages that one widget shows: as many as there are outputs and browsers with it."""

    def __init__(self, view: Backstage, send: Send) -> None:
        self._view = view
        self._send = send
        self._lock = RLock()
        self._lines: dict[str, NotebookLine] = {}
        self._heard: dict[str, float] = {}
        self._tasks: set[Future[None]] = set()

    def receive(self, content: object, buffers: Sequence[Any]) -> None:
        """Take a frame, in any of the kernel's threads; what no page sends is left alone."""
        frame = read_page_frame(content)
        if frame is None:
            return
        if frame["kind"] == "fetch":
            self._send_piece(frame)
            return
        page = frame["page"]
        with self._lock:
            self._heard[page] = monotonic()
            self._forget_silent()
        loop = self._view.server.loop
        if loop is not None:
            data = [bytes(buffer) for buffer in buffers]
            try:
                loop.call_soon_threadsafe(self._take, frame, data)
            except RuntimeError:  # the loop has ended: the view is closed
                loop = None
        if loop is None:
            self._send({"page": page, "kind": "close", "text": "the view is closed"}, ())

    def _send_piece(self, frame: PageFrame) -> None:
        address, start = frame.get("address", ""), max(0, frame.get("start", 0))
        data = self._view.notebook_file(address)
        answer: KernelFrame = {
            "page": frame["page"],
            "kind": "piece",
            "address": address,
            "start": start,
            "size": None if data is None else len(data),
        }
        self._send(answer, () if data is None else (data[start : start + limits.PIECE_BYTES],))

    def _forget_silent(self) -> None:
        """Let pages go that were silent too long: browsers do not say that they are closed."""
        for page in [
            page
            for page, heard in self._heard.items()
            if monotonic() - heard > limits.SILENT_SECONDS
        ]:
            del self._heard[page]
            loop, line = self._view.server.loop, self._lines.get(page)
            if loop is not None and line is not None:
                loop.call_soon_threadsafe(line.abort)

    # In the server's thread

    def _take(self, frame: PageFrame, data: list[bytes]) -> None:
        import asyncio

        page = frame["page"]
        if frame["kind"] == "open":
            self._close(page)
            line = self._lines[page] = NotebookLine(page, self._send)
            self._send({"page": page, "kind": "open"}, ())
            task = asyncio.ensure_future(self._serve(page, line))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return
        line = self._lines.get(page)
        if line is None:
            # It was given up while the kernel was busy, or belongs to a kernel before this one.
            if frame["kind"] != "close":
                self._send({"page": page, "kind": "close", "text": ""}, ())
            return
        match frame["kind"]:
            case "message":
                text = frame.get("text", "")
                if len(text) <= limits.MAX_MESSAGE:
                    line.put(text)
            case "bytes":
                for part in data:
                    line.put(part)
            case "close":
                self._close(page)
            case _:
                pass

    async def _serve(self, page: str, line: NotebookLine) -> None:
        try:
            await self._view.server.serve_page(line)
        finally:
            if self._lines.get(page) is line:
                del self._lines[page]

    def _close(self, page: str) -> None:
        line = self._lines.pop(page, None)
        if line is not None:
            line.put(None)


def can_make_widget() -> bool:
    """Whether the package for widgets is installed."""
    from importlib.util import find_spec

    return find_spec("anywidget") is not None


def make_widget(view: Backstage, height: int) -> Any:
    """A Jupyter widget with a page of the view, `height` [pixels] high.

    Raises NotebookError where anywidget is not installed.
    """
    try:
        from anywidget import AnyWidget
        from traitlets import Int, Unicode
    except ImportError:
        raise NotebookError(
            "a widget needs the package anywidget: pip install 'fourbar[notebook]'"
        ) from None
    check_page()
    members = {
        "_esm": notebook_script(),
        "address": Unicode(view.notebook_address).tag(sync=True),
        "height": Int(int(height)).tag(sync=True),
    }
    # A class of its own in here: widgets are imported only where they are wanted.
    widget: Any = type("ViewWidget", (AnyWidget,), members)()
    pages = NotebookPages(view, lambda frame, buffers: widget.send(dict(frame), list(buffers)))

    def take(_: object, content: object, buffers: Sequence[Any]) -> None:
        pages.receive(content, buffers)

    widget.on_msg(take)
    return widget
