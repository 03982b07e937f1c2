"""The check of C631 actuator-with-several-joints."""

from __future__ import annotations

from .... import rules
from ...facts.control import controls
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Count the joints."""
    for path, part, element in controls(context):
        joints = [c.name for c in part.components if c.kind == "joint"]
        if part.type != "actuator" or len(joints) < 2:
            continue
        fix = None
        if element is not None and context.editor is not None:
            edits = context.editor.set_attribute(element, "type", "system")
            fix = context.fix('write type="system"', edits, safe=False)
        message = (
            f"actuator '{part.name}' has {len(joints)} joints; use type \"system\" for several"
        )
        yield context.find(
            rules.control.ACTUATOR_WITH_SEVERAL_JOINTS,
            path / "type",
            message,
            element=element,
            attribute="type",
            fix=fix,
        )
