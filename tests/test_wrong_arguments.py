"""Slips in Python get an error that names what was expected, and the way out where there is one."""

import numpy as np
import pytest

import fourbar as fb

MODEL = fb.Model(fb.load("gallery:four_bar"))
ROBOT = MODEL.robot
HOME = MODEL.chart.home
ARM = fb.Model(fb.load("gallery:ur20"))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fb.Model("x.urdf"), r"use fourbar.Model\(fourbar.load\('x.urdf'\)\)"),
        (lambda: fb.Model(5), "a Model is made from a Robot, got an int"),
        (lambda: fb.Model(MODEL), "it is a Model already"),
        (lambda: fb.load(5), "expected a path, .*bytes or an open file, got an int"),
        (
            lambda: fb.check("x.urdf", settings={"select": ["S"]}),
            "settings must be a Settings, got a dict",
        ),
        (lambda: fb.trace(MODEL, MODEL.neutral, [0.0]), "expected the name of a joint, got"),
        (lambda: fb.inverse_kinematics(MODEL, MODEL.neutral, "tip"), "got a ndarray for the link"),
        (lambda: fb.move(MODEL, "abc", {}), "q must be numbers, got 'abc'"),
        (lambda: MODEL.random(seed="a"), "seed must be a whole number of at least 0"),
        (lambda: fb.load(ROBOT), "it is a Robot already"),
        (lambda: fb.check(MODEL), "use its `robot`"),
        (lambda: fb.check(None), "got a NoneType"),
        (
            lambda: fb.graph.ConnectivityGraph(MODEL),
            "expected a Robot, got a Model; use its `robot`",
        ),
        (lambda: fb.graph.draw(MODEL), "expected a Robot, got a Model; use its `robot`"),
        (lambda: fb.graph.clusters("arm.urdf"), "expected a Robot, got a str"),
        (lambda: fb.save(MODEL, "x.urdf"), "expected a Robot to save, got a Model"),
        (lambda: fb.dumps("x"), "expected a Robot, got a str"),
        (lambda: fb.view(5), "expected a Robot, a file, .* got an int"),
        (lambda: fb.mobility("x.urdf"), "got a str"),
        (lambda: fb.RobotScene(5), "expected the bytes of a .glb file, got an int"),
        (lambda: fb.subspaces("revolute"), "expected a Joint or a Loop, got a str"),
        (lambda: ROBOT.add(5), "cannot add an int to a robot"),
        (lambda: ROBOT.attach("gripper", to="base"), "expected a Robot to attach, got a str"),
        (lambda: fb.move(MODEL, HOME, [0.4]), "expected values by joint, .* got a list"),
        (lambda: fb.assemble(MODEL, 0.4), "expected values by joint, .* got a float"),
        (lambda: MODEL.q([0.1, 0.2, 0.3]), "expected values by joint, .* got a list"),
        (lambda: MODEL.v([0.1, 0.2, 0.3]), "expected values by joint, .* got a list"),
        (lambda: MODEL.reduced([1.0]), "expected values by joint"),
        (lambda: MODEL.q({"crank": "0.3"}), "joint 'crank' takes numbers, got '0.3'"),
        (lambda: ARM.q({"elbow_joint": None}), "joint 'elbow_joint' takes numbers, got None"),
        (lambda: ARM.q({"elbow_joint": [[1], [1, 2]]}), "joint 'elbow_joint' takes numbers"),
        (
            lambda: ARM.with_frames({"tip": 5}),
            "frame 'tip' must be a link's name and a Pose",
        ),
        (lambda: ARM.with_frames([1]), "expected frames by name, .* got a list"),
        (
            lambda: fb.kinematics(MODEL, MODEL.data(), "crank_link"),
            r"expected q, got a Data; use data.pose\(link\) and jacobian\(model, data, link\)",
        ),
        (
            lambda: fb.kinematics(MODEL, {"crank": 0.3}, "crank_link"),
            "expected q, got a dict; model.q makes one of positions by joint",
        ),
        (lambda: fb.Model(ROBOT, tolerance="a"), "tolerance must be a number .*, got 'a'"),
        (lambda: fb.Model(ROBOT, tolerance=True), "tolerance must be a number .*, got True"),
        (lambda: fb.assemble(MODEL, tolerance="a"), "tolerance must be a number .*, got 'a'"),
        (
            lambda: fb.joint_grid(MODEL, ["crank"]),
            "expected values by joint, .* got a list",
        ),
        (lambda: fb.Pose() @ np.eye(4), "a pose is multiplied with a Pose"),
        (lambda: np.eye(4) @ fb.Pose(), "a pose is multiplied with a Pose"),
        (
            lambda: fb.closed_jacobian(MODEL, MODEL.data(), "crank_link"),
            r"expected q, got a Data; use jacobian\(model, data, link\) @ explicit_jacobian",
        ),
    ],
)
def test_wrong_kinds(call, message):
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: fb.assemble(ROBOT),
        lambda: fb.move(ROBOT, HOME, {"crank": 0.1}),
        lambda: fb.trace(ROBOT, "crank", [0.1]),
        lambda: fb.spanning(ROBOT, [0.1]),
        lambda: fb.independent(ROBOT, HOME),
        lambda: fb.sample_closed(ROBOT, 3),
        lambda: fb.closure(ROBOT, HOME),
        lambda: fb.closed_jacobian(ROBOT, HOME, "crank_link"),
        lambda: fb.inverse_kinematics(ROBOT, "crank_link", np.eye(4)),
        lambda: fb.kinematics(ROBOT, HOME, "crank_link"),
        lambda: fb.forward_kinematics(ROBOT, MODEL.data(), HOME),
        lambda: fb.jacobian(ROBOT, MODEL.data(), "crank_link"),
    ],
)
def test_a_robot_in_place_of_a_model(call):
    with pytest.raises(TypeError, match=r"got a Robot; use fourbar.Model\(robot\)"):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ARM.q({"elbow_joint": float("nan")}), "'elbow_joint' is not finite: nan"),
        (lambda: ARM.random("3"), "n must be a whole number of at least 0, got '3'"),
        (lambda: MODEL.random(-1), "n must be a whole number of at least 0, got -1"),
        (lambda: ARM.data(1.5), "batch must be a whole number"),
        (lambda: fb.Model(ROBOT, tolerance=1e9), "of at most 1 .*, got 1000000000.0"),
        (lambda: fb.assemble(MODEL, starts="many"), "starts must be a whole number of at least 1"),
        (lambda: fb.save(ROBOT, "x.foo"), "cannot write '.foo' files; expected one of: .urdf"),
    ],
)
def test_wrong_values(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: MODEL.joint("crnk"), "no joint named 'crnk'; did you mean 'crank'?"),
        (lambda: MODEL.joints["crnk"], "no joint named 'crnk'; did you mean 'crank'?"),
        (lambda: MODEL.joint("zzz"), "expected one of: crank, coupler, rocker"),
        (lambda: MODEL.joint(5), "no joint named 5; expected one of: crank"),
        (lambda: fb.trace(MODEL, "zzz", [0]), "expected one of: crank, coupler, rocker"),
        (lambda: fb.kinematics(MODEL, HOME, "zzz"), "no link named 'zzz'; expected one of: base"),
        (lambda: fb.inverse_kinematics(ARM, "flnge", [0, 0, 0]), "did you mean 'flange'"),
        (lambda: MODEL.configuration("home"), "no configuration named 'home'; there are none"),
        (lambda: ROBOT.links["zzz"], "expected one of: base"),
        (lambda: ROBOT.rename_link("bse", "x"), "did you mean 'base'"),
    ],
)
def test_unknown_names_come_with_the_closest_or_all(call, message):
    with pytest.raises(fb.UnknownNameError) as caught:
        call()
    assert message in str(caught.value)


