"""Read robots: find the format, read every file once, keep what was found."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..diagnostics import Report
from ..files import OpenedFiles
from ..reading import Content, CouplingConvention, Job, Options, PathLike, Reading, Source
from ..robot import Found, Robot
from .content import open_content
from .error import LoadError
from .table import format_of, function

if TYPE_CHECKING:
    from ..xml.limits import Limits
    from ..xml.tree import Document


def load(
    source: Source,
    *,
    packages: Mapping[str, PathLike] | None = None,
    arguments: Mapping[str, str] | None = None,
    coupling: CouplingConvention | None = None,
    srdf: Source | None = None,
    format: str | None = None,
    loops: bool | PathLike = True,
) -> Robot:
    """The robot in a file (path, `gallery:NAME`, bytes or open file); raises LoadError on errors.

    Parameters
    ----------
    packages
        Package names and their folders.
    arguments
        Values of xacro arguments.
    coupling
        "paper" or "parser": which side an unstated ratio multiplies.
    srdf
        An SRDF file whose group states become the robot's configurations.
    format
        "urdf", "xacro" or "gltf", where the extension is wrong or missing.
    loops
        A Gepetto `robot.yaml` with closed loops. By default one beside the description is read;
        False leaves it out.
    """
    robot, report = read(
        source,
        packages=packages,
        arguments=arguments,
        coupling=coupling,
        srdf=srdf,
        format=format,
        loops=loops,
    )
    if robot is None or not report.ok:
        raise LoadError(report)
    return robot


def loads(text: str | bytes, **options: Any) -> Robot:
    """The robot in a text; raises LoadError on errors. Options as for `load`."""
    return load(text.encode() if isinstance(text, str) else text, **options)


def read(
    source: Source,
    *,
    packages: Mapping[str, PathLike] | None = None,
    arguments: Mapping[str, str] | None = None,
    coupling: CouplingConvention | None = None,
    srdf: Source | None = None,
    format: str | None = None,
    loops: bool | PathLike = True,
    limits: Limits | None = None,
) -> Reading:
    """The robot, as far as it can be read, and all findings; never raises on content.

    `robot, report = fb.read(...)`: the robot is None when there is no well-formed robot at all.
    The result also has the `files` that were read. Options as for `load`.
    """
    report = Report()
    options = Options(packages, arguments, coupling, srdf, format, loops, limits)
    content = open_content(source, report)
    if content is None:
        return Reading(None, report, opened=_missed(source), options=options)
    job = Job(content, options, report)
    found = format_of(content.data, content.file, format)
    assert found.read is not None
    robot: Robot | None = function(found.read)(job)
    semantics = None
    if srdf is not None and robot is not None:
        robot, semantics = _with_states(robot, srdf, job)
    if robot is not None and robot.source is not None:
        robot.source.found = Found(report, robot.described())
    return Reading(
        robot,
        report,
        opened=job.opened,
        options=options,
        content=content,
        semantics=semantics,
    )


def validate(content: Content, *, format: str | None = None) -> Report | None:
    """What the validator of a format finds; None for formats whose reader finds it all."""
    found = format_of(content.data, content.file, format)
    if found.validate is None:
        return None
    report = Report()
    function(found.validate)(content, report=report)
    return report


def _missed(source: Source) -> OpenedFiles:
    """A file that could not be opened, which may be there next time."""
    opened = OpenedFiles()
    if isinstance(source, str | os.PathLike):
        opened.note(Path(source))
    return opened


def _with_states(robot: Robot, srdf: Source, job: Job) -> tuple[Robot, Document | None]:
    from ..urdf.srdf import parse_srdf, read_states

    content = open_content(srdf, job.report)
    if content is None:
        return robot, None
    if content.path is not None:
        job.opened.note(content.path)
    document = parse_srdf(content.data, file=content.file, report=job.report)
    if document is None:
        return robot, None
    if robot.source is not None:
        robot.source.semantics = document
    return read_states(document, robot, report=job.report), document
