"""What the server sends to pages."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

# At run time too: the shapes of messages are read from these.
from .message_parts import (
    CameraInfo,
    ForcesInfo,
    GalleryInfo,
    LinkCoverageInfo,
    MarkInfo,
    MotionRecord,
    PoseValues,
    RecentInfo,
    RobotInfo,
    SeverityName,
    SourcePart,
)


class SceneMessage(TypedDict):
    """All robots. Nothing can be dropped on a page that is not writable.

    `state` is what the page is to show at first, as in the address of a link to a view.
    """

    type: Literal["scene"]
    title: str
    robots: list[RobotInfo]
    writable: bool
    state: NotRequired[str]


class RobotMessage(TypedDict):
    """A robot that is new or has changed."""

    type: Literal["robot"]
    robot: RobotInfo


class PoseMessage(TypedDict):
    """Joints that were moved: DOF values [rad or m] by joint."""

    type: Literal["pose"]
    robot: str
    values: PoseValues


class PlayMessage(TypedDict):
    """A motion: one row of `values` for each of the `times` [s], for the joints in order.

    One that was simulated has a record.
    """

    type: Literal["play"]
    robot: str
    joints: list[str]
    times: list[float]
    values: list[list[float]]
    loop: bool
    record: NotRequired[MotionRecord]


class StopMessage(TypedDict):
    """The end of a motion."""

    type: Literal["stop"]
    robot: str


class ProgressMessage(TypedDict):
    """Work that goes on; an empty text ends it."""

    type: Literal["progress"]
    text: str
    fraction: float | None


class NoticeMessage(TypedDict):
    """A text to show; `restore` offers to bring back what was taken out of the scene."""

    type: Literal["notice"]
    severity: SeverityName
    text: str
    action: NotRequired[Literal["restore"]]


class StartMessage(TypedDict):
    """What a page without a robot offers."""

    type: Literal["start"]
    gallery: list[GalleryInfo]
    recent: list[RecentInfo]


class DiffMessage(TypedDict):
    """What fixing a file would change, or has changed: all safe fixes, or those of one rule."""

    type: Literal["diff"]
    robot: str
    code: str | None
    unsafe: bool
    count: int
    text: str
    applied: bool


class ExplanationMessage(TypedDict):
    """The documentation of a rule, as asked for."""

    type: Literal["explanation"]
    code: str
    markdown: str


class ForcesMessage(TypedDict):
    """What joints transmit in the pose that was asked about; a `note` says what is missing."""

    type: Literal["forces"]
    robot: str
    forces: ForcesInfo | None
    note: str | None


class CoverageMessage(TypedDict):
    """How collision shapes cover visuals in this version of a robot, as asked for."""

    type: Literal["coverage"]
    robot: str
    version: int
    links: list[LinkCoverageInfo]


class SourceMessage(TypedDict):
    """The text of a robot's description, as asked for; a `note` says why there is none."""

    type: Literal["source"]
    robot: str
    version: int
    text: str | None
    parts: list[SourcePart]
    note: str | None


class DownloadMessage(TypedDict):
    """A file that was asked for, to be saved."""

    type: Literal["download"]
    url: str
    name: str


class MarksMessage(TypedDict):
    """All that Python has drawn."""

    type: Literal["marks"]
    marks: list[MarkInfo]


class AskMessage(TypedDict):
    """Python asks for camera, layers or a picture, after setting what is given."""

    type: Literal["ask"]
    id: int
    camera: NotRequired[CameraInfo]
    layers: NotRequired[list[str]]
    picture: NotRequired[bool]
    width: NotRequired[int]
    height: NotRequired[int]
    transparent: NotRequired[bool]


ServerMessage = (
    SceneMessage
    | RobotMessage
    | PoseMessage
    | PlayMessage
    | StopMessage
    | ProgressMessage
    | NoticeMessage
    | ExplanationMessage
    | ForcesMessage
    | CoverageMessage
    | StartMessage
    | DiffMessage
    | AskMessage
    | MarksMessage
    | SourceMessage
    | DownloadMessage
)
