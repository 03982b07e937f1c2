"""Joints and loops as the few motions that every engine has: hinge, slide, ball and free."""

from __future__ import annotations

from math import inf
from typing import Literal

from ..record import record
from ..robot import Joint, Loop, Planar, Spring, Vector3, directions
from ..spatial.vector import X

Elementary = Literal["hinge", "slide", "ball", "free"]


@record
class Freedom:
    """One elementary joint of a joint or loop.

    Attributes
    ----------
    name
        The part's own name, numbered (`ankle:1`) where the part becomes several of these.
    kind, axis
        What it does, and the unit vector of a hinge or slide in the joint frame.
    entry, factor
        Where its number stands among the part's entries in q, and by what it is multiplied: the
        slide of a screw is the lead times the angle. A ball takes four entries from there, a free
        joint all seven.
    lower, upper
        Range [rad or m], infinite where there is none.
    effort, velocity, damping, friction
        As the description has them; None where it leaves them out.
    spring
        What pulls it back; None where there is nothing. The slide of a screw goes with its hinge.
    armature
        What a rotor adds to its inertia [kg m^2 or kg].
    """

    name: str
    kind: Elementary
    axis: Vector3 = X
    entry: int = 0
    factor: float = 1.0
    lower: float = -inf
    upper: float = inf
    effort: float | None = None
    velocity: float | None = None
    damping: float | None = None
    friction: float | None = None
    spring: Spring | None = None
    armature: float = 0.0


def freedoms_of(
    part: Joint | Loop, *, planar: Planar = "xy", anchored: bool = False
) -> tuple[Freedom, ...]:
    """The elementary joints of a joint or loop, outermost first.

    A floating joint is free where its parent is `anchored` to the world, and else three slides and
    a ball: free joints move in the world only.
    """
    kind = part.kind
    if not kind.moves:
        return ()
    if kind.free and anchored:
        return (_rated(Freedom(part.name, "free"), part, 0),)
    found: list[Freedom] = []
    axes = directions(part, planar=planar)
    steps = kind.steps(planar)
    for number, (step, axis) in enumerate(zip(steps, axes, strict=True)):
        if kind.orientation is not None and number >= kind.orientation:
            found.append(_rated(Freedom("", "ball", entry=number), part, number))
            break
        if step.motion == "screw":
            found.append(_rated(Freedom("", "hinge", axis, number), part, number))
            found.append(Freedom("", "slide", axis, number, factor=part.lead))
            continue
        single = "slide" if step.motion == "translation" else "hinge"
        found.append(_rated(Freedom("", single, axis, number), part, number))
    if len(found) == 1:
        return (_named(found[0], part.name),)
    return tuple(_named(freedom, f"{part.name}:{k}") for k, freedom in enumerate(found))


def _named(freedom: Freedom, name: str) -> Freedom:
    from ..record import replace

    return replace(freedom, name=name)


def _rated(freedom: Freedom, part: Joint | Loop, number: int) -> Freedom:
    """With what a joint's description says about that degree of freedom; a loop says nothing."""
    from ..record import replace

    if isinstance(part, Loop):
        return freedom
    changes: dict[str, float | Spring | None] = {}
    kind = part.kind
    within = number < kind.dof
    if within and kind.limited[number]:
        changes["lower"], changes["upper"] = part.bounds
    if within and kind.rated[number] and part.limit is not None:
        changes["effort"], changes["velocity"] = part.limit.effort, part.limit.velocity
    if part.dynamics is not None:
        changes["damping"], changes["friction"] = part.dynamics.damping, part.dynamics.friction
    if part.spring is not None and part.spring.stiffness and kind.dof == 1:
        changes["spring"] = part.spring
    return replace(freedom, **changes) if changes else freedom
