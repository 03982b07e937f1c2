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
    if not host:
        raise ListenError(f"the host is empty; use {LOOPBACK}, or 0.0.0.0 for all addresses")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if not 0 <= port <= 65535:
        raise ListenError(f"invalid port {port}: use 1-65535, or 0 for any free port")
    try:
        return socket.create_server((host, port), family=family, backlog=64)
    except OSError as error:
        raise ListenError(_reason(error, host, port)) from None


def _reason(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use; choose another, or omit it to use a free port"
    if error.errno == errno.EACCES:
        return f"no permission to open port {port}; use a port above 1023, or omit it"
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return f"'{host}' is not an address of this machine; omit it to use {LOOPBACK}"
    return f"cannot listen on '{host}' port {port}: {error.strerror or error}"
