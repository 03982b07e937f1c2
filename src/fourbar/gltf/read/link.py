"""Links of the extension to links of a description."""

from __future__ import annotations

from typing import Any

from ...gltf_file.json_value import is_plain
from ...robot import (
    Collision,
    Geometry,
    Inertia,
    Inertial,
    Link,
    Material,
    Mesh,
    OtherGeometry,
    Pose,
    Vector3,
    Visual,
)
from ...spatial.rotation import IDENTITY, Quaternion, product, rpy_of_quaternion, unit_quaternion
from ..basis import Basis
from .extension import CollisionRecord, LinkRecord
from .json_object import JsonObject
from .nodes import Node
from .visual_nodes import VisualNodes


def read_link(
    record: LinkRecord,
    nodes: list[Node],
    shown: VisualNodes,
    visual_nodes: list[int],
    basis: Basis,
    root: dict[str, Any],
    file: str,
) -> Link:
    """The link, its shapes and its inertia, as far as the file itself tells."""
    visuals = [
        Visual(
            *_mesh_at(nodes[node].mesh, shown.place(record.node, node), basis, file),
            _material(nodes[node], root),
            nodes[node].name or None,
        )
        for node in visual_nodes
    ]
    collisions = [
        Collision(*_collision(node, entry, record, nodes, shown, basis, file))
        for node, entry in collisions_of(record)
    ]
    inertial = _inertial(record.place.object("inertial"), basis)
    return Link(record.name, inertial, tuple(visuals), tuple(collisions))


def collisions_of(record: LinkRecord) -> list[tuple[int, CollisionRecord | None]]:
    """The nodes of a link's collision shapes with what is said about each.

    First those of `collisionNodes`, then those that only `collisions` names.
    """
    described: dict[int, list[CollisionRecord | None]] = {}
    for collision in record.collisions:
        described.setdefault(collision.node, []).append(collision)
    listed = dict.fromkeys((*record.collision_nodes, *described))
    return [(node, entry) for node in listed for entry in described.get(node, [None])]


def collision_mesh(node: int, entry: CollisionRecord | None, nodes: list[Node]) -> int | None:
    """The mesh of a collision shape: the one that is named, or else the node's own."""
    if entry is not None and entry.mesh is not None:
        return entry.mesh
    return nodes[node].mesh


def _collision(
    node: int,
    entry: CollisionRecord | None,
    record: LinkRecord,
    nodes: list[Node],
    shown: VisualNodes,
    basis: Basis,
    file: str,
) -> tuple[Geometry, Pose, str | None]:
    place = shown.place(record.node, node)
    name = nodes[node].name or None
    if entry is None or entry.shape is None:
        mesh = collision_mesh(node, entry, nodes)
        return (*_mesh_at(mesh, place, basis, file), name)
    geometry, turn = entry.shape.geometry(basis)
    return geometry, _pose(place, basis, turn), name


Placed = tuple[Vector3, Quaternion, Vector3]
"""Translation, rotation and scale."""


def _mesh_at(mesh: int | None, place: Placed, basis: Basis, file: str) -> tuple[Geometry, Pose]:
    pose = _pose(place, basis, IDENTITY)
    if mesh is None:
        return OtherGeometry(), pose
    return Mesh(f"{file}#/meshes/{mesh}", basis.vector_back(place[2])), pose


def _pose(place: Placed, basis: Basis, turn: Quaternion) -> Pose:
    rotation = basis.quaternion_back(place[1])
    if turn != IDENTITY:
        rotation = product(rotation, turn)
    return Pose(basis.vector_back(place[0]), rpy_of_quaternion(rotation))


def _inertial(place: JsonObject | None, basis: Basis) -> Inertial | None:
    if place is None:
        return None
    mass = place.number("mass", required=True)
    centre = place.vector("centerOfMass", 3) or (0.0, 0.0, 0.0)
    diagonal = place.vector("inertiaDiagonal", 3) or (0.0, 0.0, 0.0)
    orientation = place.vector("inertiaOrientation", 4) or (0.0, 0.0, 0.0, 1.0)
    if mass is None:
        return None
    try:
        turn = unit_quaternion(basis.quaternion_back(orientation))
    except ValueError:
        place.wrong("inertiaOrientation", "a unit quaternion")
        return None
    x, y, z = basis.vector_back(diagonal)
    origin = Pose(basis.vector_back(centre), rpy_of_quaternion(turn))
    return Inertial(mass, Inertia(x, y, z), origin)


def _material(node: Node, root: dict[str, Any]) -> Material | None:
    """The colour of a mesh of one material, for files that keep no description."""
    from ...assets.srgb import srgb_channel

    try:
        primitives = root["meshes"][node.mesh]["primitives"]
        material = root["materials"][primitives[0]["material"]]
        if len(primitives) != 1:
            return None
        red, green, blue, alpha = material["pbrMetallicRoughness"]["baseColorFactor"]
        color = (srgb_channel(red), srgb_channel(green), srgb_channel(blue), float(alpha))
        name = material.get("name", "")
        return Material(name if isinstance(name, str) and is_plain(name) else "", color)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        return None
