"""The mechanisms against textbook formulas, with dimensions stated here and not read."""

from __future__ import annotations

from math import acos, atan2, cos, hypot, pi, radians, sin, sqrt

import numpy as np
import pytest

from . import closure
from .facts import path


def closed_at(name: str, **positions: float) -> tuple[closure.Mechanism, np.ndarray]:
    """The pose continued from zero to the stated joint positions, all else solved."""
    mechanism = closure.read(path(name))
    q = np.zeros(mechanism.size)
    for share in np.linspace(0, 1, 13)[1:]:
        for joint, position in positions.items():
            q[mechanism.columns[joint]] = share * position
        q = closure.close(mechanism, q, held=positions)
    return mechanism, q


@pytest.mark.parametrize("crank", np.linspace(-pi, pi, 9))
def test_four_bar_follows_freudenstein(crank: float) -> None:
    ground, a, b, c = 0.31, 0.08, 0.20, 0.25
    mechanism, q = closed_at("four_bar", crank=crank)
    theta2 = crank + pi / 2
    k1, k2, k3 = ground / a, ground / c, (a**2 - b**2 + c**2 + ground**2) / (2 * a * c)
    A = cos(theta2) - k1 - k2 * cos(theta2) + k3
    B = -2 * sin(theta2)
    C = k1 - (k2 + 1) * cos(theta2) + k3
    theta4 = 2 * atan2(-B - sqrt(B**2 - 4 * A * C), 2 * A)
    rocker = theta4 - atan2(0.20, -0.15)
    found = q[mechanism.columns["rocker"]].item()
    assert (found - rocker + pi) % (2 * pi) - pi == pytest.approx(0, abs=1e-10)


@pytest.mark.parametrize("crank", np.linspace(-pi, pi, 9))
def test_slider_crank_closed_form(crank: float) -> None:
    mechanism, q = closed_at("slider_crank", crank=crank)
    height = 0.07 * sin(crank) + sqrt(0.25**2 - (0.07 * cos(crank)) ** 2)
    assert q[mechanism.columns["slider"]].item() == pytest.approx(height - 0.24, abs=1e-11)


def test_six_bar_foot_walks_level() -> None:
    """Over half a turn the foot runs 0.28 m within 10 mm of level; then it lifts by 0.13 m."""
    mechanism = closure.read(path("six_bar"))
    q, path_of_foot = np.zeros(mechanism.size), []
    for crank in np.linspace(0, 2 * pi, 73)[:-1]:
        q[mechanism.columns["crank"]] = crank
        q = closure.close(mechanism, q, held=["crank"])
        foot = closure.poses(mechanism, q)["leg_link"] @ [-0.024, 0, -0.422, 1]
        path_of_foot.append(foot[[0, 2]])
    points = np.array(path_of_foot)
    stance = points[np.argsort(points[:, 1])[:36]]
    assert np.ptp(stance[:, 1]) < 0.010
    assert np.ptp(stance[:, 0]) > 0.28
    assert np.ptp(points[:, 1]) == pytest.approx(0.13, abs=0.001)


def stewart_anchors() -> tuple[np.ndarray, np.ndarray]:
    """Base and platform anchors [m] in their own links: radius, angle and height."""
    base = [(0.30, angle, 0.08) for angle in (12, 108, 132, 228, 252, 348)]
    platform = [(0.20, angle, -0.03) for angle in (48, 72, 168, 192, 288, 312)]
    base, platform = (
        np.array([(r * cos(radians(a)), r * sin(radians(a)), z) for r, a, z in ring])
        for ring in (base, platform)
    )
    return base, platform


@pytest.mark.parametrize(
    "pose",
    [
        (0.0, 0.0, 0.08, 0.0, 0.0, 0.0),
        (0.06, -0.04, 0.02, 0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0, 0.2, -0.15, 0.1),
        (-0.03, 0.05, -0.04, -0.1, 0.15, -0.3),
    ],
)
def test_stewart_leg_lengths(pose: tuple[float, ...]) -> None:
    mechanism = closure.read(path("stewart"))
    q = np.zeros(mechanism.size)
    q[mechanism.columns["platform_pose"]] = pose
    q = closure.close(mechanism, q, held=["platform_pose"])
    T = closure.poses(mechanism, q)["platform"]
    base, platform = stewart_anchors()
    lengths = np.linalg.norm(platform @ T[:3, :3].T + T[:3, 3] - base, axis=1)
    found = [q[mechanism.columns[f"leg_{i}"]].item() for i in range(1, 7)]
    assert found == pytest.approx(lengths - 0.5, abs=5e-9)


@pytest.mark.parametrize(
    "arms", [(0.9, 0.9, 0.9), (-0.6, 0.9, 0.1), (0.5, -0.3, 0.2), (-0.6, -0.6, 0.9)]
)
def test_delta_translates_to_the_meeting_point_of_three_spheres(
    arms: tuple[float, float, float],
) -> None:
    """Each rod keeps the effector's centre 0.45 m from its elbow moved in by the ball circle."""
    mechanism, q = closed_at("delta", **{f"arm_{i + 1}": arms[i] for i in range(3)})
    effector = closure.poses(mechanism, q)["effector"]
    assert effector[:3, :3] == pytest.approx(np.eye(3), abs=1e-6)
    centre = effector[:3, 3] - [0.05, 0.03, 0.0]
    for i, arm in enumerate(arms):
        reach = 0.12 + 0.20 * cos(arm) - 0.05
        elbow = [reach * cos(2 * pi * i / 3), reach * sin(2 * pi * i / 3), 0.66 - 0.20 * sin(arm)]
        assert np.linalg.norm(centre - elbow) == pytest.approx(0.45, abs=1e-7)


