"""Immutable dataclasses that cost little to define and to make.

`dataclass(frozen=True)` compiles six methods per class, which for some forty classes is a third
of the time that `fourbar check` may take in all; and it sets every field through a function call.
A record is a dataclass for `dataclasses.fields`, `replace` and type checkers alike, but only its
`__init__` is made for it; the rest is shared.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, fields
from typing import Any, TypeVar, dataclass_transform

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True)
def record(cls: C) -> C:
    """Make a class of annotated fields an immutable value: equal by content, hashable."""
    register: Any = dataclass(init=False, repr=False, eq=False)
    made: Any = register(cls)
    made.__init__ = _initialiser(made)
    made.__repr__ = _represent
    made.__eq__ = _equal
    made.__hash__ = _hash
    made.__setattr__ = made.__delattr__ = _refuse
    return made


def _initialiser(cls: type) -> Any:
    names = fields(cls)
    defaults = {f"_{field.name}": field.default for field in names if _has_default(field)}
    parameters = ", ".join(
        f"{field.name}=_{field.name}" if _has_default(field) else field.name for field in names
    )
    lines = [f"def __init__(self, {parameters}):", " d = self.__dict__"]
    lines += [f" d[{field.name!r}] = {field.name}" for field in names]
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    namespace: dict[str, Any] = dict(defaults)
    exec("\n".join(lines), namespace)
    made = namespace["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _has_default(field: Field[Any]) -> bool:
    return field.default is not MISSING


def _represent(self: Any) -> str:
    values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
    return f"{type(self).__name__}({values})"


def _equal(self: Any, other: object) -> bool:
    if type(other) is not type(self):
        return NotImplemented
    return self.__dict__ == other.__dict__


def _hash(self: Any) -> int:
    return hash((type(self).__name__, *self.__dict__.values()))


def _refuse(self: Any, name: str, *_: object) -> None:
    raise FrozenInstanceError(f"a {type(self).__name__} cannot be changed; use replace ({name!r})")
