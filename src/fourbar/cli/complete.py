"""What can follow on a command line: the answers that the shell scripts of `completion` show.

A shell asks with `fourbar __complete SHELL ...`. The answer is a line per candidate, with what it
is after a tab, and lines that begin with a colon for what the shell knows itself.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..schemes import CATALOGUE, GALLERY, is_name
from .parser import Parser

if TYPE_CHECKING:
    from ..robot import Robot

ROBOTS = ("file", "files", "other")
"""The arguments that are robots."""

FILES, FOLDERS, NO_SPACE = ":files", ":folders", ":nospace"
"""The shell adds files, folders, or no blank after the candidate."""


class Candidate(NamedTuple):
    """A word that could be there, and what it is."""

    value: str
    about: str = ""


class Line(NamedTuple):
    """A command line up to the word at the cursor.

    `robots` are the words for FILE, `values` those of options by the option's destination. `given`
    is how many values the option that waits for some has already.
    """

    robots: list[str]
    values: dict[str, str]
    waiting: argparse.Action | None
    positional: argparse.Action | None
    given: int = 0


def answer(words: Sequence[str]) -> int:
    """Print the candidates for what a shell asks; nothing where anything is wrong with it."""
    shell, *rest = words
    if shell == "bash":
        line, point = rest
        typed = _split(line[: int(point)])
        cut = _word_break(typed[-1], os.environ.get("COMP_WORDBREAKS", ""))
    else:
        typed, cut = rest, 0
    for candidate in candidates(typed[1:] if shell == "bash" else typed):
        value = candidate.value
        if value[0] == ":":
            print(value)
        elif shell == "bash":
            print(_quoted(value)[cut:])
        else:
            print(f"{value}\t{candidate.about}" if candidate.about else value)
    return 0


def candidates(words: Sequence[str]) -> Iterator[Candidate]:
    """What can take the place of the last word; the first is the command."""
    from . import COMMANDS, build_parser

    current = words[-1]
    if len(words) == 1:
        parser = build_parser()
        helps = [Candidate(c.dest, c.help or "") for c in parser.commands()]
        yield from _matching([*helps, *_options(parser)], current)
        return
    command = words[0]
    if command not in COMMANDS:
        return
    parser = build_parser((command,)).command(command)
    line = _read(parser, words[1:-1])
    option, sign, start = current.partition("=")
    if line.waiting is not None:
        yield from _values(line.waiting, line, current)
    elif sign and current.startswith("--"):
        action = parser.option(option)
        if action is not None:
            for candidate in _values(action, line, start):
                special = candidate.value.startswith(":")
                yield candidate if special else candidate._replace(value=f"{option}={candidate[0]}")
    elif current.startswith("-") and current != "-":
        yield from _matching(_options(parser), current)
    elif line.positional is not None:
        yield from _values(line.positional, line, current)


def _read(parser: Parser, words: Sequence[str]) -> Line:
    """What the words before the cursor are: robots, values of options, and what comes next."""
    positionals = parser.positionals()
    robots: list[str] = []
    values: dict[str, str] = {}
    waiting: argparse.Action | None = None
    left = 0
    for word in words:
        if left and waiting is not None:
            values[waiting.dest] = word
            left -= 1
            waiting = waiting if left else None
            continue
        option, sign, value = word.partition("=")
        action = parser.option(option) if word.startswith("-") else None
        if action is not None and action.nargs != 0:
            if sign:
                values[action.dest] = value
            else:
                waiting, left = action, action.nargs if isinstance(action.nargs, int) else 1
        elif not word.startswith("-") or word == "-":
            if positionals and positionals[0].dest in ROBOTS:
                robots.append(word)
            if positionals and positionals[0].nargs != "+":
                positionals.pop(0)
    given = waiting.nargs - left if waiting and isinstance(waiting.nargs, int) else 0
    return Line(robots, values, waiting, positionals[0] if positionals else None, given)


def _options(parser: Parser) -> list[Candidate]:
    return [Candidate(word, action.help or "") for word, action in parser.options().items()]


def _values(action: argparse.Action, line: Line, start: str) -> Iterator[Candidate]:
    """What the value of an option or an argument can be."""
    if action.choices is not None:
        yield from _matching([Candidate(str(choice)) for choice in action.choices], start)
        return
    metavar = action.metavar or ""
    if isinstance(metavar, tuple):
        metavar = metavar[min(line.given, len(metavar) - 1)]
    if action.dest in ROBOTS:
        metavar = "ROBOT FILE"
    yield from VALUES.get(metavar, _nothing)(line, start)


def _matching(found: Iterable[Candidate], start: str) -> Iterator[Candidate]:
    return (candidate for candidate in found if candidate.value.startswith(start))


# What a placeholder of the help stands for


def _nothing(line: Line, start: str) -> Iterator[Candidate]:
    return iter(())


def _files(line: Line, start: str) -> Iterator[Candidate]:
    yield Candidate(FILES)


def _folders(line: Line, start: str) -> Iterator[Candidate]:
    yield Candidate(FOLDERS)


def _robot_files(line: Line, start: str) -> Iterator[Candidate]:
    if is_name(start):
        scheme, _, name = start.partition(":")
        for value, about in _SCHEMES[f"{scheme}:"].names(line, name):
            yield Candidate(f"{scheme}:{value}", about)
        return
    yield Candidate(FILES)
    schemes = [scheme for scheme in _SCHEMES if scheme.startswith(start)]
    if schemes:
        yield Candidate(NO_SPACE)
    for scheme in schemes:
        yield Candidate(scheme, _SCHEMES[scheme].about)


def _gallery(line: Line, start: str) -> Iterator[Candidate]:
    from .. import gallery

    names = [name for name in gallery.names() if name.startswith(start)]
    return (Candidate(name, gallery.summary(name)) for name in names)


def _catalogue(line: Line, start: str) -> Iterator[Candidate]:
    from .. import catalogue

    return _matching((Candidate(*entry) for entry in catalogue.summaries().items()), start)


class _Scheme(NamedTuple):
    about: str
    names: Callable[[Line, str], Iterator[Candidate]]


_SCHEMES = {
    GALLERY: _Scheme("robots that ship with fourbar", _gallery),
    CATALOGUE: _Scheme("robots of the package robot_descriptions", _catalogue),
}


def _rules(line: Line, start: str) -> Iterator[Candidate]:
    from ..rules.registry import all_rules

    for rule in all_rules():
        if rule.code.startswith(start.upper()):
            yield Candidate(rule.code, rule.summary)
        elif start and rule.name.startswith(start):
            yield Candidate(rule.name, rule.summary)


def _listed(
    one: Callable[[Line, str], Iterator[Candidate]],
) -> Callable[[Line, str], Iterator[Candidate]]:
    """Several of them, separated by commas: the last is completed."""

    def several(line: Line, start: str) -> Iterator[Candidate]:
        before, comma, last = start.rpartition(",")
        for value, about in one(line, last):
            yield Candidate(f"{before}{comma}{value}", about)

    return several


def _targets(line: Line, start: str) -> Iterator[Candidate]:
    from ..lint.settings import TARGETS

    return _matching(map(Candidate, TARGETS), start)


def _links(line: Line, start: str) -> Iterator[Candidate]:
    robot = _robot(line)
    return _matching(map(Candidate, robot.links.names if robot else ()), start)


def _joints(line: Line, start: str) -> Iterator[Candidate]:
    robot = _robot(line)
    moving = [joint for joint in robot.joints if joint.kind.moves] if robot else []
    return _matching((Candidate(joint.name, joint.type) for joint in moving), start)


def _parts(line: Line, start: str) -> Iterator[Candidate]:
    robot = _robot(line)
    if robot is not None:
        named = (("link", robot.links), ("joint", robot.joints), ("loop", robot.loops))
        for kind, parts in named:
            yield from _matching((Candidate(part.name, kind) for part in parts), start)


def _categories(line: Line, start: str) -> Iterator[Candidate]:
    from ..comparison.difference import CATEGORIES

    return _matching(map(Candidate, CATEGORIES), start)


def _assigned(
    names: Callable[[Line, str], Iterator[Candidate]], *, sign: str = "="
) -> Callable[[Line, str], Iterator[Candidate]]:
    """Names followed by an equals sign; the value is the user's."""

    def complete(line: Line, start: str) -> Iterator[Candidate]:
        if sign not in start:
            yield Candidate(NO_SPACE)
            for value, about in names(line, start.rstrip(sign[0])):
                yield Candidate(f"{value}{sign}", about)

    return complete


