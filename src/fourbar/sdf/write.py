"""Robots as SDFormat 1.11, in the pose in which all loops are closed.

A joint is at zero in SDFormat where the file draws it. Loops are joints to a link that has a parent
already, and only mean something where they are closed: where zero is open, the file draws the
closed pose next to it, limits and mimics are given relative to that, and a finding tells by how
much each zero moved.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from ..diagnostics import PartPath, Report
from ..drake.constraints import NAMESPACE as DRAKE
from ..drake.constraints import Spelling, ball_nodes, filter_nodes, tendon_node
from ..drake.loops import balls_of, prepared, report_loops
from ..markup import numbers
from ..mechanics import Model, forward_kinematics
from ..numerics import SOLVED, TRANSFER_LIGHT_INERTIA, TRANSFER_LIGHT_MASS
from ..robot import Inertia, Inertial, Joint, Link, Loop, Pose, Robot
from ..spatial.rotation import quaternion_about, rpy_of_quaternion
from ..transfer.base import WORLD, Base, with_base
from ..transfer.closures import PointPair
from ..transfer.elementary import Freedom
from ..transfer.inertia import InertiaPolicy
from ..transfer.keeping import digest_of_nodes, kept_of
from ..transfer.losses import report_losses, report_names
from ..transfer.lowering import Lowered
from ..transfer.naming import Names
from ..transfer.positions import Positions, positions_at
from ..transfer.relations import Relation
from ..transfer.sound import check_tree, sound
from ..transfer.start import report_moved_zeros, start_configuration
from ..transfer.words import UNNAMED
from ..xml.node import Node
from ..xml.write import serialise
from .frames import KEPT, MODEL, NAMESPACE
from .not_held import report_not_held
from .shapes import shape_node
from .types import WRITTEN, is_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

_VERSION = "1.11"
LIGHT = Inertial(TRANSFER_LIGHT_MASS, Inertia(*(TRANSFER_LIGHT_INERTIA,) * 3))
"""SDFormat gives a link without `<inertial>` a mass of 1 kg."""


def write_sdf(
    robot: Robot,
    *,
    report: Report | None = None,
    base: Base = "auto",
    inertia: InertiaPolicy = "repair",
    lossless: bool = True,
) -> str:
    """The robot as SDFormat text.

    `base` holds the root or lets it float, and `inertia` repairs inertias or refuses, as for MJCF.
    `lossless` keeps the description's own words, so that `fourbar` reads back the same robot. What
    the format cannot hold is a finding.
    """
    return _written(robot, report, base, inertia, lossless, drake=False)


def write_drake_sdf(
    robot: Robot,
    *,
    report: Report | None = None,
    base: Base = "auto",
    inertia: InertiaPolicy = "repair",
    lossless: bool = True,
) -> str:
    """The robot as SDFormat text with what Drake adds to the format.

    Loops are `drake:ball_constraint`s, which hold in every pose, mimics are there in Drake's
    spelling too, and couplings of more joints are `drake:tendon_constraint`s.
    """
    return _written(robot, report, base, inertia, lossless, drake=True)


def _written(
    robot: Robot,
    report: Report | None,
    base: Base,
    inertia: InertiaPolicy,
    lossless: bool,
    *,
    drake: bool,
) -> str:
    found = Report() if report is None else report
    check_tree(robot)
    described = closed = with_base(robot, base)
    if drake:
        points = prepared(described)
        report_loops(points, described, report=found)
        closed = points.robot
    ready = sound(closed, report=found, inertia=inertia)
    lowered, model = ready.lowered, ready.model
    start = start_configuration(model, report=found, keep_zero=True)
    report_moved_zeros(model, start, report=found)
    writer = (_DrakeWriter if drake else _Writer)(lowered, model, start, found)
    root = writer.build()
    report_not_held(lowered, described, report=found, drake=drake)
    light = f"links without mass, which get {TRANSFER_LIGHT_MASS:g} kg"
    losses = [*writer.losses, *((light, path) for path in writer.without_mass)]
    report_losses("SDFormat", losses, lowered.robot, report=found)
    if lossless:
        kept = kept_of(described, digest_of_nodes(root))
        own = root.children[0].add(Node(KEPT, {"xmlns:fourbar": NAMESPACE}, text=kept.text))
        own.attributes["digest"] = kept.digest
    return serialise(root, None)


class _Writer:
    def __init__(
        self, lowered: Lowered, model: Model, start: NDArray[np.float64], report: Report
    ) -> None:
        self.lowered = lowered
        self.robot = lowered.robot
        self.model = model
        self.report = report
        self.at: Positions = positions_at(lowered, model, start)
        data = model.data()
        forward_kinematics(model, data, start, coordinates="spanning")
        self.poses = np.array(data.poses)
        own = (*self.robot.links.names, *self.robot.joints.names, *self.robot.loops.names)
        self.names = Names([WORLD], own=own, accept=_accepted)
        self.links: dict[str, str] = {}
        self.joints: dict[str, str] = {}
        self.without_mass: list[PartPath] = []
        self.losses: list[tuple[str, PartPath]] = []
        self.node = Node(
            "model",
            {"name": "robot" if not self.robot.name.strip() else _accepted(self.robot.name)},
        )

    def build(self) -> Node:
        root = Node("sdf", {"version": _VERSION})
        root.add(self.node)
        robot = self.robot
        for link in robot.links:
            self.links[link.name] = WORLD if self._is_world(link) else self.names.give(link.name)
        for joint in robot.joints:
            freedoms = self.lowered.freedoms[joint.name]
            if joint.kind.free or not freedoms:
                continue
            own = self.names.give(joint.name) if is_whole(joint) else ""
            for freedom in freedoms:
                self.joints[freedom.name] = own or self.names.give(freedom.name)
        self._report_names()
        base = robot.root
        if not self._is_world(base):
            self._link(base, WORLD, Pose(), frame=False)
            self._fixed(f"{base.name}_on_world", WORLD, self.links[base.name])
        pending = list(reversed(robot.child_joints.get(base.name, ())))
        while pending:
            joint = pending.pop()
            self._joint(joint)
            pending += reversed(robot.child_joints.get(joint.child, ()))
        self._loops()
        self._relations()
        return root

    def _is_world(self, link: Link) -> bool:
        return link is self.robot.root and link.name == WORLD

    def _report_names(self) -> None:
        links = {old: new for old, new in self.links.items() if old != new}
        report_names("link", links, self.robot, report=self.report)
        owners = {f.name: name for name, own in self.lowered.freedoms.items() for f in own}
        joints = {
            owners[freedom]: new
            for freedom, new in self.joints.items()
            if new not in (freedom, owners[freedom])
        }
        report_names("joint", joints, self.robot, report=self.report)

    def _link(self, link: Link, relative_to: str, place: Pose, *, frame: bool) -> None:
        name = self.links[link.name]
        bare = link.inertial is None and not (link.visuals or link.collisions)
        if frame and bare:
            attributes = {"name": name, "attached_to": relative_to}
            self.node.add(Node("frame", attributes)).add(_pose(place))
            return
        node = self.node.add(Node("link", {"name": name}))
        node.add(_pose(place, "" if relative_to == WORLD else relative_to))
        path = PartPath("link", link.name)
        if link.inertial is None:
            self.without_mass.append(path)
        node.add(_inertial(link.inertial or LIGHT))
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            for number, shape in enumerate(shapes):
                where = path.item(kind, number)
                inner = shape_node(kind, number, shape, self.robot, where, self.report)
                if inner is not None:
                    node.add(inner)

    def _fixed(self, name: str, parent: str, child: str) -> None:
        node = self.node.add(Node("joint", {"name": self.names.give(name), "type": "fixed"}))
        node.add(Node("parent", text=parent))
        node.add(Node("child", text=child))

    def _joint(self, joint: Joint) -> None:
        robot, link = self.robot, self.robot.links[joint.child]
        parent = self.links[joint.parent]
        freedoms = self.lowered.freedoms[joint.name]
        bare = link.inertial is None and not (link.visuals or link.collisions)
        if not joint.kind.moves and bare and parent != WORLD:
            self._link(link, parent, joint.origin, frame=True)
            return
        if joint.kind.free:
            T = self.poses[self.model.link_number(joint.child)]
            self._link(link, WORLD, Pose.from_matrix(T), frame=False)
            return
        steps: list[tuple[str, tuple[Freedom, ...]]] = (
            [(WRITTEN[joint.type], freedoms)]
            if is_whole(joint)
            else [(_single(freedom), (freedom,)) for freedom in freedoms]
        )
        if len(steps) > 1:
            which = " whose axes are not at right angles" if joint.type in WRITTEN else ""
            made = f"they are chains with links of {TRANSFER_LIGHT_MASS:g} kg between"
            what = f"{joint.type} joints{which}; {made}"
            self.losses.append((what, PartPath("joint", joint.name)))
        place, child = joint.origin, ""
        for number, (type_, own) in enumerate(steps):
            last = number == len(steps) - 1
            name = self.joints[own[0].name] if own else self.names.give(joint.name)
            child = self.links[joint.child] if last else self.names.give(f"{joint.child}:{number}")
            self._joint_node(name, type_, parent, child, place, own, joint)
            moved = self._moved(type_, own)
            if last:
                self._link(link, name, moved, frame=False)
            else:
                node = self.node.add(Node("link", {"name": child}))
                node.add(_pose(moved, name))
                node.add(_inertial(LIGHT))
            parent, place = child, Pose()
        assert child or not robot.joints

    def _moved(self, type_: str, own: tuple[Freedom, ...]) -> Pose:
        """Where the start has what a joint moves, seen from the joint's frame."""
        place = Pose()
        for freedom in own:
            values = self.at.get(freedom.name, (0.0,))
            if freedom.kind == "ball":
                x, y, z, w = values
                place = place @ Pose((0.0, 0.0, 0.0), rpy_of_quaternion((x, y, z, w)))
            elif freedom.kind == "slide":
                x, y, z = (values[0] * c for c in freedom.axis)
                place = place @ Pose((x, y, z))
            else:
                turn = quaternion_about(freedom.axis, values[0])
                place = place @ Pose((0.0, 0.0, 0.0), rpy_of_quaternion(turn))
        return place

    def _joint_node(
        self,
        name: str,
        type_: str,
        parent: str,
        child: str,
        place: Pose,
        own: tuple[Freedom, ...],
        joint: Joint,
    ) -> None:
        node = self.node.add(Node("joint", {"name": name, "type": type_}))
        node.add(_pose(place, MODEL if parent == WORLD else parent))
        node.add(Node("parent", text=parent))
        node.add(Node("child", text=child))
        if type_ == "screw":
            node.add(Node("screw_thread_pitch", text=numbers([joint.pitch or 0.0])))
            own = own[:1]
        for number, freedom in enumerate(own if type_ not in ("ball", "fixed") else ()):
            axis = freedom.axis
            if number == 1:  # the second axis of a universal joint turns with the first
                turn = quaternion_about(own[0].axis, self.at[own[0].name][0])
                x, y, z = _turned(turn, axis)
                axis = (x, y, z)
            node.add(self._axis("axis2" if number else "axis", axis, freedom))

    def _axis(self, tag: str, axis: Iterable[float], freedom: Freedom) -> Node:
        node = Node(tag)
        node.add(Node("xyz", text=numbers(c + 0.0 for c in axis)))
        limit = Node("limit")
        zero = self.at[freedom.name][0]
        for name, bound in (("lower", freedom.lower), ("upper", freedom.upper)):
            if isfinite(bound):
                limit.add(Node(name, text=numbers([bound - zero])))
        for name, value in (("effort", freedom.effort), ("velocity", freedom.velocity)):
            if value is not None and isfinite(value):
                limit.add(Node(name, text=numbers([value])))
        if limit.children:
            node.add(limit)
        dynamics = Node("dynamics")
        for name, value in (("damping", freedom.damping), ("friction", freedom.friction)):
            if value is not None:
                dynamics.add(Node(name, text=numbers([value])))
        if freedom.spring is not None:
            rest = freedom.spring.rest - zero
            dynamics.add(Node("spring_reference", text=numbers([rest])))
            dynamics.add(Node("spring_stiffness", text=numbers([freedom.spring.stiffness])))
        if dynamics.children:
            node.add(dynamics)
        return node

    def _loops(self) -> None:
        for loop in self.robot.loops:
            self._loop(loop)

    def _loop(self, loop: Loop) -> None:
        """A joint to a link that has a parent already, drawn on the successor."""
        if loop.kind.free or loop.type not in WRITTEN:
            return
        T_P = (
            self.poses[self.model.link_number(loop.predecessor)] @ loop.predecessor_origin.matrix()
        )
        T_S = self.poses[self.model.link_number(loop.successor)] @ loop.successor_origin.matrix()
        name = self.names.give(loop.name)
        node = self.node.add(Node("joint", {"name": name, "type": WRITTEN[loop.type]}))
        node.add(_pose(loop.successor_origin, self.links[loop.successor]))
        node.add(Node("parent", text=self.links[loop.predecessor]))
        node.add(Node("child", text=self.links[loop.successor]))
        if loop.kind.pitched:
            node.add(Node("screw_thread_pitch", text=numbers([loop.pitch or 0.0])))
        R = T_S[:3, :3].T @ T_P[:3, :3]
        first = np.array(loop.axis) / np.linalg.norm(loop.axis)
        if loop.kind.axes:
            axis = R @ first if loop.kind.axes > 1 else first
            node.add(_free_axis("axis", axis.tolist()))
        if loop.kind.axes > 1:
            second = np.array(loop.second_axis) / np.linalg.norm(loop.second_axis)
            node.add(_free_axis("axis2", second.tolist()))

    def _relations(self) -> None:
        """Relations of two joints as `<mimic>` of the first."""
        nodes = {n.attributes["name"]: n for n in self.node.children if n.tag == "joint"}
        for relation in self.lowered.relations:
            if relation.kind in ("thread", "locked") or len(relation.terms) != 2:
                continue
            (follower, a), (leader, b) = relation.terms
            axis = nodes[self.joints[follower]].find("axis")
            if axis is None or axis.find("mimic") is not None or a == 0.0:
                continue
            multiplier, offset = -b / a, -relation.constant / a
            shift = multiplier * self.at[leader][0] + offset - self.at[follower][0]
            shift = 0.0 if abs(shift) < SOLVED else shift
            mimic = axis.add(Node("mimic", {"joint": self.joints[leader]}))
            mimic.add(Node("multiplier", text=numbers([multiplier])))
            mimic.add(Node("offset", text=numbers([shift])))
            mimic.add(Node("reference", text="0"))
            if relation.kind == "coupling":
                self.losses.append((UNNAMED, relation.path))


