"""Points with values: what was computed at many places, shown around a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..record import record

if TYPE_CHECKING:
    from numpy.typing import NDArray


@record
class Cloud:
    """Points that are coloured by a value.

    Attributes
    ----------
    points
        Where they are (n, 3), in the axes of the world as URDF has them [m].
    values
        A number for each (n,). Points whose number is not finite are not shown.
    label
        What the numbers are, with their unit: "payload [kg]".
    size
        How large a point is [m].
    low, high
        The values at the ends of the scale; by default the least and the largest.
    """

    points: NDArray[np.float64]
    values: NDArray[np.float64]
    label: str
    size: float
    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        points = np.asarray(self.points, dtype=np.float64)
        values = np.asarray(self.values, dtype=np.float64)
        if points.ndim != 2 or points.shape[1] != 3 or values.shape != points.shape[:1]:
            raise ValueError(
                "points and values must have shapes (n, 3) and (n,), got "
                f"{points.shape} and {values.shape}"
            )
        if not 0.0 < self.size < np.inf:
            raise ValueError(f"size must be positive [m], got {self.size}")
        kept = np.isfinite(values) & np.isfinite(points).all(axis=1)
        if not kept.any():
            raise ValueError("the cloud has no point with a finite value")
        points, values = points[kept], values[kept]
        low = float(values.min()) if self.low is None else float(self.low)
        high = float(values.max()) if self.high is None else float(self.high)
        if not low <= high:
            raise ValueError(f"low must not be above high, got {low} and {high}")
        for name, value in (("points", points), ("values", values), ("low", low), ("high", high)):
            object.__setattr__(self, name, value)

    @property
    def scale(self) -> tuple[float, float]:
        """The values at the ends of the scale."""
        assert self.low is not None and self.high is not None  # set above  # noqa: PT018
        return self.low, self.high

    @property
    def shares(self) -> NDArray[np.float64]:
        """Where each value is on the scale, between 0 and 1."""
        low, high = self.scale
        return np.clip((self.values - low) / (high - low if high > low else 1.0), 0.0, 1.0)
