"""Scissor lifts of any height: loops that all hang together, for measurements.

Bars `A1` to `An` go up to the right and `B1` to `Bn` up to the left; a loop at the middle of each
stage pins them to each other. The joint `slide` at the foot is the only degree of freedom.
"""

from __future__ import annotations

import math

_HALF = 0.5  # of a bar [m]
_ANGLE = 0.6  # of the bars to the ground where all joints are at zero [rad]
ACROSS, UP = _HALF * math.cos(_ANGLE), _HALF * math.sin(_ANGLE)  # from a bar's end to its middle
_INERTIA = '<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>'


def scissor_lift(stages: int) -> str:
    """The description, in URDF+."""
    lines = [
        f'<robot name="scissor_lift_{stages}" version="1.0">',
        '<link name="base"/><link name="block"/>',
        '<joint name="slide" type="prismatic" independent="true">',
        f'<parent link="base"/><child link="block"/><origin xyz="{2 * ACROSS} 0 0"/>',
        '<axis xyz="1 0 0"/><limit lower="-0.2" upper="0.12" effort="1" velocity="1"/></joint>',
    ]
    below = {"A": ("base", "0 0 0"), "B": ("block", "0 0 0")}
    for stage in range(1, stages + 1):
        for side, (parent, origin) in below.items():
            lines += [
                f'<link name="{side}{stage}">',
                f'<inertial><mass value="1"/>{_INERTIA}</inertial></link>',
                f'<joint name="j{side}{stage}" type="continuous" independent="false">',
                f'<parent link="{parent}"/><child link="{side}{stage}"/><origin xyz="{origin}"/>',
                '<axis xyz="0 1 0"/></joint>',
            ]
        lines += [
            f'<loop name="middle{stage}" type="revolute">',
            f'<predecessor link="A{stage}"><origin xyz="{ACROSS} 0 {UP}"/></predecessor>',
            f'<successor link="B{stage}"><origin xyz="{-ACROSS} 0 {UP}"/></successor>',
            '<axis xyz="0 1 0"/></loop>',
        ]
        below = {
            "A": (f"B{stage}", f"{-2 * ACROSS} 0 {2 * UP}"),
            "B": (f"A{stage}", f"{2 * ACROSS} 0 {2 * UP}"),
        }
    return "\n".join([*lines, "</robot>", ""])
