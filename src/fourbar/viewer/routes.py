"""From a request to its answer: the page, the robots' generated files, and nothing else."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus

from .guard import Guard
from .page import INDEX, page_file
from .scene import Scene

LIVE = "live"
_ROBOT_TYPES = {
    "glb": "model/gltf-binary",
    "svg": "image/svg+xml; charset=utf-8",
}
_ROBOT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
_TEXT = ("text/", "application/json")


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole HTTP response."""

    status: HTTPStatus
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict[str, str])


NOT_FOUND = Answer(HTTPStatus.NOT_FOUND)
FORBIDDEN = Answer(HTTPStatus.FORBIDDEN)


def answer(
    path: str,
    *,
    host: str | None,
    origin: str | None,
    guard: Guard,
    scene: Scene,
    encodings: str = "",
) -> Answer | None:
    """The response to a GET of `path`; None where the live link is asked for."""
    if not guard.permits(host, origin):
        return FORBIDDEN
    inside = guard.inside(path)
    if inside is None:
        return NOT_FOUND
    if inside == LIVE:
        return None
    if inside.startswith("robots/"):
        return _robot_file(inside, scene)
    found = page_file(inside or INDEX)
    if found is None:
        return NOT_FOUND
    kind, body = found
    headers = {
        "Content-Type": kind,
        "Content-Security-Policy": guard.policy(host or ""),
    }
    # Over the loopback, packing takes longer than sending.
    if not guard.is_local and kind.startswith(_TEXT) and "gzip" in encodings:
        body = _packed(body)
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Answer(HTTPStatus.OK, body, headers)


def _robot_file(address: str, scene: Scene) -> Answer:
    data = scene.file(address)
    if data is None:
        return NOT_FOUND
    kind = _ROBOT_TYPES.get(address.rpartition(".")[2], "application/octet-stream")
    headers = {"Content-Type": kind, "Content-Security-Policy": _ROBOT_POLICY}
    return Answer(HTTPStatus.OK, data, headers)


@lru_cache(maxsize=8)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
