"""OpenUSD's Python package, which is an extra, and its values from and to ours."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple

from ..robot import Pose
from ..spatial.frame import Frame
from ..spatial.rotation import Quaternion, quaternion_of_rpy, rpy_of_quaternion
from ..transfer.error import TransferError

NEEDED = "OpenUSD is not installed; use: pip install 'fourbar[usd]'"


class Values(NamedTuple):
    """The modules of `pxr` that a layer is written with: loading all takes half as long again."""

    Gf: Any
    Sdf: Any
    Vt: Any


class Library(NamedTuple):
    """The modules of `pxr` that a robot is read with."""

    Gf: Any
    Sdf: Any
    Tf: Any
    Usd: Any
    UsdGeom: Any
    UsdPhysics: Any
    UsdShade: Any
    UsdUtils: Any
    Vt: Any


def import_values() -> Values:
    """What writing needs of OpenUSD; TransferError where it is not installed."""
    return Values(*_imported(Values._fields))


def import_usd() -> Library:
    """The modules of OpenUSD; TransferError where it is not installed."""
    return Library(*_imported(Library._fields))


def _imported(names: Iterable[str]) -> list[Any]:
    try:
        return [import_module(f"pxr.{name}") for name in names]
    except ImportError:
        raise TransferError(NEEDED) from None


def frame_of(pose: Pose) -> Frame:
    """A pose with its rotation as a quaternion."""
    return pose.xyz, quaternion_of_rpy(pose.rpy)


def pose_of(frame: Frame) -> Pose:
    """A frame as descriptions have it."""
    return Pose(frame[0], rpy_of_quaternion(frame[1]) if any(frame[1][:3]) else (0.0, 0.0, 0.0))


def to_quaternion(kind: Any, q: Quaternion) -> Any:
    """A quaternion of the class `kind` of Gf, with a real part that is not negative."""
    x, y, z, w = q if q[3] >= 0.0 else (-c for c in q)
    return kind(w + 0.0, x + 0.0, y + 0.0, z + 0.0)
