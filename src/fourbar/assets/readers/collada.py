"""COLLADA 1.4 and 1.5."""

from __future__ import annotations

from math import isfinite

from ... import rules
from ..._native import join
from ...record import replace
from ..limits import MAX_DEPTH, MAX_NODES
from ..material import MeshMaterial
from ..mesh import IDENTITY, Matrix, Primitive, product, scaling, transform
from .collada_effect import ColladaMaterials
from .collada_geometry import Part, read_geometry
from .collada_transform import matrix_of_numbers, node_transform
from .collada_xml import ColladaDocument, Node, as_utf8
from .reading import MeshReading, RefusedError, Tally


def read_collada(reading: MeshReading) -> list[Primitive]:
    """The visual scene's geometry in metres; the up axis is left as it is."""
    reading.text = True
    reading.data = as_utf8(reading.data)
    root = ColladaDocument(reading.data).root
    if root.tag != "COLLADA":
        message = f"the root element must be <COLLADA>, got <{root.tag}>"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=root.start)
    _check_up_axis(reading, root)
    library = _Library(reading, root)
    walk = _Walk(library)
    metres = _metres_per_unit(reading, root)
    walk.scene(root, scaling(metres, metres, metres))
    _report_dropped(reading, root)
    return _joined_by_material(walk.primitives)


def _metres_per_unit(reading: MeshReading, root: Node) -> float:
    unit = root.first("asset", "unit")
    if unit is None or not unit.get("meter"):
        return 1.0
    try:
        metres = float(unit.get("meter"))
    except ValueError:
        metres = float("nan")
    if isfinite(metres) and metres > 0:
        return metres
    message = f"invalid unit of '{unit.get('meter')}' metres; metres are assumed"
    reading.add(rules.assets.COLLADA_UNIT, message, at=unit.start)
    return 1.0


def _check_up_axis(reading: MeshReading, root: Node) -> None:
    axis = root.first("asset", "up_axis")
    if axis is not None and axis.text != "Z_UP":
        reading.add(
            rules.assets.COLLADA_UP_AXIS,
            f"the up axis '{axis.text}' is ignored: z points up in a link's frame",
            at=axis.start,
            notes=("RViz does the same; tools that honour it show the mesh lying on its side.",),
        )


def _report_dropped(reading: MeshReading, root: Node) -> None:
    for tag, what in (("library_animations", "animations"), ("library_controllers", "skins")):
        library = root.first(tag)
        if library is not None and any(True for _ in library.children):
            reading.add(rules.assets.MESH_FEATURE_DROPPED, f"{what} are left out", at=library.start)


class _Library:
    """What can be referred to by its id."""

    def __init__(self, reading: MeshReading, root: Node) -> None:
        self._reading = reading
        self._by_id: dict[str, Node] = {}
        for library in root.children:
            if library.tag.startswith("library_"):
                self._index(library)
        self.materials = ColladaMaterials(reading, self._by_id)
        self._geometries: dict[int, list[Part]] = {}
        self._missing: set[str] = set()

    def _index(self, holder: Node) -> None:
        """Entries of a library; below them, nodes and images may have ids that are used."""
        stack = list(holder.children)
        while stack:
            node = stack.pop()
            if node.get("id"):
                self._by_id.setdefault(node.get("id"), node)
            if node.tag in ("node", "visual_scene"):
                stack += node.all("node")
            elif node.tag in ("effect", "profile_COMMON"):
                stack += node.all("image", "profile_COMMON")

    def find(self, instance: Node, tag: str, *, by: str = "url") -> Node | None:
        """What `url="#id"` names; a missing one is reported once."""
        url = instance.get(by)
        node = self._by_id.get(url.removeprefix("#"))
        if node is not None and node.tag == tag:
            return node
        if url not in self._missing:
            self._missing.add(url)
            message = f"<{instance.tag}> refers to '{url}', which is not a <{tag}> in this file"
            self._reading.add(rules.assets.MESH_REFERENCE, message, at=instance.start)
        return None

    def geometry(self, node: Node) -> list[Part]:
        """A geometry's primitives, read once."""
        if node.start not in self._geometries:
            self._geometries[node.start] = read_geometry(self._reading, node)
        return self._geometries[node.start]

    def of_tag(self, root: Node, library: str, tag: str) -> list[Node]:
        """All entries of the libraries of one kind."""
        return [node for each in root.all(library) for node in each.all(tag)]


