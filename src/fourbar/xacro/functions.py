"""The functions and constants of expressions, under the names that xacro gives them."""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from .callables import Function, callable_of
from .containers import Iteration
from .dotted import DottedDict
from .limits import MAX_BITS, MAX_ITEMS, check
from .methods import collect, settled
from .scope import Scope, World
from .values import (
    OPERATIONS,
    as_key,
    make_slice,
    paid_number,
    pay_number,
    repr_of,
    text_of,
    weigh,
)

_TYPES = (
    *(list, dict, map, str, float, int, bool, range, complex, enumerate, filter, frozenset),
    *(reversed, slice, set, tuple, type, zip),
)
_DIRECT = (
    *("list", "dict", "map", "len", "str", "float", "int", "bool", "True", "False"),
    *("min", "max", "round"),
)
_DEPRECATED = {
    "python": ("sorted", "range"),
    "xacro": ("load_yaml", "abs_filename", "dotify"),
}
_MOST_DIGITS = 400
_MOST_FACTORS = 5_000
_MOST_SEPARATORS = 1_000


class Context(Protocol):
    """What the functions of an expansion need from it."""

    def load_yaml(self, filename: str) -> Any:
        """What a YAML file holds."""
        ...

    def abs_filename(self, filename: str) -> str:
        """A path relative to the file in hand."""
        ...

    def argument(self, name: str) -> str:
        """The value of an argument."""
        ...

    def message(self, kind: str, text: str) -> None:
        """A message of the file: `message`, `warning`, `error` or `fatal`."""
        ...

    def deprecated(self, name: str, better: str) -> None:
        """A function was used under a name of old."""
        ...


def global_scope(world: World, context: Context) -> Scope:
    """The outermost scope: functions, constants, and the namespaces `python`, `math`, `xacro`."""
    functions = _Functions(world)
    world.types.update(functions.types())
    spaces = {
        "python": functions.python(),
        "math": functions.math(),
        "xacro": functions.xacro(context),
    }
    scope = Scope(None, world)
    for name, found in spaces.items():
        space = scope.names[name] = Scope(None, world, namespace=True)
        space.names.update(found)
    scope.names.update({name: spaces["python"][name] for name in _DIRECT})
    scope.names.update(spaces["math"])
    for space, names in _DEPRECATED.items():
        for name in names:
            target = callable_of(spaces[space][name], world)
            scope.names[name] = Function(name, _warning(target, name, space, context))
    return scope


def _warning(
    target: Callable[..., Any], name: str, space: str, context: Context
) -> Callable[..., Any]:
    def run(*args: Any, **words: Any) -> Any:
        context.deprecated(name, f"{space}.{name}")
        return target(*args, **words)

    return run


def _type(value: object) -> type:
    return type(value)


