"""Batches give what single configurations give, whatever the size, threads and columns."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import fourbar as fb
import fourbar.mechanics as fm
from fourbar.mechanics import Model

from .robots import gallery_model, random_robot

FRAMES = ["world", "local", "local_world_aligned"]
CLOSE = {"rtol": 0, "atol": 1e-12}


@pytest.fixture(scope="module", params=[0, 1, 2, 3])
def model(request):
    return Model(random_robot(request.param), planar="xyt")


def singles(model, function, Q, V, A):
    data = model.data()
    rows = []
    for q, v, a in zip(Q, V, A, strict=True):
        fm.forward_kinematics(model, data, q, v, a)
        rows.append(function(data))
    return np.array(rows)


@pytest.mark.parametrize("n", [0, 1, 2, 7, 8, 9, 37])
def test_every_quantity(model, n):
    rng = np.random.default_rng(n)
    Q, V, A = model.random(n, seed=rng), *rng.standard_normal((2, n, model.nv))
    batch = model.data(n)
    fm.forward_kinematics(model, batch, Q, V, A)
    link = model.link_names[-1]
    quantities = [
        lambda d: d.pose(link),
        lambda d: d.poses,
        lambda d: fm.center_of_mass(model, d),
        lambda d: fm.center_of_mass_jacobian(model, d),
        lambda d: fm.hessian(model, d, link),
    ]
    for function in (
        fm.jacobian,
        fm.linear_jacobian,
        fm.angular_jacobian,
        fm.jacobian_dot,
        fm.jacobian_dot_times_v,
        fm.frame_velocity,
        fm.frame_acceleration,
    ):
        quantities += [
            lambda d, f=function, frame=frame: f(model, d, link, frame=frame, point=(0.1, 0.2, 0.3))
            for frame in FRAMES
        ]
    for quantity in quantities:
        found = quantity(batch)
        assert len(found) == n
        if n:
            np.testing.assert_allclose(found, singles(model, quantity, Q, V, A), **CLOSE)


@pytest.mark.parametrize("columns", ["all", "support"])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_kinematics_of_every_link(model, columns, threads):
    Q = model.random(3000, seed=1)
    data = model.data()
    for link in model.link_names:
        T, J = fm.kinematics(model, Q, link, columns=columns, threads=threads)
        support = model.support(link)
        for i in (0, 1234, 2999):
            fm.forward_kinematics(model, data, Q[i])
            np.testing.assert_allclose(T[i], data.pose(link), **CLOSE)
            expected = fm.jacobian(model, data, link)
            expected = expected[:, support] if columns == "support" else expected
            np.testing.assert_allclose(J[i], expected, **CLOSE)


def test_columns_outside_the_support_are_zero(model):
    J = fm.kinematics(model, model.random(50, seed=2), model.link_names[-1]).jacobian
    outside = np.setdiff1d(np.arange(model.nv), model.support(model.link_names[-1]))
    assert (J[:, :, outside] == 0.0).all()


def test_results_go_straight_into_out():
    model = gallery_model("humanoid")
    Q = model.random(101, seed=0)
    out = np.full((101, 4, 4), np.nan), np.full((101, 6, model.nv), np.nan)
    T, J = fm.kinematics(model, Q, "left_foot", out=out)
    assert T is out[0]
    assert J is out[1]
    expected = fm.kinematics(model, Q, "left_foot")
    assert (expected.pose == T).all()
    assert (expected.jacobian == J).all()


def test_one_configuration_needs_no_leading_axis():
    model = gallery_model("ur20")
    q = model.random(seed=0)
    T, J = fm.kinematics(model, q, "flange")
    assert T.shape == (4, 4)
    assert J.shape == (6, 6)
    out = np.empty((4, 4)), np.empty((6, 6))
    assert (fm.kinematics(model, q, "flange", out=out).pose == T).all()
    assert (out[1] == J).all()


def test_a_batch_keeps_its_own_copy_of_q():
    model = gallery_model("ur20")
    Q = model.random(5, seed=0)
    data = model.data(5)
    fm.forward_kinematics(model, data, Q)
    before = fm.jacobian(model, data, "flange")
    Q[:] = 0.0
    assert (fm.jacobian(model, data, "flange") == before).all()


@pytest.mark.parametrize("name", ["ur20", "humanoid"])
def test_threads_do_not_change_a_bit(name):
    model = gallery_model(name)
    link = model.link_names[-1]
    Q = model.random(20_011, seed=0)
    one = fm.kinematics(model, Q, link, threads=1)
    for threads in (2, 3, 8):
        several = fm.kinematics(model, Q, link, threads=threads)
        assert (several.pose == one.pose).all()
        assert (several.jacobian == one.jacobian).all()


def test_neighbours_of_out_are_left_alone():
    model = gallery_model("iiwa14")
    n = 1003
    poses, jacobians = np.full((n + 2, 4, 4), 7.0), np.full((n + 2, 6, 7), 7.0)
    fm.kinematics(
        model, model.random(n, seed=0), "iiwa_link_7", out=(poses[1:-1], jacobians[1:-1]), threads=2
    )
    for array in (poses, jacobians):
        assert (array[[0, -1]] == 7.0).all()
        assert not (array[1:-1] == 7.0).any()


@pytest.mark.parametrize("n", [0, 1, 20])
def test_a_robot_that_cannot_move(n):
    robot = fb.Robot("rock").add(fb.Link("rock", inertial=fb.Inertial(mass=1.0)))
    model = Model(robot)
    T, J = fm.kinematics(model, np.empty((n, 0)), "rock")
    assert J.shape == (n, 6, 0)
    assert (np.eye(4) == T).all()
    data = model.data(n)
    fm.forward_kinematics(model, data, np.empty((n, 0)))
    out = np.empty((n, 6, 0))
    assert fm.jacobian(model, data, "rock", out=out) is out
    assert fm.center_of_mass_jacobian(model, data).shape == (n, 3, 0)
    with pytest.raises(ValueError, match=r"out has shape"):
        fm.jacobian(model, data, "rock", out=np.empty((n, 5, 0)))


def test_several_callers_share_the_threads():
    model = gallery_model("ur20")
    Q = model.random(5000, seed=0)
    expected = fm.kinematics(model, Q, "flange", threads=1).jacobian

    def call(_):
        return (fm.kinematics(model, Q, "flange", threads=4).jacobian == expected).all()

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(call, range(60)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_computes_too():
    model = gallery_model("ur20")
    Q = model.random(5000, seed=0)
    expected = fm.kinematics(model, Q, "flange", threads=4).jacobian
    child = os.fork()
    if child == 0:
        same = (fm.kinematics(model, Q, "flange", threads=4).jacobian == expected).all()
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
