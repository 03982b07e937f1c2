"""Visuals and collisions of bodies: shapes that fill the same space are the same.

How a box is turned onto itself, on which link of a body a shape is written and what its mesh file
is called do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..diagnostics import PartPath
from ..robot import Box, Capsule, Collision, Cylinder, Mesh, OtherGeometry, Sphere, Visual
from ..robot.raw import RawElement
from .difference import Category, Difference, Tolerances, Value
from .matching import Match, anchors, on_anchor
from .side import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import Geometry
    from ..robot.raw import Extra
    from ..shapes.measure import Group
    from .surfaces import Surfaces

    Floats = NDArray[np.float64]


_NAMESPACE = re.compile(r"""\sxmlns(:[\w.-]+)?=("[^"]*"|'[^']*')""")
_PREFIX = re.compile(r"(</?)[\w.-]+:")


class Shape(NamedTuple):
    """A shape, its place, and its frames: `T` on the first link that both robots have."""

    path: PartPath
    link: str
    part: Visual | Collision
    own: Floats
    T: Floats
    color: tuple[float, ...] | None


class ShapeComparer:
    """Compares the shapes of two robots; meshes are read only where names do not decide."""

    def __init__(
        self, a: Side, b: Side, match: Match, tolerances: Tolerances, surfaces: Surfaces
    ) -> None:
        self.a, self.b, self.match = a, b, match
        self.tolerances, self.surfaces = tolerances, surfaces

    def compare(self, group: Group) -> Iterator[Difference]:
        """The shapes of all bodies that both robots have."""
        for one, two in self.match.bodies.items():
            anchor = anchors(self.a, self.b, one, two, self.match.links)
            left = list(self._shapes(self.a, one, anchor[0], group))
            right = list(self._shapes(self.b, two, anchor[1], group))
            yield from self._compare(group, left, right)

    def _shapes(self, side: Side, body: int, anchor: str, group: Group) -> Iterator[Shape]:
        for name in side.bodies[body].links:
            link = side.robot.links[name]
            parts = link.visuals if group == "visual" else link.collisions
            T_link = on_anchor(side, name, anchor) if parts else np.eye(4)
            for i, part in enumerate(parts):
                path = PartPath("link", name).item(group, i)
                own = part.origin.matrix()
                yield Shape(path, name, part, own, T_link @ own, _color(side, part))

    def _compare(self, group: Group, left: list[Shape], right: list[Shape]) -> Iterator[Difference]:
        # Equal ones go first, by ever weaker ways of being equal.
        for on_link, colored in ((True, True), (False, True), (True, False), (False, False)):
            for x, y in self._take(left, right, on_link=on_link, colored=colored):
                if not colored:
                    yield self._color(x, y)
        if left and right and self.surfaces.alike(left, right):
            return
        for x, y in self._take_nearest(left, right):
            yield self._changed(group, x, y)
        for side, shapes, which in ((self.a, left, "first"), (self.b, right, "second")):
            for x in shapes:
                place = side.place(x.path, _kind(x.part.geometry))
                one = (place, None) if side is self.a else (None, place)
                what = f"has {_described(x)} only in the {which} robot"
                yield Difference(group, f"link '{x.link}'", what, *one)

    def _take(
        self, left: list[Shape], right: list[Shape], *, on_link: bool, colored: bool
    ) -> list[tuple[Shape, Shape]]:
        """Take equal shapes out of both lists."""
        found: list[tuple[Shape, Shape]] = []
        for x in list(left):
            for y in right:
                if on_link and self.match.links.get(x.link) != y.link:
                    continue
                if colored and not self._same_color(x, y):
                    continue
                frames = (x.own, y.own) if on_link else (x.T, y.T)
                if self._fills_same(x, y, *frames):
                    found.append((x, y))
                    left.remove(x)
                    right.remove(y)
                    break
        return found

    def _fills_same(self, x: Shape, y: Shape, T_x: Floats, T_y: Floats) -> bool:
        one, two = x.part.geometry, y.part.geometry
        if type(one) is not type(two):
            return False
        length = self.tolerances.length + self.tolerances.relative * float(np.abs(T_x[:3, 3]).max())
        if np.linalg.norm(T_x[:3, 3] - T_y[:3, 3]) > length:
            return False
        if isinstance(one, Mesh) and isinstance(two, Mesh):
            if not self.surfaces.same_file(one, x.path, two, y.path):
                return False
            E_x, E_y = T_x[:3, :3] * one.scale, T_y[:3, :3] * two.scale
            size = float(np.abs(E_x).max())
            return bool(np.abs(E_x - E_y).max() <= 2.0 * self.tolerances.angle * size)
        if isinstance(one, Box | Cylinder | Capsule | Sphere):
            d_x, d_y = np.array(_sizes(one)), np.array(_sizes(two))
            slack = self.tolerances.length + self.tolerances.relative * float(d_x.max())
            if np.abs(np.sort(d_x) - np.sort(d_y)).max() > slack:
                return False
            # R diag(d^2) R^T is the same for every way of turning a shape onto itself.
            M_x, M_y = (T[:3, :3] * (d * d) @ T[:3, :3].T for T, d in ((T_x, d_x), (T_y, d_y)))
            turn = 2.0 * self.tolerances.angle * float(np.ptp(d_x * d_x))
            return bool(np.abs(M_x - M_y).max() <= turn + 4.0 * slack * float(d_x.max()))
        return _as_written(one.extra) == _as_written(two.extra)

    def _same_color(self, x: Shape, y: Shape) -> bool:
        if x.color is None or y.color is None:
            # A mesh brings colours of its own where the description gives none.
            return x.color is y.color or (x.color is None and isinstance(x.part.geometry, Mesh))
        return bool(np.abs(np.subtract(x.color, y.color)).max() <= self.tolerances.color)

    def _take_nearest(self, left: list[Shape], right: list[Shape]) -> list[tuple[Shape, Shape]]:
        """Pairs of shapes that are not equal, on the same link and of the same kind first."""

        def unlike(x: Shape, y: Shape) -> tuple[bool, bool, bool, float]:
            other = self.match.links.get(x.link) != y.link
            kinds = type(x.part.geometry) is not type(y.part.geometry)
            sizes = _size_value(x.part.geometry) != _size_value(y.part.geometry)
            return other, kinds, sizes, float(np.abs(x.own - y.own).max())

        found: list[tuple[Shape, Shape]] = []
        for x in list(left):
            same = [y for y in right if self.match.links.get(x.link) == y.link]
            if same:
                y = min(same, key=lambda y: unlike(x, y))
                found.append((x, y))
                left.remove(x)
                right.remove(y)
        return found

    def _changed(self, group: Category, x: Shape, y: Shape) -> Difference:
        """What differs between two shapes that should be the same."""
        one, two = x.part.geometry, y.part.geometry
        subject = f"link '{x.link}'"
        where, there = x.path / "geometry", y.path / "geometry"
        if type(one) is not type(two) or isinstance(one, OtherGeometry):
            first, second = self.a.place(where, _kind(one)), self.b.place(there, _kind(two))
            return Difference(group, subject, f"{group} shape", first, second)
        value_x, value_y = _size_value(one), _size_value(two)
        same = (
            isinstance(one, Mesh)
            and isinstance(two, Mesh)
            and self.surfaces.same_file(one, x.path, two, y.path)
        )
        if isinstance(one, Mesh) and isinstance(two, Mesh) and not same:
            first = self.a.place(where / "mesh" / "filename", one.filename)
            second = self.b.place(there / "mesh" / "filename", two.filename)
            return Difference(group, subject, f"{group} mesh", first, second)
        far = float(np.linalg.norm(x.own[:3, 3] - y.own[:3, 3]))
        if value_x != value_y and not _near(value_x, value_y, self.tolerances):
            tag = _kind(one)
            word = "scale" if isinstance(one, Mesh) else "size"
            first, second = self.a.place(where / tag, value_x), self.b.place(there / tag, value_y)
            return Difference(group, subject, f"{group} {word}", first, second, _unit(one))
        part, quantity, unit = "xyz", "position", "m"
        values: list[Value] = [tuple(map(float, s.own[:3, 3])) for s in (x, y)]
        if far <= self.tolerances.length:
            part, quantity, unit = "rpy", "orientation", "rad"
            values = [x.part.origin.rpy, y.part.origin.rpy]
        first = self.a.place(x.path / "origin" / part, values[0])
        second = self.b.place(y.path / "origin" / part, values[1])
        return Difference(group, subject, f"{group} {quantity}", first, second, unit, far or None)

    def _color(self, x: Shape, y: Shape) -> Difference:
        first = self.a.place(x.path / "material", x.color)
        second = self.b.place(y.path / "material", y.color)
        return Difference("color", f"link '{x.link}'", "visual colour", first, second)


