"""The listening socket: made first of all, so that the address is known at once."""

from __future__ import annotations

import errno
import socket

from ..error import FourbarError

LOOPBACK = "127.0.0.1"


class ListenError(FourbarError, OSError):
    """The address cannot be had; the message says what to do."""


def listen(host: str = LOOPBACK, port: int = 0) -> socket.socket:
    """A socket on that address; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if not 0 <= port <= 65535:
        raise ListenError(f"{port} is no port; give one from 0 (any free one) to 65535")
    try:
        return socket.create_server((host, port), family=family, backlog=64)
    except OSError as error:
        raise ListenError(_reason(error, host, port)) from None


def _reason(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use; name another one, or none to take a free one"
    if error.errno == errno.EACCES:
        return f"port {port} may not be opened; take one above 1023, or none"
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return f"'{host}' is no address of this machine; leave it out to use {LOOPBACK}"
    return f"cannot listen on '{host}' port {port}: {error.strerror or error}"
