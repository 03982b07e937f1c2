"""Motion and effort of open and closed mechanisms."""

from ..._native import (
    bias,
    coriolis_matrix,
    forward_dynamics,
    gravity,
    inverse_dynamics,
    inverse_mass_matrix,
    mass_matrix,
)
from .actuation import Actuation, actuation
from .error import ActuationError, SingularPoseWarning
from .terms import CentroidalMatrix, Energy, Momentum, centroidal_matrix, energy, momentum

__all__ = [
    "Actuation",
    "ActuationError",
    "CentroidalMatrix",
    "Energy",
    "Momentum",
    "SingularPoseWarning",
    "actuation",
    "bias",
    "centroidal_matrix",
    "coriolis_matrix",
    "energy",
    "forward_dynamics",
    "gravity",
    "inverse_dynamics",
    "inverse_mass_matrix",
    "mass_matrix",
    "momentum",
]
