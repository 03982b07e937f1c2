"""The check of P401 zero-axis."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for axes without direction."""
    for kind, parts in (("joint", context.robot.joints), ("loop", context.robot.loops)):
        for part in parts:
            if not part.kind.axes:
                continue
            axes = [("axis", part.axis)]
            if part.axis2 is not None and part.kind.axes > 1:
                axes.append(("axis2", part.axis2))
            for name, axis in axes:
                if not any(axis):
                    path = PartPath(kind, part.name) / name / "xyz"
                    message = f"the {name} of {part.type} {kind} '{part.name}' must not be 0 0 0"
                    yield context.find(rules.physics.ZERO_AXIS, path, message)
