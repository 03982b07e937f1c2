"""The parameters of a macro as `params` lists them: names, some with a default.

xacro reads them with a regular expression that takes ages where quotes do not close. Read here is
what it would find in the end, its second thoughts about where a quoted text ends included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .. import rules
from .error import XacroError
from .limits import MAX_EXPRESSION, MAX_QUOTES, check

_HEAD = re.compile(r"\s*(?P<name>[^\s:=]+?)\s*:?=(?P<space>\s*)(?P<forward>\^\|?)?")
_PLAIN = re.compile(r"[^\s'\"]+")


class Default(NamedTuple):
    """What a parameter is when it is not given.

    With `forward`, the property of the same name where the macro is called; else, or where there
    is none, the value of `text`.
    """

    forward: bool
    text: str | None


def read_parameters(params: str) -> Iterator[tuple[str, Default | None]]:
    """The parameters in order, each with its default if it has one."""
    check(len(params), MAX_EXPRESSION, "characters in 'params'")
    check(params.count("'") + params.count('"'), MAX_QUOTES, "quotes in 'params'")
    while params:
        found = _with_default(params)
        if found is not None:
            name, default, params = found
            yield name, default
            continue
        words = params.split(None, 1)
        if not words:
            raise XacroError(
                rules.xacro.XACRO_ERROR, "'params' is blank: name parameters, or drop it"
            )
        params = words[1] if len(words) > 1 else ""
        yield words[0], None


def _with_default(params: str) -> tuple[str, Default, str] | None:
    """The first parameter, its default and the rest; None where the first has no default."""
    head = _HEAD.match(params)
    if head is None:
        return None
    end = _end_of_default(params, head.end())
    if end is not None:
        default = Default(bool(head["forward"]), params[head.end() : end] or None)
    elif head["space"]:  # what follows is not a default, so there is an empty one before it
        default, end = Default(False, None), head.end("space")
    else:
        return None
    return head["name"], default, params[end:].lstrip().partition("\n")[0]


def _end_of_default(params: str, start: int) -> int | None:
    """Where the default that begins at `start` ends: before a blank, or with `params`."""
    for opening, closing in (("${", "}"), ("$(", ")")):
        if params.startswith(opening, start):
            at = params.find(closing, start + 2)
            while at >= 0 and not _may_end(params, at + 1):
                at = params.find(closing, at + 1)
            if at >= 0 and "\n" not in params[start:at]:
                return at + 1
    return _end_of_words(params, start)


def _end_of_words(params: str, start: int) -> int | None:
    """Where words and quoted texts without a blank between them end.

    A text ends with the first quote after which the rest can be read too. From the last quote to
    the first: the answer for those that follow is known.
    """
    quotes = [at for at in range(start, len(params)) if params[at] in "'\""]
    ends: dict[int, int] = {}

    def end_from(at: int) -> int | None:
        plain = _PLAIN.match(params, at)
        after = plain.end() if plain else at
        return after if _may_end(params, after) else ends.get(after)

    for number in range(len(quotes) - 1, -1, -1):
        opening = quotes[number]
        for closing in quotes[number + 1 :]:
            if "\n" in params[opening:closing]:
                break
            end = end_from(closing + 1) if params[closing] == params[opening] else None
            if end is not None:
                ends[opening] = end
                break
    return end_from(start)


def _may_end(params: str, at: int) -> bool:
    return at == len(params) or params[at].isspace()
