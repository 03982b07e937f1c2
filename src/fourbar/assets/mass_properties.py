"""Volume, centre of mass and inertia of what a mesh encloses."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Literal, NamedTuple

from .. import rules
from .._native import Triangles, count_edges
from ..diagnostics import NO_FACTS, PartPath, Report, Rule, Span
from ..spatial.vector import Matrix3, Vector3
from .mesh import TriangleMesh

_FLAT = 1e-9
"""Volumes below this part of the bounding box's diagonal cubed are rounding, not matter."""


class MassProperties(NamedTuple):
    """A body of uniform density.

    Attributes
    ----------
    volume
        [m^3]
    center_of_mass
        In the frame of the mesh [m].
    inertia
        Three rows, about the centre of mass, axes of the mesh, for a density of 1 kg/m^3 [kg m^2].
    of
        The body: what the mesh encloses, or its convex hull.
    """

    volume: float
    center_of_mass: Vector3
    inertia: Matrix3
    of: Literal["mesh", "hull"] = "mesh"

    def inertia_for(self, mass: float) -> Matrix3:
        """Three rows: the inertia about the centre of mass for a total mass [kg m^2]."""
        density = mass / self.volume
        a, b, c = ((x * density, y * density, z * density) for x, y, z in self.inertia)
        return (a, b, c)


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
        "refuse" gives None for a mesh that is not closed, "hull" the properties of its convex hull.
    """

    def found(
        rule: Rule, message: str, *notes: str, facts: Mapping[str, object] = NO_FACTS
    ) -> None:
        span = Span(file, 0, 0, 1, 1, 1, 1)
        report.add(rule, message, span=span, path=path, notes=notes, facts=facts)

    merged = mesh.joined().data.merge()
    edges, open_edges, crowded, turned, closed = count_edges(merged.triangles)
    if crowded:
        from .repeated import without_repeated

        merged, gone = without_repeated(merged)
        if gone:
            edges, open_edges, crowded, turned, closed = count_edges(merged.triangles)
            found(
                rules.assets.MESH_REPEATED_FACES,
                f"{gone:,} {'triangle is' if gone == 1 else 'triangles are'} there more than once; "
                "each counts once",
                "Remove duplicate faces and export again.",
                facts={"repeated": gone},
            )
    if closed and merged.count:
        result = _measure(merged, "mesh")
        if abs(result.volume) > _least_volume(merged):
            if result.volume > 0:
                return result
            found(
                rules.assets.MESH_INSIDE_OUT,
                "the triangles face inwards",
                "Flip the normals and export again.",
            )
            return result._replace(volume=-result.volume, inertia=_negated(result.inertia))
        found(rules.assets.MESH_OPEN, "the mesh is flat and encloses no volume")
    else:
        message = (
            f"of {edges} edges, {open_edges} belong to one triangle only, {crowded} to more"
            f" than two, and {turned} to triangles that face opposite ways"
        )
        found(rules.assets.MESH_OPEN, f"the mesh is not closed: {message}")
    if open_mesh == "refuse":
        return None
    dimension, solid = merged.hull()
    if dimension == 3:
        hull = _measure(solid, "hull")
        if hull.volume > _least_volume(merged):
            return hull
    found(rules.assets.MESH_NO_HULL, _WHY_NOT.get(dimension, "the convex hull is too thin"))
    return None


_WHY_NOT = {
    2: "all points are in one plane, so the convex hull encloses no volume",
    1: "all points are on one line, so the convex hull encloses no volume",
    0: "all points are in one place, so the convex hull encloses no volume",
    -1: "there are no points, so there is no convex hull",
}


def _least_volume(triangles: Triangles) -> float:
    bounds = triangles.bounds()
    return 0.0 if bounds is None else _FLAT * dist(*bounds) ** 3


def _measure(triangles: Triangles, of: Literal["mesh", "hull"]) -> MassProperties:
    volume, center, (xx, yy, zz, xy, xz, yz) = triangles.moments()
    return MassProperties(volume, center, ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)), of)


def _negated(rows: Matrix3) -> Matrix3:
    a, b, c = ((-x, -y, -z) for x, y, z in rows)
    return (a, b, c)
