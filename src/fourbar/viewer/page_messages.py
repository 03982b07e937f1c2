"""What pages send to the server."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

# At run time too: the shapes of messages are read from these.
from .message_parts import CameraInfo, FileInfo, PoseValues


class AskSourceMessage(TypedDict):
    """A page asks for the text of a robot's description."""

    type: Literal["source"]
    robot: str


class AskHtmlMessage(TypedDict):
    """A page asks for the scene as one HTML file that shows what it shows (`state`)."""

    type: Literal["html"]
    state: str


class TargetMovedMessage(TypedDict):
    """A page pulls at a target: where the pointer is, in the axes of the scene [m]."""

    type: Literal["target"]
    id: str
    position: tuple[float, float, float]
    held: bool


class ReplyMessage(TypedDict):
    """A page answers: what it shows, and a PNG in base64 where one was asked for."""

    type: Literal["reply"]
    id: int
    camera: CameraInfo | None
    layers: list[str]
    picture: str | None
    error: str | None


class MovedMessage(TypedDict):
    """A page has moved joints.

    `play` says that a motion of the page did it, which began with this pose or goes on.
    """

    type: Literal["pose"]
    robot: str
    values: PoseValues
    play: NotRequired[Literal["start", "on"]]


class ExplainMessage(TypedDict):
    """A page asks for the documentation of a rule."""

    type: Literal["explain"]
    code: str


class OpenMessage(TypedDict):
    """A page opens what the start page offers: `gallery:NAME`, or the path of a recent file.

    `add` keeps the robots that are there.
    """

    type: Literal["open"]
    what: str
    add: NotRequired[bool]


class ChooseMessage(TypedDict):
    """A page shows another description of a robot's folder or archive."""

    type: Literal["choose"]
    robot: str
    path: str


class RemoveMessage(TypedDict):
    """A page takes a robot out of the scene."""

    type: Literal["remove"]
    robot: str


class RestoreMessage(TypedDict):
    """A page brings back what was taken out last."""

    type: Literal["restore"]


class FixMessage(TypedDict):
    """A page asks what fixing would change, or to `apply` it: safe fixes, or those of one rule."""

    type: Literal["fix"]
    robot: str
    code: NotRequired[str]
    unsafe: NotRequired[bool]
    apply: NotRequired[bool]


class AskForcesMessage(TypedDict):
    """A page asks what joints transmit while drives hold a pose."""

    type: Literal["forces"]
    robot: str
    values: PoseValues


class AskCoverageMessage(TypedDict):
    """A page asks how the collision shapes of a robot cover its visuals."""

    type: Literal["coverage"]
    robot: str


class DropMessage(TypedDict):
    """A page lets go of a robot, to see it fall and swing."""

    type: Literal["drop"]
    robot: str


class UploadMessage(TypedDict):
    """A page announces files; their bytes follow in this order.

    `add` keeps the robots that are there.
    """

    type: Literal["upload"]
    name: str
    add: NotRequired[bool]
    files: list[FileInfo]


PageMessage = (
    MovedMessage
    | ReplyMessage
    | TargetMovedMessage
    | AskSourceMessage
    | AskHtmlMessage
    | ExplainMessage
    | AskForcesMessage
    | AskCoverageMessage
    | OpenMessage
    | ChooseMessage
    | RemoveMessage
    | RestoreMessage
    | FixMessage
    | DropMessage
    | UploadMessage
)
