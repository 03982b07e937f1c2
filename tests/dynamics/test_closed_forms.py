"""Mechanisms whose dynamics are known, and facts that hold for all of them."""

import numpy as np
import pytest

import fourbar as fb

from .linkages import (
    double_pendulum,
    four_bar,
    geared_arm,
    parallelogram,
    placed,
    rotation,
    scaled,
)
from .robots import gallery, relative, states


def test_a_double_pendulum_is_the_one_of_the_book():
    l1, m1, m2, l2 = 0.6, 1.2, 0.8, 0.5
    model = fb.Model(double_pendulum(l1, m1, m2, l2))
    rng = np.random.default_rng(0)
    for _ in range(5):
        q, v, a = rng.standard_normal((3, 2))
        c, s, g = np.cos(q[1]), np.sin(q[1]), 9.81
        M = np.array(
            [
                [
                    (m1 + m2) * l1**2 + m2 * l2**2 + 2 * m2 * l1 * l2 * c,
                    m2 * l2**2 + m2 * l1 * l2 * c,
                ],
                [m2 * l2**2 + m2 * l1 * l2 * c, m2 * l2**2],
            ]
        )
        k = m2 * l1 * l2 * s
        h = np.array([-k * (2 * v[0] * v[1] + v[1] ** 2), k * v[0] ** 2])
        weight = g * np.array(
            [
                (m1 + m2) * l1 * np.sin(q[0]) + m2 * l2 * np.sin(q[0] + q[1]),
                m2 * l2 * np.sin(q[0] + q[1]),
            ]
        )
        tau = fb.inverse_dynamics(model, None, q, v, a)
        np.testing.assert_allclose(tau, M @ a + h + weight, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(fb.mass_matrix(model, None, q), M, rtol=1e-12)


def test_a_parallelogram_is_a_pendulum():
    length, mass = 0.4, 2.0
    model = fb.Model(parallelogram(length, 0.3, mass))
    for angle, rate in [(0.3, 1.0), (-0.7, -2.0), (1.1, 0.5)]:
        q = fb.assemble(model, {"A": angle}).q
        u = np.array([rate])
        a = fb.forward_dynamics(model, None, q, u, None)
        expected = -9.81 / length * np.sin(angle)
        np.testing.assert_allclose(a[model.joint("A").v], [expected], rtol=1e-11)
        np.testing.assert_allclose(fb.mass_matrix(model, None, q), [[mass * length**2]], rtol=1e-12)
        energy = fb.energy(model, None, q, u)
        assert energy.kinetic == pytest.approx(0.5 * mass * length**2 * rate**2, rel=1e-12)


def test_cutting_the_loop_elsewhere_changes_nothing():
    one, two = fb.Model(four_bar("C")), fb.Model(four_bar("B"))
    for angle, rate in [(0.0, 1.5), (0.4, -0.7), (-0.5, 2.0)]:
        states_ = [fb.assemble(model, {"A": angle}).q for model in (one, two)]
        results = []
        for model, q in zip((one, two), states_, strict=True):
            data = model.data()
            chart = model.chart
            assert model.joint("A").v.start in chart.v, "both are driven at A"
            tau = np.zeros(model.nv)
            tau[model.joint("A").v] = 0.8
            G, _ = fb.explicit_jacobian(model, _filled(model, data, q))
            v = G @ np.array([rate])
            a = fb.forward_dynamics(model, data, q, v, tau)
            fb.forward_kinematics(model, data, q, v, a)
            motions = [
                fb.frame_acceleration(model, data, n)[3:] for n in ("crank", "coupler", "rocker")
            ]
            found = fb.reactions(model, data, q, v, a=a, tau=tau, frame="local_world_aligned")
            sure = [
                found.of(n)[[0, 2]] * found.determined.joints[found.joint_names.index(n)][[0, 2]]
                for n in ("A", "D")
            ]
            energy = fb.energy(model, data, q, v)
            results.append(
                np.concatenate(
                    [
                        *motions,
                        *sure,
                        [energy.kinetic, energy.potential],
                        *fb.mass_matrix(model, data, q),
                    ]
                )
            )
        assert relative(results[0], results[1]) < 1e-9


def _filled(model, data, q):
    fb.forward_kinematics(model, data, q)
    return data


def test_a_rotor_behind_a_gear_is_an_armature():
    ratio, rotor = 40.0, 3e-5
    model = fb.Model(geared_arm(ratio, rotor))
    plain = fb.Model(
        geared_arm(ratio, 0.0).remove_link("rotor"), armature={"hinge": ratio**2 * rotor}
    )
    for angle in (0.2, -1.0):
        exact = fb.Model(model.robot, drives=["hinge"])
        q = fb.assemble(exact, {"hinge": angle}).q
        slot = exact.joint("hinge").v
        G, _ = fb.explicit_jacobian(exact, _filled(exact, exact.data(), q))
        # Whichever of the two is independent: compare accelerations of the arm under its effort.
        tau = np.zeros(exact.nv)
        tau[slot] = 0.9
        a = fb.forward_dynamics(exact, None, q, np.zeros(len(G.T)), tau)
        b = fb.forward_dynamics(plain, None, [angle], [0.0], [0.9])
        np.testing.assert_allclose(a[slot], b, rtol=1e-12)


def test_a_mimic_is_the_same_joint_twice():
    finger = fb.Inertial(mass=0.4, inertia=fb.Inertia(1e-3, 1e-3, 1e-3))

    def hand(mimic):
        return (
            fb.Robot("hand")
            .add(fb.Link("palm"))
            .add(fb.Link("left", inertial=finger))
            .add(fb.Link("right", inertial=finger))
            .add(
                fb.Joint(
                    "slide",
                    "prismatic",
                    "palm",
                    "left",
                    axis=(1.0, 0.0, 0.0),
                    limit=fb.Limit(-1, 1, 5, 5),
                )
            )
            .add(
                fb.Joint(
                    "other",
                    "prismatic",
                    "palm",
                    "right",
                    axis=(0.0, 0.0, 1.0),
                    mimic=mimic,
                    limit=fb.Limit(-1, 1, 5, 5),
                )
            )
        )

    both = fb.Model(hand(fb.Mimic("slide", multiplier=-2.0)))
    free = fb.Model(hand(None))
    q = both.q({"slide": 0.1})
    M = fb.mass_matrix(free, None, q)
    g = np.array([1.0, -2.0])
    np.testing.assert_allclose(fb.mass_matrix(both, None, q), [[g @ M @ g]], rtol=1e-12)
    held = fb.gravity(free, None, q)
    np.testing.assert_allclose(
        fb.gravity(both, None, q, coordinates="independent"), [g @ held], rtol=1e-12
    )


def test_stewart_legs_share_the_weight():
    """The legs' forces and the platform's weight are in balance; at home all legs push alike."""
    model = gallery("stewart")
    q = model.chart.home
    tau = fb.gravity(model, None, q)
    legs = tau[model.chart.v]
    np.testing.assert_allclose(legs, legs.mean(), rtol=1e-6)
    # Virtual work: legs against the slope of the potential energy along each independent motion.
    h = 1e-6
    for k, direction in enumerate(np.eye(len(legs))):
        values = []
        for sign in (1, -1):
            y = fb.independent(model, q) + sign * h * direction
            values.append(fb.energy(model, None, fb.spanning(model, y, q)).potential)
        assert (values[0] - values[1]) / (2 * h) == pytest.approx(legs[k], rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("name", ["four_bar", "delta", "leg_linkage", "belt_leg", "ur20"])
def test_turned_and_moved_away(name):
    """The whole mechanism elsewhere, and gravity turned with it: efforts stay what they are."""
    robot = fb.load(f"gallery:{name}")
    at = fb.Pose((3.0, -40.0, 7.0), (0.4, -1.1, 2.0))
    here = fb.Model(robot)
    there = fb.Model(placed(robot, at), gravity=tuple(rotation(at) @ here.gravity))
    for state in states(here, 3):
        for function, arguments in (
            (fb.inverse_dynamics, (state.q, state.v, state.a)),
            (fb.forward_dynamics, (state.q, state.v, state.tau)),
            (fb.mass_matrix, (state.q,)),
        ):
            assert (
                relative(function(there, None, *arguments), function(here, None, *arguments))
                < 1e-10
            )


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "ur20"])
def test_other_units(name):
    """Masses x m, lengths x l, time x t: efforts of turning joints x m l^2 / t^2."""
    m, length, t = 3.0, 0.5, 2.0
    robot = fb.load(f"gallery:{name}")
    here = fb.Model(robot)
    there = fb.Model(
        scaled(robot, mass=m, length=length), gravity=tuple(here.gravity * length / t**2)
    )
    lengths = np.array(
        [length if unit == "m" else 1.0 for s in here.joints.values() for unit in s.units]
    )
    for state in states(here, 3):
        q = state.q * lengths
        scale = lengths  # of v, which has the same entries as q where there are no quaternions
        tau = fb.inverse_dynamics(
            there,
            None,
            q,
            state.v * scale / t,
            state.a * scale / t**2,
            friction=False,
            coordinates="independent",
        )
        same = fb.inverse_dynamics(
            here, None, state.q, state.v, state.a, friction=False, coordinates="independent"
        )
        entries = np.arange(here.nv) if not here.loops.blocks else here.chart.v
        assert relative(tau * scale[entries] / (m * length**2 / t**2), same) < 1e-9


def test_power_goes_into_energy():
    """dE/dt = (tau - friction) . v along a motion, by central differences."""
    h = 1e-5
    for name in ("four_bar", "leg_linkage", "iiwa14", "humanoid"):
        model = gallery(name)
        for at in states(model, 3):
            f = fb.inverse_dynamics(
                model, None, at.q, at.v, at.a, friction=False, coordinates="independent"
            )
            energies = []
            for sign in (-1.0, 1.0):
                step = sign * h
                q = model.integrate(at.q, step * at.v + 0.5 * step**2 * at.a)
                if model.loops.blocks:
                    q = fb.spanning(model, fb.independent(model, q), q)
                energies.append(fb.energy(model, None, q, at.u + step * at.du).total)
            rate = (energies[1] - energies[0]) / (2 * h)
            assert rate == pytest.approx(f @ at.u, rel=1e-6, abs=1e-6)
