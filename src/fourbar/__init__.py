"""fourbar: robot descriptions from file to motion, closed loops included.

The names below are the public API; each is imported when it is first used, so that a command
that only reads a file does not pay for the mechanics.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from .diagnostics import (
        Diagnostic,
        Fix,
        Report,
        Severity,
        Span,
    )
    from .formats import (
        dumps,
        load,
        loads,
        read,
        save,
    )
    from .gltf import (
        RobotScene,
    )
    from .lint import (
        check,
    )
    from .mechanics import (
        Data,
        Model,
        angular_jacobian,
        center_of_mass,
        center_of_mass_jacobian,
        forward_kinematics,
        frame_acceleration,
        frame_velocity,
        hessian,
        inverse_kinematics,
        jacobian,
        jacobian_dot,
        jacobian_dot_times_v,
        kinematics,
        linear_jacobian,
        singularity,
    )
    from .mechanics.loops import (
        Assembly,
        Chart,
        LoopError,
        Mobility,
        Trace,
        assemble,
        chart,
        closed_inverse_kinematics,
        closed_jacobian,
        closed_singularity,
        closure,
        explicit_jacobian,
        independent,
        loop_jacobian,
        loop_residual,
        mobility,
        sample_closed,
        spanning,
        subspaces,
        trace,
    )
    from .robot import (
        Box,
        Calibration,
        Capsule,
        Collision,
        Configuration,
        Coupling,
        Cylinder,
        Dynamics,
        Inertia,
        Inertial,
        Joint,
        Limit,
        Link,
        Loop,
        Material,
        Mesh,
        Mimic,
        Pose,
        Robot,
        SafetyController,
        Sphere,
        Visual,
    )
    from .urdf import (
        LoadError,
    )
    from .viewer import (
        View,
        view,
    )

_MODULES: dict[str, tuple[str, ...]] = {
    "diagnostics": (
        "Diagnostic",
        "Fix",
        "Report",
        "Severity",
        "Span",
    ),
    "formats": (
        "dumps",
        "load",
        "loads",
        "read",
        "save",
    ),
    "gltf": ("RobotScene",),
    "lint": ("check",),
    "mechanics": (
        "Data",
        "Model",
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
        "singularity",
    ),
    "mechanics.loops": (
        "Assembly",
        "Chart",
        "LoopError",
        "Mobility",
        "Trace",
        "assemble",
        "chart",
        "closed_inverse_kinematics",
        "closed_jacobian",
        "closed_singularity",
        "closure",
        "explicit_jacobian",
        "independent",
        "loop_jacobian",
        "loop_residual",
        "mobility",
        "sample_closed",
        "spanning",
        "subspaces",
        "trace",
    ),
    "robot": (
        "Box",
        "Calibration",
        "Capsule",
        "Collision",
        "Configuration",
        "Coupling",
        "Cylinder",
        "Dynamics",
        "Inertia",
        "Inertial",
        "Joint",
        "Limit",
        "Link",
        "Loop",
        "Material",
        "Mesh",
        "Mimic",
        "Pose",
        "Robot",
        "SafetyController",
        "Sphere",
        "Visual",
    ),
    "urdf": ("LoadError",),
    "viewer": (
        "View",
        "view",
    ),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

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
    "Diagnostic",
    "Dynamics",
    "Fix",
    "Inertia",
    "Inertial",
    "Joint",
    "Limit",
    "Link",
    "LoadError",
    "Loop",
    "LoopError",
    "Material",
    "Mesh",
    "Mimic",
    "Mobility",
    "Model",
    "Pose",
    "Report",
    "Robot",
    "RobotScene",
    "SafetyController",
    "Severity",
    "Span",
    "Sphere",
    "Trace",
    "View",
    "Visual",
    "__version__",
    "angular_jacobian",
    "assemble",
    "center_of_mass",
    "center_of_mass_jacobian",
    "chart",
    "check",
    "closed_inverse_kinematics",
    "closed_jacobian",
    "closed_singularity",
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
    "read",
    "sample_closed",
    "save",
    "singularity",
    "spanning",
    "subspaces",
    "trace",
    "view",
]


def __getattr__(name: str) -> Any:
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module 'fourbar' has no attribute {name!r}")
    value = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
