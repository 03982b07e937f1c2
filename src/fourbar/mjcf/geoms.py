"""Visual and collision shapes as geoms of two classes, as MuJoCo's own robots have them."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from .. import rules
from ..assets.srgb import srgb_channel
from ..diagnostics import PartPath, Report
from ..robot import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Geometry,
    Link,
    Material,
    Mesh,
    Rgba,
    Robot,
    Sphere,
    Visual,
)
from ..robot.source import span_of
from ..transfer.naming import Names
from ..xml.node import Node
from .mesh_files import MeshFiles, MeshPart
from .options import MjcfOptions
from .text import placed, written

if TYPE_CHECKING:
    from ..assets import MeshMaterial


def defaults_node() -> Node:
    """The classes `visual` and `collision`. No geom has mass: that is the links' own."""
    node = Node("default")
    visual = node.add(Node("default", {"class": "visual"}))
    looks = {"contype": "0", "conaffinity": "0", "group": "2", "mass": "0"}
    visual.add(Node("geom", looks))
    collision = node.add(Node("default", {"class": "collision"}))
    collision.add(Node("geom", {"group": "3", "mass": "0"}))
    return node


class Geoms:
    """Puts shapes into bodies; `materials` go into `<asset>`."""

    def __init__(
        self, robot: Robot, meshes: MeshFiles, *, options: MjcfOptions, report: Report
    ) -> None:
        self.materials: list[Node] = []
        self._robot = robot
        self._meshes = meshes
        self._options = options
        self._report = report
        self._names = Names()
        self._material_names = Names()
        self._known: dict[tuple[object, ...], str] = {}

    def add(self, node: Node, link: Link) -> None:
        """The shapes of a link."""
        path = PartPath("link", link.name)
        if self._options.visuals:
            for number, visual in enumerate(link.visuals):
                self._visual(node, visual, path.item("visual", number))
        if self._options.collisions:
            for number, collision in enumerate(link.collisions):
                self._collision(node, collision, path.item("collision", number))

    def _visual(self, node: Node, shape: Visual, path: PartPath) -> None:
        material = self._robot.material_of(shape)
        if isinstance(shape.geometry, Mesh):
            for part in self._meshes.visual(shape.geometry, path):
                name = self._surface(part, material, path)
                self._add(node, "visual", shape, {"type": "mesh", "mesh": part.name}, name)
            return
        attributes = self._primitive(shape.geometry, path)
        if attributes is not None:
            name = self._described(material, None, path)
            self._add(node, "visual", shape, attributes, name)

    def _collision(self, node: Node, shape: Collision, path: PartPath) -> None:
        if isinstance(shape.geometry, Mesh):
            mesh = self._meshes.collision(shape.geometry, path)
            attributes = None if mesh is None else {"type": "mesh", "mesh": mesh}
        else:
            attributes = self._primitive(shape.geometry, path)
        if attributes is not None:
            self._add(node, "collision", shape, attributes, None)

    def _add(
        self,
        node: Node,
        group: str,
        shape: Visual | Collision,
        attributes: dict[str, str],
        material: str | None,
    ) -> None:
        geom = {"class": group, **attributes, **placed(shape.origin)}
        if shape.name:
            geom = {"name": self._names.give(shape.name), **geom}
        if material is not None:
            geom["material"] = material
        node.add(Node("geom", geom))

    def _primitive(self, geometry: Geometry, path: PartPath) -> dict[str, str] | None:
        match geometry:
            case Box():
                kind, sizes = "box", tuple(0.5 * edge for edge in geometry.size)
            case Sphere():
                kind, sizes = "sphere", (geometry.radius,)
            case Cylinder():
                kind, sizes = "cylinder", (geometry.radius, 0.5 * geometry.length)
            case Capsule():
                kind, sizes = "capsule", (geometry.radius, 0.5 * geometry.length)
            case _:
                self._refuse("the geometry is not a known shape", path)
                return None
        if not all(isfinite(size) and size > 0.0 for size in sizes):
            shown = " ".join(f"{size:g}" for size in sizes)
            self._refuse(f"a {kind} must have a size above 0 in every direction, got {shown}", path)
            return None
        return {"type": kind, "size": written(sizes)}

    def _refuse(self, message: str, path: PartPath) -> None:
        span = span_of(self._robot.source, path)
        self._report.add(rules.formats.SHAPE_NOT_WRITTEN, message, span=span, path=path)

    def _surface(self, part: MeshPart, material: Material | None, path: PartPath) -> str | None:
        """The material of a mesh: its own, or that of the description."""
        surface = part.material
        if surface is None:
            return self._described(material, part, path)
        texture = None
        if surface.texture is not None and part.has_texcoords:
            texture = self._meshes.image(surface.texture)
        return self._material(surface.name, _srgb(surface), texture)

    def _described(
        self, material: Material | None, part: MeshPart | None, path: PartPath
    ) -> str | None:
        if material is None:
            return None
        texture = None
        if material.texture is not None and part is not None and part.has_texcoords:
            where = path / "material" / "texture" / "filename"
            texture = self._meshes.texture(material.texture, where)
        if material.color is None and texture is None:
            return None
        color = material.color or (1.0, 1.0, 1.0, 1.0)
        return self._material(material.name, color, texture)

    def _material(self, name: str, color: Rgba, texture: str | None) -> str:
        key = (name, color, texture)
        if key not in self._known:
            given = self._material_names.give(name or "material")
            attributes = {"name": given, "rgba": written([min(max(c, 0.0), 1.0) for c in color])}
            if texture is not None:
                attributes["texture"] = texture
            self.materials.append(Node("material", attributes))
            self._known[key] = given
        return self._known[key]


def _srgb(surface: MeshMaterial) -> Rgba:
    red, green, blue, alpha = surface.base_color
    return (srgb_channel(red), srgb_channel(green), srgb_channel(blue), alpha)
