"""Sums of joint positions that are couplings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .loop import Coupling

if TYPE_CHECKING:
    from .joint import Joint
    from .robot import Robot


def coupling_of(name: str, terms: Mapping[str, float], robot: Robot) -> Coupling | None:
    """The coupling that a sum of joint positions is, if it is one.

    One factor for all joints on the way to one link and another for all on the way to a second,
    from the link above both.
    """
    factors = list(dict.fromkeys(terms.values()))
    if len(factors) != 2:
        return None
    groups = [[joint for joint, factor in terms.items() if factor == each] for each in factors]
    for one in groups[0]:
        for two in groups[1]:
            p, s = robot.joints[one].child, robot.joints[two].child
            up, down = _ways(robot, p, s)
            if set(up) == set(groups[0]) and set(down) == set(groups[1]):
                return Coupling(name, p, s, -factors[1] / factors[0])
    return None


def _ways(robot: Robot, p: str, s: str) -> tuple[list[str], list[str]]:
    """The moving joints from the nearest common link down to each of two links."""
    above = [_joints_above(robot, link) for link in (p, s)]
    shared = {joint.name for joint in above[0]} & {joint.name for joint in above[1]}
    up, down = (
        [joint.name for joint in way if joint.name not in shared and joint.kind.moves]
        for way in above
    )
    return up, down


def _joints_above(robot: Robot, link: str) -> list[Joint]:
    found: dict[str, Joint] = {}
    while parents := robot.parent_joints.get(link, ()):
        if parents[0].name in found:
            break  # links in a circle, which checking reports
        found[parents[0].name] = parents[0]
        link = parents[0].parent
    return list(found.values())
