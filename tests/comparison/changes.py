"""Small physical changes of a robot, and where each of them is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import fourbar as fb
from fourbar.diagnostics import PartPath
from fourbar.record import replace


class Change(NamedTuple):
    """A changed robot, what compare should call it, and the element that was changed."""

    robot: fb.Robot
    categories: tuple[str, ...]
    path: PartPath


def _pick(rng: random.Random, items):
    found = list(items)
    return rng.choice(found) if found else None


def _moving(robot: fb.Robot, *types: str):
    return [j for j in robot.joints if j.kind.moves and (not types or j.type in types)]


def _nudged(rng: random.Random, vector, size=1e-3):
    values = list(vector)
    values[rng.randrange(len(values))] += rng.choice([-1, 1]) * size * rng.uniform(1, 10)
    return tuple(values)


def origin(robot, rng):
    joint = _pick(rng, robot.joints)
    if joint is None:
        return None
    changed = replace(joint, origin=fb.Pose(_nudged(rng, joint.origin.xyz), joint.origin.rpy))
    path = PartPath("joint", joint.name) / "origin"
    return Change(robot.update(changed), ("origin", "frame", "mobility"), path)


def turned_origin(robot, rng):
    joint = _pick(rng, robot.joints)
    if joint is None:
        return None
    changed = replace(joint, origin=fb.Pose(joint.origin.xyz, _nudged(rng, joint.origin.rpy)))
    return Change(
        robot.update(changed),
        ("origin", "frame", "mobility"),
        PartPath("joint", joint.name) / "origin",
    )


def axis(robot, rng):
    joint = _pick(rng, _moving(robot, "revolute", "continuous", "prismatic", "screw"))
    if joint is None:
        return None
    k = min(range(3), key=lambda i: abs(joint.axis[i]))
    values = list(joint.axis)
    values[k] += 0.01 * max(map(abs, joint.axis))
    changed = replace(joint, axis=tuple(values))
    return Change(
        robot.update(changed), ("axis", "mobility"), PartPath("joint", joint.name) / "axis"
    )


def limit(robot, rng):
    joint = _pick(rng, (j for j in _moving(robot) if j.limit and j.kind.has_range))
    if joint is None:
        return None
    field = rng.choice(["lower", "upper"])
    value = (getattr(joint.limit, field) or 0.0) + rng.choice([-0.01, 0.01])
    changed = replace(joint, limit=replace(joint.limit, **{field: value}))
    path = PartPath("joint", joint.name) / "limit" / field
    return Change(robot.update(changed), ("limit",), path)


def rating(robot, rng):
    field = rng.choice(["effort", "velocity"])
    joint = _pick(
        rng, (j for j in _moving(robot) if j.limit and getattr(j.limit, field) is not None)
    )
    if joint is None:
        return None
    value = getattr(joint.limit, field) * 1.01 + 0.5
    changed = replace(joint, limit=replace(joint.limit, **{field: value}))
    path = PartPath("joint", joint.name) / "limit" / field
    return Change(robot.update(changed), (field,), path)


def dynamics(robot, rng):
    joint = _pick(rng, _moving(robot))
    if joint is None:
        return None
    field = rng.choice(["damping", "friction"])
    own = joint.dynamics or fb.Dynamics()
    changed = replace(joint, dynamics=replace(own, **{field: (getattr(own, field) or 0.0) + 0.05}))
    return Change(robot.update(changed), (field,), PartPath("joint", joint.name) / "dynamics")


def spring(robot, rng):
    joint = _pick(rng, (j for j in _moving(robot) if j.dof == 1))
    if joint is None:
        return None
    own = joint.spring or fb.Spring(0.0)
    field = rng.choice(["stiffness", "rest"]) if own.stiffness else "stiffness"
    changed = replace(joint, spring=replace(own, **{field: getattr(own, field) + 0.05}))
    return Change(robot.update(changed), ("spring",), PartPath("joint", joint.name) / "spring")


def kind(robot, rng):
    joint = _pick(rng, (j for j in _moving(robot, "revolute", "prismatic") if j.mimic is None))
    if joint is None or any(j.mimic and j.mimic.joint == joint.name for j in robot.joints):
        return None
    changed = replace(joint, type="fixed" if joint.type == "revolute" else "revolute")
    if robot.loops or robot.couplings:
        return None  # the mobility goes with it
    return Change(
        robot.update(changed), ("type", "mobility"), PartPath("joint", joint.name) / "type"
    )


def mimic(robot, rng):
    joint = _pick(rng, (j for j in robot.joints if j.mimic))
    if joint is None or joint.mimic.joint not in robot.joints:
        return None
    field = rng.choice(["multiplier", "offset"])
    value = getattr(joint.mimic, field) + 0.02
    changed = replace(joint, mimic=replace(joint.mimic, **{field: value}))
    return Change(robot.update(changed), ("mimic",), PartPath("joint", joint.name) / "mimic")


def coupling(robot, rng):
    part = _pick(rng, robot.couplings)
    if part is None:
        return None
    changed = replace(part, ratio=part.ratio * 1.01)
    return Change(robot.update(changed), ("coupling",), PartPath("coupling", part.name) / "ratio")


def loop(robot, rng):
    part = _pick(rng, (x for x in robot.loops if x.type != "planar"))
    if part is None:
        return None
    end = rng.choice(["predecessor", "successor"])
    pose = getattr(part, f"{end}_origin")
    # Across the axis: along it, a sliding loop would not notice.
    k = min(range(3), key=lambda i: abs(part.axis[i]))
    xyz = list(pose.xyz)
    xyz[k] += 0.002
    changed = replace(part, **{f"{end}_origin": fb.Pose(xyz, pose.rpy)})
    if part.type == "prismatic" and any(pose.rpy):
        return None
    return Change(robot.update(changed), ("loop", "mobility"), PartPath("loop", part.name) / end)


def _weighing(robot):
    """Links that matter: a gram on a heavy body changes less than the tolerance."""
    masses = [x.inertial.mass for x in robot.links if x.inertial]
    least = 0.05 * max(masses, default=0.0)
    return [x for x in robot.links if x.inertial and x.inertial.mass > least]


def mass(robot, rng):
    link = _pick(rng, _weighing(robot))
    if link is None:
        return None
    changed = replace(link, inertial=replace(link.inertial, mass=link.inertial.mass * 1.001))
    path = PartPath("link", link.name) / "inertial" / "mass"
    return Change(robot.update(changed), ("mass", "center", "inertia"), path)


def center(robot, rng):
    link = _pick(rng, _weighing(robot))
    if link is None:
        return None
    pose = link.inertial.origin
    moved = fb.Pose(_nudged(rng, pose.xyz), pose.rpy)
    changed = replace(link, inertial=replace(link.inertial, origin=moved))
    path = PartPath("link", link.name) / "inertial" / "origin"
    return Change(robot.update(changed), ("center", "inertia"), path)


def inertia(robot, rng):
    link = _pick(rng, (x for x in _weighing(robot) if x.inertial.inertia.ixx))
    if link is None:
        return None
    field = rng.choice(["ixx", "iyy", "izz", "ixy", "ixz", "iyz"])
    tensor = link.inertial.inertia
    value = getattr(tensor, field) + 0.001 * max(tensor.ixx, tensor.iyy, tensor.izz)
    changed = replace(
        link, inertial=replace(link.inertial, inertia=replace(tensor, **{field: value}))
    )
    path = PartPath("link", link.name) / "inertial" / "inertia"
    return Change(robot.update(changed), ("inertia",), path)


def shape(robot, rng):
    group = rng.choice(["visual", "collision"])
    link = _pick(rng, (x for x in robot.links if getattr(x, f"{group}s")))
    if link is None:
        return None
    shapes = list(getattr(link, f"{group}s"))
    i = rng.randrange(len(shapes))
    if rng.random() < 0.5:
        pose = shapes[i].origin
        shapes[i] = replace(shapes[i], origin=fb.Pose(_nudged(rng, pose.xyz), pose.rpy))
    else:
        sized = _resized(shapes[i].geometry)
        if sized is None:
            return None
        shapes[i] = replace(shapes[i], geometry=sized)
    changed = replace(link, **{f"{group}s": tuple(shapes)})
    return Change(robot.update(changed), (group,), PartPath("link", link.name).item(group, i))


def _resized(geometry):
    match geometry:
        case fb.Box():
            x, y, z = geometry.size
            return replace(geometry, size=(x, y * 1.02 + 1e-4, z))
        case fb.Sphere() | fb.Cylinder() | fb.Capsule():
            return replace(geometry, radius=geometry.radius * 1.02 + 1e-4)
        case fb.Mesh():
            x, y, z = geometry.scale
            return replace(geometry, scale=(x * 1.02, y, z))
    return None


def color(robot, rng):
    names = [v.material.name for x in robot.links for v in x.visuals if v.material]

    def colored(link):
        # Others may refer to a material that a visual defines.
        own = [(i, v.material, robot.material_of(v)) for i, v in enumerate(link.visuals)]
        return [
            i
            for i, m, found in own
            if found and found.color and (m.is_reference or names.count(m.name) == 1)
        ]

    link = _pick(rng, (x for x in robot.links if colored(x)))
    if link is None:
        return None
    i = rng.choice(colored(link))
    visuals = list(link.visuals)
    r, g, b, a = robot.material_of(visuals[i]).color
    other = (r, g, 1.0 - b if abs(b - 0.5) > 0.05 else 0.9, a)
    # A material of its own: another visual may share the old one.
    visuals[i] = replace(visuals[i], material=fb.Material("changed", other))
    changed = replace(link, visuals=tuple(visuals))
    return Change(robot.update(changed), ("color",), PartPath("link", link.name).item("visual", i))


def without_joint(robot, rng):
    """The last link of a branch goes."""
    ends = [
        j
        for j in _moving(robot)
        if not robot.child_joints.get(j.child)
        and not any(
            j.child in (x.predecessor, x.successor) for x in (*robot.loops, *robot.couplings)
        )
        and not any(k.mimic and k.mimic.joint == j.name for k in robot.joints)
    ]
    joint = _pick(rng, ends)
    if joint is None:
        return None
    changed = robot.remove_link(joint.child)
    return Change(changed, ("structure", "mobility", "mimic"), PartPath("joint", joint.name))


CHANGES: tuple[Callable[[fb.Robot, random.Random], Change | None], ...] = (
    origin,
    turned_origin,
    axis,
    limit,
    rating,
    dynamics,
    spring,
    kind,
    mimic,
    coupling,
    loop,
    mass,
    center,
    inertia,
    shape,
    color,
    without_joint,
)


def faults(robot: fb.Robot, change: Change) -> Iterator[str]:
    """What a comparison with a changed robot gets wrong: nothing found, or something elsewhere."""
    found = fb.compare(robot, change.robot)
    if not found.differences:
        yield "nothing was found"
        return
    if found.differences[0].category not in change.categories and not any(
        d.category == change.categories[0] for d in found.differences
    ):
        yield f"expected {change.categories[0]}, found {found.differences[0].category}"
    for d in found.differences:
        if d.category not in change.categories:
            yield f"{d.category} does not differ: {d}"
        if d.category == "mobility":
            continue
        place = d.a if d.a is not None else d.b
        assert place is not None
        if place.path.part != change.path.part:
            yield f"found at {place.path}, changed at {change.path}"