def _xacro_arguments(line: Line, start: str) -> Iterator[Candidate]:
    """The arguments that the xacro file on the line declares itself, with their defaults."""
    from ..diagnostics import Report
    from ..xml.parse import parse

    if not line.robots or line.robots[0] == "-" or is_name(line.robots[0]):
        return
    file = os.path.expanduser(line.robots[0])  # noqa: PTH111
    with open(file, "rb") as stream:  # noqa: PTH123
        document = parse(stream.read(), file=file, report=Report())
    pending = [] if document is None else [document.root]
    while pending:
        element = pending.pop()
        pending += reversed(element.children)
        if element.tag == "xacro:arg":
            default = element.attributes.get("default")
            about = "" if default is None else f"default: {default}"
            yield from _matching([Candidate(element.attributes.get("name", ""), about)], start)


def _configurations(line: Line, start: str) -> Iterator[Candidate]:
    robot = _robot(line)
    known = robot.configurations if robot else ()
    return _matching((Candidate(each.name) for each in known), start)


def _robot(line: Line) -> Robot | None:
    """The robot of the file on the line, read as the options on it say."""
    from ..formats import read

    # Nothing is fetched to complete a word.
    if not line.robots or line.robots[0] == "-" or line.robots[0].startswith(CATALOGUE):
        return None
    srdf, form = line.values.get("srdf"), line.values.get("input_format")
    return read(os.path.expanduser(line.robots[0]), srdf=srdf, format=form).robot  # noqa: PTH111


