"""Attributes of values that expressions may use: a list per type, each method bounded."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .callables import Function, callable_of
from .containers import is_iterator
from .dotted import DottedDict
from .limits import MAX_ITEMS, MAX_TEXT, Budget, check
from .scope import Scope, World
from .values import as_key, weigh

_FIELDS: dict[type, frozenset[str]] = {
    int: frozenset(("real", "imag", "numerator", "denominator")),
    float: frozenset(("real", "imag")),
    complex: frozenset(("real", "imag")),
    range: frozenset(("start", "stop", "step")),
    slice: frozenset(("start", "stop", "step")),
}
# Methods whose result is no larger than what they are given.
_PLAIN: dict[type, frozenset[str]] = {
    str: frozenset(
        (
            *("capitalize", "casefold", "count", "endswith", "find", "index", "isalnum"),
            *("isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower"),
            *("isnumeric", "isprintable", "isspace", "istitle", "isupper", "lower", "lstrip"),
            *("partition", "removeprefix", "removesuffix", "rfind", "rindex", "rpartition"),
            *("rstrip", "startswith", "strip", "swapcase", "title", "upper"),
        )
    ),
    list: frozenset(("clear", "copy", "count", "index", "remove", "reverse")),
    tuple: frozenset(("count", "index")),
    dict: frozenset(("clear", "copy")),
    set: frozenset(
        (
            *("clear", "copy", "difference", "discard", "intersection", "isdisjoint"),
            *("issubset", "issuperset", "pop", "remove", "symmetric_difference", "union"),
        )
    ),
    frozenset: frozenset(
        (
            *("copy", "difference", "intersection", "isdisjoint", "issubset", "issuperset"),
            *("symmetric_difference", "union"),
        )
    ),
    int: frozenset(("as_integer_ratio", "bit_count", "bit_length", "conjugate")),
    float: frozenset(("as_integer_ratio", "conjugate", "hex", "is_integer")),
    complex: frozenset(("conjugate",)),
    range: frozenset(("count", "index")),
}
# Methods that take the same time however large the value is.
_QUICK: dict[type, frozenset[str]] = {
    dict: frozenset(("get", "items", "keys", "pop", "popitem", "values")),
}


def attribute(value: Any, name: str, world: World) -> Any:
    """What `value.name` is in an expression."""
    if isinstance(value, Scope):
        return value.look_up(name)
    kind = _kind(value)
    if kind is not None:
        if name in _FIELDS.get(kind, ()):
            return getattr(value, name)
        method = _method(kind, name, world)
        if method is not None:
            return Function(name, lambda *args, **words: method(value, *args, **words))
    if isinstance(value, DottedDict):
        if name in value:
            return value[name]
        raise AttributeError(f"key '{name}' does not exist")
    if isinstance(value, type):
        method = _method(value, name, world)
        if method is not None:
            return Function(name, _unbound(value, method))
    raise AttributeError(f"'{type(value).__name__}' has no attribute '{name}'")


def collect(items: Any, budget: Budget) -> list[Any]:
    """The items of anything that has some, at most `MAX_ITEMS`."""
    found: list[Any] = []
    for item in items:
        budget.spend(1)
        found.append(item)
        check(len(found), MAX_ITEMS, "items in a list")
    return found


def settled(value: Any, budget: Budget) -> Any:
    """A value that was weighed; of an iteration, what it gives as a list that was."""
    items = collect(value, budget) if is_iterator(value) else value
    weigh(items, budget)
    return items


def _kind(value: Any) -> type | None:
    return next((kind for kind in type(value).__mro__ if kind in _PLAIN or kind in _FIELDS), None)


def _method(kind: type, name: str, world: World) -> Callable[..., Any] | None:
    budget = world.budget
    found: Any = getattr(kind, name, None)
    if name in _PLAIN.get(kind, ()):

        def paid(value: Any, *args: Any, **words: Any) -> Any:
            weigh(value, budget)
            if isinstance(value, str):
                budget.spend(len(value) >> 3)  # most give a new text
            return found(value, *(settled(each, budget) for each in args), **words)

        return paid
    if name in _QUICK.get(kind, ()):

        def quick(value: Any, *args: Any, **words: Any) -> Any:
            for each in args:
                as_key(each, budget)
            return found(value, *args, **words)

        return quick
    special = _SPECIAL.get((kind, name))
    if special is None:
        return None
    return partial(special, world)


def _unbound(kind: type, method: Callable[..., Any]) -> Callable[..., Any]:
    def run(value: Any, *args: Any, **words: Any) -> Any:
        if not isinstance(value, kind):
            raise TypeError(f"expected '{kind.__name__}', got '{type(value).__name__}'")
        return method(value, *args, **words)

    return run


# Methods whose result has to be measured before it is made.


def _join(world: World, text: str, items: Any) -> str:
    parts = collect(items, world.budget)
    size = sum(len(part) for part in parts if isinstance(part, str)) + len(text) * len(parts)
    check(size, MAX_TEXT, "characters in one value")
    world.budget.spend(size >> 3)
    return text.join(parts)


def _padded(name: str) -> Callable[..., str]:
    pad: Any = getattr(str, name)

    def run(world: World, text: str, width: Any, *fill: str) -> str:
        if isinstance(width, int):
            check(width, MAX_TEXT, "characters in one value")
            world.budget.spend(max(0, width, len(text)) >> 3)
        return pad(text, width, *fill)

    return run


def _expand_tabs(world: World, text: str, tabsize: int = 8) -> str:
    size = len(text) + text.count("\t") * max(0, tabsize)
    check(size, MAX_TEXT, "characters in one value")
    world.budget.spend(size >> 3)
    return text.expandtabs(tabsize)


def _replace(world: World, text: str, old: str, new: str, count: int = -1) -> str:
    world.budget.spend(len(text) >> 3)
    times = text.count(old) if count < 0 else min(count, text.count(old))
    size = len(text) + times * (len(new) - len(old))
    check(size, MAX_TEXT, "characters in one value")
    world.budget.spend(max(0, size) >> 3)
    return text.replace(old, new, count)


def _pieces(name: str) -> Callable[..., list[str]]:
    split: Any = getattr(str, name)

    def run(world: World, text: str, *args: Any, **words: Any) -> list[str]:
        check(len(text), MAX_ITEMS, "characters to split")
        world.budget.spend(len(text))
        return split(text, *args, **words)

    return run


def _append(world: World, items: list[Any], item: Any) -> None:
    check(len(items) + 1, MAX_ITEMS, "items in a list")
    items.append(item)


def _insert(world: World, items: list[Any], index: int, item: Any) -> None:
    check(len(items) + 1, MAX_ITEMS, "items in a list")
    world.budget.spend(len(items) >> 6)
    items.insert(index, item)


def _pop(world: World, items: list[Any], *index: int) -> Any:
    if index:
        world.budget.spend(len(items) >> 6)
    return items.pop(*index)


def _extend(world: World, items: list[Any], more: Any) -> None:
    found = collect(more, world.budget)
    check(len(items) + len(found), MAX_ITEMS, "items in a list")
    items.extend(found)


def _sort(world: World, items: list[Any], *, key: Any = None, reverse: Any = False) -> None:
    weigh(items, world.budget)
    items.sort(key=None if key is None else callable_of(key, world), reverse=reverse)


def _update(world: World, items: dict[Any, Any], *more: Any, **words: Any) -> None:
    added: dict[Any, Any] = dict(*(settled(each, world.budget) for each in more), **words)
    check(len(items) + len(added), MAX_ITEMS, "items in a dictionary")
    items.update(added)


def _set_default(world: World, items: dict[Any, Any], key: Any, value: Any = None) -> Any:
    check(len(items) + 1, MAX_ITEMS, "items in a dictionary")
    return items.setdefault(as_key(key, world.budget), value)


def _add(world: World, items: set[Any], item: Any) -> None:
    check(len(items) + 1, MAX_ITEMS, "items in a set")
    items.add(as_key(item, world.budget))


def _set_update(world: World, items: set[Any], *more: Any) -> None:
    for each in more:
        for item in collect(each, world.budget):
            _add(world, items, item)


_SPECIAL: dict[tuple[type, str], Callable[..., Any]] = {
    (str, "join"): _join,
    (str, "center"): _padded("center"),
    (str, "ljust"): _padded("ljust"),
    (str, "rjust"): _padded("rjust"),
    (str, "zfill"): _padded("zfill"),
    (str, "expandtabs"): _expand_tabs,
    (str, "replace"): _replace,
    (str, "split"): _pieces("split"),
    (str, "rsplit"): _pieces("rsplit"),
    (str, "splitlines"): _pieces("splitlines"),
    (list, "append"): _append,
    (list, "insert"): _insert,
    (list, "extend"): _extend,
    (list, "pop"): _pop,
    (list, "sort"): _sort,
    (dict, "update"): _update,
    (dict, "setdefault"): _set_default,
    (set, "add"): _add,
    (set, "update"): _set_update,
}
