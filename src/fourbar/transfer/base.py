"""Whether a robot's base is held by the world or moves freely."""

from __future__ import annotations

from typing import Literal

from ..record import replace
from ..robot import Joint, Link, Robot
from ..robot.link import WORLD as WORLD
from ..robot.numbering import unused
from .error import TransferError

Base = Literal["auto", "fixed", "floating"]
"""As the description has it, bolted to the world, or free."""


def with_base(robot: Robot, base: Base = "auto") -> Robot:
    """The robot with its base held or free.

    "floating" makes the fixed joint below a root link called `world` floating, or adds both;
    "fixed" makes floating joints of the root fixed. "auto" leaves the robot as it is.

    Raises
    ------
    TransferError
        Where the root is `world` and something else than one fixed joint leads from it, and where
        what floats has no mass: simulators cannot move it.
    """
    if base == "auto":
        return robot
    if base not in ("fixed", "floating"):
        raise TransferError(f"unknown base {base!r}; expected one of: 'auto', 'fixed', 'floating'")
    root = robot.root.name
    below = robot.child_joints.get(root, ())
    if base == "fixed":
        held = [replace(j, type="fixed", mimic=None) for j in below if j.kind.free]
        return robot.update(*held) if held else robot
    if below and all(joint.kind.free for joint in below):
        return robot
    if root != WORLD:
        _check_mass(robot, root)
        name = unused(f"{root}_floating", robot.joints)
        joint = Joint(name, "floating", WORLD, root)
        links = (Link(WORLD), *robot.links)
        if WORLD in robot.links:
            raise TransferError(
                "the robot has a link 'world' that is not its root; it cannot float"
            )
        return robot.replace(links=links, joints=(joint, *robot.joints))
    if len(below) != 1 or below[0].kind.moves:
        raise TransferError(
            "the robot cannot float: its root is 'world', with more than a fixed joint below"
        )
    _check_mass(robot, below[0].child)
    return robot.update(replace(below[0], type="floating"))


def _check_mass(robot: Robot, base: str) -> None:
    """Raise TransferError for a base that weighs nothing with all that fixed joints hold to it."""
    links = (robot.links[name] for name in anchored_links(robot, base))
    if not any(link.inertial is not None and link.inertial.mass > 0.0 for link in links):
        raise TransferError(
            f"the robot cannot float: its base, link '{base}', has no mass, so that a simulation "
            f"is not stable; give it one, as with: fourbar inertia FILE --mass {base}=KG -o OUTPUT"
        )


def anchored_links(robot: Robot, top: str | None = None) -> frozenset[str]:
    """The links that the root, or `top`, holds by fixed joints alone, itself included."""
    found = {robot.root.name if top is None else top}
    pending = list(found)
    while pending:
        for joint in robot.child_joints.get(pending.pop(), ()):
            if not joint.kind.moves and joint.child not in found:
                found.add(joint.child)
                pending.append(joint.child)
    return frozenset(found)
