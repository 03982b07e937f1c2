"""Volume, centre of mass and inertia of what a mesh encloses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .. import rules
from .._native import count_edges
from ..diagnostics import NO_FACTS, PartPath, Report, Rule, Span
from .mesh import Primitive, TriangleMesh

_FLAT = 1e-9
"""Volumes below this part of the bounding box's diagonal cubed are rounding, not matter."""


@dataclass(frozen=True, slots=True, eq=False)
class MassProperties:
    """A body of uniform density.

    Attributes
    ----------
    volume
        [m^3]
    center_of_mass
        (3,) in the frame of the mesh [m].
    inertia
        (3, 3) about the centre of mass, axes of the mesh, for a density of 1 kg/m^3 [kg m^2].
    of
        The body: what the mesh encloses, or its convex hull.
    """

    volume: float
    center_of_mass: NDArray[np.float64]
    inertia: NDArray[np.float64]
    of: Literal["mesh", "hull"] = "mesh"

    def inertia_for(self, mass: float) -> NDArray[np.float64]:
        """(3, 3) inertia about the centre of mass for a total mass [kg m^2]."""
        return self.inertia * (mass / self.volume)


def measure_mass(
    mesh: TriangleMesh,
    *,
    file: str,
    report: Report,
    path: PartPath | None = None,
    open_mesh: Literal["refuse", "hull"] = "refuse",
) -> MassProperties | None:
    """What the mesh weighs and how it turns, if it encloses a volume.

    Parameters
    ----------
    mesh
        Its vertices are compared bit by bit, across primitives: triangles that should meet must
        share their corners' coordinates.
    file, report, path
        Where findings go: an open mesh, or triangles that face inwards (which only turns the sign).
    open_mesh
        "refuse" gives None for a mesh that is not closed, "hull" the properties of its convex hull
        (needs scipy).
    """

    def found(
        rule: Rule, message: str, *notes: str, facts: Mapping[str, object] = NO_FACTS
    ) -> None:
        span = Span(file, 0, 0, 1, 1, 1, 1)
        report.add(rule, message, span=span, path=path, notes=notes, facts=facts)

    merged = Primitive(mesh.joined().data.merge())
    points = merged.positions.astype(np.float64)
    triangles = merged.triangles
    edges, open_edges, crowded, turned, closed = count_edges(triangles)
    if closed and len(triangles):
        result = _integrate(points, triangles)
        if abs(result.volume) > _FLAT * _diagonal(points) ** 3:
            if result.volume > 0:
                return result
            found(
                rules.assets.MESH_INSIDE_OUT,
                "the triangles face inwards",
                "Flip the normals and export again.",
            )
            return MassProperties(-result.volume, result.center_of_mass, -result.inertia)
        found(rules.assets.MESH_OPEN, "the mesh is flat and encloses no volume")
    else:
        message = (
            f"of {edges} edges, {open_edges} belong to one triangle only, {crowded} to more"
            f" than two, and {turned} to triangles that face opposite ways"
        )
        found(rules.assets.MESH_OPEN, f"the mesh is not closed: {message}")
    if open_mesh == "refuse":
        return None
    hull = _hull(points)
    if hull is None:
        note = "Install it with: pip install 'fourbar[meshes]'"
        found(
            rules.assets.MESH_NO_HULL, "a convex hull needs scipy", note, facts={"needs": "scipy"}
        )
        return None
    if isinstance(hull, str):
        found(rules.assets.MESH_NO_HULL, hull)
        return None
    return hull


def _diagonal(points: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(np.ptp(points, axis=0)))


def _integrate(points: NDArray[np.float64], triangles: NDArray[np.integer]) -> MassProperties:
    """Sums over the tetrahedra between a point and each triangle, signed by orientation.

    With corners 0, a, b, c and d = a.(b x c): the volume is d/6, the first moment
    d/24 (a + b + c), and the second moment d/120 (aa' + bb' + cc' + ss'), s = a + b + c.
    """
    # Near the origin the sums of a distant mesh do not cancel.
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    a, b, c = np.moveaxis((points - middle)[triangles], 1, 0)
    d = np.einsum("ij,ij->i", a, np.cross(b, c))
    s = a + b + c
    volume = float(d.sum()) / 6
    first = (d[:, None] * s).sum(axis=0) / 24
    second = sum(np.einsum("i,ij,ik->jk", d, v, v) for v in (a, b, c, s)) / 120
    offset = first / volume if volume else np.zeros(3)
    centred = second - volume * np.outer(offset, offset)
    inertia = np.trace(centred) * np.eye(3) - centred
    return MassProperties(volume, middle + offset, (inertia + inertia.T) / 2)


def _hull(points: NDArray[np.float64]) -> MassProperties | str | None:
    """Of the convex hull, or why there is none; None where scipy is not installed.

    CAD meshes are full of points in one plane, where a hull in plain floating point goes wrong;
    Qhull is the program that does not, and scipy brings it.
    """
    try:
        from scipy.spatial import ConvexHull, QhullError  # pyright: ignore
    except ImportError:
        return None
    try:
        hull: Any = ConvexHull(points)
    except (QhullError, ValueError):
        return "all points are in one plane, so there is no convex hull"
    triangles: NDArray[np.int64] = np.asarray(hull.simplices, np.int64)
    a, b, c = np.moveaxis(points[triangles], 1, 0)
    inwards = np.einsum("ij,ij->i", np.cross(b - a, c - a), hull.equations[:, :3]) < 0
    triangles[inwards] = triangles[inwards][:, ::-1]
    result = _integrate(points, triangles)
    if not result.volume > _FLAT * _diagonal(points) ** 3:
        return "the convex hull encloses no volume"
    return MassProperties(result.volume, result.center_of_mass, result.inertia, "hull")
