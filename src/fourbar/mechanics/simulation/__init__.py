"""Motions of open and closed mechanisms in time."""

from .arguments import Integrator, Watch
from .error import SimulationError, SimulationWarning
from .integration import simulate, step
from .motion import Motion, MotionEvent, State

__all__ = [
    "Integrator",
    "Motion",
    "MotionEvent",
    "SimulationError",
    "SimulationWarning",
    "State",
    "Watch",
    "simulate",
    "step",
]
