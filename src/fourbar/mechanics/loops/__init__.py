"""Closed mechanisms: residuals, constraint Jacobians, independent coordinates, assembly, motion."""

from ..._native import closure, loop_jacobian, loop_residual
from .assembly import Assembly, assemble
from .chart import Chart, automatic_chart, chart
from .error import LoopError
from .explicit import ExplicitJacobian, explicit_jacobian
from .follow import independent, spanning
from .freedoms import BlockMobility, Mobility, mobility
from .inverse import ClosedInverseKinematics, closed_inverse_kinematics
from .sample import sample_closed
from .singular import ClosedSingularity, closed_jacobian, closed_singularity
from .subspace import Subspaces, subspaces
from .system import Constraint, LoopBlock, Loops
from .tracing import DeadCentre, Trace, trace

__all__ = [
    "Assembly",
    "BlockMobility",
    "Chart",
    "ClosedInverseKinematics",
    "ClosedSingularity",
    "Constraint",
    "DeadCentre",
    "ExplicitJacobian",
    "LoopBlock",
    "LoopError",
    "Loops",
    "Mobility",
    "Subspaces",
    "Trace",
    "assemble",
    "automatic_chart",
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
]
