"""Values of expressions: how much work they mean, how long they are as text, and operations.

Every operation looks at the size of its result before there is one, and counts the work.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from typing import Any

from .limits import MAX_BITS, MAX_ITEMS, MAX_TEXT, Budget, LimitError, check

_op: Any = operator
_NUMBERS = frozenset((int, float, bool, complex))
_SCALARS = _NUMBERS | {str, type(None)}
_WORD = 62
_NUMBER_TEXT = 40
# Widths and precisions of `%`; `*` takes them from the arguments.
_WIDE = re.compile(r"%[^a-zA-Z%]*?(\d{4,}|\*)")


def weigh(value: Any, budget: Budget) -> int:
    """Count a value's parts, shared ones as often as they occur; bounded, and paid for."""
    if type(value) in _NUMBERS or value is None:
        return 1
    if isinstance(value, str):
        budget.spend(1 + (len(value) >> 6))
        return 1 + (len(value) >> 6)
    count = 0
    pending: list[Any] = [value]
    while pending:
        item = pending.pop()
        count += 1
        if isinstance(item, dict):
            pending.extend(item.keys())  # type: ignore[arg-type]
            pending.extend(item.values())  # type: ignore[arg-type]
        elif isinstance(item, list | tuple | set | frozenset):
            pending.extend(item)  # type: ignore[arg-type]
        elif isinstance(item, str):
            count += len(item) >> 6
        elif hasattr(item, "__len__"):  # ranges and the views of dictionaries
            count += len(item)
        if count + len(pending) > MAX_ITEMS:
            raise LimitError(f"more than {MAX_ITEMS:,} values in one")
    budget.spend(count)
    return count


def text_of(value: Any, budget: Budget) -> str:
    """`str(value)`, bounded."""
    if type(value) is str:
        return value
    if type(value) not in _NUMBERS:
        check(_text_size(value, budget), MAX_TEXT, "characters in one value")
    return str(value)


def repr_of(value: Any, budget: Budget) -> str:
    """`repr(value)`, bounded."""
    check(_text_size(value, budget), MAX_TEXT, "characters in one value")
    return repr(value)


def _text_size(value: Any, budget: Budget) -> int:
    """About how long `repr(value)` is."""
    if isinstance(value, str):
        return len(value)
    weigh(value, budget)
    size = 0
    for item in _leaves(value):
        if isinstance(item, Iterator):
            raise TypeError("what is left of an iteration cannot be text; use list(...)")
        size += len(item) if isinstance(item, str) else _NUMBER_TEXT
    return size


def _leaves(value: Any) -> Iterator[Any]:
    pending: list[Any] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            pending.extend(item.keys())  # type: ignore[arg-type]
            pending.extend(item.values())  # type: ignore[arg-type]
        elif isinstance(item, list | tuple | set | frozenset):
            pending.extend(item)  # type: ignore[arg-type]
        else:
            yield item


def as_key(value: Any, budget: Budget) -> Any:
    """A value that is about to be hashed: that of a tuple is worked out from all its parts."""
    if type(value) not in _SCALARS:
        weigh(value, budget)
    return value


def _bits(a: int, b: int, size: int, budget: Budget) -> None:
    check(size, MAX_BITS, "bits in a number")
    if size > _WORD:
        budget.spend(1 + ((a.bit_length() >> 5) * (b.bit_length() >> 5) >> 6))


def _add(a: Any, b: Any, budget: Budget) -> Any:
    if type(a) not in _NUMBERS:
        _check_joined(a, b, budget)
    return a + b


def _check_joined(a: Any, b: Any, budget: Budget) -> None:
    if isinstance(a, str) and isinstance(b, str):
        check(len(a) + len(b), MAX_TEXT, "characters in one value")
        budget.spend((len(a) + len(b)) >> 6)
    elif hasattr(a, "__len__") and hasattr(b, "__len__"):
        check(len(a) + len(b), MAX_ITEMS, "items in a list")
        budget.spend(len(a) + len(b))


