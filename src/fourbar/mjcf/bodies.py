"""Links and joints as nested bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite

from ..numerics import TRANSFER_LOOP_INERTIA, TRANSFER_LOOP_MASS
from ..robot import Joint, Link, Pose
from ..transfer.base import WORLD
from ..transfer.closures import LightBody
from ..transfer.elementary import Freedom
from ..transfer.lowering import Lowered
from ..transfer.naming import Names
from ..xml.node import Node
from .text import inertial_attributes, placed, written

AddGeoms = Callable[[Node, Link], None]


class Bodies:
    """The tree of bodies, by the links and light bodies they stand for.

    Attributes
    ----------
    world
        The `<worldbody>`, which is the root link's body where that is called `world`.
    nodes, names
        The element and the name of each body, by link or light body.
    joints
        The joints' names in the file, by elementary joint.
    """

    def __init__(self, lowered: Lowered, add_geoms: AddGeoms) -> None:
        self.world = Node("worldbody")
        self.nodes: dict[str, Node] = {}
        self.names: dict[str, str] = {}
        self.joints: dict[str, str] = {}
        self.body_names = Names([WORLD], own=lowered.robot.links.names)
        self.joint_names = Names(own=lowered.robot.joints.names)
        self._lowered = lowered
        self._add_geoms = add_geoms
        self._light: dict[str, list[LightBody]] = {}
        for body in lowered.closures.bodies:
            self._light.setdefault(body.parent, []).append(body)
        self._build()

    def joint_nodes(self) -> Iterator[Node]:
        """The joints in the order in which MuJoCo lists them: bodies depth first."""
        pending = [self.world]
        while pending:
            node = pending.pop()
            yield from (c for c in node.children if c.tag in ("joint", "freejoint"))
            pending += [c for c in reversed(node.children) if c.tag == "body"]

    def _build(self) -> None:
        robot = self._lowered.robot
        root = robot.root
        if root.name == WORLD:
            node = self.world
            self.names[root.name] = WORLD
        else:
            node = self.world.add(Node("body", {"name": self._name(root.name)}))
            if root.inertial is not None:
                node.add(_inertial(root))
        self.nodes[root.name] = node
        self._fill(node, root)
        # A stack, since robots may be deeper than Python's calls.
        pending = [(joint, Pose()) for joint in reversed(robot.child_joints.get(root.name, ()))]
        while pending:
            joint, T_world_parent = pending.pop()
            T = T_world_parent @ joint.origin
            self._add(joint, T)
            below = robot.child_joints.get(joint.child, ())
            pending += [(each, T) for each in reversed(below)]

    def _add(self, joint: Joint, T_world_joint: Pose) -> None:
        link = self._lowered.robot.links[joint.child]
        freedoms = self._lowered.freedoms[joint.name]
        free = [freedom.kind for freedom in freedoms] == ["free"]
        # A free joint is for bodies in the world: what holds its parent does not move.
        parent = self.world if free else self.nodes[joint.parent]
        place = T_world_joint if free else joint.origin
        attributes = {"name": self._name(link.name), **placed(place)}
        node = parent.add(Node("body", attributes))
        self.nodes[link.name] = node
        if link.inertial is not None:
            node.add(_inertial(link))
        for freedom in freedoms:
            node.add(self._joint(freedom))
        self._fill(node, link)

    def _fill(self, node: Node, link: Link) -> None:
        self._add_geoms(node, link)
        for body in self._light.get(link.name, ()):
            name = self._name(body.name)
            inner = node.add(Node("body", {"name": name, **placed(body.origin)}))
            self.nodes[body.name] = inner
            mass, moment = (TRANSFER_LOOP_MASS,), (TRANSFER_LOOP_INERTIA,) * 3
            light = {"pos": "0 0 0", "mass": written(mass), "diaginertia": written(moment)}
            inner.add(Node("inertial", light))
            for freedom in body.freedoms:
                inner.add(self._joint(freedom))

    def _name(self, wanted: str) -> str:
        self.names[wanted] = self.body_names.give(wanted)
        return self.names[wanted]

    def _joint(self, freedom: Freedom) -> Node:
        name = self.joints[freedom.name] = self.joint_names.give(freedom.name)
        attributes = {"name": name, "type": freedom.kind}
        single = freedom.kind in ("hinge", "slide")
        if single:
            attributes["axis"] = written(freedom.axis)
        if is_range(freedom):
            attributes["range"] = written(bounds_of(freedom))
        effort = freedom.effort if single else None  # MuJoCo clamps no others
        if effort is not None and effort > 0.0 and isfinite(effort):
            attributes["actuatorfrcrange"] = written((-effort, effort))
        if freedom.damping is not None and freedom.damping > 0.0:
            attributes["damping"] = written((freedom.damping,))
        if freedom.friction is not None and freedom.friction > 0.0:
            attributes["frictionloss"] = written((freedom.friction,))
        if freedom.spring is not None:
            attributes["stiffness"] = written((freedom.spring.stiffness,))
            if freedom.spring.rest:
                attributes["springref"] = written((freedom.spring.rest,))
        if freedom.armature:
            attributes["armature"] = written((freedom.armature,))
        if attributes == {"name": name, "type": "free"}:
            return Node("freejoint", {"name": name})
        return Node("joint", attributes)


FAR = 1e6
"""[rad or m] The other bound of a range that ends on one side only."""


def is_range(freedom: Freedom) -> bool:
    """Whether a joint has a range that MuJoCo takes: one below the other, not both infinite."""
    lower, upper = freedom.lower, freedom.upper
    return lower < upper and (isfinite(lower) or isfinite(upper))


def bounds_of(freedom: Freedom) -> tuple[float, float]:
    """The range; a side without a bound gets one that is never reached."""
    return max(freedom.lower, -FAR), min(freedom.upper, FAR)


def _inertial(link: Link) -> Node:
    assert link.inertial is not None
    return Node("inertial", inertial_attributes(link.inertial))
