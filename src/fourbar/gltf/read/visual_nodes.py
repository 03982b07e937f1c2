"""What a link shows: the nodes with its meshes, where they are on it, and how large.

The extension's `visualNodes` are optional, and may stand for whole branches; other tools put
several nodes between a link and a mesh.
"""

from __future__ import annotations

from math import hypot

from ...spatial.rotation import IDENTITY, Quaternion, matrix_of, quaternion_of_matrix
from ...spatial.vector import NO_TURN, ZERO, Matrix3, Vector3, applied, cross, dot, matrix_product
from .extension import LinkRecord, ModelRecord
from .nodes import Node
from .placement import Placement

Map = tuple[Matrix3, Vector3]
"""A linear map and a translation."""

NO_MAP: Map = (NO_TURN, ZERO)


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
            x, y, z = applied(linear, by)
            linear, moved = matrix_product(linear, step), (x + moved[0], y + moved[1], z + moved[2])
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


def _split(linear: Matrix3) -> tuple[Quaternion, Vector3]:
    """A rotation and a scale; a mirror is a negative scale along x."""
    a, b, c = zip(*linear, strict=True)
    x, y, z = hypot(*a), hypot(*b), hypot(*c)
    if dot(a, cross(b, c)) < 0.0:
        x = -x
    scale = (x or 1.0, y or 1.0, z or 1.0)
    R = [[value / s for value, s in zip(row, scale, strict=True)] for row in linear]
    try:
        return quaternion_of_matrix(R), (x, y, z)
    except ValueError:
        return IDENTITY, (x, y, z)
