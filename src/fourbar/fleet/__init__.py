"""Many robots on local processes, a Dask cluster, or any executor of `concurrent.futures`.

`run` does one job for every robot in folders, archives and lists. Nothing here schedules or sends
anything by itself: that is what executors are for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .discovery import Found, find_robots
    from .error import FleetError
    from .rows import Limits, Row
    from .running import Outcome, run

_HOME = {
    "FleetError": "error",
    "Found": "discovery",
    "Limits": "rows",
    "Outcome": "running",
    "Row": "rows",
    "find_robots": "discovery",
    "run": "running",
}

__all__ = [
    "FleetError",
    "Found",
    "Limits",
    "Outcome",
    "Row",
    "find_robots",
    "run",
]


def __getattr__(name: str) -> Any:
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module 'fourbar.fleet' has no attribute {name!r}")
    value = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value
