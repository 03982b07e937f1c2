"""The two examples of the URDF+ paper (section V), and its conventions."""

from __future__ import annotations

import numpy as np
import pytest

from fourbar.mechanics import Model, forward_kinematics, mobility
from fourbar.mechanics.loops import closure, explicit_jacobian, sample_closed
from fourbar.robot import Coupling, Joint, Link, Mimic, Robot

from .mechanisms import gallery


def test_wrist_has_rank_6_of_8_as_in_eq_9() -> None:
    found = mobility(gallery("lims2_wrist"))
    assert (found.n, found.rank, found.mobility) == (8, 6, 2)
    model = gallery("lims2_wrist")
    for q in sample_closed(model, 5, seed=0):
        assert np.linalg.matrix_rank(closure(model, q)[1], tol=1e-9) == 6


def test_wrist_has_the_zero_blocks_of_eq_9() -> None:
    """K_1 has no columns of link 3, K_2 none of link 2."""
    model = gallery("lims2_wrist")
    pattern = model.loops.pattern
    for loop, absent in (("output_2", "base_3"), ("output_3", "base_2")):
        rows = model.loops.constraint(loop).rows
        assert not pattern[rows, model.joints[absent].v].any()
        for present in {"base_1", "base_2", "base_3", "output_1"} - {absent}:
            assert pattern[rows, model.joints[present].v].all()


@pytest.mark.parametrize("eta", [0.5, 6.0, -2.0])
def test_belt_transmission_is_eq_10_and_eq_11(eta: float) -> None:
    """q_shank + q_foot = eta q_motor, and G = [1 0; 0 1; 1/eta 1/eta]."""
    robot = Robot(
        "belt",
        [Link(name) for name in ("thigh", "shank", "motor", "foot")],
        [
            Joint("shank", "revolute", "thigh", "shank", independent=True),
            Joint("motor", "revolute", "thigh", "motor", independent=False),
            Joint("foot", "revolute", "shank", "foot", independent=True),
        ],
        couplings=[Coupling("belt", "foot", "motor", eta)],
    )
    model = Model(robot)
    open_pose = {"shank": 0.2, "foot": 0.5, "motor": 0.1}
    q = model.q(open_pose, coordinates="spanning")
    phi, K = closure(model, q)
    np.testing.assert_allclose(phi, [0.2 + 0.5 - eta * 0.1])
    order = [model.joints[name].v.start for name in ("shank", "foot", "motor")]
    np.testing.assert_allclose(K[:, order], [[1.0, 1.0, -eta]])
    data = model.data()
    forward_kinematics(model, data, model.q({"shank": 0.2, "foot": 0.5}))
    G, g = explicit_jacobian(model, data, np.ones(3))
    np.testing.assert_allclose(G[order], [[1, 0], [0, 1], [1 / eta, 1 / eta]], atol=1e-15)
    np.testing.assert_array_equal(g, 0.0)


def test_parsers_gear_has_G_1_6() -> None:
    """Both public parsers read link, rotor, 6 as q_rotor = 6 q_link; inside, the ratio is 1/6."""
    import fourbar as fb

    text = """<robot name="geared"><link name="base"/><link name="link"/><link name="rotor"/>
      <joint name="link" type="revolute" independent="true"><parent link="base"/>
        <child link="link"/><limit effort="1" velocity="1"/></joint>
      <joint name="rotor" type="revolute" independent="false"><parent link="base"/>
        <child link="rotor"/><limit effort="1" velocity="1"/></joint>
      <coupling name="gear"><predecessor link="link"/><successor link="rotor"/><ratio value="6"/>
      </coupling></robot>"""
    model = Model(fb.loads(text))
    data = model.data()
    forward_kinematics(model, data, model.neutral)
    np.testing.assert_allclose(explicit_jacobian(model, data).G, [[1.0], [6.0]], atol=1e-14)


def test_mimic_row_is_follower_less_multiple_of_leader_less_offset() -> None:
    robot = Robot(
        "mimics",
        [Link(name) for name in "abcd"],
        [
            Joint("leader", "revolute", "a", "b"),
            Joint("middle", "prismatic", "a", "c", mimic=Mimic("leader", -0.5, 0.1)),
            Joint("last", "revolute", "c", "d", mimic=Mimic("middle", 3.0, -0.2)),
        ],
    )
    model = Model(robot)
    phi, K = closure(model, [0.4, 0.7, -0.3])
    np.testing.assert_allclose(phi, [0.7 + 0.5 * 0.4 - 0.1, -0.3 - 3.0 * 0.7 + 0.2])
    np.testing.assert_allclose(K, [[0.5, 1.0, 0.0], [0.0, -3.0, 1.0]])
    assert model.chart.v.tolist() == [0]
    data = model.data()
    forward_kinematics(model, data, model.neutral)
    np.testing.assert_allclose(
        explicit_jacobian(model, data).G, [[1.0], [-0.5], [-1.5]], atol=1e-14
    )


def test_locked_joints_enter_the_sums_as_constants() -> None:
    model = gallery("belt_leg").reduced({"knee": 0.3})
    phi, K = closure(model, [0.2, 0.1])
    np.testing.assert_allclose(phi, [0.3 + 0.2 - 0.5 * 0.1])
    np.testing.assert_allclose(K, [[1.0, -0.5]])


def test_universal_joints_are_coupled_number_by_number() -> None:
    robot = Robot(
        "two",
        [Link(name) for name in "abc"],
        [Joint("p", "universal", "a", "b"), Joint("s", "universal", "a", "c")],
        couplings=[Coupling("c", "b", "c", 2.0)],
    )
    phi, K = closure(Model(robot), [1.0, 2.0, 0.25, 0.5])
    np.testing.assert_allclose(phi, [0.5, 1.0])
    np.testing.assert_allclose(K, [[1, 0, -2, 0], [0, 1, 0, -2]])
