"""Which objects a robot becomes: their parents, places, properties and meshes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from ..assets.mesh_source import FindsMeshes, HoldsMeshes
from ..diagnostics import PartPath, Report
from ..record import record
from ..robot import (
    IDENTITY,
    Box,
    Capsule,
    Collision,
    Cylinder,
    Geometry,
    Joint,
    Link,
    Material,
    Mesh,
    Pose,
    Robot,
    Sphere,
    Visual,
)
from . import scene
from .fields import joint_properties, link_properties, motion_properties
from .names import shape_name
from .scene import ObjectLink, Vector3

if TYPE_CHECKING:
    from ..assets.mesh_source import MeshSource

_ONE: Vector3 = (1.0, 1.0, 1.0)

DISPLAY = {
    "robot": "CUBE",
    "link": "PLAIN_AXES",
    "joint": "ARROWS",
    "loop": "SINGLE_ARROW",
    "loop_successor": "CIRCLE",
    "coupling": "CIRCLE",
    "sensor": "SPHERE",
}
"""How Blender draws what has no mesh."""


@record
class MeshUse:
    """A mesh that objects share: a unit primitive, or the content of a file.

    `content` is what the source of meshes knows it by; `seen` whether a visual uses it.
    """

    shape: str
    size: tuple[float, ...] = ()
    content: Hashable = None
    filename: str = ""
    path: PartPath | None = None
    seen: bool = False


@record
class PlannedObject:
    """An object to make. `key` is unique in the plan, `name` what Blender should call it.

    Values of `properties` are text, numbers, tuples of numbers, or an ObjectLink to the key of
    another object. `mesh` is a key of the plan's meshes.
    """

    key: str
    kind: str
    name: str
    parent: str | None
    origin: Pose
    properties: Mapping[str, Any]
    scale: Vector3 = _ONE
    mesh: str | None = None
    material: Material | None = None


@record
class ScenePlan:
    """All objects of a robot, parents before their children, and the meshes that they use."""

    robot: Robot
    objects: tuple[PlannedObject, ...]
    meshes: Mapping[str, MeshUse]


def plan_scene(robot: Robot, files: MeshSource | None = None) -> ScenePlan:
    """The scene of a robot; `files` finds its meshes (by default, none is asked for)."""
    return _Planner(robot, files).plan()


def mesh_source_of(
    robot: Robot, report: Report, packages: Mapping[str, str] | None = None
) -> MeshSource:
    """Where the meshes of a robot come from: the disk, or the file that it was read from."""
    from ..assets.disk_meshes import meshes_of

    return meshes_of(robot, report=report, packages=packages)


class _Planner:
    def __init__(self, robot: Robot, files: MeshSource | None) -> None:
        self.robot = robot
        self.files = files
        source = robot.source
        self.holds = isinstance(source, HoldsMeshes) and not isinstance(source, FindsMeshes)
        self.objects: list[PlannedObject] = []
        self.meshes: dict[str, MeshUse] = {}
        self.numbers: dict[Hashable, str] = {}

    def plan(self) -> ScenePlan:
        robot = self.robot
        properties = {scene.SOURCE: robot.name}
        self._add("robot", robot.name, None, IDENTITY, properties, key="robot")
        for link, joint in in_tree_order(robot):
            if joint is not None:
                self._joint(joint)
            self._link(link, joint)
        carried = {carrier.name for _, carrier in in_tree_order(robot) if carrier is not None}
        for joint in robot.joints:
            if joint.name not in carried:
                self._joint(joint)
        for loop in robot.loops:
            self._loop(loop.name)
        for coupling in robot.couplings:
            properties = {
                "predecessor": self._link_to(coupling.predecessor),
                "successor": self._link_to(coupling.successor),
                "ratio": coupling.ratio,
            }
            parent = self._known(coupling.successor)
            self._part("coupling", coupling.name, parent, IDENTITY, properties)
        for number, sensor in enumerate(robot.sensors):
            self._sensor(number, sensor.name or f"sensor_{number}")
        return ScenePlan(robot, tuple(self.objects), self.meshes)

    # Parts

    def _link(self, link: Link, joint: Joint | None) -> None:
        parent = "robot" if joint is None else f"joint:{joint.name}"
        properties = link_properties(link)
        if properties:
            properties[scene.LOCKED] = True
        self._part("link", link.name, parent, IDENTITY, properties)
        for role, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            for number, shape in enumerate(shapes):
                self._shape(link, role, number, shape)

    def _shape(self, link: Link, role: str, number: int, shape: Visual | Collision) -> None:
        path = PartPath("link", link.name).item(role, number)
        kind, mesh, scale = self._mesh(shape.geometry, path, seen=role == "visual")
        properties: dict[str, Any] = {
            scene.LINK: link.name,
            scene.INDEX: number,
            scene.SHAPE: kind,
            scene.NAME: shape.name or "",
        }
        if isinstance(shape.geometry, Mesh):
            properties["filename"] = shape.geometry.filename
        if isinstance(shape.geometry, Capsule):
            properties |= {"radius": shape.geometry.radius, "length": shape.geometry.length}
        self.objects.append(
            PlannedObject(
                f"{role}:{number}:{link.name}",
                role,
                shape_name(link.name, role, number),
                f"link:{link.name}",
                shape.origin,
                properties,
                scale,
                mesh,
                self.robot.material_of(shape) if isinstance(shape, Visual) else None,
            )
        )

    def _mesh(
        self, geometry: Geometry, path: PartPath, *, seen: bool
    ) -> tuple[str, str | None, Vector3]:
        """The kind of a shape, its mesh and the scale of its object."""
        match geometry:
            case Box():
                return "box", self._use(MeshUse("box", seen=True)), geometry.size
            case Cylinder(radius=r, length=length):
                return "cylinder", self._use(MeshUse("cylinder", seen=True)), (r, r, length)
            case Sphere(radius=r):
                return "sphere", self._use(MeshUse("sphere", seen=True)), (r, r, r)
            case Capsule(radius=r, length=length):
                return "capsule", self._use(MeshUse("capsule", (r, length), seen=True)), _ONE
            case Mesh(filename=filename, scale=scale):
                found = self.files
                content = None if found is None else found.content(geometry, path=path)
                if self.holds:
                    scale = _ONE  # it is in the mesh already
                if content is None:
                    return "mesh", None, scale
                use = MeshUse("mesh", (), content, filename, path, seen)
                return "mesh", self._use(use), scale
            case _:
                return "other", None, _ONE

    def _use(self, use: MeshUse) -> str:
        """The key of a mesh; what a visual uses is prepared to be seen."""
        known = (use.shape, use.size, use.content)
        key = self.numbers.setdefault(known, f"{use.shape}:{len(self.numbers)}")
        if key not in self.meshes or (use.seen and not self.meshes[key].seen):
            self.meshes[key] = use
        return key

    def _joint(self, joint: Joint) -> None:
        properties = joint_properties(joint)
        properties["parent_link"] = self._link_to(joint.parent)
        properties["child_link"] = self._link_to(joint.child)
        if joint.mimic is not None:
            known = joint.mimic.joint in self.robot.joints
            name = joint.mimic.joint
            properties["mimic"] = ObjectLink(f"joint:{name}") if known else name
        self._part("joint", joint.name, self._known(joint.parent), joint.origin, properties)

    def _loop(self, name: str) -> None:
        loop = self.robot.loops[name]
        far = f"loop_successor:{name}"
        properties = motion_properties(loop) | {
            "predecessor": self._link_to(loop.predecessor),
            "successor": self._link_to(loop.successor),
            "successor_frame": ObjectLink(far),
        }
        parent = self._known(loop.predecessor)
        self._part("loop", name, parent, loop.predecessor_origin, properties)
        self._add(
            "loop_successor",
            f"{name}_successor",
            self._known(loop.successor),
            loop.successor_origin,
            {"loop": ObjectLink(f"loop:{name}")},
            key=far,
        )

    def _sensor(self, number: int, name: str) -> None:
        sensor = self.robot.sensors[number]
        properties: dict[str, Any] = {scene.INDEX: number, "type": sensor.type}
        if sensor.update_rate is not None:
            properties["update_rate"] = sensor.update_rate
        if sensor.parent_joint:
            properties["parent_joint"] = self._joint_to(sensor.parent_joint)
        parent = self._known(sensor.parent)
        if sensor.parent_joint in self.robot.joints:
            parent = f"joint:{sensor.parent_joint}"
        key = f"sensor:{number}:{name}"
        self._add("sensor", name, parent, sensor.origin, properties, key=key, own=sensor.name)

    # Objects

    def _part(
        self, kind: str, name: str, parent: str, origin: Pose, properties: Mapping[str, Any]
    ) -> None:
        known = {scene.SOURCE: name, **properties}
        self._add(kind, name, parent, origin, known, key=f"{kind}:{name}")

    def _add(
        self,
        kind: str,
        name: str,
        parent: str | None,
        origin: Pose,
        properties: Mapping[str, Any],
        *,
        key: str,
        own: str | None = None,
    ) -> None:
        named = {scene.NAME: name if own is None else own, **properties}
        self.objects.append(PlannedObject(key, kind, name, parent, origin, named))

    def _known(self, link: str) -> str:
        return f"link:{link}" if link in self.robot.links else "robot"

    def _link_to(self, name: str) -> ObjectLink | str:
        return ObjectLink(f"link:{name}") if name in self.robot.links else name

    def _joint_to(self, name: str) -> ObjectLink | str:
        return ObjectLink(f"joint:{name}") if name in self.robot.joints else name


def in_tree_order(robot: Robot) -> list[tuple[Link, Joint | None]]:
    """Every link once, parents first, with the joint that carries it.

    Of several joints to one link the first carries it; where joints go round in a circle, the link
    that comes first in the file is carried by none.
    """
    order: list[tuple[Link, Joint | None]] = []
    seen: set[str] = set()

    def visit(start: Link, carrier: Joint | None) -> None:
        pending = [(start, carrier)]
        while pending:
            link, joint = pending.pop()
            if link.name in seen:
                continue
            seen.add(link.name)
            order.append((link, joint))
            for child in reversed(robot.child_joints.get(link.name, ())):
                target = robot.links.get(child.child)
                if target is not None and robot.parent_joints[child.child][0] is child:
                    pending.append((target, child))

    for link in robot.roots:
        visit(link, None)
    for link in robot.links:
        visit(link, None)
    return order