class _Functions:
    """Builds the tables of names for one expansion."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.budget = world.budget

    def types(self) -> dict[type, Function]:
        """The function behind each type."""
        made: dict[type, Callable[..., Any]] = {
            list: self._list,
            tuple: lambda *items: tuple(self._list(*items)),
            set: lambda *items: set(self._keys(*items)),
            frozenset: lambda *items: frozenset(self._keys(*items)),
            dict: self._dict,
            str: self._str,
            int: self._int,
            float: self._plain(float),
            bool: self._plain(bool),
            complex: self._plain(complex),
            range: self._range,
            enumerate: self._iteration(enumerate),
            reversed: self._iteration(reversed),
            slice: make_slice,
            zip: self._iteration(zip),
            map: self._map,
            filter: self._filter,
            type: _type,
        }
        return {kind: Function(kind.__name__, run) for kind, run in made.items()}

    def python(self) -> dict[str, Any]:
        """The namespace `python`."""
        made: dict[str, Callable[..., Any]] = {
            "len": len,
            "min": lambda *args, **words: self._extreme(min, args, words),
            "max": lambda *args, **words: self._extreme(max, args, words),
            "round": self._round,
            "sorted": self._sorted,
            "abs": self._abs,
            "all": lambda *items: all(self._each(*items)),
            "any": lambda *items: any(self._each(*items)),
            "divmod": self._divmod,
            "hash": self._plain(hash),
            "isinstance": self._plain(isinstance),
            "issubclass": self._plain(issubclass),
            "ord": ord,
            "repr": self._repr,
            "sum": self._sum,
        }
        names: dict[str, Any] = {name: Function(name, run) for name, run in made.items()}
        names.update({kind.__name__: kind for kind in _TYPES})
        return {"True": True, "False": False, **names}

    def math(self) -> dict[str, Any]:
        """The namespace `math`."""
        bounded: dict[str, Callable[..., Any]] = {
            "factorial": self._factorial,
            "comb": self._comb,
            "perm": self._perm,
            "prod": self._product,
            "lcm": self._lcm,
        }
        names: dict[str, Any] = {}
        for name, value in vars(math).items():
            if not name.startswith("_"):
                run = bounded.get(name) or (self._plain(value) if callable(value) else None)
                names[name] = value if run is None else Function(name, run)
        return names

    def xacro(self, context: Context) -> dict[str, Any]:
        """The namespace `xacro`."""

        def say(kind: str) -> Callable[..., str]:
            def run(*args: Any, **_: Any) -> str:
                context.message(kind, " ".join(text_of(each, self.budget) for each in args))
                return ""

            return run

        made: dict[str, Callable[..., Any]] = {
            "load_yaml": context.load_yaml,
            "abs_filename": context.abs_filename,
            "dotify": lambda *args, **words: DottedDict(self._dict(*args, **words), self.budget),
            "arg": context.argument,
            "tokenize": self._tokenize,
            "print_location": lambda: "",
            **{kind: say(kind) for kind in ("message", "warning", "error", "fatal")},
        }
        return {name: Function(name, run) for name, run in made.items()}

    # Functions that look at their arguments first

    def _plain(self, function: Callable[..., Any]) -> Callable[..., Any]:
        budget = self.budget

        def run(*args: Any, **words: Any) -> Any:
            for each in args:
                weigh(each, budget)
            return function(*args, **words)

        return run

    def _iteration(self, function: Callable[..., Any]) -> Callable[..., Iteration]:
        paid = self._plain(function)
        return lambda *args, **words: Iteration(paid(*args, **words))

    def _each(self, items: Any) -> Iterator[Any]:
        for item in items:
            self.budget.spend(1)
            yield item

    def _list(self, items: Any = ()) -> list[Any]:
        return collect(items, self.budget)

    def _str(self, value: Any = "") -> str:
        return text_of(value, self.budget)

    def _repr(self, value: Any) -> str:
        return repr_of(value, self.budget)

    def _abs(self, number: Any) -> Any:
        return paid_number(abs(number), self.budget)

    def _divmod(self, a: Any, b: Any) -> tuple[Any, Any]:
        quotient = OPERATIONS[ast.FloorDiv](a, b, self.budget)
        return quotient, OPERATIONS[ast.Mod](a, b, self.budget)

    def _keys(self, items: Any = ()) -> Iterator[Any]:
        for item in collect(items, self.budget):
            yield as_key(item, self.budget)

    def _dict(self, *args: Any, **words: Any) -> dict[Any, Any]:
        items = [settled(each, self.budget) for each in args]
        made: dict[Any, Any] = dict(*items, **words)
        check(len(made), MAX_ITEMS, "items in a dictionary")
        return made

    def _int(self, value: Any = 0, *base: Any) -> int:
        if isinstance(value, str):
            check(len(value), MAX_BITS, "digits in a number")
            self.budget.spend((len(value) >> 3) ** 2 >> 6)
        return paid_number(int(value, *base), self.budget)

    def _range(self, *ends: Any) -> range:
        made = range(*ends)
        check((made.stop - made.start) // made.step, MAX_ITEMS, "numbers in a range")
        return made

    def _map(self, function: Any, *items: Any) -> Any:
        return Iteration(map(callable_of(function, self.world), *map(self._each, items)))

    def _filter(self, function: Any, items: Any) -> Any:
        test = None if function is None else callable_of(function, self.world)
        return Iteration(filter(test, self._each(items)))

    def _sorted(self, items: Any, *, key: Any = None, reverse: Any = False) -> list[Any]:
        found = collect(items, self.budget)
        weigh(found, self.budget)
        return sorted(found, key=self._key(key), reverse=reverse)

    def _extreme(self, function: Any, args: tuple[Any, ...], words: dict[str, Any]) -> Any:
        items = [settled(each, self.budget) for each in args]
        if "key" in words:
            words["key"] = self._key(words["key"])
        return function(*items, **words)

    def _key(self, key: Any) -> Any:
        return None if key is None else callable_of(key, self.world)

    def _round(self, number: Any, ndigits: Any = None) -> Any:
        if isinstance(ndigits, int):
            check(abs(ndigits), _MOST_DIGITS, "digits to round to")
            pay_number(number, self.budget)
        return round(number) if ndigits is None else round(number, ndigits)

    def _sum(self, items: Any, start: Any = 0) -> Any:
        found = collect(items, self.budget)
        if all(isinstance(item, int | float | complex) for item in (start, *found)):
            return sum(found, start)
        if isinstance(start, str | bytes):
            raise TypeError("texts are joined by ''.join(...)")
        for item in found:
            start = OPERATIONS[ast.Add](start, item, self.budget)
        return start

    def _product(self, items: Any, *, start: Any = 1) -> Any:
        for item in self._each(items):
            start = OPERATIONS[ast.Mult](start, item, self.budget)
        return start

    def _lcm(self, *numbers: Any) -> int:
        check(sum(n.bit_length() for n in numbers if isinstance(n, int)), MAX_BITS, "bits")
        return math.lcm(*numbers)

    def _factorial(self, n: Any) -> int:
        if isinstance(n, int):
            check(n, _MOST_FACTORS, "factors in a factorial")
            self.budget.spend(max(0, n))
        return math.factorial(n)

    def _comb(self, n: Any, k: Any) -> int:
        self._check_choices(n, k)
        return math.comb(n, k)

    def _perm(self, n: Any, k: Any = None) -> int:
        self._check_choices(n, n if k is None else k)
        return math.perm(n, k)

    def _check_choices(self, n: Any, k: Any) -> None:
        if isinstance(n, int) and isinstance(k, int):
            check(n.bit_length() * max(0, min(k, n)), MAX_BITS, "bits in a number")
            self.budget.spend(max(0, min(k, n)))

    def _tokenize(self, text: str, sep: str = ",; ", skip_empty: Any = True) -> list[str]:
        if "]" in sep or "\\" in sep:
            raise ValueError("separators must be plain characters")
        check(len(text), MAX_ITEMS, "characters to split")
        check(len(sep), _MOST_SEPARATORS, "separators")
        self.budget.spend(len(text))
        with warnings.catch_warnings():  # of separators that a later Python may read differently
            warnings.simplefilter("ignore")
            found = re.split(f"[{sep}]", text)
        return [part for part in found if part] if skip_empty else found
