"""`fourbar edit --prove`: what operations mean, and whether they did it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..record import replace
from .edited import RENAMING
from .failure import CommandError

if TYPE_CHECKING:
    from ..comparison.operation import Meaning
    from ..robot import Robot


def prove(
    args: argparse.Namespace, name: str, value: Any, before: Robot, after: Robot
) -> dict[str, Any]:
    """Say how well an operation did what it means; CommandError where it did not."""
    from ..comparison.operation import prove as compare_bodies

    word = f"--{name.replace('_', '-')}"
    bodies, position, inertia = 0, 0.0, 0.0
    for robot, meaning in _meanings(args, name, value, before, after):
        proof = compare_bodies(robot, after, meaning)
        if proof.problem:
            raise CommandError(f"{word} is not proven: {proof.problem}; nothing was written")
        bodies += proof.bodies
        position, inertia = max(position, proof.position), max(inertia, proof.inertia)
    print(
        f"{word} is proven: {bodies} bodies within {position:.1e} m, their masses and inertias "
        f"within a share of {inertia:.1e}",
        file=sys.stderr,
    )
    return {"operation": name, "bodies": bodies, "position": position, "inertia": inertia}


def _meanings(
    args: argparse.Namespace, name: str, value: Any, before: Robot, after: Robot
) -> Iterator[tuple[Robot, Meaning]]:
    """The robots that an operation began with, and what it means for each of them."""
    from ..comparison.operation import Meaning

    def names(old: Sequence[str], new: Sequence[str]) -> dict[str, str]:
        if name in RENAMING:
            return dict(zip(old, new, strict=True))
        return {part: part for part in old if part in new}

    same = Meaning(
        names(before.links.names, after.links.names), names(before.joints.names, after.joints.names)
    )
    match name:
        case "scale":
            mass = value**3 if args.masses == "density" else 1.0
            yield before, replace(same, length=value, mass=mass)
        case "mirror":
            yield before, replace(same, plane=value)
        case "move_frame":
            yield before, replace(same, moved=value[0])
        case "zero":
            yield before, replace(same, shift=value)
        case "zero_at":
            yield before, replace(same, shift=zero_at(before, value))
        case "subtree" | "chain":
            yield before, replace(same, whole=False)
        case "attach":
            yield before, replace(same, whole=False)
            other, prefix = attached(args, value[0]), args.attach_prefix
            links = {part: f"{prefix}{part}" for part in other.links.names}
            joints = {part: f"{prefix}{part}" for part in other.joints.names}
            yield other, Meaning(links, joints, whole=False)
        case _:
            yield before, same


def attached(args: argparse.Namespace, file: str) -> Robot:
    """The robot that --attach names."""
    from ..formats import load

    return load(file, packages=dict(args.package))


def zero_at(robot: Robot, name: str) -> dict[str, float]:
    """The positions of a named configuration that can become zeros."""
    from ..robot.configuration import find_configuration

    found = find_configuration(robot.configurations, name)
    return {
        p.joint: p.values[0]
        for p in found.positions
        if (joint := robot.joints.get(p.joint)) is not None and joint.dof == 1
    }
