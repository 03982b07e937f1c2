"""Motors behind transmissions: the equations of ros_control's documentation, and power."""

import numpy as np
import pytest

import fourbar as fb

LINKS = "".join(
    f'<link name="l{i}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" '
    'ixz="0" iyz="0"/></inertial></link>'
    for i in range(3)
)
JOINTS = "".join(
    f'<joint name="j{i}" type="continuous"><parent link="l{i - 1}"/><child link="l{i}"/>'
    '<axis xyz="0 0 1"/></joint>'
    for i in (1, 2)
)


def end(tag, name, reduction, role=""):
    role = f"<role>{role}</role>" if role else ""
    return (
        f'<{tag} name="{name}">{role}<mechanicalReduction>{reduction}</mechanicalReduction></{tag}>'
    )


def model_of(kind, *ends, robot=JOINTS):
    text = f"<transmission name='t'><type>transmission_interface/{kind}</type>{''.join(ends)}"
    return fb.Model(fb.loads(f'<robot name="r">{LINKS}{robot}{text}</transmission></robot>'))


A1, A2 = end("actuator", "a1", 50), end("actuator", "a2", -50)
J1, J2 = end("joint", "j1", 2), end("joint", "j2", 4)


def test_a_differential():
    """x1 = (y1/n1 + y2/n2) / (2 m1), x2 = (y1/n1 - y2/n2) / (2 m2)."""
    found = fb.motors(model_of("DifferentialTransmission", A1, A2, J1, J2))
    assert found.names == ("a1", "a2")
    y = np.array([3.0, 7.0])
    x = [(3 / 50 + 7 / -50) / (2 * 2), (3 / 50 - 7 / -50) / (2 * 4)]
    np.testing.assert_allclose(found.B @ y, x, rtol=1e-14)
    np.testing.assert_allclose(found.velocities(x), y, rtol=1e-14)


def test_a_four_bar_linkage():
    """x1 = y1 / (m1 n1), x2 = (y2 / n2 - y1 / (m1 n1)) / m2."""
    found = fb.motors(model_of("FourBarLinkageTransmission", A1, A2, J1, J2))
    y = np.array([3.0, 7.0])
    x = [3 / (2 * 50), (7 / -50 - 3 / (2 * 50)) / 4]
    np.testing.assert_allclose(found.B @ y, x, rtol=1e-14)


@pytest.mark.parametrize("kind", ["DifferentialTransmission", "FourBarLinkageTransmission"])
def test_power_is_the_same_on_both_sides(kind):
    found = fb.motors(model_of(kind, A1, A2, J1, J2))
    rng = np.random.default_rng(0)
    tau, v = rng.standard_normal((2, 5, 2))
    ours, theirs = (tau * v).sum(1), (found.efforts(tau) * found.velocities(v)).sum(1)
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)


def test_roles_decide_not_the_order():
    written = [end("actuator", "a1", 50, "actuator1"), end("actuator", "a2", -50, "actuator2")]
    joints = [end("joint", "j1", 2, "joint1"), end("joint", "j2", 4, "joint2")]
    straight = fb.motors(model_of("DifferentialTransmission", *written, *joints))
    turned = fb.motors(model_of("DifferentialTransmission", *written[::-1], *joints[::-1]))
    assert turned.names == ("a2", "a1")
    np.testing.assert_allclose(turned.B, straight.B[:, ::-1], rtol=1e-15)


def test_simple_transmissions_and_drives():
    found = fb.motors(model_of("SimpleTransmission", A1, end("joint", "j1", 3)))
    np.testing.assert_allclose(found.B, [[1 / 50], [0.0]])
    model = fb.Model(fb.load("gallery:iiwa14"), drives=[fb.Drive("iiwa_joint_2", reduction=160)])
    found = fb.motors(model)
    assert found.names == ("iiwa_joint_2",)
    assert found.efforts(fb.gravity(model, None, np.zeros(7), coordinates="independent")).shape == (
        1,
    )
    assert found.B[1, 0] == 1 / 160


@pytest.mark.parametrize(
    ("kind", "ends", "message"),
    [
        ("DifferentialTransmission", (A1, J1, J2), "two joints and two actuators, got 2 and 1"),
        ("SimpleTransmission", (A1, J1, J2), "2 joints and 1 actuators"),
        ("SimpleTransmission", (end("actuator", "a1", 0), J1), "a reduction of 0"),
        (
            "FourBarLinkageTransmission",
            (end("actuator", "a1", 2, "actuator1"), A2, J1, J2),
            "roles 'actuator1', ''; expected 'actuator1' and 'actuator2'",
        ),
    ],
)
def test_wrong_transmissions(kind, ends, message):
    with pytest.raises(fb.ModelError, match=message):
        fb.motors(model_of(kind, *ends))
