"""The description that a scene was imported from, and what it becomes on export."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from ..diagnostics import Report
from ..error import FourbarError
from ..formats import Content, LoadError, connected, dumps, read
from ..formats.error import unreadable
from ..reading import Reading
from ..record import record
from ..robot import Robot
from ..urdf.patch import patch
from ..xml.tree import Document
from .reading import Problem, SceneRobot
from .shapes import NewMesh


class ExportError(FourbarError):
    """A scene that cannot be exported as a robot yet; `problems` has the reasons and objects."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        first = f"{problems[0].message}{more}" if problems else "the scene does not make a robot"
        super().__init__(first)


@record
class Exported:
    """A description as it is written.

    `is_patched` is whether everything that nobody changed is byte for byte as it was; where the
    text could not take a change, it is rewritten. `meshes` have to be written too.
    """

    data: bytes
    is_patched: bool
    meshes: tuple[NewMesh, ...]


class Description:
    """URDF text and where it came from: what a .blend file keeps of an imported robot.

    Parameters
    ----------
    data
        The text: the bytes of a URDF file, what xacro expands to, the URDF of a GLB file.
    file
        The name that findings show.
    path
        The file on disk: packages and meshes are looked for around it.
    packages
        Folders of packages by name.
    """

    def __init__(
        self,
        data: bytes,
        *,
        file: str = "robot.urdf",
        path: str | Path | None = None,
        packages: Mapping[str, str] | None = None,
    ) -> None:
        self.data = data
        self.file = file
        self.path = None if path is None else Path(path)
        self.packages = dict(packages or {})

    @cached_property
    def reading(self) -> Reading:
        """The text as a robot, with all that was found."""
        return self._read(self.data)

    @property
    def robot(self) -> Robot:
        """The robot of the text, whole; LoadError where there is none."""
        if self.reading.robot is None:
            raise LoadError(self.reading.report)
        return self.reading.robot

    def _read(self, data: bytes) -> Reading:
        content = Content(data, self.file, self.path)
        return read(content, packages=self.packages, format="urdf")

    def export(self, scene: SceneRobot, *, force: bool = False) -> Exported:
        """The description of a scene: the imported text, and in it what was changed.

        Raises ExportError where an edited scene has problems, such as links that no joint connects;
        with `force`, it is written all the same.
        """
        base = self.robot
        if scene.robot == base:
            return Exported(self.data, True, scene.meshes)  # with all that the file has wrong
        if scene.problems and not force:
            raise ExportError(scene.problems)
        source = base.source
        if isinstance(source, Document) and source.text.data == self.data:
            data = patch(source, base, scene.robot, renamed=scene.renamed)
            if self._read(data).robot == scene.robot:
                return Exported(data, True, scene.meshes)
        return Exported(dumps(scene.robot).encode(), False, scene.meshes)


@record
class Opened:
    """A file that was opened for import: its robot, the text to keep, and what was found.

    `srdf` is the text of the second file, if there is one.
    """

    robot: Robot
    description: Description
    report: Report
    srdf: bytes | None = None


def open_description(
    source: str | Path,
    *,
    arguments: Mapping[str, str] | None = None,
    packages: Mapping[str, str] | None = None,
    srdf: str | Path | None = None,
) -> Opened:
    """Read a file, `gallery:NAME` or `robot:NAME`; LoadError where there is no robot in it.

    The robot has all that could be read, with the meshes of a GLB file at hand.
    """
    reading = read(source, arguments=arguments, packages=packages, srdf=srdf)
    robot = reading.robot
    if reading.content is None:
        raise unreadable(reading.report)
    if robot is None:
        raise LoadError(reading.report)
    content, document = reading.content, robot.source
    if not isinstance(document, Document):
        data = dumps(robot).encode()
    elif document.origins:
        data = document.text.data  # what the macros expand to
    else:
        data = content.data
    name = Path(content.file).name if content.path is None else content.path.name
    path = None if content.path is None else content.path.resolve()
    file = name if name.endswith(".urdf") else f"{Path(name).stem}.urdf"
    made = Description(data, file=file, path=path, packages=packages)
    srdf_text = None if reading.semantics is None else reading.semantics.text.data
    return Opened(robot, made, reading.report, srdf_text)


def moving_robot(robot: Robot) -> Robot:
    """The robot without parts that do not fit, so that it can be computed with."""
    found, _ = connected(Reading(robot, Report()))
    return robot if found is None else found
