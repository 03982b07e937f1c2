"""Wavefront OBJ: for programs that read neither COLLADA nor glTF, with texture coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .mesh import Primitive


def write_obj(*primitives: Primitive, normals: bool = False) -> bytes:
    """Triangles with texture coordinates, and normals if asked for, where they have them.

    Several primitives become a group each; materials are left out. Numbers have nine digits, which
    give back every single-precision number.
    """
    lines = ["# fourbar"]
    starts = [1, 1, 1]
    for number, primitive in enumerate(primitives):
        if len(primitives) > 1:
            lines.append(f"g part_{number}")
        given = (True, primitive.texcoords is not None, normals and primitive.normals is not None)
        lines += _vertices(primitive, normals=given[2])
        lines += _faces(primitive, starts, given)
        count = primitive.data.vertex_count
        starts = [start + count * each for start, each in zip(starts, given, strict=True)]
    return ("\n".join(lines) + "\n").encode("ascii")


def _vertices(primitive: Primitive, *, normals: bool) -> Iterator[str]:
    yield from _rows("v", primitive.positions)
    if primitive.texcoords is not None:
        # OBJ counts them from the lower left corner of an image.
        yield from _rows("vt", primitive.texcoords.astype(float) * (1, -1) + (0, 1))
    if normals:
        yield from _rows("vn", primitive.normals)


def _rows(word: str, values: Any) -> Iterator[str]:
    form = word + " %.9g" * values.shape[1]
    for row in (values + 0.0).tolist():  # no zero is negative: the same mesh gives the same bytes
        yield form % tuple(row)


def _faces(
    primitive: Primitive, starts: list[int], given: tuple[bool, bool, bool]
) -> Iterator[str]:
    v, t, n = starts
    _, textured, shaded = given
    for corners in primitive.triangles.tolist():
        words = [str(c + v) for c in corners]
        if textured or shaded:
            words = [
                f"{w}/{c + t if textured else ''}" for w, c in zip(words, corners, strict=True)
            ]
        if shaded:
            words = [f"{w}/{c + n}" for w, c in zip(words, corners, strict=True)]
        yield f"f {' '.join(words)}"
