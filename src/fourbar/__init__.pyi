# Generated from the table in __init__.py by `make generate`; do not edit.

from ._version import __version__ as __version__
from .diagnostics import (
    Diagnostic as Diagnostic,
)
from .diagnostics import (
    Fix as Fix,
)
from .diagnostics import (
    Report as Report,
)
from .diagnostics import (
    Severity as Severity,
)
from .diagnostics import (
    Span as Span,
)
from .error import FourbarError as FourbarError
from .formats import (
    dumps as dumps,
)
from .formats import (
    load as load,
)
from .formats import (
    loads as loads,
)
from .formats import (
    read as read,
)
from .formats import (
    save as save,
)
from .gltf import RobotScene as RobotScene
from .graph import GraphError as GraphError
from .lint import (
    SettingsError as SettingsError,
)
from .lint import (
    check as check,
)
from .mechanics import (
    Data as Data,
)
from .mechanics import (
    InverseKinematics as InverseKinematics,
)
from .mechanics import (
    Kinematics as Kinematics,
)
from .mechanics import (
    Mobility as Mobility,
)
from .mechanics import (
    Model as Model,
)
from .mechanics import (
    ModelError as ModelError,
)
from .mechanics import (
    NotComputedError as NotComputedError,
)
from .mechanics import (
    Singularity as Singularity,
)
from .mechanics import (
    angular_jacobian as angular_jacobian,
)
from .mechanics import (
    center_of_mass as center_of_mass,
)
from .mechanics import (
    center_of_mass_jacobian as center_of_mass_jacobian,
)
from .mechanics import (
    forward_kinematics as forward_kinematics,
)
from .mechanics import (
    frame_acceleration as frame_acceleration,
)
from .mechanics import (
    frame_velocity as frame_velocity,
)
from .mechanics import (
    hessian as hessian,
)
from .mechanics import (
    inverse_kinematics as inverse_kinematics,
)
from .mechanics import (
    jacobian as jacobian,
)
from .mechanics import (
    jacobian_dot as jacobian_dot,
)
from .mechanics import (
    jacobian_dot_times_v as jacobian_dot_times_v,
)
from .mechanics import (
    kinematics as kinematics,
)
from .mechanics import (
    linear_jacobian as linear_jacobian,
)
from .mechanics import (
    mobility as mobility,
)
from .mechanics import (
    singularity as singularity,
)
from .mechanics.loops import (
    Assembly as Assembly,
)
from .mechanics.loops import (
    Chart as Chart,
)
from .mechanics.loops import (
    DeadCentre as DeadCentre,
)
from .mechanics.loops import (
    ExplicitJacobian as ExplicitJacobian,
)
from .mechanics.loops import (
    LoopError as LoopError,
)
from .mechanics.loops import (
    Loops as Loops,
)
from .mechanics.loops import (
    Trace as Trace,
)
from .mechanics.loops import (
    assemble as assemble,
)
from .mechanics.loops import (
    closed_jacobian as closed_jacobian,
)
from .mechanics.loops import (
    closure as closure,
)
from .mechanics.loops import (
    explicit_jacobian as explicit_jacobian,
)
from .mechanics.loops import (
    independent as independent,
)
from .mechanics.loops import (
    loop_jacobian as loop_jacobian,
)
from .mechanics.loops import (
    loop_residual as loop_residual,
)
from .mechanics.loops import (
    move as move,
)
from .mechanics.loops import (
    sample_closed as sample_closed,
)
from .mechanics.loops import (
    spanning as spanning,
)
from .mechanics.loops import (
    subspaces as subspaces,
)
from .mechanics.loops import (
    trace as trace,
)
from .robot import (
    Box as Box,
)
from .robot import (
    Calibration as Calibration,
)
from .robot import (
    Capsule as Capsule,
)
from .robot import (
    Collision as Collision,
)
from .robot import (
    Configuration as Configuration,
)
from .robot import (
    Coupling as Coupling,
)
from .robot import (
    Cylinder as Cylinder,
)
from .robot import (
    Dynamics as Dynamics,
)
from .robot import (
    Inertia as Inertia,
)
from .robot import (
    Inertial as Inertial,
)
from .robot import (
    Joint as Joint,
)
from .robot import (
    Limit as Limit,
)
from .robot import (
    Link as Link,
)
from .robot import (
    Loop as Loop,
)
from .robot import (
    Material as Material,
)
from .robot import (
    Mesh as Mesh,
)
from .robot import (
    Mimic as Mimic,
)
from .robot import (
    Pose as Pose,
)
from .robot import (
    Robot as Robot,
)
from .robot import (
    SafetyController as SafetyController,
)
from .robot import (
    Sphere as Sphere,
)
from .robot import (
    UnknownNameError as UnknownNameError,
)
from .robot import (
    Visual as Visual,
)
from .urdf import LoadError as LoadError
from .viewer import (
    ListenError as ListenError,
)
from .viewer import (
    PageMissingError as PageMissingError,
)
from .viewer import (
    RobotHandle as RobotHandle,
)
from .viewer import (
    View as View,
)
from .viewer import (
    view as view,
)

__all__ = [
    "Assembly",
    "Box",
    "Calibration",
    "Capsule",
    "Chart",
    "Collision",
    "Configuration",
    "Coupling",
    "Cylinder",
    "Data",
    "DeadCentre",
    "Diagnostic",
    "Dynamics",
    "ExplicitJacobian",
    "Fix",
    "FourbarError",
    "GraphError",
    "Inertia",
    "Inertial",
    "InverseKinematics",
    "Joint",
    "Kinematics",
    "Limit",
    "Link",
    "ListenError",
    "LoadError",
    "Loop",
    "LoopError",
    "Loops",
    "Material",
    "Mesh",
    "Mimic",
    "Mobility",
    "Model",
    "ModelError",
    "NotComputedError",
    "PageMissingError",
    "Pose",
    "Report",
    "Robot",
    "RobotHandle",
    "RobotScene",
    "SafetyController",
    "SettingsError",
    "Severity",
    "Singularity",
    "Span",
    "Sphere",
    "Trace",
    "UnknownNameError",
    "View",
    "Visual",
    "__version__",
    "angular_jacobian",
    "assemble",
    "center_of_mass",
    "center_of_mass_jacobian",
    "check",
    "closed_jacobian",
    "closure",
    "dumps",
    "explicit_jacobian",
    "forward_kinematics",
    "frame_acceleration",
    "frame_velocity",
    "hessian",
    "independent",
    "inverse_kinematics",
    "jacobian",
    "jacobian_dot",
    "jacobian_dot_times_v",
    "kinematics",
    "linear_jacobian",
    "load",
    "loads",
    "loop_jacobian",
    "loop_residual",
    "mobility",
    "move",
    "read",
    "sample_closed",
    "save",
    "singularity",
    "spanning",
    "subspaces",
    "trace",
    "view",
]