def first_rod(tilt: float, direction: float) -> tuple[float, float]:
    """The angles that lean the wrist's first rod by `tilt` towards `direction` [rad]."""
    n = np.array([sin(tilt) * cos(direction), sin(tilt) * sin(direction), cos(tilt)])
    slope = pi / 3  # between the rod and its own axis, which stays in the xz plane
    polar = atan2(n[0], n[2]) + acos(cos(slope) / hypot(n[0], n[2]))
    first = polar - slope
    own = np.array([sin(slope), 0, cos(slope)])
    level = np.array([0, 0, 1]) - own * cos(slope)
    seen = closure.rotation(np.array([0, -first, 0])) @ n
    return first, atan2(np.cross(own, level) @ seen, level @ seen)


@pytest.mark.parametrize("direction", np.arange(0, 360, 30))
def test_wrist_rolls_like_two_spheres(direction: int) -> None:
    """Bent by 2 t the output has turned about one level axis and its centre lies at angle t.

    That is what rolling without slip or spin does to equal spheres; the mobility is checked on
    the way, up to a bend of 100 degrees.
    """
    mechanism, q = closure.read(path("lims2_wrist")), np.zeros(8)
    azimuth = radians(float(direction))
    for degrees in (10, 20, 30, 40, 50):
        tilt = radians(degrees)
        q[mechanism.columns["base_1"]] = first_rod(tilt, azimuth)
        q = closure.close(mechanism, q, held=["base_1"])
        K = closure.jacobian(mechanism, q)
        assert closure.rank(K) == 6
        assert closure.rank(K[:, 2:]) == 6
        output = closure.poses(mechanism, q)["output"]
        level = np.array([-sin(azimuth), cos(azimuth), 0])
        lean = closure.rotation(tilt * level) @ [0, 0, 1]
        assert output[:3, :3] == pytest.approx(closure.rotation(2 * tilt * level), abs=1e-8)
        assert output[:3, 3] == pytest.approx(np.array([0, 0, 0.12]) + 0.08 * lean, abs=1e-9)


def test_belt_leg_explicit_jacobian() -> None:
    """Equation 11 of the URDF+ paper with ratio 0.5: motor rate = 2 knee rate + 2 ankle rate."""
    mechanism = closure.read(path("belt_leg"))
    K = closure.jacobian(mechanism, np.array([0.7, -0.3, 0.8]))
    knee, ankle, motor = (K[:, mechanism.columns[n]] for n in ("knee", "ankle", "ankle_motor"))
    assert -knee / motor == pytest.approx(2, abs=1e-8)
    assert -ankle / motor == pytest.approx(2, abs=1e-8)


def test_belt_leg_motor_stands_still_while_the_foot_keeps_its_angle() -> None:
    """The knee bends, the ankle straightens as much: the foot stays parallel to itself."""
    mechanism, q = closed_at("belt_leg", knee=1.0, ankle=-1.0)
    assert q[mechanism.columns["ankle_motor"]].item() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("rates", [(1.0, 1.0), (1.0, -1.0), (0.3, 0.8)])
def test_differential_gears_roll_on_each_other(rates: tuple[float, float]) -> None:
    """At each of the four meshes both gears move with one velocity (no slip)."""
    mechanism, q = closed_at("differential", right_motor=0.4, left_motor=-0.2)
    motors = mechanism.indices(["right_motor", "left_motor"])
    others = np.setdiff1d(np.arange(mechanism.size), motors)
    K = closure.jacobian(mechanism, q)
    v = np.zeros(mechanism.size)
    v[motors] = rates
    v[others] = np.linalg.solve(K[:, others], -K[:, motors] @ rates)
    step = 1e-6
    before, after = (closure.poses(mechanism, q + s * step * v) for s in (-1, 1))
    T = closure.poses(mechanism, q)
    for x, planet in ((0.05, "output"), (-0.05, "idler_gear")):
        for y, side in ((0.05, "left_gear"), (-0.05, "right_gear")):
            point = T["carrier"] @ [x, y, 0, 1]
            velocity = [
                ((after[gear] - before[gear]) / (2 * step) @ np.linalg.inv(T[gear]) @ point)[:3]
                for gear in (planet, side)
            ]
            assert velocity[0] == pytest.approx(velocity[1], abs=1e-9)


def test_ur20_flange_at_zero() -> None:
    """Upper arm, forearm and wrist stretched along x; the offsets of the wrists along y and z."""
    mechanism = closure.read(path("ur20"))
    flange = closure.poses(mechanism, np.zeros(6))["flange"][:3, 3]
    expected = (0.862 + 0.7287, 0.201 + 0.1543, 0.2363 - 0.1593)
    assert flange == pytest.approx(np.array(expected), abs=1e-12)


def test_iiwa14_stands_straight_at_zero() -> None:
    mechanism = closure.read(path("iiwa14"))
    poses = closure.poses(mechanism, np.zeros(7))
    heights = {"iiwa_link_2": 0.36, "iiwa_link_4": 0.78, "iiwa_link_6": 1.18, "iiwa_link_ee": 1.306}
    for link, height in heights.items():
        assert poses[link][:3, 3] == pytest.approx(np.array([0, 0, height]), abs=1e-12)
    assert poses["iiwa_link_ee"][:3, :3] == pytest.approx(np.eye(3), abs=1e-12)
