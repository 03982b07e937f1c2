"""Python expressions in `${...}` and `$(eval ...)`, as xacro evaluates them, but bounded.

Multiplication, powers, shifts and comprehensions are rewritten to calls that look at the size of
the result first; every other construct is left to Python. Names beginning with two underscores
are refused wherever they stand. This keeps mistakes from hanging the reader. It is no sandbox: a
xacro file is a program and needs the trust that programs need.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sized
from types import CodeType
from typing import Any

from .limits import MAX_BITS, MAX_ITEMS, MAX_TEXT, MAX_TOTAL_TEXT, LimitError

_OPERATIONS: dict[type[ast.operator], str] = {
    ast.Mult: "multiply",
    ast.Pow: "power",
    ast.LShift: "shift",
}


class Evaluator:
    """Evaluates the expressions of one expansion, and adds up what they produce."""

    def __init__(self) -> None:
        self._codes: dict[str, CodeType] = {}
        self._text = 0
        self._steps = 0
        self._builtins: dict[str, Callable[..., Any]] = {
            _hidden("multiply"): multiply,
            _hidden("power"): power,
            _hidden("shift"): shift,
            _hidden("each"): self._each,
        }

    def __call__(self, expr: str, symbols: dict[str, Any], names: Any = None) -> Any:
        """The value of an expression, called as xacro calls `safe_eval` and `eval`."""
        code = self._codes.get(expr)
        if code is None:
            code = self._codes[expr] = _compile(expr)
        symbols.update(__builtins__=self._builtins)
        value = eval(code, symbols, names)
        self.produced(value)
        return value

    def produced(self, value: object) -> None:
        """Count the text of a value that was produced."""
        if isinstance(value, str):
            _check(len(value), MAX_TEXT, "characters in one value")
            self._text += len(value)
            _check(self._text, MAX_TOTAL_TEXT, "characters from expressions")

    def _each(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self._steps += 1
            _check(self._steps, MAX_ITEMS, "steps of comprehensions")
            yield item


def multiply(a: Any, b: Any) -> Any:
    """`a * b`."""
    if isinstance(a, int) and isinstance(b, int):
        _check(a.bit_length() + b.bit_length(), MAX_BITS, "bits in a number")
    for items, count in ((a, b), (b, a)):
        if isinstance(items, Sized) and isinstance(count, int):
            limit = MAX_TEXT if isinstance(items, str) else MAX_ITEMS
            _check(len(items) * count, limit, "characters or items from a product")
    return a * b


def power(a: Any, b: Any) -> Any:
    """`a ** b`."""
    if isinstance(a, int) and isinstance(b, int):
        _check(a.bit_length() * b, MAX_BITS, "bits in a number")
    return a**b


def shift(a: Any, b: Any) -> Any:
    """`a << b`."""
    if isinstance(a, int) and isinstance(b, int):
        _check(a.bit_length() + b, MAX_BITS, "bits in a number")
    return a << b


def bounded_range(function: Callable[..., range]) -> Callable[..., range]:
    """`range`, or a wrapper around it, for at most `MAX_ITEMS` items."""

    def bounded(*args: Any) -> range:
        numbers = function(*args)
        size = (numbers.stop - numbers.start) // numbers.step
        _check(size, MAX_ITEMS, "numbers in a range")
        return numbers

    return bounded


def _check(size: int, limit: int, what: str) -> None:
    if size > limit:
        raise LimitError(f"more than {limit:,} {what}")


def _hidden(name: str) -> str:
    return f"__{name}"


def _compile(expr: str) -> CodeType:
    tree = ast.parse(expr.strip(), "<expression>", mode="eval")
    for node in ast.walk(tree):
        name = getattr(node, "id", None) or getattr(node, "attr", None)
        if isinstance(name, str) and name.startswith("__"):
            raise NameError(f"names must not begin with two underscores: {name}", name=name)
    tree = ast.fix_missing_locations(_Bounded().visit(tree))
    return compile(tree, "<expression>", "eval")


class _Bounded(ast.NodeTransformer):
    """Replaces what can grow without bound by calls."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        name = _OPERATIONS.get(type(node.op))
        return _call(name, node.left, node.right) if name else node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _call("each", node.iter)
        return node


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(_hidden(name), ast.Load()), list(arguments), [])
