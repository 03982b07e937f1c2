"""What a link shows: the nodes with its meshes, where they are on it, and how large.

The extension's `visualNodes` are optional, and may stand for whole branches; other tools put
several nodes between a link and a mesh.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ...robot import Vector3
from ...robot.direction import cross
from ..basis import Quaternion
from ..rotation import IDENTITY, matrix_of, quaternion_of_matrix
from .extension import LinkRecord, ModelRecord
from .nodes import Node
from .placement import Placement

Matrix = tuple[Vector3, Vector3, Vector3]
"""Rows of a linear map."""
Map = tuple[Matrix, Vector3]
"""A linear map and a translation."""

NO_MAP: Map = (((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0))


class VisualNodes:
    """Finds the nodes to be seen of each link of a model; each node below others only once."""

    def __init__(self, model: ModelRecord, nodes: list[Node], placement: Placement) -> None:
        self._nodes = nodes
        self._placement = placement
        self._maps: dict[tuple[int, int], Map] = {}
        self._seen: set[int] = set()
        self._borders = {link.node for link in model.links}
        for joint in model.joints:
            self._borders |= {joint.origin_node, *joint.dof_nodes}
        for link in model.links:
            collisions = {*link.collision_nodes, *(c.node for c in link.collisions)}
            self._borders |= collisions - set(link.visual_nodes)

    def of(self, link: LinkRecord) -> list[int]:
        """The nodes of a link's shapes.

        Those that are listed, or else those with meshes between the link and what hangs from it. A
        listed node without a mesh stands for those with meshes below it, or for a shape that is
        missing.
        """
        if "visualNodes" not in link.place.value:
            return self._below(link.node)
        shown: list[int] = []
        for node in link.visual_nodes:
            below = [] if self._nodes[node].mesh is not None else self._below(node)
            shown += below or [node]
        return shown

    def place(self, link: int, node: int) -> tuple[Vector3, Quaternion, Vector3]:
        """Translation, rotation and scale of a node in the frame of a link's, shear left out.

        Exact where only one node with TRS is between the two frames.
        """
        own = self._nodes[node]
        if own.parent == link and own.matrix is None:
            return own.translation, own.rotation, own.scale
        if not self._placement.is_below(node, link):
            return (*self._placement.frame(link, node), own.scale)
        linear, translation = self._map(link, node)
        return (translation, *_split(linear))

    def _map(self, top: int, node: int) -> Map:
        """The transform of a node in the frame of one above it; each is made once."""
        trail: list[int] = []
        at: int | None = node
        while at is not None and at != top and (top, at) not in self._maps:
            trail.append(at)
            at = self._nodes[at].parent
        linear, moved = NO_MAP if at is None else self._maps.get((top, at), NO_MAP)
        for number in reversed(trail):
            step, by = _local(self._nodes[number])
            x, y, z = _applied(linear, by)
            linear, moved = _product(linear, step), (x + moved[0], y + moved[1], z + moved[2])
            self._maps[top, number] = linear, moved
        return linear, moved

    def _below(self, top: int) -> list[int]:
        found: list[int] = []
        pending = [top]
        while pending:
            node = pending.pop()
            if node in self._seen:
                continue
            self._seen.add(node)
            if self._nodes[node].mesh is not None:
                found.append(node)
            children = [c for c in self._nodes[node].children if c not in self._borders]
            pending += reversed(children)
        return found


def _local(node: Node) -> Map:
    if node.matrix is not None:
        m = node.matrix
        rows = ((m[0], m[4], m[8]), (m[1], m[5], m[9]), (m[2], m[6], m[10]))
        return rows, (m[12], m[13], m[14])
    R, s = matrix_of(node.rotation), node.scale
    rows = tuple((r[0] * s[0], r[1] * s[1], r[2] * s[2]) for r in R)
    return (rows[0], rows[1], rows[2]), node.translation


def _split(linear: Matrix) -> tuple[Quaternion, Vector3]:
    """A rotation and a scale; a mirror is a negative scale along x."""
    a, b, c = zip(*linear, strict=True)
    x, y, z = hypot(*a), hypot(*b), hypot(*c)
    if _dot(a, cross(b, c)) < 0.0:
        x = -x
    scale = (x or 1.0, y or 1.0, z or 1.0)
    R = [[value / s for value, s in zip(row, scale, strict=True)] for row in linear]
    try:
        return quaternion_of_matrix(R), (x, y, z)
    except ValueError:
        return IDENTITY, (x, y, z)


def _product(a: Matrix, b: Matrix) -> Matrix:
    one, two, three = (_applied(a, column) for column in zip(*b, strict=True))
    return (
        (one[0], two[0], three[0]),
        (one[1], two[1], three[1]),
        (one[2], two[2], three[2]),
    )


def _applied(a: Matrix, v: Sequence[float]) -> Vector3:
    return (_dot(a[0], v), _dot(a[1], v), _dot(a[2], v))


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