class _Walk:
    """Goes through the scene. Nodes may be instanced often: what they hold is looked at once."""

    def __init__(self, library: _Library) -> None:
        self.library = library
        self.primitives: list[Primitive] = []
        self._placed = Tally()
        self._steps = 0
        self._transforms: dict[int, Matrix] = {}
        self._bindings: dict[int, dict[str, MeshMaterial | None]] = {}

    def scene(self, root: Node, T: Matrix) -> None:
        """All nodes of the visual scene; without one, all geometries as they are."""
        instance = root.first("scene", "instance_visual_scene")
        scene = self.library.find(instance, "visual_scene") if instance is not None else None
        scenes = (
            [scene] if scene else self.library.of_tag(root, "library_visual_scenes", "visual_scene")
        )
        if not scenes:
            for geometry in self.library.of_tag(root, "library_geometries", "geometry"):
                self._place(geometry, None, T)
            return
        for node in scenes[0].all("node"):
            self._node(node, T, 0)

    def _node(self, node: Node, T_parent: Matrix, depth: int) -> None:
        if depth > MAX_DEPTH:
            message = f"nodes are nested more than {MAX_DEPTH} levels deep"
            raise RefusedError(rules.assets.MESH_TOO_LARGE, message, at=node.start)
        if node.start not in self._transforms:
            self._transforms[node.start] = node_transform(node)
        T = product(T_parent, self._transforms[node.start])
        for child in node.children:
            self._steps += 1
            if self._steps > MAX_NODES:
                message = f"the scene has more than {MAX_NODES} nodes, counting instances"
                raise RefusedError(rules.assets.MESH_TOO_LARGE, message, at=node.start)
            match child.tag:
                case "node":
                    self._node(child, T, depth + 1)
                case "instance_node":
                    target = self.library.find(child, "node")
                    if target is not None:
                        self._node(target, T, depth + 1)
                case "instance_geometry":
                    geometry = self.library.find(child, "geometry")
                    if geometry is not None:
                        self._place(geometry, child, T)
                case "instance_controller":
                    self._controller(child, T)
                case _:
                    pass

    def _controller(self, instance: Node, T: Matrix) -> None:
        """A skinned mesh in the pose in which it was bound."""
        controller = self.library.find(instance, "controller")
        skin = controller.first("skin") if controller else None
        if skin is None:
            return
        geometry = self.library.find(skin, "geometry", by="source")
        bind = skin.first("bind_shape_matrix")
        shape = IDENTITY
        if bind is not None and len(numbers := bind.floats()) == 16:
            shape = matrix_of_numbers(list(numbers))
        if geometry is not None:
            self._place(geometry, instance, product(T, shape))

    def _place(self, geometry: Node, instance: Node | None, T: Matrix) -> None:
        materials = self._bound(instance)
        for part in self.library.geometry(geometry):
            self._placed.add(part.primitive, at=geometry.start)
            material = materials.get(part.material)
            if instance is None and part.material in self.library.materials:
                material = self.library.materials.find(part.material, geometry.start)
            moved = transform(part.primitive, T)
            self.primitives.append(replace(moved, material=material))

    def _bound(self, instance: Node | None) -> dict[str, MeshMaterial | None]:
        common = instance.first("bind_material", "technique_common") if instance else None
        if common is None:
            return {}
        if common.start not in self._bindings:
            self._bindings[common.start] = {
                node.get("symbol"): self.library.materials.find(node.get("target"), node.start)
                for node in common.all("instance_material")
            }
        return self._bindings[common.start]


def _joined_by_material(primitives: list[Primitive]) -> list[Primitive]:
    """Primitives of one material and the same attributes become one: fewer draw calls."""
    groups: dict[tuple[object, ...], list[Primitive]] = {}
    for p in primitives:
        d = p.data
        key = (p.material, d.normals is None, d.texcoords is None, d.colors is None)
        groups.setdefault(key, []).append(p)
    return [
        group[0]
        if len(group) == 1
        else replace(group[0], data=join([p.data for p in group], False))
        for group in groups.values()
    ]
