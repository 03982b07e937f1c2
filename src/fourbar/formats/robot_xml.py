"""URDF and xacro: from bytes to a document, from there to a robot with all its loops."""

from __future__ import annotations

import os
from pathlib import Path

from .. import rules
from ..diagnostics import SourceText
from ..reading import Job
from ..robot import Robot
from ..urdf.read import read_document
from ..xml.parse import parse
from ..xml.tree import Document

_LOOPS = "robot.yaml"
"""Where Gepetto's robots have their closed loops."""


def read_urdf(job: Job) -> Robot | None:
    """The robot of a URDF file."""
    content = job.content
    suffix = os.path.splitext(content.file)[1]  # noqa: PTH122 - a path object takes longer
    if suffix != suffix.lower():
        message = f"'{suffix}' is read as '{suffix.lower()}'"
        span = SourceText(content.file, b"").span(0, 0)
        job.report.add(rules.xml.UPPERCASE_EXTENSION, message, span=span)
    document = parse(content.data, file=content.file, report=job.report, limits=job.options.limits)
    return None if document is None else _read(job, document)


def read_xacro(job: Job) -> Robot | None:
    """The robot of a xacro file, which is expanded once."""
    from ..xacro import expand

    content = job.content
    expansion = expand(
        content.data,
        file=content.file,
        arguments=job.options.arguments or {},
        finder=job.finder,
        report=job.report,
        path=content.path,
    )
    return None if expansion is None else _read(job, expansion.document)


def _read(job: Job, document: Document) -> Robot | None:
    document.path = job.content.path
    document.confined = job.options.confined
    document.packages = job.options.packages or {}
    document.gltf_up = job.options.gltf_up
    robot = read_document(document, job.report, coupling=job.options.coupling)
    return None if robot is None else _with_loops(robot, job)


def _with_loops(robot: Robot, job: Job) -> Robot:
    """With the closed chains of the file asked for, or of a Gepetto `robot.yaml` beside it."""
    loops, path = job.options.loops, job.content.path
    if loops is False or (loops is True and path is None):
        return robot
    if loops is True:
        # In every load: a path object takes longer, and so does importing what reads the file.
        beside = os.path.join(os.path.dirname(path or ""), _LOOPS)  # noqa: PTH118, PTH120
        if not os.path.exists(beside):  # noqa: PTH110
            return robot
        from ..urdf.lift_gepetto import lift_beside

        return lift_beside(robot, Path(beside), report=job.report, opened=job.opened)
    from ..urdf.lift_gepetto import lift_gepetto

    return lift_gepetto(robot, loops, report=job.report, opened=job.opened).robot
