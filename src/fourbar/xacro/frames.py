"""What xacro was working on, read from its stack frames.

xacro's errors name neither line nor element. But the element in hand is a local variable of the
function that failed, and the macro calls and includes around it are those of its callers.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import currentframe
from types import FrameType
from typing import Any

from .engine import NAME
from .origin import Place, place_of

# Where each of xacro's functions keeps the element it works on, the innermost first.
_ELEMENTS = ("tag", "elt", "node")


class Work:
    """The frames of xacro from the outermost to the one that failed or warned."""

    def __init__(self, frames: list[FrameType]) -> None:
        self._frames = [f for f in frames if f.f_globals.get("__name__") == NAME]

    @classmethod
    def of_error(cls, error: BaseException) -> Work:
        """What was done when an error was raised; xacro wraps errors in `exc`."""
        frames: list[FrameType] = []
        for link in chain(error):
            traceback = link.__traceback__
            while traceback is not None:
                frames.append(traceback.tb_frame)
                traceback = traceback.tb_next
        return cls(list(dict.fromkeys(frames)))

    @classmethod
    def now(cls) -> Work:
        """What is being done."""
        frames: list[FrameType] = []
        frame = currentframe()
        while frame is not None:
            frames.append(frame)
            frame = frame.f_back
        return cls(frames[::-1])

    def place(self) -> Place | None:
        """The place of the element in hand."""
        for frame in reversed(self._frames):
            place = _element(frame)
            if place is not None:
                return place
        return None

    def expression(self) -> str | None:
        """The expression in hand, as written: `${...}` or `$(...)`."""
        for frame in reversed(self._frames):
            text = frame.f_locals.get("s")
            match frame.f_code.co_name:
                case "handle_expr":
                    return f"${{{text}}}"
                case "handle_extension":
                    return f"$({text})"
                case _:
                    pass
        return None

    def property(self) -> tuple[str, str] | None:
        """Name and text of the innermost property being evaluated, if it was put off until now."""
        for frame in reversed(self._frames):
            if _element(frame) is not None:
                return None
            if frame.f_code.co_name == "_resolve_":
                key, table = frame.f_locals["key"], frame.f_locals["self"]
                return str(key), str(table.get(key))  # `get` does not evaluate it
        return None

    def around(self) -> Iterator[tuple[str, str | None, Place]]:
        """`macro` calls with the macro's name, and `include`s, the innermost first."""
        for frame in reversed(self._frames):
            place = _element(frame)
            if place is None:
                continue
            if frame.f_code.co_name == "process_include":
                yield "include", None, place
            elif frame.f_code.co_name == "handle_macro_call" and "m" in frame.f_locals:
                yield "macro", frame.f_locals["node"].tagName.removeprefix("xacro:"), place

    def names(self, variable: str) -> list[str]:
        """What the file defined so far in `symbols` or `macros`, the innermost first."""
        for frame in reversed(self._frames):
            table: Any = frame.f_locals.get(variable)
            if table is not None:
                names: list[str] = []
                while hasattr(table, "parent"):  # the outermost holds xacro's own names
                    names.extend(map(str, table.keys()))
                    table = table.parent
                return names
        return []


def chain(error: BaseException) -> Iterator[BaseException]:
    """An error of xacro and the ones it wraps, the outermost first."""
    link: object = error
    seen: set[int] = set()
    while isinstance(link, BaseException) and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = getattr(link, "exc", None)


def _element(frame: FrameType) -> Place | None:
    for name in _ELEMENTS:
        place = place_of(frame.f_locals.get(name))
        if place is not None:
            return place
    macro = frame.f_locals.get("macro")  # a default value in a macro's parameters
    return place_of(getattr(macro, "body", None))
