"""Limits, efforts, damping, friction and springs of joints, as the mechanics takes them."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from ..diagnostics import PartPath
from ..mechanics import Model
from ..robot import Joint
from .difference import Category, Difference, Tolerances
from .matching import Match
from .motion import same_bounds, same_motion
from .side import Side

_RATINGS: tuple[tuple[Category, str, str, str], ...] = (
    ("velocity", "velocity_limit", "limit", "velocity"),
    ("effort", "effort_limit", "limit", "effort"),
    ("damping", "damping", "dynamics", "damping"),
    ("friction", "friction", "dynamics", "friction"),
    ("spring", "stiffness", "spring", "stiffness"),
    ("armature", "armature", "", ""),
)
"""The category, the field of Model, and where the description has it."""

_CONTROLLER: tuple[tuple[str, str, str], ...] = (
    ("safety_controller", "soft_lower_limit", "soft lower limit"),
    ("safety_controller", "soft_upper_limit", "soft upper limit"),
    ("safety_controller", "k_position", "gain of soft limits"),
    ("safety_controller", "k_velocity", "velocity gain of soft limits"),
    ("calibration", "rising", "rising edge"),
    ("calibration", "falling", "falling edge"),
)
"""What only descriptions for controllers have: the element, its attribute, and its name."""

_UNITS: dict[str, dict[Category, str]] = {
    "rad": {
        "velocity": "rad/s",
        "effort": "N m",
        "damping": "N m s/rad",
        "friction": "N m",
        "spring": "N m/rad",
    },
    "m": {"velocity": "m/s", "effort": "N", "damping": "N s/m", "friction": "N", "spring": "N/m"},
}


def compare_ratings(a: Side, b: Side, match: Match, tolerances: Tolerances) -> Iterator[Difference]:
    """What bounds and brakes every joint that both robots have."""
    for name, other in match.joints.items():
        one, two = a.model.joints.get(name), b.model.joints.get(other)
        if one is None or two is None or not same_motion(one, two):
            continue
        j, k = a.robot.joints[name], b.robot.joints[other]
        subject = f"joint '{name}'"
        unit = j.kind.range_unit
        if j.type == k.type or same_bounds(j, k, tolerances):
            for side, word in enumerate(("lower", "upper")):
                x, y = j.bounds[side], k.bounds[side]
                if _differ(
                    x, y, tolerances, tolerances.length if unit == "m" else tolerances.angle
                ):
                    first = a.place(PartPath("joint", name) / "limit" / word, x)
                    second = b.place(PartPath("joint", other) / "limit" / word, y)
                    yield Difference(
                        "limit", subject, f"{word} limit", first, second, unit, abs(x - y)
                    )
        yield from _compare_controllers(a, b, j, k, tolerances)
        for category, field, element, attribute in _RATINGS:
            x, y = _largest(a.model, field, one.v), _largest(b.model, field, two.v)
            if _differ(x, y, tolerances, 0.0):
                paths = [PartPath("joint", n) for n in (name, other)]
                if element:
                    paths = [path / element / attribute for path in paths]
                first, second = a.place(paths[0], x), b.place(paths[1], y)
                unit_of = _UNITS[j.kind.range_unit].get(category, "")
                what = "stiffness" if category == "spring" else category
                yield Difference(category, subject, what, first, second, unit_of, abs(x - y))
        yield from _compare_rests(a, b, j, k, tolerances)


def _compare_rests(
    a: Side, b: Side, j: Joint, k: Joint, tolerances: Tolerances
) -> Iterator[Difference]:
    """Where springs that both have are at rest."""
    one, two = j.spring, k.spring
    if one is None or two is None or not (one.stiffness and two.stiffness) or j.dof != 1:
        return
    unit = j.kind.range_unit
    if _differ(
        one.rest, two.rest, tolerances, tolerances.length if unit == "m" else tolerances.angle
    ):
        first = a.place(PartPath("joint", j.name) / "spring" / "rest", one.rest)
        second = b.place(PartPath("joint", k.name) / "spring" / "rest", two.rest)
        subject, deviation = f"joint '{j.name}'", abs(one.rest - two.rest)
        yield Difference("spring", subject, "rest of the spring", first, second, unit, deviation)


def _compare_controllers(
    a: Side, b: Side, j: Joint, k: Joint, tolerances: Tolerances
) -> Iterator[Difference]:
    """Soft limits and calibration, where both have them: most formats have no place for them."""
    for element, attribute, words in _CONTROLLER:
        x, y = (getattr(getattr(joint, element), attribute, None) for joint in (j, k))
        if x is None or y is None or not _differ(x, y, tolerances, 0.0):
            continue
        first = a.place(PartPath("joint", j.name) / element / attribute, x)
        second = b.place(PartPath("joint", k.name) / element / attribute, y)
        unit = "" if attribute.startswith("k_") else j.kind.range_unit
        yield Difference("limit", f"joint '{j.name}'", words, first, second, unit, abs(x - y))


def _largest(model: Model, field: str, entries: slice) -> float:
    """The number of a joint; of several that are not the same, the one that is finite."""
    values = [float(x) for x in getattr(model, field)[entries]]
    return min(values, key=lambda x: (not isfinite(x), -abs(x)), default=0.0)


def _differ(x: float, y: float, tolerances: Tolerances, least: float) -> bool:
    if x == y:
        return False
    if not (isfinite(x) and isfinite(y)):
        return True
    return abs(x - y) > least + tolerances.relative * max(abs(x), abs(y))
