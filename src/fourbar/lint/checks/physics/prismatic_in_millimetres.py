"""The check of P412 prismatic-in-millimetres."""

from __future__ import annotations

from math import isfinite

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath

AFTER = ("P403",)
_LARGEST = 20.0
# Larger numbers stand for "no limit".
_UNLIMITED = 1e4


def check(context: Context) -> Findings:
    """Look for long strokes."""
    for joint in context.robot.joints:
        kind = joint.kind
        if not kind.has_range or kind.range_unit != "m" or joint.limit is None:
            continue
        bounds = joint.bounds
        farthest = max(map(abs, bounds))
        if not isfinite(farthest) or not _LARGEST < farthest < _UNLIMITED:
            continue
        path = PartPath("joint", joint.name) / "limit"
        element, fix = context.element(path), None
        if element is not None and context.editor is not None:
            edits = [
                context.editor.set_attribute(element, name, number(bound / 1000))
                for name, bound in zip(("lower", "upper"), bounds, strict=True)
                if name in element.attributes
            ]
            fix = context.fix("convert to metres", *edits, safe=False)
        name = "lower" if abs(bounds[0]) > abs(bounds[1]) else "upper"
        message = f"joint '{joint.name}' slides {number(farthest)} m; is it in millimetres?"
        yield context.find(rules.physics.PRISMATIC_IN_MILLIMETRES, path / name, message, fix=fix)
