"""`fourbar info`: what a description holds, at a glance."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from ..overview import overview
from ..robot import Joint, Robot
from ..robot.values import count
from .options.json_output import add_json, json_text, with_errors
from .options.robot import add_input, exit_status, open_robot
from .streams import drawn

# Levels of the tree that are drawn: what is deeper leaves no room for its name.
_DEEPEST = 50

HELP = "Show the tree, counts, degrees of freedom and mass of a robot"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Describe what could be read."""
    robot, report = open_robot(args)
    facts = overview(robot)
    if args.json:
        sys.stdout.write(json_text("info", 1, with_errors(facts, report)))
    else:
        for line in _text(robot, facts):
            sys.stdout.write(drawn(f"{line}\n"))
    return exit_status(report)


def _text(robot: Robot, facts: dict[str, Any]) -> Iterator[str]:
    lines = [robot.name]

    def line(label: str, value: str) -> None:
        if value:
            lines.append(f"  {label:<11}{value}")

    line("links", str(facts["links"]))
    types = ", ".join(f"{count} {type}" for type, count in facts["jointTypes"].items())
    line("joints", f"{facts['joints']} ({types})" if types else "0")
    none = "none: the joints form a cycle" if facts["links"] else "none: there are no links"
    line("root", ", ".join(facts["roots"]) or none)
    line("mass", f"{facts['mass']:.6g} kg")
    if facts["treeDof"] is not None:
        line("DOF", _dof(facts))
    if facts["independent"] and not facts["problem"]:
        line("drive", ", ".join(facts["independent"]))
    line("problem", facts["problem"] or "")
    line("shapes", f"{facts['visuals']} visual, {facts['collisions']} collision")
    for label, key in (("loops", "loops"), ("couplings", "couplings"), ("mimics", "mimics")):
        line(label, str(facts[key] or ""))
    control = [
        f"{facts[key]} {word}" if word == "ros2_control" else count(facts[key], word)
        for key, word in (
            ("transmissions", "transmission"),
            ("ros2Control", "ros2_control"),
            ("sensors", "sensor"),
        )
        if facts[key]
    ]
    line("control", ", ".join(control))
    line("poses", ", ".join(facts["configurations"]))
    for cluster in facts["clusters"] or ():
        line("cluster", " + ".join(cluster))
    yield from lines
    yield ""
    yield from _tree(robot)


def _dof(facts: dict[str, Any]) -> str:
    tree, constraints, rank = facts["treeDof"], facts["constraints"], facts["rank"]
    if not constraints:
        return str(tree)
    if rank is None:
        return f"{tree} in the spanning tree, minus the rank of {constraints} constraint equations"
    counted = f"{rank} independent of {constraints} constraint equations"
    return f"{facts['dof']} ({tree} in the spanning tree minus {counted})"


def _tree(robot: Robot) -> Iterator[str]:
    """One line per link, below its parent; each link is drawn once, so cycles end."""
    drawn: set[str] = set()
    starts = [link.name for link in robot.roots] or list(robot.links.names[:1])
    for start in starts:
        yield start
        drawn.add(start)
        # Depth first with a stack of (joint, indentation, last child?): no recursion limit.
        pending = _below(robot, start, "")
        while pending:
            joint, indent, last = pending.pop()
            yield f"{indent}{'└─' if last else '├─'} {_joint(joint)}"
            if joint.child in drawn:
                continue
            drawn.add(joint.child)
            inner = indent + ("   " if last else "│  ")
            below = _below(robot, joint.child, inner)
            if below and len(inner) >= 3 * _DEEPEST:
                yield f"{inner}└─ ... {_count_below(robot, joint.child, drawn)} more links"
            else:
                pending += below
    for loop in robot.loops:
        yield f"loop {loop.name} ({loop.type}): {loop.predecessor} ~ {loop.successor}"
    for coupling in robot.couplings:
        ends = f"{coupling.predecessor} = {coupling.ratio:.6g} * {coupling.successor}"
        yield f"coupling {coupling.name}: {ends}"


def _count_below(robot: Robot, link: str, drawn: set[str]) -> int:
    """How many links below one are not drawn; from then on they count as drawn."""
    before, pending = len(drawn), [link]
    while pending:
        for joint in robot.child_joints.get(pending.pop(), ()):
            if joint.child not in drawn:
                drawn.add(joint.child)
                pending.append(joint.child)
    return len(drawn) - before


def _below(robot: Robot, link: str, indent: str) -> list[tuple[Joint, str, bool]]:
    joints = robot.child_joints.get(link, ())
    return [(joint, indent, joint is joints[-1]) for joint in reversed(joints)]


def _joint(joint: Joint) -> str:
    detail = joint.type
    if joint.mimic is not None:
        detail += f", mimics {joint.mimic.joint}"
    elif joint.independent is not None:
        detail += ", independent" if joint.independent else ", dependent"
    return f"{joint.child}  [{joint.name}: {detail}]"
