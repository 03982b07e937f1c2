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
from .derivatives import (
    ForwardDerivatives,
    InverseDerivatives,
    Linear,
    forward_dynamics_derivatives,
    inverse_dynamics_derivatives,
    linearise,
)
from .distribution import Actuation, actuation
from .error import ActuationError, SingularPoseWarning
from .terms import CentroidalMatrix, Energy, Momentum, centroidal_matrix, energy, momentum

__all__ = [
    "Actuation",
    "ActuationError",
    "CentroidalMatrix",
    "Energy",
    "ForwardDerivatives",
    "InverseDerivatives",
    "Linear",
    "Momentum",
    "SingularPoseWarning",
    "actuation",
    "bias",
    "centroidal_matrix",
    "coriolis_matrix",
    "energy",
    "forward_dynamics",
    "forward_dynamics_derivatives",
    "gravity",
    "inverse_dynamics",
    "inverse_dynamics_derivatives",
    "inverse_mass_matrix",
    "linearise",
    "mass_matrix",
    "momentum",
]
