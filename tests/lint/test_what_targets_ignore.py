"""The pages of T801 and T811 to T813 say what other programs leave out: here they do it."""

from __future__ import annotations

import numpy as np
import pytest

from fourbar.lint import Settings, check

ARM = """<robot name="arm" xmlns:drake="http://drake.mit.edu">
  <link name="base"/>
  <link name="upper">{inertial}</link>
  <link name="lower">{inertial}</link>
  <joint name="shoulder" type="continuous">
    <parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <dynamics damping="2" friction="3"/>
    <spring stiffness="9" rest="0.5"/>
  </joint>
  <joint name="elbow" type="continuous">
    <parent link="upper"/><child link="lower"/><axis xyz="0 1 0"/>
  </joint>
  <loop name="close" type="revolute">
    <predecessor link="base"/><successor link="lower"/><axis xyz="0 1 0"/>
  </loop>
  <transmission name="gear">
    <type>SimpleTransmission</type>
    <joint name="shoulder"><mechanicalReduction>50</mechanicalReduction></joint>
    <actuator name="motor">
      <drake:rotor_inertia value="0.01"/><drake:gear_ratio value="50"/>
    </actuator>
  </transmission>
</robot>
""".replace(
    "{inertial}",
    '<inertial><mass value="1"/>'
    '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>',
)


def ignored(target: str) -> list[tuple[str, str]]:
    """The findings about what a target leaves out."""
    report = check(ARM.encode(), settings=Settings(targets=(target,)))
    codes = ("T801", "T811", "T812", "T813")
    return [(d.rule.code, d.message) for d in report if d.rule.code in codes]


def test_pinocchio_leaves_out_loops_losses_and_rotors() -> None:
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromXML(ARM)
    data = model.createData()
    assert model.nv == 2  # both freedoms of the open tree
    assert model.damping[0] == 2.0
    v = np.array([1.0, 0.0])
    q = pin.neutral(model)
    np.testing.assert_array_equal(pin.rnea(model, data, q, v, np.zeros(2)), [0.0, 0.0])
    # The spring is at rest elsewhere, and does not pull either.
    np.testing.assert_array_equal(pin.aba(model, data, q, v, np.zeros(2)), [0.0, 0.0])
    assert not model.armature.any()
    assert not model.rotorInertia.any()
    assert ignored("pinocchio") == [
        ("T811", "pinocchio will ignore damping and friction of joint 'shoulder'"),
        ("T813", "pinocchio will ignore the spring of joint 'shoulder'"),
        ("T801", "pinocchio will ignore loop 'close'"),
        ("T812", "pinocchio will ignore the rotor's inertia of actuator 'motor'"),
    ]


def test_mujoco_leaves_out_loops_and_rotors() -> None:
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(ARM)
    assert (model.nv, model.neq) == (2, 0)
    assert model.dof_damping[0] == 2.0
    assert model.dof_frictionloss[0] == 3.0
    assert not model.dof_armature.any()
    assert not model.jnt_stiffness.any()
    assert [code for code, _ in ignored("mujoco")] == ["T813", "T801", "T812"]


def test_what_the_others_leave_out() -> None:
    assert ignored("drake") == [
        ("T811", "drake will ignore friction of joint 'shoulder'"),
        ("T813", "drake will ignore the spring of joint 'shoulder'"),
        ("T801", "drake will ignore loop 'close'"),
    ]
    assert [code for code, _ in ignored("newton")] == ["T813", "T801", "T812"]
    assert [code for code, _ in ignored("kdl")] == ["T811", "T813", "T801", "T812"]
