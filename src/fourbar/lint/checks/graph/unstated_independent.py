"""The check of G342 unstated-independent."""

from __future__ import annotations

from .... import rules
from ...fixes.independent import choice_fix
from ...rule import Context, Findings, PartPath

AFTER = ("G340", "G341")


def check(context: Context) -> Findings:
    """Look for parts without a choice."""
    found = context.mobility
    if found is None:
        return
    unread = _unread_choices(context)
    for block in found.blocks:
        joints = [joint for joint in context.robot.joints if joint.child in block.links]
        if any(joint.independent is not None for joint in joints) or not joints:
            continue
        if unread.intersection(joint.name for joint in joints):
            continue  # a choice was made; its fix comes first
        if all(joint.mimic is not None or joint.dof == 0 for joint in joints[1:]):
            continue  # a mimic and its leader: nothing to choose
        chosen = (
            f"using: {', '.join(block.independent)}"
            if block.independent
            else "it cannot move, so all of them are dependent"
        )
        yield context.find(
            rules.graph.UNSTATED_INDEPENDENT,
            PartPath("joint", joints[0].name),
            f"no joint of this mechanism is declared independent; {chosen}",
            fix=choice_fix(context, block, block.independent),
        )


def _unread_choices(context: Context) -> set[str]:
    """The joints with an `independent` that was malformed or misspelt, and so not read."""
    unread: set[str] = set()
    for finding in context.found:
        path = finding.path
        if not isinstance(path, PartPath) or path.part.kind != "joint":
            continue
        malformed = finding.rule is rules.schema.BAD_BOOLEAN and path.last == "independent"
        misspelt = (
            finding.rule is rules.schema.UNKNOWN_ATTRIBUTE
            and finding.facts.get("suggestion") == "independent"
        )
        if malformed or misspelt:
            unread.add(str(path.part.key))
    return unread
