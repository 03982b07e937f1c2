"""The check of S148 pitch-without-use."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for pitches without use."""
    for kind, parts in (("joint", context.robot.joints), ("loop", context.robot.loops)):
        for part in parts:
            if part.pitch is not None and not part.kind.pitched:
                path = PartPath(kind, part.name) / "screw_thread_pitch"
                message = f"{kind} '{part.name}' is {part.type}, so its pitch has no effect"
                yield context.find(rules.schema.PITCH_WITHOUT_USE, path, message)
