"""4: MuJoCo, whose loops are soft: a sanity check of accelerations and motions, not a proof."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.gallery import names

from .peer_mujoco import can_have, mjcf, order_of
from .robots import gallery, relative, states

mujoco = pytest.importorskip("mujoco")
pytestmark = pytest.mark.peer

TOLERANCE = 1e-4
CASES = ["four_bar", "humanoid", "iiwa14", "leg_linkage", "six_bar", "slider_crank", "ur20"]
CLOSED = {"four_bar": 1.0, "six_bar": 1.0, "slider_crank": 1.0, "leg_linkage": 0.1}
"""How long [s] they are compared: the leg is a double pendulum, whose errors soon explode."""
EXACT = 'tolerance="1e-14" iterations="200"'


def test_all_that_it_can_have_are_here():
    assert [name for name in names() if can_have(gallery(name))] == CASES


@pytest.mark.parametrize("name", CASES)
def test_accelerations(name):
    model = gallery(name)
    peer = mujoco.MjModel.from_xml_string(mjcf(model, option=EXACT))
    work, order = mujoco.MjData(peer), order_of(model, peer)
    for at in states(model, 5, seed=2):
        work.qpos[:], work.qvel[:] = at.q[order], at.v[order]
        work.qfrc_applied[:] = at.tau[order]
        mujoco.mj_forward(peer, work)
        a = fb.forward_dynamics(model, None, at.q, at.v, at.tau, friction=False)
        # Its stiffest rows leave a ten thousandth of what the robot would do without them.
        free = fb.forward_dynamics(
            model, None, at.q, at.v, at.tau, friction=False, coordinates="spanning"
        )
        size = max(np.abs(a).max(), np.abs(free).max())
        assert np.abs(work.qacc - a[order]).max() < 2 * TOLERANCE * size


@pytest.mark.parametrize(("name", "duration"), CLOSED.items())
def test_motions(name, duration):
    """Let go, without friction: both go the same way."""
    model = gallery(name)
    option = f'{EXACT} integrator="RK4" timestep="0.0001"'
    peer = mujoco.MjModel.from_xml_string(mjcf(model, option=option))
    work, order = mujoco.MjData(peer), order_of(model, peer)
    (at,) = states(model, 1, seed=4)
    v = 0.5 * at.v
    options = {"friction": False, "limits": False}
    motion = fb.simulate(model, at.q, v, dt=1e-4, duration=duration, every=100, **options)
    work.qpos[:], work.qvel[:] = at.q[order], v[order]
    for expected in motion.q[1:]:
        for _ in range(100):
            mujoco.mj_step(peer, work)
        assert relative(work.qpos, expected[order]) < TOLERANCE
