"""OpenUSD with UsdPhysics: robots written and read, loops as joints outside the articulation."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .options import UsdOptions

__all__ = ["UsdOptions"]

_HOME = {"UsdOptions": "options"}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fourbar.usd' has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value
