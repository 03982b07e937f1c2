"""Robots as the bytes of `.glb` and `.gltf` files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...diagnostics import Report
from ...formats import LoadError
from ...gltf_file.document import GltfDocument
from ...robot import Robot
from .convert import convert


def write_glb(
    robots: Robot | Sequence[Robot], *, report: Report | None = None, **options: Any
) -> bytes:
    """One binary file; the options are those of `fourbar.gltf.convert`.

    Missing files are only reported. A robot that is no tree raises LoadError.
    """
    return _document(robots, report, options).to_glb()


def glb_parts(
    robots: Robot | Sequence[Robot], *, report: Report | None = None, **options: Any
) -> list[bytes]:
    """The pieces of the file that `write_glb` gives as a whole."""
    return _document(robots, report, options).glb_parts()


def write_gltf(
    robots: Robot | Sequence[Robot],
    *,
    report: Report | None = None,
    buffer: str | None = None,
    **options: Any,
) -> bytes | dict[str, bytes]:
    """A JSON file with everything inside; or, with `buffer` named, two files by name.

    The JSON then has the empty name, for its own is up to the caller.
    """
    document = _document(robots, report, options)
    if buffer is None or not document.binary:
        return document.to_gltf()
    return {"": document.to_gltf(buffer=buffer), buffer: document.binary}


def _document(
    robots: Robot | Sequence[Robot], report: Report | None, options: dict[str, Any]
) -> GltfDocument:
    report = Report() if report is None else report
    document = convert(robots, report=report, **options)
    if document is None:
        raise LoadError(report)
    return document
