"""The transform of a COLLADA node: its steps, in the order they are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import cos, hypot, isfinite, radians, sin

from ... import rules
from ..mesh import IDENTITY, Matrix, product, scaling
from .collada_xml import Node
from .reading import RefusedError

_COUNTS = {"matrix": 16, "translate": 3, "rotate": 4, "scale": 3, "lookat": 9, "skew": 7}
_LAST = (0.0, 0.0, 0.0, 1.0)

Vector = Sequence[float]


def node_transform(node: Node) -> Matrix:
    """T_parent_node (4, 4): the product of all steps, the first one outermost."""
    steps = [_step(step) for step in node.children if step.tag in _COUNTS]
    return reduce(product, steps, IDENTITY)


def matrix_of(numbers: Vector) -> Matrix:
    """Sixteen numbers, row by row."""
    return tuple(tuple(numbers[4 * i : 4 * i + 4]) for i in range(4))


def _step(step: Node) -> Matrix:
    numbers = list(step.floats())
    if len(numbers) != _COUNTS[step.tag]:
        message = f"<{step.tag}> has {len(numbers)} numbers, expected {_COUNTS[step.tag]}"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=step.start)
    match step.tag:
        case "matrix":
            return matrix_of(numbers)
        case "lookat":
            return _look_at(numbers[:3], numbers[3:6], numbers[6:])
        case "translate":
            return _placed(*IDENTITY[:3], at=numbers)
        case "scale":
            return scaling(*numbers)
        case "rotate":
            return _rotation(numbers[:3], radians(numbers[3]))
        case _:
            raise RefusedError(
                rules.assets.MESH_FEATURE_UNSUPPORTED, "<skew> is not supported", at=step.start
            )


def _placed(x: Vector, y: Vector, z: Vector, *, at: Vector = (0.0, 0.0, 0.0)) -> Matrix:
    """Rows of a linear part, and where its origin goes."""
    return (*((*row[:3], offset) for row, offset in zip((x, y, z), at, strict=True)), _LAST)


def _rotation(axis: Vector, angle: float) -> Matrix:
    """Rodrigues' formula [rad]; an axis without direction turns nothing."""
    length = hypot(*axis)
    if not (length > 0 and isfinite(length) and isfinite(angle)):
        return IDENTITY
    x, y, z = (c / length for c in axis)
    s, c = sin(angle), cos(angle)
    v = 1.0 - c
    return _placed(
        (c + v * x * x, v * x * y - s * z, v * x * z + s * y),
        (v * y * x + s * z, c + v * y * y, v * y * z - s * x),
        (v * z * x - s * y, v * z * y + s * x, c + v * z * z),
    )


def _look_at(eye: Vector, target: Vector, up: Vector) -> Matrix:
    z = _unit([a - b for a, b in zip(eye, target, strict=True)])
    x = None if z is None else _unit(_cross(up, z))
    if z is None or x is None:
        return _placed(*IDENTITY[:3], at=eye)
    y = _cross(z, x)
    return _placed(*zip(x, y, z, strict=True), at=eye)


def _unit(v: Vector) -> Vector | None:
    length = hypot(*v)
    return [c / length for c in v] if length > 0 and isfinite(length) else None


def _cross(a: Vector, b: Vector) -> Vector:
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )
