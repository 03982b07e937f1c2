"""All findings about one robot, in one report."""

from __future__ import annotations

import os
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..diagnostics import Report
from ..formats import Source, read, validate
from ..robot import Robot
from .settings import Settings

if TYPE_CHECKING:
    from ..xml.tree import Document
    from .context import Context


def check(source: Robot | Source, *, settings: Settings | None = None, **options: Any) -> Report:
    """The report on a robot or on a file (path, `gallery:NAME`, bytes or open file).

    Options are those of `fourbar.read`. Never raises on content. A robot that was read from a
    file and not changed gets the file's report.
    """
    settings = settings or Settings()
    if not isinstance(source, Robot):
        validated = validate(source, format=options.get("format"))
        if validated is not None:
            from .run import counted

            return counted(validated, settings)
    context, report = inspect(source, settings=settings, **options)
    if context is None:
        from .run import counted

        return counted(report, settings)
    from .run import run

    found = run(context)
    if not any(b"fourbar:" in source.data for source in found.sources.values()):
        return found
    from .suppress import suppressed

    return suppressed(found, context)


def inspect(
    source: Robot | Source, *, settings: Settings, **options: Any
) -> tuple[Context | None, Report]:
    """What the rules look at, and what reading it found; no context where there is no robot."""
    from .. import graph
    from .context import Context

    semantics, editable = None, False
    if isinstance(source, Robot):
        robot, report, document = _again(source)
    else:
        packages: dict[str, Any] = {**settings.packages, **(options.pop("packages", None) or {})}
        source, data = _opened(source)
        found, report = read(source, packages=packages, **options)
        if found is None:
            return None, report
        robot, document = found, _document(found)
        settings = replace(settings, packages=packages)
        # Offsets are those of the file unless it was expanded or re-encoded.
        editable = document is not None and not document.origins and document.text.data == data
        if options.get("srdf") is not None:
            from .srdf import read_semantics

            semantics = read_semantics(options["srdf"], report)
    graph.check(robot, report=report)
    context = Context(
        robot, report, settings, document=document, editable=editable, semantics=semantics
    )
    return context, report


class NamedBytes(BytesIO):
    """Bytes that stand for the content of a file."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


def _opened(source: Source) -> tuple[Source, bytes | None]:
    """The source with its bytes, read once; unreadable files are left to the reader's report."""
    if isinstance(source, bytes):
        return source, source
    if isinstance(source, NamedBytes):
        return source, source.getvalue()
    if isinstance(source, str | os.PathLike) and not str(source).startswith("gallery:"):
        try:
            data = Path(source).read_bytes()
        except (OSError, ValueError):
            return source, None
        return NamedBytes(data, os.fspath(source)), data
    return source, None


def _again(robot: Robot) -> tuple[Robot, Report, Document | None]:
    """Read an unchanged robot's text again, for what its reader found."""
    from ..urdf.parse import parse
    from ..urdf.read import read_document
    from ..urdf.references import check_references

    document = _document(robot)
    if document is not None:
        for convention in (None, "paper", "parser"):
            report = Report()
            fresh = parse(document.text.data, file=document.text.name, report=report)
            if fresh is None:
                break
            fresh.path, fresh.origins = document.path, document.origins
            same = read_document(fresh, report, coupling=convention)
            if same is not None and same.replace(configurations=robot.configurations) == robot:
                return robot, report, fresh
    report = Report()
    check_references(robot, report)
    return robot, report, None


def _document(robot: Robot) -> Document | None:
    from ..xml.tree import Document

    return robot.source if isinstance(robot.source, Document) else None
