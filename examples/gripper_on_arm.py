"""Put a gripper on an arm, check the result, and save it as one robot.

python examples/gripper_on_arm.py [OUTPUT]
"""

import sys

import fourbar as fb

arm, gripper = fb.load("gallery:ur20"), fb.load("gallery:gripper")
both = arm.attach(gripper, to="tool0", prefix="hand_", origin=fb.Pose((0.0, 0.0, 0.01)))
print(
    f"{len(both.links)} links, {fb.mobility(both).mobility} degrees of freedom, {both.mass:.2f} kg"
)
print(fb.check(both))

# The fingers follow the screw, on the arm as before.
model = fb.Model(both)
q = model.q({"elbow_joint": 1.2, "hand_screw": 10.0})
left, right = (q[model.joints[f"hand_{side}_finger"].q][0] for side in ("left", "right"))
print(f"screw at 10 rad: fingers at {1e3 * left:.2f} and {1e3 * right:.2f} mm")
if len(sys.argv) > 1:
    fb.save(both, sys.argv[1])
