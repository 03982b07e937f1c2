"""The check of G341 loop-does-not-close."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Ask the mechanics."""
    error = context.open_loops
    if error is None:
        return
    robot = context.robot
    name = max(error.open, key=error.open.__getitem__, default="")
    for kind, parts in (("loop", robot.loops), ("coupling", robot.couplings)):
        if name in parts or not name:
            yield context.find(rules.graph.LOOP_DOES_NOT_CLOSE, PartPath(kind, name), str(error))
            return
    yield context.find(
        rules.graph.LOOP_DOES_NOT_CLOSE, PartPath("joint", name) / "mimic", str(error)
    )
