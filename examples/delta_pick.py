"""How fast a delta robot can carry its tool around a circle with the speed of its motors.

python examples/delta_pick.py
"""

import numpy as np

import fourbar as fb

model = fb.Model(fb.load("gallery:delta"))
centre = fb.kinematics(model, model.chart.home, "tool").pose[:3, 3]

angle = np.linspace(0.0, 2.0 * np.pi, 73)
radius = 0.1
targets = centre + np.column_stack([radius * np.cos(angle), radius * np.sin(angle), 0 * angle])
found = fb.inverse_kinematics(model, "tool", targets, starts=1)
print(f"{found.converged.sum()} of {len(targets)} points reached")

# J is the tool's velocity per speed of the three motors; its inverse gives the motors' speeds.
J = fb.closed_jacobian(model, found.q, "tool")[:, :3]
along = np.column_stack([-np.sin(angle), np.cos(angle), 0 * angle])
speeds = np.linalg.solve(J, along[..., None])[..., 0]
fastest = np.abs(speeds).max()
print(f"at 10 rad/s of the motors, the tool goes round at {10.0 / fastest:.2f} m/s")
