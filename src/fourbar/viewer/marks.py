"""What Python draws into the picture: points, lines, frames and texts, and targets to pull at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal, cast

from ..robot import Pose

if TYPE_CHECKING:
    from .handle import RobotHandle
    from .messages import MarkInfo, MarksMessage, ServerMessage, TargetMovedMessage

MarkKind = Literal["point", "line", "frame", "text"]
KINDS: tuple[MarkKind, ...] = ("point", "line", "frame", "text")
Point = tuple[float, float, float]

_COLOR = "#d6336c"
_MOST = 2_000
"""Marks, and points of a line, that pages are asked to draw."""
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


class Mark:
    """Something that was drawn into the picture; `remove` takes it out."""

    def __init__(self, marks: Marks, info: MarkInfo) -> None:
        self._marks = marks
        self._info: MarkInfo = info

    @property
    def kind(self) -> str:
        """`point`, `line`, `frame`, `text` or `target`."""
        return self._info["kind"]

    def move(self, at: object) -> None:
        """Put it elsewhere, as `mark` takes places; ValueError where it has been taken out."""
        points, rotation = _place(self.kind, at)
        moved = self._info.copy()
        moved["points"], moved["rotation"] = points, rotation
        self._marks.change(moved)
        self._info = moved

    def remove(self) -> None:
        """Take it out of the picture."""
        self._marks.take_out(self._info["id"])

    def __repr__(self) -> str:
        on = self._info["link"]
        return f"<Mark {self.kind}{'' if on is None else f' on {on!r}'}>"


class Target(Mark):
    """A handle on a link that pages pull it by.

    Attributes
    ----------
    position
        Where the pointer wants it [m], in the axes of the scene; None until it was pulled.
    held
        Whether a pointer holds it.
    """

    def __init__(self, marks: Marks, info: MarkInfo, robot: RobotHandle) -> None:
        super().__init__(marks, info)
        self.position: Point | None = None
        self.held = False
        self.robot = robot

    @property
    def link(self) -> str:
        """The link that it is on."""
        return self._info["link"] or ""


TargetCallback = Callable[[Target], object]


class Marks:
    """All marks of a view, sent as a whole: pages that come later see them too."""

    def __init__(self, post: Callable[[ServerMessage], None]) -> None:
        self._post = post
        self._lock = RLock()
        self._count = 0
        self._infos: dict[str, MarkInfo] = {}
        self._targets: dict[str, tuple[Target, TargetCallback | None]] = {}

    def add(
        self,
        kind: str,
        at: object,
        *,
        robot: RobotHandle | None,
        link: str | None,
        label: str | None,
        color: str | None,
        size: float | None,
    ) -> Mark:
        """Draw something; see `View.mark`."""
        if kind not in KINDS:
            raise ValueError(f"unknown mark {kind!r}; expected one of: {', '.join(KINDS)}")
        if kind == "text" and not label:
            raise ValueError("a text needs a label")
        return Mark(self, self._new(kind, at, robot, link, label, color, size))

    def add_target(
        self, robot: RobotHandle, link: str, at: object, callback: TargetCallback | None
    ) -> Target:
        """Put a handle on a link."""
        info = self._new("target", at, robot, link, None, None, None, send=False)
        target = Target(self, info, robot)
        with self._lock:
            self._targets[info["id"]] = target, callback
            self._put(info)
        return target

    def change(self, info: MarkInfo) -> None:
        """Draw a mark elsewhere; ValueError where it is gone, maybe with its robot."""
        with self._lock:
            if info["id"] not in self._infos:
                raise ValueError(f"this {info['kind']} has been removed; draw a new one")
            self._put(info)

    def _put(self, info: MarkInfo) -> None:
        with self._lock:
            self._infos[info["id"]] = info
            self._post(self.message())

    def take_out(self, id: str) -> None:
        """Remove one; one that is gone may go again."""
        self._take_out(id)

    def clear(self) -> None:
        """Remove all."""
        with self._lock:
            self._targets.clear()
            self._infos.clear()
            self._post(self.message())

    def forget(self, robot: str) -> None:
        """Remove those of a robot that goes."""
        with self._lock:
            self._take_out(*(id for id, info in self._infos.items() if info["robot"] == robot))

    def _take_out(self, *ids: str) -> None:
        """Remove some; pages are told once."""
        with self._lock:
            gone = [id for id in ids if self._infos.pop(id, None) is not None]
            for id in gone:
                self._targets.pop(id, None)
            if gone:
                self._post(self.message())

    def message(self) -> MarksMessage:
        """All of them."""
        with self._lock:
            return {"type": "marks", "marks": list(self._infos.values())}

    def pulled(self, message: TargetMovedMessage) -> tuple[Target, TargetCallback] | None:
        """A page pulls at a target: which one, and whom to call."""
        with self._lock:
            target, callback = self._targets.get(message["id"], (None, None))
            if target is None:
                return None
            target.position, target.held = _point(message["position"]), message["held"]
            return None if callback is None else (target, callback)

    def _new(
        self,
        kind: Any,
        at: object,
        robot: RobotHandle | None,
        link: str | None,
        label: str | None,
        color: str | None,
        size: float | None,
        *,
        send: bool = True,
    ) -> MarkInfo:
        points, rotation = _place(kind, at)
        color = _COLOR if color is None else color
        if not isinstance(cast("object", color), str) or not _HEX.fullmatch(color):
            raise ValueError(f"color must be '#' and six hexadecimal digits, got {color!r}")
        if size is not None and not 0.0 < size < float("inf"):
            raise ValueError(f"size must be positive [m], got {size!r}")
        if link is not None:
            if robot is None:
                raise ValueError("a mark on a link needs its robot")
            robot.robot.links[link]  # raises UnknownNameError
        with self._lock:
            if len(self._infos) >= _MOST:
                raise ValueError(f"the view has {_MOST} marks; remove some first")
            self._count += 1
            info: MarkInfo = {
                "id": f"m{self._count}",
                "kind": kind,
                "robot": None if link is None or robot is None else robot.id,
                "link": link,
                "points": points,
                "rotation": rotation,
                "size": None if size is None else float(size),
                "color": color,
                "label": None if label is None else str(label)[:200],
            }
            if send:
                self._put(info)
            return info


def _place(kind: str, at: object) -> tuple[list[Point], tuple[float, float, float, float] | None]:
    """Points [m], and the rotation of a frame as a quaternion x y z w."""
    if kind == "line":
        points = [_point(one) for one in cast("Iterable[object]", at)]
        if not 2 <= len(points) <= _MOST:
            raise ValueError(f"a line has 2 to {_MOST} points, got {len(points)}")
        return points, None
    if kind == "frame":
        from ..spatial.rotation import quaternion_of_matrix

        pose = at if isinstance(at, Pose) else Pose.from_matrix(cast("Any", at))
        return [_point(pose.xyz)], quaternion_of_matrix(pose.rotation())
    return [_point(at)], None


def _point(at: object) -> Point:
    from math import isfinite

    try:
        x, y, z = (float(number) for number in cast("Iterable[Any]", at))
    except (TypeError, ValueError):
        raise ValueError(f"a point is three numbers [m], got {at!r}") from None
    if not (isfinite(x) and isfinite(y) and isfinite(z)):
        raise ValueError(f"a point is three finite numbers [m], got {at!r}")
    return x, y, z
