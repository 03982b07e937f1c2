"""Values of expressions: how much work they mean, how long they are as text, and operations.

Every operation looks at the size of its result before there is one, and counts the work.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Sized
from typing import Any

from .containers import contents, is_dict, is_iterator, is_tuple
from .limits import MAX_BITS, MAX_ITEMS, MAX_NESTING, MAX_TEXT, Budget, LimitError, check

_op: Any = operator
_NUMBERS = frozenset((int, float, bool, complex))
_SCALARS = _NUMBERS | {str, type(None)}
_WORD = 62
_LARGE = 1 << _WORD
_NUMBER_TEXT = 40
# What follows a `%` and its key: flags, width and precision; `*` takes these from the arguments.
_BRACKET = re.compile("[()]")
_WIDE = re.compile(r"[#0\- +]*(?:\d{0,3}\.)?(?:\d{4}|\*)")


def weigh(value: Any, budget: Budget) -> int:
    """Count a value's parts, shared ones as often as they occur; bounded, and paid for.

    How deep they are inside one another is bounded too: Python hashes a tuple by recursion that
    nothing else limits.
    """
    if type(value) in _NUMBERS:
        return pay_number(value, budget)
    if value is None:
        return 1
    if isinstance(value, str):
        budget.spend(1 + (len(value) >> 6))
        return 1 + (len(value) >> 6)
    count = depth = 0
    level: list[Any] = [value]
    while level:
        depth += 1
        check(depth, MAX_NESTING, "values inside one another")
        deeper: list[Any] = []
        for item in level:
            inside = None if type(item) in _SCALARS else contents(item)
            if inside is None:
                count += _length(item)
            else:
                deeper.extend(inside)
                check(count + len(deeper), MAX_ITEMS, "values in one")
        count += len(level)
        check(count, MAX_ITEMS, "values in one")
        level = deeper
    budget.spend(count)
    return count


def _length(item: Any) -> int:
    """What a value without others inside counts for beyond one."""
    if isinstance(item, int):
        return item.bit_length() >> 6
    if isinstance(item, str | bytes):
        return len(item) >> 6
    return len(item) if isinstance(item, range) else 0


def pay_number(value: Any, budget: Budget) -> int:
    """Pay for work on all digits of a whole number with all of them."""
    if not isinstance(value, int) or -_LARGE < value < _LARGE:
        return 1
    cost = 1 + ((value.bit_length() >> 5) ** 2 >> 6)
    budget.spend(cost)
    return cost


def paid_number(value: Any, budget: Budget) -> Any:
    """A number that was made, its memory paid for."""
    if type(value) is int and not -_LARGE < value < _LARGE:
        check(value.bit_length(), MAX_BITS, "bits in a number")
        budget.spend(value.bit_length() >> 6)
    return value


def text_of(value: Any, budget: Budget) -> str:
    """`str(value)`, bounded."""
    if type(value) is str:
        return value
    if type(value) in _NUMBERS:
        pay_number(value, budget)
        return str(value)
    return _made(value, str, budget)


def repr_of(value: Any, budget: Budget) -> str:
    """`repr(value)`, bounded."""
    return _made(value, repr, budget)


def _made(value: Any, write: Callable[[Any], str], budget: Budget) -> str:
    check(_text_size(value, budget), MAX_TEXT, "characters in one value")
    made = write(value)
    budget.spend(len(made) >> 3)
    return made


def _text_size(value: Any, budget: Budget) -> int:
    """About how long `repr(value)` is."""
    if isinstance(value, str):
        return len(value)
    weigh(value, budget)
    size = 0
    for item in _leaves(value):
        if is_iterator(item):
            raise TypeError("what is left of an iteration cannot be text; use list(...)")
        size += len(item) if isinstance(item, str | bytes) else _NUMBER_TEXT
        if isinstance(item, int):
            pay_number(item, budget)
            size += item.bit_length() >> 1
    return size


def _leaves(value: Any) -> Iterator[Any]:
    pending: list[Any] = [value]
    while pending:
        item = pending.pop()
        inside = contents(item)
        if inside is None:
            yield item
        else:
            pending.extend(inside)


def as_key(value: Any, budget: Budget) -> Any:
    """A value that is about to be hashed: that of a tuple is worked out from all its parts."""
    if type(value) not in _SCALARS:
        weigh(value, budget)
    return value


def make_slice(*ends: Any) -> slice:
    """A slice of whole numbers; Python's own may hold anything, slices too."""
    if not all(end is None or isinstance(end, int) for end in ends):
        raise TypeError("the ends and the step of a slice must be whole numbers")
    return slice(*ends)


