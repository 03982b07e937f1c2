"""What tells calls apart: values as text that is the same in every process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from types import CodeType
from typing import Any, cast

import numpy as np

from ..robot import Robot

_LONGEST = 200


def fingerprint(value: Any) -> str:
    """A short text that equal values share; long ones as a hash.

    Robots by what is written of them, functions by name and, where they are not fourbar's own, by
    the text of their module; partial ones with their arguments, arrays by their bytes, all else by
    `repr`.
    """
    text = _text(value)
    return text if len(text) <= _LONGEST else sha256(text.encode()).hexdigest()


def _text(value: Any) -> str:
    if isinstance(value, Robot):
        from ..formats import dumps

        return sha256(dumps(value).encode()).hexdigest()
    if isinstance(value, np.ndarray):
        array = cast("np.ndarray[Any, Any]", value)
        return f"{array.dtype}{array.shape}{sha256(array.tobytes()).hexdigest()}"
    if isinstance(value, partial):
        call = cast("partial[Any]", value)
        return f"{_text(call.func)}{_text(call.args)}{_text(call.keywords)}"
    if isinstance(value, Mapping):
        items = cast("Mapping[Any, Any]", value).items()
        return "{" + ", ".join(sorted(f"{k!r}: {_text(v)}" for k, v in items)) + "}"
    if isinstance(value, list | tuple):
        inside = ", ".join(map(_text, cast("list[Any]", value)))
        return f"{type(cast('object', value)).__name__}({inside})"
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}:{value.__qualname__}{_code(value)}"
    if type(value).__repr__ is object.__repr__:  # which has an address in it
        kind = cast("type[object]", type(value))
        return f"{kind.__module__}:{kind.__qualname__}{_code(kind)}{_text(vars(value))}"
    return repr(value)


def _code(value: Any) -> str:
    """A hash of the text of a function's module, so that one with another helper is another.

    What other modules have may change. Where a module has no text, as that of a prompt or a
    notebook, the function's own counts, and where that has none either, what it was compiled to.
    """
    if value.__module__.partition(".")[0] == __name__.partition(".")[0]:
        return ""  # the version tells
    from inspect import getsource

    texts: tuple[Callable[[], str], ...] = (
        lambda: _imported(getsource(sys.modules[value.__module__])),
        lambda: getsource(value),
    )
    for read in texts:
        try:
            text = read()
        except (OSError, TypeError, SyntaxError, KeyError):
            continue
        return f"#{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    code = getattr(value, "__code__", None)
    return "" if code is None else f"#{sha256(repr(_compiled(code)).encode()).hexdigest()[:16]}"


def _compiled(code: CodeType) -> tuple[object, ...]:
    """What a function does, without where its text is."""
    return code.co_code, code.co_names, code.co_varnames, *map(_constant, code.co_consts)


def _constant(value: object) -> object:
    """A constant of a function, in an order that is the same in every process."""
    if isinstance(value, CodeType):
        return _compiled(value)
    if isinstance(value, frozenset):
        return sorted(map(repr, cast("frozenset[object]", value)))
    return value


def _imported(text: str) -> str:
    """What workers run of a module: all but what is below `if __name__ == "__main__":`.

    Calls are there, and with a larger number of samples they go on.
    """
    import ast

    lines = text.splitlines()
    for part in reversed(ast.parse(text).body):
        if isinstance(part, ast.If) and ast.unparse(part.test) == "__name__ == '__main__'":
            last = part.body[-1].end_lineno or part.lineno  # an else is for workers
            del lines[part.lineno - 1 : last]
    return "\n".join(lines)
