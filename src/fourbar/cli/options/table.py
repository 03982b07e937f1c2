"""Joint positions as lines of text."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...mechanics import Model


def position_lines(
    model: Model, q: NDArray[np.float64], *, held: Collection[str] = ()
) -> list[str]:
    """A line per joint: its positions with units, angles in degrees as well."""
    from math import degrees

    width = max((len(name) for name in model.joints), default=0)
    lines: list[str] = []
    for name, slot in model.joints.items():
        numbers = [float(x) for x in q[slot.q]]
        # Adding zero turns -0 into 0.
        shown = " ".join(f"{round(x, 6) + 0.0:12.6f}" for x in numbers)
        if slot.units == ("rad",):
            shown += f" rad {round(degrees(numbers[0]), 3) + 0.0:10.3f} deg"
        elif None not in slot.units:
            shown += " " + " ".join(dict.fromkeys(map(str, slot.units)))
        lines.append(f"  {name:<{width}} {shown}{'  held' if name in held else ''}")
    return lines