def _bits(a: int, b: int, size: int, budget: Budget) -> None:
    check(size, MAX_BITS, "bits in a number")
    if size > _WORD:
        work = (a.bit_length() >> 5) * (b.bit_length() >> 5)
        budget.spend(1 + (work >> 6) + (size >> 6))


def _add(a: Any, b: Any, budget: Budget) -> Any:
    if type(a) not in _NUMBERS:
        _check_joined(a, b, budget)
    return paid_number(a + b, budget)


def _check_joined(a: Any, b: Any, budget: Budget) -> None:
    if isinstance(a, str) and isinstance(b, str):
        check(len(a) + len(b), MAX_TEXT, "characters in one value")
        budget.spend((len(a) + len(b)) >> 3)
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
        if isinstance(items, Sized) and isinstance(count, int):
            size: int = len(items) * count
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
        budget.spend(len(a) >> 3)
        _check_widths(a)
        size = sum(map(len, (text_of(item, budget) for item in _arguments(b))))
        check(len(a) + a.count("%") * (size + 1_000), MAX_TEXT, "characters in one value")
        made = a % b
        budget.spend(len(made) >> 3)
        return made
    if isinstance(a, bytes):
        raise TypeError("bytes cannot be formatted")
    _pay(a, b, budget)
    return a % b


def _after_key(text: str, at: int) -> int:
    """Where a key in brackets ends, if one begins there; it may have brackets in it."""
    depth = 0
    for bracket in _BRACKET.finditer(text, at) if text.startswith("(", at) else ():
        depth += 1 if bracket[0] == "(" else -1
        if not depth:
            return bracket.end()
    return len(text) if depth else at


def _check_widths(text: str) -> None:
    at = text.find("%") + 1
    while at > 0:
        at = _after_key(text, at)
        if _WIDE.match(text, at):
            raise LimitError("a width of 1,000 or more characters")
        at = text.find("%", at + text.startswith("%", at)) + 1


def _arguments(value: Any) -> Any:
    if is_dict(value):
        return value.values()
    return value if is_tuple(value) else (value,)


def _pay(a: Any, b: Any, budget: Budget) -> None:
    """Pay for an operation on two values that gives nothing larger than they are."""
    if isinstance(a, int) and isinstance(b, int):
        size = max(a.bit_length(), b.bit_length())
        if size > _WORD:
            _bits(a, b, size, budget)
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


def _compared(function: Any) -> Callable[[Any, Any, Budget], Any]:
    def run(a: Any, b: Any, budget: Budget) -> Any:
        _pay_comparison(a, b, budget)
        return function(a, b)

    return run


def _is_in(a: Any, b: Any, budget: Budget) -> bool:
    if is_iterator(b):
        return any(_is_same(a, item, budget) for item in b)
    _pay_comparison(a, b, budget)
    return a in b


def _is_same(a: Any, b: Any, budget: Budget) -> bool:
    budget.spend(1)
    _pay_comparison(a, b, budget)
    return a is b or bool(a == b)


def _is_not_in(a: Any, b: Any, budget: Budget) -> bool:
    return not _is_in(a, b, budget)


COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any, Budget], Any]] = {
    ast.Eq: _compared(_op.eq),
    ast.NotEq: _compared(_op.ne),
    ast.Lt: _compared(_op.lt),
    ast.LtE: _compared(_op.le),
    ast.Gt: _compared(_op.gt),
    ast.GtE: _compared(_op.ge),
    ast.Is: _compared(_op.is_),
    ast.IsNot: _compared(_op.is_not),
    ast.In: _is_in,
    ast.NotIn: _is_not_in,
}


def _pay_comparison(a: Any, b: Any, budget: Budget) -> None:
    """Pay for comparing two values, or for looking for one in the other."""
    if type(a) not in _NUMBERS:
        weigh(a, budget)
    if type(b) not in _NUMBERS and not (type(a) in _SCALARS and isinstance(b, dict | set)):
        weigh(b, budget)