def _color(side: Side, part: Visual | Collision) -> tuple[float, ...] | None:
    if isinstance(part, Collision):
        return None
    material = side.robot.material_of(part)
    return None if material is None else material.color


def _as_written(extra: Extra) -> list[str]:
    """Shapes that fourbar does not know, without prefixes and the white space between elements."""
    from xml.etree.ElementTree import ParseError, canonicalize

    texts: list[str] = []
    for item in extra:
        text = item.xml if isinstance(item, RawElement) else f"{item.name}={item.value}"
        text = _PREFIX.sub(r"\1", _NAMESPACE.sub("", text))
        try:
            texts.append(canonicalize(text, strip_text=True))
        except ParseError:  # an attribute
            texts.append(" ".join(text.split()))
    return sorted(texts)


def _sizes(geometry: Geometry) -> tuple[float, float, float]:
    match geometry:
        case Box():
            return geometry.size
        case Cylinder() | Capsule():
            return (geometry.radius, geometry.radius, geometry.length)
        case Sphere():
            return (geometry.radius, geometry.radius, geometry.radius)
        case _:
            return (0.0, 0.0, 0.0)


def _size_value(geometry: Geometry) -> tuple[float, ...]:
    match geometry:
        case Sphere():
            return (geometry.radius,)
        case Cylinder() | Capsule():
            return (geometry.radius, geometry.length)
        case Mesh():
            return geometry.scale
        case _:
            return _sizes(geometry)


def _near(one: tuple[float, ...], two: tuple[float, ...], tolerances: Tolerances) -> bool:
    return all(
        abs(x - y) <= tolerances.length + tolerances.relative * abs(x)
        for x, y in zip(one, two, strict=True)
    )


def _kind(geometry: Geometry) -> str:
    name = type(geometry).__name__
    return "other" if name == "OtherGeometry" else name.lower()


def _unit(geometry: Geometry) -> str:
    return "" if isinstance(geometry, Mesh) else "m"


def _described(shape: Shape) -> str:
    kind = "visual" if isinstance(shape.part, Visual) else "collision"
    return f"a {kind} ({_kind(shape.part.geometry)})"
