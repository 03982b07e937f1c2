"""Robots for tests: random trees with every joint type, and gallery robots as models."""

from __future__ import annotations

import numpy as np

import fourbar as fb
from fourbar.mechanics import Model
from fourbar.robot import JOINT_TYPES

AXES = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)]
POSES = [(0, 0, 0), (np.pi / 2, 0, 0), (0, np.pi, 0), (0, -np.pi / 2, np.pi / 2)]


def random_robot(seed, links=12, types=JOINT_TYPES):
    """A tree in which every kind of joint, axis and placement turns up, parents in any order."""
    rng = np.random.default_rng(seed)

    def vector(scale=1.0):
        return tuple(float(x) for x in rng.uniform(-scale, scale, 3))

    def inertial():
        return fb.Inertial(mass=float(rng.uniform(0.1, 2.0)), origin=fb.Pose(vector()))

    robot = fb.Robot("random").add(fb.Link("link_0", inertial=inertial()))
    joints = []
    for i in range(1, links):
        robot = robot.add(fb.Link(f"link_{i}", inertial=inertial() if rng.random() < 0.8 else None))
        tidy = rng.random() < 0.5
        joints.append(
            fb.Joint(
                f"joint_{i}",
                types[int(rng.integers(len(types)))],
                f"link_{rng.integers(max(0, i - 3), i)}",
                f"link_{i}",
                origin=fb.Pose(
                    vector() if rng.random() < 0.8 else (0.0, 0.0, 0.0),
                    POSES[int(rng.integers(len(POSES)))] if tidy else vector(3.0),
                ),
                axis=AXES[int(rng.integers(len(AXES)))] if rng.random() < 0.6 else vector(),
                pitch=0.3 * i - 1.0,
            )
        )
    rng.shuffle(joints)
    return robot.add(*joints)


def gallery_model(name, **options):
    return Model(fb.load(f"gallery:{name}"), **options)
