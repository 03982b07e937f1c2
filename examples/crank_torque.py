"""The torque that turns a four-bar at constant speed, and the work it does in a turn.

python examples/crank_torque.py
"""

import numpy as np

import fourbar as fb

model = fb.Model(fb.load("gallery:four_bar"))
angle = np.linspace(0.0, 2.0 * np.pi, 721)
motion = fb.trace(model, "crank", angle)
for speed in (1.0, 10.0, 30.0):
    v = np.full((len(angle), 1), speed)
    tau = fb.inverse_dynamics(model, None, motion.q, v, 0.0 * v, friction=False)[:, 0]
    work = float(np.sum((tau[1:] + tau[:-1]) / 2 * np.diff(angle)))
    print(f"{speed:4.0f} rad/s: torque {tau.min():8.4f} to {tau.max():8.4f} N m,", end=" ")
    print(f"work in a turn {abs(work):.6f} J")

# Without friction no work is done in a turn; with it, that is what heats the bearings.
drag = fb.inverse_dynamics(model, None, motion.q, v, 0.0 * v)[:, 0] - tau
print(f"friction takes {float(np.mean(drag)) * 2 * np.pi:.3f} J in a turn at 30 rad/s")
