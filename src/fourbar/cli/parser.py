"""How the command line is read: `argparse`, without its guesses."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, cast

from ..diagnostics import did_you_mean


class Parser(argparse.ArgumentParser):
    """A parser that takes `--from -40deg`, and an option only by its whole name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)
        # What looks like a number is a value, with a unit too: an option never does.
        self._negative_number_matcher = re.compile(r"-\.?\d")

    def refuse(self, words: Sequence[str]) -> NoReturn:
        """End with the usage of this command, about arguments that it does not take."""
        word = next((w for w in words if w.startswith("-")), words[0])
        if not word.startswith("-"):
            self.error(f"unexpected argument '{word}'")
        option = word.partition("=")[0]
        self.error(f"unknown option '{option}'{did_you_mean(option, self.options())}")

    def refuse_unknown_options(self, words: Sequence[str]) -> None:
        """End where there is an option among the words that this command does not take."""
        known = self.options()
        for word in words:
            if word == "--":
                return
            if not word.startswith("-") or word == "-" or self._negative_number_matcher.match(word):
                continue
            option = word.partition("=")[0] if word.startswith("--") else word[:2]
            if option not in known:
                self.refuse([word])

    def error(self, message: str) -> NoReturn:
        """End with one line about what is wrong; the whole usage is for `--help`."""
        names = " ".join(argument_text(action) for action in self.positionals())
        options = " [options]" if len(self.options()) > 2 else ""
        self.exit(
            2,
            f"usage: {self.prog}{options} {names}".rstrip()
            + f" (see {self.prog} --help)\n{self.prog}: error: {message}\n",
        )

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or a version. `argparse` would ignore that it cannot be written."""
        (file or sys.stderr).write(message)

    def options(self) -> dict[str, argparse.Action]:
        """What every option of this command does, by how it is written."""
        return {word: action for action in self._actions for word in action.option_strings}

    def option(self, word: str) -> argparse.Action | None:
        """What an option does; None for one that this command does not take."""
        return self.options().get(word)

    def positionals(self) -> list[argparse.Action]:
        """The arguments that are not options, in order."""
        return [action for action in self._actions if not action.option_strings]

    def commands(self) -> list[argparse.Action]:
        """The commands below this one, with their help."""
        return [c for action in self._actions for c in _choices(action)]

    def command(self, name: str) -> Parser:
        """The parser of a command below this one."""
        (action,) = (a for a in self._actions if _choices(a))
        return cast("dict[str, Parser]", action.choices)[name]


def argument_text(action: argparse.Action) -> str:
    """What a user writes for an argument, or for the value of an option: `[FILE...]`."""
    name = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.choices is not None and not _choices(action):
        name = "|".join(map(str, action.choices))
    if action.nargs == "+":
        return f"{name}..."
    if action.nargs == "*":
        return f"[{name}...]"
    return f"[{name}]" if action.nargs == "?" else name


def _choices(action: argparse.Action) -> list[argparse.Action]:
    """The commands that an action chooses from, if it does."""
    return getattr(action, "_choices_actions", [])


class _Wrapped(argparse.HelpFormatter):
    """Commands have room for the longest of them, as with Python 3.13 and newer."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        for command in self._iter_indented_subactions(action):
            length = len(command.metavar or command.dest) + self._current_indent
            self._action_max_length = max(self._action_max_length, length)


class _Plain(_Wrapped, argparse.RawDescriptionHelpFormatter):
    """The same, with texts as they are laid out."""


def wrapped_help(prog: str) -> argparse.HelpFormatter:
    """Help as wide as the terminal."""
    return _Wrapped(prog, width=_width())


def plain_help(prog: str) -> argparse.HelpFormatter:
    """The same, with texts as they are laid out."""
    return _Plain(prog, width=_width())


def _width() -> int:
    """Columns of help texts. `argparse` would ask `shutil`, which imports archive formats."""
    try:
        columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size().columns
    except (ValueError, OSError):
        columns = 0
    return (columns if columns > 0 else 80) - 2
