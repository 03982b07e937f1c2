"""The fix that turns a joint which does not fit the tree into a loop."""

from __future__ import annotations

from ...diagnostics import Diagnostic, Fix
from ...graph.offer import loop_text
from ..context import Context


def joint_to_loop(context: Context, finding: Diagnostic) -> Fix | None:
    """Replace the joint of the finding by the `<loop>` that says the same."""
    path = finding.part_path
    name = None if path is None else path.name_of("joint")
    if context.editor is None or context.document is None or name is None:
        return None
    joint = context.robot.joints.get(name)
    element = context.document.named("joint", name)
    if joint is None or element is None or joint.parent == joint.child:
        return None
    edits = context.editor.replace_element(element, loop_text(joint))
    return context.fix(f"write joint '{name}' as a loop", edits, safe=False)
