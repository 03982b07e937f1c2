"""Motion of a robot: Model and Data, kinematics, Jacobians, singularities, inverse kinematics."""

from .._native import (
    angular_jacobian,
    center_of_mass,
    center_of_mass_jacobian,
    forward_kinematics,
    frame_acceleration,
    frame_velocity,
    jacobian,
    jacobian_dot,
    jacobian_dot_times_v,
    linear_jacobian,
)
from .batch import Kinematics, kinematics
from .coordinates import Coordinates
from .data import Data
from .drive import Drive
from .error import ModelError, NotComputedError
from .freedoms import BlockMobility, Mobility, mobility
from .inverse import InverseKinematics, inverse_kinematics
from .model import Model
from .motion import plane_of
from .motor_side import Motors, motors
from .rotors import srdf_drives
from .second_order import hessian
from .singular import Singularity, singularity

__all__ = [
    "BlockMobility",
    "Coordinates",
    "Data",
    "Drive",
    "InverseKinematics",
    "Kinematics",
    "Mobility",
    "Model",
    "ModelError",
    "Motors",
    "NotComputedError",
    "Singularity",
    "angular_jacobian",
    "center_of_mass",
    "center_of_mass_jacobian",
    "forward_kinematics",
    "frame_acceleration",
    "frame_velocity",
    "hessian",
    "inverse_kinematics",
    "jacobian",
    "jacobian_dot",
    "jacobian_dot_times_v",
    "kinematics",
    "linear_jacobian",
    "mobility",
    "motors",
    "plane_of",
    "singularity",
    "srdf_drives",
]
