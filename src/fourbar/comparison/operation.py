"""Prove an operation on a description: every body is where it was, but for what was asked for.

Bodies are rigid ones, so that merged and split links count as one. Each counts by its mass, centre
and inertia, and by where its shapes are, at random configurations of both robots, seen from a link
that both have. Configurations in which the loops of one are closed close those of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ..mechanics import Model, forward_kinematics, mobility
from ..mechanics.loops import LoopError, closure, sample_closed
from ..mechanics.manifold import neutral
from ..numerics import COMPARE_LENGTH, COMPARE_RELATIVE
from ..record import record, replace
from ..robot import Link, Robot
from .masses import Weight, weight_of
from .side import Body, Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Plane = Literal["yz", "xz", "xy"]

_SIGNS = {"yz": (-1.0, 1.0, 1.0), "xz": (1.0, -1.0, 1.0), "xy": (1.0, 1.0, -1.0)}
_COUNT = 20
_NONE: Mapping[str, float] = {}


@record
class Meaning:
    """What an operation was meant to do to a robot.

    Attributes
    ----------
    links
        The new names of links, by the old ones, without those that are gone.
    joints
        The same of joints.
    shift
        What was taken from the positions of joints, by their old names [rad or m].
    length
        What lengths were multiplied by.
    mass
        What masses were multiplied by.
    plane
        The plane that the robot was mirrored in.
    moved
        The new name of a link whose frame is elsewhere on its body.
    whole
        Whether the robot is all there, and nothing else: loops and mobility are compared, too.
    """

    links: Mapping[str, str]
    joints: Mapping[str, str]
    shift: Mapping[str, float] = _NONE
    length: float = 1.0
    mass: float = 1.0
    plane: Plane | None = None
    moved: str | None = None
    whole: bool = True


class Proof(NamedTuple):
    """How well a robot is what an operation was meant to make of another.

    `position` is the largest distance of a body from where it should be [m], `inertia` the largest
    error of a mass or moment as a share of the largest one; `problem` is "" where all is right.
    """

    bodies: int
    configurations: int
    position: float
    inertia: float
    problem: str


class _Placed(NamedTuple):
    """Something that weighs, at all configurations: its centre (n, 3) and inertia (n, 3, 3)."""

    weight: float
    centre: Floats
    tensor: Floats


def prove(before: Robot, after: Robot, meaning: Meaning) -> Proof:
    """Compare two robots at configurations that mean the same."""
    one, two = Side(before), Side(after)
    if not meaning.whole:
        one = Side(_only(before, set(meaning.links)))
        two = Side(_only(after, set(meaning.links.values())))
    pairs = _pairs(one, two, meaning.links)
    if isinstance(pairs, str):
        return Proof(0, 0, 0.0, 0.0, pairs)
    old, new = next(
        ((a, b) for a, b in meaning.links.items() if b != meaning.moved),
        next(iter(meaning.links.items())),
    )
    q = _configurations(one.model, meaning)
    p = _carried(one.model, two.model, q, meaning)
    position, inertia, reach = 0.0, 0.0, 1.0
    for weigh, factor in ((_matter, meaning.mass), (_shapes, 1.0)):
        wanted = [_meant(body, meaning, factor) for body in _placed(one, q, old, weigh)]
        found = _placed(two, p, new, weigh)
        heaviest = max(body.weight for body in wanted) or 1.0
        hardest = max(float(np.abs(body.tensor).max()) for body in wanted) or 1.0
        for a, b in pairs:
            reach = max(reach, float(np.abs(wanted[a].centre).max()))
            if wanted[a].weight and found[b].weight:
                apart = np.abs(wanted[a].centre - found[b].centre)
                position = max(position, float(apart.max()))
            inertia = max(
                inertia,
                abs(wanted[a].weight - found[b].weight) / heaviest,
                float(np.abs(wanted[a].tensor - found[b].tensor).max()) / hardest,
            )
    problem = ""
    if position > COMPARE_LENGTH * reach:
        problem = f"bodies are up to {position:.3g} m from where they should be"
    elif inertia > COMPARE_RELATIVE:
        problem = f"masses, inertias or places of shapes differ by a share of {inertia:.2g}"
    elif meaning.whole:
        problem = _loops(one.model, two.model, meaning) or _freedoms(before, after)
    return Proof(len(pairs), len(q), position, inertia, problem)


def _only(robot: Robot, names: set[str]) -> Robot:
    """With masses and shapes of these links only."""
    links = [link if link.name in names else Link(link.name) for link in robot.links]
    return replace(robot, links=links)


def _pairs(one: Side, two: Side, links: Mapping[str, str]) -> list[tuple[int, int]] | str:
    """Bodies that share a link; what is wrong where they do not correspond."""
    found: dict[int, set[int]] = {}
    for old, new in links.items():
        if new in two.body_of:
            found.setdefault(one.body_of[old], set()).add(two.body_of[new])
    for number, others in found.items():
        if len(others) > 1:
            return f"links of one body, '{one.bodies[number].top}', are on {len(others)} bodies"
    pairs = [(number, other) for number, (other,) in found.items()]
    if len({other for _, other in pairs}) < len(pairs):
        return "two bodies have become one"
    for side, seen in ((one, {a for a, _ in pairs}), (two, {b for _, b in pairs})):
        for body in side.bodies:
            if body.number not in seen and _counts(side, body):
                return f"body '{body.top}' is in one of the robots only"
    return pairs or "the robots have no link in common"


def _counts(side: Side, body: Body) -> bool:
    links = [side.robot.links[name] for name in body.links]
    return any(link.inertial is not None or link.visuals or link.collisions for link in links)


def _configurations(model: Model, meaning: Meaning) -> Floats:
    """Open ones. Mirrored, joints of several freedoms stay at zero: theirs are mirrored as well."""
    q = np.array(model.random(_COUNT, seed=0, coordinates="spanning"))
    if meaning.plane is not None:
        zero = neutral(model.joints.values(), model.nq)
        for slot in model.joints.values():
            if slot.nv > 1:
                q[:, slot.q] = zero[slot.q]
    return q


def _carried(one: Model, two: Model, q: Floats, meaning: Meaning) -> Floats:
    """The same configurations for the other robot."""
    p = np.tile(neutral(two.joints.values(), two.nq), (len(q), 1))
    for name, slot in one.joints.items():
        its = two.joints.get(meaning.joints.get(name, ""))
        if its is not None:
            scale = [meaning.length if unit == "m" else 1.0 for unit in slot.units]
            p[:, its.q] = (q[:, slot.q] - meaning.shift.get(name, 0.0)) * scale
    return p


def _placed(
    side: Side, q: Floats, reference: str, weigh: Callable[[Side, Body], Weight]
) -> list[_Placed]:
    """What all bodies weigh, seen from a link."""
    model = side.model
    data = model.data(len(q))
    forward_kinematics(model, data, np.ascontiguousarray(q), coordinates="spanning")
    poses = np.array(data.poses)
    poses = np.linalg.solve(poses[:, model.link_number(reference)][:, None], poses)
    found: list[_Placed] = []
    for body in side.bodies:
        T, weight = poses[:, model.link_number(body.top)], weigh(side, body)
        R = T[:, :3, :3]
        centre = (R @ weight.center) + T[:, :3, 3]
        found.append(_Placed(weight.mass, centre, R @ weight.inertia @ np.swapaxes(R, 1, 2)))
    return found


def _matter(side: Side, body: Body) -> Weight:
    return weight_of(side, body.links, body.top)


def _shapes(side: Side, body: Body) -> Weight:
    """The shapes of a body as a unit of weight each: where they are, in whichever order."""
    places = np.array(
        [
            (body.frames[name] @ shape.origin.matrix())[:3, 3]
            for name in body.links
            for link in [side.robot.links[name]]
            for shape in (*link.visuals, *link.collisions)
        ]
    ).reshape(-1, 3)
    if not len(places):
        return Weight(0.0, np.zeros(3), np.zeros((3, 3)))
    centre = places.mean(axis=0)
    apart = places - centre
    return Weight(float(len(places)), centre, (apart**2).sum() * np.eye(3) - apart.T @ apart)


def _meant(body: _Placed, meaning: Meaning, factor: float) -> _Placed:
    """The body after the operation, which multiplies weights by a factor."""
    signs = np.array(_SIGNS[meaning.plane] if meaning.plane else (1.0, 1.0, 1.0))
    tensor = body.tensor * np.outer(signs, signs) * factor * meaning.length**2
    return _Placed(body.weight * factor, body.centre * signs * meaning.length, tensor)


def _loops(one: Model, two: Model, meaning: Meaning) -> str:
    """Whether what closes the one closes the other."""
    if len(one.loops.constraints) != len(two.loops.constraints):
        return (
            f"{len(two.loops.constraints)} loops, couplings and mimics, "
            f"expected {len(one.loops.constraints)}"
        )
    several = any(slot.nv > 1 for slot in one.joints.values())
    if not one.has_loops or (meaning.plane is not None and several):
        return ""
    try:
        closed = np.array(sample_closed(one, _COUNT, seed=1))
    except LoopError:
        return ""  # the original does not close either
    phi, _ = closure(two, _carried(one, two, closed, meaning))
    gap = float(np.abs(phi).max(initial=0.0))
    size = max(1.0, meaning.length)
    return f"loops are open by {gap:.3g} m or rad" if gap > COMPARE_LENGTH * size else ""


def _freedoms(before: Robot, after: Robot) -> str:
    """Whether both have the same mobility."""
    try:
        one, two = mobility(before).mobility, mobility(after).mobility
    except LoopError:
        return ""
    return "" if one == two else f"mobility is {two}, expected {one}"
