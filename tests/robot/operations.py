"""Operations on a description with what proves them: what stays, and what undoes them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import fourbar as fb


class Done(NamedTuple):
    """A robot after an operation, and the operation undone."""

    robot: fb.Robot
    back: fb.Robot | None
    ignored: tuple[str, ...] = ()


def pose(rng: random.Random, size: float = 0.3) -> fb.Pose:
    return fb.Pose(
        [rng.uniform(-size, size) for _ in range(3)], [rng.uniform(-1.5, 1.5) for _ in range(3)]
    )


def rerooted(robot: fb.Robot, rng: random.Random) -> Done:
    there = robot.rerooted(rng.choice(robot.links.names))
    return Done(there, there.rerooted(robot.root.name))


def merged(robot: fb.Robot, rng: random.Random) -> Done:
    return Done(robot.merge_fixed(), None)


def split(robot: fb.Robot, rng: random.Random) -> Done:
    link = rng.choice(list(robot.links))
    weighs = link.inertial is not None and link.inertial.mass > 0.0
    part = (
        fb.Inertial(0.4 * link.inertial.mass, fb.Inertia(1e-9, 1e-9, 1e-9), pose(rng, 0.01))
        if weighs
        else None
    )
    there = robot.split_link(
        link.name,
        "a part",
        origin=pose(rng),
        visuals=[i for i in range(len(link.visuals)) if rng.random() < 0.5],
        collisions=[i for i in range(len(link.collisions)) if rng.random() < 0.5],
        inertial=part,
    )
    return Done(there, there.merge_fixed("a part_fixed"))


def renamed(robot: fb.Robot, rng: random.Random) -> Done:
    link, joint = rng.choice(robot.links.names), rng.choice(robot.joints.names)
    there = robot.rename_link(link, "new link").rename_joint(joint, "new joint")
    return Done(there, there.rename_link("new link", link).rename_joint("new joint", joint))


def attached(robot: fb.Robot, rng: random.Random) -> Done:
    """The robot on a pedestal, and then alone again."""
    pedestal = fb.Robot("pedestal", [fb.Link("floor")])
    there = pedestal.attach(robot, to="floor", origin=pose(rng), prefix="left_")
    part = there.subtree(f"left_{robot.root.name}")
    return Done(part, None)


def framed(robot: fb.Robot, rng: random.Random) -> Done:
    """Another frame for a link that does not turn, or along the axis of one that does."""
    link = rng.choice(robot.links.names)
    above = robot.parent_joints.get(link, ())
    moved = pose(rng)
    if above and above[0].type != "fixed" and above[0].type != "prismatic":
        length = float(np.linalg.norm(above[0].axis)) or 1.0
        along = rng.uniform(-0.3, 0.3) / length
        moved = fb.Pose([along * x for x in above[0].axis], moved.rpy)
        if above[0].kind.axes != 1:
            moved = fb.Pose(rpy=moved.rpy)
    there = robot.move_frame(link, moved)
    return Done(there, there.move_frame(link, moved.inverse()), ("origin", "axis", "frame", "pose"))


def zeroed(robot: fb.Robot, rng: random.Random) -> Done:
    moving = [j.name for j in robot.joints if j.dof == 1]
    values = {name: rng.uniform(-0.5, 0.5) for name in moving if rng.random() < 0.5}
    there = robot.set_zero(values)
    return Done(there, there.set_zero({name: -value for name, value in values.items()}))


def scaled(robot: fb.Robot, rng: random.Random) -> Done:
    factor = rng.uniform(0.1, 5.0)
    there = robot.scaled(factor)
    return Done(there, there.scaled(1.0 / factor))


def mirrored(robot: fb.Robot, rng: random.Random) -> Done:
    plane = rng.choice(["xy", "xz", "yz"])
    there = robot.mirrored(plane)
    return Done(there, there.mirrored(plane))


Operation = Callable[[fb.Robot, random.Random], Done]
SAME: tuple[Operation, ...] = (rerooted, merged, split, renamed, attached)
"""These leave the same robot."""
OTHER: tuple[Operation, ...] = (framed, zeroed, scaled, mirrored)
"""After these, numbers mean something else; undone, it is the same robot."""


# What the others are, in numbers that no operation computes


def poses(model: fb.Model, Q: np.ndarray) -> dict[str, np.ndarray]:
    data = model.data(len(Q))
    fb.forward_kinematics(model, data, np.ascontiguousarray(Q), coordinates="spanning")
    return {name: data.poses[:, i] for i, name in enumerate(model.link_names)}


def configurations(model: fb.Model, seed: int, n: int = 4) -> np.ndarray:
    return np.atleast_2d(model.random(n, seed=seed, coordinates="spanning"))
