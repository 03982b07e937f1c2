"""The robots of the specification's examples; run this file to write the examples anew."""

from __future__ import annotations

from pathlib import Path

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import convert
from fourbar.robot import JOINT_TYPES

EXAMPLES = Path(__file__).parents[2] / "extensions" / "EXT_robot_kinematics" / "examples"

STEEL = fb.Material("steel", (0.6, 0.62, 0.65, 1.0))
ORANGE = fb.Material("orange", (0.9, 0.45, 0.1, 1.0))


def bar(length: float, material: fb.Material = STEEL) -> fb.Visual:
    """A bar along z from the origin."""
    return fb.Visual(fb.Box((0.04, 0.04, length)), fb.Pose((0.0, 0.0, length / 2)), material)


def minimal() -> fb.Robot:
    return fb.Robot(
        "pendulum",
        links=[
            fb.Link("base", visuals=(fb.Visual(fb.Box((0.1, 0.1, 0.1)), material=STEEL),)),
            fb.Link("arm", visuals=(bar(0.4, ORANGE),)),
        ],
        joints=[
            fb.Joint(
                "pivot",
                "revolute",
                "base",
                "arm",
                fb.Pose((0.0, 0.0, 0.05)),
                (0.0, 1.0, 0.0),
                limit=fb.Limit(-1.5, 1.5, 10.0, 2.0),
            )
        ],
    )


def joint_types() -> fb.Robot:
    limits = {
        "revolute": fb.Limit(-1.0, 1.0, 5.0, 1.0),
        "prismatic": fb.Limit(0.0, 0.2, 5.0, 1.0),
        "cylindrical": fb.Limit(0.0, 0.2, 5.0, 1.0),
        "screw": fb.Limit(-6.3, 6.3, 5.0, 1.0),
    }
    links = [fb.Link("base", visuals=(bar(0.1),))]
    joints: list[fb.Joint] = []
    for number, kind in enumerate(JOINT_TYPES):
        links.append(fb.Link(f"{kind}_link", visuals=(bar(0.3, ORANGE),)))
        place = fb.Pose((0.0, 0.3 * number, 0.1), (0.0, 0.0, 0.1 * number))
        axis = (0.0, 0.0, 1.0) if kind == "planar" else (0.0, 1.0, 0.0)
        joints.append(
            fb.Joint(
                f"{kind}_joint",
                kind,
                "base",
                f"{kind}_link",
                place,
                axis,
                limit=limits.get(kind),
                pitch=0.02 if kind == "screw" else None,
            )
        )
    return fb.Robot("joint_types", links, joints)


def mimic() -> fb.Robot:
    def finger(number: int, follows: fb.Mimic | None) -> fb.Joint:
        return fb.Joint(
            f"finger_{number}",
            "prismatic",
            "palm",
            f"fingertip_{number}",
            fb.Pose((0.0, 0.05 * number, 0.05)),
            (0.0, 1.0, 0.0),
            limit=fb.Limit(0.0, 0.04, 20.0, 0.1),
            mimic=follows,
        )

    return fb.Robot(
        "gripper",
        links=[
            fb.Link("palm", visuals=(fb.Visual(fb.Box((0.05, 0.2, 0.1)), material=STEEL),)),
            *(fb.Link(f"fingertip_{n}", visuals=(bar(0.1, ORANGE),)) for n in (-1, 0, 1)),
        ],
        joints=[
            finger(-1, None),
            finger(0, fb.Mimic("finger_-1", multiplier=0.5)),
            finger(1, fb.Mimic("finger_0", multiplier=-2.0, offset=0.01)),
        ],
    )


def four_bar() -> fb.Robot:
    def turn(name: str, parent: str, child: str, z: float, x: float = 0.0) -> fb.Joint:
        return fb.Joint(
            name,
            "continuous",
            parent,
            child,
            fb.Pose((x, 0.0, z)),
            (0.0, 1.0, 0.0),
            independent=name == "crank_pivot",
        )

    ground = fb.Visual(fb.Box((0.5, 0.04, 0.04)), fb.Pose((0.2, 0.0, 0.0)), STEEL)
    return fb.Robot(
        "four_bar",
        links=[
            fb.Link("ground", visuals=(ground,)),
            fb.Link("crank", visuals=(bar(0.15, ORANGE),)),
            fb.Link("coupler", visuals=(bar(0.4),)),
            fb.Link("rocker", visuals=(bar(0.3, ORANGE),)),
        ],
        joints=[
            turn("crank_pivot", "ground", "crank", 0.0),
            turn("coupler_pivot", "crank", "coupler", 0.15),
            turn("rocker_pivot", "ground", "rocker", 0.0, 0.4),
        ],
        loops=[
            fb.Loop(
                "closure",
                "revolute",
                "rocker",
                "coupler",
                fb.Pose((0.0, 0.0, 0.3)),
                fb.Pose((0.0, 0.0, 0.4)),
                (0.0, 1.0, 0.0),
            )
        ],
    )


def configurations() -> fb.Robot:
    from fourbar.robot import JointPosition

    arm = minimal()
    mass = fb.Inertial(1.2, fb.Inertia(0.02, 0.02, 0.001), fb.Pose((0.0, 0.0, 0.2)))
    shape = fb.Collision(fb.Cylinder(0.03, 0.4), fb.Pose((0.0, 0.0, 0.2)))
    upper = fb.Link("arm", mass, (bar(0.4, ORANGE),), (shape,))
    fore = fb.Link("fore", mass, (bar(0.4),), (shape,))
    elbow = fb.Joint(
        "elbow",
        "universal",
        "arm",
        "fore",
        fb.Pose((0.0, 0.0, 0.4)),
        limit=fb.Limit(-1.0, 1.0, 10.0, 2.0),
        dynamics=fb.Dynamics(0.1, 0.02),
    )
    return arm.replace(
        name="arm",
        links=[arm.links["base"], upper, fore],
        joints=[*arm.joints, elbow],
        configurations=[
            fb.Configuration("straight", (JointPosition("pivot", (0.0,)),)),
            fb.Configuration(
                "folded",
                (JointPosition("pivot", (1.0,)), JointPosition("elbow", (0.5, -0.25))),
            ),
        ],
    )


EXAMPLE_ROBOTS = {
    "minimal": ([minimal()], {"animations": False}),
    "joint_types": ([joint_types()], {"animations": False}),
    "mimic": ([mimic()], {}),
    "four_bar": ([four_bar()], {}),
    "configurations": ([configurations()], {"animations": False}),
    "two_robots": (
        [minimal(), mimic()],
        {"placements": [fb.Pose((0.0, -0.3, 0.05)), fb.Pose((0.0, 0.3, 0.05))]},
    ),
}


def example(name: str) -> bytes:
    """The text of an example."""
    robots, options = EXAMPLE_ROBOTS[name]
    document = convert(robots, report=Report(), lossless=False, **options)
    assert document is not None
    return document.to_gltf() + b"\n"


if __name__ == "__main__":
    for name in EXAMPLE_ROBOTS:
        (EXAMPLES / f"{name}.gltf").write_bytes(example(name))
