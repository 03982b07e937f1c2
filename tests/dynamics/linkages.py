"""Linkages made by hand, so that what they must do is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import fourbar as fb

PIVOTS = {"A": (0.0, 0.0, 0.0), "B": (0.1, 0.0, 0.25), "C": (0.6, 0.0, 0.45), "D": (0.7, 0.0, 0.05)}
"""Where the four axes of a four-bar are at zero [m]; all are along y."""

BARS = {
    "crank": (0.7, (0.05, 0.01, 0.12), (2e-3, 3e-3, 1e-3)),
    "coupler": (1.1, (0.33, -0.02, 0.4), (4e-3, 9e-3, 6e-3)),
    "rocker": (0.9, (0.66, 0.03, 0.2), (3e-3, 5e-3, 2e-3)),
}
"""Mass, centre in world coordinates at zero, and principal inertias of each bar."""


def between(a, b) -> fb.Pose:
    return fb.Pose(tuple(float(y - x) for x, y in zip(a, b, strict=True)))


def bar(name: str, origin) -> fb.Link:
    """A bar whose frame is at `origin`, in world axes at zero."""
    mass, centre, (xx, yy, zz) = BARS[name]
    return fb.Link(
        name,
        inertial=fb.Inertial(
            mass=mass, inertia=fb.Inertia(xx, yy, zz), origin=between(origin, centre)
        ),
    )


def hinge(name: str, parent: str, child: str, origin: fb.Pose) -> fb.Joint:
    return fb.Joint(
        name,
        "continuous",
        parent,
        child,
        origin=origin,
        axis=(0.0, 1.0, 0.0),
        independent=name.upper() == "A",
    )


def four_bar() -> fb.Robot:
    """A four-bar whose loop is cut at the axis C, between coupler and rocker."""
    A, B, C, D = (PIVOTS[p] for p in "ABCD")
    return (
        fb.Robot("four_bar")
        .add(fb.Link("ground"))
        .add(bar("crank", A))
        .add(bar("rocker", D))
        .add(bar("coupler", B))
        .add(hinge("A", "ground", "crank", between((0, 0, 0), A)))
        .add(hinge("D", "ground", "rocker", between((0, 0, 0), D)))
        .add(hinge("B", "crank", "coupler", between(A, B)))
        .add(
            fb.Loop(
                "C",
                "revolute",
                "coupler",
                "rocker",
                predecessor_origin=between(B, C),
                successor_origin=between(D, C),
                axis=(0.0, 1.0, 0.0),
            )
        )
    )


def parallelogram(length: float = 0.4, width: float = 0.3, mass: float = 2.0) -> fb.Robot:
    """Two equal cranks and a coupler that never turns: its mass moves as a pendulum's bob."""
    point = fb.Inertial(mass=mass, origin=fb.Pose((width / 2, 0.0, 0.0)))
    down = fb.Pose((0.0, 0.0, -length))
    return (
        fb.Robot("parallelogram")
        .add(fb.Link("ground"))
        .add(fb.Link("left"))
        .add(fb.Link("right"))
        .add(fb.Link("coupler", inertial=point))
        .add(hinge("A", "ground", "left", fb.Pose()))
        .add(hinge("D", "ground", "right", fb.Pose((width, 0.0, 0.0))))
        .add(hinge("B", "left", "coupler", down))
        .add(
            fb.Loop(
                "C",
                "revolute",
                "coupler",
                "right",
                predecessor_origin=fb.Pose((width, 0.0, 0.0)),
                successor_origin=down,
                axis=(0.0, 1.0, 0.0),
            )
        )
    )


def slider_crank(r: float, length: float, mass: float, inertia: float) -> fb.Robot:
    """A crank about y, a rod without mass and a slider along x; only the last is heavy."""
    return (
        fb.Robot("slider_crank")
        .add(fb.Link("ground"))
        .add(fb.Link("wheel", inertial=fb.Inertial(inertia=fb.Inertia(inertia, inertia, inertia))))
        .add(fb.Link("bar"))
        .add(fb.Link("piston", inertial=fb.Inertial(mass=mass)))
        .add(
            fb.Joint(
                "crank", "continuous", "ground", "wheel", axis=(0.0, -1.0, 0.0), independent=True
            )
        )
        .add(hinge_at("rod", "wheel", "bar", r))
        .add(
            fb.Joint(
                "slide", "prismatic", "ground", "piston", axis=(1.0, 0.0, 0.0), independent=False
            )
        )
        .add(
            fb.Loop(
                "pin",
                "revolute",
                "bar",
                "piston",
                predecessor_origin=fb.Pose((length, 0.0, 0.0)),
                axis=(0.0, 1.0, 0.0),
            )
        )
    )


