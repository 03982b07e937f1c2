"""How far apart the parts of a robot are, by spheres that contain its shapes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..covers import LinkCover, collision_shapes
from ..diagnostics import unknown
from ..mechanics import forward_kinematics
from ..packages import StrPath
from ..record import replace
from ..robot import Link, Robot, Sphere, Visual
from .error import FleetError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

_BLOCK = 512
"""Configurations looked at together, so that memory stays small."""


class Body(NamedTuple):
    """A link in spheres that contain its shapes and reach at most `excess` beyond them [m]."""

    link: str
    centres: NDArray[np.float64]  # (k, 3), in the link's frame
    radii: NDArray[np.float64]
    excess: float


class Bodies(NamedTuple):
    """Links in spheres, and the pairs of them that are looked at."""

    bodies: tuple[Body, ...]
    pairs: tuple[tuple[int, int], ...]


def sphere_bodies(
    robot: Robot,
    *,
    spheres: int = 16,
    ignore: Iterable[tuple[str, str]] = (),
    packages: Mapping[str, StrPath] | None = None,
) -> Bodies:
    """Cover every shape with at most this many spheres, for `clearance`.

    Shapes are the collisions of links, or visuals where a link has none. Links that a joint, a loop
    or a fixed connection joins are not looked at, nor pairs that an SRDF disables or `ignore`
    has: links that are always near each other would hide all others.
    """
    shown = _to_cover(robot)
    joined = {*_joined(robot), *_ignored(robot, ignore)}
    names = [link.name for link in shown.links if link.visuals]
    near = [pair for pair in combinations(names, 2) if frozenset(pair) not in joined]
    if not near:
        raise FleetError(
            f"{robot.name!r} has no two links with shapes that no joint joins; there is nothing to "
            "measure"
        )
    needed = [name for name in names if any(name in pair for pair in near)]
    exact = {name: body for name in needed if (body := _of_balls(shown.links[name])) is not None}
    others = [name for name in needed if name not in exact]
    covers = collision_shapes(
        shown, links=others, method="spheres", per="visual", spheres=spheres, packages=packages
    )
    problems = [cover for cover in covers if cover.problem]
    if problems:
        raise FleetError(f"link {problems[0].link!r} has no spheres: {problems[0].problem}")
    found = {**exact, **{cover.link: _covered(cover) for cover in covers}}
    numbers = {name: number for number, name in enumerate(needed)}
    pairs = tuple((numbers[a], numbers[b]) for a, b in near)
    return Bodies(tuple(found[name] for name in needed), pairs)


def clearance(
    model: Model, q: NDArray[np.float64], *, link: str, bodies: Bodies
) -> dict[str, NDArray[np.generic]]:
    """How far apart links are that no joint joins.

    Columns: `position` (n, 3) of `link` [m]; `clearance`, the distance between the nearest two
    bodies' spheres [m], negative where they overlap: the links are at least that far apart; `most`,
    an upper bound of their distance; `first` and `second`, the names of the nearest two.
    """
    numbers = [model.link_number(body.link) for body in bodies.bodies]
    names = np.array([body.link for body in bodies.bodies])
    parts: list[tuple[NDArray[np.generic], ...]] = []
    for start in range(0, len(q), _BLOCK):
        rows = q[start : start + _BLOCK]
        data = model.data(len(rows))
        forward_kinematics(model, data, rows)
        poses = data.poses
        least = np.full(len(rows), np.inf)
        most = np.full(len(rows), np.inf)
        nearest = np.zeros(len(rows), dtype=np.int64)
        placed = [
            body.centres @ np.swapaxes(poses[:, number, :3, :3], 1, 2)
            + poses[:, None, number, :3, 3]
            for body, number in zip(bodies.bodies, numbers, strict=True)
        ]
        for place, (i, k) in enumerate(bodies.pairs):
            one, other = bodies.bodies[i], bodies.bodies[k]
            gap = _gap(placed[i], placed[k], one.radii, other.radii)
            nearest = np.where(gap < least, place, nearest)
            least = np.minimum(least, gap)
            most = np.minimum(most, np.maximum(gap, 0.0) + one.excess + other.excess)
        pairs = np.array(bodies.pairs)[nearest]
        at = poses[:, model.link_number(link), :3, 3].copy()
        parts.append((at, least, most, names[pairs[:, 0]], names[pairs[:, 1]]))
    joined = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return dict(zip(("position", "clearance", "most", "first", "second"), joined, strict=True))


def _gap(
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    r: NDArray[np.float64],
    s: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The least distance of spheres about a (n, k, 3) and b (n, m, 3)."""
    squares = (a**2).sum(axis=2)[:, :, None] + (b**2).sum(axis=2)[:, None, :]
    squares -= 2.0 * (a @ np.swapaxes(b, 1, 2))
    apart = np.sqrt(np.maximum(squares, 0.0)) - r[:, None] - s
    return apart.min(axis=(1, 2))


def _to_cover(robot: Robot) -> Robot:
    """Collision shapes in the place of visuals, which is what covers are made of."""
    return robot.replace(
        links=[
            replace(
                link,
                visuals=tuple(Visual(geometry=c.geometry, origin=c.origin) for c in link.collisions)
                or link.visuals,
            )
            for link in robot.links
        ]
    )


def _joined(robot: Robot) -> Iterator[frozenset[str]]:
    """Pairs of links that touch by design: of one rigid body, or with a joint or loop between."""
    body = {link.name: link.name for link in robot.links}

    def root(name: str) -> str:
        while body[name] != name:
            name = body[name]
        return name

    for joint in robot.joints:
        if not joint.kind.moves:
            body[root(joint.child)] = root(joint.parent)
    members: dict[str, list[str]] = {}
    for link in robot.links:
        members.setdefault(root(link.name), []).append(link.name)
    ends = [(joint.parent, joint.child) for joint in robot.joints]
    ends += [(loop.predecessor, loop.successor) for loop in robot.loops]
    together = {frozenset((root(a), root(b))) for a, b in ends}
    together |= {frozenset((name,)) for name in members}
    for pair in together:
        first, last = min(pair), max(pair)
        for a in members[first]:
            for b in members[last]:
                yield frozenset((a, b))
    for pair in robot.disabled_collisions:
        yield frozenset((pair.link1, pair.link2))


def _ignored(robot: Robot, pairs: Iterable[tuple[str, str]]) -> Iterator[frozenset[str]]:
    for pair in pairs:
        for name in pair:
            if name not in robot.links:
                raise FleetError(unknown("link", name, robot.links.names).message)
        yield frozenset(pair)


def _of_balls(link: Link) -> Body | None:
    """A link all of whose shapes are spheres, as it is."""
    balls = [
        (v.origin.xyz, v.geometry.radius) for v in link.visuals if isinstance(v.geometry, Sphere)
    ]
    if len(balls) < len(link.visuals):
        return None
    centres, radii = zip(*balls, strict=True)
    return Body(link.name, np.array(centres), np.array(radii), 0.0)


def _covered(cover: LinkCover) -> Body:
    balls = [s.geometry.radius for s in cover.shapes if isinstance(s.geometry, Sphere)]
    centres = np.array([shape.origin.xyz for shape in cover.shapes])
    return Body(cover.link, centres, np.array(balls), cover.excess)
