"""YAML files that xacro loads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..diagnostics import Report, SourceText, Span
from .limits import MAX_ITEMS, MAX_YAML, LimitError
from .origin import offset_of


class BadYamlError(Exception):
    """A YAML file that cannot be read; `span` is the place in it."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


def read_yaml(path: str, engine: Any, *, show: str, report: Report) -> Any:
    """The content of a file as `xacro.load_yaml` gives it, units such as `!degrees` included.

    `show` names the file in findings.
    """
    import yaml

    with Path(path).open("rb") as stream:
        data = stream.read(MAX_YAML + 1)
    if len(data) > MAX_YAML:
        raise LimitError(f"'{show}' has more than {MAX_YAML:,} bytes")

    class Loader(yaml.SafeLoader):
        """The safe loader, without changing it for everyone else."""

    for unit in engine.ConstructUnits:
        Loader.add_constructor(unit.value.tag, unit.constructor)
    try:
        value = yaml.load(data, Loader)
    except yaml.YAMLError as error:
        source = SourceText(show, data)
        report.add_source(source)
        raise BadYamlError(*_reason(error, source)) from error
    _check_size(value, show)
    return engine.YamlListWrapper.wrap(value)


def _reason(error: Any, source: SourceText) -> tuple[str, Span]:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    line, column = (mark.line, mark.column) if mark else (0, 0)
    at = offset_of(source.data, line, column)
    return f"cannot read the YAML file: {problem}", source.span(at, at + 1)


def _check_size(value: Any, show: str) -> None:
    """Refuse aliases that multiply, which are small until they are written out."""
    sizes: dict[int, int] = {}

    def size(item: Any) -> int:
        inner: Any = item.values() if isinstance(item, dict) else item  # type: ignore[misc]
        if not isinstance(item, dict | list):
            return 1
        key = id(item)  # type: ignore[arg-type]
        if key not in sizes:
            sizes[key] = MAX_ITEMS + 1  # stands while its content is counted: a cycle
            sizes[key] = 1 + sum(map(size, inner))
        return sizes[key]

    if size(value) > MAX_ITEMS:
        raise LimitError(f"'{show}' has more than {MAX_ITEMS:,} values")
