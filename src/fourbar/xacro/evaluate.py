"""Python expressions as xacro knows them, compiled to functions of a scope.

An evaluator of its own: only the syntax below, only the functions of `functions.py`, only the
methods of `methods.py`; every operation is bounded and paid for (`values.py`).
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from .callables import Lambda, call
from .containers import Iteration, is_dict
from .limits import MAX_ITEMS, MAX_NESTING, LimitError, check
from .methods import attribute
from .names import RefusedError, allowed, assigner, property_name, targets
from .scope import Scope
from .values import COMPARISONS, OPERATIONS, as_key, make_slice, paid_number, text_of

Locals = dict[str, Any] | None
Code = Callable[[Scope, Locals], Any]
_NONE: frozenset[str] = frozenset()


def _parse(text: str) -> ast.Expression:
    if "\\" not in text:
        return ast.parse(text, "<expression>", mode="eval")
    with warnings.catch_warnings():  # of escapes that Python does not know: they stay as they are
        warnings.simplefilter("ignore")
        return ast.parse(text, "<expression>", mode="eval")


class Expression:
    """A compiled expression."""

    __slots__ = ("_code", "_cost")

    def __init__(self, text: str) -> None:
        tree = _parse(text.strip())
        self._cost, self._code = _Compiler().part(tree.body, _NONE)

    def evaluate(self, scope: Scope) -> Any:
        """Its value with the names of a scope."""
        scope.world.budget.spend(self._cost)
        return self._code(scope, None)


class _Compiler:
    """Turns syntax into functions; `bound` are the variables of comprehensions and lambdas."""

    def __init__(self) -> None:
        self._cost = 0
        self._depth = 0

    def part(self, node: ast.expr, bound: frozenset[str]) -> tuple[int, Code]:
        """What an expression costs each time it is evaluated, and its code."""
        before, self._cost = self._cost, 0
        code = self._compile(node, bound)
        cost, self._cost = self._cost, before
        return cost, code

    def _compile(self, node: ast.expr, bound: frozenset[str]) -> Code:
        self._cost += 1
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise LimitError(f"more than {MAX_NESTING} operations inside one another")
        method = self.table.get(type(node))
        if method is None:
            raise RefusedError(f"{_SYNTAX.get(type(node), 'this syntax')} is not supported")
        code: Code = method(self, node, bound)
        self._depth -= 1
        return code

    def _compile_all(self, nodes: list[ast.expr], bound: frozenset[str]) -> list[Code]:
        return [self._compile(node, bound) for node in nodes]

    # Names and constants

    def _constant(self, node: ast.Constant, bound: frozenset[str]) -> Code:
        value = node.value
        return lambda s, v: value

    def _name(self, node: ast.Name, bound: frozenset[str]) -> Code:
        name = allowed(node.id)
        if name in bound:
            return lambda s, v: _local(v, name)
        return lambda s, v: s.look_up(name)

    def _attribute(self, node: ast.Attribute, bound: frozenset[str]) -> Code:
        value, name = self._compile(node.value, bound), allowed(node.attr)
        return lambda s, v: attribute(value(s, v), name, s.world)

    # Operations

    def _binop(self, node: ast.BinOp, bound: frozenset[str]) -> Code:
        # Long sums nest to the left: they are worked off in a loop, not by depth.
        steps: list[tuple[Any, Code]] = []
        left: ast.expr = node
        while isinstance(left, ast.BinOp):
            operation = OPERATIONS.get(type(left.op))
            if operation is None:
                raise RefusedError("the operator '@' is not supported")
            steps.append((operation, self._compile(left.right, bound)))
            self._cost += 1
            left = left.left
        first = self._compile(left, bound)
        if len(steps) == 1:
            ((operation, right),) = steps
            return lambda s, v: operation(first(s, v), right(s, v), s.world.budget)
        steps.reverse()

        def run(s: Scope, v: Locals) -> Any:
            value = first(s, v)
            for operation, right in steps:
                value = operation(value, right(s, v), s.world.budget)
            return value

        return run

    def _unaryop(self, node: ast.UnaryOp, bound: frozenset[str]) -> Code:
        value = self._compile(node.operand, bound)
        match node.op:
            case ast.USub():
                return lambda s, v: paid_number(-value(s, v), s.world.budget)
            case ast.UAdd():
                return lambda s, v: +value(s, v)
            case ast.Not():
                return lambda s, v: not value(s, v)
            case _:
                return lambda s, v: paid_number(~value(s, v), s.world.budget)

    def _boolop(self, node: ast.BoolOp, bound: frozenset[str]) -> Code:
        values = self._compile_all(node.values, bound)
        stop = isinstance(node.op, ast.Or)

        def run(s: Scope, v: Locals) -> Any:
            value = None
            for each in values:
                value = each(s, v)
                if bool(value) is stop:
                    break
            return value

        return run

    def _compare(self, node: ast.Compare, bound: frozenset[str]) -> Code:
        first = self._compile(node.left, bound)
        rest = self._compile_all(node.comparators, bound)
        steps = [(COMPARISONS[type(op)], each) for op, each in zip(node.ops, rest, strict=True)]

        def run(s: Scope, v: Locals) -> Any:
            left, result = first(s, v), True
            for operation, each in steps:
                right = each(s, v)
                result = operation(left, right, s.world.budget)
                if not result:
                    break
                left = right
            return result

        return run

    def _ifexp(self, node: ast.IfExp, bound: frozenset[str]) -> Code:
        test = self._compile(node.test, bound)
        first, other = self._compile(node.body, bound), self._compile(node.orelse, bound)
        return lambda s, v: first(s, v) if test(s, v) else other(s, v)

    def _subscript(self, node: ast.Subscript, bound: frozenset[str]) -> Code:
        value, index = self._compile(node.value, bound), self._compile(node.slice, bound)

        def run(s: Scope, v: Locals) -> Any:
            items, key = value(s, v), index(s, v)
            as_key(key, s.world.budget)
            if isinstance(items, Scope):
                return items.look_up(property_name(key))
            if isinstance(items, type):
                raise TypeError(f"'{items.__name__}' is a type: it has no items")
            if isinstance(key, slice):
                s.world.budget.spend(len(items) >> 3)
            return items[key]

        return run

    def _slice(self, node: ast.Slice, bound: frozenset[str]) -> Code:
        ends = [
            None if end is None else self._compile(end, bound)
            for end in (node.lower, node.upper, node.step)
        ]
        return lambda s, v: make_slice(*(None if end is None else end(s, v) for end in ends))

    # Displays

    def _items(self, nodes: list[ast.expr], bound: frozenset[str]) -> Code:
        """The values of a display or of arguments, those after a star unpacked."""
        starred = [isinstance(node, ast.Starred) for node in nodes]
        codes = [
            self._compile(node.value if isinstance(node, ast.Starred) else node, bound)
            for node in nodes
        ]
        if not any(starred):
            return lambda s, v: [code(s, v) for code in codes]

        def run(s: Scope, v: Locals) -> list[Any]:
            values: list[Any] = []
            for star, code in zip(starred, codes, strict=True):
                value = code(s, v)
                for item in value if star else (value,):
                    _append(values, item, s)
            return values

        return run

    def _list(self, node: ast.List, bound: frozenset[str]) -> Code:
        return self._items(node.elts, bound)

    def _tuple(self, node: ast.Tuple, bound: frozenset[str]) -> Code:
        items = self._items(node.elts, bound)
        return lambda s, v: tuple(items(s, v))

    def _set(self, node: ast.Set, bound: frozenset[str]) -> Code:
        items = self._items(node.elts, bound)
        return lambda s, v: {as_key(item, s.world.budget) for item in items(s, v)}

    def _dict(self, node: ast.Dict, bound: frozenset[str]) -> Code:
        pairs = [
            (None if key is None else self._compile(key, bound), self._compile(value, bound))
            for key, value in zip(node.keys, node.values, strict=True)
        ]

        def run(s: Scope, v: Locals) -> dict[Any, Any]:
            made: dict[Any, Any] = {}
            for key, value in pairs:
                if key is None:
                    made |= _mapping(value(s, v))
                    check(len(made), MAX_ITEMS, "items in a dictionary")
                    s.world.budget.spend(len(made))
                else:
                    made[as_key(key(s, v), s.world.budget)] = value(s, v)
            return made

        return run

    # Comprehensions

    def _listcomp(self, node: ast.ListComp, bound: frozenset[str]) -> Code:
        each = self._comprehension(node.generators, [node.elt], bound)
        return lambda s, v: [item for (item,) in each(s, v)]

    def _generatorexp(self, node: ast.GeneratorExp, bound: frozenset[str]) -> Code:
        each = self._comprehension(node.generators, [node.elt], bound)
        return lambda s, v: Iteration(item for (item,) in each(s, v))

    def _setcomp(self, node: ast.SetComp, bound: frozenset[str]) -> Code:
        each = self._comprehension(node.generators, [node.elt], bound)
        return lambda s, v: {as_key(item, s.world.budget) for (item,) in each(s, v)}

    def _dictcomp(self, node: ast.DictComp, bound: frozenset[str]) -> Code:
        each = self._comprehension(node.generators, [node.key, node.value], bound)
        return lambda s, v: {as_key(key, s.world.budget): item for key, item in each(s, v)}

    def _comprehension(
        self, loops: list[ast.comprehension], results: list[ast.expr], bound: frozenset[str]
    ) -> Code:
        levels: list[tuple[Code, Any, list[Code], int]] = []
        inner = bound
        for loop in loops:
            if loop.is_async:
                raise RefusedError("'async' is not supported")
            source = self._compile(loop.iter, inner)
            inner |= targets(loop.target)
            parts = [self.part(test, inner) for test in loop.ifs]
            cost = 1 + sum(cost for cost, _ in parts)
            levels.append((source, assigner(loop.target), [code for _, code in parts], cost))
        made = [self.part(result, inner) for result in results]
        cost = sum(cost for cost, _ in made)
        codes = [code for _, code in made]

        def nested(s: Scope, v: dict[str, Any], level: int, items: Any) -> Iterator[list[Any]]:
            _, assign, tests, price = levels[level]
            spend = s.world.budget.spend
            for item in items:
                spend(price)
                assign(v, item)
                if not all(test(s, v) for test in tests):
                    continue
                if level + 1 < len(levels):
                    yield from nested(s, v, level + 1, levels[level + 1][0](s, v))
                else:
                    spend(cost)
                    yield [code(s, v) for code in codes]

        def bounded(s: Scope, v: dict[str, Any], items: Any) -> Iterator[list[Any]]:
            for count, item in enumerate(nested(s, v, 0, items)):
                check(count, MAX_ITEMS, "items from a comprehension")
                yield item

        # The first iterable is evaluated at once, outside: as Python does it.
        return lambda s, v: bounded(s, dict(v or {}), levels[0][0](s, v))

    # Calls

    def _call(self, node: ast.Call, bound: frozenset[str]) -> Code:
        function = self._compile(node.func, bound)
        items = self._items(node.args, bound)
        named = [(word.arg, self._compile(word.value, bound)) for word in node.keywords]

        def run(s: Scope, v: Locals) -> Any:
            target, values = function(s, v), items(s, v)
            words: dict[str, Any] = {}
            for name, code in named:
                if name is None:
                    more = _mapping(code(s, v))
                    s.world.budget.spend(len(more))
                    words.update(more)
                else:
                    words[name] = code(s, v)
            return call(target, values, words, s.world)

        return run

    def _lambda(self, node: ast.Lambda, bound: frozenset[str]) -> Code:
        given = node.args
        if given.vararg or given.kwarg or given.kwonlyargs:
            raise RefusedError("'*' among the parameters of a lambda is not supported")
        names = [allowed(each.arg) for each in (*given.posonlyargs, *given.args)]
        defaults = self._compile_all(given.defaults, bound)
        cost, body = self.part(node.body, bound | frozenset(names))

        def run(s: Scope, v: Locals) -> Lambda:
            values = [default(s, v) for default in defaults]

            def inner(arguments: dict[str, Any]) -> Any:
                s.world.budget.spend(cost)
                return body(s, {**(v or {}), **arguments})

            return Lambda(names, values, inner)

        return run

    def _joinedstr(self, node: ast.JoinedStr, bound: frozenset[str]) -> Code:
        parts = self._compile_all(node.values, bound)

        def run(s: Scope, v: Locals) -> str:
            texts = [part(s, v) for part in parts]
            s.world.budget.produce(sum(map(len, texts)))
            return "".join(texts)

        return run

    def _formattedvalue(self, node: ast.FormattedValue, bound: frozenset[str]) -> Code:
        if node.format_spec is not None or node.conversion != -1:
            raise RefusedError("formats in f-strings are not supported")
        value = self._compile(node.value, bound)
        return lambda s, v: text_of(value(s, v), s.world.budget)

    table: ClassVar[dict[type[ast.expr], Callable[[Any, Any, frozenset[str]], Code]]] = {
        ast.Constant: _constant,
        ast.Name: _name,
        ast.Attribute: _attribute,
        ast.BinOp: _binop,
        ast.UnaryOp: _unaryop,
        ast.BoolOp: _boolop,
        ast.Compare: _compare,
        ast.IfExp: _ifexp,
        ast.Subscript: _subscript,
        ast.Slice: _slice,
        ast.List: _list,
        ast.Tuple: _tuple,
        ast.Set: _set,
        ast.Dict: _dict,
        ast.ListComp: _listcomp,
        ast.GeneratorExp: _generatorexp,
        ast.SetComp: _setcomp,
        ast.DictComp: _dictcomp,
        ast.Call: _call,
        ast.Lambda: _lambda,
        ast.JoinedStr: _joinedstr,
        ast.FormattedValue: _formattedvalue,
    }


_SYNTAX: dict[type[ast.expr], str] = {
    ast.NamedExpr: "':='",
    ast.Await: "'await'",
    ast.Yield: "'yield'",
    ast.YieldFrom: "'yield'",
    ast.Starred: "'*' here",
}


def _local(values: Locals, name: str) -> Any:
    if values is None or name not in values:
        raise NameError(f"name '{name}' is not defined", name=name)
    return values[name]


def _mapping(value: Any) -> dict[Any, Any]:
    """What is written after two stars."""
    if not is_dict(value):
        raise TypeError(f"'{type(value).__name__}' is not a dictionary: it cannot be after '**'")
    return value


def _append(values: list[Any], item: Any, scope: Scope) -> None:
    values.append(item)
    scope.world.budget.spend(1)
    check(len(values), MAX_ITEMS, "items in a list")
