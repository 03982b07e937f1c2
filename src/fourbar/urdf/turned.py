"""The orientation of an element that has a quaternion, as URDF 1.1 lets it."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from .. import rules
from ..diagnostics import Severity
from ..robot import Vector3
from ..spatial.rotation import rpy_of_quaternion
from ..xml.tree import Element

if TYPE_CHECKING:
    from .part import Part

QUATERNION = "quat_xyzw"
_NEEDED = (1, 1)
_ROUNDED = 1e-3
"""How far from 1 the length of a quaternion may be by rounding."""


def angles_of(part: Part, element: Element) -> Vector3 | None:
    """Roll, pitch, yaw [rad] of the quaternion; of `rpy` in versions that have no quaternions."""
    version = part.context.document.root.attributes.get("version")
    if version_of(version) < _NEEDED:
        stated = f"version {version}" if version else "no version, which means 1.0"
        message = f"'{QUATERNION}' needs version 1.1, but the file has {stated}; it is ignored"
        part.report(
            rules.schema.NEWER_FEATURE, message, element, QUATERNION, severity=Severity.ERROR
        )
        return part.numbers(element, "rpy", 3)
    if "rpy" in element.attributes:
        message = f"<{element.tag}> has both 'rpy' and '{QUATERNION}'; 'rpy' is ignored"
        part.report(rules.schema.BAD_ORIENTATION, message, element, "rpy")
    values = part.numbers(element, QUATERNION, 4)
    if values is None:
        return None
    length = hypot(*values)
    if length == 0.0:
        message = f"'{QUATERNION}' of <{element.tag}> has length zero; 0 0 0 1 is used"
        part.report(rules.schema.BAD_ORIENTATION, message, element, QUATERNION)
        return None
    if abs(length - 1.0) > _ROUNDED:
        message = (
            f"'{QUATERNION}' of <{element.tag}> has length {length:.6g}; "
            "its direction is used at length 1"
        )
        part.report(
            rules.schema.BAD_ORIENTATION, message, element, QUATERNION, severity=Severity.WARNING
        )
    x, y, z, w = (value / length for value in values)
    return rpy_of_quaternion((x, y, z, w))


def version_of(text: str | None) -> tuple[int, ...]:
    """The numbers of a `version` attribute; those of 1.1 where it is none, which others report."""
    try:
        return tuple(int(part) for part in (text or "1.0").split("."))
    except ValueError:
        return _NEEDED
