"""Parts of a robot's tree: the way between two links, and what hangs on one."""

from __future__ import annotations

from typing import TypeVar

from .edit import links_below, remove
from .error import RobotError
from .joint import Joint
from .robot import Robot

R = TypeVar("R", bound=Robot)


def chain(robot: Robot, start: str, end: str) -> tuple[Joint, ...]:
    """The joints from one link up to the nearest common ancestor and down to the other."""
    up, down = _to_root(robot, start), _to_root(robot, end)
    if _top(up, start) != _top(down, end):
        raise RobotError(
            f"no joints connect link {start!r} with {end!r}: they are in trees of their own"
        )
    while up and down and up[-1] is down[-1]:
        up.pop()
        down.pop()
    return (*up, *reversed(down))


def subtree(robot: R, link: str) -> R:
    """A copy with a link and everything below it, and nothing else."""
    return _part(robot, links_below(robot, link), f"the subtree of {link!r}")


def extract_chain(robot: R, start: str, end: str) -> R:
    """A copy with the links and joints on the way between two links, and nothing else."""
    way = chain(robot, start, end)
    links = {robot.links[start].name, *(n for joint in way for n in (joint.parent, joint.child))}
    return _part(robot, links, f"the chain from {start!r} to {end!r}")


def _part(robot: R, kept: set[str], what: str) -> R:
    """A copy with these links; RobotError where something connects them with the others."""
    inside = {j.name for j in robot.joints if j.parent in kept and j.child in kept}
    for part in (*robot.loops, *robot.couplings):
        if (part.predecessor in kept) != (part.successor in kept):
            kind = type(part).__name__.lower()
            outside = part.successor if part.predecessor in kept else part.predecessor
            raise RobotError(
                f"{kind} {part.name!r} connects {what} with link {outside!r} "
                f"outside it; remove the {kind} from the description first"
            )
    for joint in robot.joints:
        if joint.name in inside and joint.mimic and joint.mimic.joint not in inside:
            raise RobotError(
                f"joint {joint.name!r} mimics {joint.mimic.joint!r}, which is outside {what}; "
                "change its mimic first"
            )
    for transmission in robot.transmissions:
        ends = {end.name in inside for end in transmission.joints if end.name in robot.joints}
        if len(ends) == 2:
            raise RobotError(
                f"transmission {transmission.name!r} moves joints inside and outside {what}; "
                "remove the transmission from the description first"
            )
    return remove(
        robot,
        links={each.name for each in robot.links if each.name not in kept},
        joints={each.name for each in robot.joints if each.name not in inside},
    )


def _to_root(robot: Robot, link: str) -> list[Joint]:
    """The joints above a link, from it to its root; ends where they form a cycle."""
    found: list[Joint] = []
    seen = {robot.links[link].name}
    while parents := robot.parent_joints.get(link):
        joint = parents[0]
        found.append(joint)
        link = joint.parent
        if link in seen:
            raise RobotError(f"the joints above link {link!r} form a cycle")
        seen.add(link)
    return found


def _top(joints: list[Joint], link: str) -> str:
    return joints[-1].parent if joints else link
