"""From a model to the compiled core of dynamics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._native import Mechanism
from ...numerics import DYNAMICS_CONSISTENT, SOLVED
from ..drive import drive_columns
from .refusal import refuse_negative, refuse_negative_brakes

if TYPE_CHECKING:
    from ..model import Model


def compile_mechanism(model: Model, spanning: bool) -> Mechanism:
    """Masses, friction, springs and loops of a model; with `spanning`, the tree with all loops cut.

    The compiled core calls this when it first needs one, and keeps it. Raises ModelError where a
    link that moves has a negative mass, or a joint a negative damping or friction: all of dynamics
    pass here, and none means anything then.
    """
    refuse_negative(model)
    refuse_negative_brakes(model)
    cut = spanning or not model.loops.blocks
    chart = None if cut else model.chart
    independent = np.arange(model.nv) if chart is None else chart.v
    driven = not spanning and set(drive_columns(model, model.drives)) == set(independent.tolist())
    tolerance = SOLVED if chart is None else model.tolerance
    return Mechanism(
        model,
        None if chart is None else model.loops,
        None if chart is None else chart.native,
        [] if chart is None else [rows.tolist() for rows in chart.rows],
        model.gravity,
        model.armature,
        model.damping,
        model.friction,
        model.stiffness,
        model.rest,
        tolerance,
        DYNAMICS_CONSISTENT * max(1.0, tolerance / SOLVED),
        driven,
    )
