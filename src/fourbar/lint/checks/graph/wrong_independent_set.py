"""The check of G340 wrong-independent-set."""

from __future__ import annotations

from .... import rules
from ...fixes.independent import choice_fix
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Ask the mechanics."""
    found = context.mobility
    if found is None or not found.problem:
        return
    for block in found.blocks:
        joints = [
            joint
            for joint in context.robot.joints
            if joint.child in block.links and joint.independent is not None
        ]
        if not joints or block.declared or context.is_misaligned(block.links):
            continue
        place = next((joint for joint in joints if joint.independent), joints[0])
        yield context.find(
            rules.graph.WRONG_INDEPENDENT_SET,
            PartPath("joint", place.name) / "independent",
            found.problem,
            facts={"choice": found.choice},
            fix=choice_fix(context, block, found.choice) if found.choice else None,
        )
