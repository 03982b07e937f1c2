"""A place in a robot: `joint[elbow].limit.lower`.

The text is made and taken apart here and nowhere else, so that a name may hold any character.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

# Compiled when they are first used: most commands read no path.
_INDEX = r"0|[1-9][0-9]{0,8}"
_PLAIN_KIND = r'[^.\[\]"]+'
_QUOTED = r'(?s)"(?:[^"\\]|\\.)*"'


class Step(NamedTuple):
    """An element (or an attribute): its tag and, where several share it, its name or number."""

    kind: str
    key: str | int | None = None

    def __str__(self) -> str:
        kind = self.kind if re.fullmatch(_PLAIN_KIND, self.kind) else _quote(self.kind)
        key = self.key
        if key is None:
            return kind
        return f"{kind}[{key if type(key) is int or _is_plain(str(key)) else _quote(str(key))}]"


# The checks make thousands of paths: without the calls to `__init__` and to a named tuple's own
# `__new__` they take half the time.
_new_path = object.__new__
_new_step: Callable[[type[Step], tuple[str, str | int | None]], Step]
_new_step = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


class PartPath:
    """A place in a robot, step by step: immutable, hashable, equal by content.

    The first step is a part of the robot (`joint` named "elbow") or `robot` itself; the following
    ones lead to elements inside it, the last may be an attribute. A number counts elements of one
    tag from 0.

        PartPath("joint", "elbow") / "limit" / "lower"          # joint[elbow].limit.lower
        PartPath("link", "base").item("visual", 1)              # link[base].visual[1]
        PartPath("link", "a]b")                                 # link["a]b"]
    """

    __slots__ = ("_steps",)

    _steps: tuple[Step, ...]

    def __init__(self, kind: str, key: str | int | None = None) -> None:
        self._steps = (_new_step(Step, (kind, key)),)

    @classmethod
    def parse(cls, text: str) -> PartPath:
        """The path that `str` wrote; ValueError where the text is none.

        Names that look like a number or hold a bracket are in double quotes, escaped as in JSON.
        """
        steps: list[Step] = []
        at = 0
        while True:
            kind, at = _read_kind(text, at)
            key: str | int | None = None
            if text.startswith("[", at):
                key, at = _read_key(text, at + 1)
            steps.append(Step(kind, key))
            if at == len(text):
                return _made(tuple(steps))
            if text[at] != ".":
                raise ValueError(f"{text!r} is not a path: expected '.' or '[' at {at}")
            at += 1

    def __truediv__(self, kind: str) -> PartPath:
        """The one child element of that tag, or the attribute of that name."""
        path = _new_path(PartPath)
        path._steps = (*self._steps, _new_step(Step, (kind, None)))
        return path

    def item(self, kind: str, key: str | int) -> PartPath:
        """The child element of that tag with that name, or with that number among its like."""
        path = _new_path(PartPath)
        path._steps = (*self._steps, _new_step(Step, (kind, key)))
        return path

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, from the robot inwards."""
        return self._steps

    @property
    def part(self) -> Step:
        """The part of the robot that it begins with."""
        return self._steps[0]

    @property
    def last(self) -> str:
        """The tag of the last element, or the attribute."""
        return self._steps[-1].kind

    @property
    def owner(self) -> PartPath | None:
        """The path without its last step; None for a part of the robot."""
        return _made(self._steps[:-1]) if len(self._steps) > 1 else None

    def name_of(self, kind: str) -> str | None:
        """The name of the part, where it is of that kind: "elbow" for a `joint`."""
        part = self._steps[0]
        return part.key if part.kind == kind and isinstance(part.key, str) else None

    def has(self, kind: str) -> bool:
        """Whether it leads through an element of that tag."""
        return any(step.kind == kind for step in self._steps)

    def leads_to(self, other: PartPath) -> bool:
        """Whether the other is this place or one inside it; `visual` leads to each `visual[i]`."""
        count = len(self._steps)
        if other._steps[: count - 1] != self._steps[:-1] or len(other._steps) < count:
            return False
        mine, its = self._steps[-1], other._steps[count - 1]
        return mine == its or (mine.key is None and mine.kind == its.kind)

    def __str__(self) -> str:
        return ".".join(map(str, self._steps))

    def __repr__(self) -> str:
        return f"PartPath({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self._steps == other._steps if isinstance(other, PartPath) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._steps)


ROBOT = PartPath("robot")
"""The robot itself."""


def _made(steps: tuple[Step, ...]) -> PartPath:
    path = PartPath.__new__(PartPath)
    path._steps = steps  # pyright: ignore[reportPrivateUsage]
    return path


def _is_plain(name: str) -> bool:
    """Whether a name can stand between brackets as it is."""
    quoted = "[" in name or "]" in name or name.startswith('"')
    return not quoted and re.fullmatch(_INDEX, name) is None


def _read_kind(text: str, at: int) -> tuple[str, int]:
    quoted = re.compile(_QUOTED).match(text, at)
    if quoted:
        return _unquote(quoted[0]), quoted.end()
    plain = re.compile(_PLAIN_KIND).match(text, at)
    if plain is None:
        raise ValueError(f"{text!r} is not a path: expected a tag at {at}")
    return plain[0], plain.end()


def _read_key(text: str, at: int) -> tuple[str | int, int]:
    quoted = re.compile(_QUOTED).match(text, at)
    end = quoted.end() if quoted else text.find("]", at)
    if not text.startswith("]", end) or (not quoted and text[at] == '"'):
        raise ValueError(f"{text!r} is not a path: the bracket at {at - 1} is not closed")
    if quoted:
        return _unquote(quoted[0]), end + 1
    key = text[at:end]
    return int(key) if re.fullmatch(_INDEX, key) else key, end + 1


def _quote(text: str) -> str:
    from json import dumps  # a name seldom needs it

    return dumps(text, ensure_ascii=False)


def _unquote(text: str) -> str:
    from json import loads

    return str(loads(text, strict=False))
