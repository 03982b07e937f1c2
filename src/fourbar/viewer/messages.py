"""What server and pages send each other, defined once.

`web/viewer/src/live/messages.ts` is generated from these classes (`make generate`), with readers
that refuse what does not have the shape written here. Python reads what pages send in the same way.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from .message_frames import KernelFrame, PageFrame
from .message_parts import (
    CameraInfo,
    FileInfo,
    FindingCounts,
    FindingInfo,
    FixInfo,
    ForcePart,
    ForcesInfo,
    GalleryInfo,
    LinkCoverageInfo,
    MarkInfo,
    MotionRecord,
    PartInfo,
    PoseValues,
    RecentInfo,
    RelatedInfo,
    RobotInfo,
    SeverityName,
    SourcePart,
    TrajectoryInfo,
)
from .page_messages import (
    AskCoverageMessage,
    AskForcesMessage,
    AskHtmlMessage,
    AskSourceMessage,
    ChooseMessage,
    DropMessage,
    ExplainMessage,
    FixMessage,
    MovedMessage,
    OpenMessage,
    PageMessage,
    RemoveMessage,
    ReplyMessage,
    RestoreMessage,
    TargetMovedMessage,
    UploadMessage,
)
from .server_messages import (
    AskMessage,
    CoverageMessage,
    DiffMessage,
    DownloadMessage,
    ExplanationMessage,
    ForcesMessage,
    MarksMessage,
    NoticeMessage,
    PlayMessage,
    PoseMessage,
    ProgressMessage,
    RobotMessage,
    SceneMessage,
    ServerMessage,
    SourceMessage,
    StartMessage,
    StopMessage,
)

__all__ = [
    "AskCoverageMessage",
    "AskForcesMessage",
    "AskHtmlMessage",
    "AskMessage",
    "AskSourceMessage",
    "CameraInfo",
    "ChooseMessage",
    "CoverageMessage",
    "DiffMessage",
    "DownloadMessage",
    "DropMessage",
    "ExplainMessage",
    "ExplanationMessage",
    "FileInfo",
    "FindingCounts",
    "FindingInfo",
    "FixInfo",
    "FixMessage",
    "ForcePart",
    "ForcesInfo",
    "ForcesMessage",
    "GalleryInfo",
    "KernelFrame",
    "LinkCoverageInfo",
    "MalformedError",
    "MarkInfo",
    "MarksMessage",
    "MotionRecord",
    "MovedMessage",
    "NoticeMessage",
    "OpenMessage",
    "PageFrame",
    "PageMessage",
    "PartInfo",
    "PlayMessage",
    "PoseMessage",
    "PoseValues",
    "ProgressMessage",
    "RecentInfo",
    "RelatedInfo",
    "RemoveMessage",
    "ReplyMessage",
    "RestoreMessage",
    "RobotInfo",
    "RobotMessage",
    "SceneMessage",
    "ServerMessage",
    "SeverityName",
    "SourceMessage",
    "SourcePart",
    "StartMessage",
    "StopMessage",
    "TargetMovedMessage",
    "TrajectoryInfo",
    "UploadMessage",
    "read_page_frame",
    "read_page_message",
    "replaces",
]


def replaces(message: ServerMessage) -> object:
    """Which waiting message a newer one makes pointless: one with an equal key; None for none."""
    match message["type"]:
        case "scene" | "progress" | "start" | "marks" as kind:
            return kind
        case "robot":
            return "robot", message["robot"]["id"]
        case "pose" | "play" | "forces" | "coverage" | "source" as kind:
            return kind, message["robot"]
        case _:
            return None


class MalformedError(ValueError):
    """A message of a known type with members that do not belong there."""


def read_page_message(text: str) -> PageMessage | None:
    """The message in a text; None where no page sends such a one. Raises MalformedError."""
    from json import loads

    from .conform import conforms

    try:
        data: Any = loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None
    kind = _page_messages().get(data.get("type")) if _is_tagged(data) else None
    if kind is None:
        return None
    if not conforms(data, kind):
        raise MalformedError(f"malformed message of type '{data['type']}'")
    return data


def read_page_frame(data: object) -> PageFrame | None:
    """What a page in a notebook sent; None where no page sends such a frame."""
    from .conform import conforms

    return cast("PageFrame", data) if conforms(data, PageFrame) else None


def _is_tagged(data: Any) -> bool:
    return isinstance(data, dict) and isinstance(data.get("type"), str)  # pyright: ignore[reportUnknownMemberType]


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


@cache
def _page_messages() -> dict[str, Any]:
    """The messages of pages by their types."""
    from typing import get_args

    from .conform import fields

    return {get_args(fields(kind)[0]["type"])[0]: kind for kind in get_args(PageMessage)}
