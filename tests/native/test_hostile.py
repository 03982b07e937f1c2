"""No argument, however wrong, makes the compiled module read or write memory that is not its own.

A wrong argument may raise any exception, or be taken for what it can be taken for; it must not end
the process. `make asan` runs these tests with AddressSanitizer, which sees what a lucky process
survives.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from enum import Enum
from typing import Any

import numpy as np
import pytest

from fourbar import _native

from .calls import Call, all_calls

CALLS = all_calls()


class Liar:
    """Claims to be a number, a sequence and an array, and is none."""

    def __index__(self) -> int:
        raise RuntimeError("no index")

    def __len__(self) -> int:
        return 3

    def __getitem__(self, _: object) -> object:
        raise RuntimeError("no item")

    def __float__(self) -> float:
        raise RuntimeError("no number")


def anything() -> list[Any]:
    """Values that fit no parameter, or only some."""
    return [
        None,
        True,
        0,
        -1,
        -(2**31),
        2**31 + 5,
        2**62,
        10**30,
        math.nan,
        math.inf,
        -0.5,
        "",
        "no such name",
        "\ud800",
        b"",
        b"\xff" * 7,
        [],
        (),
        {},
        [None],
        [[]],
        [[], []],
        [math.nan] * 3,
        object(),
        Liar(),
        iter([1, 2]),
        np.float64(math.nan),
        np.zeros(0),
        np.zeros((0, 3)),
        np.array(3.0),
        np.zeros((1, 1, 1, 1, 1)),
        np.zeros(3, complex),
        np.array([object()] * 3),
        np.array(["a", "b"]),
        _native.Element("a", {}, 0),
    ]


def twisted(value: Any) -> Iterator[Any]:
    """Values that are nearly right."""
    if isinstance(value, np.ndarray):
        yield from _twisted_array(value)
    elif isinstance(value, bool):
        yield 7
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value, 1000, 100_003)
    elif isinstance(value, float):
        yield from (math.nan, -value, 1e300, 5e-324)
    elif isinstance(value, (list, tuple)):
        yield from _twisted_sequence(value)
    elif isinstance(value, bytes):
        yield from (value[:-1], value[: len(value) // 2], value + b"\0", value * 3)
    elif isinstance(value, dict):
        yield from ({**value, "x": Liar()}, {1: 2}, dict.fromkeys(value, 10**6))


def _twisted_array(array: np.ndarray) -> Iterator[Any]:
    yield from (array[:-1], array[..., :-1], array[None], np.concatenate([array, array]))
    yield from (array[::-1], np.asfortranarray(array), np.repeat(array, 2, axis=-1)[..., ::2])
    yield from (array.astype(dtype) for dtype in ("f4", "i1", "i8", "c16", "O", ">f8", "U9"))
    frozen = array.copy()
    frozen.flags.writeable = False
    yield frozen
    if array.dtype.kind == "f":
        for wrong in (math.nan, math.inf, -1e30, 0.0):
            yield np.full_like(array, wrong)
            spoiled = array.copy()
            spoiled.flat[-1:] = wrong
            yield spoiled
    else:
        for number in np.array([-1, -(2**31), 2**31 - 1, 1000]).astype(array.dtype):
            yield np.full_like(array, number)
            spoiled = array.copy()
            spoiled.flat[-1:] = number
            yield spoiled
    buffer = np.zeros(8 * array.size + 1, np.uint8)[1:]
    if array.itemsize * array.size <= buffer.size:
        yield buffer[: array.itemsize * array.size].view(array.dtype).reshape(array.shape)


def _twisted_sequence(value: Any) -> Iterator[Any]:
    kind = type(value)
    yield from (value[:-1], value + value, value * 2000, kind(reversed(value)))
    for place in sorted({0, len(value) - 1}) if value else ():
        for other in (*twisted(value[place]), None, -1, 10**6, "a", math.nan):
            yield kind([*value[:place], other, *value[place + 1 :]])


def use(call: Call, arguments: list[Any], keywords: dict[str, Any]) -> None:
    if call.name == "Workspace" and any(type(x) is int and x == 2**31 + 5 for x in arguments):
        return  # 400 GB: a machine that promises them ends the process when they are used
    try:
        call.function(*arguments, **keywords)
    except Exception:
        return


def test_every_callable_is_in_the_table() -> None:
    found = set()
    for name, value in vars(_native).items():
        if name.startswith("__") or (isinstance(value, type) and issubclass(value, Enum)):
            continue
        found.add(name)
        if isinstance(value, type):
            members = vars(value).items()
            found |= {f"{name}.{m}" for m, f in members if callable(f) and not m.startswith("__")}
    assert found == {call.name for call in CALLS}


@pytest.mark.parametrize("number", range(len(CALLS)), ids=lambda n: CALLS[n].name)
def test_right_arguments_are_taken(number: int) -> None:
    call = CALLS[number]
    call.function(*call.arguments, **call.keywords)


@pytest.mark.parametrize("number", range(len(CALLS)), ids=lambda n: CALLS[n].name)
def test_wrong_arguments_are_survived(number: int) -> None:
    call = CALLS[number]
    count = len(call.arguments)
    use(call, [], {})
    use(call, [*call.arguments, None], call.keywords)
    use(call, list(call.arguments), {**call.keywords, "no_such_option": 1})
    for place in range(count):
        for other in (*anything(), *twisted(call.arguments[place])):
            arguments = copy.copy(list(call.arguments))
            arguments[place] = other
            use(call, arguments, call.keywords)
    for name, value in call.keywords.items():
        for other in (*anything(), *twisted(value)):
            use(call, list(call.arguments), {**call.keywords, name: other})


@pytest.mark.filterwarnings("ignore")  # nanobind warns about such objects besides refusing them
def test_objects_that_were_never_initialised_are_refused() -> None:
    for kind in (_native.Compiled, _native.Workspace, _native.LoopSystem, _native.LoopChoice):
        empty = kind.__new__(kind)
        for call in CALLS:
            for place, value in enumerate(call.arguments):
                if isinstance(value, kind):
                    arguments = list(call.arguments)
                    arguments[place] = empty
                    with pytest.raises((TypeError, ValueError, RuntimeError)):
                        call.function(*arguments, **call.keywords)
