"""Gravity, armature, drives, payload, damping and friction of a Model."""

import pickle

import numpy as np
import pytest

import fourbar as fb

from .robots import gallery, relative, states


def pendulum(mass: float = 2.0, length: float = 0.5, **joint) -> fb.Robot:
    """A point mass at the end of a rod that turns about y."""
    return (
        fb.Robot("pendulum")
        .add(fb.Link("base"))
        .add(fb.Link("rod", inertial=fb.Inertial(mass=mass, origin=fb.Pose((0.0, 0.0, -length)))))
        .add(fb.Joint("hinge", "continuous", "base", "rod", axis=(0.0, 1.0, 0.0), **joint))
    )


def test_a_pendulum_is_the_one_of_the_book():
    model = fb.Model(pendulum())
    data = model.data()
    for angle, rate, a in [(0.3, 0.0, 0.0), (1.2, 2.0, -1.0), (-2.5, 0.5, 3.0)]:
        expected = 2.0 * 0.25 * a + 2.0 * 9.81 * 0.5 * np.sin(angle)
        tau = fb.inverse_dynamics(model, data, [angle], [rate], [a])
        np.testing.assert_allclose(tau, [expected], rtol=1e-12)
        energy = fb.energy(model, data, [angle], [rate])
        assert energy.kinetic == pytest.approx(0.25 * rate**2, rel=1e-12)
        assert energy.potential == pytest.approx(-2.0 * 9.81 * 0.5 * np.cos(angle), rel=1e-12)


def test_gravity_is_where_the_model_says():
    model = fb.Model(pendulum(), gravity=(1.0, 0.0, 0.0))
    tau = fb.gravity(model, model.data(), [0.0])
    # A push along x turns the rod, which hangs along -z, by +y: the drive holds against it.
    np.testing.assert_allclose(tau, [2.0 * 0.5 * 1.0], rtol=1e-12)
    assert not fb.gravity(fb.Model(pendulum(), gravity=(0, 0, 0)), None, [0.7]).any()


def test_damping_and_friction_count_unless_left_out():
    model = fb.Model(pendulum(dynamics=fb.Dynamics(damping=0.4, friction=0.3)))
    data = model.data()
    plain = fb.inverse_dynamics(model, data, [0.2], [1.5], [0.0], friction=False)
    tau = fb.inverse_dynamics(model, data, [0.2], [1.5], [0.0])
    np.testing.assert_allclose(tau - plain, [0.4 * 1.5 + 0.3], rtol=1e-12)
    back = fb.inverse_dynamics(model, data, [0.2], [-1.5], [0.0])
    np.testing.assert_allclose(back - plain, [-0.4 * 1.5 - 0.3], rtol=1e-12)
    share = fb.bias(model, data, [0.2], [1.5], friction=True) - fb.bias(model, data, [0.2], [1.5])
    np.testing.assert_allclose(share, [0.9], rtol=1e-12)
    a = fb.forward_dynamics(model, data, [0.2], [1.5], tau)
    np.testing.assert_allclose(a, [0.0], atol=1e-12)
    # At rest friction adds nothing to inverse dynamics.
    np.testing.assert_array_equal(
        fb.inverse_dynamics(model, data, [0.2], [0.0], [0.0]),
        fb.inverse_dynamics(model, data, [0.2], [0.0], [0.0], friction=False),
    )


def test_armature_from_the_argument_and_from_drives():
    given = fb.Model(pendulum(), armature={"hinge": 0.07})
    geared = fb.Model(pendulum(), drives=[fb.Drive("hinge", reduction=10.0, rotor_inertia=7e-4)])
    for model in (given, geared, fb.Model(pendulum(), armature=[0.07])):
        np.testing.assert_allclose(model.armature, [0.07])
        np.testing.assert_allclose(fb.mass_matrix(model, None, [0.4]), [[0.5 + 0.07]], rtol=1e-12)
        np.testing.assert_allclose(
            fb.forward_dynamics(model, None, [0.0], [0.0], [1.0]), [1.0 / 0.57], rtol=1e-12
        )


def test_armature_of_a_dependent_joint_reaches_the_independent_one():
    """M_u grows by sum(armature * G^2): the coupling terms of parallel actuators."""
    robot = fb.load("gallery:four_bar")
    joints = fb.Model(robot).joint_names
    plain, heavy = fb.Model(robot), fb.Model(robot, armature=dict.fromkeys(joints, 0.3))
    for at in states(plain, 4):
        grown = fb.mass_matrix(heavy, None, at.q) - fb.mass_matrix(plain, None, at.q)
        np.testing.assert_allclose(grown, 0.3 * at.G.T @ at.G, rtol=1e-10)


