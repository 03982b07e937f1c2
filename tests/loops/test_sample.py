"""Random closed poses of mechanisms whose zero pose is outside their limits."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar.record import replace

from .mechanisms import gallery


def around(model: fb.Model, q: np.ndarray, width: float) -> fb.Model:
    """The model with limits of this width around a pose, for every joint that has a range."""
    joints = []
    for joint in model.robot.joints:
        slot = model.joints.get(joint.name)
        if slot is not None and slot.nq == 1 and joint.kind.has_range:
            at = float(q[slot.q][0])
            limit = fb.Limit(at - width, at + width, 1.0, 1.0)
            joint = replace(joint, limit=limit)
        joints.append(joint)
    return fb.Model(model.robot.replace(joints=joints))


@pytest.mark.parametrize("name", ["belt_leg", "delta", "four_bar", "leg_linkage", "six_bar"])
def test_poses_are_found_where_zero_is_beyond_the_limits(name: str) -> None:
    model = gallery(name)
    poses = fb.sample_closed(model, 300, seed=3, limits=False)
    far = poses[np.argmax(np.abs(poses - model.chart.home).max(axis=1))]
    limited = around(model, far, 0.2)
    home = limited.chart.home
    assert ((home < limited.lower) | (home > limited.upper)).any()
    found = fb.sample_closed(limited, 100, seed=1)
    assert np.abs(fb.closure(limited, found)[0]).max() <= limited.tolerance
    assert (found >= limited.lower - 1e-8).all()
    assert (found <= limited.upper + 1e-8).all()
    assert found.std(axis=0).max() > 0.01  # many poses, not one
    assert np.array_equal(limited.random(100, seed=1), found)


def test_limits_that_no_closed_pose_is_within_are_named() -> None:
    model = gallery("four_bar")
    joints = [
        replace(joint, type="revolute", limit=fb.Limit(1.0, 1.01, 1.0, 1.0))
        if joint.kind.moves
        else joint
        for joint in model.robot.joints
    ]
    limited = fb.Model(model.robot.replace(joints=joints))
    with pytest.raises(fb.LoopError, match="no closed pose of 'four_bar' within the limits"):
        fb.sample_closed(limited, 3)
