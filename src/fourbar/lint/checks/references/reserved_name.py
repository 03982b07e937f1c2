"""The check of R213 reserved-name."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for reserved names."""
    robot = context.robot
    for kind, parts in (("link", robot.links), ("joint", robot.joints)):
        for part in parts:
            path = PartPath(kind, part.name) / "name"
            if part.name.startswith("__") and part.name.endswith("__") and len(part.name) > 4:
                yield context.find(
                    rules.references.RESERVED_NAME,
                    path,
                    f"the name '{part.name}' is reserved in SDF",
                )
    if "world" in robot.links and "world" in robot.parent_joints:
        message = "'world' is the ground in Gazebo and Drake and cannot be a child link"
        yield context.find(
            rules.references.RESERVED_NAME, PartPath("link", "world") / "name", message
        )