class _Text(Spelling):
    """Values are text, and no two things of a model share a name."""

    def __init__(self, writer: _DrakeWriter) -> None:
        self._writer = writer

    def leaf(self, tag: str, attribute: str, value: str) -> Node:
        """An element with one value, which is its text."""
        return Node(tag, text=value)

    def link(self, link: str) -> str:
        """The name of a link in the file."""
        return self._writer.links[link]

    def name(self, wanted: str) -> str:
        """A name that nothing else has."""
        return self._writer.names.give(wanted)


class _DrakeWriter(_Writer):
    """With constraints of Drake in the place of second parents."""

    @property
    def _spelling(self) -> Spelling:
        return _Text(self)

    def build(self) -> Node:
        root = super().build()
        root.attributes["xmlns:drake"] = DRAKE
        pairs = [p for p in self.robot.disabled_collisions if {p.link1, p.link2} <= set(self.links)]
        for node in filter_nodes(pairs, self._spelling):
            self.node.add(node)
        return root

    def _loops(self) -> None:
        balls = [self._on_links(b) for b in balls_of(self.robot, self.lowered.closures)]
        for node in ball_nodes(balls, self._spelling):
            self.node.add(node)

    def _on_links(self, ball: PointPair) -> PointPair:
        """With ends on links: a frame of the file is not a body in Drake."""
        bodies = {node.attributes["name"] for node in self.node.children if node.tag == "link"}
        ends: list[tuple[str, Pose]] = []
        for link, pose in (
            (ball.predecessor, ball.on_predecessor),
            (ball.successor, ball.on_successor),
        ):
            while self.links[link] not in bodies:
                joint = self.robot.parent_joints[link][0]
                link, pose = joint.parent, joint.origin @ pose
            ends.append((link, pose))
        (p, on_p), (s, on_s) = ends
        return PointPair(ball.name, ball.loop, p, s, on_p, on_s)

    def _relations(self) -> None:
        super()._relations()
        held = {"mimic", "coupling"}
        for joint in [n for n in self.node.children if n.tag == "joint"]:
            axis = joint.find("axis")
            mimic = None if axis is None else axis.find("mimic")
            if mimic is not None:
                values = {child.tag: child.text for child in mimic.children}
                words = ("multiplier", "offset")
                own = {"joint": mimic.attributes["joint"], **{w: values[w] for w in words}}
                joint.add(Node("drake:mimic", own))
        for relation in self.lowered.relations:
            if relation.kind in held and len(relation.terms) != 2:
                self._tendon(relation)

    def _tendon(self, relation: Relation) -> None:
        if not all(len(self.at[name]) == 1 for name, _ in relation.terms):
            return
        terms = [(self.joints[name], factor) for name, factor in relation.terms]
        shift = sum(factor * self.at[name][0] for name, factor in relation.terms)
        constant = relation.constant + shift
        constant = 0.0 if abs(constant) < SOLVED else constant
        self.node.add(tendon_node(relation.name, terms, constant, self._spelling))


