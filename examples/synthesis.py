"""Find the four-bar whose rocker follows three given angles, write it, and see whether it does.

python examples/synthesis.py [linkage.urdf]

Freudenstein's equation K1 cos(out) - K2 cos(in) + K3 = cos(in - out) is linear in the K.
"""

import sys

import numpy as np

import fourbar as fb

ground = 0.4  # [m], between the fixed pins
crank = np.radians([40.0, 65.0, 90.0])
rocker = np.radians([70.0, 82.0, 100.0])

rows = np.column_stack([np.cos(rocker), -np.cos(crank), np.ones(3)])
k1, k2, k3 = np.linalg.solve(rows, np.cos(crank - rocker))
a, c = ground / k1, ground / k2
b = np.sqrt(a**2 + c**2 + ground**2 - 2 * a * c * k3)
print(f"crank {1e3 * a:.1f} mm, coupler {1e3 * b:.1f} mm, rocker {1e3 * c:.1f} mm")

# The zero pose of the file is the first of the three: origins carry its angles.
end = a * np.array([np.cos(crank[0]), np.sin(crank[0])])
tip = np.array([ground, 0.0]) + c * np.array([np.cos(rocker[0]), np.sin(rocker[0])])
coupler = np.arctan2(*(tip - end)[::-1]) - crank[0]
z = (0.0, 0.0, 1.0)
robot = fb.Robot(
    "synthesis",
    links=[fb.Link(name) for name in ("frame", "crank", "coupler", "rocker")],
    joints=[
        fb.Joint(
            *("drive", "continuous", "frame", "crank"),
            origin=fb.Pose(rpy=(0.0, 0.0, float(crank[0]))),
            axis=z,
            independent=True,
        ),
        fb.Joint(
            *("elbow", "continuous", "crank", "coupler"),
            origin=fb.Pose((float(a), 0.0, 0.0), (0.0, 0.0, float(coupler))),
            axis=z,
        ),
        fb.Joint(
            *("swing", "continuous", "frame", "rocker"),
            origin=fb.Pose((ground, 0.0, 0.0), (0.0, 0.0, float(rocker[0]))),
            axis=z,
        ),
    ],
    loops=[
        fb.Loop(
            *("pin", "revolute", "coupler", "rocker"),
            predecessor_origin=fb.Pose((float(b), 0.0, 0.0)),
            successor_origin=fb.Pose((float(c), 0.0, 0.0)),
            axis=z,
        )
    ],
)
model = fb.Model(robot)
motion = fb.trace(model, "drive", crank - crank[0])
reached = rocker[0] + motion.q[:, model.joints["swing"].q][:, 0]
for wanted, got in zip(np.degrees(rocker), np.degrees(reached), strict=True):
    print(f"rocker wanted at {wanted:.3f} degrees, is at {got:.3f}")
if len(sys.argv) > 1:
    fb.save(robot, sys.argv[1])
