"""The check of P404 limits-in-degrees."""

from __future__ import annotations

from math import isfinite, radians

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath

AFTER = ("P403",)
_LARGEST = 20.0


def check(context: Context) -> Findings:
    """Look for large, even numbers."""
    for joint in context.robot.joints:
        kind = joint.kind
        if not kind.has_range or kind.range_unit != "rad" or joint.limit is None:
            continue
        bounds = joint.bounds
        if not all(map(isfinite, bounds)) or max(map(abs, bounds)) <= _LARGEST:
            continue
        if not all((2 * bound).is_integer() and abs(bound) <= 3600 for bound in bounds):
            continue
        path = PartPath("joint", joint.name) / "limit"
        element, fix = context.element(path), None
        if element is not None and context.editor is not None:
            edits = [
                context.editor.set_attribute(element, name, number(round(radians(bound), 6)))
                for name, bound in zip(("lower", "upper"), bounds, strict=True)
                if name in element.attributes
            ]
            fix = context.fix("convert to radians", *edits, safe=False)
        low, high = map(number, bounds)
        message = f"the limits of joint '{joint.name}', {low} to {high}, look like degrees"
        yield context.find(
            rules.physics.LIMITS_IN_DEGREES, path / _largest(bounds), message, fix=fix
        )


def _largest(bounds: tuple[float, float]) -> str:
    return "lower" if abs(bounds[0]) > abs(bounds[1]) else "upper"
