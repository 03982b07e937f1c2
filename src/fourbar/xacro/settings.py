"""YAML files, read as xacro reads them: bounded, and with units."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .. import rules
from ..diagnostics import Report, SourceText, Span
from .containers import is_dict, is_list
from .dotted import dotted
from .error import XacroError
from .limits import MAX_ITEMS, MAX_YAML, Budget, LimitError, check

_UNITS = {
    "!radians": 1.0,
    "!degrees": math.pi / 180.0,
    "!meters": 1.0,
    "!millimeters": 0.001,
    "!foot": 0.3048,
    "!inches": 0.0254,
}
_MERGE = "tag:yaml.org,2002:merge"
_LONGEST_NUMBER = 1_000


def read_yaml(
    data: bytes, *, show: str, report: Report, budget: Budget, number: Callable[[str], Any]
) -> Any:
    """The content of a file, its dictionaries ready for `value.key`.

    `show` names the file in findings; `number` evaluates what is written after a unit.
    """
    import yaml

    check(len(data), MAX_YAML, f"bytes in '{show}'")

    class Loader(yaml.SafeLoader):
        """The safe loader, without changing it for everyone else, and bounded."""

        merged_keys = 0

        def flatten_mapping(self, node: Any) -> None:
            for key, value in node.value:
                if key.tag != _MERGE:
                    continue
                for merged in value.value if isinstance(value, yaml.SequenceNode) else (value,):
                    if isinstance(merged, yaml.MappingNode):
                        self.flatten_mapping(merged)
                        self.merged_keys += len(merged.value)
                        check(self.merged_keys, MAX_ITEMS, f"merged keys in '{show}'")
            super().flatten_mapping(node)

        def construct_yaml_int(self, node: Any) -> Any:
            check(len(node.value), _LONGEST_NUMBER, f"digits of a number in '{show}'")
            return super().construct_yaml_int(node)

        def construct_yaml_float(self, node: Any) -> Any:
            check(len(node.value), _LONGEST_NUMBER, f"digits of a number in '{show}'")
            return super().construct_yaml_float(node)

    Loader.add_constructor("tag:yaml.org,2002:int", Loader.construct_yaml_int)
    Loader.add_constructor("tag:yaml.org,2002:float", Loader.construct_yaml_float)
    for unit, factor in _UNITS.items():
        Loader.add_constructor(unit, _unit(factor, number))
    source = SourceText(show, data)
    report.add_source(source)
    try:
        value = yaml.load(data, Loader)
    except yaml.YAMLError as error:
        message, span = _reason(error, source)
        raise XacroError(rules.xacro.XACRO_YAML, message, span=span) from error
    except RecursionError as error:
        raise LimitError(f"too many values inside one another in '{show}'") from error
    except (AttributeError, LookupError, ValueError) as error:  # from tags: !!bool 1, !!int ""
        message = f"cannot read the YAML file: {error}"
        raise XacroError(rules.xacro.XACRO_YAML, message, span=source.span(0, 0)) from error
    _check_size(value, show)
    return dotted(value, budget)


def _unit(factor: float, number: Callable[[str], Any]) -> Callable[[Any, Any], float]:
    def construct(loader: Any, node: Any) -> float:
        return float(number(loader.construct_scalar(node))) * factor

    return construct


def _reason(error: Any, source: SourceText) -> tuple[str, Span]:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    line, column = (mark.line, mark.column) if mark else (0, 0)
    at = _offset(source.data, line, column)
    return f"cannot read the YAML file: {problem}", source.span(at, at + 1)


def _offset(data: bytes, line: int, column: int) -> int:
    """The byte offset of a line and a column, in characters, both counted from 0."""
    start = 0
    for _ in range(line):
        start = data.find(b"\n", start) + 1
    text = data[start : start + 4 * column].decode("utf-8", "replace")
    return start + len(text[:column].encode())


def _check_size(value: Any, show: str) -> None:
    """Refuse aliases that multiply, which are small until they are written out."""
    sizes: dict[int, int] = {}

    def size(item: Any) -> int:
        if not is_dict(item) and not is_list(item):
            return 1
        key = id(item)
        if key not in sizes:
            sizes[key] = MAX_ITEMS + 1  # holds while its content is counted: a cycle
            sizes[key] = 1 + sum(map(size, item.values() if is_dict(item) else item))
        return sizes[key]

    check(size(value), MAX_ITEMS, f"values in '{show}'")
