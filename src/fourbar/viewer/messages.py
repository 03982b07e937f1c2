"""What server and pages send each other, defined once.

`web/viewer/src/live/messages.ts` is generated from these classes (`make generate`), with readers
that refuse what does not have the shape written here. Python reads what pages send in the same way.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, NotRequired, TypedDict, cast

SeverityName = Literal["error", "warning", "info"]
PoseValues = dict[str, float | list[float]]


class FixInfo(TypedDict):
    """A repair on offer; the edits stay with the server."""

    description: str
    safe: bool


class PartInfo(TypedDict):
    """The part of the robot that a finding is about."""

    kind: str
    name: str


class RelatedInfo(TypedDict):
    """Another place that a finding is about, and what is there."""

    file: str
    line: int
    column: int
    label: str


class FindingInfo(TypedDict):
    """A finding: the members that `fourbar check --format json` prints and the page uses.

    `source` is the text of its line.
    """

    code: str
    name: str
    severity: SeverityName
    message: str
    file: str | None
    line: int | None
    column: int | None
    endLine: int | None
    endColumn: int | None
    path: str | None
    notes: list[str]
    related: list[RelatedInfo]
    fix: FixInfo | None
    source: str | None
    part: PartInfo | None


class ForcePart(TypedDict):
    """A joint or loop that transmits forces.

    `determined` says of force x, y, z and moment x, y, z whether rigid links leave no choice.
    """

    kind: Literal["joint", "loop"]
    name: str
    determined: list[bool]


class ForcesInfo(TypedDict):
    """What joints transmit, at one time or several: a row of `values` and `efforts` for each.

    Of every part six numbers: the force [N] and the moment [N m] of parent on child, at the
    child's origin in its axes (of predecessor on successor, in the axes of the loop's frame on the
    predecessor). `efforts` are those of `drives` [N m or N].
    """

    parts: list[ForcePart]
    values: list[list[float]]
    drives: list[str]
    efforts: list[list[float]]


class MotionRecord(TypedDict):
    """What a simulation knows of a motion besides poses: a number for each of the `times` [s].

    Energies are in joules; `residual` is how far loops are open [m or rad], None without loops.
    """

    name: str
    times: list[float]
    kinetic: list[float]
    potential: list[float]
    residual: list[float] | None
    forces: ForcesInfo | None


class FindingCounts(TypedDict):
    """How many findings there are, also where not all of them are sent."""

    error: int
    warning: int
    info: int


class TrajectoryInfo(TypedDict):
    """A trajectory file that is offered with a robot."""

    url: str
    name: str


class RobotInfo(TypedDict):
    """One robot of the scene; addresses are null until the files are made.

    `motions` belong to the animations of the same names in its GLB. `path` is the file on the
    machine of the server, for pages on that machine. `placed` is whether somebody gave it its
    position; `others` are descriptions beside it that can be chosen, `fixable` whether its file can
    be fixed from the page. `missing` says what of it is not in the picture.
    """

    id: str
    name: str
    file: str | None
    path: str | None
    version: int
    skeleton: str | None
    glb: str | None
    graph: str | None
    trajectory: TrajectoryInfo | None
    motions: list[MotionRecord]
    position: tuple[float, float, float]
    placed: bool
    pose: PoseValues | None
    diagnostics: list[FindingInfo]
    counts: FindingCounts
    fixable: bool
    others: list[str]
    missing: str | None
    failed: str | None


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


class GalleryInfo(TypedDict):
    """A robot that ships with fourbar."""

    name: str
    summary: str


class RecentInfo(TypedDict):
    """A file that was opened before."""

    path: str
    name: str
    folder: str


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


class LinkCoverageInfo(TypedDict):
    """How the collision shapes of a link cover its visuals; a `problem` says why nobody knows.

    The visuals stick out by `outside` at most, the shapes reach `excess` beyond them [m]. Of the
    `uncovered` triangles each has nine numbers, in the frame of the link [m].
    """

    link: str
    outside: float
    excess: float
    uncovered: list[float]
    problem: str | None


class CoverageMessage(TypedDict):
    """How collision shapes cover visuals in this version of a robot, as asked for."""

    type: Literal["coverage"]
    robot: str
    version: int
    links: list[LinkCoverageInfo]


class CameraInfo(TypedDict):
    """From where a page looks: angles [rad], distance [m] from `target`, in URDF axes [m]."""

    azimuth: float
    elevation: float
    distance: float | None
    target: tuple[float, float, float] | None


class SourcePart(TypedDict):
    """Where a part of a robot begins in its text."""

    kind: str
    name: str
    line: int


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


class AskSourceMessage(TypedDict):
    """A page asks for the text of a robot's description."""

    type: Literal["source"]
    robot: str


class AskHtmlMessage(TypedDict):
    """A page asks for the scene as one HTML file that shows what it shows (`state`)."""

    type: Literal["html"]
    state: str


class MarkInfo(TypedDict):
    """Something that Python has drawn: in the axes of its link, or of the scene.

    `points` [m] are one, or those of a line; `rotation` (x y z w) is that of a frame. Without a
    `size` [m] it is a few pixels large. A target is there to be pulled at.
    """

    id: str
    kind: Literal["point", "line", "frame", "text", "target"]
    robot: str | None
    link: str | None
    points: list[tuple[float, float, float]]
    rotation: tuple[float, float, float, float] | None
    size: float | None
    color: str
    label: str | None


class MarksMessage(TypedDict):
    """All that Python has drawn."""

    type: Literal["marks"]
    marks: list[MarkInfo]


class TargetMovedMessage(TypedDict):
    """A page pulls at a target: where the pointer is, in the axes of the scene [m]."""

    type: Literal["target"]
    id: str
    position: tuple[float, float, float]
    held: bool


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


class FileInfo(TypedDict):
    """A file to be uploaded: its path with forward slashes, and its size [bytes]."""

    path: str
    size: int


class UploadMessage(TypedDict):
    """A page announces files; their bytes follow in this order.

    `add` keeps the robots that are there.
    """

    type: Literal["upload"]
    name: str
    add: NotRequired[bool]
    files: list[FileInfo]


class PageFrame(TypedDict):
    """What a page in a notebook sends through the kernel: it has no server to connect to.

    `open` and `close` begin and end its line, `alive` says that it is still there. A `message` has
    a PageMessage as `text`; `bytes` come beside the frame, for an upload. `fetch` asks for a file,
    from its byte `start` on.
    """

    page: str
    kind: Literal["open", "close", "alive", "message", "bytes", "fetch"]
    text: NotRequired[str]
    address: NotRequired[str]
    start: NotRequired[int]


class KernelFrame(TypedDict):
    """What the kernel sends to a page in a notebook.

    A `message` has a ServerMessage as `text`. The bytes of a `piece` come beside the frame; `size`
    is the whole file's, None where the file does not exist.
    """

    page: str
    kind: Literal["open", "close", "message", "piece"]
    text: NotRequired[str]
    address: NotRequired[str]
    start: NotRequired[int]
    size: NotRequired[int | None]


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
