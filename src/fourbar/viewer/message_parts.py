"""What messages are made of."""

from __future__ import annotations

from typing import Literal, TypedDict

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


class GalleryInfo(TypedDict):
    """A robot that ships with fourbar."""

    name: str
    summary: str


class RecentInfo(TypedDict):
    """A file that was opened before."""

    path: str
    name: str
    folder: str


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


class FileInfo(TypedDict):
    """A file to be uploaded: its path with forward slashes, and its size [bytes]."""

    path: str
    size: int
