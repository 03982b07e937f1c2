"""Compare a Jacobian with what numerical differentiation gives, for any robot and link.

python examples/check_jacobian.py [FILE] [LINK]
"""

import sys

import numpy as np

import fourbar as fb

model = fb.Model(fb.load(sys.argv[1] if len(sys.argv) > 1 else "gallery:ur20"))
link = sys.argv[2] if len(sys.argv) > 2 else model.link_names[-1]
data = model.data()
delta = 1e-7


def position(q: np.ndarray) -> np.ndarray:
    """Where the link's origin is."""
    fb.forward_kinematics(model, data, q)
    return data.pose(link)[:3, 3].copy()


worst = 0.0
for q in [model.neutral, *model.random(10, seed=0)]:
    fb.forward_kinematics(model, data, q)
    J = fb.linear_jacobian(model, data, link)
    numeric = np.empty_like(J)
    for i, step in enumerate(delta * np.eye(model.nv)):
        # integrate() also moves quaternions the right way
        ahead, behind = model.integrate(q, step), model.integrate(q, -step)
        numeric[:, i] = (position(ahead) - position(behind)) / (2 * delta)
    worst = max(worst, float(np.linalg.norm(J - numeric)))

print(f"{model.name}, {link}: largest difference {worst:.1e}")
sys.exit(worst > 1e-6)
