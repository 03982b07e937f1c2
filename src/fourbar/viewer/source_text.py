"""The text of a robot's description, and where each part begins in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import PartPath

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..robot import Robot
    from .messages import SourceMessage, SourcePart
    from .scene import ShownRobot

_LONGEST = 4_000_000
"""Bytes of a text that pages are sent."""


def source_message(shown: ShownRobot) -> SourceMessage:
    """The text for a page; only pages of this machine get it, as they alone get paths."""
    message: SourceMessage = {
        "type": "source",
        "robot": shown.id,
        "version": shown.version,
        "text": None,
        "parts": [],
        "note": None,
    }
    if not shown.is_local:
        return {**message, "note": "The text is shown only on the machine that reads the file."}
    robot = shown.robot
    text = None if robot is None else _text(shown, robot)
    if robot is None or text is None:
        return {**message, "note": "This robot was not read from a text."}
    if len(text) > _LONGEST:
        return {**message, "note": f"The file is longer than {_LONGEST:,} bytes."}
    parts = list(_parts(robot, _file(shown)))
    return {**message, "text": text.decode("utf-8", "replace"), "parts": parts}


def _file(shown: ShownRobot) -> str:
    """What spans call the file."""
    content = shown.source.content
    return content if isinstance(content, str) else shown.source.label or ""


def _text(shown: ShownRobot, robot: Robot) -> bytes | None:
    from ..xml.tree import Document

    if not isinstance(robot.source, Document):
        return None
    path = shown.source.path
    if path is None:
        return robot.source.text.data
    try:
        with path.open("rb") as stream:
            return stream.read(_LONGEST + 1)
    except OSError:
        return None


def _parts(robot: Robot, file: str) -> Iterator[SourcePart]:
    """Of this file alone: what a xacro file includes is written elsewhere."""
    source = robot.source
    assert source is not None
    groups = (("link", robot.links), ("joint", robot.joints), ("loop", robot.loops))
    names = [(kind, item.name) for kind, items in groups for item in items]
    for kind, name in names:
        span = source.span(PartPath(kind, name))
        if span is not None and (span.file == file or file.startswith("gallery:")):
            yield {"kind": kind, "name": name, "line": span.line}
