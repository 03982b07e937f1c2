"""The check of S151 empty-dynamics."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath

_NUMBERS = ("damping", "friction")


def check(context: Context) -> Findings:
    """Look for the attributes."""
    for joint in context.robot.joints:
        if joint.dynamics is None:
            continue
        path = PartPath("joint", joint.name) / "dynamics"
        element = context.element(path)
        if element is None or any(name in element.attributes for name in _NUMBERS):
            continue
        message = (
            f"<dynamics> of joint '{joint.name}' has neither 'damping' nor 'friction'; "
            "urdfdom refuses the file"
        )
        notes = ()
        if element.children:
            tags = ", ".join(dict.fromkeys(f"<{child.tag}>" for child in element.children[:6]))
            notes = (f"{tags} inside it has no effect; write attributes.",)
        yield context.find(rules.schema.EMPTY_DYNAMICS, path, message, notes=notes)
