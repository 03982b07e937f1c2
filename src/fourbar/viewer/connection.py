"""Connections that are counted, that must send a request early, and that can be cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, cast

from . import limits

if TYPE_CHECKING:
    import asyncio

    from websockets.asyncio.server import ServerConnection


class Connection(Protocol):
    """One connection of the server, as the viewer uses it."""

    async def send(self, message: str) -> None:
        """Send a text."""
        ...

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close it as both sides agree to."""
        ...

    def abort(self) -> None:
        """Cut it at once."""
        ...


def connection_type(
    connections: set[Connection], is_closing: Callable[[], bool]
) -> type[ServerConnection]:
    """The class of the server's connections; `connections` holds those that are alive.

    One that comes while the server is closing is cut: closing would wait for it.

    It is made here because `websockets` is imported in the server's thread only.
    """
    import asyncio

    from websockets.asyncio.server import ServerConnection

    class BoundedConnection(ServerConnection):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self._cut = cast("asyncio.Transport", transport).abort
            connections.add(self)
            if is_closing() or len(connections) > limits.MAX_CONNECTIONS:
                self.abort()
                return
            loop = asyncio.get_running_loop()
            loop.call_later(limits.REQUEST_SECONDS, self._abort_if_silent)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.discard(self)
            super().connection_lost(exc)

        def abort(self) -> None:
            self._cut()

        def _abort_if_silent(self) -> None:
            if self.request is None:
                self.abort()

    return BoundedConnection