def test_payload_is_mass_on_a_link_or_frame():
    robot = pendulum()
    carried = fb.Inertial(mass=1.5, origin=fb.Pose((0.0, 0.0, -0.2)))
    model = fb.Model(robot, frames={"tip": ("rod", fb.Pose((0.0, 0.0, -0.5)))})
    loaded = model.with_payload({"tip": carried})
    assert loaded.mass == pytest.approx(model.mass + 1.5)
    np.testing.assert_allclose(
        fb.mass_matrix(loaded, None, [0.3]), [[2.0 * 0.25 + 1.5 * 0.49]], rtol=1e-12
    )
    assert loaded.with_payload({"tip": fb.Inertial()}).mass == pytest.approx(model.mass)
    with pytest.raises(fb.UnknownNameError, match="rodd"):
        model.with_payload({"rodd": carried})


def test_a_model_keeps_its_physics_when_it_is_changed_or_pickled():
    robot = fb.load("gallery:ur20")
    name = fb.Model(robot).joint_names[0]
    model = fb.Model(
        robot,
        gravity=(0, 0, -1.6),
        armature={name: 0.2},
        drives=[name],
        payload={robot.links[-1].name: fb.Inertial(mass=2.0)},
    )
    other = fb.Model(robot).joint_names[3]
    for changed in (
        pickle.loads(pickle.dumps(model)),
        model.reduced({other: 0.4}),
        model.with_frames({}),
    ):
        assert changed.gravity.tolist() == [0, 0, -1.6]
        assert changed.armature[0] == 0.2
        assert [drive.joint for drive in changed.drives] == [name]
        assert changed.mass == pytest.approx(model.mass)
    assert name not in model.reduced({name: 0.0}).joints
    assert model.reduced({name: 0.0}).drives == ()


def test_default_drives():
    assert [d.joint for d in gallery("four_bar").drives] == list(
        np.array(gallery("four_bar").joint_names)[gallery("four_bar").chart.v]
    )
    assert "floating" not in {gallery("drone").joint(d.joint).type for d in gallery("drone").drives}
    # Wheels drive a base that rolls on a plane, not a motor between it and the ground.
    assert "planar_base" not in {d.joint for d in gallery("mobile_base").drives}
    assert gallery("mobile_base").drives
    robot = pendulum()
    driven = robot.replace(
        transmissions=(
            fb.robot.Transmission(
                "t",
                joints=(fb.robot.TransmissionEnd("hinge"),),
                actuators=(fb.robot.TransmissionEnd("m", mechanical_reduction=50.0),),
            ),
        )
    )
    assert fb.Model(driven).drives == (fb.Drive("hinge", 50.0),)


def test_rotors_of_drake_are_read():
    robot = fb.loads(
        """<robot name="r" xmlns:drake="http://drake.mit.edu">
        <link name="a"/><link name="b"/>
        <joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>
        <transmission name="t"><type>transmission_interface/SimpleTransmission</type>
          <joint name="j"><hardwareInterface>EffortJointInterface</hardwareInterface></joint>
          <actuator name="m">
            <drake:rotor_inertia value="1e-4"/><drake:gear_ratio value="20"/>
          </actuator>
        </transmission></robot>"""
    )
    model = fb.Model(robot)
    assert model.drives == (fb.Drive("j", reduction=20.0, rotor_inertia=1e-4),)
    np.testing.assert_allclose(fb.mass_matrix(model, None, [0.0]), [[0.04]], rtol=1e-12)


def test_wrenches_do_the_work_of_jacobians():
    rng = np.random.default_rng(3)
    model = gallery("ur20")
    link = model.link_names[-1]
    data = model.data()
    q = model.random(seed=4)
    fb.forward_kinematics(model, data, q)
    w = rng.standard_normal(6)
    still = fb.gravity(model, data, q)
    for frame in ("world", "local", "local_world_aligned"):
        tau = fb.inverse_dynamics(model, data, q, None, None, wrenches={link: w}, frame=frame)
        J = fb.jacobian(model, data, link, frame=frame)
        np.testing.assert_allclose(still - tau, J.T @ w, rtol=1e-10, atol=1e-12)
    many = model.data(9)
    Q = model.random(9, seed=5)
    W = rng.standard_normal((9, 6))
    tau = fb.inverse_dynamics(
        model, many, Q, None, None, wrenches={link: W, model.link_names[3]: w}
    )
    one = [
        fb.inverse_dynamics(
            model, data, q, None, None, wrenches={link: row, model.link_names[3]: w}
        )
        for q, row in zip(Q, W, strict=True)
    ]
    assert relative(tau, one) < 1e-12
