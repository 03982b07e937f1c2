"""Robots as URDF for Drake: its joint types, and loops and couplings as its constraints."""

from __future__ import annotations

from collections.abc import Collection

from ..diagnostics import PartPath, Report
from ..markup import number
from ..mechanics.drive import drake_values
from ..record import replace
from ..robot import (
    CollisionPair,
    Joint,
    Link,
    Mimic,
    Planar,
    RawElement,
    Robot,
    Transmission,
    TransmissionEnd,
)
from ..transfer.base import WORLD, Base, with_base
from ..transfer.error import TransferError
from ..transfer.inertia import InertiaPolicy
from ..transfer.losses import report_losses
from ..transfer.lowering import Lowered, lower
from ..transfer.naming import Names
from ..transfer.relations import Relation
from ..transfer.sound import accepted, check_tree
from ..transfer.words import UNNAMED
from ..urdf.write import report_states, robot_node
from ..xml.node import Node
from ..xml.tree import Document
from ..xml.write import serialise
from .constraints import NAMESPACE, Spelling, ball_nodes, filter_nodes, tendon_node
from .joints import WORDS, Chains, in_chains
from .loops import Prepared, balls_of, prepared, report_loops
from .not_held import names_any, report_not_held

_PITCH = "screw_thread_pitch"
_SPELLING = Spelling()


def write_drake_urdf(
    robot: Robot,
    *,
    report: Report | None = None,
    base: Base = "auto",
    inertia: InertiaPolicy = "repair",
    planar: Planar = "xy",
) -> str:
    """The robot as URDF that Drake reads as it is meant.

    Drake lets a root float that nothing holds: it is fixed to `world` here, unless `base` is
    "floating". Balls, universal joints and screws are `<drake:joint>`s; so are planar joints with
    `planar="xyt"`, which else are two slides. Loops are ball constraints, mimics of one joint by
    another stay, and all other couplings are tendon constraints. What Drake cannot do is a finding.
    """
    found = Report() if report is None else report
    check_tree(robot)
    closed = prepared(_on_world(robot, base))
    lowered = lower(closed.robot, planar=planar)
    lowered = replace(lowered, robot=accepted(lowered.robot, report=found, inertia=inertia))
    chains = in_chains(lowered)
    parted = [name for name in robot.joints.names if name not in chains.robot.joints]
    relations = _Relations(lowered, chains)
    _report(robot, closed, lowered, chains, parted, found)
    report_losses("Drake's URDF", relations.unnamed, robot, report=found)
    return _text(lowered, relations, parted, robot)


def _on_world(robot: Robot, base: Base) -> Robot:
    """With the world as its root, which is where Drake begins."""
    robot = with_base(robot, base)
    root = robot.root.name
    if root == WORLD:
        return robot
    if WORLD in robot.links:
        raise TransferError("the robot has a link 'world' that is not its root, as Drake wants it")
    name = Names(robot.joints.names).give(f"{root}_on_world")
    links = (Link(WORLD), *robot.links)
    return robot.replace(links=links, joints=(Joint(name, "fixed", WORLD, root), *robot.joints))


def _text(lowered: Lowered, relations: _Relations, parted: Collection[str], given: Robot) -> str:
    robot = relations.robot
    drives = [t for t in robot.transmissions if not names_any(t, parted)]
    robot = robot.replace(
        loops=(),
        couplings=(),
        transmissions=[_with_gears(each) for each in drives],
        ros2_control=[c for c in robot.ros2_control if not names_any(c, parted)],
    )
    root = robot_node(robot, complete=False)
    root.attributes["xmlns:drake"] = NAMESPACE
    for node in root.children:
        joint = robot.joints[node.key[1]] if node.tag == "joint" and node.key else None
        if joint is not None and joint.type in WORDS:
            _rename(node, joint)
    for node in ball_nodes(balls_of(lowered.robot, lowered.closures), _SPELLING):
        root.add(node)
    for node in relations.tendons:
        root.add(node)
    for node in filter_nodes(_known_pairs(lowered.robot), _SPELLING):
        root.add(node)
    document = given.source if isinstance(given.source, Document) else None
    return serialise(root, document)


def _rename(node: Node, joint: Joint) -> None:
    """A joint of a type that URDF has no word for, or that Drake wants by its own word."""
    node.tag = "drake:joint"
    node.attributes["type"] = WORDS[joint.type]
    spared = ("axis2",) if joint.kind.axes == 1 else ("axis", "axis2")
    node.children = [child for child in node.children if child.tag not in spared]
    for child in node.children:
        if child.tag == _PITCH:
            child.tag = f"drake:{_PITCH}"


def _known_pairs(robot: Robot) -> list[CollisionPair]:
    return [p for p in robot.disabled_collisions if {p.link1, p.link2} <= set(robot.links.names)]


class _Relations:
    """Mimics where one joint follows one other, and tendon constraints for all else."""

    def __init__(self, lowered: Lowered, chains: Chains) -> None:
        self.robot = chains.robot
        self.tendons: list[Node] = []
        self.unnamed: list[tuple[str, PartPath]] = []
        self._single = chains.single
        for relation in lowered.relations:
            if is_held(relation, chains.single):
                self._add(relation)

    def _add(self, relation: Relation) -> None:
        terms = [(self._single[name], factor) for name, factor in relation.terms]
        if len(terms) == 2:
            (follower, a), (leader, b) = terms
            joint = self.robot.joints[follower]
            if joint.mimic is None and a and follower != leader:
                mimic = Mimic(leader, -b / a, -relation.constant / a + 0.0)
                self.robot = self.robot.update(replace(joint, mimic=mimic))
                if relation.kind == "coupling":
                    self.unnamed.append((UNNAMED, relation.path))
                return
        self.tendons.append(tendon_node(relation.name, terms, relation.constant, _SPELLING))


def is_held(relation: Relation, single: dict[str, str]) -> bool:
    """Whether a relation needs an element, and all of its joints have one coordinate."""
    return relation.kind in ("mimic", "coupling") and all(n in single for n, _ in relation.terms)


def _with_gears(transmission: Transmission) -> Transmission:
    """With the reductions as `drake:gear_ratio` where there is a rotor for Drake to reflect."""
    changed: list[TransmissionEnd] = []
    for number_, actuator in enumerate(transmission.actuators):
        values = dict(drake_values(actuator))
        ends = transmission.joints[number_ : number_ + 1]
        reductions = (
            actuator.mechanical_reduction,
            *(end.mechanical_reduction for end in ends),
            transmission.mechanical_reduction,
        )
        ratio = next((r for r in reductions if r is not None), 1.0)
        if "rotor_inertia" in values and "gear_ratio" not in values and ratio != 1.0:
            gear = RawElement(
                "", "drake:gear_ratio", f'<drake:gear_ratio value="{number(ratio)}"/>'
            )
            actuator = replace(actuator, extra=(*actuator.extra, gear))
        changed.append(actuator)
    return replace(transmission, actuators=tuple(changed))


def _report(
    robot: Robot,
    closed: Prepared,
    lowered: Lowered,
    chains: Chains,
    parted: Collection[str],
    report: Report,
) -> None:
    report_loops(closed, robot, report=report)
    if robot.configurations:
        report_states(robot, report)
    odd = [r.path for r in lowered.relations if _is_lost(r, chains)]
    report_not_held("Drake's URDF", robot, odd, parted, report=report)


def _is_lost(relation: Relation, chains: Chains) -> bool:
    return relation.kind in ("mimic", "coupling") and not is_held(relation, chains.single)
