"""Who may ask: those who have the token, under an address of this machine, from its own page."""

from __future__ import annotations

import socket
from hmac import compare_digest
from ipaddress import ip_address
from secrets import token_urlsafe

# Notebooks show the page in a frame; their servers are on this machine as well.
_FRAMES = (
    "frame-ancestors 'self' http://localhost:* http://127.0.0.1:* https://localhost:* "
    "https://127.0.0.1:* vscode-webview:"
)

# Every address of this machine, and the one that it has for itself.
_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}


class Guard:
    """The address of one server, and what a request must say to be answered.

    A page of another site can make a browser send requests here (DNS rebinding, cross-site
    WebSockets): the Host and Origin headers give it away.
    """

    def __init__(self, host: str, port: int) -> None:
        self.token = token_urlsafe(24)
        self.host = host
        self.port = port

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{self._shown}:{self.port}/{self.token}/"

    @property
    def url_from_elsewhere(self) -> str | None:
        """Where other machines find the page; None where only this one can connect."""
        if self.is_local:
            return None
        if self.host not in _ANY:
            return self.url
        return f"http://{socket.gethostname()}:{self.port}/{self.token}/"

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect."""
        return is_loopback(self.host)

    def inside(self, path: str) -> str | None:
        """What follows the token in a request's path; None with another token."""
        token, slash, rest = path.removeprefix("/").partition("/")
        if not slash or not compare_digest(token.encode(), self.token.encode()):
            return None
        return rest.partition("?")[0]

    def permits(self, host: str | None, origin: str | None) -> bool:
        """Whether the Host and Origin headers are those of this server's own page."""
        if host is None or not self._is_ours(host):
            return False
        return origin is None or (origin.startswith("http://") and self._is_ours(origin[7:]))

    def policy(self, host: str) -> str:
        """The Content-Security-Policy of the page; old browsers want the WebSocket named."""
        own = content_policy(script="'self'", style="'self'", more="'self' ", live=f"ws://{host} ")
        return f"{own}; {_FRAMES}"

    @property
    def _shown(self) -> str:
        host = _ANY.get(self.host, self.host)
        return f"[{host}]" if ":" in host else host

    def _is_ours(self, address: str) -> bool:
        name, _, port = address.rpartition(":")
        if port != str(self.port):
            return False
        name = name.removeprefix("[").removesuffix("]").lower()
        if is_loopback(name) or name == self.host.lower():
            return True
        # Bound to more than the loopback: by number or under its own name, never under another's.
        return not self.is_local and (_is_number(name) or name == socket.gethostname().lower())


def content_policy(*, script: str, style: str, more: str = "", live: str = "") -> str:
    """What a page may load: nothing from elsewhere. WebAssembly unpacks compressed meshes.

    Workers are made of the page's own code.
    """
    return (
        f"default-src 'none'; script-src {script} 'wasm-unsafe-eval'; style-src {style}; "
        f"img-src {more}data: blob:; connect-src {more}{live}data: blob:; font-src {more}data:; "
        "worker-src blob:; "
        "base-uri 'none'; form-action 'none'"
    )


def is_loopback(host: str) -> bool:
    """Whether a host's name or number means this machine only."""
    return host.lower() == "localhost" or (_is_number(host) and ip_address(host).is_loopback)


def _is_number(host: str) -> bool:
    if "%" in host:  # a zone may be any text; no browser sends one
        return False
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
