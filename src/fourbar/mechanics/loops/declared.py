"""The independent coordinates that a description declares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from .system import LoopBlock, Loops

if TYPE_CHECKING:
    from ..model import Model


class Declared(NamedTuple):
    """What a cluster declares: the entries of v of its joints with independent="true", and all.

    `silent` are those of joints without the attribute that mimic no other. Where they all depend
    on the marked ones, marking the joint that is driven is enough; elsewhere they are independent
    too, which is the default of URDF+.
    """

    marked: list[int]
    silent: list[int]
    has_dependent: bool

    @property
    def choices(self) -> tuple[list[int], ...]:
        """What the declaration can mean, the likelier first; at most one has the right number."""
        everything = sorted(self.marked + self.silent)
        return (self.marked, everything) if self.marked and self.silent else (everything,)

    @property
    def kept(self) -> list[int]:
        """What stays where it is when the mechanism is closed."""
        # Without a dependent joint, the silent ones must be: something follows in every loop.
        return sorted(self.marked + self.silent) if self.has_dependent else self.marked


def declared_columns(model: Model, loops: Loops) -> frozenset[int]:
    """The entries of v that the description calls independent, in all clusters that declare any."""
    if loops.declared is None:
        said = [declared_in(model, block) for block in loops.blocks]
        loops.declared = frozenset(c for one in said if one is not None for c in one.kept)
    return loops.declared


def declared_in(model: Model, block: LoopBlock) -> Declared | None:
    """What a cluster declares; None where no joint of it has the attribute."""
    joints = [model.robot.joints[name] for name in block.joints]
    if all(joint.independent is None for joint in joints):
        return None
    marked, silent = list[int](), list[int]()
    for joint in joints:
        slot = model.joints[joint.name].v
        if joint.independent:
            marked += range(slot.start, slot.stop)
        elif joint.independent is None and joint.mimic is None:
            silent += range(slot.start, slot.stop)
    return Declared(marked, silent, any(joint.independent is False for joint in joints))


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
