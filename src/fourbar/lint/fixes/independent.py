"""The fix that states which joints of a closed mechanism are independent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import Fix, PartPath
from ...xml.edits import Edits
from ..context import Context

if TYPE_CHECKING:
    from ...mechanics import BlockMobility


def choice_fix(context: Context, block: BlockMobility, choice: tuple[str, ...]) -> Fix | None:
    """Write `independent` on every joint of the block that has a coordinate of its own.

    None where only some coordinates of a joint are independent: no attribute can say that.
    """
    editor = context.editor
    if editor is None or any("[" in name for name in choice):
        return None
    edits: Edits = ()
    for joint in context.robot.joints:
        if joint.child not in block.links or joint.dof == 0 or joint.mimic is not None:
            continue
        element = context.element(PartPath("joint", joint.name))
        if element is None:
            return None
        value = "true" if joint.name in choice else "false"
        edits += editor.set_attribute(element, "independent", value)
    # A choice that is taken anyway keeps the meaning; another one changes it.
    stated = any(
        joint.independent is not None
        for joint in context.robot.joints
        if joint.child in block.links
    )
    return context.fix("state the independent joints", edits, safe=not stated)
