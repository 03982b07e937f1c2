"""The ROS part: messages in, messages out. All that is computed is in `passive_joints`.

Not tested: there is no ROS where fourbar's tests run.
"""

from __future__ import annotations

import rclpy
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import String

import fourbar as fb

from .passive_joints import PassiveJoints


class PassiveJointsNode(Node):
    """Publishes all joints of a closed robot on `joint_states`.

    Measured joints come from `measured_joint_states`, the description from the parameter
    `robot_description` or the topic of that name. Parameters: `measured` (names; by default those
    of the first message) and `rate` [Hz], how often the newest measurement is published.
    """

    def __init__(self) -> None:
        super().__init__("passive_joints")
        self._measured = list(self.declare_parameter("measured", [""]).value)
        rate = float(self.declare_parameter("rate", 1000.0).value)
        if not rate > 0.0:
            raise ValueError(f"rate must be positive, got {rate}")
        text = str(self.declare_parameter("robot_description", "").value)
        self._robot: fb.Robot | None = None
        self._joints: PassiveJoints | None = None
        self._newest: JointState | None = None
        self._failed = ""
        self._publisher = self.create_publisher(JointState, "joint_states", 10)
        if text:
            self._describe(text)
        else:
            latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
            self.create_subscription(
                String, "robot_description", lambda message: self._describe(message.data), latched
            )
        self.create_subscription(JointState, "measured_joint_states", self._measure, 10)
        self.create_timer(1.0 / rate, self._publish)

    def _describe(self, text: str) -> None:
        try:
            self._robot = fb.loads(text)
        except ValueError as error:  # the robot before stays
            self._warn(str(error))
            return
        self._joints = None

    def _measure(self, message: JointState) -> None:
        self._newest = message

    def _publish(self) -> None:
        message, self._newest = self._newest, None
        if message is None or self._robot is None:
            return
        try:
            if self._joints is None:
                known = [name for name in message.name if name in self._robot.joints]
                names = [name for name in self._measured if name] or known
                self._joints = PassiveJoints(self._robot, names)
            positions = dict(zip(message.name, message.position, strict=False))
            velocities = dict(zip(message.name, message.velocity, strict=False))
            sample = self._joints.update(positions, velocities)
        except ValueError as error:
            self._warn(str(error))
            return
        self._warn("" if sample.closed else "the loops do not close with what is measured")
        if not sample.closed:
            return
        out = JointState()
        out.header = message.header
        out.name = list(self._joints.names)
        out.position = self._joints.positions(sample)
        out.velocity = self._joints.velocities(sample)
        self._publisher.publish(out)

    def _warn(self, text: str) -> None:
        """Say it once, not a thousand times a second."""
        if text and text != self._failed:
            self.get_logger().warning(text)
        self._failed = text


def main() -> None:
    """Run the node until it is interrupted."""
    rclpy.init()
    node = PassiveJointsNode()
    try:
        rclpy.spin(node)
    except KeyboardInterrupt:
        pass
    finally:
        node.destroy_node()
        rclpy.try_shutdown()
