"""How far the visuals of a link stick out of its collision shapes, and these out of them.

Measured at points, so that a check stays quick: those that are farthest in many directions, and
some others. What is found is there; what is between the points may be missed. `fourbar collide
--measure` misses nothing.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

from ...robot import Link, Mesh

if TYPE_CHECKING:
    from ...assets import TriangleMesh
    from ...assets.material import Texture
    from ...covers.surface import Points, Surface
    from ...diagnostics import PartPath, Report
    from ..context import Context

_TIE = 1e-9
_POINTS = 1_000
"""Points of a surface that are looked at."""

Place = tuple[float, float, float]


class Coverage(NamedTuple):
    """Distances [m] and where they are in the link's frame; `size` is the visuals' diagonal."""

    size: float
    outside: float
    where: Place
    excess: float
    farthest: Place


def measure(context: Context, link: Link) -> Coverage | None:
    """Of a link with meshes that are known; None where there is nothing to compare."""
    if not _has_both(link) or not context.assets.known:
        return None
    meshes = [s.geometry for s in (*link.visuals, *link.collisions) if isinstance(s.geometry, Mesh)]
    if any(context.assets.mesh(mesh.filename) is None for mesh in meshes):
        return None
    from ...covers.coverage import surfaces_of
    from ...covers.surface import SurfaceReader
    from ...diagnostics import Report

    pair = surfaces_of(link, SurfaceReader(_Kept(context), Report()))
    if isinstance(pair, str) or not pair.collision.closed:
        return None
    outside, where = _outside(_some(pair.visual.points), pair.collision)
    hull = _hull(pair.visual.points)
    excess, farthest = (
        (0.0, (0.0, 0.0, 0.0)) if hull is None else _outside(_some(pair.collision.points), hull)
    )
    return Coverage(pair.visual.diagonal, outside, where, excess, farthest)


def visual_points(context: Context, link: Link) -> Points | None:
    """All points of the visuals of a link, in its frame; None where one is unknown."""
    import numpy as np

    from ...covers.surface import SurfaceReader
    from ...diagnostics import Report

    surfaces, problem = SurfaceReader(_Kept(context), Report()).surfaces(link)
    if problem or not surfaces:
        return None
    return np.concatenate([surface.points for surface in surfaces])


def _has_both(link: Link) -> bool:
    """Whether there are both kinds of shapes, a mesh among them, and not the same ones."""
    shapes = (*link.visuals, *link.collisions)
    if not (link.visuals and link.collisions):
        return False
    if not any(isinstance(shape.geometry, Mesh) for shape in shapes):
        return False
    touched = {(shape.geometry, shape.origin) for shape in link.collisions}
    return any((shape.geometry, shape.origin) not in touched for shape in link.visuals)


def _outside(points: Points, surface: Surface) -> tuple[float, Place]:
    """The largest distance of points from what a surface encloses, and the point."""
    import numpy as np

    from ..._native import Inside, TriangleTree

    tree = TriangleTree(surface.points, surface.triangles)
    distances = np.asarray(tree.distances(points, Inside.CLOSED))
    largest = float(distances.max())
    # Of points that are as far but for rounding, the first one: the same on every machine.
    x, y, z = points[int((distances >= largest - _TIE * abs(largest)).argmax())].tolist()
    return max(largest, 0.0), (x, y, z)


def _some(points: Points) -> Points:
    """The points that are farthest in many directions, and some others."""
    import numpy as np

    if len(points) <= _POINTS:
        return points
    k = np.arange(_POINTS // 4) + 0.5  # over the sphere, on a spiral by the golden angle
    z, angle = 1 - 8 * k / _POINTS, np.pi * (1 + 5**0.5) * k
    across = np.sqrt(1 - z * z)
    directions = np.stack([across * np.cos(angle), across * np.sin(angle), z])
    farthest = np.unique((points @ directions).argmax(axis=0))
    return np.concatenate([points[farthest], points[:: 1 + len(points) // _POINTS]])


def _hull(points: Points) -> Surface | None:
    from ...assets import convex_hull
    from ...covers.surface import Surface

    hull = convex_hull(points)
    return Surface(hull.vertices, hull.triangles, True) if hull.dimension == 3 else None


class _Kept:
    """The meshes that a check has read, as a source of them."""

    def __init__(self, context: Context) -> None:
        self._assets = context.assets

    def content(self, mesh: Mesh, *, path: PartPath) -> Hashable:
        """The address, if its mesh was kept."""
        del path
        return None if self._assets.mesh(mesh.filename) is None else mesh.filename

    def size(self, content: Hashable) -> int:
        """Nothing is left to read."""
        del content
        return 0

    def read(
        self, content: Hashable, *, name: str, path: PartPath, report: Report
    ) -> TriangleMesh | None:
        """The triangles."""
        del content, path, report
        return self._assets.mesh(name)

    def scaled(self, mesh: TriangleMesh, scale: Place) -> TriangleMesh:
        """The triangles, made larger along each axis."""
        from ...assets.mesh import scaling

        return mesh.transformed(scaling(*scale))

    def texture(self, filename: str, *, path: PartPath) -> Texture | None:
        """Images are not needed."""
        del filename, path
        return None
