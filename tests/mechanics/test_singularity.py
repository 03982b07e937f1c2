"""Singular values and what they say about a pose."""

import tracemalloc

import numpy as np
import pytest

import fourbar as fb
import fourbar.mechanics as fm
from fourbar.mechanics import Model
from fourbar.mechanics.singular import _slope

from .robots import gallery_model


def planar_arm(*lengths):
    """Hinges about z in a row; the last link's origin is the tip."""
    robot = fb.Robot("planar").add(fb.Link("l0"))
    offset = 0.0
    for i, length in enumerate(lengths, start=1):
        origin = fb.Pose((offset, 0, 0))
        joint = fb.Joint(f"j{i}", "continuous", f"l{i - 1}", f"l{i}", origin=origin, axis=(0, 0, 1))
        robot = robot.add(fb.Link(f"l{i}"), joint)
        offset = length
    tip = fb.Joint("tip", "fixed", f"l{len(lengths)}", "tip", origin=fb.Pose((offset, 0, 0)))
    return Model(robot.add(fb.Link("tip"), tip))


def look(model, q, link, **options):
    data = model.data()
    fm.forward_kinematics(model, data, q)
    return fm.singularity(model, data, link, **options)


@pytest.mark.parametrize("elbow", [0.3, 1.0, 2.5, -1.2])
def test_two_link_arm_by_its_closed_form(elbow):
    """Manipulability of the tip in the plane is l1 l2 |sin(elbow)|."""
    found = look(planar_arm(0.5, 0.4), [0.7, elbow], "tip", rows="linear")
    assert found.generic_rank == 2
    assert found.rank == 2
    assert not found.singular
    np.testing.assert_allclose(found.manipulability, 0.2 * abs(np.sin(elbow)), rtol=1e-12)
    expected = found.singular_values[0] / found.singular_values[1]
    np.testing.assert_allclose(found.condition, expected)


def test_the_point_counts_for_what_the_structure_allows():
    """A link that turns about its own origin moves every point but that one."""
    model = planar_arm(1.0)
    assert look(model, [0.7], "l1", rows="linear").generic_rank == 0
    found = look(model, [0.7], "l1", rows="linear", point=(2.0, 0.0, 0.0))
    assert found.generic_rank == 1
    np.testing.assert_allclose(found.manipulability, 2.0, rtol=1e-12)


@pytest.mark.parametrize("elbow", [0.0, np.pi])
def test_a_stretched_or_folded_arm_is_singular(elbow):
    found = look(planar_arm(0.5, 0.4), [0.7, elbow], "tip", rows="linear")
    assert found.singular
    assert found.rank == 1
    assert found.condition == np.inf
    # The tip cannot move along the arm.
    along = np.array([np.cos(0.7), np.sin(0.7), 0.0])
    assert abs(abs(found.lost_direction @ along) - 1.0) < 1e-9


def test_moving_against_the_gradient_reaches_the_singularity():
    model = planar_arm(0.5, 0.4)
    q = np.array([0.7, 0.05])
    found = look(model, q, "tip", rows="linear")
    step = -found.distance * found.gradient / np.linalg.norm(found.gradient)
    closer = look(model, q + step, "tip", rows="linear")
    assert closer.smallest < 0.02 * found.smallest


def test_gradient_against_differences():
    model, link = gallery_model("iiwa14"), "iiwa_link_7"
    q = model.random(seed=4)
    gradient = look(model, q, link).gradient
    for i, step in enumerate(1e-6 * np.eye(7)):
        ahead, behind = look(model, q + step, link), look(model, q - step, link)
        numeric = (ahead.smallest - behind.smallest) / 2e-6
        np.testing.assert_allclose(gradient[i], numeric, rtol=0, atol=1e-6)


def test_wrist_singularity_of_the_ur20():
    model = gallery_model("ur20")
    q = model.q({"shoulder_lift_joint": -1.0, "elbow_joint": 1.2, "wrist_1_joint": 0.3})
    assert look(model, q, "flange").singular  # wrist_2 at 0: axes 4 and 6 in line
    q[4] = 0.9
    assert not look(model, q, "flange").singular


def test_a_redundant_planar_arm_is_not_singular_for_its_plane():
    found = look(planar_arm(0.5, 0.4, 0.3, 0.2), [0.1, 0.5, -0.7, 0.9], "tip")
    assert found.generic_rank == 3
    assert not found.singular


def test_nothing_that_moves():
    model = planar_arm(0.5)
    found = look(model, [0.0], "l0")
    assert found.generic_rank == 0
    assert not found.singular


def test_the_characteristic_length_scales_linear_rows():
    model = gallery_model("ur20")
    q = model.random(seed=1)
    once, half = look(model, q, "flange"), look(model, q, "flange", length=0.5)
    np.testing.assert_allclose(half.manipulability, 8.0 * once.manipulability)


def test_batches():
    model = gallery_model("ur20")
    Q = model.random(30, seed=0)
    data = model.data(30)
    fm.forward_kinematics(model, data, Q)
    many = fm.singularity(model, data, "flange")
    one = look(model, Q[17], "flange")
    for a, b in zip(many, one, strict=True):
        if np.ndim(a):
            np.testing.assert_allclose(np.abs(a[17]), np.abs(b), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", ["ur20", "four_bar", "iiwa14"])
def test_slopes_without_the_hessian_are_those_with_it(name):
    """The closed form of chains against the kinematic Hessian, which is tested by differences."""
    model = fb.Model(fb.load(f"gallery:{name}"))
    data = model.data(5)
    q = model.random(5, seed=1, coordinates="spanning")
    fb.forward_kinematics(model, data, q, coordinates="spanning")
    link = model.link_names[-1]
    J, H = fb.jacobian(model, data, link), fb.hessian(model, data, link)
    generator = np.random.default_rng(2)
    u, x = generator.normal(size=(5, 6)), generator.normal(size=(5, model.nv))
    expected = np.einsum("...r,...rij,...i->...j", u, H, x)
    np.testing.assert_allclose(_slope(J, u, x), expected, rtol=0.0, atol=1e-13)


def test_the_measure_of_a_long_chain_takes_little_memory():
    """In proportion to the joints: the Hessian of 3,000 would be 430 MB."""
    links = [fb.Link(f"l{i}") for i in range(3001)]
    joints = [
        fb.Joint(f"j{i}", "continuous", f"l{i}", f"l{i + 1}", fb.Pose((0, 0, 0.1)), (i % 2, 1, 0))
        for i in range(3000)
    ]
    model = fb.Model(fb.Robot("chain", links, joints))
    data = model.data()
    fb.forward_kinematics(model, data, model.random(seed=1))
    tracemalloc.start()
    found = fb.singularity(model, data, "l3000")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.rank == 6
    assert peak < 20_000_000
