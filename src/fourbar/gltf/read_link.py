"""Links of the extension to links of a description."""

from __future__ import annotations

from typing import Any

from ..robot import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Geometry,
    Inertia,
    Inertial,
    Link,
    Material,
    Mesh,
    OtherGeometry,
    Pose,
    Sphere,
    Visual,
)
from .basis import Basis
from .describe import SHAPE_AXIS
from .extension import LinkRecord
from .nodes import Node
from .placement import Placement
from .rotation import rpy_of_quaternion, unit_quaternion
from .take import Place


def read_link(
    record: LinkRecord,
    nodes: list[Node],
    placement: Placement,
    basis: Basis,
    root: dict[str, Any],
    file: str,
) -> Link:
    """The link, its shapes and its inertia, as far as the file itself tells."""
    visuals = tuple(
        Visual(
            _mesh_geometry(nodes[node], basis, file),
            placement.pose(record.node, node, basis),
            _material(nodes[node], root),
            nodes[node].name or None,
        )
        for node in record.visual_nodes
    )
    return Link(
        record.name,
        _inertial(record.place.object("inertial"), basis),
        visuals,
        tuple(_collisions(record, nodes, placement, basis, file)),
    )


def _mesh_geometry(node: Node, basis: Basis, file: str) -> Geometry:
    if node.mesh is None:
        return OtherGeometry()
    return Mesh(f"{file}#/meshes/{node.mesh}", basis.vector_back(node.scale))


def _collisions(
    record: LinkRecord, nodes: list[Node], placement: Placement, basis: Basis, file: str
) -> list[Collision]:
    described = {collision.node: collision for collision in record.collisions}
    listed = [*record.collision_nodes, *(n for n in described if n not in record.collision_nodes)]
    collisions: list[Collision] = []
    for node in listed:
        entry = described.get(node)
        geometry: Geometry | None = None
        if entry is not None and entry.shape is not None:
            geometry = _shape(entry.shape, basis)
        elif entry is not None and entry.mesh is not None:
            geometry = Mesh(f"{file}#/meshes/{entry.mesh}")
        elif nodes[node].mesh is not None:
            geometry = _mesh_geometry(nodes[node], basis, file)
        pose = placement.pose(record.node, node, basis)
        collisions.append(Collision(geometry or OtherGeometry(), pose, nodes[node].name or None))
    return collisions


def _shape(shape: Place, basis: Basis) -> Geometry | None:
    """A shape of the extension; cylinders that do not lie along z have none in URDF."""
    for kind in ("box", "sphere", "cylinder", "capsule"):
        place = shape.object(kind)
        if place is None:
            continue
        if kind == "box":
            size = place.vector("size", 3, required=True)
            return None if size is None else Box(basis.vector_back(size))
        radius = place.number("radius", required=True)
        if kind == "sphere":
            return None if radius is None else Sphere(radius)
        height = place.number("height", required=True)
        axis = basis.vector_back(place.vector("axis", 3) or SHAPE_AXIS)
        if radius is None or height is None or axis != (0.0, 0.0, 1.0):
            return None
        return Cylinder(radius, height) if kind == "cylinder" else Capsule(radius, height)
    return None


def _inertial(place: Place | None, basis: Basis) -> Inertial | None:
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
    from ..assets.srgb import srgb_channel

    try:
        primitives = root["meshes"][node.mesh]["primitives"]
        material = root["materials"][primitives[0]["material"]]
        if len(primitives) != 1:
            return None
        red, green, blue, alpha = material["pbrMetallicRoughness"]["baseColorFactor"]
        color = (srgb_channel(red), srgb_channel(green), srgb_channel(blue), float(alpha))
        name = material.get("name", "")
        return Material(name if isinstance(name, str) else "", color)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        return None
