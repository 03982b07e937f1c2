"""11 and 13: mechanisms whose dynamics are known, to 1e-12."""

import numpy as np
import pytest

import fourbar as fb

from .linkages import (
    double_pendulum,
    geared_arm,
    parallelogram,
    slider_crank,
)
from .robots import gallery, states


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
        np.testing.assert_allclose(a[model.joint("A").v], [expected], rtol=1e-12)
        np.testing.assert_allclose(fb.mass_matrix(model, None, q), [[mass * length**2]], rtol=1e-12)
        energy = fb.energy(model, None, q, u)
        assert energy.kinetic == pytest.approx(0.5 * mass * length**2 * rate**2, rel=1e-12)


def test_a_slider_crank_is_the_one_of_the_book():
    """x = r cos t + sqrt(l^2 - r^2 sin^2 t): (I + m x'^2) t'' + m x' x'' t'^2 = effort."""
    r, length, mass, inertia = 0.2, 0.5, 1.7, 0.03
    model = fb.Model(slider_crank(r, length, mass, inertia))
    for angle, rate, effort in [(0.3, 2.0, 0.4), (1.9, -1.0, -0.7), (-2.4, 3.0, 0.0)]:
        s, c = np.sin(angle), np.cos(angle)
        root = np.sqrt(length**2 - r**2 * s**2)
        slope = -r * s - r**2 * s * c / root
        curve = -r * c - r**2 * (c**2 - s**2) / root - r**4 * s**2 * c**2 / root**3
        q = model.q({"crank": angle, "rod": -angle - np.arcsin(r * s / length)})
        q = fb.assemble(model, {"crank": angle}, q0=q).q
        assert q[model.joint("slide").q.start] == pytest.approx(r * c + root, rel=1e-12)
        M = inertia + mass * slope**2
        np.testing.assert_allclose(fb.mass_matrix(model, None, q), [[M]], rtol=1e-12)
        tau = np.zeros(model.nv)
        tau[model.joint("crank").v] = effort
        a = fb.forward_dynamics(model, None, q, [rate], tau)
        expected = (effort - mass * slope * curve * rate**2) / M
        np.testing.assert_allclose(a[model.joint("crank").v], [expected], rtol=1e-12, atol=1e-12)


def test_a_differential_is_two_shafts():
    """Pitch is half the sum of the motors, roll half their difference: M and weight by hand."""
    model = gallery("differential")
    links = {link.name: link.inertial for link in model.robot.links if link.inertial}
    turning = [links[name] for name in ("carrier", "output", "idler_gear")]
    about_pitch = sum(i.inertia.iyy + i.mass * i.origin.xyz[0] ** 2 for i in turning)
    about_roll = sum(links[name].inertia.ixx for name in ("output", "idler_gear"))
    motor = links["right_gear"].inertia.iyy
    both, apart = np.ones((2, 2)), np.array([[1.0, -1.0], [-1.0, 1.0]])
    M = about_pitch / 4 * both + about_roll / 4 * apart + motor * np.eye(2)
    moment = sum(i.mass * i.origin.xyz[0] for i in turning)
    for at in states(model, 4):
        np.testing.assert_allclose(fb.mass_matrix(model, None, at.q), M, rtol=1e-12)
        pitch = at.q[model.joint("pitch").q.start]
        weight = -0.5 * 9.81 * moment * np.cos(pitch)
        f = fb.gravity(model, None, at.q, coordinates="independent")
        np.testing.assert_allclose(f, [weight, weight], rtol=1e-12, atol=1e-14)


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
    # The gallery's numbers are written to six digits, which is what its symmetry is worth.
    np.testing.assert_allclose(legs, legs.mean(), rtol=1e-6)
    # All legs together carry the platform: their pulls along z, and half of their own weights.
    data = model.data()
    fb.forward_kinematics(model, data, q)
    found = fb.reactions(model, data, q, frame="world")
    on_platform = sum(found.loops)
    platform = model.robot.links["platform"].inertial.mass
    np.testing.assert_allclose(
        on_platform[2] / (platform * 9.81), np.sign(on_platform[2]), rtol=1e-12
    )
    np.testing.assert_allclose(on_platform[[0, 1]], 0.0, atol=1e-11 * platform * 9.81)
    # Virtual work: legs against the slope of the potential energy along each independent motion.
    h = 1e-6
    for k, direction in enumerate(np.eye(len(legs))):
        values = []
        for sign in (1, -1):
            y = fb.independent(model, q) + sign * h * direction
            values.append(fb.energy(model, None, fb.spanning(model, y, q)).potential)
        assert (values[0] - values[1]) / (2 * h) == pytest.approx(legs[k], rel=1e-6, abs=1e-6)
