"""The Python of a page of the documentation, run from top to bottom."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_RAISES = re.compile(r"#\s*(?:\w+\.)*(\w*(?:Error|Exception)): (.*)$")


class Statement(NamedTuple):
    """A statement of a page: its line there, and the exception that its comment promises."""

    line: int
    code: str
    error: str | None
    message: str | None


def statements(page: Path) -> Iterator[Statement]:
    """The statements of all blocks; `>>>` with its output is one that is expected to raise it."""
    text = page.read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(1)) + 1
        if block[1].startswith(">>>"):
            yield from _session(block[1], first)
            continue
        lines = block[1].splitlines()
        for node in ast.parse(block[1]).body:
            assert node.end_lineno is not None
            code = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            decorators = getattr(node, "decorator_list", [])
            if decorators:
                start = decorators[0].lineno - 1
                code = "\n".join(lines[start : node.end_lineno])
            found = _RAISES.search(code)
            error, message = found.groups() if found else (None, None)
            yield Statement(first + node.lineno - 1, code, error, message)


def _session(block: str, first: int) -> Iterator[Statement]:
    for example in doctest.DocTestParser().get_examples(block):
        name, _, message = example.want.strip().partition(": ")
        yield Statement(first + example.lineno, example.source, name.rpartition(".")[2], message)


def run(page: Path) -> dict[str, Any]:
    """Run a page in the current folder; the names it leaves. AssertionError names the line."""
    names: dict[str, Any] = {"__name__": "__page__"}
    for line, code, error, message in statements(page):
        where = f"{page.name}:{line}"
        try:
            exec(compile(code, where, "exec"), names)
        except Exception as raised:
            if (type(raised).__name__, str(raised)) != (error, message):
                raise AssertionError(f"{where}: {type(raised).__name__}: {raised}") from raised
        else:
            assert error is None, f"{where}: {error} is promised, nothing is raised"
    return names
