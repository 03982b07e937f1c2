"""What a description has beside the robot: a fault in it does not keep anybody from the robot."""

from __future__ import annotations

from .. import rules
from ..diagnostics import Diagnostic, Report

ASIDE = frozenset(("transmission", "ros2_control", "sensor", "gazebo"))
"""Parts that control or simulate the robot."""
_TEXTURE = "texture"


def is_aside(finding: Diagnostic) -> bool:
    """Whether a finding is about a side part: control, a sensor, a texture, a stray xacro element.

    The links, joints and loops are as they would be without it.
    """
    if finding.code == rules.schema.UNEXPANDED_XACRO.code:
        return True
    path = finding.part_path
    return path is not None and (path.part.kind in ASIDE or path.has(_TEXTURE))


def own_errors(report: Report) -> tuple[Diagnostic, ...]:
    """The errors of the robot itself, for which `strict` refuses it."""
    return tuple(error for error in report.errors if not is_aside(error))
