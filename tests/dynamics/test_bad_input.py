"""What dynamics refuse, and how they say it."""

import numpy as np
import pytest

import fourbar as fb

from .robots import gallery, states
from .test_model import pendulum


def test_an_open_configuration_names_the_loop():
    model = gallery("four_bar")
    with pytest.raises(fb.LoopError, match="does not close 'four_bar'") as caught:
        fb.inverse_dynamics(model, model.data(), [0.3, 0.1, 0.2], None, None)
    assert caught.value.open
    rows = np.array([at.q for at in states(model, 5)])
    rows[3, 1] += 0.1
    with pytest.raises(fb.LoopError, match="q at configuration 3 does not close"):
        fb.forward_dynamics(model, model.data(5), rows, None, None)


def test_motions_that_open_loops_are_refused():
    model = gallery("four_bar")
    (at,) = states(model, 1)
    wrong = at.v + np.array([0.0, 1e-3, 0.0])
    with pytest.raises(fb.LoopError, match="v opens the loops"):
        fb.bias(model, None, at.q, wrong)
    with pytest.raises(fb.LoopError, match="a opens the loops"):
        fb.inverse_dynamics(model, None, at.q, at.v, at.a + np.array([0.0, 1e-3, 0.0]))
    fb.inverse_dynamics(model, None, at.q, at.v * (1.0 + 1e-12), at.a)


@pytest.mark.parametrize("name", ["four_bar", "ur20"])
def test_shapes_and_numbers(name):
    model = gallery(name)
    (at,) = states(model, 1)
    data = model.data()
    with pytest.raises(ValueError, match="q has shape"):
        fb.gravity(model, data, at.q[:-1])
    with pytest.raises(ValueError, match="v has shape"):
        fb.bias(model, data, at.q, np.zeros(17))
    with pytest.raises(ValueError, match=r"q\[1\] is not finite"):
        fb.mass_matrix(model, data, np.where(np.arange(model.nq) == 1, np.nan, at.q))
    with pytest.raises(ValueError, match=r"tau\[0\] is not finite"):
        fb.forward_dynamics(
            model, data, at.q, at.v, np.where(np.arange(model.nv) == 0, np.inf, 0.0)
        )
    with pytest.raises(fb.UnknownNameError, match="nothing"):
        fb.inverse_dynamics(model, data, at.q, None, None, wrenches={"nothing": np.zeros(6)})
    link = model.link_names[-1]
    with pytest.raises(ValueError, match=r"wrenches\[.*\] has shape"):
        fb.inverse_dynamics(model, data, at.q, None, None, wrenches={link: np.zeros(3)})
    with pytest.raises(TypeError, match="wrenches must be a dict"):
        fb.inverse_dynamics(model, data, at.q, None, None, wrenches=[1, 2])  # pyright: ignore
    with pytest.raises(ValueError, match="unknown coordinates 'all'; expected one of: independent"):
        fb.mass_matrix(model, data, at.q, coordinates="all")  # pyright: ignore
    with pytest.raises(ValueError, match="out shares memory with a"):
        fb.inverse_dynamics(model, data, at.q, at.v, at.a, out=at.a)


def test_a_joint_that_moves_no_mass_is_named():
    robot = (
        fb.Robot("light")
        .add(fb.Link("base"))
        .add(fb.Link("arm"))
        .add(fb.Joint("hinge", "continuous", "base", "arm", axis=(0.0, 0.0, 1.0)))
    )
    model = fb.Model(robot)
    with pytest.raises(fb.ModelError, match="joint 'hinge' of 'light' moves no mass"):
        fb.forward_dynamics(model, None, [0.0], [0.0], [1.0])
    with pytest.raises(fb.ModelError, match="joint 'hinge'"):
        fb.inverse_mass_matrix(model, None, np.zeros((5, 1)))
    heavy = fb.Model(robot, armature={"hinge": 0.5})
    np.testing.assert_allclose(fb.forward_dynamics(heavy, None, [0.0], [0.0], [1.0]), [2.0])


def test_models_refuse_physics_that_cannot_be():
    robot = pendulum()
    with pytest.raises(ValueError, match="gravity must be three finite numbers"):
        fb.Model(robot, gravity=(0.0, 0.0))
    with pytest.raises(ValueError, match="armature must be finite and not negative"):
        fb.Model(robot, armature={"hinge": -1.0})
    with pytest.raises(fb.UnknownNameError, match="did you mean"):
        fb.Model(robot, drives=["hing"])
    with pytest.raises(fb.ModelError, match="duplicate drive at joint 'hinge'"):
        fb.Model(robot, drives=["hinge", fb.Drive("hinge")])


def test_drives_that_cannot_do_it_are_named():
    model = gallery("drone")
    q = np.array(model.neutral)
    with pytest.raises(fb.ActuationError, match="no drive") as caught:
        fb.gravity(model, model.data(), q)
    assert caught.value.freedoms
    assert np.abs(caught.value.residual).max() > 1.0
    f = fb.gravity(model, None, q, coordinates="independent")
    nearest = fb.actuation(model, None, q, f, strict=False)
    np.testing.assert_allclose(nearest.residual, f - nearest.tau, atol=1e-12)
