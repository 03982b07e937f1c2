"""The check of S147 axis-without-use."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath

_SILENT = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))


def check(context: Context) -> Findings:
    """Look for axes without use."""
    for joint in context.robot.joints:
        if joint.kind.axes or joint.axis in _SILENT:
            continue
        path = PartPath("joint", joint.name) / "axis"
        element = context.element(path)
        fix = None
        if element is not None and context.editor is not None:
            fix = context.fix("remove the axis", context.editor.remove_element(element))
        message = f"joint '{joint.name}' is {joint.type}, so its axis has no effect"
        yield context.find(rules.schema.AXIS_WITHOUT_USE, path, message, fix=fix)
