"""The node of passive joints, with robot_state_publisher for the poses of all links."""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.substitutions import Command, LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue


def generate_launch_description() -> LaunchDescription:
    """Start both with the description in `file`."""
    # Quoted: a path may have spaces.
    text = ParameterValue(Command(["cat '", LaunchConfiguration("file"), "'"]), value_type=str)
    description = {"robot_description": text}
    return LaunchDescription(
        [
            DeclareLaunchArgument("file", description="a URDF+ file"),
            Node(package="fourbar_ros", executable="passive_joints", parameters=[description]),
            Node(
                package="robot_state_publisher",
                executable="robot_state_publisher",
                parameters=[description],
            ),
        ]
    )
