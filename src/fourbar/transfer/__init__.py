"""Between robots and the terms of simulators: lowering for writers, raising for readers."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .agreement import Agreement, Engine, agree
    from .base import Base, with_base
    from .closures import Closures, LightBody, LoopStyle, PointPair, Weld
    from .elementary import Freedom
    from .error import TransferError
    from .inertia import repaired
    from .lowering import Lowered, lower
    from .relations import Relation

__all__ = [
    "Agreement",
    "Base",
    "Closures",
    "Engine",
    "Freedom",
    "LightBody",
    "LoopStyle",
    "Lowered",
    "PointPair",
    "Relation",
    "TransferError",
    "Weld",
    "agree",
    "lower",
    "repaired",
    "with_base",
]

_HOME = {
    "Agreement": "agreement",
    "Base": "base",
    "TransferError": "error",
    "Closures": "closures",
    "Engine": "agreement",
    "Freedom": "elementary",
    "LightBody": "closures",
    "LoopStyle": "closures",
    "Lowered": "lowering",
    "PointPair": "closures",
    "Relation": "relations",
    "Weld": "closures",
    "agree": "agreement",
    "lower": "lowering",
    "repaired": "inertia",
    "with_base": "base",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fourbar.transfer' has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value
