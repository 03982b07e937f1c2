"""The box in which `fourbar fleet` looks at what a link reaches, and the size of its cells."""

from __future__ import annotations

import argparse
from math import floor, log10, prod
from typing import TYPE_CHECKING, NamedTuple

from .failure import CommandError

if TYPE_CHECKING:
    from ..mechanics import Model

_MARGIN = 0.1
"""Around what is seen of the space, as a share of its longest side."""
_FLAT = 1e-6
"""A side that is shorter than this part of the longest counts as none: of planar robots."""
_LOOK = 4096
"""Random configurations that show how large the space is, where nobody says."""
POINTS = 10
"""About how many points there are for each cell of the box around the space, where nobody says."""
_ACROSS = 40
"""Cells of a lattice of places along the longest side, where nobody says."""


class SpaceBox(NamedTuple):
    """Corners of what is looked at, and of what random configurations reached, where asked."""

    low: list[float]
    high: list[float]
    seen: tuple[list[float], list[float]] | None = None

    def cell(self, *, number: int | None) -> float:
        """As small as `number` points allow; flat spaces have fewer dimensions.

        None for a lattice of places.
        """
        sides = _sides(self.low, self.high)
        if number is None:
            if max(sides) <= 0.0:
                raise CommandError("the box is a single place; say how large its cell is (--cell)")
            return _round(max(sides) / _ACROSS)
        wide = _sides(*(self.seen or (self.low, self.high)))
        wide = [side for side in wide if side > _FLAT * max(wide)]
        return _round((prod(wide) * POINTS / number) ** (1.0 / len(wide)))

    def places(self, cell: float) -> tuple[list[float], list[float]]:
        """The corners for a lattice of places.

        Where a space is thinner than a cell, its places are in its middle: the middles of cells
        would be beside the plane of a planar robot.
        """
        low, high = list(self.low), list(self.high)
        if self.seen is not None:
            for k, (a, b) in enumerate(zip(*self.seen, strict=True)):
                middle = 0.5 * (a + b)
                if b - a < cell and low[k] <= middle <= high[k]:
                    low[k] = high[k] = middle
        return low, high


def space_box(model: Model, args: argparse.Namespace) -> SpaceBox:
    """The box that was asked for, or the one around what random configurations reach."""
    if args.lower is not None and args.upper is not None:
        return SpaceBox(list(args.lower), list(args.upper))
    low, high = seen_box(model, args)
    longest = max(_sides(low, high))
    if longest <= model.tolerance:
        raise CommandError(
            f"{args.link!r} does not move: it is at the same place in all configurations"
        )
    margin = _MARGIN * max(longest, 1e-3)
    return SpaceBox(
        list(args.lower) if args.lower is not None else [x - margin for x in low],
        list(args.upper) if args.upper is not None else [x + margin for x in high],
        (low, high),
    )


def seen_box(model: Model, args: argparse.Namespace) -> tuple[list[float], list[float]]:
    """The corners of what random configurations reach."""
    from ..fleet import Samples, reach

    q = Samples(_LOOK, seed=args.seed or 0).rows(model, 0, _LOOK)
    at = reach(model, q, link=args.link)["position"]
    return at.min(axis=0).tolist(), at.max(axis=0).tolist()


def refuse_far_slices(args: argparse.Namespace, box: SpaceBox) -> None:
    """CommandError for a slice beyond all that can be reached, before anything is computed.

    A box of places is exact. Where random configurations show how large the space is, others may
    get farther: by less than half of its longest side.
    """
    exact = box.seen is None
    more = 0.0 if exact else 0.5 * max(_sides(box.low, box.high))
    for axis, at in args.slice:
        k = "xyz".index(axis)
        if not box.low[k] - more <= at <= box.high[k] + more:
            about = "" if exact else "about "
            raise CommandError(
                f"--slice {axis}={at:g} is outside the space: {axis} is {about}{box.low[k]:.3g} to "
                f"{box.high[k]:.3g} m"
            )


def flat_axes(low: list[float], high: list[float]) -> list[tuple[str, float]]:
    """The axes along which a space has no extent, and where it is on them."""
    sides = _sides(low, high)
    return [
        (axis, 0.5 * (a + b))
        for axis, a, b, side in zip("xyz", low, high, sides, strict=True)
        if side <= _FLAT * max(sides)
    ]


def _sides(low: list[float], high: list[float]) -> list[float]:
    return [b - a for a, b in zip(low, high, strict=True)]


def _round(length: float) -> float:
    """A short number that is not below a length."""
    power = 10.0 ** floor(log10(length))
    steps = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
    return next(float(f"{s * power:.1e}") for s in steps if s * power >= length)
