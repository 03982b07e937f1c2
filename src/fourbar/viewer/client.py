"""One page that looks on: what waits to be sent to it, and what it is sending."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .limits import MAX_PENDING
from .messages import ServerMessage, replaces

if TYPE_CHECKING:
    from .connection import Connection
    from .upload import Upload

_TRY_AGAIN_LATER = 1013


class Client:
    """Messages wait in a line of the page's own, so that a slow page holds up no other.

    Of messages with the same key only the newest is sent: a page that cannot follow a motion
    sees fewer poses of it, not late ones.
    """

    def __init__(self, connection: Connection) -> None:
        import asyncio

        self.connection = connection
        self.upload: Upload | None = None
        self._line: dict[object, str] = {}
        self._filled = asyncio.Event()
        self._gone = False

    def put(self, message: ServerMessage) -> None:
        """Queue a message; a page with too many waiting is disconnected."""
        self.put_text(json.dumps(message, allow_nan=False), replaces(message))

    def put_text(self, text: str, key: object) -> None:
        """Queue a message that is written already; `key` as `replaces` gives it."""
        if self._gone:
            return
        key = object() if key is None else key
        self._line.pop(key, None)
        self._line[key] = text
        self._filled.set()
        if len(self._line) > MAX_PENDING:
            self._gone = True
            self._line.clear()
            self.connection.abort()

    async def run(self) -> None:
        """Send what waits, for as long as the page is there."""
        from websockets.exceptions import ConnectionClosed

        try:
            while True:
                await self._filled.wait()
                self._filled.clear()
                while self._line:
                    key = next(iter(self._line))
                    await self.connection.send(self._line.pop(key))
        except ConnectionClosed:
            self._gone = True

    async def refuse(self) -> None:
        """Say that there are too many pages already."""
        await self.connection.close(_TRY_AGAIN_LATER, "too many pages are showing this robot")
