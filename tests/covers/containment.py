"""An independent judge of what a written description contains.

It reads the file with `xml.etree`, STL with `numpy`, and shares no geometry with the package but
the triangles of the visuals. Depths are computed in doubles with a bound of their rounding errors:
a point counts as inside only if it is inside by more than that. Whether a mesh is convex, and where
its faces look, is computed in integers, so that narrow triangles need no tolerance. A triangle is
inside a union if every piece of it is inside one convex shape whole, for some way of cutting it.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from tests.assets.integers import exact, normal_of, plane

EPSILON = 2.0**-53
# Every depth is a chain of fewer than 64 roundings of numbers no larger than `size`.
ROUNDINGS = 64


def numbers(element, name, default):
    return np.array([float(word) for word in element.get(name, default).split()])


def rotation(rpy):
    (cr, cp, cy), (sr, sp, sy) = np.cos(rpy), np.sin(rpy)
    x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return z @ y @ x


def read_xml(path):
    """The root of a description. Blank lines before the declaration are read by robots' tools."""
    return ElementTree.fromstring(Path(path).read_bytes().lstrip())


def read_stl(path):
    data = Path(path).read_bytes()
    layout = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
    return np.frombuffer(data[84:], layout)["corners"].astype(np.float64)


def planes_of(corners):
    """Unit normals and offsets of (n, 3, 3) triangles, which must be those of a convex body."""
    points, numbers = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    rows = exact(points)
    normals = np.empty((len(corners), 3))
    for k, triangle in enumerate(numbers.reshape(-1, 3).tolist()):
        normal = normal_of(rows, triangle)
        assert any(normal), "a triangle has no extent"
        side = plane(rows, triangle)
        assert max(map(side, rows)) == 0, "the mesh is not convex"
        # The quotient of integers is the nearest double.
        normals[k] = [value / max(map(abs, normal)) for value in normal]
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return normals, np.einsum("ij,ij->i", normals, corners[:, 0])


class Shape:
    """A `<collision>` that says how deep points of the link's frame are inside it, at least."""

    def __init__(self, element, folder):
        origin = element.find("origin")
        origin = ElementTree.Element("origin") if origin is None else origin
        self.xyz = numbers(origin, "xyz", "0 0 0")
        self.R = rotation(numbers(origin, "rpy", "0 0 0"))
        (self.shape,) = element.find("geometry")
        self.planes = None
        if self.shape.tag == "mesh":
            self.planes = planes_of(read_stl(folder / self.shape.get("filename")))

    def depths(self, points):
        local = (points - self.xyz) @ self.R
        size = np.abs(points).max(initial=0) + np.abs(self.xyz).max()
        get = lambda name: float(self.shape.get(name))  # noqa: E731
        across = np.hypot(local[:, 0], local[:, 1])
        match self.shape.tag:
            case "box":
                half = numbers(self.shape, "size", "") / 2
                size += half.max()
                depth = (half - np.abs(local)).min(axis=1)
            case "sphere":
                size += get("radius")
                depth = get("radius") - np.linalg.norm(local, axis=1)
            case "cylinder":
                size += get("radius") + get("length")
                depth = np.minimum(get("radius") - across, get("length") / 2 - np.abs(local[:, 2]))
            case "capsule":
                size += get("radius") + get("length")
                beyond = np.maximum(np.abs(local[:, 2]) - get("length") / 2, 0)
                depth = get("radius") - np.hypot(across, beyond)
            case "mesh":
                normals, offsets = self.planes
                size += np.abs(offsets).max()
                depth = np.full(len(points), np.inf)
                for normal, offset in zip(normals, offsets, strict=True):
                    np.minimum(depth, offset - local @ normal, out=depth)
        return depth - ROUNDINGS * EPSILON * size


def shapes_of(file, *, links=None):
    """The collision shapes of every link, or of some, by name."""
    root = read_xml(file)
    return {
        link.get("name"): [Shape(c, Path(file).parent) for c in link.findall("collision")]
        for link in root.findall("link")
        if links is None or link.get("name") in links
    }


def primitive(element):
    """The numbers of a primitive and of its place, or None for a mesh."""
    (shape,) = element.find("geometry")
    if shape.tag == "mesh":
        return None
    origin = element.find("origin")
    origin = ElementTree.Element("origin") if origin is None else origin
    sizes = {name: tuple(numbers(shape, name, "")) for name in shape.keys()}  # noqa: SIM118
    place = (*numbers(origin, "xyz", "0 0 0"), *numbers(origin, "rpy", "0 0 0"))
    return shape.tag, tuple(sorted(sizes.items())), place


def kept(file, link):
    """The numbers of a link's visuals that are collision shapes themselves: nothing to prove."""
    root = read_xml(file)
    (element,) = (found for found in root.findall("link") if found.get("name") == link)
    touched = [primitive(shape) for shape in element.findall("collision")]
    shown = [primitive(shape) for shape in element.findall("visual")]
    return [k for k, shape in enumerate(shown) if shape is not None and shape in touched]


def uncovered(corners, shapes, *, most=40):
    """Pieces of (n, 3, 3) triangles that are not inside one shape whole, after `most` cuts."""
    pieces = corners
    for _ in range(most):
        if not len(pieces):
            break
        inside = np.zeros(len(pieces), bool)
        for shape in shapes:
            left = np.flatnonzero(~inside)
            depth = shape.depths(pieces[left].reshape(-1, 3)).reshape(-1, 3)
            inside[left] = depth.min(axis=1) > 0
        pieces = halves(pieces[~inside]) if len(shapes) > 1 else pieces[~inside]
        if len(shapes) == 1 or len(pieces) > 2_000_000:
            break
    return pieces


def halves(pieces):
    """Each cut across its longest side."""
    sides = np.linalg.norm(np.roll(pieces, -1, axis=1) - pieces, axis=2)
    k = sides.argmax(axis=1)
    rows = np.arange(len(pieces))
    a, b, c = (pieces[rows, (k + i) % 3] for i in range(3))
    middle = (a + b) / 2
    return np.concatenate([np.stack([a, middle, c], 1), np.stack([middle, b, c], 1)])
