"""Every kind of finding: one file per rule, holding `RULE` and its documentation, and no logic.

A family is a folder. `rules.physics.ZERO_MASS` is the rule of `rules/physics/zero_mass.py`; the
file is imported when the rule is first used, so that a check without findings imports none.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from .families import FAMILIES

if TYPE_CHECKING:
    from . import (
        assets,
        control,
        formats,
        gltf,
        graph,
        physics,
        references,
        schema,
        targets,
        xacro,
        xml,
    )

__all__ = [
    "assets",
    "control",
    "formats",
    "gltf",
    "graph",
    "physics",
    "references",
    "schema",
    "targets",
    "xacro",
    "xml",
]


def __getattr__(name: str) -> ModuleType:
    if name in FAMILIES:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
