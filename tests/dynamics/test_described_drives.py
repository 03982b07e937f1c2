"""What descriptions say of drives and brakes, and what is refused of it."""

import pytest

import fourbar as fb

PENDULUM = """<robot name="pend">
<link name="base"/>
<link name="arm"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
<inertia ixx="0.1" iyy="0.1" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="{effort}" velocity="{velocity}"/>
<dynamics damping="{damping}" friction="{friction}"/></joint>
{more}</robot>"""
FINE = {"effort": 5, "velocity": 1, "damping": 0, "friction": 0, "more": ""}


def pendulum(**changes):
    return fb.Model(fb.loads(PENDULUM.format(**FINE | changes)))


def control(inside, interfaces):
    return (
        f'<ros2_control name="r" type="system"><hardware><plugin>x</plugin></hardware>'
        f'<joint name="j">{interfaces}</joint>{inside}</ros2_control>'
    )


def transmission(reduction, kind="SimpleTransmission"):
    return (
        f'<transmission name="t"><plugin>transmission_interface/{kind}</plugin>'
        f'<actuator name="m" role="actuator1"/><joint name="j" role="joint1">'
        f"<mechanical_reduction>{reduction}</mechanical_reduction></joint></transmission>"
    )


EFFORT = '<command_interface name="effort"/>'
BOUNDED = (
    '<command_interface name="effort"><param name="min">-{0}</param><param name="max">{1}</param>'
    "</command_interface>"
)


def test_simple_transmissions_of_ros2_control_count():
    model = pendulum(more=control(transmission(30), EFFORT))
    assert model.drives == (fb.Drive("j", reduction=30.0),)
    load = fb.sizing(model, fb.turn(model, "j")).drives[0]
    assert load.motor_peak == pytest.approx(load.peak / 30.0)
    other = pendulum(more=control(transmission(30, "DifferentialTransmission"), EFFORT))
    assert other.drives == (fb.Drive("j"),)
    with pytest.raises(
        fb.ModelError, match=r"mechanical_reduction of joint 'j'.*'x', not a number"
    ):
        _ = pendulum(more=control(transmission("x"), EFFORT)).drives


def test_bounds_of_commands_count_where_they_are_less():
    assert pendulum(more=control("", BOUNDED.format(2, 3))).drives == (fb.Drive("j", effort=2.0),)
    assert pendulum(more=control("", BOUNDED.format(20, 30))).drives == (fb.Drive("j"),)
    twice = control("", BOUNDED.format(2, 2)) + control("", EFFORT).replace('"r"', '"s"')
    assert pendulum(more=twice).drives == (fb.Drive("j", effort=2.0),)
    model = pendulum(more=control("", BOUNDED.format(2, 2)))
    # 2 kg with their centre at 0.5 m: 9.81 sin(q), of 2 N m.
    found = fb.effort_map(model, [[0.1]])
    assert found.share[0] == pytest.approx(9.81 * 0.09983341664682815 / 2.0)


def test_two_transmissions_that_differ_are_refused():
    one, other = (
        f'<transmission name="t{r}"><type>transmission_interface/SimpleTransmission</type>'
        f'<joint name="j"/><actuator name="m{r}"><mechanicalReduction>{r}</mechanicalReduction>'
        "</actuator></transmission>"
        for r in (5, 7)
    )
    model = pendulum(more=one + other)
    with pytest.raises(fb.ModelError, match="reductions 5 and 7"):
        fb.gravity(model, None, [0.1])
    chosen = fb.Model(model.robot, drives=[fb.Drive("j", reduction=5.0)])
    assert fb.gravity(chosen, None, [0.1]).shape == (1,)
    assert pendulum(more=one).drives[0].reduction == 5.0


@pytest.mark.parametrize("what", ["damping", "friction"])
def test_negative_brakes_are_refused_by_all_of_dynamics(what):
    model = pendulum(**{what: -0.5})
    q, v = [0.1], [0.2]
    for call in (
        lambda: fb.inverse_dynamics(model, None, q, v, [0.0]),
        lambda: fb.forward_dynamics(model, None, q, v, [0.0]),
        lambda: fb.simulate(model, q, duration=0.01),
        lambda: fb.effort_map(model, [q]),
        lambda: fb.mass_matrix(model, None, q),
    ):
        with pytest.raises(fb.ModelError, match=f"joint 'j' of 'pend' has a negative {what}, -0.5"):
            call()


def test_negative_limits_are_refused_where_they_count():
    model = pendulum(effort=-5)
    for call in (
        lambda: fb.effort_map(model, [[0.1]], "arm"),
        lambda: fb.simulate(model, [0.1], duration=0.01, clip_efforts=True),
        lambda: fb.sizing(model, fb.turn(model, "j")),
        lambda: fb.actuation(model, None, [0.1], [1.0]),
    ):
        with pytest.raises(fb.ModelError, match="negative effort limit, -5"):
            call()
    assert len(fb.simulate(model, [0.1], duration=0.01).t) == 11
    slow = pendulum(velocity=-1)
    with pytest.raises(fb.ModelError, match="negative velocity limit, -1"):
        fb.sizing(slow, fb.turn(slow, "j"))


def test_a_payload_is_blamed_for_its_own_moments():
    payload = {"arm": fb.Inertial(mass=1.0, inertia=fb.Inertia(ixx=-1.0))}
    with pytest.raises(ValueError, match=r"ixx of payload\['arm'\] must be finite and not negat"):
        fb.Model(pendulum().robot, payload=payload)
