"""Shapes of links as meshes of the file: read once, stored once, coloured as often as needed."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import rules
from ...diagnostics import ROBOT, PartPath, Rule
from ...gltf_file.buffer_writer import BufferWriter, Rows
from ...record import replace
from ...robot import Box, Capsule, Cylinder, Geometry, Material, Mesh, Robot, Sphere
from ...robot.source import Source, span_of
from ..basis import Basis
from .load_meshes import ReadMeshes
from .materials import MaterialWriter
from .pack import Packed, pack_primitive, pack_surface

if TYPE_CHECKING:
    from ...assets import TriangleMesh
    from ...assets.mesh_source import MeshSource
    from ...assets.tessellate import Surface
    from ...diagnostics import Report

Record = dict[str, Any]


class _Part(NamedTuple):
    """A primitive's accessors, and the surface that the mesh file itself gives it."""

    attributes: dict[str, int]
    texcoords: Rows | None  # stored when a texture needs them
    indices: int
    material: int | None


class MeshWriter:
    """Turns geometries into numbers of glTF meshes."""

    def __init__(
        self, buffer: BufferWriter, materials: MaterialWriter, *, basis: Basis, report: Report
    ) -> None:
        self.meshes: list[Record] = []
        self._buffer = buffer
        self._materials = materials
        self._basis = basis
        self._report = report
        self._source: Source | None = None
        self._files: MeshSource | None = None
        self._read: ReadMeshes = {}
        self._parts: dict[object, tuple[_Part, ...] | None] = {}
        self._known: dict[str, int] = {}

    def use(self, robot: Robot, files: MeshSource, meshes: ReadMeshes) -> None:
        """Take meshes and images that shapes of this robot name from these."""
        self._source, self._files, self._read = robot.source, files, meshes

    def add_visual(
        self, geometry: Geometry, material: Material | None, path: PartPath
    ) -> int | None:
        """The mesh that shows a shape in its own or the description's colours."""
        parts = self._stored(geometry, path)
        if parts is None:
            return None
        primitives = [self._coloured(part, material, path) for part in parts]
        return self._mesh(primitives, _name(geometry))

    def add_collision(self, geometry: Geometry, path: PartPath) -> int | None:
        """A mesh for contact: positions and triangles, or the visual one if it is there."""
        parts = self._stored(geometry, path)
        if parts is None:
            return None
        primitives: list[Record] = [
            {"attributes": dict(part.attributes), "indices": part.indices} for part in parts
        ]
        return self._mesh(primitives, _name(geometry))

    def add_mesh(self, mesh: TriangleMesh, name: str) -> int:
        """A mesh as it is, in its own materials."""
        primitives: list[Record] = []
        for primitive in mesh.primitives:
            part = self._part(pack_primitive(primitive, self._basis.order), ROBOT)
            if part.material is not None:
                primitives.append(self._coloured(part, None, ROBOT))
            else:
                primitives.append({"attributes": dict(part.attributes), "indices": part.indices})
        return self._mesh(primitives, name)

    def _stored(self, geometry: Geometry, path: PartPath) -> tuple[_Part, ...] | None:
        key: object = geometry
        if isinstance(geometry, Mesh) and self._files is not None:
            key = (id(self._files), self._files.content(geometry, path=path), geometry.scale)
        if key not in self._parts:
            found = self._packed(geometry, path)
            self._parts[key] = tuple(self._part(packed, path) for packed in found) or None
        return self._parts[key]

    def _packed(self, geometry: Geometry, path: PartPath) -> tuple[Packed, ...]:
        if isinstance(geometry, Mesh):
            if self._files is None:
                return ()
            content = self._files.content(geometry, path=path)
            return self._read.get((content, geometry.scale), ())
        surface = self._surface(geometry, path)
        return () if surface is None else (pack_surface(surface, self._basis.order),)

    def _surface(self, geometry: Geometry, path: PartPath) -> Surface | None:
        from ...assets import tessellate

        match geometry:
            case Box():
                sizes, make = geometry.size, lambda: tessellate.box(geometry.size)
            case Sphere():
                sizes, make = (geometry.radius,), lambda: tessellate.sphere(geometry.radius)
            case Cylinder():
                sizes = (geometry.radius, geometry.length)
                make = lambda: tessellate.cylinder(*sizes)  # noqa: E731
            case Capsule():
                sizes = (geometry.radius, geometry.length)
                make = lambda: tessellate.capsule(*sizes)  # noqa: E731
            case _:
                self._tell(
                    rules.gltf.SHAPE_NOT_CONVERTED, "the geometry is not a known shape", path
                )
                return None
        if not all(isfinite(size) and 0.0 < size < 1e30 for size in sizes):
            shown = " ".join(f"{size:g}" for size in sizes)
            message = f"invalid shape size {shown}: sizes must be positive and below 1e30"
            self._tell(rules.gltf.SHAPE_NOT_CONVERTED, message, path)
            return None
        return make()

    def _part(self, packed: Packed, path: PartPath) -> _Part:
        add = self._buffer.add_rows
        attributes = {"POSITION": add(packed.positions, target="vertices")}
        if packed.normals is not None:
            attributes["NORMAL"] = add(packed.normals, target="vertices")
        if packed.colors is not None:
            attributes["COLOR_0"] = add(packed.colors, target="vertices", normalized=True)
        material = None
        if packed.material is not None:
            surface = packed.material
            if surface.texture is not None and packed.texcoords is None:
                self._report_no_coordinates(surface.texture.name, path)
                surface = replace(surface, texture=None)
            material = self._materials.add(surface)
        elif packed.colors is not None:
            material = self._materials.add_color((1.0, 1.0, 1.0, 1.0))
        indices = add(packed.indices, target="indices")
        return _Part(attributes, packed.texcoords, indices, material)

    def _coloured(self, part: _Part, material: Material | None, path: PartPath) -> Record:
        attributes = dict(part.attributes)
        number = part.material
        if number is None:
            number = self._described(material, part.texcoords is not None, path)
        if self._materials.has_texture(number) and part.texcoords is not None:
            attributes["TEXCOORD_0"] = self._buffer.add_rows(part.texcoords, target="vertices")
        return {"attributes": attributes, "indices": part.indices, "material": number}

    def _described(self, material: Material | None, has_texcoords: bool, path: PartPath) -> int:
        """The material that the description gives a shape without one of its own."""
        if material is None:
            return self._materials.add_color(None)
        texture = None
        if material.texture is not None and self._files is not None:
            where = path / "material" / "texture" / "filename"
            if has_texcoords:
                texture = self._files.texture(material.texture, path=where)
            else:
                self._report_no_coordinates(material.texture, where)
        return self._materials.add_color(material.color, name=material.name, texture=texture)

    def _report_no_coordinates(self, texture: str, path: PartPath) -> None:
        message = f"the shape has no texture coordinates for '{texture}'; only its colour is used"
        self._tell(rules.gltf.TEXTURE_WITHOUT_COORDINATES, message, path)

    def _tell(self, rule: Rule, message: str, path: PartPath) -> None:
        """Report a finding where the description has the shape."""
        self._report.add(rule, message, span=span_of(self._source, path), path=path)

    def _mesh(self, primitives: list[Record], name: str) -> int:
        key = json.dumps(primitives, sort_keys=True)
        if key not in self._known:
            self._known[key] = len(self.meshes)
            self.meshes.append({"name": name, "primitives": primitives})
        return self._known[key]


def _name(geometry: Geometry) -> str:
    if isinstance(geometry, Mesh):
        return geometry.filename.replace("\\", "/").rpartition("/")[2]
    return type(geometry).__name__.lower()
