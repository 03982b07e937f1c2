"""Workspaces of parallel robots against what their dimensions say, without a solver.

FOURBAR_FLEET_POSES is how many poses there are: 10,000,000 were tried (docs/how-to/fleets.md).
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial import cKDTree

import fourbar as fb
from fourbar.fleet import Samples, inverse, map_configurations

sys.path.insert(0, str(Path(__file__).parent))  # where workers import functions from

import closed_forms as known

pytest.importorskip("pyarrow")
pytestmark = pytest.mark.slow

POSES = int(os.environ.get("FOURBAR_FLEET_POSES", "100000"))
# How near the poses come to every point of the boundary [m]: the finer, the more there are.
NEAR = 0.004 if POSES >= 10_000_000 else 0.015


def directions(number):
    """Evenly over the sphere."""
    k = np.arange(number) + 0.5
    z, angle = 1.0 - 2.0 * k / number, np.pi * (1.0 + 5.0**0.5) * k
    across = np.sqrt(1.0 - z * z)
    return np.stack([across * np.cos(angle), across * np.sin(angle), z], axis=1)


def boundary(inside, centre, number):
    """Where rays from a point first leave a set, by bisection to 1e-12 m."""
    rays = directions(number)
    low, high = np.zeros(number), np.zeros(number)
    leaving = np.ones(number, dtype=bool)
    for step in np.arange(0.001, 1.0, 0.001):
        high = np.where(leaving, step, high)
        leaving &= inside(centre + high[:, None] * rays)
        low = np.where(leaving, step, low)
        if not leaving.any():
            break
    for _ in range(40):
        middle = 0.5 * (low + high)
        is_in = inside(centre + middle[:, None] * rays)
        low, high = np.where(is_in, middle, low), np.where(is_in, high, middle)
    return centre + low[:, None] * rays, rays


def nearest(found, points):
    """From each point to the nearest pose, with one chunk in memory at a time."""
    best = np.full(len(points), np.inf)
    for columns in found.chunks():
        best = np.minimum(best, cKDTree(columns["position"]).query(points)[0])
    return best


def test_the_delta_fills_the_space_between_its_spheres(tmp_path):
    model = fb.Model(fb.load("gallery:delta"))
    found = map_configurations(
        model, known.delta_poses, Samples(POSES, seed=11), output=tmp_path, workers_count=2
    )
    assert found.number == POSES
    most = max(float(columns["beyond"].max()) for columns in found.chunks())
    assert most < 1e-7  # [rad]; the file has nine digits
    edge, _ = boundary(
        lambda p: (known.delta_angles(p) <= 0.0).all(axis=1), np.array([0.0, 0.0, 0.2]), 2000
    )
    gaps = nearest(found, edge)
    print(f"delta: {POSES:,} poses, {most:.1e} rad beyond at most, {gaps.max():.4f} m at most")
    assert gaps.max() < NEAR


def test_the_stewart_platform_stays_between_its_shells_and_fills_them(tmp_path):
    model = fb.Model(fb.load("gallery:stewart"))
    slides = [model.joint(f"leg_{k}").q.start for k in range(1, 7)]
    assert np.allclose(model.lower[slides], -known.STROKE)
    assert np.allclose(model.upper[slides], known.STROKE)
    found = map_configurations(
        model, known.stewart_poses, Samples(POSES, seed=12), output=tmp_path, workers_count=2
    )
    most = np.full(12, -np.inf)
    highest = -np.inf
    for columns in found.chunks():
        np.maximum.at(most, columns["face"], columns["beyond"])
        highest = max(highest, float(columns["position"][:, 2].max()))
    print(f"stewart: {POSES:,} poses, {most.max():.1e} m beyond at most; every leg is within")
    print(f"{-most.min():.1e} m of both its ends")
    assert most.max() < 1e-7  # [m]: no leg is too long or too short
    assert most.min() > -1e-4  # and each is almost as long, and almost as short, as it can be
    # All legs at their longest: higher it cannot be.
    base, ends = known.stewart_ends(model.robot)
    across = np.linalg.norm((ends - base)[:, :2], axis=1).mean()
    top = np.sqrt((known.LENGTH + known.STROKE) ** 2 - across**2) - float((ends - base)[0, 2])
    print(f"the highest is {top - highest:.4f} m below what six legs at their ends reach")
    assert top - 0.03 <= highest <= top + 1e-7


def test_the_boundary_of_the_stewart_platform_is_where_its_shells_meet():
    """Of all positions without a rotation: the solver gets there from inside, not from outside."""
    model = fb.Model(fb.load("gallery:stewart"))

    def inside(points):
        poses = np.tile(np.eye(4), (len(points), 1, 1))
        poses[:, :3, 3] = points
        off = np.abs(known.leg_lengths(model.robot, poses) - known.LENGTH)
        return (off <= known.STROKE).all(axis=1)

    home = fb.kinematics(model, model.chart.home, "platform").pose[:3, 3]
    edge, rays = boundary(inside, home, 300)
    step = 1e-4
    solve = partial(inverse, model, link="platform", rpy=(0.0, 0.0, 0.0))
    assert solve(edge - step * rays)["converged"].all()
    outside = edge + step * rays
    beyond = ~inside(outside)  # a ray may leave through a corner and come back
    assert beyond.mean() > 0.95
    assert not solve(outside[beyond], starts=2)["converged"].any()
