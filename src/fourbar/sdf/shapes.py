"""Visual and collision shapes as SDFormat."""

from __future__ import annotations

from .. import rules
from ..diagnostics import PartPath, Report
from ..markup import numbers
from ..robot import Box, Capsule, Collision, Cylinder, Mesh, Robot, Sphere, Visual
from ..robot.source import span_of
from ..xml.node import Node


def shape_node(
    kind: str, number: int, shape: Visual | Collision, robot: Robot, path: PartPath, report: Report
) -> Node | None:
    """A shape; None, with a finding, for one of a kind that SDFormat does not have."""
    geometry = _geometry(shape)
    if geometry is None:
        message = "the geometry is not a known shape"
        span = span_of(robot.source, path)
        report.add(rules.formats.SHAPE_NOT_WRITTEN, message, span=span, path=path)
        return None
    node = Node(kind, {"name": f"{kind}_{number}"})
    node.add(Node("pose", text=numbers((*shape.origin.xyz, *shape.origin.rpy))))
    node.add(Node("geometry")).add(geometry)
    if isinstance(shape, Visual):
        material = robot.material_of(shape)
        if material is not None and material.color is not None:
            looks = node.add(Node("material"))
            for tag in ("ambient", "diffuse"):
                looks.add(Node(tag, text=numbers(material.color)))
    return node


def _geometry(shape: Visual | Collision) -> Node | None:
    match shape.geometry:
        case Box(size=size):
            node = Node("box")
            node.add(Node("size", text=numbers(size)))
        case Sphere(radius=radius):
            node = Node("sphere")
            node.add(Node("radius", text=numbers([radius])))
        case Cylinder(radius=radius, length=length) | Capsule(radius=radius, length=length):
            node = Node(type(shape.geometry).__name__.lower())
            node.add(Node("radius", text=numbers([radius])))
            node.add(Node("length", text=numbers([length])))
        case Mesh(filename=file, scale=scale):
            node = Node("mesh")
            node.add(Node("uri", text=file))
            node.add(Node("scale", text=numbers(scale)))
        case _:
            return None
    return node
