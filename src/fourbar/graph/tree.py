"""The spanning tree of a robot in regular numbering, or the reasons why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from .. import rules
from ..diagnostics import ROBOT, PartPath, nearest
from ..record import record
from ..robot import Joint, Robot
from ..robot.references import missing_ends
from .ancestry import Ancestry
from .findings import Findings
from .loops import check_loops_between_trees
from .offer import loop_text

if TYPE_CHECKING:
    from ..xml.tree import Document, Element

# Comparing names is slow; a file full of unknown names must not take minutes.
_GUESSES = 50

_SHOWN = 8
_LEFT_OUT = "Loading leaves the joint out."


@record
class SpanningTree:
    """Bodies in regular numbering; `joints[i - 1]` joins body i to `parents[i]`."""

    bodies: tuple[str, ...]
    joints: tuple[Joint, ...]
    parents: tuple[int, ...]
    numbers: Mapping[str, int]


def spanning_tree(findings: Findings) -> SpanningTree | None:
    """The tree that the joints make of the links, or None with the reasons in `findings`.

    Among the joints whose parent link is numbered, the one earliest in the document comes next
    (Kahn's topological sort with a heap), so a file that lists parents first keeps its order.
    """
    robot = findings.robot
    if not robot.links:
        findings.add(
            rules.graph.NO_LINKS, ROBOT, "the robot has no links; it must have at least one"
        )
        return None
    before = findings.errors
    forest = Forest(robot)
    surplus = surplus_joints(findings, forest)
    astray = {joint.name for joint in surplus if joint.parent not in robot.links}
    if astray:  # what hangs on them is not connected, as loading says
        rest = robot.replace(joints=[j for j in robot.joints if j.name not in astray])
        separate_trees(Findings(rest, findings.report), Forest(rest))
    else:
        separate_trees(findings, forest)
    if findings.errors > before:
        return None
    return SpanningTree(
        tuple(forest.bodies), tuple(forest.joints), tuple(forest.parents), forest.numbers
    )


def surplus_joints(findings: Findings, forest: Forest) -> list[Joint]:
    """Report the joints that no tree can have; without them, each link has at most one parent.

    They refer to a link that does not exist, arrive at a link that has a parent, or close a cycle.
    """
    return [
        *_check_references(findings),
        *_check_extra_joints(findings, forest),
        *_check_rootless(findings, forest),
    ]


def separate_trees(findings: Findings, forest: Forest) -> list[str]:
    """Report the links that are not connected to the largest tree; their names."""
    if len(forest.roots) < 2:
        return []
    ends = [*forest.roots[1:], len(forest.bodies)]
    sizes = {root: end - root for root, end in zip(forest.roots, ends, strict=True)}
    main = max(forest.roots, key=sizes.__getitem__)
    check_loops_between_trees(findings, forest.bodies, forest.roots)
    lost, open_ended = _lost(findings.robot)
    separate: list[str] = []
    for root in forest.roots:
        if root == main:
            continue
        name, below = forest.bodies[root], sizes[root] - 1
        links = forest.bodies[root : root + sizes[root]]
        separate += links
        what, it = f"link '{name}' is", "it"
        if below:
            what = f"link '{name}' and the {below} {'link' if below == 1 else 'links'} below it are"
            it = "them"
        reason = "a robot has one root link"
        top = forest.bodies[main]
        advice = (
            f"Add a joint between '{top}' and '{name}'; use type \"floating\" if it moves freely."
        )
        if name in lost:
            reason = f"joint '{lost[name]}', which leads there, is left out"
            advice = f"Repair joint '{lost[name]}'."
        elif open_ended:
            begun = next((open_ended[link] for link in links if link in open_ended), None)
            joint = begun or next(iter(open_ended.values()))
            reason = f"joint '{joint}', which has no child link, is left out"
            advice = f"Give joint '{joint}' a child link, or connect '{name}' by another joint."
        findings.add(
            rules.graph.SEVERAL_ROOTS,
            PartPath("link", name),
            f"{what} not connected to '{top}'; {reason}",
            notes=(advice, f"Loading leaves {it} out."),
            related=((PartPath("link", top), "root of the largest tree"),),
        )
    return separate


def document_of(robot: Robot) -> Document | None:
    """The XML that a robot was read from."""
    from ..xml.tree import Document

    return robot.source if isinstance(robot.source, Document) else None


def _lost(robot: Robot) -> tuple[dict[str, str], dict[str, str]]:
    """The joints that a file has and the robot has not, or that lead nowhere.

    By their child; and those without a child, by their parent.
    """
    document = document_of(robot)
    lost: dict[str, str] = {}
    open_ended: dict[str, str] = {}
    roots = [root.name for root in robot.roots]
    astray = [(joint.child, joint.name) for joint in robot.joints if joint.child not in robot.links]
    for element in () if document is None else document.root.children:
        name = element.attributes.get("name") if element.tag == "joint" else None
        if not name:
            continue
        kept = robot.joints.get(name)
        link, parent = _link_in(element, "child"), _link_in(element, "parent")
        if link and link not in robot.links and kept is None:
            astray.append((link, name))
        elif link and link not in lost and (kept is None or kept.child != link):
            lost[link] = name
        elif not link and kept is None:
            open_ended.setdefault(parent or "", name)
    for child, name in astray[:_GUESSES]:  # whose link is probably one that no joint leads to
        guess = nearest(child, roots)
        if guess is not None:
            lost.setdefault(guess, name)
    return lost, open_ended


def _link_in(joint: Element, side: str) -> str | None:
    """The link that a child element of a joint names, in either dialect."""
    found = joint.find(side)
    return None if found is None else found.attributes.get("link") or found.attributes.get("name")


class Forest:
    """The links that can be reached from links without a parent joint, root by root."""

    def __init__(self, robot: Robot) -> None:
        self.bodies: list[str] = []
        self.joints: list[Joint] = []
        self.parents: list[int] = []
        self.numbers: dict[str, int] = {}
        self.roots: list[int] = []
        self.extra: list[Joint] = []
        order = {joint.name: i for i, joint in enumerate(robot.joints)}
        for root in robot.roots:
            self._grow(robot, root.name, order)

    def _grow(self, robot: Robot, root: str, order: Mapping[str, int]) -> None:
        self.roots.append(len(self.bodies))
        self._number(root, -1)
        ready = [order[joint.name] for joint in robot.child_joints.get(root, ())]
        heapify(ready)
        while ready:
            joint = robot.joints[heappop(ready)]
            if joint.child in self.numbers:
                self.extra.append(joint)
            elif joint.child in robot.links:
                self._number(joint.child, self.numbers[joint.parent])
                self.joints.append(joint)
                for below in robot.child_joints.get(joint.child, ()):
                    heappush(ready, order[below.name])

    def _number(self, link: str, parent: int) -> None:
        self.numbers[link] = len(self.bodies)
        self.bodies.append(link)
        self.parents.append(parent)


def _check_references(findings: Findings) -> list[Joint]:
    broken: list[Joint] = []
    for joint in findings.robot.joints:
        missing = list(missing_ends(findings.robot, joint))
        for end in missing:
            findings.add_missing(end)
        if missing:
            broken.append(joint)
    return broken


def _check_extra_joints(findings: Findings, forest: Forest) -> list[Joint]:
    """Joints that arrive at a link the tree has already: from below, a cycle; else a 2nd parent."""
    if not forest.extra:
        return []
    # One node above all roots turns the forest into a tree.
    ancestry = Ancestry([-1, *(parent + 1 for parent in forest.parents)])
    first = {joint.child: joint for joint in forest.joints}
    for joint in forest.extra:
        parent, child = forest.numbers[joint.parent], forest.numbers[joint.child]
        if ancestry.is_ancestor(child + 1, parent + 1):
            _report_cycle(findings, joint, _climb(forest, parent, child))
        else:
            _report_two_parents(findings, first[joint.child], joint)
    return forest.extra


def _climb(forest: Forest, node: int, top: int) -> list[str]:
    """The links from `top` down to `node`, with a gap where they are many."""
    links: list[str] = []
    while node != top and len(links) < _SHOWN:
        links.append(forest.bodies[node])
        node = forest.parents[node]
    if node != top:
        links.append("")
    links.append(forest.bodies[top])
    links.reverse()
    return links


def _check_rootless(findings: Findings, forest: Forest) -> list[Joint]:
    """Links that no root reaches hang below a cycle: follow the parents until one returns."""
    robot = findings.robot
    surplus: list[Joint] = []
    walks: dict[str, int] = {}
    for walk, link in enumerate(robot.links):
        name = link.name
        trail: list[str] = []
        while name in robot.links and name not in walks and name not in forest.numbers:
            walks[name] = walk
            trail.append(name)
            name = robot.parent_joints[name][0].parent
        for child in trail:
            first, *others = robot.parent_joints[child]
            for joint in others:
                _report_two_parents(findings, first, joint)
            surplus += others
        if trail and walks.get(name) == walk:
            surplus.append(_report_rootless_cycle(findings, trail[trail.index(name) :]))
    return surplus


def _report_rootless_cycle(findings: Findings, upward: list[str]) -> Joint:
    robot = findings.robot
    joints = [robot.parent_joints[link][0] for link in upward]
    # The joint listed last closes the cycle, as it does in a file that lists parents first.
    at = max(range(len(joints)), key=lambda i: robot.joints.position(joints[i].name))
    downward = [*reversed(upward[: at + 1]), *reversed(upward[at + 1 :])]
    if len(downward) > _SHOWN + 1:
        downward = [downward[0], "", *downward[-_SHOWN:]]
    _report_cycle(findings, joints[at], downward)
    return joints[at]


def _report_cycle(findings: Findings, joint: Joint, links: list[str]) -> None:
    path = PartPath("joint", joint.name) / "child" / "link"
    if joint.parent == joint.child:
        findings.add(
            rules.graph.JOINT_CYCLE,
            path,
            f"joint '{joint.name}' connects link '{joint.child}' to itself",
            notes=("Parent and child must be two different links.", _LEFT_OUT),
        )
        return
    # An empty name stands for those left out.
    names = " -> ".join(f"'{link}'" if link else "..." for link in [*links, links[0]])
    findings.add(
        rules.graph.JOINT_CYCLE,
        path,
        f"joint '{joint.name}' closes a cycle of joints: {names}",
        notes=(
            "If the mechanism is closed, write one joint of the cycle as a loop:",
            loop_text(joint),
            _LEFT_OUT,
        ),
    )


def _report_two_parents(findings: Findings, first: Joint, second: Joint) -> None:
    findings.add(
        rules.graph.TWO_PARENTS,
        PartPath("joint", second.name) / "child" / "link",
        f"link '{second.child}' has two parent joints: '{first.name}' and '{second.name}'",
        notes=(
            "If the mechanism closes here, write one of the joints as a loop:",
            loop_text(second),
            f"Loading leaves joint '{second.name}' out.",
        ),
        facts={"link": second.child, "first": first.name},
        related=((PartPath("joint", first.name) / "child" / "link", "first parent joint"),),
    )
