"""The extension's JSON as typed records; what is wrong is reported and left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ... import rules
from ...gltf_file.json_value import length
from ...robot import Vector3
from ...robot.kind import MOTIONS, kind_of
from ..findings import GltfFindings, pointer_to
from .json_object import JsonObject
from .shape import ShapeRecord, read_shape

EXTENSION = "EXT_robot_kinematics"
POINTER = pointer_to("extensions", EXTENSION)
MAX_MODELS = 10_000

JOINT_KEYS = [
    "name",
    "type",
    "parentLink",
    "childLink",
    "originNode",
    "dofNodes",
    "dofs",
    "mimic",
    "dynamics",
    "spring",
    "safety",
    "calibration",
    "independent",
]


@dataclass(frozen=True, slots=True)
class DofRecord:
    """One scalar degree of freedom."""

    motion: str
    axis: Vector3
    lower: float | None
    upper: float | None
    velocity: float | None
    effort: float | None
    default: float
    pitch: float | None
    place: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True)
class MimicRecord:
    """Follow another joint."""

    joint: int
    multiplier: float
    offset: float


@dataclass(frozen=True, slots=True)
class JointRecord:
    """A joint and its nodes."""

    name: str
    type: str
    parent: int
    child: int
    origin_node: int
    dof_nodes: tuple[int, ...]
    dofs: tuple[DofRecord, ...]
    mimic: MimicRecord | None
    place: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True)
class CollisionRecord:
    """A collision shape or mesh at a node."""

    node: int
    shape: ShapeRecord | None
    mesh: int | None


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """A link and its nodes."""

    name: str
    node: int
    visual_nodes: tuple[int, ...]
    collision_nodes: tuple[int, ...]
    collisions: tuple[CollisionRecord, ...]
    place: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True)
class LoopRecord:
    """A joint that closes a loop between two nodes."""

    name: str
    type: str
    predecessor: int
    successor: int
    predecessor_node: int
    successor_node: int
    axis: Vector3 | None
    axis2: Vector3 | None
    pitch: float | None
    place: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True)
class CouplingRecord:
    """A ratio between joint positions."""

    name: str
    predecessor: int
    successor: int
    ratio: float
    place: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """One robot of a file; `whole` where nothing that holds it together is missing."""

    name: str
    root_node: int
    links: tuple[LinkRecord, ...]
    joints: tuple[JointRecord, ...]
    loops: tuple[LoopRecord, ...]
    couplings: tuple[CouplingRecord, ...]
    whole: bool
    place: JsonObject = field(repr=False)


def read_models(root: dict[str, Any], node_count: int, findings: GltfFindings) -> list[ModelRecord]:
    """The robots that the extension describes."""
    extensions = JsonObject(root, "", findings).object("extensions")
    extension = None if extensions is None else extensions.object(EXTENSION)
    if extension is None:
        return []
    models = extension.objects("models", required=True) or []
    if extension.value.get("models") == []:
        extension.wrong("models", "a non-empty list of robots")
    if len(models) > MAX_MODELS:
        message = f"the file has {len(models)} models; the limit is {MAX_MODELS}"
        findings.add(rules.gltf.GLTF_TOO_LARGE, extension.at("models"), message)
        models = []
    extension.only("models")
    mesh_count = length(root.get("meshes"))
    found = [_ModelReader(place, node_count, mesh_count).read() for place in models]
    return [model for model in found if model is not None]


class _ModelReader:
    def __init__(self, place: JsonObject, node_count: int, mesh_count: int) -> None:
        self.place = place
        self.node_count = node_count
        self.mesh_count = mesh_count
        self.link_count = length(place.value.get("links"))
        self.joint_count = length(place.value.get("joints"))

    def read(self) -> ModelRecord | None:
        place = self.place
        place.only(
            "name", "rootNode", "links", "joints", "loops", "couplings", "configurations", "source"
        )
        name = place.value.get("name")
        if name is not None:
            name = place.text("name")
        root = self._node(place, "rootNode")
        links = [self._link(each) for each in place.objects("links", required=True) or []]
        if place.value.get("links") == []:
            place.wrong("links", "a non-empty list of links")
        joints = [self._joint(each) for each in place.objects("joints", required=True) or []]
        loops = [self._loop(each) for each in place.objects("loops") or []]
        couplings = [self._coupling(each) for each in place.objects("couplings") or []]
        if root is None:
            return None
        sound = tuple(link for link in links if link is not None)
        moving = tuple(joint for joint in joints if joint is not None)
        return ModelRecord(
            name if isinstance(name, str) else "robot",
            root,
            sound,
            moving,
            tuple(loop for loop in loops if loop is not None),
            tuple(coupling for coupling in couplings if coupling is not None),
            whole=None not in links and None not in joints and None not in loops and bool(links),
            place=place,
        )

    def _node(self, place: JsonObject, key: str) -> int | None:
        return place.index(key, self.node_count, "nodes")

    def _link_index(self, place: JsonObject, key: str) -> int | None:
        return place.index(key, self.link_count, "links")

    def _link(self, place: JsonObject) -> LinkRecord | None:
        place.only("name", "node", "visualNodes", "collisionNodes", "collisions", "inertial")
        name, node = place.name(), self._node(place, "node")
        visuals = place.indices("visualNodes", self.node_count, "nodes", unique=True)
        collisions = place.indices("collisionNodes", self.node_count, "nodes", unique=True)
        shapes = [self._collision(each) for each in place.objects("collisions") or []]
        if name is None or node is None:
            return None
        sound = tuple(shape for shape in shapes if shape is not None)
        return LinkRecord(name, node, tuple(visuals or ()), tuple(collisions or ()), sound, place)

    def _collision(self, place: JsonObject) -> CollisionRecord | None:
        place.only("node", "shape", "mesh")
        node = self._node(place, "node")
        mesh = place.index("mesh", self.mesh_count, "meshes", required=False)
        shape = read_shape(place)
        return None if node is None else CollisionRecord(node, shape, mesh)

    def _joint(self, place: JsonObject) -> JointRecord | None:
        place.only(*JOINT_KEYS)
        name, kind = place.name(), place.text("type")
        parent = self._link_index(place, "parentLink")
        child = self._link_index(place, "childLink")
        origin = self._node(place, "originNode")
        moves = kind is None or (known := kind_of(kind)) is None or known.moves
        dof_nodes = place.indices("dofNodes", self.node_count, "nodes", required=moves, unique=True)
        listed = place.objects("dofs", required=moves)
        dofs = [_dof(each) for each in listed or []]
        mimic = self._mimic(place)
        for key in ("dynamics", "spring", "safety", "calibration"):
            _numbers(place.object(key))
        place.boolean("independent")
        if name is None or kind is None or parent is None or child is None or origin is None:
            return None
        if dof_nodes is None or listed is None or None in dofs:
            return None
        if len(dof_nodes) != len(dofs):
            message = (
                f"joint '{name}': dofNodes has length {len(dof_nodes)}, "
                f"but dofs has length {len(dofs)}"
            )
            place.findings.add(rules.gltf.DOF_COUNT, place.at("dofs"), message)
            return None
        sound = tuple(dof for dof in dofs if dof is not None)
        return JointRecord(name, kind, parent, child, origin, tuple(dof_nodes), sound, mimic, place)

    def _mimic(self, joint: JsonObject) -> MimicRecord | None:
        place = joint.object("mimic")
        if place is None:
            return None
        place.only("joint", "multiplier", "offset")
        index = place.index("joint", self.joint_count, "joints")
        multiplier, offset = place.number("multiplier"), place.number("offset")
        if index is None:
            return None
        return MimicRecord(
            index, 1.0 if multiplier is None else multiplier, 0.0 if offset is None else offset
        )

    def _loop(self, place: JsonObject) -> LoopRecord | None:
        place.only(
            "name",
            "type",
            "predecessorLink",
            "successorLink",
            "predecessorNode",
            "successorNode",
            "axis",
            "axis2",
            "pitch",
        )
        name, kind = place.name(), place.text("type")
        links = [self._link_index(place, f"{side}Link") for side in ("predecessor", "successor")]
        nodes = [self._node(place, f"{side}Node") for side in ("predecessor", "successor")]
        axis, axis2 = place.vector("axis", 3), place.vector("axis2", 3)
        (before, after), (node_before, node_after) = links, nodes
        if name is None or kind is None or before is None or after is None:
            return None
        if node_before is None or node_after is None:
            return None
        return LoopRecord(
            name,
            kind,
            before,
            after,
            node_before,
            node_after,
            _vector3(axis),
            _vector3(axis2),
            place.number("pitch"),
            place,
        )

    def _coupling(self, place: JsonObject) -> CouplingRecord | None:
        place.only("name", "predecessorLink", "successorLink", "ratio")
        name = place.name()
        before = self._link_index(place, "predecessorLink")
        after = self._link_index(place, "successorLink")
        ratio = place.number("ratio", required=True)
        if name is None or before is None or after is None or ratio is None:
            return None
        return CouplingRecord(name, before, after, ratio, place)


def _dof(place: JsonObject) -> DofRecord | None:
    place.only("motion", "axis", "limit", "default", "pitch")
    motion = place.text("motion")
    if motion is not None and motion not in MOTIONS:
        place.wrong("motion", " or ".join(f"'{each}'" for each in MOTIONS))
        motion = None
    axis = _vector3(place.vector("axis", 3, required=True))
    limit = place.object("limit") or JsonObject({}, place.at("limit"), place.findings)
    limit.only("lower", "upper", "velocity", "effort")
    default = place.number("default")
    numbers = [limit.number(key) for key in ("lower", "upper", "velocity", "effort")]
    if motion is None or axis is None:
        return None
    lower, upper, velocity, effort = numbers
    pitch = place.number("pitch", required=motion == "screw")
    rest = 0.0 if default is None else default
    return DofRecord(motion, axis, lower, upper, velocity, effort, rest, pitch, place)


def _numbers(place: JsonObject | None) -> None:
    if place is not None:
        for key, _ in place.members():
            if key not in ("extras", "extensions"):
                place.number(key)


def _vector3(v: tuple[float, ...] | None) -> Vector3 | None:
    return None if v is None else (v[0], v[1], v[2])
