"""The robot description as typed, immutable dataclasses."""

from .armature import Armature, ArmatureExtension
from .configuration import Configuration, JointPosition
from .contact import CollisionPair, ContactExtension
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
from .direction import directions, plane_of
from .error import RobotError
from .extension import Extension, UrdfExtension
from .geometry import Box, Capsule, Cylinder, Geometry, Mesh, OtherGeometry, Sphere
from .joint import (
    Calibration,
    Dynamics,
    Joint,
    Limit,
    Mimic,
    SafetyController,
    Spring,
)
from .kind import JOINT_TYPES, KINDS, JointKind, JointType, Planar
from .link import Collision, Inertia, Inertial, Link, Visual
from .loop import Coupling, Loop
from .material import Material, Rgba
from .named import Named, UnknownNameError
from .pose import IDENTITY, Pose, Vector3
from .raw import Extra, RawAttribute, RawElement
from .robot import Robot
from .source import Found, Source

__all__ = [
    "IDENTITY",
    "JOINT_TYPES",
    "KINDS",
    "Armature",
    "ArmatureExtension",
    "Box",
    "Calibration",
    "Capsule",
    "Collision",
    "CollisionPair",
    "Configuration",
    "ContactExtension",
    "ControlComponent",
    "Coupling",
    "Cylinder",
    "Dynamics",
    "Extension",
    "Extra",
    "Found",
    "Gazebo",
    "Geometry",
    "Hardware",
    "Inertia",
    "Inertial",
    "Interface",
    "Joint",
    "JointKind",
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
    "Planar",
    "Pose",
    "RawAttribute",
    "RawElement",
    "Rgba",
    "Robot",
    "RobotError",
    "Ros2Control",
    "SafetyController",
    "Sensor",
    "Source",
    "Sphere",
    "Spring",
    "Transmission",
    "TransmissionEnd",
    "UnknownNameError",
    "UrdfExtension",
    "Vector3",
    "Visual",
    "directions",
    "plane_of",
]
