"""Mass, centre of mass and inertia: of links where both robots have them, else of whole bodies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..diagnostics import PartPath
from ..mechanics.compile import inertia_about
from ..numerics import COMPARE_REST
from .difference import Difference, Tolerances
from .matching import Match, anchors, on_anchor
from .side import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_NAMES = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
_UPPER = np.triu_indices(3)


class Weight(NamedTuple):
    """Mass [kg], centre [m] and inertia about it [kg m^2] in the axes of some frame."""

    mass: float
    center: Floats
    inertia: Floats


def compare_masses(a: Side, b: Side, match: Match, tolerances: Tolerances) -> Iterator[Difference]:
    """Links where both robots have the same ones on a body, else whole bodies.

    What moves from one link to another of the same body changes nothing.
    """
    for one, two in match.bodies.items():
        own, its = a.bodies[one].links, b.bodies[two].links
        anchor = anchors(a, b, one, two, match.links)
        pairs = [(x, match.links.get(x)) for x in own]
        shared = [(x, y) for x, y in pairs if y is not None and b.body_of[y] == two]
        if len(shared) == len(own) == len(its):
            found = [
                difference
                for x, y in shared
                for difference in _differences(
                    a, b, x, y, weight_of(a, (x,), x), weight_of(b, (y,), y), tolerances
                )
            ]
            if found and not (len(shared) > 1 and _cancel(a, b, shared, anchor)):
                yield from found
        else:
            whole = weight_of(a, own, anchor[0]), weight_of(b, its, anchor[1])
            yield from _differences(a, b, *anchor, *whole, tolerances)


def _cancel(a: Side, b: Side, links: Sequence[tuple[str, str]], anchor: tuple[str, str]) -> bool:
    """Whether what some links of a body have more, others have less."""
    changes = np.array(
        [_about(b, y, anchor[1]) - _about(a, x, anchor[0]) for x, y in links], np.float64
    )
    for columns in (slice(0, 1), slice(1, 4), slice(4, 13)):  # mass, moment, inertia
        sizes = np.abs(changes[:, columns])
        if np.abs(changes[:, columns].sum(axis=0)).max() > COMPARE_REST * sizes.max():
            return False
    return True


def _about(side: Side, link: str, anchor: str) -> Floats:
    """Mass, mass times centre and inertia of a link about the origin of another one."""
    inertial = side.robot.links[link].inertial
    if inertial is None:
        return np.zeros(13)
    mass, moment, tensor = inertia_about(inertial, on_anchor(side, link, anchor))
    return np.concatenate([[mass], moment, tensor.ravel()])


def weight_of(side: Side, links: Sequence[str], anchor: str) -> Weight:
    """Several links of a body together, in the frame of one of them."""
    mass, moment, tensor = 0.0, np.zeros(3), np.zeros((3, 3))
    for name in links:
        inertial = side.robot.links[name].inertial
        if inertial is not None:
            m, mc, about = inertia_about(inertial, on_anchor(side, name, anchor))
            mass, moment, tensor = mass + m, moment + mc, tensor + about
    if not mass:
        return Weight(0.0, np.zeros(3), tensor)
    c = moment / mass
    return Weight(mass, c, tensor - mass * (c @ c * np.eye(3) - np.outer(c, c)))


def _apart(one: Weight, two: Weight, tolerances: Tolerances) -> tuple[float, float, float]:
    """How far mass, centre and inertia are beyond what is allowed; zero where they agree."""
    share = tolerances.relative
    mass = abs(one.mass - two.mass)
    heavier = max(abs(one.mass), abs(two.mass))
    center = float(np.linalg.norm(one.center - two.center)) if one.mass and two.mass else 0.0
    reach = float(max(np.abs(one.center).max(), np.abs(two.center).max()))
    inertia = float(np.abs(one.inertia - two.inertia).max())
    largest = float(max(np.abs(one.inertia).max(), np.abs(two.inertia).max()))
    # Centres that may be off by a little leave the inertia off by twice mass * reach * little.
    slack = share * largest + 1e-3 * share * heavier * reach * reach
    slack += heavier * tolerances.length**2
    return (
        mass if mass > share * heavier else 0.0,
        center if center > tolerances.length + share * reach else 0.0,
        inertia if inertia > slack else 0.0,
    )


def _differences(
    a: Side, b: Side, x: str, y: str, one: Weight, two: Weight, tolerances: Tolerances
) -> Iterator[Difference]:
    mass, center, inertia = _apart(one, two, tolerances)
    subject = f"link '{x}'"
    here, there = PartPath("link", x) / "inertial", PartPath("link", y) / "inertial"
    if mass:
        first = a.place(here / "mass" / "value", one.mass)
        second = b.place(there / "mass" / "value", two.mass)
        yield Difference("mass", subject, "mass", first, second, "kg", mass)
    if center:
        first = a.place(here / "origin" / "xyz", _numbers(one.center))
        second = b.place(there / "origin" / "xyz", _numbers(two.center))
        yield Difference("center", subject, "centre of mass", first, second, "m", center)
    if inertia:
        entries = np.abs(one.inertia - two.inertia)[_UPPER]
        name = _NAMES[int(np.argmax(entries))]
        values = [_numbers(weight.inertia[_UPPER]) for weight in (one, two)]
        first = a.place(here / "inertia" / name, values[0])
        second = b.place(there / "inertia" / name, values[1])
        yield Difference("inertia", subject, "inertia", first, second, "kg m^2", inertia)


def _numbers(values: Floats) -> tuple[float, ...]:
    return tuple(float(x) for x in values)
