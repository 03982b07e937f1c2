"""Whether Drake computes from an SDFormat file what fourbar computes from the robot."""

from __future__ import annotations

from ..diagnostics import Report
from ..record import replace
from ..robot import Limit, Link, Robot
from ..transfer.agreement import Agreement, agree
from ..transfer.base import WORLD, Base, with_base
from ..transfer.inertia import InertiaPolicy
from ..transfer.sound import sound
from ..transfer.start import start_configuration
from .engine import DrakeEngine, import_drake
from .types import is_whole
from .write import LIGHT, write_sdf

_LIGHT_SHARE = 10.0
"""How much more than their share of the mass light links may be of a mass matrix."""


def prove(
    robot: Robot,
    *,
    stem: str = "robot",
    configurations: int = 20,
    base: Base = "auto",
    inertia: InertiaPolicy = "repair",
    lossless: bool = True,
) -> Agreement:
    """Write the tree of the robot as SDFormat, load that in Drake, and compare the two.

    Drake refuses links with two parents, which loops are in SDFormat, and does not read its
    `<mimic>`: both are left out here, and `fourbar compare` compares them. Raises TransferError
    where Drake is not installed or does not take the file.
    """
    import_drake()
    robot = with_base(robot, base)
    joints = [replace(joint, mimic=None, limit=_bare(joint.limit)) for joint in robot.joints]
    # Shapes have no part in it, and what weighs nothing gets next to nothing in the file.
    links = [
        Link(link.name, link.inertial or (None if link.name == WORLD else LIGHT))
        for link in robot.links
    ]
    tree = robot.replace(
        joints=joints, links=links, loops=(), couplings=(), transmissions=(), ros2_control=()
    )
    ready = sound(tree, report=Report(), inertia=inertia)
    start = start_configuration(ready.model, report=Report(), keep_zero=True)
    text = write_sdf(tree, report=Report(), inertia=inertia, lossless=False)
    rounding = _LIGHT_SHARE * LIGHT.mass * _between(tree) / max(ready.model.mass, LIGHT.mass)
    engine = DrakeEngine(text, ready.lowered, ready.model, start, rounding=rounding)
    if robot.loops or robot.couplings or any(joint.mimic for joint in robot.joints):
        engine.version += " (the tree, without loops and mimics)"
    return agree(ready.model, engine, configurations=configurations)


def _bare(limit: Limit | None) -> Limit:
    """With no effort, which Drake takes for no motor: where nothing is said, it makes one."""
    return replace(limit or Limit(), effort=0.0, velocity=None)


def _between(tree: Robot) -> int:
    """How many links the file has between the joints of a chain that stands for one of ours."""
    parts = (j for j in tree.joints if j.kind.moves and not j.kind.free and not is_whole(j))
    return sum(joint.dof - 1 for joint in parts)
