"""Many robots or configurations on local processes, a Dask cluster, or any executor.

`run` does one job for every robot in folders, archives and lists; `map_configurations` computes
columns for many configurations of one robot. `reach`, `singularities`, `payload` and `clearance`
are ready functions of configurations, `inverse` and `dexterity` of places, `tolerances` and
`save_varied` of robots that differ a little; `reached` is the space that follows, and `save_reach`
draws it. Nothing here schedules or sends anything by itself:
that is what the executors of `concurrent.futures` are for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .cells import Reach, reached
    from .configurations import Configurations, map_configurations
    from .discovery import Found, find_robots
    from .error import FleetError
    from .pictures import cloud_of, draw_slice, draw_volume, save_reach
    from .ready import payload, reach, singularities
    from .rows import Limits, Row
    from .running import Outcome, run
    from .sampling import Grid, Samples
    from .self_clearance import Bodies, clearance, sphere_bodies
    from .targets import Lattice, dexterity, inverse
    from .variation import Draws, Variation, varied
    from .varied_poses import PoseErrors, pose_errors, save_varied, tolerances, varied_robots

_HOME = {
    "Bodies": "self_clearance",
    "Configurations": "configurations",
    "Draws": "variation",
    "FleetError": "error",
    "Found": "discovery",
    "Grid": "sampling",
    "Lattice": "targets",
    "Limits": "rows",
    "Outcome": "running",
    "PoseErrors": "varied_poses",
    "Reach": "cells",
    "Row": "rows",
    "Samples": "sampling",
    "Variation": "variation",
    "clearance": "self_clearance",
    "cloud_of": "pictures",
    "dexterity": "targets",
    "draw_slice": "pictures",
    "draw_volume": "pictures",
    "find_robots": "discovery",
    "inverse": "targets",
    "map_configurations": "configurations",
    "payload": "ready",
    "pose_errors": "varied_poses",
    "reach": "ready",
    "reached": "cells",
    "run": "running",
    "save_reach": "pictures",
    "save_varied": "varied_poses",
    "singularities": "ready",
    "sphere_bodies": "self_clearance",
    "tolerances": "varied_poses",
    "varied": "variation",
    "varied_robots": "varied_poses",
}

__all__ = [
    "Bodies",
    "Configurations",
    "Draws",
    "FleetError",
    "Found",
    "Grid",
    "Lattice",
    "Limits",
    "Outcome",
    "PoseErrors",
    "Reach",
    "Row",
    "Samples",
    "Variation",
    "clearance",
    "cloud_of",
    "dexterity",
    "draw_slice",
    "draw_volume",
    "find_robots",
    "inverse",
    "map_configurations",
    "payload",
    "pose_errors",
    "reach",
    "reached",
    "run",
    "save_reach",
    "save_varied",
    "singularities",
    "sphere_bodies",
    "tolerances",
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


def __dir__() -> list[str]:
    return sorted({*__all__, *globals()})
