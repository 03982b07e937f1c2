"""How fast the flange of a UR20 moves when one joint turns.

python examples/flange_velocity.py
"""

import numpy as np

import fourbar as fb

# Once: the robot, compiled, and memory for results.
model = fb.Model(fb.load("gallery:ur20"))
data = model.data()

# As often as needed: nothing below allocates.
q = np.array([0.0, -1.57, 1.57, 0.0, 1.57, 0.0])
fb.forward_kinematics(model, data, q)
J_v = fb.linear_jacobian(model, data, "flange")  # 3 x 6
print("flange at", data.pose("flange")[:3, 3].round(4), "m")

rates = model.v({"shoulder_pan_joint": 0.1})
print("shoulder at 0.1 rad/s moves it by", (J_v @ rates).round(4), "m/s")

# The next step of a control loop reuses the same data.
q[0] += 0.01
fb.forward_kinematics(model, data, q, rates)
print("0.01 rad on:", fb.frame_velocity(model, data, "flange")[:3].round(4), "m/s")
