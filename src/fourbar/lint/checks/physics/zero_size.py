"""The check of P451 zero-size."""

from __future__ import annotations

from .... import rules
from ....robot import Capsule
from ...facts.sizes import shapes, sizes
from ...rule import Context, Findings

AFTER = ("S103", "S105", "S106", "P450")


def check(context: Context) -> Findings:
    """Look for zeros."""
    for path, geometry in shapes(context.robot):
        for name, values in sizes(geometry):
            if isinstance(geometry, Capsule) and name.endswith("length"):
                continue
            if min(values) == 0:
                message = f"the {name.partition('.')[2]} is zero"
                yield context.find(rules.physics.ZERO_SIZE, f"{path}.{name}", message)
