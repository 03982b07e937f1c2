"""The check of G343 independent-fixed-joint."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look at the joint types."""
    for joint in context.robot.joints:
        if joint.kind.moves or joint.independent is None:
            continue
        element, fix = context.element(PartPath("joint", joint.name)), None
        if element is not None and context.editor is not None:
            edits = context.editor.remove_attribute(element, "independent")
            fix = context.fix("remove 'independent'", edits)
        message = f"joint '{joint.name}' is fixed and has no coordinate"
        yield context.find(
            rules.graph.INDEPENDENT_FIXED_JOINT,
            PartPath("joint", joint.name) / "independent",
            message,
            fix=fix,
        )