def _multiply(a: Any, b: Any, budget: Budget) -> Any:
    if type(a) is float or type(b) is float:
        return a * b
    if isinstance(a, int) and isinstance(b, int):
        _bits(a, b, a.bit_length() + b.bit_length(), budget)
        return a * b
    pairs: tuple[tuple[Any, Any], ...] = ((a, b), (b, a))
    for items, count in pairs:
        if hasattr(items, "__len__") and isinstance(count, int):
            size: int = len(items) * count  # type: ignore[arg-type]
            limit = MAX_TEXT if isinstance(items, str | bytes) else MAX_ITEMS
            check(size, limit, "characters or items from a product")
            budget.spend(max(0, size >> 3))
    return a * b


def _power(a: Any, b: Any, budget: Budget) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        size = a.bit_length() * max(b, 1)
        _bits(a, a, size, budget)
        if size > _WORD:
            budget.spend(size >> 3)
    return a**b


def _shift(a: Any, b: Any, budget: Budget) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        _bits(a, 0, a.bit_length() + b, budget)
    return a << b


def _modulo(a: Any, b: Any, budget: Budget) -> Any:
    if isinstance(a, str):
        if _WIDE.search(a):
            raise LimitError("a width of 1,000 or more characters")
        size = sum(map(len, (text_of(item, budget) for item in _arguments(b))))
        check(len(a) + a.count("%") * (size + 1_000), MAX_TEXT, "characters in one value")
    elif isinstance(a, bytes):
        raise TypeError("bytes cannot be formatted")
    else:
        _pay(a, b, budget)
    return a % b


def _arguments(value: Any) -> Any:
    if isinstance(value, dict):
        return value.values()  # type: ignore[no-any-return]
    return value if isinstance(value, tuple) else (value,)  # type: ignore[return-value]


def _pay(a: Any, b: Any, budget: Budget) -> None:
    """Pay for an operation on two values that gives nothing larger than they are."""
    if isinstance(a, int) and isinstance(b, int):
        if a.bit_length() > _WORD:
            _bits(a, b, a.bit_length(), budget)
    elif type(a) not in _NUMBERS or type(b) not in _NUMBERS:
        weigh(a, budget)
        weigh(b, budget)


def _paid(function: Any) -> Callable[[Any, Any, Budget], Any]:
    def run(a: Any, b: Any, budget: Budget) -> Any:
        if type(a) is not float and type(b) is not float:
            _pay(a, b, budget)
        return function(a, b)

    return run


OPERATIONS: dict[type[ast.operator], Callable[[Any, Any, Budget], Any]] = {
    ast.Add: _add,
    ast.Sub: _paid(_op.sub),
    ast.Mult: _multiply,
    ast.Div: _paid(_op.truediv),
    ast.FloorDiv: _paid(_op.floordiv),
    ast.Mod: _modulo,
    ast.Pow: _power,
    ast.LShift: _shift,
    ast.RShift: _paid(_op.rshift),
    ast.BitOr: _paid(_op.or_),
    ast.BitAnd: _paid(_op.and_),
    ast.BitXor: _paid(_op.xor),
}


def _is_in(a: Any, b: Any) -> bool:
    return a in b


def _is_not_in(a: Any, b: Any) -> bool:
    return a not in b


COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: _op.eq,
    ast.NotEq: _op.ne,
    ast.Lt: _op.lt,
    ast.LtE: _op.le,
    ast.Gt: _op.gt,
    ast.GtE: _op.ge,
    ast.Is: _op.is_,
    ast.IsNot: _op.is_not,
    ast.In: _is_in,
    ast.NotIn: _is_not_in,
}


def pay_comparison(a: Any, b: Any, budget: Budget) -> None:
    """Pay for comparing two values, or for looking for one in the other."""
    if type(a) not in _NUMBERS:
        weigh(a, budget)
    if type(b) not in _NUMBERS and not (type(a) in _SCALARS and isinstance(b, dict | set)):
        weigh(b, budget)
