"""The local server: HTTP for the page and the robots' files, a WebSocket for everything live.

What takes long to import is imported in the server's thread: the socket listens already, and a
browser that was started at once waits in the operating system's line.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, cast

from . import limits
from .client import Client
from .connection import connection_type
from .guard import Guard
from .messages import MalformedError, PageMessage, ServerMessage, read_page_message, replaces
from .scene import Scene

if TYPE_CHECKING:
    import asyncio
    import socket

    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response

    from .connection import Connection, PageLine

Receive = Callable[[Client, PageMessage | bytes], Awaitable[None]]
Greet = Callable[[], Iterable[ServerMessage]]

_log = logging.getLogger("fourbar.viewer.http")
_log.addHandler(logging.NullHandler())


class Server:
    """Serves one scene in a thread of its own.

    Parameters
    ----------
    listening
        The socket; `guard` knows its address.
    greet
        What a page is told when it comes; called in the server's thread.
    receive
        Takes what a page says: a message, or the bytes of an upload.
    """

    def __init__(
        self,
        scene: Scene,
        guard: Guard,
        *,
        listening: socket.socket,
        greet: Greet,
        receive: Receive,
    ) -> None:
        self.guard = guard
        self._socket = listening
        self._scene = scene
        self._greet = greet
        self._receive = receive
        self._clients: set[Client] = set()
        self._connections: dict[Connection, None] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._closing = False
        self._ready = Event()
        self._thread = Thread(target=self._run, name="fourbar viewer", daemon=True)

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def wait(self) -> None:
        """Return when the first request can be answered, or none ever will."""
        self._ready.wait()

    def close(self) -> None:
        """Let all pages go and free the port."""
        self._closing = True
        if self._thread.is_alive():
            self._ready.wait()
            loop, stop = self._loop, self._stop
            if loop is not None and stop is not None and not loop.is_closed():
                loop.call_soon_threadsafe(stop.set)
            self._thread.join()
        self._socket.close()

    @property
    def loop(self) -> asyncio.AbstractEventLoop | None:
        """The loop of the server's thread; None where nothing is answered any more."""
        self._ready.wait()
        return None if self._closing else self._loop

    @property
    def pages(self) -> int:
        """How many pages look on."""
        return len(self._clients)

    def post(self, message: ServerMessage, *, skip: Client | None = None) -> None:
        """Tell all pages (but one), from any thread."""
        loop = self._loop
        if loop is None or self._closing or not self._clients:
            return
        text = json.dumps(message, allow_nan=False)
        try:
            loop.call_soon_threadsafe(self._spread, text, replaces(message), skip)
        except RuntimeError:  # the loop has just ended
            return

    # In the server's thread

    def _spread(self, text: str, key: object, skip: Client | None) -> None:
        for client in self._clients:
            if client is not skip:
                client.put_text(text, key)

    def _run(self) -> None:
        import asyncio

        try:
            asyncio.run(self._serve())
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        import asyncio

        from websockets.asyncio.server import serve

        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        async with serve(
            self._page,
            sock=self._socket,
            process_request=self._request,
            create_connection=connection_type(self._connections, lambda: self._closing),
            open_timeout=None,  # a robot may take long to a slow page; see connection.py
            close_timeout=limits.CLOSE_SECONDS,
            ping_timeout=60,  # converting may hold up this thread for a while
            max_size=limits.MAX_MESSAGE,
            max_queue=8,
            server_header=None,
            compression=None,
            logger=_log,
        ):
            self._ready.set()
            if not self._closing:
                await self._stop.wait()
            await self._dismiss()

    async def _dismiss(self) -> None:
        """Close the pages' connections properly if they answer soon, and cut the others."""
        import asyncio

        closing = [asyncio.create_task(client.connection.close()) for client in self._clients]
        if closing:
            await asyncio.wait(closing, timeout=limits.CLOSE_SECONDS)
        for connection in tuple(self._connections):
            connection.abort()

    def _request(self, connection: ServerConnection, request: Request) -> Response | None:
        from websockets.datastructures import Headers
        from websockets.http11 import Response

        from .routes import answer

        def header(name: str) -> str | None:
            values = request.headers.get_all(name)
            return values[0] if len(values) == 1 else None if not values else ""

        # One header of each at most: a second one is an attempt to be read differently.
        found = answer(
            request.path,
            host=header("Host"),
            origin=header("Origin"),
            guard=self.guard,
            scene=self._scene,
            encodings=header("Accept-Encoding") or "",
        )
        if found is None:
            return None
        # Older versions of websockets take nothing but GET, and do not say so.
        if getattr(request, "method", "GET") != "GET":
            return Response(405, "Method Not Allowed", Headers(Allow="GET", Connection="close"))
        # After a response, "closing" is what sending its body to a slow page counts as.
        connection.close_timeout = limits.TRANSFER_SECONDS
        headers = Headers(
            {
                **found.headers,
                "Content-Length": str(len(found.body)),
                "Connection": "close",
                "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
                "Cross-Origin-Resource-Policy": "same-origin",
            }
        )
        return Response(found.status.value, found.status.phrase, headers, found.body)

    async def _take(self, client: Client, data: str | bytes) -> None:
        try:
            message = data if isinstance(data, bytes) else read_page_message(data)
        except MalformedError as error:
            client.put({"type": "notice", "severity": "error", "text": f"rejected: {error}"})
            return
        if message is not None:
            await self._receive(client, message)

    async def _page(self, connection: ServerConnection) -> None:
        from websockets.exceptions import ConnectionClosed

        with suppress(ConnectionClosed):
            await self.serve_page(cast("PageLine", connection))

    async def serve_page(self, line: PageLine) -> None:
        """Greet a page and answer it for as long as its line lasts."""
        import asyncio

        client = Client(line)
        if len(self._clients) >= limits.MAX_PAGES:
            await client.refuse()
            return
        self._clients.add(client)
        for message in self._greet():
            client.put(message)
        sender = asyncio.create_task(client.run())
        try:
            async for data in line:
                await self._take(client, data)
        finally:
            self._clients.discard(client)
            sender.cancel()
            if client.upload is not None:
                client.upload.abandon()
