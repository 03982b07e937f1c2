"""The transform of a COLLADA node: its steps, in the order they are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import isfinite, radians

from ... import rules
from ...spatial.rotation import matrix_of, quaternion_about
from ...spatial.vector import cross, unit
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


def matrix_of_numbers(numbers: Vector) -> Matrix:
    """Sixteen numbers, row by row."""
    return tuple(tuple(numbers[4 * i : 4 * i + 4]) for i in range(4))


def _step(step: Node) -> Matrix:
    numbers = list(step.floats())
    if len(numbers) != _COUNTS[step.tag]:
        message = f"<{step.tag}> has {len(numbers)} numbers, expected {_COUNTS[step.tag]}"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=step.start)
    match step.tag:
        case "matrix":
            return matrix_of_numbers(numbers)
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
    """About an axis [rad]; one without direction, or an angle that is not finite, turns nothing."""
    if not isfinite(angle):
        return IDENTITY
    try:
        return _placed(*matrix_of(quaternion_about(unit(axis), angle)))
    except ValueError:
        return IDENTITY


def _look_at(eye: Vector, target: Vector, up: Vector) -> Matrix:
    try:
        z = unit([a - b for a, b in zip(eye, target, strict=True)])
        x = unit(cross(up, z))
    except ValueError:
        return _placed(*IDENTITY[:3], at=eye)
    return _placed(*zip(x, cross(z, x), z, strict=True), at=eye)
