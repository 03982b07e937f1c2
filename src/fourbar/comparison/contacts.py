"""Pairs of links that may overlap: `disable_collisions` and what other formats have for it."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import PartPath
from .difference import Difference
from .matching import Match
from .side import Side

Bodies = frozenset[int]


def compare_contacts(a: Side, b: Side, match: Match) -> Iterator[Difference]:
    """Pairs that only one of the robots has, by the bodies that their links are part of.

    Links of one body never touch each other, and links that only one robot has say nothing.
    """
    there = {two: one for one, two in match.bodies.items()}
    own = dict(_pairs(a, {number: number for number in match.bodies}))
    others = dict(_pairs(b, there))
    for side, pairs, known, which in ((a, own, others, "first"), (b, others, own, "second")):
        for bodies, (one, two) in pairs.items():
            if bodies in known:
                continue
            place = side.place(PartPath("link", one), f"{one}, {two}")
            ends = (place, None) if side is a else (None, place)
            what = f"may overlap link '{two}' only in the {which} robot"
            yield Difference("contact", f"link '{one}'", what, *ends)


def _pairs(side: Side, numbers: dict[int, int]) -> Iterator[tuple[Bodies, tuple[str, str]]]:
    """The links of each pair, by the numbers that the first robot has for their bodies."""
    for pair in side.robot.disabled_collisions:
        ends = [side.body_of.get(link) for link in (pair.link1, pair.link2)]
        bodies = frozenset(numbers[end] for end in ends if end is not None and end in numbers)
        if len(bodies) == 2:
            yield bodies, (pair.link1, pair.link2)
