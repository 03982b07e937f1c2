"""Installs the package where `ros2 run` and `ros2 launch` look for it."""

from setuptools import setup

NAME = "fourbar_ros"

setup(
    name=NAME,
    version="0.1.0",
    packages=[NAME],
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
        (f"share/{NAME}/launch", ["launch/passive_joints.launch.py"]),
    ],
    install_requires=["fourbar"],
    license="Apache-2.0",
    description="The passive joints of robots with closed loops, from the measured ones",
    entry_points={"console_scripts": [f"passive_joints = {NAME}.node:main"]},
)