def test_what_depends_on_robot_or_file_is_a_fourbar_error(tmp_path):
    two = fb.Robot("two").add(
        *map(fb.Link, "abc"),
        fb.Joint("m", "continuous", "a", "b", axis=(0, 0, 1)),
        fb.Joint("n", "continuous", "b", "c", axis=(0, 0, 1), mimic=fb.Mimic("m")),
    )
    for error, call in (
        (fb.RobotError, lambda: fb.Joint("j", "hinge", "a", "b")),
        (fb.RobotError, lambda: two.subtree("b")),
        (fb.RobotError, lambda: two.add(fb.Link("a"))),
        (fb.ModelError, lambda: fb.Model(two).q({"n": 0.1})),
        (fb.SaveError, lambda: fb.save(two, tmp_path / "y.txt")),
    ):
        with pytest.raises(error) as caught:
            call()
        assert isinstance(caught.value, fb.FourbarError)
        assert isinstance(caught.value, ValueError)


def test_one_of_a_kind_is_singular():
    pair = fb.Robot("pair").add(fb.Link("a"), fb.Link("b"), fb.Joint("j", "fixed", "a", "b"))
    assert repr(pair) == "<Robot 'pair': 2 links, 1 joint>"


@pytest.mark.parametrize("threads", [10**20, -(10**20), 2**63, 0, 4097])
def test_numbers_of_threads_beyond_reason_are_value_errors(threads):
    model = fb.Model(fb.load("gallery:four_bar"))
    q = fb.sample_closed(model, 2, seed=1)
    for call in (
        lambda: fb.kinematics(model, q, "base", threads=threads),
        lambda: fb.closed_jacobian(model, q, "base", threads=threads),
        lambda: fb.mass_matrix(model, None, q, threads=threads),
        lambda: fb.energy(model, None, q, threads=threads),
        lambda: fb.move(model, q, {"crank": q[:, 0]}, threads=threads),
    ):
        with pytest.raises(ValueError, match=f"threads must be .* got {threads}"):
            call()


def test_the_way_out_of_a_data_gives_the_same():
    data = MODEL.data()
    fb.forward_kinematics(MODEL, data, HOME)
    pose, jacobian = fb.kinematics(MODEL, HOME, "coupler_link")
    np.testing.assert_array_equal(data.pose("coupler_link"), pose)
    np.testing.assert_allclose(fb.jacobian(MODEL, data, "coupler_link"), jacobian, atol=1e-15)
    closed = jacobian @ fb.explicit_jacobian(MODEL, data).G
    np.testing.assert_allclose(fb.closed_jacobian(MODEL, HOME, "coupler_link"), closed, atol=1e-14)
