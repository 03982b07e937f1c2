"""The check of S143 fixed-joint-leftovers."""

from __future__ import annotations

from math import inf

from .... import rules
from ...rule import Context, Findings, PartPath

_NO_RANGE = ((0.0, 0.0), (-inf, inf))


def check(context: Context) -> Findings:
    """Look for what only moving joints need."""
    for joint in context.robot.joints:
        if joint.kind.moves:
            continue
        held = (
            ("limit", joint.limit),
            ("dynamics", joint.dynamics),
            ("spring", joint.spring),
            ("mimic", joint.mimic),
            ("safety_controller", joint.safety_controller),
        )
        tags = [tag for tag, value in held if value is not None]
        if not tags:
            continue
        names = " and ".join(f"<{tag}>" for tag in tags)
        verb = "has" if len(tags) == 1 else "have"
        fix = None
        if joint.mimic is None and joint.bounds in _NO_RANGE and context.editor is not None:
            elements = [context.element(PartPath("joint", joint.name) / tag) for tag in tags]
            edits = [context.editor.remove_element(e) for e in elements if e is not None]
            fix = context.fix(f"remove {names}", *edits)
        yield context.find(
            rules.schema.FIXED_JOINT_LEFTOVERS,
            PartPath("joint", joint.name) / tags[0],
            f"joint '{joint.name}' is fixed, so {names} {verb} no effect",
            fix=fix,
        )
