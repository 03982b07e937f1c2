"""What reading a robot takes, and what it leaves behind."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from .diagnostics import Report
from .files import OpenedFiles
from .record import record
from .robot import Robot
from .robot.source import GltfUp
from .schemes import is_name

if TYPE_CHECKING:
    from .packages import PackageFinder
    from .xml.limits import Limits
    from .xml.tree import Document

PathLike = str | os.PathLike[str]
CouplingConvention = Literal["paper", "parser"]


class Content:
    """The bytes of one description, read once for all who look at them.

    `file` is the name that findings show, `path` the file on disk, if there is one. `packages` and
    `arguments` are those that it comes with; the options of whoever reads it win.
    """

    __slots__ = ("arguments", "data", "file", "packages", "path")

    def __init__(
        self,
        data: bytes,
        file: str = "<string>",
        path: Path | None = None,
        *,
        packages: Mapping[str, PathLike] | None = None,
        arguments: Mapping[str, str] | None = None,
    ) -> None:
        self.data = data
        self.file = file
        self.path = path
        self.packages = packages
        self.arguments = arguments

    @property
    def extended(self) -> str:
        """The name with the extension that tells the format; `robot:NAME` has none."""
        return str(self.path) if is_name(self.file) and self.path is not None else self.file


Source = PathLike | bytes | IO[bytes] | IO[str] | Content


@record
class Options:
    """How a user wants a file read; the options of `fourbar.read`."""

    packages: Mapping[str, PathLike] | None = None
    arguments: Mapping[str, str] | None = None
    coupling: CouplingConvention | None = None
    srdf: Source | None = None
    format: str | None = None
    loops: bool | PathLike = True
    limits: Limits | None = None
    confined: bool = False
    gltf_up: GltfUp = "auto"
    lossless: bool = True


class Job:
    """One description on its way to a robot: what the reader of a format gets.

    `opened` takes every file that is read on the way.
    """

    def __init__(self, content: Content, options: Options, report: Report) -> None:
        self.content = content
        self.options = options
        self.report = report
        self.opened = OpenedFiles()
        if content.path is not None:
            self.opened.note(content.path)

    @property
    def finder(self) -> PackageFinder:
        """Finds packages around the description."""
        from .packages import PackageFinder

        return PackageFinder(self.options.packages, near=self.content.path, opened=self.opened)


class Reading(tuple[Robot | None, Report]):
    """What reading a file gave: `robot, report = fb.read(...)`, and all else that is known then.

    Attributes
    ----------
    robot
        As far as it could be read; None where there is no robot in the file at all.
    report
        All findings.
    opened
        Every file that was read: the description, includes, settings, loops, SRDF. Whoever reads
        its meshes and textures adds them.
    options
        How it was read.
    content
        The bytes of the description; None where the file could not be opened.
    semantics
        The SRDF document, where one was asked for.
    """

    robot: Robot | None
    report: Report
    opened: OpenedFiles
    options: Options
    content: Content | None
    semantics: Document | None

    def __new__(
        cls,
        robot: Robot | None,
        report: Report,
        *,
        opened: OpenedFiles | None = None,
        options: Options | None = None,
        content: Content | None = None,
        semantics: Document | None = None,
    ) -> Reading:
        """A pair with more to say."""
        self = super().__new__(cls, (robot, report))
        self.robot = robot
        self.report = report
        self.opened = OpenedFiles() if opened is None else opened
        self.options = options or Options()
        self.content = content
        self.semantics = semantics
        return self

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that were read, in order."""
        return tuple(self.opened)
