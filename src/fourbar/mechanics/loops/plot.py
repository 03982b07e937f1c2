"""A motion as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .tracing import Trace


def plot_trace(motion: Trace) -> str:
    """An SVG: a panel for angles [rad] and one for lengths [m], where there are such joints."""
    from ...graph.drawing.plot import Curve, Panel, plot

    model = motion.model
    panels: list[Panel] = []
    for unit, label in (("rad", "angle [rad]"), ("m", "length [m]")):
        curves = [
            Curve(
                slot.name if slot.nq == 1 else f"{slot.name}[{k}]",
                motion.q[:, slot.q.start + k].tolist(),
            )
            for slot in model.joints.values()
            if slot.name != motion.drive
            for k in range(slot.nq)
            if slot.units[k] == unit
        ]
        if curves:
            panels.append(Panel(label, curves))
    return plot(
        f"{model.name}: motion over {motion.drive}",
        f"{motion.drive} [{model.joint(motion.drive).units[0]}]",
        motion.values.tolist(),
        panels,
        marks=[met.value for met in motion.dead_centres],
        note="dashed: dead centres",
    )
