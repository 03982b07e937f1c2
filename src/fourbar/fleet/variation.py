"""Robots that differ a little: how much, which ones, and what they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..diagnostics import unknown
from ..mechanics import Model
from ..record import record, replace
from ..robot import Pose, Robot
from .error import FleetError
from .planes import plane_normals
from .sampling import check_series

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DRAWS = 20
"""How often a robot is drawn until its loops close."""
_AXES = ("x", "y", "z")
_TURNS = ("rx", "ry", "rz")
OTHERS = "*"
"""Stands for all parts that are not named."""

Amount = float | Mapping[str, float]


@record
class Variation:
    """How much parts vary, uniformly to both sides.

    Each is a number for all parts, or numbers by the names of parts, where "*" is for those that
    are not named: `position={"elbow": 2e-4, "*": 1e-4}`.

    Attributes
    ----------
    position
        Of the origins of joints, and of both ends of loops, along each axis [m].
    rotation
        Of the same about each axis [rad].
    mass
        Of links, as a share; the inertia varies with the mass.
    friction
        Of joint damping and friction, as a share.
    in_plane
        Whether parts of planar loops vary within their plane only: what is drawn is projected onto
        it. Such robots close; otherwise a planar loop has no freedom for errors across its plane.
    """

    position: Amount = 0.0
    rotation: Amount = 0.0
    mass: Amount = 0.0
    friction: Amount = 0.0
    in_plane: bool = False

    def __post_init__(self) -> None:
        most = {"mass": 1.0, "friction": 1.0}
        for name in ("position", "rotation", "mass", "friction"):
            given: Amount = getattr(self, name)
            for value in given.values() if isinstance(given, Mapping) else (given,):
                if not 0.0 <= value < np.inf:
                    raise ValueError(f"{name} must not be negative, got {value}")
                if value > most.get(name, np.inf) or (name == "mass" and value == 1.0):
                    raise ValueError("mass must be below 1 and friction at most 1")

    @property
    def moves_origins(self) -> bool:
        """Whether origins vary."""
        return any(
            any(given.values()) if isinstance(given, Mapping) else bool(given)
            for given in (self.position, self.rotation)
        )


class Value(NamedTuple):
    """A number that is drawn: of which part, which of its numbers, and at most how large."""

    part: str  # "joint", "link", "predecessor" or "successor"
    of: str
    what: str  # "x" to "rz", "mass" or "friction"
    most: float

    @property
    def name(self) -> str:
        """As columns of tables are called."""
        end = f".{self.part}" if self.part in ("predecessor", "successor") else ""
        return f"{self.of}{end}.{self.what}"


def drawn_values(robot: Robot, variation: Variation) -> tuple[Value, ...]:
    """All numbers that are drawn for a robot, in order; ValueError for a part that is not there."""
    places = [("joint", joint.name) for joint in robot.joints]
    places += [(end, loop.name) for loop in robot.loops for end in ("predecessor", "successor")]
    joints = [joint.name for joint in robot.joints]
    names = list(dict.fromkeys(name for _, name in places))
    links = [link.name for link in robot.links if link.inertial is not None]
    rub = [joint.name for joint in robot.joints if joint.dynamics is not None]
    position = _amounts(variation.position, names, "joint or loop")
    rotation = _amounts(variation.rotation, names, "joint or loop")
    mass = _amounts(variation.mass, links, "link with a mass")
    friction = _amounts(variation.friction, joints, "joint")
    found = [Value(part, of, axis, position[of]) for part, of in places for axis in _AXES]
    found += [Value(part, of, axis, rotation[of]) for part, of in places for axis in _TURNS]
    found += [Value("joint", of, "friction", friction[of]) for of in rub]
    found += [Value("link", of, "mass", mass[of]) for of in links]
    return tuple(value for value in found if value.most > 0.0)


def _amounts(given: Amount, names: list[str], what: str) -> dict[str, float]:
    if not isinstance(given, Mapping):
        return dict.fromkeys(names, float(given))
    for name in given:
        if name != OTHERS and name not in names:
            raise FleetError(unknown(what, name, tuple(names)).message)
    rest = given.get(OTHERS, 0.0)
    return {name: float(given.get(name, rest)) for name in names}


@record
class Draws:
    """`number` varied robots, as a source for `tolerances` and `save_varied`.

    A row has the robot's number and all that was drawn for it; `names` tells what its columns are.
    Every robot has a random stream of its own, counted from the seed (Philox). With `closing`, what
    does not close is drawn again; FleetError where nothing closes.
    """

    variation: Variation
    number: int
    seed: int = 0
    closing: bool = False

    def __post_init__(self) -> None:
        check_series(self.number, self.seed)

    @property
    def column(self) -> str:
        """What rows are called in results."""
        return "drawn"

    @property
    def start(self) -> tuple[object, ...]:
        """Which sequence this is the beginning of."""
        return ("Draws", self.variation, self.seed, self.closing)

    def names(self, model: Model) -> tuple[str, ...]:
        """What the columns of rows are."""
        return ("number", *(value.name for value in drawn_values(model.robot, self.variation)))

    def count(self, model: Model) -> int:
        """How many there are."""
        return self.number

    def rows(self, model: Model, start: int, stop: int) -> NDArray[np.float64]:
        """Those of some numbers (stop - start, 1 + k)."""
        values = drawn_values(model.robot, self.variation)
        planes = _projections(model, values) if self.variation.in_plane else []
        found = np.empty((stop - start, 1 + len(values)))
        for number in range(start, stop):
            found[number - start] = number, *self._drawn(model, values, planes, number)
        return found

    def _drawn(
        self,
        model: Model,
        values: tuple[Value, ...],
        planes: list[tuple[list[int], NDArray[np.float64]]],
        number: int,
    ) -> NDArray[np.float64]:
        from .varied_poses import closed_near, varied_model

        stream = np.random.Generator(np.random.Philox(key=[self.seed, number]))
        most = np.array([value.most for value in values])
        moves = self.closing and model.has_loops and self.variation.moves_origins
        for _ in range(_DRAWS):
            drawn = most * stream.uniform(-1.0, 1.0, len(values))
            for columns, projection in planes:
                drawn[columns] = projection @ drawn[columns]
            if not moves:
                return drawn
            made = varied_model(model, values, drawn)
            if closed_near(made, model.chart.home, model.chart.v)[1] <= model.tolerance:
                return drawn
        raise FleetError(
            f"{model.name!r} does not close where its origins vary: its loops have no freedom for "
            "such errors; use in_plane (--in-plane), or vary masses and friction only"
        )


def varied(robot: Robot, variation: Variation, *, seed: int, number: int = 0) -> Robot:
    """One robot of a series; each number has a random stream of its own.

    Where origins of a robot with loops vary, those of both ends of each loop do as well, and what
    does not close is drawn again. Raises FleetError where nothing closes: a planar linkage, for
    example, has no freedom for errors across its plane, and needs `in_plane`.
    """
    draws = Draws(variation, number + 1, seed=seed, closing=True)
    (row,) = draws.rows(Model(robot), number, number + 1)
    return with_values(robot, drawn_values(robot, variation), row[1:])


def with_values(robot: Robot, values: tuple[Value, ...], drawn: NDArray[np.float64]) -> Robot:
    """The robot with numbers that were drawn."""
    by_part: dict[tuple[str, str], dict[str, float]] = {}
    for value, number in zip(values, drawn.tolist(), strict=True):
        by_part.setdefault((value.part, value.of), {})[value.what] = number
    parts: list[Any] = []
    for joint in robot.joints:
        off = by_part.get(("joint", joint.name))
        if off is None:
            continue
        dynamics = joint.dynamics
        if dynamics is not None and "friction" in off:
            rub = 1.0 + off["friction"]
            dynamics = replace(
                dynamics,
                damping=None if dynamics.damping is None else dynamics.damping * rub,
                friction=None if dynamics.friction is None else dynamics.friction * rub,
            )
        parts.append(replace(joint, origin=_moved(joint.origin, off), dynamics=dynamics))
    for link in robot.links:
        off = by_part.get(("link", link.name))
        if off is None or link.inertial is None:
            continue
        weight, inertia = 1.0 + off["mass"], link.inertial.inertia
        scaled = {name: getattr(inertia, name) * weight for name in vars(inertia)}
        mass = link.inertial.mass * weight
        inertial = replace(link.inertial, mass=mass, inertia=replace(inertia, **scaled))
        parts.append(replace(link, inertial=inertial))
    for loop in robot.loops:
        ends = [by_part.get((end, loop.name)) for end in ("predecessor", "successor")]
        if ends != [None, None]:
            first = _moved(loop.predecessor_origin, ends[0] or {})
            second = _moved(loop.successor_origin, ends[1] or {})
            parts.append(replace(loop, predecessor_origin=first, successor_origin=second))
    return robot.update(*parts)


def _moved(origin: Pose, off: Mapping[str, float]) -> Pose:
    x, y, z = (a + off.get(axis, 0.0) for a, axis in zip(origin.xyz, _AXES, strict=True))
    r, p, w = (off.get(axis, 0.0) for axis in _TURNS)
    shifted = Pose((x, y, z), origin.rpy)
    return shifted @ Pose((0.0, 0.0, 0.0), (r, p, w)) if r or p or w else shifted


def _projections(
    model: Model, values: tuple[Value, ...]
) -> list[tuple[list[int], NDArray[np.float64]]]:
    """Columns of values, and what leaves of them what is within the plane of their loop."""
    at = {(value.part, value.of, value.what): k for k, value in enumerate(values)}
    found: list[tuple[list[int], NDArray[np.float64]]] = []
    for (part, of), (shift, turn) in plane_normals(model).items():
        along = [at[part, of, axis] for axis in _AXES if (part, of, axis) in at]
        about = [at[part, of, axis] for axis in _TURNS if (part, of, axis) in at]
        if along:
            found.append((along, np.eye(3) - np.outer(shift, shift)))
        if about:
            found.append((about, np.outer(turn, turn)))
    return found
