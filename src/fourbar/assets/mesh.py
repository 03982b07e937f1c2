"""Triangles as the renderer needs them: typed, immutable arrays and what covers them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .material import MeshMaterial

Floats = NDArray[np.float32]
Indices = NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Primitive:
    """Triangles of one material.

    Attributes
    ----------
    positions
        (n, 3) float32 [m], in the frame of the mesh.
    triangles
        (m, 3) uint32 numbers of vertices, counter-clockwise seen from outside.
    normals
        (n, 3) float32 unit vectors, if the file has any.
    texcoords
        (n, 2) float32, origin at the image's upper left corner as in glTF.
    colors
        (n, 4) float32, linear, multiplied with the material's.
    material
        None where the file says nothing.
    """

    positions: Floats
    triangles: Indices
    normals: Floats | None = None
    texcoords: Floats | None = None
    colors: Floats | None = None
    material: MeshMaterial | None = None
    name: str = ""

    def __post_init__(self) -> None:
        count = len(self.positions)
        for field, width in (("positions", 3), ("normals", 3), ("texcoords", 2), ("colors", 4)):
            array = getattr(self, field)
            if array is not None:
                object.__setattr__(self, field, _frozen(field, array, np.float32, (count, width)))
        shape = (len(self.triangles), 3)
        triangles = _frozen("triangles", self.triangles, np.uint32, shape)
        object.__setattr__(self, "triangles", triangles)

    def __repr__(self) -> str:
        return (
            f"Primitive({self.name!r}, {len(self.positions)} vertices,"
            f" {len(self.triangles)} triangles)"
        )


@dataclass(frozen=True, slots=True, eq=False)
class TriangleMesh:
    """The content of a mesh file, one primitive per material."""

    primitives: tuple[Primitive, ...]

    @property
    def triangle_count(self) -> int:
        """Triangles of all primitives."""
        return sum(len(p.triangles) for p in self.primitives)

    @property
    def vertex_count(self) -> int:
        """Vertices of all primitives."""
        return sum(len(p.positions) for p in self.primitives)

    @property
    def bounds(self) -> NDArray[np.float64] | None:
        """(2, 3) lowest and highest coordinates of what triangles use [m]; None without any."""
        used = [p.positions[p.triangles.ravel()] for p in self.primitives if len(p.triangles)]
        if not used:
            return None
        low = np.min([u.min(axis=0) for u in used], axis=0)
        high = np.max([u.max(axis=0) for u in used], axis=0)
        return np.array([low, high], dtype=np.float64)

    def joined(self) -> Primitive:
        """Positions and triangles of all primitives in one, without anything else."""
        if len(self.primitives) == 1:
            return Primitive(self.primitives[0].positions, self.primitives[0].triangles)
        starts = np.cumsum([0, *(len(p.positions) for p in self.primitives)])
        return Primitive(
            np.concatenate([np.empty((0, 3), np.float32), *(p.positions for p in self.primitives)]),
            np.concatenate(
                [
                    np.empty((0, 3), np.uint32),
                    *(
                        p.triangles + np.uint32(start)
                        for p, start in zip(self.primitives, starts, strict=False)
                    ),
                ]
            ),
        )


def transform(primitive: Primitive, T: ArrayLike) -> Primitive:
    """Move, turn and scale by the affine (4, 4) `T`; a mirroring one also turns the winding.

    Computed in double precision and rounded once.
    """
    matrix = np.asarray(T, dtype=np.float64)
    if np.array_equal(matrix, np.eye(4)):
        return primitive
    linear, offset = matrix[:3, :3], matrix[:3, 3]
    cofactors = _cofactors(linear)
    mirrored = float(linear[0] @ cofactors[0]) < 0
    with np.errstate(over="ignore", invalid="ignore"):
        positions = (primitive.positions @ linear.T + offset).astype(np.float32)
        normals = primitive.normals
        if normals is not None:
            # Cofactors are det(A) times the inverse transpose, and exist for flat scales too.
            normals = _turned(normals, -cofactors if mirrored else cofactors)
    triangles = primitive.triangles[:, ::-1] if mirrored else primitive.triangles
    return replace(primitive, positions=positions, normals=normals, triangles=triangles)


def _cofactors(linear: NDArray[np.float64]) -> NDArray[np.float64]:
    (a, b, c), (d, e, f), (g, h, i) = linear.tolist()
    return np.array(
        [
            [e * i - f * h, f * g - d * i, d * h - e * g],
            [c * h - b * i, a * i - c * g, b * g - a * h],
            [b * f - c * e, c * d - a * f, a * e - b * d],
        ]
    )


def _turned(normals: Floats, matrix: NDArray[np.float64]) -> Floats:
    scale = float(np.sqrt(np.sum(matrix * matrix) / 3.0))
    if 0.0 < scale < np.inf:
        matrix = matrix / scale
    turned = normals @ matrix.T
    if np.abs(matrix @ matrix.T - np.eye(3)).max() < 1e-9:
        return turned.astype(np.float32)  # lengths stay as they are
    return unit_vectors(turned)[0]


def unit_vectors(vectors: Floats | NDArray[np.float64]) -> tuple[Floats, NDArray[np.bool_]]:
    """(n, 3) vectors at length one, and which of them have a direction at all.

    Rows whose length is one to 1e-5 keep their bits.
    """
    squares = np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64)
    kept = np.abs(squares - 1.0) < 2e-5
    if kept.all():
        return vectors.astype(np.float32, copy=False), kept
    # Numbers that fit into float32 have squares that fit into float64.
    good = (squares > 0.0) & np.isfinite(squares)
    with np.errstate(all="ignore"):
        scale = np.where(kept, 1.0, 1.0 / np.sqrt(squares))
        result = (vectors * scale[:, None]).astype(np.float32)
    if not good.all():
        result[~good] = (0.0, 0.0, 1.0)
    return result, good


def _frozen(
    field: str, array: ArrayLike, dtype: type[np.generic], shape: tuple[int, int]
) -> NDArray[np.generic]:
    result: NDArray[np.generic] = np.ascontiguousarray(array, dtype=dtype)
    if result.shape != shape:
        raise ValueError(f"{field} must have shape {shape}, not {result.shape}")
    if result.flags.writeable:
        # A view keeps the caller's array as it is.
        result = result.view()
        result.flags.writeable = False
    return result
