"""Results as a person reads them: plain numbers, and arrays however large in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

R = TypeVar("R")

# Arrays of more numbers than this are shown by their shape.
_MOST = 8


def representation(result: Any) -> str:
    """The name of a result and its fields; large arrays by shape, numbers as Python has them."""
    fields = ", ".join(f"{name}={_shown(getattr(result, name))}" for name in result._fields)
    return f"{type(result).__name__}({fields})"


def with_plain_numbers(result: R) -> R:
    """A result of one configuration with a bool, int or float where there is a single number."""
    fields: dict[str, Any] = cast("Any", result)._asdict()
    plain: dict[str, Any] = {
        name: value.item()
        for name, value in fields.items()
        if hasattr(value, "item") and not np.ndim(value)
    }
    return cast("Any", result)._replace(**plain)


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return _array(cast("NDArray[Any]", value))
    if isinstance(value, np.generic):
        return repr(cast("Any", value).item())
    if hasattr(value, "_fields"):  # a result within a result
        return representation(value)
    if type(value) is tuple:
        items = cast("tuple[object, ...]", value)
        return f"<{len(items)} of {type(items[0]).__name__}>" if len(items) > _MOST else repr(items)
    return repr(value)


def _array(values: NDArray[Any]) -> str:
    if values.dtype == np.bool_ and values.size > _MOST:
        return f"<{int(values.sum())} of {values.size} True>"
    if values.size > _MOST:
        return f"<{values.shape} array>"
    return repr(np.round(values, 6).tolist() if values.dtype.kind == "f" else values.tolist())
