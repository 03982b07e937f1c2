"""Read robots: find the format, read every file once, keep what was found."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import rules
from ..diagnostics import Report
from ..files import OpenedFiles
from ..reading import Content, CouplingConvention, Job, Options, PathLike, Reading, Source
from ..record import replace
from ..robot import Found, Robot
from ..robot.aside import own_errors
from ..robot.connected import is_connected
from ..robot.source import GltfUp
from .content import open_content
from .error import LoadError, LoadWarning, unreadable
from .table import format_of, function

if TYPE_CHECKING:
    from ..xml.limits import Limits
    from ..xml.tree import Document

_CONNECT = "fourbar.graph.connect:connected"
"""By name, since the graph is above this layer: only faulty and unusual robots need it."""
_GRAPH_ERRORS = "fourbar.lint.strict:add_graph_errors"
"""By name, as well: only those who ask for `strict` need it."""
_AXIS_ERRORS = "fourbar.lint.strict:add_axis_errors"
"""By name, as well: only files in which a loop has no axis need it."""


def load(
    source: Source,
    *,
    packages: Mapping[str, PathLike] | None = None,
    arguments: Mapping[str, str] | None = None,
    coupling: CouplingConvention | None = None,
    srdf: Source | None = None,
    format: str | None = None,
    loops: bool | PathLike = True,
    confined: bool = False,
    gltf_up: GltfUp = "auto",
    lossless: bool = True,
    strict: bool = False,
) -> Robot:
    """The robot in a file (path, `gallery:NAME`, `robot:NAME`, bytes or open file).

    A file with errors gives the robot that remains without the parts that cannot be read or do not
    fit, and one LoadWarning; that may be a robot without links. LoadError is raised where there is
    no robot in it at all, and where it, `srdf` or `loops` cannot be opened.

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
        "urdf", "xacro", "gltf", "mjcf", "sdf" or "usd", where the extension is wrong or missing.
    loops
        A Gepetto `robot.yaml` with closed loops. By default one beside the description is read;
        False leaves it out.
    confined
        Use mesh and image files only from the folders of the description and its packages: for
        descriptions from elsewhere.
    gltf_up
        Which axis is up in glTF meshes: "y", which is turned to z; "z", taken as it is; or "auto",
        y unless only z fits the collision shapes or the parts around (A547 reports that).
    lossless
        Believe the description that travels in an MJCF, SDFormat or USD file which nobody has
        changed since; False reads what the file itself holds.
    strict
        Raise LoadError on any error of the robot: of reading it, of putting it together, and of
        loops, couplings and the choice of independent joints, as the rules G3xx of `fourbar check`
        find them. Errors of other rules, about masses or meshes for example, are left to it; errors
        in side parts (sensors, transmissions, ros2_control, gazebo, textures) stay a warning.
    """
    for name, folder in (packages or {}).items():
        if not Path(folder).is_dir():
            raise ValueError(f"the folder '{os.fspath(folder)}' of package '{name}' does not exist")
    reading = read(
        source,
        packages=packages,
        arguments=arguments,
        coupling=coupling,
        srdf=srdf,
        format=format,
        loops=loops,
        confined=confined,
        gltf_up=gltf_up,
        lossless=lossless,
    )
    if arguments:
        _refuse_idle_arguments(reading)
    return _accepted(reading, strict=strict)


def loads(text: str | bytes, *, strict: bool = False, **options: Any) -> Robot:
    """The robot in a text. Errors and options as for `load`."""
    reading = read(text.encode() if isinstance(text, str) else text, **options)
    return _accepted(reading, strict=strict)


def _refuse_idle_arguments(reading: Reading) -> None:
    """ValueError where arguments were given to a file that cannot have any."""
    content = reading.content
    if content is None:
        return  # it cannot be opened, which is what there is to say
    if format_of(content.data, content.extended, reading.options.format).name != "xacro":
        raise ValueError(
            f"arguments are for xacro files, and '{content.file}' is not one; "
            "use format='xacro' to read it as one"
        )


def _accepted(reading: Reading, *, strict: bool) -> Robot:
    """The robot, if there is one; its errors as an exception or a warning to our caller's."""
    robot, report = connected(reading, strict=strict)
    if report.ok and robot is not None:
        return robot
    if any(error.code == rules.xml.UNREADABLE_FILE.code for error in report.errors):
        raise unreadable(report)
    if robot is None and reading.robot is not None:
        # Without links there is nothing to connect, and no place for what connects them.
        robot = reading.robot.replace(joints=(), loops=(), couplings=())
    if robot is None or (strict and own_errors(report)):
        raise LoadError(report)
    import warnings

    warnings.warn(LoadWarning(report), stacklevel=3)
    return robot


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
    confined: bool = False,
    gltf_up: GltfUp = "auto",
    lossless: bool = True,
) -> Reading:
    """All that can be read of a robot, and what reading found; never raises on content.

    `robot, report = fb.read(...)`: the robot is None when there is no well-formed robot at all. It
    may have parts that do not fit, which `load` leaves out and `check` reports. The result also has
    the `files` that were read. Options as for `load`.
    """
    if coupling not in (None, "paper", "parser"):
        raise ValueError(f"unknown coupling {coupling!r}; expected one of: 'paper', 'parser'")
    if gltf_up not in ("auto", "y", "z"):
        raise ValueError(f"unknown gltf_up {gltf_up!r}; expected one of: 'auto', 'y', 'z'")
    report = Report()
    options = Options(
        packages, arguments, coupling, srdf, format, loops, limits, confined, gltf_up, lossless
    )
    content = open_content(source, report)
    if content is None:
        return Reading(None, report, opened=_missed(source), options=options)
    if content.packages or content.arguments:
        options = replace(
            options,
            packages={**(content.packages or {}), **(packages or {})},
            arguments={**(content.arguments or {}), **(arguments or {})},
        )
    job = Job(content, options, report)
    found = format_of(content.data, content.extended, format)
    assert found.read is not None
    robot: Robot | None = function(found.read)(job)
    semantics = None
    if srdf is not None and robot is not None:
        robot, semantics = _with_states(robot, srdf, job)
    if robot is not None and robot.source is not None:
        robot.source.found = Found(report, robot.described(), report)
    return Reading(
        robot,
        report,
        opened=job.opened,
        options=options,
        content=content,
        semantics=semantics,
    )


