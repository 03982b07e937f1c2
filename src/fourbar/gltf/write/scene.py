"""A robot as a tree of nodes, and as a model of the extension that points into it.

    parent link -> joint_<name>_origin -> joint_<name>_dof0 -> ... -> child link

Origin nodes carry the description's fixed poses, DOF nodes nothing but the joint's position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from ... import rules
from ...diagnostics import PartPath, Report
from ...robot import (
    IDENTITY,
    Collision,
    Configuration,
    Geometry,
    Joint,
    JointPosition,
    Link,
    Material,
    Mesh,
    Planar,
    Pose,
    Robot,
)
from ...robot.source import position_path
from ...spatial.rotation import IDENTITY as NO_TURN
from ...spatial.rotation import product, quaternion_about, quaternion_of_rpy
from ..basis import GLTF, Basis
from ..describe import (
    inertial_record,
    joint_record,
    loop_record,
    pose_record,
    shape_record,
)
from ..dofs import from_model
from ..findings import report_part
from ..run.displacement import slide_of

Record = dict[str, Any]
AddVisual = Callable[[Geometry, Material | None, PartPath], int | None]
AddCollision = Callable[[Geometry, PartPath], int | None]


class SceneBuilder:
    """Appends the nodes of one robot to those of a file and describes them."""

    def __init__(
        self,
        robot: Robot,
        nodes: list[Record],
        *,
        basis: Basis,
        planar: Planar,
        rest: Mapping[str, tuple[float, ...]],
        add_visual: AddVisual,
        add_collision: AddCollision,
        written: Mapping[tuple[str, str], str],
        report: Report,
    ) -> None:
        self.robot = robot
        self.nodes = nodes
        self.basis = basis
        self.planar: Planar = planar
        self.rest = rest
        self._add_visual = add_visual
        self._add_collision = add_collision
        self._written = written
        self._report = report
        self._link_nodes: dict[str, int] = {}
        self._followers = self._find_followers()

    def build(self, *, placement: Pose = IDENTITY) -> tuple[int, Record]:
        """The root node, and the model that describes the robot below it."""
        robot = self.robot
        root = self._root(placement)
        links = [self._link(link) for link in robot.links]
        for link in robot.roots:
            self._attach(self._link_nodes[link.name], root)
        joints = [self._joint(index) for index in range(len(robot.joints))]
        model: Record = {"name": robot.name, "rootNode": root, "links": links, "joints": joints}
        if robot.loops:
            model["loops"] = [self._loop(index) for index in range(len(robot.loops))]
        if robot.couplings:
            model["couplings"] = [self._coupling(index) for index in range(len(robot.couplings))]
        if robot.configurations:
            model["configurations"] = self._configurations()
        return root, model

    # Nodes

    def _node(self, name: str, parent: int | None = None, **fields: Any) -> int:
        number = len(self.nodes)
        self.nodes.append({"name": name, **fields})
        if parent is not None:
            self._attach(number, parent)
        return number

    def _attach(self, child: int, parent: int) -> None:
        self.nodes[parent].setdefault("children", []).append(child)

    def _root(self, placement: Pose) -> int:
        # Where a robot stands is said in glTF's axes whatever the basis below.
        turn = GLTF.quaternion(quaternion_of_rpy(placement.rpy))
        turn = product(turn, self.basis.root_rotation)
        fields: Record = {}
        if any(placement.xyz):
            fields["translation"] = list(GLTF.vector(placement.xyz))
        if turn != NO_TURN:
            fields["rotation"] = list(turn)
        name = self.robot.name if len(self.robot.roots) == 1 else "world"
        return self._node(name, **fields)

    # Links

    def _link(self, link: Link) -> Record:
        node = self._link_nodes[link.name] = self._node(link.name)
        record: Record = {"name": link.name, "node": node}
        path = PartPath("link", link.name)
        visuals: list[int] = []
        for number, visual in enumerate(link.visuals):
            mesh = self._add_visual(
                visual.geometry, self.robot.material_of(visual), path.item("visual", number)
            )
            fields = pose_record(visual.origin, self.basis)
            if mesh is not None:
                fields["mesh"] = mesh
            name = visual.name or _numbered(link.name, "visual", number, len(link.visuals))
            visuals.append(self._node(name, node, **fields))
        if visuals:
            record["visualNodes"] = visuals
        if link.collisions:
            self._collisions(link, record, path)
        if link.inertial is not None:
            inertial = inertial_record(link.inertial, self.basis)
            if inertial is not None:
                record["inertial"] = inertial
        return self._with_text(record, "link", link.name)

    def _collisions(self, link: Link, record: Record, path: PartPath) -> None:
        entries: list[Record] = []
        for number, collision in enumerate(link.collisions):
            name = collision.name or _numbered(link.name, "collision", number, len(link.collisions))
            node = self._node(
                name, self._link_nodes[link.name], **pose_record(collision.origin, self.basis)
            )
            entry: Record = {"node": node}
            entry.update(self._collision_shape(collision, path.item("collision", number)))
            entries.append(entry)
        record["collisionNodes"] = [entry["node"] for entry in entries]
        record["collisions"] = entries

    def _collision_shape(self, collision: Collision, path: PartPath) -> Record:
        shape = shape_record(collision.geometry, self.basis)
        if shape is not None:
            return {"shape": shape}
        if not isinstance(collision.geometry, Mesh):
            return {}
        mesh = self._add_collision(collision.geometry, path)
        return {} if mesh is None else {"mesh": mesh}

    # Joints

    def _joint(self, index: int) -> Record:
        joint = self.robot.joints[index]
        described = joint_record(joint, self.basis, planar=self.planar)
        parent, child = self._link_nodes[joint.parent], self._link_nodes[joint.child]
        stem = f"joint_{joint.name}"
        origin = self._node(f"{stem}_origin", parent, **pose_record(joint.origin, self.basis))
        dof_nodes: list[int] = []
        last = origin
        for number, (dof, value) in enumerate(
            zip(described["dofs"], self.rest[joint.name], strict=True)
        ):
            last = self._node(f"{stem}_dof{number}", last, **channel(dof, value))
            dof_nodes.append(last)
            dof["default"] = value
        self._attach(child, last)
        record: Record = {
            "name": joint.name,
            "type": joint.type,
            "parentLink": self.robot.links.position(joint.parent),
            "childLink": self.robot.links.position(joint.child),
            "originNode": origin,
            "dofNodes": dof_nodes,
            **described,
        }
        mimic = joint.mimic
        if mimic is not None and joint.name in self._followers:
            record["mimic"] = {
                "joint": self.robot.joints.position(mimic.joint),
                "multiplier": mimic.multiplier,
                "offset": mimic.offset,
            }
        return self._with_text(record, "joint", joint.name)

    def _find_followers(self) -> set[str]:
        """The joints whose mimic is written: one DOF follows one DOF, and the chain has an end."""
        joints = self.robot.joints
        ends: dict[str, bool] = {}
        for joint in joints:
            chain: dict[str, None] = {}
            at = joint
            while at.name not in ends and at.name not in chain:
                chain[at.name] = None
                mimic = at.mimic
                if mimic is None or mimic.joint not in joints:
                    ends[at.name] = True
                    break
                at = joints[mimic.joint]
            sound = ends.get(at.name, False)
            ends.update(dict.fromkeys(chain, sound))
        found: set[str] = set()
        for joint in joints:
            if joint.mimic is None:
                continue
            leader = joint.mimic.joint
            counts = [len(self.rest.get(name, ())) for name in (joint.name, leader)]
            if ends[joint.name] and counts == [1, 1]:
                found.add(joint.name)
                continue
            why = f"joint '{joint.name}' mimics '{leader}', "
            if leader not in joints:
                why += "which does not exist"
            elif not ends[joint.name]:
                why += "which mimics it in turn"
            elif counts[0] == 1:
                why += f"which has {counts[1]} degrees of freedom"
            else:
                why += f"and has {counts[0]} degrees of freedom itself"
            message = f"{why}; the mimic is left out"
            path = PartPath("joint", joint.name) / "mimic"
            report_part(
                self._report, rules.gltf.MIMIC_NOT_CONVERTED, message, robot=self.robot, path=path
            )
        return found

    # What closes the tree

    def _loop(self, index: int) -> Record:
        loop = self.robot.loops[index]
        ends: Record = {}
        for side, link, pose in (
            ("predecessor", loop.predecessor, loop.predecessor_origin),
            ("successor", loop.successor, loop.successor_origin),
        ):
            ends[f"{side}Link"] = self.robot.links.position(link)
            ends[f"{side}Node"] = self._node(
                f"loop_{loop.name}_{side}", self._link_nodes[link], **pose_record(pose, self.basis)
            )
        described = loop_record(loop, self.basis)
        record = {"name": loop.name, "type": loop.type, **ends, **described}
        return self._with_text(record, "loop", loop.name)

    def _coupling(self, index: int) -> Record:
        coupling = self.robot.couplings[index]
        record = {
            "name": coupling.name,
            "predecessorLink": self.robot.links.position(coupling.predecessor),
            "successorLink": self.robot.links.position(coupling.successor),
            "ratio": coupling.ratio,
        }
        return self._with_text(record, "coupling", coupling.name)

    def _configurations(self) -> Record:
        configurations: Record = {}
        for configuration in self.robot.configurations:
            given = {position.joint: position for position in configuration.positions}
            positions = [
                self._position(configuration, joint, given[joint.name])
                if joint.name in given and joint.kind.moves
                else None
                for joint in self.robot.joints
            ]
            entry: Record = {"jointPositions": positions}
            key = configuration.name
            if configuration.group is not None:
                entry["extras"] = {"group": configuration.group}
            if key in configurations:  # states of one name in several groups
                key = f"{configuration.group or ''}/{configuration.name}"
                entry.setdefault("extras", {})["name"] = configuration.name
            while key in configurations:
                key += "'"
            configurations[key] = entry
        return configurations

    def _position(
        self, configuration: Configuration, joint: Joint, position: JointPosition
    ) -> float | list[float] | None:
        """A joint's DOF values in a configuration; None, with a finding, where they do not fit."""
        values = position.fit(joint.kind, self.planar)
        if values is None:
            given, wanted = len(position.values), joint.kind.nq(self.planar)
            if given != wanted:
                values_text = "1 value" if given == 1 else f"{given} values"
                problem = f"{values_text}, expected {wanted},"
            elif all(map(isfinite, position.values)):
                problem = "a quaternion of length zero"
            else:
                problem = "a value that is not finite"
            message = (
                f"configuration '{configuration.name}' has {problem} for joint '{joint.name}' "
                f"({joint.type}); the joint is left out"
            )
            wider = given != wanted and given == joint.kind.nq("xyt")
            note = "Convert with planar 'xyt' to keep the angle." if wider else ""
            report_part(
                self._report,
                rules.gltf.CONFIGURATION_NOT_CONVERTED,
                message,
                *filter(None, [note]),
                robot=self.robot,
                path=position_path(configuration, joint.name),
            )
            return None
        dofs = from_model(joint, values)
        return dofs[0] if len(dofs) == 1 else list(dofs)

    def _with_text(self, record: Record, tag: str, name: str) -> Record:
        text = self._written.get((tag, name))
        if text is not None:
            record["extras"] = {"urdf": text}
        return record


def channel(dof: Record, value: float) -> Record:
    """What a DOF node carries at a position [rad or m]."""
    if value == 0.0:
        return {}
    fields: Record = {}
    slide = slide_of(dof["motion"], dof.get("pitch"), value)
    if slide is not None:
        fields["translation"] = [c * slide + 0.0 for c in dof["axis"]]
    if dof["motion"] != "translation":
        fields["rotation"] = list(quaternion_about(dof["axis"], value))
    return fields


def _numbered(link: str, what: str, number: int, count: int) -> str:
    return f"{link}_{what}" if count == 1 else f"{link}_{what}{number}"
