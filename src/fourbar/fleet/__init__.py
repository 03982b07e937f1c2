"""Many robots or configurations on local processes, a Dask cluster, or any executor.

`run` does one job for every robot in folders, archives and lists; `map_configurations` computes
columns for many configurations of one robot. Nothing here schedules or sends anything by itself:
that is what the executors of `concurrent.futures` are for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .configurations import Configurations, map_configurations
    from .discovery import Found, find_robots
    from .error import FleetError
    from .ready import Reach, reach, reached
    from .rows import Limits, Row
    from .running import Outcome, run
    from .sampling import Grid, Samples
    from .variation import PoseErrors, Variation, pose_errors, varied, varied_robots

_HOME = {
    "Configurations": "configurations",
    "FleetError": "error",
    "Found": "discovery",
    "Grid": "sampling",
    "Limits": "rows",
    "Outcome": "running",
    "PoseErrors": "variation",
    "Reach": "ready",
    "Row": "rows",
    "Samples": "sampling",
    "Variation": "variation",
    "find_robots": "discovery",
    "map_configurations": "configurations",
    "pose_errors": "variation",
    "reach": "ready",
    "reached": "ready",
    "run": "running",
    "varied": "variation",
    "varied_robots": "variation",
}

__all__ = [
    "Configurations",
    "FleetError",
    "Found",
    "Grid",
    "Limits",
    "Outcome",
    "PoseErrors",
    "Reach",
    "Row",
    "Samples",
    "Variation",
    "find_robots",
    "map_configurations",
    "pose_errors",
    "reach",
    "reached",
    "run",
    "varied",
    "varied_robots",
]


def __getattr__(name: str) -> Any:
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module 'fourbar.fleet' has no attribute {name!r}")
    value = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value
