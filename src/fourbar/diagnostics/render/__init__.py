"""A report as text for people, or as JSON, SARIF, GitHub annotations or JUnit for machines."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from ..report import Report
from ..rule import Severity

FORMATS = ("text", "json", "sarif", "github", "junit")


class Renderer(Protocol):
    """What each module for machines offers; `text` also takes `color`, `junit` `fail_on`."""

    def render(self, report: Report) -> str:
        """The report as one string that ends with a line break."""
        ...


def render(
    report: Report, format: str, *, color: bool = False, fail_on: Severity = Severity.ERROR
) -> str:
    """Render with the named format; only that renderer is imported."""
    if format not in FORMATS:
        raise ValueError(f"unknown report format {format!r}; expected one of: {', '.join(FORMATS)}")
    if format == "text":
        from . import text

        return text.render(report, color=color)
    if format == "junit":
        from . import junit

        return junit.render(report, fail_on=fail_on)
    renderer = cast(Renderer, import_module(f".{format}", __name__))
    return renderer.render(report)
