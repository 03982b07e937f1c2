"""From URDF's axes to glTF's and back, without arithmetic.

URDF has x forward, y left, z up; glTF has z forward, x left, y up. So glTF (x, y, z) is URDF
(y, z, x): a cyclic permutation, determinant +1, exact in every number format.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..record import record
from ..spatial.rotation import Quaternion
from ..spatial.vector import Vector3

BasisName = Literal["gltf", "root"]
DEFAULT_BASIS: BasisName = "gltf"


@record
class Basis:
    """The axes that a model's nodes are written in.

    `order[i]` is the URDF axis that becomes axis i of the file.
    """

    name: BasisName
    order: tuple[int, int, int]
    root_rotation: Quaternion

    def vector(self, v: Sequence[float]) -> Vector3:
        """A vector, scale or diagonal of the description, in the file's axes."""
        i, j, k = self.order
        return (float(v[i]), float(v[j]), float(v[k]))

    def quaternion(self, q: Sequence[float]) -> Quaternion:
        """A rotation of the description, in the file's axes."""
        return (*self.vector(q[:3]), float(q[3]))

    def vector_back(self, v: Sequence[float]) -> Vector3:
        """A vector of the file, in the description's axes."""
        back = [0.0, 0.0, 0.0]
        for place, axis in enumerate(self.order):
            back[axis] = float(v[place])
        return (back[0], back[1], back[2])

    def quaternion_back(self, q: Sequence[float]) -> Quaternion:
        """A rotation of the file, in the description's axes."""
        return (*self.vector_back(q[:3]), float(q[3]))


GLTF = Basis("gltf", (1, 2, 0), (0.0, 0.0, 0.0, 1.0))
"""Everything permuted; the root node does not turn."""

ROOT = Basis("root", (0, 1, 2), (-0.5, -0.5, -0.5, 0.5))
"""Everything in URDF's axes; the root node turns them into glTF's."""

_BY_NAME: dict[str, Basis] = {"gltf": GLTF, "root": ROOT}


def basis_named(name: str) -> Basis:
    """The basis of `source.basis`; an unknown name raises ValueError."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"unknown basis {name!r}; expected one of: 'gltf', 'root'") from None
