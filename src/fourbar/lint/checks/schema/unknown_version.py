"""The check of S132 unknown-version."""

from __future__ import annotations

from .... import rules
from ...rule import ROBOT, Context, Findings

_KNOWN = ("1.0", "1.1", "1.2")


def check(context: Context) -> Findings:
    """Compare the version with the known ones."""
    version = context.robot.version
    if version is not None and version.strip() not in _KNOWN:
        message = f"unknown URDF version '{version}'; expected one of: {', '.join(_KNOWN)}"
        yield context.find(rules.schema.UNKNOWN_VERSION, ROBOT / "version", message)
