"""The humanoid: 25 actuated joints, human size, and a left side that mirrors the right."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from . import closure
from .facts import path
from .test_bodies import inertial, links, solids

MIRROR = np.diag([1.0, -1.0, 1.0, 1.0])
LEFT = [link for link in links("humanoid") if link.startswith("left_")]


def other(name: str) -> str:
    return name.replace("left_", "right_")


def joints() -> dict[str, ET.Element]:
    found = ET.parse(path("humanoid")).getroot().findall("joint")
    return {joint.get("name", ""): joint for joint in found}


def test_has_25_actuated_joints() -> None:
    actuated = [joint for joint in joints().values() if joint.get("type") != "fixed"]
    assert len(actuated) == 25
    assert {joint.get("type") for joint in actuated} == {"revolute"}


def test_both_sides_have_the_same_parts() -> None:
    assert {other(n) for n in LEFT} == {n for n in links("humanoid") if n.startswith("right_")}


@pytest.mark.parametrize("link", LEFT)
def test_bodies_are_mirrored(link: str) -> None:
    left, right = links("humanoid")[link], links("humanoid")[other(link)]
    (mass_l, centre_l, tensor_l), (mass_r, centre_r, tensor_r) = inertial(left), inertial(right)
    S = MIRROR[:3, :3]
    assert mass_l == mass_r
    assert np.array_equal(S @ centre_l, centre_r)
    assert np.array_equal(S @ tensor_l @ S, tensor_r)
    for (T_l, volume_l, *_), (T_r, volume_r, *_) in zip(solids(left), solids(right), strict=True):
        assert volume_l == volume_r
        assert np.array_equal(S @ T_l[:3, 3], T_r[:3, 3])


@pytest.mark.parametrize("name", [name for name in joints() if name.startswith("left_")])
def test_limits_are_mirrored(name: str) -> None:
    """Equal for pitch joints; negated and swapped for roll and yaw joints."""
    left, right = joints()[name], joints()[other(name)]
    axis, limit_l, limit_r = left.find("axis"), left.find("limit"), right.find("limit")
    assert axis is not None
    assert limit_l is not None
    assert limit_r is not None
    lower, upper = float(limit_l.get("lower", "nan")), float(limit_l.get("upper", "nan"))
    if axis.get("xyz") != "0 1 0":
        lower, upper = -upper, -lower
    assert (float(limit_r.get("lower", "nan")), float(limit_r.get("upper", "nan"))) == (
        lower,
        upper,
    )
    assert limit_l.get("effort") == limit_r.get("effort")
    assert limit_l.get("velocity") == limit_r.get("velocity")


def test_mirrored_positions_give_mirrored_poses() -> None:
    mechanism = closure.read(path("humanoid"))
    rng = np.random.default_rng(25)
    q = np.zeros(mechanism.size)
    for joint in mechanism.joints:
        if joint.name.startswith("left_"):
            angle = rng.uniform(-1, 1)
            q[mechanism.columns[joint.name]] = angle
            q[mechanism.columns[other(joint.name)]] = angle if joint.axis[1] else -angle
    T = closure.poses(mechanism, q)
    for link in LEFT:
        assert MIRROR @ T[link] @ MIRROR == pytest.approx(T[other(link)], abs=1e-14)


def test_stands_1_73_metres_tall() -> None:
    mechanism = closure.read(path("humanoid"))
    T = closure.poses(mechanism, np.zeros(mechanism.size))
    heights = []
    for name, link in links("humanoid").items():
        for T_link_shape, _, _, half in solids(link):
            T_root_shape = T[name] @ T_link_shape
            reach = np.abs(T_root_shape[2, :3]) @ half
            heights += [T_root_shape[2, 3] - reach, T_root_shape[2, 3] + reach]
    assert np.ptp(heights) == pytest.approx(1.73, abs=0.005)


def test_feet_stand_level_under_the_hips() -> None:
    mechanism = closure.read(path("humanoid"))
    T = closure.poses(mechanism, np.zeros(mechanism.size))
    assert T["left_foot"][1, 3] == pytest.approx(T["left_thigh"][1, 3], abs=1e-12)
    assert T["left_foot"][2, 3] == T["right_foot"][2, 3]
