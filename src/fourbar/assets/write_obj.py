"""Wavefront OBJ: for engines that read neither COLLADA nor glTF, with texture coordinates."""

from __future__ import annotations

from .mesh import Primitive


def write_obj(primitive: Primitive) -> bytes:
    """The triangles of a primitive, with texture coordinates where it has them.

    Numbers have nine digits, which give back every single-precision number. OBJ counts texture
    coordinates from the lower left corner of an image.
    """
    lines = ["# fourbar"]
    points = primitive.positions.tolist()
    lines += [f"v {x + 0.0:.9g} {y + 0.0:.9g} {z + 0.0:.9g}" for x, y, z in points]
    coordinates = primitive.texcoords
    corners = (primitive.triangles.astype("int64") + 1).tolist()
    if coordinates is None:
        lines += [f"f {a} {b} {c}" for a, b, c in corners]
    else:
        lines += [f"vt {u + 0.0:.9g} {1.0 - v:.9g}" for u, v in coordinates.tolist()]
        lines += [f"f {a}/{a} {b}/{b} {c}/{c}" for a, b, c in corners]
    return ("\n".join(lines) + "\n").encode("ascii")
