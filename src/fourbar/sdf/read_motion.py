"""Limits, damping, springs and pitches of SDFormat joints; what is not modelled is counted."""

from __future__ import annotations

from collections.abc import Collection
from math import inf, pi

from ..robot import Dynamics, Limit, Spring
from ..transfer.error import TransferError
from ..transfer.missing import Missing
from ..xml.tree import Element
from .frames import floats
from .models import SdfModel, child_of

_ENDLESS = 1e15
"""SDFormat's default bounds are 1e16 and infinity."""
_OF_LIMITS = frozenset(("lower", "upper", "effort", "velocity"))
_OF_DYNAMICS = frozenset(("damping", "friction", "spring_stiffness", "spring_reference"))


def bounds_of(
    model: SdfModel, axis: Element, missing: Missing
) -> tuple[Limit | None, Dynamics | None, Spring | None]:
    """What bounds, brakes and pulls back the motion about or along an axis."""
    limit = dynamics = spring = None
    inner = child_of(axis, "limit")
    if inner is not None:
        count_others(missing, model, inner, _OF_LIMITS, "limits")
        lower, upper = number(model, inner, "lower", -inf), number(model, inner, "upper", inf)
        effort, velocity = (number(model, inner, tag, inf) for tag in ("effort", "velocity"))
        # A bound beside one that is missing would be 0.
        bounded = lower > -_ENDLESS or upper < _ENDLESS
        limit = Limit(
            (lower if lower > -_ENDLESS else -inf) if bounded else None,
            (upper if upper < _ENDLESS else inf) if bounded else None,
            effort if 0.0 <= effort < inf else None,
            velocity if 0.0 <= velocity < inf else None,
        )
        if limit == Limit():
            limit = None
    inner = child_of(axis, "dynamics")
    if inner is not None:
        count_others(missing, model, inner, _OF_DYNAMICS, "dynamics")
        damping, friction = (number(model, inner, tag, 0.0) for tag in ("damping", "friction"))
        dynamics = Dynamics(damping, friction)
        stiffness = number(model, inner, "spring_stiffness", 0.0)
        if stiffness:
            spring = Spring(stiffness, number(model, inner, "spring_reference", 0.0))
    return limit, dynamics, spring


def pitch_of(model: SdfModel, element: Element) -> float:
    """How far a screw goes in one turn [m]; `thread_pitch` is the older inverse with a sign."""
    if child_of(element, "screw_thread_pitch") is not None:
        return number(model, element, "screw_thread_pitch", 1.0)
    old = number(model, element, "thread_pitch", 1.0)
    return -2.0 * pi / old if old else 0.0


def number(model: SdfModel, element: Element, tag: str, default: float) -> float:
    """The number in a child element."""
    text = model.text(element, tag)
    if not text:
        return default
    values = floats(text)
    if len(values) != 1:
        raise TransferError(f"<{tag}> must be one number, got '{text[:40]}'")
    return values[0]


def count_others(
    missing: Missing, model: SdfModel, element: Element, known: Collection[str], where: str
) -> None:
    """Count the children of an element that are not read."""
    for child in element.children:
        if child.tag not in known:
            missing.add(f"<{child.tag}> of {where}", model.place(child))
