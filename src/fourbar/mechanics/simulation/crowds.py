"""Joints that hit their limits more often than a simulation resolves."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..loops.declared import joint_names
from .error import SimulationWarning

if TYPE_CHECKING:
    from ..model import Model

CROWDED = 2
"""How the compiled core calls it, among what was met."""


def warn_of_crowds(
    model: Model,
    met: Sequence[tuple[int, int, float, int, float]],
    integrator: str,
    *,
    batch: bool,
) -> None:
    """Say where a step went over hits that joints should have bounced back from."""
    crowds = [one for one in met if one[0] == CROWDED]
    if not crowds:
        return
    _, row, t, column, _ = crowds[0]
    of = f" of state {row}" if batch else ""
    others = f" (so do {len(crowds) - 1} more motions)" if len(crowds) > 1 else ""
    way = "use an integrator with a fixed step and a small dt"
    way = way if integrator == "adaptive" else "use a smaller dt"
    warnings.warn(
        f"from t = {t:.6g} s on, joint {joint_names(model, [column])[0]!r}{of} hits its limits too "
        f"often within a step{others}: one step goes over all of it, and joints bounce back with "
        f"less than their restitution; {way}",
        SimulationWarning,
        stacklevel=3,
    )
