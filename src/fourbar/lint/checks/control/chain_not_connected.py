"""The check of C675 chain-not-connected."""

from __future__ import annotations

from .... import rules
from ....urdf.semantics import SRDF, chain
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Follow each chain."""
    semantics, robot = context.semantics, context.robot
    for group in semantics.all("group") if semantics is not None else ():
        for child in group.children:
            if child.tag != "chain" or semantics is None:
                continue
            base, tip = (child.attributes.get(k, "") for k in ("base_link", "tip_link"))
            if base not in robot.links or tip not in robot.links:
                continue
            if chain(robot, base, tip) is None:
                message = f"no chain of joints leads from base link '{base}' to tip link '{tip}'"
                if chain(robot, tip, base) is not None:
                    message += "; base and tip are swapped"
                span = semantics.span(child)
                yield context.find(
                    rules.control.CHAIN_NOT_CONNECTED, SRDF / "group" / "chain", message, span=span
                )
