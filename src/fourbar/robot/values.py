"""What a part of a robot may hold: checked when the part is made, so that none is half right.

Readers check what a file says with findings before they make a part; these errors are for people
who build robots in Python. Messages begin with the part and the field: "joint 'elbow': axis".
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, isnan
from typing import Any, TypeVar, cast

from ..diagnostics import unknown
from .error import RobotError
from .kind import KINDS

T = TypeVar("T")


def kind_of_value(value: object) -> str:
    """What somebody gave, for a message: `an int`, `a Robot`."""
    return with_article(type(value).__name__)


def with_article(word: str) -> str:
    """`a Robot`, `an int`."""
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


def set_field(part: object, field: str, value: object) -> None:
    """Give a field of a record that is being made its final form."""
    part.__dict__[field] = value


def check_vector(part: object, field: str, count: int = 3) -> None:
    """Make a field a tuple of so many finite floats."""
    given: Any = getattr(part, field)
    if _is_sound(given, count):
        return
    try:
        numbers = None if isinstance(given, str) else tuple(_as_float(x) for x in given)
    except (TypeError, ValueError, OverflowError):
        numbers = None
    if numbers is None or len(numbers) != count:
        raise _wrong(part, field, f"must be {count} numbers", given)
    if not all(map(isfinite, numbers)):
        raise RobotError(f"{_name(part)}: {field} must be finite, got {given!r}")
    set_field(part, field, numbers)


def _as_float(given: Any) -> float:
    """A number as a float; TypeError for texts and truth values, which only look like numbers."""
    if isinstance(given, str | bool):
        raise TypeError
    return float(given)


def _is_sound(given: Any, count: int) -> bool:
    """Whether a vector is as readers make it: nothing to convert."""
    if not isinstance(cast("object", given), tuple) or len(given) != count:
        return False
    return all(type(number) is float and isfinite(number) for number in given)


def check_number(part: object, field: str, *, infinite: bool = False) -> None:
    """Make a field a float that is not NaN, and finite unless it may be infinite; None stays."""
    given: Any = getattr(part, field)
    if given is None or (type(given) is float and isfinite(given)):
        return
    try:
        number = _as_float(given)
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None:
        raise _wrong(part, field, "must be a number", given)
    if isnan(number) or not (infinite or isfinite(number)):
        wanted = "a number" if infinite else "finite"
        raise RobotError(f"{_name(part)}: {field} must be {wanted}, got {given!r}")
    set_field(part, field, number)


def check_numbers(part: object, *fields: str, infinite: bool = False) -> None:
    """The same for several fields, all of which must be there unless their default is None."""
    for field in fields:
        if getattr(part, field) is None and getattr(type(part), field, 0.0) is not None:
            raise _wrong(part, field, "must be a number", None)
        check_number(part, field, infinite=infinite)


def check_text(part: object, *fields: str) -> None:
    """Raise TypeError unless these fields are text: names, and references to others by name."""
    for field in fields:
        given: Any = getattr(part, field)
        if not isinstance(given, str):
            named = isinstance(getattr(given, "name", None), str)
            hint = f"; use its name, {given.name!r}" if named else ""
            raise TypeError(
                f"{_name(part)}: {field} must be text, got {kind_of_value(given)}{hint}"
            )


def check_named(part: object, *fields: str) -> None:
    """Raise RobotError where one of these texts is empty: nothing could refer to the part."""
    check_text(part, *fields)
    for field in fields:
        if not getattr(part, field):
            raise RobotError(f"{_name(part)}: {field} must not be empty")


def check_sizes(part: object, *fields: str) -> None:
    """Make fields numbers that are not negative."""
    check_numbers(part, *fields)
    for field in fields:
        if getattr(part, field) < 0.0:
            raise _wrong(part, field, "must not be negative", getattr(part, field))


def check_type(part: object, field: str, *kinds: type, optional: bool = False) -> None:
    """Raise TypeError unless a field is one of these."""
    given: object = getattr(part, field)
    if not (isinstance(given, kinds) or (optional and given is None)):
        expected = " or ".join(with_article(kind.__name__) for kind in kinds)
        raise TypeError(
            f"{_name(part)}: {field} must be {expected}, got {kind_of_value(given)}: {given!r}"
        )


def check_items(part: object, field: str, kind: type[T]) -> None:
    """Make a field a tuple of parts of one kind."""
    given: Any = getattr(part, field)
    set_field(part, field, checked_items(given, kind, f"{_name(part)}: {field}"))


def checked_items(given: Iterable[T], kind: type[T], what: str) -> tuple[T, ...]:
    """A tuple of parts of one kind, or TypeError."""
    if isinstance(given, kind) or not isinstance(cast("object", given), Iterable):
        raise TypeError(f"{what} must be a list, got {kind_of_value(given)}: {given!r}")
    items = tuple(given)
    for item in items:
        if not isinstance(cast("object", item), kind):
            raise TypeError(
                f"{what} must be {kind.__name__} objects, got {kind_of_value(item)}: {item!r}"
            )
    return items


def check_joint_type(part: object) -> None:
    """Raise ValueError unless `type` is a joint type."""
    given: Any = getattr(part, "type")  # noqa: B009 - a joint or a loop
    if given not in KINDS:
        raise RobotError(f"{_name(part)}: {unknown('joint type', str(given), KINDS).message}")


def _wrong(part: object, field: str, wanted: str, given: object) -> RobotError:
    return RobotError(f"{_name(part)}: {field} {wanted}, got {given!r}")


def _name(part: object) -> str:
    """`joint 'elbow'`, or the kind alone where there is no name."""
    kind = type(part).__name__.lower()
    name = getattr(part, "name", None)
    return f"{kind} {name!r}" if isinstance(name, str) and name else kind


def count(number: int, noun: str) -> str:
    """`1 link`, `2 links`, `2 boxes`."""
    plural = "es" if noun.endswith("x") else "s"
    return f"{number} {noun}{'' if number == 1 else plural}"
