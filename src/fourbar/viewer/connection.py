"""Connections that are counted, that must send a request early, and that can be cut."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
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

    @property
    def is_silent(self) -> bool:
        """Whether nothing was asked for yet."""
        ...


class PageLine(Connection, Protocol):
    """A connection that a page talks over: what it sends comes one by one."""

    def __aiter__(self) -> AsyncIterator[str | bytes]:
        """Texts, and the bytes of uploads, until the page goes."""
        ...


def connection_type(
    connections: dict[Connection, None], is_closing: Callable[[], bool]
) -> type[ServerConnection]:
    """The class of the server's connections; `connections` holds those that are alive, in order.

    One that comes while the server is closing is cut: closing would wait for it.

    It is made here because `websockets` is imported in the server's thread only.
    """
    import asyncio

    from websockets.asyncio.server import ServerConnection

    class BoundedConnection(ServerConnection):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self._cut = cast("asyncio.Transport", transport).abort
            connections[self] = None
            if is_closing():
                self.abort()
                return
            if len(connections) > limits.MAX_CONNECTIONS:
                # Those who have not asked for anything yet make room, the one that waits longest
                # first: nobody can keep others out by saying nothing.
                silent = (each for each in connections if each.is_silent)
                next(silent, self).abort()
            loop = asyncio.get_running_loop()
            loop.call_later(limits.REQUEST_SECONDS, self._abort_if_silent)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.pop(self, None)
            super().connection_lost(exc)

        def abort(self) -> None:
            self._cut()

        @property
        def is_silent(self) -> bool:
            return self.request is None

        def _abort_if_silent(self) -> None:
            if self.is_silent:
                self.abort()

    return BoundedConnection
