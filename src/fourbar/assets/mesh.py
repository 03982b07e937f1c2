"""Triangles as renderers need them, and what covers them.

They live in compiled code, which readers fill and writers empty; only who asks for an array
needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._native import Triangles, join
from ..record import record, replace
from .material import MeshMaterial

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float32]
    Indices = NDArray[np.uint32]

Matrix = Sequence[Sequence[float]]
"""Four rows of four numbers."""


@record
class Primitive:
    """Triangles of one material, which is None where the file says nothing about it."""

    data: Triangles
    material: MeshMaterial | None = None
    name: str = ""

    @staticmethod
    def from_arrays(
        positions: ArrayLike,
        triangles: ArrayLike,
        normals: ArrayLike | None = None,
        texcoords: ArrayLike | None = None,
        colors: ArrayLike | None = None,
        material: MeshMaterial | None = None,
        name: str = "",
    ) -> Primitive:
        """A primitive of arrays, which are copied; their shapes are those of the properties."""
        import numpy as np

        def checked(field: str, array: ArrayLike | None, width: int, kind: type[np.generic]) -> Any:
            if array is None:
                return None
            rows = np.ascontiguousarray(array, dtype=kind)
            height = count if field != "triangles" else len(rows)
            if rows.shape != (height, width):
                raise ValueError(f"{field} must have shape {(height, width)}, got {rows.shape}")
            return rows

        count = len(np.asarray(positions))
        data = Triangles(
            checked("positions", positions, 3, np.float32),
            checked("triangles", triangles, 3, np.uint32),
            checked("normals", normals, 3, np.float32),
            checked("texcoords", texcoords, 2, np.float32),
            checked("colors", colors, 4, np.float32),
        )
        return Primitive(data, material, name)

    @property
    def positions(self) -> Floats:
        """(n, 3) float32 [m], in the frame of the mesh."""
        return _array(self.data.positions)

    @property
    def triangles(self) -> Indices:
        """(m, 3) uint32 numbers of vertices, counter-clockwise seen from outside."""
        return _array(self.data.triangles)

    @property
    def normals(self) -> Floats | None:
        """(n, 3) float32 unit vectors, if the file has any."""
        return _array(self.data.normals)

    @property
    def texcoords(self) -> Floats | None:
        """(n, 2) float32, origin at the image's upper left corner as in glTF."""
        return _array(self.data.texcoords)

    @property
    def colors(self) -> Floats | None:
        """(n, 4) float32, linear, multiplied with the material's."""
        return _array(self.data.colors)

    def __repr__(self) -> str:
        return (
            f"Primitive({self.name!r}, {self.data.vertex_count} vertices,"
            f" {self.data.count} triangles)"
        )


@record
class TriangleMesh:
    """The content of a mesh file, one primitive per material."""

    primitives: tuple[Primitive, ...]

    @property
    def triangle_count(self) -> int:
        """Triangles of all primitives."""
        return sum(p.data.count for p in self.primitives)

    @property
    def vertex_count(self) -> int:
        """Vertices of all primitives."""
        return sum(p.data.vertex_count for p in self.primitives)

    @property
    def bounds(self) -> NDArray[np.float64] | None:
        """(2, 3) lowest and highest coordinates of what triangles use [m]; None without any."""
        import numpy as np

        found = self.extent()
        return None if found is None else np.array(found, dtype=np.float64)

    def extent(self) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
        """The bounds without numpy."""
        found = [b for p in self.primitives if (b := p.data.bounds()) is not None]
        if not found:
            return None
        lows, highs = zip(*found, strict=True)
        return (
            tuple(min(axis) for axis in zip(*lows, strict=True)),
            tuple(max(axis) for axis in zip(*highs, strict=True)),
        )

    def joined(self) -> Primitive:
        """Positions and triangles of all primitives in one, without anything else."""
        return Primitive(join([p.data for p in self.primitives], True))

    def transformed(self, T: Matrix) -> TriangleMesh:
        """All primitives moved, turned and scaled by the affine (4, 4) `T`."""
        return TriangleMesh(tuple(transform(p, T) for p in self.primitives))


def transform(primitive: Primitive, T: Matrix) -> Primitive:
    """Move, turn and scale by the affine (4, 4) `T`; a mirroring one also turns the winding.

    Computed in double precision and rounded once.
    """
    rows = [float(number) for row in T for number in row]
    if rows == [number for row in IDENTITY for number in row]:
        return primitive
    return replace(primitive, data=primitive.data.transform(rows))


def scaling(x: float, y: float, z: float) -> Matrix:
    """The (4, 4) transform that makes each axis so many times longer."""
    return ((x, 0.0, 0.0, 0.0), (0.0, y, 0.0, 0.0), (0.0, 0.0, z, 0.0), (0.0, 0.0, 0.0, 1.0))


IDENTITY = scaling(1.0, 1.0, 1.0)


def product(A: Matrix, B: Matrix) -> Matrix:
    """A B, of (4, 4) each."""
    # Written out: Collada files have a transform per node, and sums over generators took longer
    # than all else that is done with these.
    columns = tuple(zip(*B, strict=True))
    return tuple(tuple(a * p + b * q + c * r + d * s for p, q, r, s in columns) for a, b, c, d in A)


def _array(view: memoryview | None) -> Any:
    """A view's numbers as an array that shares its memory; read-only, as the view is."""
    if view is None:
        return None
    import numpy as np

    return np.asarray(view)
