"""Parallel robots whose closed poses can be told without a solver; workers import these."""

from __future__ import annotations

import numpy as np

import fourbar as fb

ARM, ROD, OUT, HEIGHT, IN = 0.2, 0.45, 0.12, 0.66, 0.05
"""The delta of the gallery: arms and rods [m], where arms begin, how far out balls are."""
TOOL = np.array([0.0, 0.0, -0.037])
LOWER, UPPER = -0.6, 0.9


def delta_angles(tool):
    """The arms' angles (n, 3) in limits that put the tool there, or the nearest to them.

    An elbow is at (r + ARM cos a, h - ARM sin a) in the plane of its arm and ROD from the ball of
    the effector, which does not turn: A cos a + B sin a = C has two solutions (Clavel 1988).
    """
    found = np.full((len(tool), 3), np.inf)
    centre = tool - TOOL
    for k in range(3):
        turn = 2.0 * np.pi * k / 3.0
        along = centre[:, 0] * np.cos(turn) + centre[:, 1] * np.sin(turn) + IN - OUT
        aside = -centre[:, 0] * np.sin(turn) + centre[:, 1] * np.cos(turn)
        up = centre[:, 2] - HEIGHT
        A, B = 2.0 * ARM * along, -2.0 * ARM * up
        C = along**2 + aside**2 + up**2 + ARM**2 - ROD**2
        size = np.hypot(A, B)
        with np.errstate(invalid="ignore"):
            half = np.arccos(C / size)
        middle = np.arctan2(B, A)
        angles = np.stack([middle - half, middle + half], axis=1)
        angles = (angles + np.pi) % (2.0 * np.pi) - np.pi
        beyond = np.maximum(LOWER - angles, angles - UPPER)
        beyond = np.where(np.isnan(beyond), np.inf, beyond)
        found[:, k] = beyond.min(axis=1)
    return found


def delta_poses(model, q):
    """Where the tool is, and by how much the nearest angles are beyond their limits [rad]."""
    tool = fb.kinematics(model, q, "tool", threads=1).pose[:, :3, 3]
    return {"position": tool, "beyond": delta_angles(tool).max(axis=1)}


def stewart_ends(robot):
    """Where legs begin on the base and end on the platform (6, 3), by the description."""
    base = [j.origin.xyz for j in robot.joints if j.type == "universal"]
    ends = [loop.successor_origin.xyz for loop in robot.loops]
    return np.array(base), np.array(ends)


LENGTH, STROKE = 0.5, 0.1
"""A leg is LENGTH + its slide [m], which is between -STROKE and STROKE."""


def leg_lengths(robot, poses):
    """|p + R b - a| of all legs (n, 6)."""
    base, ends = stewart_ends(robot)
    at = ends @ np.swapaxes(poses[:, :3, :3], 1, 2) + poses[:, None, :3, 3]
    return np.linalg.norm(at - base, axis=2)


def stewart_poses(model, q):
    """Where the platform is, and by how much a leg is longer or shorter than it can be [m].

    `face` is which: legs that are too long first, then those that are too short.
    """
    poses = fb.kinematics(model, q, "platform", threads=1).pose
    slides = leg_lengths(model.robot, poses) - LENGTH
    off = np.concatenate([slides - STROKE, -slides - STROKE], axis=1)
    face = off.argmax(axis=1).astype(np.int8)
    return {"position": poses[:, :3, 3], "beyond": off.max(axis=1), "face": face}
