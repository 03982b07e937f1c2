"""A report as text for people, or as JSON, SARIF, GitHub annotations or JUnit for machines."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from ..report import Report

FORMATS = ("text", "json", "sarif", "github", "junit")


class Renderer(Protocol):
    """What each module here offers."""

    def render(self, report: Report, *, color: bool = False) -> str:
        """The report as one string that ends with a line break."""
        ...


def render(report: Report, format: str, *, color: bool = False) -> str:
    """Render with the named format; only that renderer is imported."""
    if format not in FORMATS:
        raise ValueError(f"unknown report format {format!r}; one of {', '.join(FORMATS)}")
    renderer = cast(Renderer, import_module(f".{format}", __name__))
    return renderer.render(report, color=color)
