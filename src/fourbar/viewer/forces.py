"""Forces and energies as pages draw them: at a pose that is held, and along simulated motions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .limits import MAX_FORCES, MAX_RECORDED

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ..mechanics import Model
    from ..mechanics.dynamics import Reactions
    from ..mechanics.simulation import Motion
    from .messages import ForcePart, ForcesInfo, MotionRecord

_DIGITS = 7
"""Of numbers that are drawn: finer than any screen, and half as long in a file."""


class HeldForces(NamedTuple):
    """What joints transmit at a pose, and what the numbers leave out."""

    forces: ForcesInfo
    note: str | None


def held_forces(model: Model, q: NDArray[np.float64]) -> HeldForces:
    """What joints transmit while drives hold a closed pose q.

    Where drives are too few to hold it, the independent joints do, and the note says so. Raises
    FourbarError where there is no answer, as at a dead centre.
    """
    found, is_driven = _reactions(model, q[None], None, None)
    note = (
        None
        if is_driven
        else f"the drives of {model.name!r} cannot hold it; its independent joints are held as well"
    )
    return HeldForces(_as_info(model, found), note)


def motion_record(motion: Motion, name: str) -> MotionRecord:
    """Energies, residual and forces along a motion, at as many times as a page can show.

    Forces are left out where they have no answer, as at a dead centre.
    """
    import numpy as np

    from ..error import FourbarError

    model = motion.model
    shown = spread(len(motion.t), MAX_RECORDED)
    parts = len(model.robot.joints) + len(model.loops.constraints)
    few = spread(len(shown), max(2, min(len(shown), MAX_FORCES // (6 * parts + 1))))
    shown = shown[few]
    forces: ForcesInfo | None
    try:
        found, _ = _reactions(model, motion.q[shown], motion.v[shown], motion.a[shown])
        forces = _as_info(model, found)
    except (FourbarError, ValueError, np.linalg.LinAlgError):
        forces = None
    return {
        "name": name,
        "times": _rounded(motion.t[shown] - motion.t[0]),
        "kinetic": _rounded(motion.energy.kinetic[shown], 12),
        "potential": _rounded(motion.energy.potential[shown], 12),
        "residual": _rounded(motion.residual[shown]) if model.loops.blocks else None,
        "forces": forces,
    }


def spread(count: int, most: int) -> NDArray[np.int64]:
    """At most so many of `count` samples, first and last among them."""
    import numpy as np

    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(np.int64))


def _reactions(
    model: Model,
    q: NDArray[np.float64],
    v: NDArray[np.float64] | None,
    a: NDArray[np.float64] | None,
) -> tuple[Reactions, bool]:
    """Reactions of states in rows, and whether the drives alone can cause the motion."""
    from ..mechanics.dynamics import ActuationError, inverse_dynamics, reactions

    still = _zeros(model, q) if a is None else a
    try:
        return reactions(model, None, q, v, a=still), True
    except ActuationError:
        efforts = inverse_dynamics(model, None, q, v, still, coordinates="independent")
        return reactions(model, None, q, v, a=still, tau=efforts), False


def _zeros(model: Model, q: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    return np.zeros((len(q), model.nv))


def _as_info(model: Model, found: Reactions) -> ForcesInfo:
    import numpy as np

    joints: list[ForcePart] = [
        {"kind": "joint", "name": name, "determined": row.tolist()}
        for name, row in zip(found.joint_names, found.determined.joints, strict=True)
    ]
    loops: list[ForcePart] = [
        {"kind": "loop", "name": name, "determined": row.tolist()}
        for name, row in zip(found.loop_names, found.determined.loops, strict=True)
    ]
    both = np.concatenate([found.joints, found.loops], axis=1)
    values = both.reshape(len(both), -1)
    driven = [slot for slot in model.joints.values() if slot.nv == 1 and found.tau[:, slot.v].any()]
    return {
        "parts": [*joints, *loops],
        "values": [_rounded(row) for row in values],
        "drives": [slot.name for slot in driven],
        "efforts": [_rounded([row[slot.v.start] for slot in driven]) for row in found.tau],
    }


def _rounded(values: Sequence[Any] | NDArray[Any], digits: int = _DIGITS) -> list[float]:
    return [float(f"{float(x):.{digits}g}") for x in values]
