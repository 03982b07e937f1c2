"""Collision shapes of links, made from their visuals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from ..diagnostics import Report
from ..error import FourbarError, unknown_word
from ..packages import StrPath
from ..robot import Link, Robot
from .choose import Chosen, Method, Options, enclose, itself
from .cover import CoverShape
from .decompose import DecomposeError, has_coacd, require_coacd
from .hull import Solid, solid_around
from .kept import Kept, kept_shapes
from .surface import Surface, SurfaceReader, joined, reader_of, seen_links
from .union import union_volume

if TYPE_CHECKING:
    from ..files import OpenedFiles

Per = Literal["link", "visual"]


class CoverError(FourbarError, ValueError):
    """Collision shapes cannot be made as asked."""


class LinkCover(NamedTuple):
    """Collision shapes of a link, and how well they fit.

    Attributes
    ----------
    link
        Its name.
    shapes
        Convex shapes in its frame that together contain the surface of all visuals; none where the
        link keeps its own.
    closed
        Whether each visual encloses a volume. Where one is open, what is behind it counts as
        beyond the surface, unless the surface fills more than half of the view from there.
    exact
        Whether the surface is these shapes within the tolerance.
    margin
        How deep inside the shapes every point of the surface is, at least [m]. Never negative, and
        0 for a visual that is a primitive and its own collision shape.
    excess
        How far the shapes reach beyond the surface, at most [m]; what a closed surface encloses is
        within it.
    found
        A distance of that kind which was found [m]: the true one is between both.
    farthest
        Where they reach that far, in the link's frame [m].
    volume_ratio
        The volume of the shapes together, where several overlap counted once, over that of the
        convex hull of the surface; None where the link keeps its own. Of several it is right to
        about 1e-3.
    kept
        Whether the collision shapes that the link has contain its visuals and reach less far beyond
        them than others would; then they stay, and all numbers are about them.
    stopped
        Whether more spheres were allowed, and would have been needed to stay within the tolerance,
        than the search could place.
    too_far
        Whether the shapes reach farther than `max_excess`.
    problem
        Why there are no shapes, or "".
    """

    link: str
    shapes: tuple[CoverShape, ...] = ()
    closed: bool = True
    exact: bool = False
    margin: float = 0.0
    excess: float = 0.0
    found: float = 0.0
    farthest: tuple[float, float, float] = (0.0, 0.0, 0.0)
    volume_ratio: float | None = 1.0
    kept: bool = False
    stopped: bool = False
    too_far: bool = False
    problem: str = ""


def collision_shapes(
    robot: Robot,
    *,
    method: Method = "auto",
    links: Sequence[str] | None = None,
    per: Per = "link",
    max_volume_ratio: float = 1.3,
    max_vertices: int = 64,
    spheres: int = 16,
    max_parts: int = 8,
    concavity: float = 0.05,
    time_limit: float = 60.0,
    tolerance: float = 0.001,
    max_excess: float | None = None,
    capsules: bool = False,
    keep: bool = False,
    packages: Mapping[str, StrPath] | None = None,
    opened: OpenedFiles | None = None,
    report: Report | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[LinkCover]:
    """Shapes for contact that contain what every link looks like.

    Every triangle of the visuals is inside the shapes: not only sampled, and with numbers rounded
    outwards as they are written.

    Parameters
    ----------
    method
        "box", "cylinder", "capsule", "sphere", "spheres" (several), "hull", "parts" (convex
        ones by CoACD, grown to cover the surface; needs the package `coacd`), or "auto": the
        primitive that a surface is within `tolerance`, else the smallest primitive if its volume is
        at most `max_volume_ratio` times the hull's, else the hull.
    links
        Their names; without it, all that have visuals.
    per
        One shape for each "link" or for each "visual".
    max_vertices
        Of hulls: those with more become a simpler body around them.
    spheres
        The largest number of spheres; fewer are made if they reach at most `tolerance` beyond the
        surface.
    max_parts, concavity, time_limit
        Of "parts": the largest number; CoACD divides what differs from its hull by more than
        `concavity` in its own measure, from 0.01 (many parts) to 1; and seconds for one link.
    tolerance
        How far a primitive may be from the surface to count as what it is [m].
    max_excess
        How far shapes may reach beyond the surface [m]. "auto" then goes on from a primitive to the
        hull, to one shape for each visual and to parts (if CoACD is installed), and takes the
        first that stays within it. Where nothing does, the best is returned, and `too_far` is set.
    capsules
        Let "auto" choose capsules, which not every program reads.
    keep
        Let "auto" leave the collision shapes that a link has where they contain its visuals and
        reach less far beyond them.
    packages, report
        Folders of packages by name, and where findings about meshes go.
    progress
        Called with the number of links done and of all.

    Raises
    ------
    UnknownNameError
        For a link that the robot does not have.
    CoverError
        For a value out of range, or an unknown method.
    """
    for name, word, known in (("method", method, Method), ("per", per, Per)):
        if problem := unknown_word(name, word, get_args(known)):
            raise CoverError(problem)
    _check(
        max_volume_ratio=max_volume_ratio,
        tolerance=tolerance,
        time_limit=time_limit,
        max_excess=1.0 if max_excess is None else max_excess,
    )
    if max_volume_ratio < 1.0:
        raise CoverError(
            f"max_volume_ratio must be at least 1, got {max_volume_ratio:g}: nothing that contains "
            "a surface is smaller than its hull"
        )
    if not 0.01 <= concavity <= 1.0:
        raise CoverError(f"concavity must be from 0.01 to 1, got {concavity:g}")
    if max_vertices < 8:
        raise CoverError(f"max_vertices must be at least 8, got {max_vertices}")
    for name, value in (("spheres", spheres), ("max_parts", max_parts)):
        if value < 1:
            raise CoverError(f"{name} must be at least 1, got {value}")
    if method == "parts":
        require_coacd()
    options = Options(
        method=method,
        max_volume_ratio=max_volume_ratio,
        max_vertices=max_vertices,
        spheres=spheres,
        max_parts=max_parts,
        concavity=concavity,
        time_limit=time_limit,
        tolerance=tolerance,
        max_excess=max_excess,
        capsules=capsules,
    )
    reader = reader_of(robot, report=report, packages=packages, opened=opened)
    chosen = seen_links(robot, links)
    rows: list[LinkCover] = []
    for number, link in enumerate(chosen):

        def waiting(done: int = number) -> None:
            if progress is not None:
                progress(done, len(chosen))

        waiting()
        row = _cover(link, reader, options, per, waiting)
        if keep and method == "auto" and link.collisions:
            row = _better(row, kept_shapes(link, reader))
        if max_excess is not None and row.excess > max_excess:
            row = row._replace(too_far=True)
        rows.append(row)
        if progress is not None:
            progress(number + 1, len(chosen))
    return rows


def _check(**values: float) -> None:
    for name, value in values.items():
        if not (isfinite(value) and value > 0.0):
            raise CoverError(f"{name} must be positive and finite, got {value:g}")


def _better(row: LinkCover, kept: Kept | None) -> LinkCover:
    """What a link has, if it reaches less far beyond the visuals than what was made."""
    if kept is None or (not row.problem and kept.excess.bound >= row.excess):
        return row
    return LinkCover(
        row.link,
        closed=kept.closed,
        excess=kept.excess.bound,
        found=kept.excess.found,
        farthest=kept.excess.where,
        volume_ratio=None,
        kept=True,
    )


def _cover(
    link: Link, reader: SurfaceReader, options: Options, per: Per, waiting: Callable[[], None]
) -> LinkCover:
    surfaces, problem = reader.surfaces(link)
    if problem:
        return LinkCover(link.name, problem=problem)
    if not surfaces:
        return LinkCover(link.name, problem="has no visuals")
    best = _tried(link, surfaces, options, per, waiting)
    for other, each in _others(options, per, len(surfaces)):
        most = options.max_excess
        if most is None or (not best.problem and best.excess <= most):
            break
        row = _tried(link, surfaces, other, each, waiting)
        if not row.problem and (best.problem or row.excess < best.excess):
            best = row
    return best


def _others(options: Options, per: Per, visuals: int) -> list[tuple[Options, Per]]:
    """What "auto" goes on to where shapes reach too far, the cheaper first."""
    if options.method != "auto":
        return []
    found: list[tuple[Options, Per]] = []
    if per == "link" and visuals > 1:
        found.append((options, "visual"))
    if has_coacd():
        found.append((options._replace(method="parts"), per))
    return found


def _tried(
    link: Link, surfaces: list[Surface], options: Options, per: Per, waiting: Callable[[], None]
) -> LinkCover:
    groups = surfaces if per == "visual" else [joined(surfaces)]
    own = [itself(visual, options) for visual in link.visuals]
    if len(groups) < len(own):
        own = [None]  # several visuals together are none of them
    try:
        solids = [solid_around(group.points) for group in groups]
        found = [
            primitive or enclose(group, solid, options, waiting)
            for group, solid, primitive in zip(groups, solids, own, strict=True)
        ]
    except (ArithmeticError, DecomposeError) as error:
        return LinkCover(link.name, problem=str(error))
    closed = all(surface.closed for surface in surfaces)
    return _measured(link.name, solids, found)._replace(closed=closed)


def _measured(link: str, solids: list[Solid], found: list[Chosen]) -> LinkCover:
    shapes = tuple(shape for chosen in found for shape in chosen.shapes)
    worst = max((chosen.excess for chosen in found), key=lambda excess: excess.bound)
    if len(found) == 1 and found[0].margin == 0.0:
        volume = shapes[0].volume  # of the visual itself
    elif len(solids) == 1:
        volume = solids[0].volume
    else:
        volume = solid_around(np.concatenate([solid.corners for solid in solids])).volume
    return LinkCover(
        link,
        shapes,
        exact=all(chosen.exact for chosen in found),
        margin=min(chosen.margin for chosen in found),
        excess=worst.bound,
        found=worst.found,
        farthest=worst.where,
        volume_ratio=union_volume(shapes) / volume,
        stopped=any(chosen.stopped for chosen in found),
    )
