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
    with pytest.raises(fb.ModelError, match="undefined; give link 'arm' an <inertial>"):
        fb.simulate(model, [0.0], steps=1)
    heavy = fb.Model(robot, armature={"hinge": 0.5})
    np.testing.assert_allclose(fb.forward_dynamics(heavy, None, [0.0], [0.0], [1.0]), [2.0])


def test_all_joints_that_move_no_mass_are_listed():
    """Not those that carry the one link with mass, nor those with an armature."""
    robot = fb.Robot("light").add(fb.Link("base"))
    body = fb.Inertial(mass=1.0, inertia=fb.Inertia(ixx=1.0, iyy=1.0, izz=1.0))
    parents = {"heavy": "base", "far": "heavy", "a": "far", "b": "far", "c": "base"}
    for name, parent in parents.items():
        robot = robot.add(fb.Link(name, inertial=body if name == "far" else None)).add(
            fb.Joint(f"to_{name}", "continuous", parent, name, axis=(0.0, 0.0, 1.0))
        )
    model = fb.Model(robot, armature={"to_c": 1.0})
    q = np.zeros(model.nq)
    with pytest.raises(fb.ModelError, match=r"moves no mass, so.*the same holds for to_[ab]$"):
        fb.simulate(model, q, steps=1)


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


def test_robots_that_cannot_move_have_empty_dynamics():
    """Everything has a shape with a zero in it, and nothing fails."""
    model = fb.Model(fb.Robot("stone").add(fb.Link("a", inertial=fb.Inertial(mass=2.0))))
    motion = fb.simulate(model, [], duration=0.1)
    assert motion.q.shape == (101, 0)
    assert fb.mass_matrix(model, None, []).shape == (0, 0)
    assert fb.reactions(model, None, []).joints.shape == (0, 6)
    assert fb.regressor(model, None, [], None, None).Y.shape[0] == 0
    assert fb.inverse_dynamics(model, None, np.zeros((3, 0)), None, None).shape == (3, 0)


def test_lists_that_are_empty_or_of_the_wrong_length():
    model = gallery("ur20")
    q = states(model, 1)[0].q
    with pytest.raises(ValueError, match="links must have at least one name"):
        fb.operational_inertia(model, None, q, [])
    with pytest.raises(ValueError, match="q has shape"):
        fb.operational_inertia(model, None, q[:3], "tool0")
    none = np.zeros((0, model.nv))
    with pytest.raises(ValueError, match="at least one configuration"):
        fb.base_parameters(model, none, none, none)


def test_efforts_of_a_simulation_by_name():
    model = gallery("four_bar")
    (at,) = states(model, 1)
    options = {"dt": 1e-3, "steps": 5, "limits": False}
    named = fb.simulate(model, at.q, effort={"crank": 0.3}, **options)
    tau = np.zeros(model.nv)
    tau[model.joint("crank").v] = 0.3
    np.testing.assert_array_equal(named.q, fb.simulate(model, at.q, effort=tau, **options).q)
    with pytest.raises(fb.UnknownNameError, match="crnak"):
        fb.simulate(model, at.q, effort={"crnak": 0.3}, **options)
