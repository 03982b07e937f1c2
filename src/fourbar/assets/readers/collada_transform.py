"""The transform of a COLLADA node: its steps, in the order they are written."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .. import mesh_rules as rules
from .collada_xml import Node
from .reading import RefusedError

Matrix = NDArray[np.float64]
_COUNTS = {"matrix": 16, "translate": 3, "rotate": 4, "scale": 3, "lookat": 9, "skew": 7}


def node_transform(node: Node) -> Matrix:
    """T_parent_node (4, 4): the product of all steps, the first one outermost."""
    product = np.eye(4)
    for step in node.children:
        if step.tag in _COUNTS:
            product = product @ _step(step)
    return product


def _step(step: Node) -> Matrix:
    numbers = step.floats()
    if len(numbers) != _COUNTS[step.tag]:
        message = f"<{step.tag}> has {len(numbers)} numbers in place of {_COUNTS[step.tag]}"
        raise RefusedError(rules.UNREADABLE, message, at=step.start)
    T = np.eye(4)
    match step.tag:
        case "matrix":
            return numbers.reshape(4, 4)
        case "lookat":
            return _look_at(numbers)
        case "translate":
            T[:3, 3] = numbers
        case "scale":
            T[:3, :3] = np.diag(numbers)
        case "rotate":
            T[:3, :3] = _rotation(numbers[:3], math.radians(float(numbers[3])))
        case _:
            raise RefusedError(rules.UNSUPPORTED, "<skew> is not read", at=step.start)
    return T


def _rotation(axis: NDArray[np.float64], angle: float) -> Matrix:
    """Rodrigues' formula [rad]; an axis without direction turns nothing."""
    length = float(np.linalg.norm(axis))
    if not (length > 0 and math.isfinite(length) and math.isfinite(angle)):
        return np.eye(3)
    x, y, z = axis / length
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + math.sin(angle) * K + (1.0 - math.cos(angle)) * (K @ K)


def _look_at(numbers: NDArray[np.float64]) -> Matrix:
    eye, target, up = numbers.reshape(3, 3)
    T = np.eye(4)
    T[:3, 3] = eye
    z = (eye - target) / np.linalg.norm(eye - target)
    x = np.cross(up, z)
    x = x / np.linalg.norm(x)
    R = np.stack([x, np.cross(z, x), z], axis=1)
    if np.isfinite(R).all():
        T[:3, :3] = R
    return T
