"""Linkages of given dimensions whose closed poses are known in closed form.

All are tilted as a whole, so that no axis is one of the world's.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fourbar.robot import Coupling, Joint, JointType, Link, Loop, Pose, Robot

TILT = (0.3, -0.7, 1.1)
Z = (0.0, 0.0, 1.0)
X = (1.0, 0.0, 0.0)


def along(x: float) -> Pose:
    return Pose((x, 0.0, 0.0))


def tilted(name: str, joints: list[Joint], *closings: Loop | Coupling) -> Robot:
    """A robot of these joints on the link `frame`, which is fixed to the root at an angle."""
    links = [Link("base"), Link("frame"), *(Link(joint.child) for joint in joints)]
    mount = Joint("mount", "fixed", "base", "frame", Pose((0.1, 0.2, 0.3), TILT))
    return Robot(name, links, [mount, *joints]).add(*closings)


def led_by(robot: Robot, name: str) -> Robot:
    """The robot with that joint as its only independent one."""
    for joint in robot.joints:
        if joint.type != "fixed":
            robot = robot.update(replace(joint, independent=joint.name == name))
    return robot


def hinge(name: str, parent: str, origin: Pose) -> Joint:
    return Joint(name, "continuous", parent, f"{name}_link", origin, Z)


def four_bar(
    ground: float, crank: float, coupler: float, rocker: float, type: JointType = "revolute"
) -> Robot:
    """Closed by a loop of that type; a fixed one is behind a fourth hinge, at the coupler's end."""
    joints = [
        hinge("crank", "frame", Pose()),
        hinge("coupler", "crank_link", along(crank)),
        hinge("rocker", "frame", along(ground)),
    ]
    end, origin = "coupler_link", along(coupler)
    if type == "fixed":
        joints.append(hinge("end", "coupler_link", along(coupler)))
        end, origin = "end_link", Pose()
    return tilted(
        "four bar", joints, Loop("pin", type, end, "rocker_link", origin, along(rocker), Z)
    )


def slider_crank(crank: float, rod: float, offset: float) -> Robot:
    """The slider's position is that of its pin along x; the crank turns about the origin."""
    return tilted(
        "slider crank",
        [
            hinge("crank", "frame", Pose()),
            hinge("rod", "crank_link", along(crank)),
            Joint("slider", "prismatic", "frame", "slider_link", Pose((0.0, offset, 0.0)), X),
        ],
        Loop("pin", "revolute", "rod_link", "slider_link", along(rod), Pose(), Z),
    )


def five_bar(
    ground: float, arms: tuple[float, float], rods: tuple[float, float], *extra: Coupling
) -> Robot:
    """Two cranks at 0 and `ground` whose rods meet in a pin."""
    return tilted(
        "five bar",
        [
            hinge("left", "frame", Pose()),
            hinge("left_rod", "left_link", along(arms[0])),
            hinge("right", "frame", along(ground)),
            hinge("right_rod", "right_link", along(arms[1])),
        ],
        Loop(
            "pin", "revolute", "left_rod_link", "right_rod_link", along(rods[0]), along(rods[1]), Z
        ),
        *extra,
    )


def rssr(crank: float, rod: float, rocker: float, pivot: Pose) -> Robot:
    """Two hinges askew, joined by a rod with a ball at either end."""
    return tilted(
        "rssr",
        [
            hinge("crank", "frame", Pose()),
            Joint("ball", "spherical", "crank_link", "rod", along(crank)),
            hinge("rocker", "frame", pivot),
        ],
        Loop("socket", "spherical", "rod", "rocker_link", along(rod), along(rocker)),
    )


def stewart(base: np.ndarray, platform: np.ndarray, pose: Pose) -> Robot:
    """Legs (universal, prismatic, ball) between points (6, 3); a leg's position is its length."""
    joints = [Joint("free", "floating", "frame", "platform", pose)]
    loops: list[Loop] = []
    for k in range(6):
        joints += [
            Joint(
                f"u{k}", "universal", "frame", f"lower{k}", Pose(tuple(base[k])), X, (0.0, 1.0, 0.0)
            ),
            Joint(f"p{k}", "prismatic", f"lower{k}", f"upper{k}", Pose(), Z),
        ]
        loops.append(
            Loop(f"b{k}", "spherical", f"upper{k}", "platform", Pose(), Pose(tuple(platform[k])))
        )
    return tilted("stewart", joints, *loops)


def circles(p: np.ndarray, r: float, q: np.ndarray, s: float) -> tuple[list[np.ndarray], float]:
    """Where two circles in a plane meet, and else by how much they miss."""
    away = q - p
    D = float(np.hypot(*away))
    gap = max(D - r - s, abs(r - s) - D, 0.0)
    if gap > 0.0:
        return [], gap
    x = (D * D + r * r - s * s) / (2.0 * D)
    y = np.sqrt(max(r * r - x * x, 0.0))
    u = away / D
    n = np.array([-u[1], u[0]])
    return [p + x * u + y * n, p + x * u - y * n], 0.0