def _single(freedom: Freedom) -> str:
    return "prismatic" if freedom.kind == "slide" else "revolute"


def _turned(turn: tuple[float, float, float, float], axis: Iterable[float]) -> tuple[float, ...]:
    from ..spatial.rotation import matrix_of
    from ..spatial.vector import applied

    return applied(matrix_of(turn), tuple(axis))


def _free_axis(tag: str, axis: list[float]) -> Node:
    node = Node(tag)
    node.add(Node("xyz", text=numbers(c + 0.0 for c in axis)))
    return node


def _pose(pose: Pose, relative_to: str = "") -> Node:
    attributes = {"relative_to": relative_to} if relative_to else {}
    text = numbers(value + 0.0 for value in (*pose.xyz, *pose.rpy))
    return Node("pose", attributes, text=text)


def _inertial(inertial: Inertial) -> Node:
    node = Node("inertial")
    node.add(_pose(inertial.origin))
    node.add(Node("mass", text=numbers([inertial.mass])))
    tensor = node.add(Node("inertia"))
    for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"):
        tensor.add(Node(name, text=numbers([getattr(inertial.inertia, name)])))
    return node


def _accepted(name: str) -> str:
    """A name that SDFormat takes: no `::`, no spaces around it, and none that it reserves."""
    name = name.replace("::", "__").strip() or "_"
    reserved = name.startswith("__") and name.endswith("__")
    return f"_{name.strip('_')}" if reserved else name
