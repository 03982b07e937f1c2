"""Where joints and loops are and how they move, and where the links are in the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..diagnostics import PartPath
from ..mechanics import ModelError, forward_kinematics
from ..mechanics.loops import LoopError, closure, sample_closed
from ..spatial.rotation import rpy_of_matrix
from .difference import Difference, Tolerances
from .matching import Match, anchors, on_anchor
from .side import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model
    from ..mechanics.coordinates import Coordinates
    from ..robot import Joint

    Floats = NDArray[np.float64]

_FAR = 1.0
"""How far joints without limits are moved [m or rad]."""
_TURN = np.sqrt(8.0)


class Poses(NamedTuple):
    """Link poses of both robots at the same configurations; the first is all joints at zero.

    `a` and `b` are (configurations, links, 4, 4), in the order of each model.
    """

    a: Floats
    b: Floats


def open_poses(a: Side, b: Side, match: Match, *, count: int, seed: int) -> Poses:
    """Both trees at zero and at random configurations, loops open and mimics not followed."""
    generator = np.random.default_rng(seed)
    q = np.tile(_zero(a.model), (count + 1, 1))
    for slot in a.model.joints.values():
        q[1:, slot.q] = _drawn(a.model, slot, generator, count)
    return Poses(_poses(a.model, q), _poses(b.model, carried(a, b, match, q)))


def carried(a: Side, b: Side, match: Match, q: Floats) -> Floats:
    """Configurations of the first robot as configurations of the second."""
    made = np.tile(_zero(b.model), (len(q), 1))
    for name, other in match.joints.items():
        one, two = a.model.joints.get(name), b.model.joints.get(other)
        if one is not None and two is not None and same_motion(one, two):
            made[:, two.q] = q[:, one.q]
    return made


def same_motion(one: Coordinates, two: Coordinates) -> bool:
    """Whether the numbers of two joints mean the same, limits aside."""
    return [(s.motion, s.along) for s in one.steps] == [(s.motion, s.along) for s in two.steps]


def compare_joints(
    a: Side, b: Side, match: Match, poses: Poses, tolerances: Tolerances
) -> Iterator[Difference]:
    """Type, origin and axes of every joint that both robots have."""
    for name, other in match.joints.items():
        j, k = a.robot.joints[name], b.robot.joints[other]
        subject, path, its = f"joint '{name}'", PartPath("joint", name), PartPath("joint", other)
        one, two = a.model.joints.get(name), b.model.joints.get(other)
        moves = one is not None and two is not None and same_motion(one, two)
        if not moves or (j.type != k.type and not same_bounds(j, k, tolerances)):
            first, second = a.place(path / "type", j.type), b.place(its / "type", k.type)
            yield Difference("type", subject, "type", first, second)
        T_a, T_b = _across(a, b, match, j, k, poses)
        yield from _origins(a, b, j, k, T_a[0], T_b[0], tolerances)
        if moves:
            turned_a, turned_b = _inverse(T_a[0]) @ T_a, _inverse(T_b[0]) @ T_b
            far, turn = apart(turned_a, turned_b)
            if far > allowed(turned_a, tolerances) or turn > tolerances.angle:
                yield _axes(a, b, j, k, max(far, turn))


def same_bounds(j: Joint, k: Joint, tolerances: Tolerances) -> bool:
    """Whether joints of two types that move alike also end alike."""
    pairs = zip(j.bounds, k.bounds, strict=True)
    return all(x == y or abs(x - y) <= tolerances.angle for x, y in pairs)


def _across(
    a: Side, b: Side, match: Match, j: Joint, k: Joint, poses: Poses
) -> tuple[Floats, Floats]:
    """The child of a joint seen from its parent, in both robots.

    A link that the second robot does not have is taken from the next one of its body.
    """
    ends_a: list[Floats] = []
    ends_b: list[Floats] = []
    for link, its in ((j.parent, k.parent), (j.child, k.child)):
        one, two = _counterparts(a, b, match, link, its)
        offset = on_anchor(a, link, one)
        ends_a.append(poses.a[:, a.model.link_number(one)] @ offset)
        ends_b.append(poses.b[:, b.model.link_number(two)] @ offset)
    return _inverse(ends_a[0]) @ ends_a[1], _inverse(ends_b[0]) @ ends_b[1]


def _counterparts(a: Side, b: Side, match: Match, link: str, its: str) -> tuple[str, str]:
    """A link of the first robot that both have, the given one if possible; and its counterpart."""
    body = a.body_of[link]
    two = match.bodies.get(body)
    if two is None:
        return link, its
    other = match.links.get(link)
    if other is not None and b.body_of[other] == two:
        return link, other
    return anchors(a, b, body, two, match.links)


def _origins(
    a: Side, b: Side, j: Joint, k: Joint, T_a: Floats, T_b: Floats, tolerances: Tolerances
) -> Iterator[Difference]:
    far, turn = apart(T_a, T_b)
    one, two = PartPath("joint", j.name) / "origin", PartPath("joint", k.name) / "origin"
    subject = f"joint '{j.name}'"
    if far > allowed(T_a, tolerances):
        first, second = a.place(one / "xyz", _xyz(T_a)), b.place(two / "xyz", _xyz(T_b))
        yield Difference("origin", subject, "position", first, second, "m", far)
    if turn > tolerances.angle:
        first, second = a.place(one / "rpy", _rpy(T_a)), b.place(two / "rpy", _rpy(T_b))
        yield Difference("origin", subject, "orientation", first, second, "rad", turn)


def _axes(a: Side, b: Side, j: Joint, k: Joint, deviation: float) -> Difference:
    """The first of axis, second axis and pitch that is not the same."""
    one, two = PartPath("joint", j.name), PartPath("joint", k.name)
    subject = f"joint '{j.name}'"
    if j.kind.pitched and k.kind.pitched and j.axis == k.axis:
        first = a.place(one / "screw_thread_pitch" / "value", j.pitch)
        second = b.place(two / "screw_thread_pitch" / "value", k.pitch)
        return Difference("axis", subject, "pitch", first, second, "m", deviation)
    axis = "axis2" if j.kind.axes == 2 and j.axis == k.axis else "axis"
    value_a = j.second_axis if axis == "axis2" else j.axis
    value_b = k.second_axis if axis == "axis2" else k.axis
    first, second = a.place(one / axis / "xyz", value_a), b.place(two / axis / "xyz", value_b)
    return Difference("axis", subject, axis, first, second, "", deviation)


def compare_frames(a: Side, b: Side, match: Match, tolerances: Tolerances) -> Iterator[Difference]:
    """Where links are on the bodies that they are part of."""
    for one, two in match.bodies.items():
        anchor = anchors(a, b, one, two, match.links)
        for name in a.bodies[one].links:
            other = match.links.get(name)
            if other is None or b.body_of[other] != two or name == anchor[0]:
                continue
            above = _next_above(a, b, match, name, two) or anchor[0]
            T_a = on_anchor(a, name, above)
            T_b = on_anchor(b, other, match.links[above])
            j, k = _origin_of(a, name), _origin_of(b, other)
            far, turn = apart(T_a, T_b)
            subject = f"link '{name}'"
            if far > allowed(T_a, tolerances):
                first = a.place(j / "xyz", _xyz(T_a))
                second = b.place(k / "xyz", _xyz(T_b))
                yield Difference("frame", subject, "position", first, second, "m", far)
            if turn > tolerances.angle:
                first = a.place(j / "rpy", _rpy(T_a))
                second = b.place(k / "rpy", _rpy(T_b))
                yield Difference("frame", subject, "orientation", first, second, "rad", turn)


def _next_above(a: Side, b: Side, match: Match, link: str, two: int) -> str | None:
    """The next link above one, on the same body, that both robots have."""
    while link != a.bodies[a.body_of[link]].top:
        link = a.robot.parent_joints[link][0].parent
        other = match.links.get(link)
        if other is not None and b.body_of[other] == two:
            return link
    return None


def _origin_of(side: Side, link: str) -> PartPath:
    """Where it is written where a link is: in the joint above it."""
    above = side.robot.parent_joints.get(link)
    return PartPath("joint", above[0].name) / "origin" if above else PartPath("link", link)


# Poses of all links


class Agreement(NamedTuple):
    """How far links are apart in the worst of some configurations: [m] and [rad], and which."""

    configurations: int
    far: float
    turn: float
    link: str | None
    note: str = ""


def compare_poses(a: Side, b: Side, match: Match, *, count: int, seed: int) -> Agreement | str:
    """All links that both robots have, seen from the first of them; loops closed.

    A sentence where no closed configuration is found.
    """
    links = [(x, y) for x, y in match.links.items() if x in a.body_of]
    if not links:
        return "no link is in both robots: poses were not compared"
    note = ""
    try:
        if a.model.has_loops:
            q = sample_closed(a.model, count, seed=seed)
        else:
            q = np.atleast_2d(a.model.random(count, seed=seed))
    except (LoopError, ModelError, ValueError) as error:  # limits may be the wrong way round
        return f"poses were not compared: {error}"
    p = carried(a, b, match, q)
    T_a, T_b = _poses(a.model, q), _poses(b.model, p)
    first = a.model.link_number(links[0][0]), b.model.link_number(links[0][1])
    T_a, T_b = (_inverse(T[:, [n]]) @ T for T, n in zip((T_a, T_b), first, strict=True))
    T_a = T_a[:, [a.model.link_number(x) for x, _ in links]]
    T_b = T_b[:, [b.model.link_number(y) for _, y in links]]
    far = np.linalg.norm(T_a[..., :3, 3] - T_b[..., :3, 3], axis=-1).max(axis=0)
    turn = _turns(T_a, T_b).max(axis=0)
    worst = int(np.argmax(far + turn))
    if b.model.has_loops and not note:
        gap = float(np.abs(closure(b.model, p)[0]).max(initial=0.0))
        if gap > max(1e3 * a.model.tolerance, 1e3 * b.model.tolerance):
            note = f"the loops of the second robot are open by {gap:.3g} there"
    return Agreement(len(q), float(far.max()), float(turn.max()), links[worst][0], note)


def apart(T_a: Floats, T_b: Floats) -> tuple[float, float]:
    """The largest distance [m] and angle [rad] between frames."""
    far = np.linalg.norm(T_a[..., :3, 3] - T_b[..., :3, 3], axis=-1)
    return float(far.max()), float(_turns(T_a, T_b).max())


def allowed(T: Floats, tolerances: Tolerances) -> float:
    """How far a frame may be off [m]: far ones are written with the same number of digits."""
    return tolerances.length + tolerances.relative * float(np.abs(T[..., :3, 3]).max())


def _turns(T_a: Floats, T_b: Floats) -> Floats:
    """The angles between orientations, exact for small ones: |R_a - R_b| = sqrt(8) sin(angle/2)."""
    size = np.linalg.norm(T_a[..., :3, :3] - T_b[..., :3, :3], axis=(-2, -1))
    return 2.0 * np.arcsin(np.minimum(size / _TURN, 1.0))


def _inverse(T: Floats) -> Floats:
    """The inverses of frames (..., 4, 4)."""
    return np.asarray(np.linalg.inv(T), np.float64)


def _poses(model: Model, q: Floats) -> Floats:
    data = model.data(len(q))
    forward_kinematics(model, data, np.ascontiguousarray(q), coordinates="spanning")
    return np.array(data.poses)


def _zero(model: Model) -> Floats:
    """All joints at zero, those that mimic others as well."""
    q = np.zeros(model.nq)
    for slot in model.joints.values():
        if slot.quaternion is not None:
            q[slot.quaternion.stop - 1] = 1.0
    return q


def _drawn(model: Model, slot: Coordinates, generator: np.random.Generator, count: int) -> Floats:
    """Positions of one joint, within a moderate range."""
    lower = np.maximum(model.lower[slot.q], -_FAR)
    upper = np.minimum(model.upper[slot.q], _FAR)
    q = generator.uniform(np.minimum(lower, upper), np.maximum(lower, upper), (count, slot.nq))
    # A joint that hardly moves shows its axis all the same.
    narrow = (upper - lower) < 0.1
    q[:, narrow] = generator.uniform(-_FAR, _FAR, (count, slot.nq))[:, narrow]
    if slot.quaternion is not None:
        first = slot.quaternion.start - slot.q.start
        turn = generator.normal(size=(count, 4))
        q[:, first:] = turn / np.linalg.norm(turn, axis=1, keepdims=True)
    return q


def _xyz(T: Floats) -> tuple[float, ...]:
    return tuple(float(x) for x in T[:3, 3])


def _rpy(T: Floats) -> tuple[float, ...]:
    return tuple(rpy_of_matrix(T[:3, :3].tolist()))
