"""Closed mechanisms: residuals, constraint Jacobians, independent coordinates, assembly, motion."""

from ..._native import closure, loop_jacobian, loop_residual
from .assembly import Assembly, assemble
from .branches import assemblies
from .chart import Chart
from .coordinates import independent, spanning
from .error import LoopError
from .explicit import ExplicitJacobian, closed_jacobian, explicit_jacobian
from .follow import move
from .sample import sample_closed
from .subspace import Subspaces, subspaces
from .system import Constraint, LoopBlock, Loops
from .tracing import DeadCentre, Trace, trace

__all__ = [
    "Assembly",
    "Chart",
    "Constraint",
    "DeadCentre",
    "ExplicitJacobian",
    "LoopBlock",
    "LoopError",
    "Loops",
    "Subspaces",
    "Trace",
    "assemble",
    "assemblies",
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
]
