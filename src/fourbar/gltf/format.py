"""Robots of glTF files, as the table of formats asks for them."""

from __future__ import annotations

from ..diagnostics import Report
from ..formats.content import beside
from ..reading import Content, Job
from ..robot import Robot


def read(job: Job) -> Robot | None:
    """The first robot of a `.glb` or `.gltf` file."""
    from .read.robot import read_robot

    content = job.content
    return read_robot(
        content.data,
        file=content.file,
        report=job.report,
        resolve=beside(content.path, job.opened),
        path=content.path,
    )


def validate(content: Content, *, report: Report) -> None:
    """Check a `.glb` or `.gltf` file and all that it holds."""
    from .validation import validate as check

    check(content.data, file=content.file, report=report, resolve=beside(content.path))
