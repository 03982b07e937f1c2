"""`--json`: one object per command, which says what it is and in which version.

`docs/schemas/` has a JSON schema for each. Fields are added within a version; a field that changes
or goes makes a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, cast

from ...diagnostics import Report, Severity


def add_json(parser: Any, help: str = "print JSON") -> None:
    """Declare `--json`."""
    parser.add_argument("--json", action="store_true", help=help)


def json_text(
    command: str, version: int, facts: Mapping[str, Any], *, indent: int | None = 2
) -> str:
    """The facts as JSON that ends with a line break; numbers that are not finite become null."""
    document = {"format": f"fourbar.{command}", "version": version, **facts}
    import json  # commands that print text do not wait for it

    return json.dumps(_finite(document), indent=indent, ensure_ascii=False, allow_nan=False) + "\n"


def with_errors(facts: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """The facts, and how many errors the file has: what has one is not in the robot."""
    return {**facts, "errors": report.count(Severity.ERROR)}


def _finite(value: Any) -> Any:
    """The value with null for what JSON has no number for."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        return {key: _finite(each) for key, each in items}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in cast("list[Any]", value)]
    return value
