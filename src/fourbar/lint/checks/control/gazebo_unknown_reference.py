"""The check of C650 gazebo-unknown-reference."""

from __future__ import annotations

from .... import rules
from ....diagnostics import does_not_exist
from ...facts.control import gazebo
from ...fixes.names import correction
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look the names up."""
    robot = context.robot
    for path, part, element in gazebo(context):
        name = part.reference
        if name is None or name in robot.links or name in robot.joints:
            continue
        message, facts = does_not_exist(
            "link or joint", name, (*robot.links.names, *robot.joints.names)
        )
        yield context.find(
            rules.control.GAZEBO_UNKNOWN_REFERENCE,
            path / "reference",
            message,
            element=element,
            attribute="reference",
            facts=facts,
            fix=correction(context, element, "reference", facts),
        )
