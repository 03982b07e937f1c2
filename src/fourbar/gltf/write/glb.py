"""Robots as the bytes of `.glb` and `.gltf` files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from ...diagnostics import Report
from ...formats import LoadError
from ...gltf_file.document import GltfDocument
from ...robot import Robot
from ..options import GlbKeywords, GlbOptions
from .convert import convert


def write_glb(
    robots: Robot | Sequence[Robot],
    *,
    report: Report | None = None,
    options: GlbOptions | None = None,
    **keywords: Unpack[GlbKeywords],
) -> bytes:
    """One binary file; `options` are `GlbOptions`, and `keywords` attributes of it that differ.

    Missing files are only reported. A robot that is not a tree raises LoadError.
    """
    return _document(robots, report, options, keywords).to_glb()


def glb_parts(
    robots: Robot | Sequence[Robot],
    *,
    report: Report | None = None,
    options: GlbOptions | None = None,
    **keywords: Unpack[GlbKeywords],
) -> list[bytes]:
    """The pieces of the file that `write_glb` gives as a whole."""
    return _document(robots, report, options, keywords).glb_parts()


def write_gltf(
    robots: Robot | Sequence[Robot],
    *,
    report: Report | None = None,
    buffer: str | None = None,
    options: GlbOptions | None = None,
    **keywords: Unpack[GlbKeywords],
) -> bytes | dict[str, bytes]:
    """A JSON file with everything inside; or, with `buffer` named, two files by name.

    The JSON file has the empty name there: the caller names it.
    """
    document = _document(robots, report, options, keywords)
    if buffer is None or not document.binary:
        return document.to_gltf()
    return {"": document.to_gltf(buffer=buffer), buffer: document.binary}


def _document(
    robots: Robot | Sequence[Robot],
    report: Report | None,
    options: GlbOptions | None,
    keywords: GlbKeywords,
) -> GltfDocument:
    report = Report() if report is None else report
    document = convert(robots, report=report, options=options, **keywords)
    if document is None:
        raise LoadError(report)
    return document
