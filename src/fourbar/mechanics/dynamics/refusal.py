"""Why the compiled core refused a configuration, in words."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Literal

from ..error import ModelError
from ..loops.closed import refuse_open
from ..loops.declared import joint_names
from ..loops.error import LoopError
from .error import SingularPoseWarning

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..model import Model

Verdict = Literal["open", "velocity", "acceleration", "undetermined", "singular", "massless"]


def refuse(model: Model, verdict: Verdict, row: int, column: int, q: NDArray[np.float64]) -> None:
    """Raise what a verdict of the compiled core means at row `row` of a batch (-1: no batch), q.

    A singular pose only warns: its accelerations are one choice of several.
    """
    where = "" if row < 0 else f" at configuration {row}"
    if verdict == "open":
        refuse_open(model, q, row)
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
