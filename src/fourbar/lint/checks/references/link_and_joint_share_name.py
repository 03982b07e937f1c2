"""The check of R205 link-and-joint-share-name."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath
from ...text.rename import rename


def check(context: Context) -> Findings:
    """Compare the names."""
    for joint in context.robot.joints:
        if joint.name not in context.robot.links:
            continue
        new = f"{joint.name}_joint"
        edits = rename(context, "joint", joint.name, new)
        yield context.find(
            rules.references.LINK_AND_JOINT_SHARE_NAME,
            PartPath("joint", joint.name) / "name",
            f"joint '{joint.name}' has the same name as a link",
            related=context.related(PartPath("link", joint.name) / "name", "the link"),
            fix=context.fix(f"rename the joint to '{new}'", edits, safe=False),
        )
