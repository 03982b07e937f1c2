"""Robots that were made in Python, judged as the files they would be written to."""

from __future__ import annotations

import re

from ..diagnostics import Report
from ..reading import Content, Reading
from ..record import replace
from ..robot import Robot
from .error import SaveError
from .input import connected, read


def read_back(robot: Robot) -> Report:
    """What reading the robot's own text finds, about the robot: there is no place in a file."""
    return _about_robot(_reading(robot).report)


_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML 1.0 has no place for."""


def check_savable(robot: Robot) -> None:
    """Raise SaveError where `load` would not give this robot back from a file.

    What was read from a file is as the file has it: a file that had errors may be written again.
    """
    found = None if robot.source is None else robot.source.found
    if found is not None and (
        not found.report.ok or found.written is not None or found.described == robot.described()
    ):
        return
    for part in (robot, *robot.links, *robot.joints, *robot.loops, *robot.couplings):
        if (bad := _FORBIDDEN.search(part.name)) is not None:
            raise SaveError(
                f"{part.name!a} contains the character U+{ord(bad[0]):04X}, which XML cannot "
                "hold; rename it"
            )
    remaining, report = connected(_reading(robot))
    if remaining is None or not report.ok:
        raise SaveError.of(_about_robot(report))


def _reading(robot: Robot) -> Reading:
    from ..urdf.write import write_urdf

    return read(Content(write_urdf(robot).encode("utf-8", "surrogatepass"), "<robot>"), loops=False)


def _about_robot(report: Report) -> Report:
    about = Report()
    for finding in report:
        about.keep(replace(finding, span=None, fix=None, related=()))
    return about
