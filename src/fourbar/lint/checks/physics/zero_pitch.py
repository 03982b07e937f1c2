"""The check of P458 zero-pitch."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for threads that do not advance."""
    for kind, parts in (("joint", context.robot.joints), ("loop", context.robot.loops)):
        for part in parts:
            # A file without a pitch is reported by its reader.
            missing = part.pitch is None and context.robot.source is None
            if part.kind.pitched and (part.pitch == 0.0 or missing):
                path = PartPath(kind, part.name) / "screw_thread_pitch" / "value"
                has = "no pitch" if part.pitch is None else "a pitch of 0"
                message = f"{kind} '{part.name}' has {has}: it turns without advancing"
                yield context.find(rules.physics.ZERO_PITCH, path, message)
