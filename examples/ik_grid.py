"""Map where on a table an arm can put its tool upright, and how well it can move there.

python examples/ik_grid.py
"""

import numpy as np

import fourbar as fb

# "generic": the same map on every machine.
model, tool = fb.Model(fb.load("gallery:ur20"), simd="generic"), "tool0"

# The tool points down at each point of a grid, 20 cm above the floor.
side = np.linspace(-1.8, 1.8, 37)
targets = np.zeros((side.size, side.size, 4, 4))
targets[..., 3, 3] = 1.0
targets[..., :3, :3] = np.diag([1.0, -1.0, -1.0])
targets[..., 0, 3], targets[..., 1, 3] = np.meshgrid(side, side)
targets[..., 2, 3] = 0.2
start = model.q({"shoulder_lift_joint": -1.2, "elbow_joint": 1.8, "wrist_2_joint": -1.57})
found = fb.inverse_kinematics(model, tool, targets.reshape(-1, 4, 4), start)
print(f"{found.converged.sum()} of {len(found.q)} targets reached")

data = model.data(len(found.q))
fb.forward_kinematics(model, data, found.q)
condition = fb.singularity(model, data, tool).condition

# "." out of reach, "#" well conditioned, "+" less so, "-" nearly singular.
marks = np.select([~found.converged, condition < 20, condition < 100], [".", "#", "+"], "-")
for row in marks.reshape(side.size, side.size)[::-1]:
    print("".join(row))