def connected(reading: Reading, *, strict: bool = False) -> tuple[Robot | None, Report]:
    """The robot of a file without the parts that do not fit it, and the findings that say so.

    What remains is one tree, with loops, couplings and mimics that a `fourbar.Model` can be made
    of; None where nothing was read, or no link. What is left out is kept as text: saving the robot
    writes it.
    Loops that have no axis and lock their cycle are among the findings; with `strict`, all errors
    that rules find in its graph.
    """
    robot, report = reading
    if robot is None:
        return robot, report
    remaining, found = robot, report
    if not is_connected(robot):
        # A copy: checks look at all that was read, and find these faults themselves.
        found = _copied(report)
        remaining = function(_CONNECT)(robot, found)
        if not remaining.links:
            return None, found
        if remaining is not robot and remaining.source is not None:
            remaining.source.found = Found(report, remaining.described(), found, robot)
    if strict:
        found = _copied(found)
        function(_GRAPH_ERRORS)(reading, found)
    elif _has_loop_without_axis(robot):
        found = _copied(found)
        function(_AXIS_ERRORS)(reading, found)
    return remaining, found


def _has_loop_without_axis(robot: Robot) -> bool:
    """Whether a loop of a file uses an axis that nobody chose: the rules tell if it fits."""
    if not robot.loops:
        return False
    from ..xml.tree import Document  # the reader of such a file has it

    document = robot.source
    if not isinstance(document, Document):
        return False
    elements = (document.named("loop", loop.name) for loop in robot.loops if loop.kind.axes)
    return any(e is not None and e.tag == "loop" and e.find("axis") is None for e in elements)


def _copied(report: Report) -> Report:
    copy = Report()
    copy.extend(report)
    return copy


def validate(content: Content, *, format: str | None = None) -> Report | None:
    """What the validator of a format finds; None for formats whose reader finds it all."""
    found = format_of(content.data, content.extended, format)
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
    document.path = content.path
    if robot.source is not None:
        robot.source.semantics = document
    return read_states(document, robot, report=job.report), document
