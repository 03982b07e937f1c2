"""The robot description as typed, immutable dataclasses."""

from .configuration import Configuration, JointPosition
from .control import (
    ControlComponent,
    Gazebo,
    Hardware,
    Interface,
    Parameter,
    Ros2Control,
    Sensor,
    Transmission,
    TransmissionEnd,
)
from .geometry import Box, Capsule, Cylinder, Geometry, Mesh, OtherGeometry, Sphere
from .joint import (
    DEGREES_OF_FREEDOM,
    JOINT_TYPES,
    Calibration,
    Dynamics,
    Joint,
    JointType,
    Limit,
    Mimic,
    SafetyController,
)
from .link import Collision, Inertia, Inertial, Link, Visual
from .loop import Coupling, Loop
from .material import Material, Rgba
from .named import Named, UnknownNameError
from .pose import IDENTITY, Pose, Vector3
from .raw import Extra, RawAttribute, RawElement
from .robot import Robot
from .source import Source

__all__ = [
    "DEGREES_OF_FREEDOM",
    "IDENTITY",
    "JOINT_TYPES",
    "Box",
    "Calibration",
    "Capsule",
    "Collision",
    "Configuration",
    "ControlComponent",
    "Coupling",
    "Cylinder",
    "Dynamics",
    "Extra",
    "Gazebo",
    "Geometry",
    "Hardware",
    "Inertia",
    "Inertial",
    "Interface",
    "Joint",
    "JointPosition",
    "JointType",
    "Limit",
    "Link",
    "Loop",
    "Material",
    "Mesh",
    "Mimic",
    "Named",
    "OtherGeometry",
    "Parameter",
    "Pose",
    "RawAttribute",
    "RawElement",
    "Rgba",
    "Robot",
    "Ros2Control",
    "SafetyController",
    "Sensor",
    "Source",
    "Sphere",
    "Transmission",
    "TransmissionEnd",
    "UnknownNameError",
    "Vector3",
    "Visual",
]