VALUES: dict[str, Callable[[Line, str], Iterator[Candidate]]] = {
    "ROBOT FILE": _robot_files,
    "A": _robot_files,
    "B": _robot_files,
    "FILE": _files,
    "SOURCE": _files,
    "OUTPUT": _files,
    "PLOT": _files,
    "FOLDER": _folders,
    "ROBOT": _gallery,
    "CODE": _rules,
    "CODES": _listed(_rules),
    "TARGETS": _listed(_targets),
    "LINK": _links,
    "LINK,LINK": _listed(_links),
    "JOINT": _joints,
    "JOINT=VALUE": _assigned(_joints),
    "LINK=VALUE": _assigned(_links),
    "[LINK=]VALUE": _assigned(_links),
    "LINK=MASS": _assigned(_links),
    **dict.fromkeys(("[NAME=]LENGTH", "[NAME=]ANGLE", "[NAME=]SHARE"), _assigned(_parts)),
    "OLD=NEW": _assigned(_parts),
    "LINK=X,Y,Z[,R,P,Y]": _assigned(_links),
    "LINK=NEW[:SHAPES]": _assigned(_links),
    "CATEGORIES": _listed(_categories),
    "NAME": _configurations,
    "NAME:=VALUE": _assigned(_xacro_arguments, sign=":="),
    # Numbers and words that only the user knows.
    **dict.fromkeys(
        (
            "ADDRESS",
            "AXIS=VALUE",
            "DISTANCE",
            "EXTENSION",
            "FACTOR",
            "MB",
            "N",
            "NAME=FOLDER",
            "NAME=VALUE",
            "PIXELS",
            "PREFIX",
            "R,P,Y",
            "RATIO",
            "LENGTH",
            "SECONDS",
            "SEED",
            "VALUE",
            "X,Y,Z",
            "X,Y,Z[,R,P,Y]",
        ),
        _nothing,
    ),
}
"""The placeholders of all commands; a test fails where a new one is not here."""


# Bash gives the line as it was typed


def _split(line: str) -> list[str]:
    """The words of a line, the last one perhaps empty or within quotes."""
    import shlex

    for closing in ("", '"', "'"):
        try:
            words = shlex.split(f"{line}{closing}")
        except ValueError:
            continue
        ended = not closing and line[-1:].isspace() and not line.endswith("\\ ")
        return [*words, ""] if ended or not words else words
    return ["", ""]


def _word_break(word: str, breaks: str) -> int:
    """How much of a word readline keeps: it begins a new one after each of these characters."""
    return max((word.rfind(c) + 1 for c in ":=" if c in breaks), default=0)


def _quoted(value: str) -> str:
    """A value as the shell takes it for one word; what readline breaks at stays as it is."""
    special = set(" \t'\"\\$`&;|<>()*?[]#~!{}")
    return "".join(f"\\{c}" if c in special else c for c in value)


def run_safely(words: Sequence[str]) -> int:
    """Answer a shell: nobody wants a traceback in the middle of a line."""
    try:
        return answer(words)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except Exception:
        return 1