def hinge_at(name: str, parent: str, child: str, x: float) -> fb.Joint:
    """A hinge about -y, so that positive angles lift what points along x."""
    return fb.Joint(
        name,
        "continuous",
        parent,
        child,
        origin=fb.Pose((x, 0.0, 0.0)),
        axis=(0.0, -1.0, 0.0),
        independent=False,
    )


def geared_arm(ratio: float, rotor: float) -> fb.Robot:
    """An arm about z, and a rotor on the base, about a parallel axis, that turns `ratio` times."""
    arm = fb.Inertial(mass=1.3, inertia=fb.Inertia(0.01, 0.02, 0.03), origin=fb.Pose((0.3, 0, 0)))
    spool = fb.Inertial(mass=0.2, inertia=fb.Inertia(rotor, rotor, rotor))
    return (
        fb.Robot("geared")
        .add(fb.Link("base"))
        .add(fb.Link("arm", inertial=arm))
        .add(fb.Link("rotor", inertial=spool))
        .add(fb.Joint("hinge", "continuous", "base", "arm", axis=(0.0, 0.0, 1.0)))
        .add(
            fb.Joint(
                "motor",
                "continuous",
                "base",
                "rotor",
                axis=(0.0, 0.0, 1.0),
                origin=fb.Pose((0, 0.5, 0)),
            )
        )
        .add(fb.Coupling("gear", "rotor", "arm", ratio))
    )


def double_pendulum(l1=0.6, m1=1.2, m2=0.8, l2=0.5) -> fb.Robot:
    """Two point masses on rods about y."""
    return (
        fb.Robot("double")
        .add(fb.Link("base"))
        .add(fb.Link("one", inertial=fb.Inertial(mass=m1, origin=fb.Pose((0, 0, -l1)))))
        .add(fb.Link("two", inertial=fb.Inertial(mass=m2, origin=fb.Pose((0, 0, -l2)))))
        .add(hinge("a", "base", "one", fb.Pose()))
        .add(hinge("b", "one", "two", fb.Pose((0.0, 0.0, -l1))))
    )


def scaled(robot: fb.Robot, *, mass: float, length: float) -> fb.Robot:
    """All masses and lengths multiplied, and ratios between lengths and angles with them."""

    def pose(p: fb.Pose) -> fb.Pose:
        return replace(p, xyz=tuple(length * x for x in p.xyz))

    def factor(joint: fb.Joint) -> float:
        return length if joint.type == "prismatic" else 1.0

    def moved_by(link: str) -> fb.Joint:
        """The first joint from a link towards the root that moves."""
        (joint,) = (j for j in robot.joints if j.child == link)
        return joint if joint.type != "fixed" else moved_by(joint.parent)

    changed = robot
    for link in robot.links:
        if link.inertial is not None:
            i = link.inertial.inertia
            share = mass * length**2
            inertia = fb.Inertia(*(share * x for x in (i.ixx, i.iyy, i.izz, i.ixy, i.ixz, i.iyz)))
            changed = changed.update(
                replace(
                    link,
                    inertial=fb.Inertial(
                        mass=mass * link.inertial.mass,
                        inertia=inertia,
                        origin=pose(link.inertial.origin),
                    ),
                )
            )
    for joint in robot.joints:
        mimic = joint.mimic
        if mimic is not None:
            own = factor(joint)
            share = own / factor(robot.joints[mimic.joint])
            mimic = replace(mimic, multiplier=mimic.multiplier * share, offset=mimic.offset * own)
        pitch = None if joint.pitch is None else length * joint.pitch
        changed = changed.update(
            replace(joint, origin=pose(joint.origin), mimic=mimic, pitch=pitch)
        )
    for loop in robot.loops:
        changed = changed.update(
            replace(
                loop,
                predecessor_origin=pose(loop.predecessor_origin),
                successor_origin=pose(loop.successor_origin),
                pitch=None if loop.pitch is None else length * loop.pitch,
            )
        )
    for coupling in robot.couplings:
        share = factor(moved_by(coupling.predecessor)) / factor(moved_by(coupling.successor))
        changed = changed.update(replace(coupling, ratio=coupling.ratio * share))
    return changed


def placed(robot: fb.Robot, at: fb.Pose) -> fb.Robot:
    """The robot on a new root, turned and moved away."""
    root = robot.root.name
    return robot.add(fb.Link("somewhere")).add(
        fb.Joint("mount", "fixed", "somewhere", root, origin=at)
    )


def rotation(pose: fb.Pose) -> np.ndarray:
    return np.array(pose.rotation())
