"""The check of C652 plugin-unknown-part."""

from __future__ import annotations

from .... import rules
from ....diagnostics import does_not_exist
from ...facts.control import descendants, gazebo
from ...rule import Context, Findings

_JOINTS = (
    "joint",
    "joint_name",
    "jointname",
    "left_joint",
    "right_joint",
    "leftjoint",
    "rightjoint",
)
_LINKS = ("body_name", "bodyname", "link_name", "linkname", "robot_base_frame")


def check(context: Context) -> Findings:
    """Look the names up."""
    document, robot = context.document, context.robot
    if document is None:
        return
    for path, _, element in gazebo(context):
        for inner in descendants(element) if element is not None else ():
            tag = inner.tag.lower()
            kind = "joint" if tag in _JOINTS else "link" if tag in _LINKS else None
            if kind is None or inner.children or inner.attributes:
                continue
            name = document.inner_text(inner)
            known = (robot.joints if kind == "joint" else robot.links).names
            message, facts = does_not_exist(f"plugin: {kind}", name, known)
            if name in known or "suggestion" not in facts or " " in name:
                continue
            yield context.find(
                rules.control.PLUGIN_UNKNOWN_PART,
                path / inner.tag,
                message,
                element=inner,
                facts=facts,
                span=document.text_span(inner),
            )
