"""The standard streams of the process: closed ones, encodings, readers that leave, full disks."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import BinaryIO, cast

from .failure import FAILED, CommandError

READER_GONE = 141
"""The exit status of commands whose output nobody reads: 128 + SIGPIPE, as shells have it."""

_ESCAPES = "fourbar.escapes"
_ASCII_LINES = str.maketrans({"├": "|", "│": "|", "└": "`", "─": "-"})


def open_streams() -> None:
    """Make the standard streams of this process usable, whatever it was started with.

    A descriptor that is closed is taken: the next file that is opened would get it, and with it
    what is meant for the stream. Writing to a closed standard output fails, as to a full disk;
    what goes to a closed standard error is lost, as the user asked.
    """
    _occupy(0, os.O_RDONLY)
    _occupy(1, os.O_RDONLY)
    _occupy(2, os.O_WRONLY)
    # Typed as if they were always there.
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    codecs.register_error(_ESCAPES, _escaped)
    output: object = sys.stdout
    if isinstance(output, TextIOWrapper):
        cast("TextIOWrapper", output).reconfigure(errors=_ESCAPES)


def close_output(status: int) -> int:
    """Write out what standard output still holds; the exit status that the command ends with.

    A reader that has left changes nothing about what was found. Output that is lost is a failure.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
    except (OSError, ValueError) as error:
        _discard_output()
        say(f"fourbar: standard output: {getattr(error, 'strerror', None) or error}")
        return FAILED
    return status


def say(line: str) -> None:
    """Print a line on standard error, if it can be."""
    with suppress(OSError):  # nobody is left to hear of it; the exit status is enough
        print(line, file=sys.stderr, flush=True)


def standard_input() -> BinaryIO:
    """The bytes of standard input; CommandError where it is closed."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise CommandError("standard input is closed; use a file, or pipe one into the command")
    return sys.stdin.buffer


def drawn(text: str, *, xml: bool = False) -> str:
    """The text, where standard output has few characters: lines of trees are drawn with ASCII.

    In XML all others become references: it says itself that it is UTF-8.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if codecs.lookup(encoding).name == "utf-8":
        return text
    if xml:
        return text.encode("ascii", "xmlcharrefreplace").decode("ascii")
    try:
        "├│└─".encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_ASCII_LINES)
    return text


def _escaped(error: UnicodeError) -> tuple[str, int]:
    r"""What standard output cannot encode as \u00e9: JSON too reads it back."""
    assert isinstance(error, UnicodeEncodeError)
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = zip(units[::2], units[1::2], strict=True)
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs), error.end


def _occupy(descriptor: int, flags: int) -> None:
    """Open the null device at a descriptor that is closed."""
    try:
        os.fstat(descriptor)
    except OSError:
        null = os.open(os.devnull, flags)
        if null != descriptor:
            os.dup2(null, descriptor)
            os.close(null)


def _discard_output() -> None:
    """Let what is still to be written to standard output go nowhere: Python tries at its end."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
