"""Put the hand of an iiwa on a circle, and see where that comes close to a singularity.

python examples/reach.py
"""

import numpy as np

import fourbar as fb

model, link = fb.Model(fb.load("gallery:iiwa14")), "iiwa_link_7"
home = model.q({"iiwa_joint_2": 0.6, "iiwa_joint_4": -1.4, "iiwa_joint_6": 0.9})
start = fb.kinematics(model, home, link).pose

# 200 targets: the start's orientation, carried around a circle.
angle = np.linspace(0.0, 2.0 * np.pi, 200)
targets = np.tile(start, (200, 1, 1))
targets[:, 1, 3] += 0.25 * np.sin(angle)
targets[:, 2, 3] += 0.25 * (np.cos(angle) - 1.0)

found = fb.inverse_kinematics(model, link, targets, home, posture=home)
print(f"{found.converged.sum()} of 200 targets reached, within all limits")

data = model.data(200)
fb.forward_kinematics(model, data, found.q)
measure = fb.singularity(model, data, link)
worst = int(np.argmin(measure.smallest))
print(f"closest to singular at {np.degrees(angle[worst]):.0f} degrees:", end=" ")
print(f"condition {measure.condition[worst]:.0f}, about {measure.distance[worst]:.2f} rad away")
