"""The shortest vector that inequalities allow.

C. L. Lawson and R. J. Hanson, Solving Least Squares Problems, chapter 23: least distance
programming by non-negative least squares. Exact after finitely many steps, for a handful of
unknowns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...numerics import RANK

if TYPE_CHECKING:
    from numpy.typing import NDArray


def shortest(G: NDArray[np.float64], h: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The shortest x with G x >= h; None where there is none."""
    E = np.vstack([G.T, h])
    f = np.zeros(len(E))
    f[-1] = 1.0
    residual = E @ _non_negative(E, f) - f
    # 1 / (1 + |x|^2): what is left when no x is long enough
    left = float(residual @ residual)
    return residual[:-1] / left if left > RANK**2 else None


def _non_negative(E: NDArray[np.float64], f: NDArray[np.float64]) -> NDArray[np.float64]:
    """The u >= 0 with the shortest E u - f."""
    u = np.zeros(E.shape[1])
    used = np.zeros(E.shape[1], dtype=bool)
    small = 10.0 * max(E.shape) * np.finfo(np.float64).eps * float(np.abs(E).max(initial=1.0))
    for _ in range(3 * E.shape[1]):
        gain = np.where(used, -np.inf, E.T @ (f - E @ u))
        best = int(np.argmax(gain)) if len(gain) else 0
        if not len(gain) or gain[best] <= small:
            break
        used[best] = True
        while True:
            wanted = np.zeros_like(u)
            wanted[used] = np.linalg.lstsq(E[:, used], f, rcond=RANK)[0]
            below = used & (wanted <= 0.0)
            if not below.any():
                break
            # As far towards it as all stay positive; what reaches zero leaves.
            share = float((u[below] / (u[below] - wanted[below])).min())
            u = u + share * (wanted - u)
            used &= ~(below & (u <= small))
            u[~used] = 0.0
        u = wanted
    return u
