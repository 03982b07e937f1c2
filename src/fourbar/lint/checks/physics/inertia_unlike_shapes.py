"""The check of P447 inertia-unlike-shapes."""

from __future__ import annotations

from .... import rules
from ...facts.agreement import comparisons
from ...fixes.inertial import replace_fix
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112", "P431", "P432", "P433", "P434", "P435", "P436", "P439", "P443")
_MOST = 5.0


def check(context: Context) -> Findings:
    """Compare moments with the group of shapes that fits best."""
    for link in context.robot.links:
        found = [
            (worst, computed)
            for computed, agreement in comparisons(context, link)
            if (worst := agreement.worst) is not None
        ]
        if not found:
            continue
        worst, computed = min(found, key=lambda each: each[0])
        if worst <= _MOST:
            continue
        yield context.find(
            rules.physics.INERTIA_UNLIKE_SHAPES,
            PartPath("link", link.name) / "inertial" / "inertia",
            f"a principal moment of link '{link.name}' differs from that of its shapes by a factor "
            f"of {worst:.2g}",
            fix=replace_fix(context, link, computed),
            facts={"ratio": worst},
        )
