"""Results as a person reads them: short, however large their arrays are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Arrays of more numbers than this are shown by their shape.
_MOST = 8


def representation(result: Any) -> str:
    """The name of a result and its fields; large arrays by shape, numbers as Python has them."""
    fields = ", ".join(f"{name}={_shown(getattr(result, name))}" for name in result._fields)
    return f"{type(result).__name__}({fields})"


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return _array(cast("NDArray[Any]", value))
    if isinstance(value, np.generic):
        return repr(cast("Any", value).item())
    if type(value) is tuple:
        items = cast("tuple[object, ...]", value)
        return f"<{len(items)} of {type(items[0]).__name__}>" if len(items) > _MOST else repr(items)
    return repr(value)


def _array(values: NDArray[Any]) -> str:
    if values.dtype == np.bool_ and values.size > _MOST:
        return f"<{int(values.sum())} of {values.size} True>"
    if values.size > _MOST:
        return f"<{values.shape} array>"
    text = np.array2string(values, separator=", ", precision=6, suppress_small=True)
    return " ".join(text.split())
