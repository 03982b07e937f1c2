"""What the pages show: robots, their files, their findings and poses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Event, RLock
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ..diagnostics import Report
    from ..robot import Robot
    from ..watch import Stamps
    from .messages import (
        FindingCounts,
        FindingInfo,
        PlayMessage,
        PoseValues,
        RobotInfo,
        SceneMessage,
    )
    from .source import Source

Pose = dict[str, list[float]]
"""DOF values [rad or m] by joint, as the extension counts them."""

FileName = Literal["skeleton.glb", "robot.glb", "graph.svg", "trajectory"]

_KEPT = 2
"""Versions of each file that can still be fetched: a page may be on its way to the last one."""

_OFFERED = "robots/offered/"


def no_findings() -> FindingCounts:
    """Before anything was checked."""
    return {"error": 0, "warning": 0, "info": 0}


class ShownPose(NamedTuple):
    """Where a robot is: a value, replaced as a whole and never changed.

    `values` is None until somebody moves the robot. `moved` are the joints that a page moved last,
    whose loops it may have left open; `number` counts the moves.
    """

    values: Mapping[str, list[float]] | None = None
    moved: tuple[str, ...] = ()
    number: int = 0


@dataclass(eq=False)
class ShownRobot:
    """One robot of the scene. `version` counts the times it was read.

    `is_local` is whether only pages of this machine see it: others learn no paths.
    `robot` is the last one that could be shown, `addresses` say where its files are to be fetched,
    and `files` are those it was made from. `is_partial` is whether it was read with errors.
    """

    id: str
    key: str
    source: Source
    position: tuple[float, float, float] | None = None
    name: str = ""
    version: int = 0
    robot: Robot | None = None
    pose: ShownPose = ShownPose()
    report: Report | None = None
    diagnostics: list[FindingInfo] = field(default_factory=list["FindingInfo"])
    counts: FindingCounts = field(default_factory=no_findings)
    missing: str | None = None
    failed: str | None = None
    is_placed: bool = False
    is_local: bool = True
    is_partial: bool = False
    trajectory: str | None = None
    addresses: dict[FileName, str] = field(default_factory=dict[FileName, str])
    playing: PlayMessage | None = None
    files: Stamps = field(default_factory=dict[str, "tuple[int, int] | None"])
    is_read: Event = field(default_factory=Event)
    is_complete: Event = field(default_factory=Event)

    @property
    def place(self) -> tuple[float, float, float]:
        """Where it is placed [m]; the origin until it gets a position."""
        return self.position or (0.0, 0.0, 0.0)

    def record(self, *, with_pose: bool = True) -> RobotInfo:
        """The robot as the pages get it."""
        track = self.addresses.get("trajectory")
        values = self.pose.values if with_pose else None
        return {
            "id": self.id,
            "name": self.name or self.key,
            "file": self.source.label,
            "path": self.source.page_path if self.is_local else None,
            "version": self.version,
            "skeleton": self.addresses.get("skeleton.glb"),
            "glb": self.addresses.get("robot.glb"),
            "graph": self.addresses.get("graph.svg"),
            "trajectory": None if track is None else {"url": track, "name": self.trajectory or ""},
            "motions": [],
            "position": self.place,
            "placed": self.is_placed,
            "pose": None if values is None else page_values(values),
            "diagnostics": self.diagnostics,
            "counts": self.counts,
            "fixable": self.is_local and self.source.can_be_fixed,
            "others": list(self.source.others),
            "missing": self.missing,
            "failed": self.failed,
        }


class Scene:
    """The robots in order, and the bytes that can be fetched; every change holds `lock`."""

    def __init__(self, *, is_local: bool = True) -> None:
        self.lock = RLock()
        self.is_local = is_local
        self.robots: dict[str, ShownRobot] = {}
        self._files: dict[str, bytes] = {}
        self._count = 0
        self._offered = 0

    def add(
        self, source: Source, *, key: str, position: tuple[float, float, float] | None = None
    ) -> ShownRobot:
        """A new robot, not read yet; a key that is taken gets a number.

        Without a position it will stand beside those that are there.
        """
        with self.lock:
            self._count += 1
            taken = {shown.key for shown in self.robots.values()}
            number, free = 2, key
            while free in taken:
                number, free = number + 1, f"{key}_{number}"
            shown = ShownRobot(f"r{self._count}", free, source, position)
            shown.is_placed = position is not None
            shown.is_local = self.is_local
            self.robots[shown.id] = shown
            return shown

    def remove(self, id: str) -> None:
        """Take a robot out, and its files."""
        with self.lock:
            self.robots.pop(id, None)
            for address in [a for a in self._files if a.startswith(f"robots/{id}/")]:
                del self._files[address]

    def put(self, shown: ShownRobot, name: FileName, data: bytes, *, version: int) -> None:
        """Make a file of a robot available; those of old versions go."""
        address = f"robots/{shown.id}/{version}/{name}"
        with self.lock:
            if shown.id not in self.robots:
                return
            self._files[address] = data
            shown.addresses[name] = address
            own = [a for a in self._files if a.startswith(f"robots/{shown.id}/")]
            same = [a for a in own if a.endswith(f"/{name}")]
            for old in same[:-_KEPT]:
                del self._files[old]

    def offer(self, data: bytes) -> str:
        """Make a file available that is not a robot's; the one before goes."""
        with self.lock:
            self._offered += 1
            for old in [a for a in self._files if a.startswith(_OFFERED)]:
                del self._files[old]
            address = f"{_OFFERED}{self._offered}/scene"
            self._files[address] = data
            return address

    def move(
        self,
        shown: ShownRobot,
        values: Mapping[str, list[float]],
        *,
        moved: tuple[str, ...] = (),
        after: int | None = None,
    ) -> bool:
        """Move joints of a robot; False where it has moved on since its `after`-th move."""
        with self.lock:
            pose = shown.pose
            if after is not None and pose.number != after:
                return False
            shown.pose = ShownPose({**(pose.values or {}), **values}, moved, pose.number + 1)
            return True

    def drop(self, shown: ShownRobot, name: FileName) -> None:
        """Say that a robot has no such file now."""
        with self.lock:
            shown.addresses.pop(name, None)

    def file(self, address: str) -> bytes | None:
        """The bytes at an address that a message named."""
        return self._files.get(address)

    def message(self) -> SceneMessage:
        """The whole scene."""
        with self.lock:
            robots = [shown.record() for shown in self.robots.values()]
            title = ", ".join(robot["name"] for robot in robots) or "fourbar"
            return {"type": "scene", "title": title, "robots": robots, "writable": True}


def page_values(pose: Mapping[str, list[float]]) -> PoseValues:
    """A pose as in messages: a number where a joint has one DOF; joints without any left out."""
    return {
        joint: values[0] if len(values) == 1 else list(values)
        for joint, values in pose.items()
        if values
    }
