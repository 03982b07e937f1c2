"""Changed descriptions: they stay what they were read as, where the file's extension allows it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import rules
from ..diagnostics import PartPath, Report
from ..files import write_atomic
from ..reading import PathLike, Reading
from ..robot import Robot
from ..robot.rename_meshes import with_mesh_files
from .addresses import seen_from
from .error import SaveError
from .output import put, refuse_lost, written
from .table import READERS, Format, can_hold, format_of, output_format, suffix_of

if TYPE_CHECKING:
    from ..assets.made_source import MadeMesh

NONE_MOVED: Mapping[PartPath, str] = {}
NONE_MADE: Mapping[PartPath, MadeMesh] = {}


def input_format(reading: Reading) -> Format | None:
    """The format that a description was read as; None where its file could not be opened."""
    content = reading.content
    if content is None:
        return None
    return format_of(content.data, content.extended, reading.options.format)


def is_urdf(path: PathLike) -> bool:
    """Whether a file is URDF, which fixes can be written to: `.xml` may be MJCF as well."""
    urdf = READERS["urdf"]
    if suffix_of(path) not in urdf.suffixes:
        return False
    try:
        return format_of(Path(path).read_bytes(), os.fspath(path)) is urdf
    except OSError:
        return False


def is_same_format(reading: Reading, output: PathLike) -> bool:
    """Whether a change of this description is written to `output` in the format it was read as.

    It is where the extension can hold that format: `.xml` holds URDF and MJCF, and what was read as
    URDF stays URDF. Otherwise the extension alone decides, as for `save`; and for xacro, which is
    never written.
    """
    own = input_format(reading)
    return own is not None and can_hold(output, own)


def changed_format(reading: Reading, output: PathLike) -> Format:
    """The format in which a change of this description is written; SaveError without any."""
    own = input_format(reading)
    same = own is not None and can_hold(output, own)
    return own if same and own is not None else output_format(output)


def save_changed(
    reading: Reading,
    robot: Robot,
    output: PathLike,
    edited: Callable[[], bytes | None],
    *,
    moved: Mapping[PartPath, str] = NONE_MOVED,
    made: Mapping[PartPath, MadeMesh] = NONE_MADE,
) -> Report:
    """Write `robot`, which a change has made of what was read; gives what the writer found.

    `edited` gives the text of the file with the change, or None where the text is not the file's
    own; it is used where the output has the same format. Otherwise the robot is written whole.

    Parameters
    ----------
    moved
        Addresses of meshes from the folder of the output, by the paths of shapes.
    made
        Meshes that were made with the change; their addresses are from there as well.

    Raises
    ------
    SaveError
        Where a mesh that was made cannot be read, or the format does not take it: nothing is
        written then.
    """
    report = Report()
    data = edited() if is_same_format(reading, output) else None
    if data is not None:
        write_atomic(output, data)
        return report
    target = changed_format(reading, output)
    if target.addresses:
        addresses = {**moved, **{path: mesh.address for path, mesh in made.items()}}
        robot = with_mesh_files(seen_from(robot, Path(output).parent), addresses)
    elif made:
        from ..assets.made_source import MadeMeshError, with_made_meshes

        try:
            robot = with_made_meshes(robot, made, original=reading.robot or robot)
        except MadeMeshError as error:
            raise SaveError(str(error)) from error
    options: dict[str, Any] = (
        {"report": report} if target.takes(suffix_of(output), "report") else {}
    )
    content = written(robot, output, format=target.name, addressed=True, **options)
    refuse_unwritten(report, made)
    refuse_lost(robot, output, content, format=target.name)
    put(output, content)
    return report


def refuse_unwritten(report: Report, made: Collection[PartPath]) -> None:
    """Raise SaveError where a writer has left out a mesh that was made."""
    for finding in report:
        if finding.rule is rules.formats.SHAPE_NOT_WRITTEN and finding.part_path in made:
            raise SaveError(f"{finding.part_path} cannot be written: {finding.message}")
