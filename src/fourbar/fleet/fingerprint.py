"""What tells calls apart: values as text that is the same in every process."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from typing import Any, cast

import numpy as np

from ..robot import Robot

_LONGEST = 200


def fingerprint(value: Any) -> str:
    """A short text that equal values share; long ones as a hash.

    Robots by what is written of them, functions by name and, where they are not fourbar's own, by
    their text; partial ones with their arguments, arrays by their bytes, all else by `repr`.
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
        return f"{kind.__module__}:{kind.__qualname__}{_text(vars(value))}"
    return repr(value)


def _code(value: Any) -> str:
    """A hash of a function's text, so that a changed one is another; what it calls may change."""
    if value.__module__.partition(".")[0] == __name__.partition(".")[0]:
        return ""  # the version tells
    from inspect import getsource

    try:
        return f"#{sha256(getsource(value).encode()).hexdigest()[:16]}"
    except (OSError, TypeError):
        return ""
