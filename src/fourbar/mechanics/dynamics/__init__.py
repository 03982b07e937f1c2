"""Motion and effort of open and closed mechanisms."""

from ..._native import (
    bias,
    coriolis_matrix,
    forward_dynamics,
    forward_dynamics_derivatives,
    gravity,
    inverse_dynamics,
    inverse_dynamics_derivatives,
    inverse_mass_matrix,
    mass_matrix,
)
from .derivatives import (
    ForwardDerivatives,
    InverseDerivatives,
    Linear,
    linearise,
)
from .distribution import Actuation, actuation
from .error import ActuationError, SingularPoseWarning
from .identification import BaseParameters, Regressor, base_parameters, regressor
from .inner_forces import Determined, Reactions, reactions, supported_wrench
from .many import dynamics
from .operational import operational_inertia
from .terms import CentroidalMatrix, Energy, Momentum, centroidal_matrix, energy, momentum

__all__ = [
    "Actuation",
    "ActuationError",
    "BaseParameters",
    "CentroidalMatrix",
    "Determined",
    "Energy",
    "ForwardDerivatives",
    "InverseDerivatives",
    "Linear",
    "Momentum",
    "Reactions",
    "Regressor",
    "SingularPoseWarning",
    "actuation",
    "base_parameters",
    "bias",
    "centroidal_matrix",
    "coriolis_matrix",
    "dynamics",
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
    "operational_inertia",
    "reactions",
    "regressor",
    "supported_wrench",
]
