"""Immutable dataclasses that cost little to define and to make.

`dataclass(frozen=True)` compiles six methods per class, which for some forty classes is a third
of the time that `fourbar check` may take in all; and it sets every field through a function call.
Even importing `dataclasses` takes as long as converting a small robot. A record is a dataclass for
`dataclasses.fields`, `replace` and type checkers alike, but only its `__init__` is made for it, and
that when the first one is made; the rest is shared, and `dataclasses` is imported when somebody
asks it about a record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, dataclass_transform

C = TypeVar("C", bound=type)
R = TypeVar("R")


@dataclass_transform(frozen_default=True)
def record(cls: C) -> C:
    """Make a class of annotated fields an immutable value: equal by content, hashable.

    An `__init__`, `__repr__` or `__eq__` with `__hash__` of its own is kept.
    """
    made: Any = cls
    made.__record_fields__ = names = _names(cls)
    made.__dataclass_fields__ = _Fields(cls)
    made.__match_args__ = names
    made.__setattr__ = made.__delattr__ = _refuse
    if "__init__" not in cls.__dict__:
        made.__init__ = _Initialiser(cls, names)
    if "__repr__" not in cls.__dict__:
        made.__repr__ = _represent
    if "__eq__" not in cls.__dict__:
        made.__eq__ = _equal
        made.__hash__ = _hash
    return made


def field_names(cls: type) -> tuple[str, ...]:
    """The names of a record's fields, in order."""
    made: Any = cls
    return made.__record_fields__


def replace(value: R, /, **changes: Any) -> R:
    """A record with some fields changed: `dataclasses.replace`, without that module."""
    return type(value)(
        **{name: getattr(value, name) for name in field_names(type(value))} | changes
    )


def as_read(cls: Callable[..., R], *values: Any, **named: Any) -> R:
    """A record of values of the right types, as a file has them: `__post_init__` does not judge it.

    For readers, whose findings tell what is wrong with it and where.
    """
    kind: Any = cls
    value = kind.__new__(kind)
    given = dict(zip(field_names(kind), values, strict=False)) | named
    # In the order of the fields, which the hash goes by.
    value.__dict__.update(
        (name, given[name] if name in given else getattr(kind, name)) for name in field_names(kind)
    )
    return value


class _Fields:
    """`__dataclass_fields__` of a record, until it is asked for."""

    def __init__(self, cls: type) -> None:
        self._cls = cls

    def __get__(self, instance: object, owner: type) -> Any:
        from dataclasses import dataclass, field

        made: Any = self._cls
        kept = {n: made.__dict__[n] for n in ("__setattr__", "__delattr__", "__match_args__")}
        # A default that could be changed is refused there; in a record nobody changes it.
        for name in field_names(made):
            value: Any = made.__dict__.get(name)
            if type(value).__hash__ is None:
                kept[name] = value
                setattr(made, name, field(default_factory=lambda value=value: value))
        dataclass(init=False, repr=False, eq=False)(made)  # takes the place of this
        for name, value in kept.items():
            setattr(made, name, value)
        return made.__dataclass_fields__


def _names(cls: type) -> tuple[str, ...]:
    """The annotated names of a class and the records it is made from, the oldest first."""
    found: dict[str, None] = {}
    for each in reversed(cls.__mro__):
        if each is cls or "__record_fields__" in each.__dict__:
            annotations: dict[str, object] = getattr(each, "__annotations__", {})
            found |= {n: None for n, kind in annotations.items() if "ClassVar" not in str(kind)}
    return tuple(found)


class _Initialiser:
    """`__init__` of a record, until it is asked for: most robots have few kinds of parts."""

    def __init__(self, cls: type, names: tuple[str, ...]) -> None:
        self._cls = cls
        self._names = names

    def __get__(self, instance: object, owner: type) -> Any:
        made: Any = self._cls
        made.__init__ = function = _initialiser(self._cls, self._names)  # takes the place of this
        return function if instance is None else function.__get__(instance, owner)


def _initialiser(cls: type, names: tuple[str, ...]) -> Any:
    namespace: dict[str, Any] = {f"_{n}": getattr(cls, n) for n in names if hasattr(cls, n)}
    parameters = ", ".join(f"{n}=_{n}" if f"_{n}" in namespace else n for n in names)
    lines = [f"def __init__(self, {parameters}):", " d = self.__dict__"]
    lines += [f" d[{n!r}] = {n}" for n in names]
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    exec("\n".join(lines), namespace)
    made = namespace["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _represent(self: Any) -> str:
    values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
    return f"{type(self).__name__}({values})"


_NO_DEFAULT = object()


def brief(value: object) -> str:
    """How a record with many fields is shown: without those that have their default."""
    kind = type(value)
    shown = (
        f"{name}={given!r}"
        for name in field_names(kind)
        if (given := getattr(value, name)) != getattr(kind, name, _NO_DEFAULT)
    )
    return f"{kind.__name__}({', '.join(shown)})"


def _equal(self: Any, other: object) -> bool:
    if type(other) is not type(self):
        return NotImplemented
    return self.__dict__ == other.__dict__


def _hash(self: Any) -> int:
    return hash((type(self).__name__, *self.__dict__.values()))


def _refuse(self: Any, name: str, *_: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"a {type(self).__name__} cannot be changed; use replace ({name!r})")
