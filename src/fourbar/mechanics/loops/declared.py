"""The independent coordinates that a description declares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .system import LoopBlock, Loops

if TYPE_CHECKING:
    from ..model import Model


def declared_columns(model: Model, loops: Loops) -> frozenset[int]:
    """The entries of v that the description calls independent, in all clusters that declare any."""
    if loops.declared is None:
        columns = [c for block in loops.blocks for c in declared_in(model, block) or ()]
        loops.declared = frozenset(columns)
    return loops.declared


def declared_in(model: Model, block: LoopBlock) -> list[int] | None:
    """The entries of v of a cluster's independent joints; None where it declares none.

    Once one joint of a cluster has the attribute, those without it are independent too (the URDF+
    default), save those that mimic another.
    """
    joints = [model.robot.joints[name] for name in block.joints]
    if all(joint.independent is None for joint in joints):
        return None
    return [
        column
        for joint in joints
        if joint.independent or (joint.independent is None and joint.mimic is None)
        for column in range(model.joints[joint.name].v.start, model.joints[joint.name].v.stop)
    ]


def joint_names(model: Model, columns: Iterable[int]) -> tuple[str, ...]:
    """Joint names of entries of v; `ball[1]` where only some velocities of a joint are meant."""
    wanted = set(columns)
    names: list[str] = []
    for slot in model.joints.values():
        own = [c - slot.v.start for c in range(slot.v.start, slot.v.stop) if c in wanted]
        if len(own) == slot.nv:
            names.append(slot.name)
        else:
            names += [f"{slot.name}[{k}]" for k in own]
    return tuple(names)
