"""MuJoCo, whose loops are soft: a sanity check of accelerations, not a proof.

With dense matrices: MuJoCo 4.0.0 factors sparse ones wrongly (mujoco issue 3767).
"""

import numpy as np
import pytest

import fourbar as fb

from .linkages import BARS, PIVOTS, four_bar

mujoco = pytest.importorskip("mujoco")
pytestmark = pytest.mark.peer


def text(values) -> str:
    return " ".join(f"{x:.17g}" for x in values)


def four_bar_in_mujoco() -> str:
    """The four-bar of linkages.py, cut at C, with stiff rows."""
    A, B, C, D = (np.array(PIVOTS[p]) for p in "ABCD")

    def inertial(name, origin):
        mass, centre, principal = BARS[name]
        return (
            f'<inertial mass="{mass}" pos="{text(np.array(centre) - origin)}" '
            f'diaginertia="{text(principal)}"/>'
        )

    return f"""
    <mujoco>
      <option gravity="0 0 -9.81" jacobian="dense" tolerance="1e-14" iterations="200">
        <flag contact="disable"/>
      </option>
      <compiler balanceinertia="false" boundinertia="0" inertiagrouprange="0 0"/>
      <worldbody>
        <body name="crank" pos="{text(A)}">
          {inertial("crank", A)}<joint name="A" axis="0 1 0"/>
          <body name="coupler" pos="{text(B - A)}">
            {inertial("coupler", B)}<joint name="B" axis="0 1 0"/>
          </body>
        </body>
        <body name="rocker" pos="{text(D)}">
          {inertial("rocker", D)}<joint name="D" axis="0 1 0"/>
        </body>
      </worldbody>
      <equality>
        <connect body1="coupler" body2="rocker" anchor="{text(C - B)}"
                 solref="0.0005 1" solimp="0.99999 0.99999 0.001 0.5 2"/>
      </equality>
    </mujoco>
    """


def test_a_four_bar_accelerates_alike():
    peer = mujoco.MjModel.from_xml_string(four_bar_in_mujoco())
    work = mujoco.MjData(peer)
    model = fb.Model(four_bar("C"))
    order = [model.joint(peer.joint(i).name).v.start for i in range(peer.njnt)]
    rng = np.random.default_rng(0)
    for angle in (0.0, 0.3, -0.4):
        q = fb.assemble(model, {"A": angle}).q
        G, _ = fb.explicit_jacobian(model, filled(model, q))
        v = G @ rng.standard_normal(1)
        tau = rng.standard_normal(model.nv)
        work.qpos[:], work.qvel[:], work.qfrc_applied[:] = q[order], v[order], tau[order]
        mujoco.mj_forward(peer, work)
        a = fb.forward_dynamics(model, None, q, v, tau)
        np.testing.assert_allclose(work.qacc, a[order], rtol=1e-3, atol=1e-3 * np.abs(a).max())


def filled(model, q):
    data = model.data()
    fb.forward_kinematics(model, data, q)
    return data
