"""MJCF, MuJoCo's own format: robots written as text, and read with MuJoCo's compiler."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .options import MjcfOptions
    from .write import WrittenMjcf, to_mjcf, write_mjcf

__all__ = ["MjcfOptions", "WrittenMjcf", "to_mjcf", "write_mjcf"]

_HOME = {
    "MjcfOptions": "options",
    "WrittenMjcf": "write",
    "to_mjcf": "write",
    "write_mjcf": "write",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fourbar.mjcf' has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value
