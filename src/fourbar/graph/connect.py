"""The mechanism that a faulty description still describes: parts that do not fit are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING

from .. import rules
from ..diagnostics import ROBOT, Report
from ..record import replace
from ..robot import Coupling, Joint, RawElement, Robot, UrdfExtension
from ..robot.axes import undirected_axes
from ..robot.connected import is_connected
from ..spatial.vector import X
from .connectivity import ConnectivityGraph
from .couplings import comparable_couplings, comparable_mimics
from .findings import Findings
from .motion import Motions
from .tree import Forest, document_of, separate_trees, surplus_joints

if TYPE_CHECKING:
    from ..xml.tree import Document, Element


def connected(robot: Robot, report: Report) -> Robot:
    """The largest tree of a robot with the loops, couplings and mimics that fit it.

    What is left out is reported, and kept as it was written, so that writing the robot writes it
    too. A robot without links is reported and stays as it is.
    """
    if is_connected(robot):
        return robot
    if not robot.links:
        message = "the robot has no links; it must have at least one"
        Findings(robot, report).add(rules.graph.NO_LINKS, ROBOT, message)
        return robot
    tree = _largest_tree(robot, report)
    return _with_directions(_with_fitting_loops(tree, report), report)


def _largest_tree(robot: Robot, report: Report) -> Robot:
    while True:
        # Breaking a cycle can show a second parent that was out of reach: at most once more.
        surplus = surplus_joints(Findings(robot, report), Forest(robot))
        if not surplus:
            break
        robot = _without(robot, joints={joint.name for joint in surplus})
    separate = set(separate_trees(Findings(robot, report), Forest(robot)))
    if not separate:
        return robot
    joints = {j.name for j in robot.joints if j.child in separate or j.parent in separate}
    return _without(robot, links=separate, joints=joints)


def _with_fitting_loops(robot: Robot, report: Report) -> Robot:
    """Without loops, couplings and mimics that relate nothing, or what cannot be related."""
    graph = ConnectivityGraph(robot, report=report)
    findings, motions = Findings(robot, report), Motions(graph)
    comparable_couplings(findings, graph, motions)
    comparable_mimics(findings, graph)
    fitting = {
        id(joint)
        for joint in graph.loop_joints
        if not isinstance(joint, Coupling)
        or (joint.name not in robot.loops and _adds_up(graph, motions, joint))
    }
    followers = {p.follower.name for p in graph.mimics if max(p.follower.dof, p.leader.dof) <= 1}
    alone = {j.name for j in robot.joints if j.mimic is not None and j.name not in followers}
    robot = _without_mimics(robot, alone) if alone else robot
    loops = {loop.name for loop in robot.loops if id(loop) not in fitting}
    couplings = {coupling.name for coupling in robot.couplings if id(coupling) not in fitting}
    if loops or couplings:
        robot = _without(robot, loops=loops, couplings=couplings)
    return robot


def _with_directions(robot: Robot, report: Report) -> Robot:
    """With the default in place of axes that point nowhere."""
    findings = Findings(robot, report)
    joints = {joint.name: joint for joint in robot.joints}
    loops = {loop.name: loop for loop in robot.loops}
    found = list(undirected_axes(robot))
    for axis in found:
        notes = (axis.consequence,)
        findings.add(rules.physics.ZERO_AXIS, axis.path, axis.message, notes=notes)
        taken = {axis.name: X if axis.name == "axis" else None}
        if isinstance(axis.part, Joint):
            joints[axis.part.name] = replace(joints[axis.part.name], **taken)
        else:
            loops[axis.part.name] = replace(loops[axis.part.name], **taken)
    return robot.replace(joints=joints.values(), loops=loops.values()) if found else robot


def _adds_up(graph: ConnectivityGraph, motions: Motions, coupling: Coupling) -> bool:
    """Whether the positions on both sides are equally many plain numbers."""
    predecessor, successor = motions.of(coupling)
    found = {**predecessor, **successor}
    kinds = [graph.joints[body - 1].kind for body in found.values()]
    return len({motion.dof for motion in found}) < 2 and all(k.orientation is None for k in kinds)


def _without(
    robot: Robot,
    *,
    links: Set[str] = frozenset(),
    joints: Set[str] = frozenset(),
    loops: Set[str] = frozenset(),
    couplings: Set[str] = frozenset(),
) -> Robot:
    """A copy without these parts, whose text is kept; what refers to them stays as it is."""
    gone = (("link", links), ("joint", joints), ("loop", loops), ("coupling", couplings))
    kept = robot.replace(
        links=[link for link in robot.links if link.name not in links],
        joints=[joint for joint in robot.joints if joint.name not in joints],
        loops=[loop for loop in robot.loops if loop.name not in loops],
        couplings=[c for c in robot.couplings if c.name not in couplings],
    )
    document = document_of(robot)
    if document is None:
        return kept
    places = {place for kind, names in gone for place in _places(document, kind, names)}
    return _with_text(kept, document, places)


def _with_text(robot: Robot, document: Document, gone: Set[int]) -> Robot:
    """With the text of the elements that begin at `gone`, in the order of the document.

    The order decides, when it is read again, which of two parts with one name is the first.
    """
    urdf = robot.extension(UrdfExtension)
    kept = {item for item in urdf.extra if isinstance(item, RawElement) and not item.where}
    parts = (
        ("link", robot.links.names),
        ("joint", robot.joints.names),
        ("loop", robot.loops.names),
        ("coupling", robot.couplings.names),
        ("material", robot.materials.names),
    )
    modelled = {place for kind, names in parts for place in _places(document, kind, names)}
    raw = [
        item
        for element in document.root.children
        if element.start not in modelled
        and ((item := _as_written(document, element)) in kept or element.start in gone)
    ]
    found = set(raw)
    others = [item for item in urdf.extra if item not in found]
    return robot.with_extension(replace(urdf, extra=(*others, *raw)))


def _places(document: Document, kind: str, names: Iterable[str]) -> Iterator[int]:
    """Where the elements of parts begin."""
    for name in names:
        element = document.named(kind, name)
        if element is not None:
            yield element.start


def _without_mimics(robot: Robot, followers: Set[str]) -> Robot:
    """A copy in which these joints move on their own."""
    document = document_of(robot)

    def alone(joint: Joint) -> Joint:
        written = document.named("joint", joint.name) if document is not None else None
        mimic = written.find("mimic") if written is not None else None
        kept = () if document is None or mimic is None else (_as_written(document, mimic),)
        # What the element has beyond that is in it as it was written.
        others = tuple(item for item in joint.extra if item.where.split(".")[0] != "mimic")
        return replace(joint, mimic=None, extra=others + kept)

    return robot.replace(joints=[alone(j) if j.name in followers else j for j in robot.joints])


def _as_written(document: Document, element: Element) -> RawElement:
    return RawElement("", element.tag, document.outer_xml(element))
