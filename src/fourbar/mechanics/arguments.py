"""Arguments of the wrong kind, told in the words of those who gave them."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from .._native import Compiled, Workspace
from ..robot import Pose, Robot
from ..robot.values import kind_of_value

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Positions = float | Sequence[float]
ChosenCoordinates = Literal["independent", "spanning"]
"""Which coordinates are chosen freely: those that determine a closed robot, or all of the tree's.

"spanning" is the word for the open tree: loops and couplings are then ignored.
"""

_MOST_TOLERANT = 1.0
"""A robot that is open by this much is not closed in any sense [m or rad]."""


def check_model(model: object) -> None:
    """Raise TypeError unless it is a Model."""
    if not isinstance(model, Compiled):
        hint = "; use fourbar.Model(robot)" if isinstance(model, Robot) else ""
        raise TypeError(f"expected a Model, got {kind_of_value(model)}{hint}")


def refuse_data(q: object, instead: str) -> None:
    """Raise TypeError for a Data, or for positions by joint, in the place of q, with a way out."""
    if isinstance(q, Workspace):
        raise TypeError(f"expected q, got a Data; {instead}")
    if isinstance(q, Mapping):
        given = kind_of_value(cast("object", q))
        raise TypeError(f"expected q, got {given}; model.q makes one of positions by joint")


def check_robot(robot: object) -> None:
    """Raise TypeError unless it is a Robot, with the way to one."""
    if isinstance(robot, Robot):
        return
    hint = ""
    if isinstance(robot, str) or hasattr(robot, "__fspath__"):
        hint = f"; use fourbar.Model(fourbar.load({str(robot)!r}))"
    elif isinstance(robot, Compiled):
        hint = "; it is a Model already"
    raise TypeError(f"a Model is made from a Robot, got {kind_of_value(robot)}{hint}")


def as_positions(positions: object, example: str = "0.3") -> Mapping[str, Any]:
    """Values by joint, or TypeError."""
    if positions is None:
        return {}
    if not isinstance(positions, Mapping):
        raise TypeError(
            f"expected values by joint, such as {{'elbow': {example}}}, "
            f"got {kind_of_value(positions)}"
        )
    return cast("Mapping[str, Any]", positions)


def as_numbers(name: str, value: object) -> NDArray[np.float64]:
    """The value of a joint as an array of finite numbers, or TypeError or ValueError."""
    try:
        given = np.asarray(value)
    except ValueError:  # lists of different lengths
        given = np.array(None)
    if given.dtype.kind not in "fiub":
        raise TypeError(f"joint {name!r} takes numbers, got {value!r}")
    numbers = given.astype(np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError(f"the position of joint {name!r} is not finite: {value}")
    return numbers


def as_count(name: str, value: object, *, least: int = 0) -> int:
    """A whole number, or ValueError."""
    try:
        number = operator.index(cast("Any", value))
    except TypeError:
        number = None
    if number is None or number < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}")
    return number


def as_tolerance(value: object) -> float:
    """How far a closed robot may be open [m or rad], or TypeError or ValueError.

    NaN, infinity and lengths of robots call everything closed.
    """
    if isinstance(value, bool) or not isinstance(value, Real):  # numpy's numbers are Real too
        raise TypeError(f"tolerance must be a number [m or rad], got {value!r}")
    number = float(value)
    if not 0.0 < number <= _MOST_TOLERANT:
        raise ValueError(
            f"tolerance must be a positive number of at most {_MOST_TOLERANT:g} [m or rad], "
            f"got {value}"
        )
    return number


def as_tuple(name: str, value: Positions) -> tuple[float, ...]:
    """The position of a joint, of however many numbers."""
    return tuple(np.atleast_1d(as_numbers(name, value)).tolist())


def as_entries(name: str, value: Positions, count: int) -> tuple[float, ...]:
    """The position of a joint that has `count` numbers, or ValueError."""
    entries = as_tuple(name, value)
    if len(entries) != count:
        counted = "1 number" if count == 1 else f"{count} numbers"
        raise ValueError(f"joint {name!r} takes {counted}, not {len(entries)}")
    return entries


def as_floats(name: str, values: object) -> NDArray[np.float64]:
    """An array of numbers, or TypeError with what was given; the array itself where it is one."""
    try:
        return np.asarray(cast("Any", values), dtype=np.float64)
    except (TypeError, ValueError):
        given = repr(values) if isinstance(values, str) else kind_of_value(values)
        raise TypeError(f"{name} must be numbers, got {given}") from None


def as_generator(seed: object) -> np.random.Generator:
    """A generator of random numbers from a seed or a generator, or TypeError."""
    try:
        return np.random.default_rng(cast("Any", seed))
    except (TypeError, ValueError):
        raise TypeError(
            f"seed must be a whole number of at least 0 or a numpy Generator, got {seed!r}"
        ) from None


def as_rows(values: ArrayLike, name: str, width: int) -> NDArray[np.float64]:
    """Rows of that many numbers, or ValueError."""
    rows = as_floats(name, values)
    if rows.ndim < 1 or rows.shape[-1] != width:
        raise ValueError(f"{name} has shape {rows.shape}, expected (..., {width})")
    return rows


def as_frames(frames: object) -> dict[str, tuple[str, Pose]]:
    """Further frames by name, each a link and a Pose, or TypeError."""
    if frames is None:
        return {}
    if not isinstance(frames, Mapping):
        raise TypeError(
            "expected frames by name, such as {'tip': ('hand', Pose((0, 0, 0.1)))}, "
            f"got {kind_of_value(frames)}"
        )
    for name, frame in cast("Mapping[str, Any]", frames).items():
        if not (isinstance(frame, tuple) and len(cast("tuple[object, ...]", frame)) == 2):
            raise TypeError(f"frame {name!r} must be a link's name and a Pose, got {frame!r}")
        if not isinstance(cast("tuple[object, ...]", frame)[1], Pose):
            raise TypeError(f"frame {name!r} must be a link's name and a Pose, got {frame!r}")
    return dict(cast("Mapping[str, tuple[str, Pose]]", frames))


def checked_coordinates(coordinates: ChosenCoordinates) -> ChosenCoordinates:
    """The same, or ValueError for another word."""
    if coordinates not in ("independent", "spanning"):
        raise ValueError(
            f"unknown coordinates {coordinates!r}; expected one of: 'independent', 'spanning'"
        )
    return coordinates
