"""Binary STL: the one mesh format that every physics engine reads the same way."""

from __future__ import annotations

from .mesh import TriangleMesh


def write_stl(mesh: TriangleMesh) -> bytes:
    """All triangles of a mesh, without colours; one without area gets the normal 0 0 0."""
    import numpy as np

    joined = mesh.joined()
    corners = joined.positions[joined.triangles]
    a, b, c = np.moveaxis(corners.astype(np.float64), 1, 0)
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    normals[lengths > 0] /= lengths[lengths > 0, None]
    layout = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
    facets = np.zeros(len(corners), layout)
    facets["normal"] = normals + 0.0  # no zero is negative: the same mesh gives the same bytes
    facets["corners"] = corners + np.float32(0.0)
    head = b"fourbar".ljust(80, b" ") + len(corners).to_bytes(4, "little")
    return head + facets.tobytes()
