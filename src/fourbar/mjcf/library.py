"""MuJoCo's Python package, which is an extra."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..transfer.error import TransferError

NEEDED = "MuJoCo is not installed; use: pip install 'fourbar[mujoco]'"


def import_mujoco() -> Any:
    """MuJoCo's Python package; TransferError where it is not installed."""
    try:
        return import_module("mujoco")
    except ImportError:
        raise TransferError(NEEDED) from None
