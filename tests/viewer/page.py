"""A page without a browser: what it fetches, says and is told."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect

from fourbar.viewer.conform import conforms
from fourbar.viewer.messages import ServerMessage

PATIENCE = 60.0
"""How long anything may take on a loaded machine [s]; nothing waits that long otherwise."""

ARM = """<robot name="{name}">
  <link name="base"/>
  <link name="arm"><visual><geometry><box size="0.1 0.1 {length}"/></geometry></visual></link>
  <joint name="elbow" type="revolute">
    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>
"""


class Page:
    """The live link of one page, and the requests it makes."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._context = connect(f"{url.replace('http', 'ws', 1)}live", max_size=None)
        self.socket = self._context.__enter__()

    def close(self) -> None:
        self._context.__exit__(None, None, None)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        message = json.loads(self.socket.recv(timeout=PATIENCE))
        assert conforms(message, ServerMessage), message
        return message

    def until(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first message that is wanted; those before it are left behind."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.receive()
            if wanted(message):
                return message
        raise TimeoutError

    def robot(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first state of a robot that is wanted, in whatever message."""
        found: list[dict[str, Any]] = []

        def look(message: dict[str, Any]) -> bool:
            robots = message.get("robots") or [message.get("robot")]
            found.extend(r for r in robots if isinstance(r, dict) and wanted(r))
            return bool(found)

        self.until(look)
        return found[0]

    def get(self, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
        """GET below the token."""
        return get(self.url, urlsplit(self.url).path + path, **headers)


def get(url: str, path: str, *, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    """Any request to the server, its path sent as it is."""
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
    try:
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()
