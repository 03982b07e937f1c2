"""Springs of joints in dynamics: against finite differences, energy and closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar.record import replace
from fourbar.robot import Robot, Spring

from .robots import gallery

TREE, CLOSED = "ur20", "four_bar"


def sprung(name: str) -> Robot:
    """A robot of the gallery with a spring at every joint of one position."""
    robot = gallery(name).robot
    rng = np.random.default_rng(7)
    joints = [
        replace(joint, spring=Spring(float(rng.uniform(5.0, 50.0)), float(rng.uniform(-0.5, 0.5))))
        if joint.dof == 1
        else joint
        for joint in robot.joints
    ]
    return robot.replace(joints=joints)


def bare(robot: Robot) -> Robot:
    return robot.replace(joints=[replace(joint, spring=None) for joint in robot.joints])


def follow(model: fb.Model, q: np.ndarray) -> np.ndarray:
    """G (nv, nu) with v = G u."""
    data = model.data()
    fb.forward_kinematics(model, data, q)
    return fb.explicit_jacobian(model, data).G


def pull(model: fb.Model, q: np.ndarray) -> np.ndarray:
    """What springs ask of every joint, by their definition."""
    return np.array(
        [
            joint.spring.stiffness * (q[model.joints[joint.name].q.start] - joint.spring.rest)
            for name in model.joints
            for joint in [model.robot.joints[name]]
        ]
    )


@pytest.mark.parametrize("name", [TREE, CLOSED])
@pytest.mark.parametrize("friction", [True, False])
def test_efforts_have_them_and_accelerations_follow(name: str, friction: bool) -> None:
    robot = sprung(name)
    model, without = fb.Model(robot), fb.Model(bare(robot))
    rng = np.random.default_rng(1)
    Q = model.random(5, seed=3)
    for q in Q:
        G = follow(model, q)
        u, du = rng.normal(size=G.shape[1]), rng.normal(size=G.shape[1])
        options = {"coordinates": "independent", "friction": friction}
        tau = fb.inverse_dynamics(model, None, q, u, du, **options)
        plain = fb.inverse_dynamics(without, None, q, u, du, **options)
        assert np.abs(tau - plain - G.T @ pull(model, q)).max() < 1e-10
        moved = fb.forward_dynamics(model, None, q, u, tau, friction=friction)
        assert np.abs(moved[model.chart.v if name == CLOSED else slice(None)] - du).max() < 1e-9
        # Gravity is that of masses, and the bias has what joints do by themselves on demand.
        assert np.array_equal(fb.gravity(model, None, q), fb.gravity(without, None, q))
        b = fb.bias(model, None, q, u, friction=True)
        M = fb.mass_matrix(model, None, q)
        whole = fb.inverse_dynamics(model, None, q, u, du, coordinates="independent")
        assert np.abs(M @ du + b - whole).max() < 1e-9
        assert np.array_equal(fb.bias(model, None, q, u), fb.bias(without, None, q, u))
    batch = fb.inverse_dynamics(model, None, Q, None, None, coordinates="spanning")
    rows = [fb.inverse_dynamics(model, None, q, None, None, coordinates="spanning") for q in Q]
    assert np.abs(batch - rows).max() < 1e-12


@pytest.mark.parametrize("name", [TREE, CLOSED])
def test_derivatives_have_their_slopes(name: str) -> None:
    """Of efforts along independent positions, by central differences: 1e-6 of the largest."""
    robot = sprung(name)
    model, without = fb.Model(robot), fb.Model(bare(robot))
    q = model.random(seed=4)
    found = fb.inverse_dynamics_derivatives(model, None, q, None, None)
    plain = fb.inverse_dynamics_derivatives(without, None, q, None, None)
    added = found.dq - plain.dq
    nu = added.shape[0]
    steps = np.zeros((nu, nu))
    h = 1e-6
    G = follow(model, q)
    for k in range(nu):
        ends: list[np.ndarray] = []
        for sign in (1.0, -1.0):
            there = model.integrate(q, sign * h * G[:, k])
            if name == CLOSED:
                there = fb.spanning(model, fb.independent(model, there), there)
            one, two = (
                fb.inverse_dynamics(each, None, there, None, None, coordinates="independent")
                for each in (model, without)
            )
            ends.append(one - two)
        steps[:, k] = (ends[0] - ends[1]) / (2.0 * h)
    assert np.abs(added - steps).max() < 1e-6 * np.abs(steps).max()
    if name == TREE:
        assert np.abs(added - np.diag(model.stiffness)).max() < 1e-9
    da = fb.forward_dynamics_derivatives(model, None, q, None, None)
    da_without = fb.forward_dynamics_derivatives(without, None, q, None, -pull(model, q))
    if name == TREE:
        Minv = fb.inverse_mass_matrix(model, None, q)
        assert np.abs(da.dq - da_without.dq + Minv * model.stiffness).max() < 1e-8


def test_energy_has_what_springs_hold_and_stays() -> None:
    model = fb.Model(sprung(CLOSED))
    q = model.chart.home
    motion = fb.simulate(model, q, duration=0.5, dt=1e-4, friction=False, limits=False)
    total = motion.energy.total
    assert np.ptp(total) < 1e-6 * np.ptp(motion.energy.potential)
    ends = fb.energy(model, None, motion.q[[0, -1]], motion.v[[0, -1]])
    assert np.abs(ends.total - total[[0, -1]]).max() < 1e-12 * max(1.0, np.abs(total).max())
    held = 0.5 * sum(
        joint.spring.stiffness * (q[model.joints[joint.name].q.start] - joint.spring.rest) ** 2
        for joint in model.robot.joints
        if joint.spring is not None and joint.name in model.joints
    )
    plain = fb.energy(fb.Model(bare(model.robot)), None, q)
    assert fb.energy(model, None, q).potential - plain.potential == pytest.approx(held, rel=1e-12)


def test_a_simulation_takes_those_of_the_description_or_others_in_their_place() -> None:
    model, without = fb.Model(sprung(TREE)), fb.Model(bare(sprung(TREE)))
    q = model.neutral
    options = {"duration": 0.1, "limits": False}
    described = fb.simulate(model, q, **options)
    springs = {joint.name: joint.spring for joint in model.robot.joints if joint.dof == 1}
    given = fb.simulate(without, q, springs=springs, **options)
    assert np.array_equal(described.q, given.q)
    none = fb.simulate(model, q, springs=dict.fromkeys(springs, 0.0), **options)
    assert np.array_equal(none.q, fb.simulate(without, q, **options).q)
    assert np.abs(described.q - none.q).max() > 1e-3
    one = fb.step(model, None, q, np.zeros(model.nv), None, 1e-3, limits=False)
    assert np.array_equal(one.q, fb.simulate(model, q, steps=1, limits=False).q[-1])


def test_a_sprung_slide_swings_as_its_closed_form() -> None:
    text = """<robot name="r"><link name="a"/><link name="b"><inertial><mass value="2"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
      <limit lower="-9" upper="9" effort="1" velocity="1"/>
      <spring stiffness="32" rest="0.25"/></joint></robot>"""
    model = fb.Model(fb.loads(text))
    motion = fb.simulate(model, [0.0], duration=1.5)
    expected = 0.25 - 0.25 * np.cos(np.sqrt(32.0 / 2.0) * motion.t)
    assert np.abs(motion.q[:, 0] - expected).max() < 1e-9


@pytest.mark.parametrize("name", [TREE, CLOSED])
def test_identification_and_reactions_have_them(name: str) -> None:
    model = fb.Model(sprung(name))
    q = model.random(seed=9)
    found = fb.regressor(model, None, q, None, None)
    tau = fb.inverse_dynamics(model, None, q, None, None, coordinates="independent")
    assert np.abs(found.Y @ found.values - tau).max() < 1e-9
    names = [each for each in found.names if each.endswith(".stiffness")]
    assert len(names) == len(model.joints)
    plain = fb.regressor(fb.Model(bare(model.robot)), None, q, None, None)
    assert found.names[: len(plain.names)] == plain.names
    # Springs are inner forces: with the drives against them, joints carry what they did without.
    carried = fb.reactions(model, None, q, tau=fb.inverse_dynamics(model, None, q, None, None))
    plain_model = fb.Model(bare(model.robot))
    efforts = fb.inverse_dynamics(model, None, q, None, None) - pull(model, q)
    without = fb.reactions(plain_model, None, q, a=np.zeros(model.nv), tau=efforts)
    assert np.abs(carried.joints - without.joints).max() < 1e-9 * np.abs(without.joints).max()


def test_joints_with_several_positions_have_none() -> None:
    text = """<robot name="r"><link name="a"/><link name="b"/>
      <joint name="j" type="spherical"><parent link="a"/><child link="b"/>
      <spring stiffness="32" rest="0.25"/></joint></robot>"""
    report = fb.check(text.encode())
    assert [d.code for d in report if d.rule.name == "spring-without-use"] == ["S152"]
    assert not fb.Model(fb.loads(text)).stiffness.any()
