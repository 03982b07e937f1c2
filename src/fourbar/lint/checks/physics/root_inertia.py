"""The check of P440 root-inertia."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look at the root."""
    robot = context.robot
    if len(robot.roots) != 1 or not robot.joints:
        return
    root = robot.roots[0]
    if root.inertial is not None and root.inertial.mass > 0:
        message = f"root link '{root.name}' has inertia, which KDL ignores"
        notes = ("Add a root link without inertia and a fixed joint from it to this one.",)
        yield context.find(
            rules.physics.ROOT_INERTIA,
            PartPath("link", root.name) / "inertial",
            message,
            notes=notes,
        )
