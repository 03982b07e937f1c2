"""Whether steps are short enough for the damping of a robot."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from ... import _native
from ..loops.declared import joint_names
from ..loops.error import LoopError
from .error import SimulationWarning

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model

_STABLE = {"rk4": 2.785293563405282, "semi_implicit": 2.0}
"""The largest dt times rate at which a decay still decays: where |R(-z)| = 1 for the stability
function R of the method. The others choose their steps, or take damping implicitly."""

_WITHIN = 0.9
"""What is advised of it, so that two digits are within."""


def warn_of_stiffness(model: Model, Q: NDArray[np.float64], dt: float, integrator: str) -> None:
    """Warn where damping decays too fast for steps of dt [s] in one of the states Q (n, nq).

    Velocities then grow in each step instead. Only the first such state is named.
    """
    most = _STABLE.get(integrator, np.inf) / dt
    if not model.damping.any() or not np.isfinite(most):
        return
    try:
        G, _ = _native.explicit_form(model, None, Q, None)
    except LoopError:
        return  # a singular start: which joints lead is open, and the energy tells afterwards
    M = _native.mass_matrix(model, None, Q, coordinates="independent")
    for row in range(len(Q)):
        follow: NDArray[np.float64] = G[row]
        mass: NDArray[np.float64] = M[row]
        try:
            root = np.linalg.inv(np.linalg.cholesky(mass))
        except np.linalg.LinAlgError:
            continue
        modes = follow @ root.T
        rates = modes.T @ (model.damping[:, None] * modes)
        # No rate is above their sum: most states need no eigenvalues.
        if not float(np.trace(rates)) > most:
            continue
        values, vectors = np.linalg.eigh(rates)
        rate = float(values[-1])
        if rate <= most:
            continue
        # The joint whose damping dissipates most of this decay.
        share = model.damping * (modes @ vectors[:, -1]) ** 2
        joint = joint_names(model, [int(share.argmax())])[0]
        advised = _WITHIN * _STABLE[integrator] / rate
        at = f" of state {row}" if len(Q) > 1 else ""
        warnings.warn(
            f"the damping of joint {joint!r}{at} is too stiff for {integrator} with a dt of "
            f"{dt:g} s, and the motion can explode: use a dt of {advised:.2g} s or "
            "less (--dt), or the implicit integrator (--integrator implicit)",
            SimulationWarning,
            stacklevel=3,
        )
        return
