"""fourbar: robot descriptions from file to motion, closed loops included.

The table below is the public API. Each name is imported when it is first used, so that a command
that only reads a file does not pay for the mechanics. Type checkers read `__init__.pyi`, which
`make generate` writes from the table.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ._version import __version__

_MODULES: dict[str, tuple[str, ...]] = {
    "blender": ("ExportError", "TrajectoryError"),
    "diagnostics": (
        "Diagnostic",
        "Fix",
        "Report",
        "Severity",
        "Span",
    ),
    "comparison": (
        "Comparison",
        "ComparisonError",
        "Difference",
        "Tolerances",
        "compare",
    ),
    "error": ("FourbarError",),
    "files": ("FileChangedError",),
    "fleet": ("FleetError",),
    "formats": (
        "FileMissingError",
        "LoadError",
        "LoadWarning",
        "Reading",
        "SaveError",
        "dumps",
        "load",
        "loads",
        "read",
        "save",
    ),
    "gltf": ("RobotScene",),
    "graph": ("GraphError",),
    "lint": (
        "Fixed",
        "Settings",
        "SettingsError",
        "check",
        "fix",
    ),
    "mechanics": (
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
        "singularity",
        "srdf_drives",
    ),
    "mechanics.dynamics": (
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
    ),
    "mechanics.reports": (
        "CouplingLoad",
        "DriveLoad",
        "EffortMap",
        "Equivalent",
        "JointLoad",
        "PayloadLimit",
        "Sizing",
        "effort_map",
        "equivalent",
        "joint_grid",
        "payload_limit",
        "sizing",
        "turn",
    ),
    "mechanics.simulation": (
        "Motion",
        "MotionEvent",
        "SimulationError",
        "SimulationWarning",
        "State",
        "Watch",
        "simulate",
        "step",
    ),
    "mechanics.loops": (
        "Assembly",
        "Chart",
        "DeadCentre",
        "ExplicitJacobian",
        "LoopError",
        "Loops",
        "Trace",
        "assemblies",
        "assemble",
        "closed_jacobian",
        "closure",
        "explicit_jacobian",
        "independent",
        "loop_jacobian",
        "loop_residual",
        "move",
        "sample_closed",
        "spanning",
        "subspaces",
        "trace",
    ),
    "covers": (
        "CoverError",
        "CoverShape",
        "DecomposeError",
        "LinkCover",
        "LinkCoverage",
        "collision_coverage",
        "collision_shapes",
    ),
    "meshes": (
        "MeshFacts",
        "MeshSourceError",
        "PreparedMesh",
        "prepare_meshes",
        "survey_meshes",
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
        "RobotError",
        "SafetyController",
        "Sphere",
        "Spring",
        "UnknownNameError",
        "Visual",
    ),
    "shapes": (
        "LinkInertia",
        "ShapeError",
        "inertia_table",
        "inertial_from_shapes",
    ),
    "transfer": ("TransferError",),
    "viewer": (
        "Camera",
        "ListenError",
        "NoPageError",
        "NotebookError",
        "PageMissingError",
        "RobotHandle",
        "View",
        "view",
    ),
}
_PACKAGES = (
    "assets",
    "comparison",
    "diagnostics",
    "fleet",
    "formats",
    "gallery",
    "gltf",
    "graph",
    "lint",
    "mechanics",
    "robot",
    "shapes",
    "viewer",
)
"""The packages behind these names, for `fb.gallery.names()` without a further import."""

_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME)]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f".{name}", __name__)
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module 'fourbar' has no attribute {name!r}")
    value = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
