"""Arguments of the wrong kind, told in the words of those who gave them."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .._native import Compiled
from ..robot import Robot
from ..robot.values import kind_of_value

if TYPE_CHECKING:
    from numpy.typing import NDArray


def check_model(model: object) -> None:
    """Raise TypeError unless it is a Model."""
    if not isinstance(model, Compiled):
        hint = "; use fourbar.Model(robot)" if isinstance(model, Robot) else ""
        raise TypeError(f"expected a Model, got {kind_of_value(model)}{hint}")


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
