"""A motion in time as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .motion import Motion

_POINTS = 600
"""Of a curve: about one for each point of the picture's width."""


def plot_motion(motion: Motion) -> str:
    """An SVG over time: angles, lengths, energies, and how open the loops are."""
    from ...graph.drawing.plot import Curve, Panel, plot

    model = motion.model
    chosen = _chosen(len(motion.t))
    panels: list[Panel] = []
    for unit, label in (("rad", "angle [rad]"), ("m", "length [m]")):
        curves = [
            Curve(
                slot.name if slot.nq == 1 else f"{slot.name}[{k}]",
                motion.q[chosen, slot.q.start + k].tolist(),
            )
            for slot in model.joints.values()
            for k in range(slot.nq)
            if slot.units[k] == unit
        ]
        if curves:
            panels.append(Panel(label, curves))
    energy = motion.energy
    panels.append(
        Panel(
            "energy [J]",
            [
                Curve("kinetic", energy.kinetic[chosen].tolist()),
                Curve("potential", energy.potential[chosen].tolist()),
                Curve("total", energy.total[chosen].tolist()),
            ],
        )
    )
    if model.loops.blocks:
        # Of zero there is no logarithm; what is below rounding is drawn at rounding.
        open_by = np.log10(np.maximum(motion.residual[chosen], 1e-17))
        panels.append(Panel("open loops, log10 of m or rad", [Curve("residual", open_by.tolist())]))
    return plot(
        f"{model.name}: motion over time",
        "time [s]",
        motion.t[chosen].tolist(),
        panels,
        marks=[event.t for event in motion.events[:_POINTS]],
        note="dashed: limits reached, singular poses",
    )


def _chosen(count: int) -> NDArray[np.int64]:
    """The samples to draw, first and last among them."""
    return np.unique(np.linspace(0, count - 1, min(count, _POINTS)).round().astype(np.int64))
