"""Asking a page what it shows, and telling it what to show: camera, layers and pictures."""

from __future__ import annotations

from base64 import b64decode
from threading import Event, Lock
from typing import TYPE_CHECKING, NamedTuple

from ..error import FourbarError
from .arrange import place_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .messages import AskMessage, CameraInfo, ReplyMessage


class NoPageError(FourbarError, RuntimeError):
    """No page shows the view, or none answered in time."""


class Camera(NamedTuple):
    """From where a page looks.

    Angles [rad] are from the robot's front towards its left and above the ground; the distance [m]
    is from the point looked at, `target` [m]. Without a distance all robots are brought into the
    picture.
    """

    azimuth: float
    elevation: float
    distance: float | None = None
    target: tuple[float, float, float] | None = None


class PageQuestions:
    """One question at a time; the first page that answers counts."""

    def __init__(self, post: Callable[[AskMessage], None], pages: Callable[[], int]) -> None:
        self._post = post
        self._pages = pages
        self._lock = Lock()
        self._number = 0
        self._answered = Event()
        self._reply: ReplyMessage | None = None

    def ask(self, message: AskMessage, timeout: float) -> ReplyMessage:
        """The answer; NoPageError where nobody gives one, ValueError where it is a refusal."""
        with self._lock:
            if self._pages() == 0:
                raise NoPageError("no page shows this view; open its url in a browser first")
            self._number += 1
            self._reply = None
            self._answered.clear()
            self._post({**message, "id": self._number})
            if not self._answered.wait(timeout) or self._reply is None:
                raise NoPageError(f"no page answered within {timeout:g} s")
            reply = self._reply
        if reply["error"] is not None:
            raise ValueError(reply["error"])
        return reply

    def take(self, reply: ReplyMessage) -> None:
        """A page answers; later answers to the same question are left alone."""
        if reply["id"] == self._number and not self._answered.is_set():
            self._reply = reply
            self._answered.set()


def picture_of(reply: ReplyMessage) -> bytes:
    """The PNG in an answer."""
    return b64decode(reply["picture"] or "", validate=True)


def camera_of(info: CameraInfo) -> Camera:
    """A camera as a page describes it."""
    target, distance = info["target"], info["distance"]
    # JSON writes whole numbers without a point.
    return Camera(
        float(info["azimuth"]),
        float(info["elevation"]),
        None if distance is None else float(distance),
        None if target is None else place_of(target),
    )


def camera_info(camera: Camera) -> CameraInfo:
    """A camera as pages are told of it."""
    return {
        "azimuth": float(camera.azimuth),
        "elevation": float(camera.elevation),
        "distance": None if camera.distance is None else float(camera.distance),
        "target": None if camera.target is None else place_of(camera.target),
    }
