"""Findings that only follow from a joint that could not be read.

Such a joint is left out of the robot, and what refers to it seems to refer to nothing. That links
which hang on it are left out too is a finding of its own, as it is when the file is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic
from .context import Context

_UNKNOWN_JOINT = ("R202", "C601", "C620", "C650", "C671")


def without_consequences(context: Context, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings that stand for themselves."""
    findings = list(found)
    lost = _left_out(context)
    if not lost:
        return findings
    return [f for f in findings if f.code not in _UNKNOWN_JOINT or f.fact("name") not in lost]


def _left_out(context: Context) -> set[str]:
    """Joints that the file has and the robot has not."""
    if context.document is None:
        return set()
    names = {
        e.attributes.get("name", "") for e in context.document.root.children if e.tag == "joint"
    }
    return {name for name in names if name and name not in context.robot.joints}
