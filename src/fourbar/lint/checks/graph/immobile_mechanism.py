"""The check of G346 immobile-mechanism."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath

AFTER = ("G341",)


def check(context: Context) -> Findings:
    """Ask the mechanics."""
    found = context.mobility
    for block in found.blocks if found is not None else ():
        if block.n and block.rank == block.n and not context.is_misaligned(block.links):
            joints = [joint for joint in context.robot.joints if joint.child in block.links]
            names = ", ".join(f"'{joint.name}'" for joint in joints[:6])
            message = f"loops and couplings lock all of these joints: {names}"
            yield context.find(
                rules.graph.IMMOBILE_MECHANISM, PartPath("joint", joints[0].name), message
            )
