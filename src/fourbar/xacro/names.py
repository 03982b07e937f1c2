"""The names of an expression: which are allowed, and how loops assign to them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import islice
from typing import Any


class RefusedError(Exception):
    """Syntax or a name that expressions may not use."""


def allowed(name: str) -> str:
    """A name, unless it leads into the inside of Python."""
    if name.startswith("__"):
        raise RefusedError(f"names must not begin with two underscores: {name}")
    return name


def property_name(key: object) -> str:
    """A key of a namespace: the name of a property, not of a block."""
    if not isinstance(key, str) or key.startswith("*"):
        raise TypeError("what is in a namespace has a name: namespace['name']")
    return allowed(key)


def targets(target: ast.expr) -> frozenset[str]:
    """The variables that a loop assigns to."""
    if isinstance(target, ast.Name):
        return frozenset((allowed(target.id),))
    if isinstance(target, ast.Tuple | ast.List):
        return frozenset[str]().union(*map(targets, target.elts))
    raise RefusedError("only names can be assigned to in a comprehension")


def assigner(target: ast.expr) -> Callable[[dict[str, Any], Any], None]:
    """A function that gives the variables of a loop their values."""
    if isinstance(target, ast.Name):
        return lambda values, item: values.__setitem__(target.id, item)
    assert isinstance(target, ast.Tuple | ast.List)
    inner = [assigner(each) for each in target.elts]

    def assign(values: dict[str, Any], item: Any) -> None:
        items: list[Any] = list(islice(item, len(inner) + 1))
        if len(items) != len(inner):
            raise ValueError(f"expected {len(inner)} values to unpack")
        for each, value in zip(inner, items, strict=True):
            each(values, value)

    return assign
