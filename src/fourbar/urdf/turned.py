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
        _report(part, element, "needs version 1.1")
        return part.numbers(element, "rpy", 3)
    if "rpy" in element.attributes:
        _report(part, element, "replaces 'rpy'")
    values = part.numbers(element, QUATERNION, 4)
    if values is None:
        return None
    length = hypot(*values)
    if length == 0.0:
        _report(part, element, "is zero")
        return None
    if abs(length - 1.0) > _ROUNDED:
        text = "must have length 1"
        _report(part, element, text, severity=Severity.WARNING)
    x, y, z, w = (value / length for value in values)
    return rpy_of_quaternion((x, y, z, w))


def _report(part: Part, element: Element, text: str, *, severity: Severity | None = None) -> None:
    message = f"'{QUATERNION}' {text}"
    part.report(rules.schema.BAD_ORIENTATION, message, element, QUATERNION, severity=severity)


def version_of(text: str | None) -> tuple[int, ...]:
    """The numbers of a `version` attribute; those of 1.1 where it is none, which others report."""
    try:
        return tuple(int(part) for part in (text or "1.0").split("."))
    except ValueError:
        return _NEEDED
