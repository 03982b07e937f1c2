"""An immutable sequence whose items are also found by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar, cast, overload

from ..diagnostics import did_you_mean
from ..error import FourbarError
from .error import RobotError
from .values import kind_of_value


class HasName(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str:
        """The name that others refer to it by."""
        ...


T = TypeVar("T", bound=HasName, covariant=True)

# Names that an error lists.
_LISTED = 12


class UnknownNameError(FourbarError, KeyError):
    """A name that nothing has; the message offers the closest one."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(name)
        self.name = name
        names = list(known)
        close = did_you_mean(name, names) if isinstance(cast("object", name), str) else ""
        hint = close or _listed(names)
        self.message = f"no {kind} named {name!r}{hint}"

    def __reduce__(self) -> tuple[object, ...]:
        return _remade, (self.name, self.message)

    def __str__(self) -> str:
        return self.message


def _remade(name: str, message: str) -> UnknownNameError:
    """The error in another process, with the message that it had."""
    error = UnknownNameError("", name, ())
    error.message = message
    return error


def _listed(names: Sequence[str]) -> str:
    """The first names that exist, where none is close to the one that was asked for."""
    if not names:
        return "; there are none"
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"; expected one of: {', '.join(names[:_LISTED])}{more}"


class Named(Sequence[T], Generic[T]):
    """Items in document order, by index or by name in O(1).

    Iterating gives the items; `"elbow" in robot.joints` asks by name. Names are unique.
    """

    __slots__ = ("_index", "_items")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = tuple(items)
        self._index = {item.name: i for i, item in enumerate(self._items)}
        if len(self._index) != len(self._items):
            seen: set[str] = set()
            for item in self._items:
                if item.name in seen:
                    raise RobotError(f"duplicate {_kind(item)} name {item.name!r}")
                seen.add(item.name)

    @overload
    def __getitem__(self, key: str | int) -> T: ...
    @overload
    def __getitem__(self, key: slice) -> Sequence[T]: ...
    def __getitem__(self, key: str | int | slice) -> T | Sequence[T]:
        if isinstance(key, str):
            return self._items[self.position(key)]
        if not isinstance(cast("object", key), int | slice) and not hasattr(key, "__index__"):
            raise TypeError(f"expected a name or a number, got {kind_of_value(key)}: {key!r}")
        return self._items[key]

    def get(self, name: str) -> T | None:
        """The item of that name, or None."""
        at = self._index.get(name)
        return None if at is None else self._items[at]

    def position(self, name: str) -> int:
        """The index of the item of that name."""
        try:
            return self._index[name]
        except KeyError:
            kind = _kind(self._items[0]) if self._items else "item"
            raise UnknownNameError(kind, name, self._index) from None

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in order."""
        return tuple(self._index)

    def __contains__(self, key: object) -> bool:
        return key in self._index if isinstance(key, str) else key in self._items

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Named):
            return self._items == tuple(cast("Named[HasName]", other))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        return f"Named({', '.join(self.names)})"


def _kind(item: object) -> str:
    return type(item).__name__.lower()
