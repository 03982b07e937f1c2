"""The loop joints and mimics of a robot, and whether their ends are there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from .. import rules
from ..diagnostics import PartPath
from ..robot import Coupling, Joint, Loop
from ..robot.references import missing_ends, missing_leader
from .findings import Findings

LoopJoint = Loop | Coupling
"""An edge of the connectivity graph outside the spanning tree."""


class MimicPair(NamedTuple):
    """`follower` position = multiplier * `leader` position + offset."""

    follower: Joint
    leader: Joint
    multiplier: float
    offset: float


def kind(joint: LoopJoint) -> str:
    """The element's name, `loop` or `coupling`."""
    return "loop" if isinstance(joint, Loop) else "coupling"


def path(joint: LoopJoint) -> PartPath:
    """The loop joint's path in the robot, `loop[knee]`."""
    return PartPath(kind(joint), joint.name)


def find_loop_joints(findings: Findings) -> tuple[LoopJoint, ...]:
    """The loops, then the couplings, whose two ends are two existing links."""
    robot = findings.robot
    sound: list[LoopJoint] = []
    for joint in (*robot.loops, *robot.couplings):
        before = findings.errors
        for missing in missing_ends(robot, joint):
            findings.add_missing(missing)
        if joint.predecessor == joint.successor and findings.errors == before:
            findings.add(
                rules.graph.LOOP_TO_ITSELF,
                path(joint) / "successor" / "link",
                f"{kind(joint)} '{joint.name}' connects link '{joint.successor}' to itself; "
                "predecessor and successor must differ",
                notes=(f"Loading leaves the {kind(joint)} out.",),
            )
        if findings.errors == before:
            sound.append(joint)
    for joint in robot.couplings:
        if joint.name in robot.loops:
            findings.add(
                rules.references.DUPLICATE_NAME,
                path(joint) / "name",
                f"duplicate name '{joint.name}': a loop has it too",
                notes=("Loading leaves the coupling out.",),
                related=((PartPath("loop", joint.name) / "name", "name of the loop"),),
            )
    return tuple(sound)


def check_loops_between_trees(
    findings: Findings, bodies: Sequence[str], roots: Sequence[int]
) -> None:
    """Find loop joints between separate trees; tree t is `bodies[roots[t]]` up to the next root."""
    tree = {name: bisect_right(roots, i) - 1 for i, name in enumerate(bodies)}
    robot = findings.robot
    for joint in (*robot.loops, *robot.couplings):
        a, b = tree.get(joint.predecessor), tree.get(joint.successor)
        if a is not None and b is not None and a != b:
            findings.add(
                rules.graph.LOOP_BETWEEN_TREES,
                path(joint),
                f"{kind(joint)} '{joint.name}' connects link '{joint.predecessor}' (below root "
                f"'{bodies[roots[a]]}') to link '{joint.successor}' (below root "
                f"'{bodies[roots[b]]}'); only a joint can connect two trees",
                notes=(f"Connect the trees with a joint; the {kind(joint)} can stay.",),
            )


def find_mimics(findings: Findings) -> tuple[MimicPair, ...]:
    """The joints that follow another, existing joint, in document order of the followers."""
    robot = findings.robot
    found: list[MimicPair] = []
    for joint in robot.joints:
        mimic = joint.mimic
        if mimic is None:
            continue
        leader = robot.joints.get(mimic.joint)
        if leader is None:
            findings.add_missing(missing_leader(robot, joint, mimic))
        else:
            found.append(MimicPair(joint, leader, mimic.multiplier, mimic.offset))
    circles = _mimic_circles(findings, found)
    return tuple(pair for pair in found if pair.follower.name not in circles)


def _mimic_circles(findings: Findings, mimics: Sequence[MimicPair]) -> set[str]:
    """Joints that mimic each other in a circle; each one has one leader, so walk up to it."""
    leaders = {pair.follower.name: pair.leader.name for pair in mimics}
    walks: dict[str, int] = {}
    circles: set[str] = set()
    for walk, pair in enumerate(mimics):
        name = pair.follower.name
        trail: list[str] = []
        while name in leaders and name not in walks:
            walks[name] = walk
            trail.append(name)
            name = leaders[name]
        if walks.get(name) == walk:
            circle = trail[trail.index(name) :]
            circles.update(circle)
            names = " -> ".join(
                f"'{n}'" for n in [*circle[:8], *(["..."] if circle[8:] else []), name]
            )
            findings.add(
                rules.graph.MIMIC_CYCLE,
                PartPath("joint", name) / "mimic" / "joint",
                f"joint '{name}' mimics itself: {names}"
                if len(circle) == 1
                else f"joints mimic each other in a cycle: {names}",
                notes=(
                    "Loading lets the joint move on its own.",
                    "Remove <mimic>, or name the joint that it should follow.",
                )
                if len(circle) == 1
                else (
                    "Loading lets them move on their own.",
                    "Remove <mimic> from the joint that should lead the others.",
                ),
            )
    return circles
