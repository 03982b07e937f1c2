"""Why the compiled core refused a configuration, in words."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Literal

import numpy as np

from ..._native import closure
from ..error import ModelError
from ..loops.declared import joint_names
from ..loops.error import LoopError
from .error import SingularPoseWarning

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model

Verdict = Literal["open", "velocity", "acceleration", "undetermined", "singular", "massless"]


def refuse(model: Model, verdict: Verdict, row: int, column: int, q: NDArray[np.float64]) -> None:
    """Raise what a verdict of the compiled core means at row `row` of a batch (-1: no batch), q.

    A singular pose only warns: its accelerations are one choice of several.
    """
    where = "" if row < 0 else f" at configuration {row}"
    if verdict == "open":
        raise _open(model, where, q)
    if verdict in ("velocity", "acceleration"):
        name, rate = ("v", "u") if verdict == "velocity" else ("a", "du")
        raise LoopError(
            f"{name} opens the loops of {model.name!r}{where}; give {rate}, the "
            f"{model.chart.size} numbers of the independent joints, and the others follow"
        )
    if verdict == "undetermined":
        raise LoopError(
            f"the independent coordinates of {model.name!r} do not determine the others"
            f"{where or ' here'}: the mechanism is at a singular pose"
        )
    if verdict == "massless":
        (joint,) = joint_names(model, [column])
        raise ModelError(
            f"joint {joint!r} of {model.name!r} moves no mass{where}, so its acceleration is "
            "undefined; give its link an <inertial> or the joint an armature"
        )
    warnings.warn(
        f"{model.name!r} is at a singular pose{where}: it can move in more ways than elsewhere, "
        "and the acceleration is one of several",
        SingularPoseWarning,
        stacklevel=3,
    )


def _open(model: Model, where: str, q: NDArray[np.float64]) -> LoopError:
    phi = np.array(closure(model, q)[0])
    gaps = model.loops.gaps(phi)
    still = {name: gap for name, gap in gaps.items() if gap > model.tolerance}
    worst = max(still, key=lambda name: still[name], default="")
    return LoopError(
        f"q{where} does not close {model.name!r}: constraint {worst!r} is open by "
        f"{still.get(worst, float('nan')):.3g} m or rad; use assemble or spanning to close it, or "
        'coordinates="spanning" for the tree with all loops cut',
        residual=float(np.abs(phi).max(initial=0.0)),
        q=q,
        open=still,
    )
