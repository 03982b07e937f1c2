"""Formats: the table of all of them, reading and writing robots.

The table is small; what reads and writes is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .table import (
    FORMATS,
    READERS,
    SUFFIXES,
    Format,
    Likelihood,
    readable,
    readable_suffixes,
    readable_text,
    suffix_of,
    writable,
    writable_text,
)

if TYPE_CHECKING:
    from ..reading import Content, Options, Reading, Source
    from .content import open_content
    from .error import FileMissingError, LoadError, LoadWarning, SaveError
    from .input import connected, load, loads, read, validate
    from .output import dumps, save
    from .savable import read_back

__all__ = [
    "FORMATS",
    "READERS",
    "SUFFIXES",
    "Content",
    "FileMissingError",
    "Format",
    "Likelihood",
    "LoadError",
    "LoadWarning",
    "Options",
    "Reading",
    "SaveError",
    "Source",
    "connected",
    "dumps",
    "load",
    "loads",
    "open_content",
    "read",
    "read_back",
    "readable",
    "readable_suffixes",
    "readable_text",
    "save",
    "suffix_of",
    "validate",
    "writable",
    "writable_text",
]

_HOME = {
    "Content": "fourbar.reading",
    "FileMissingError": "fourbar.formats.error",
    "LoadError": "fourbar.formats.error",
    "LoadWarning": "fourbar.formats.error",
    "Options": "fourbar.reading",
    "Reading": "fourbar.reading",
    "SaveError": "fourbar.formats.error",
    "Source": "fourbar.reading",
    "connected": "fourbar.formats.input",
    "dumps": "fourbar.formats.output",
    "load": "fourbar.formats.input",
    "loads": "fourbar.formats.input",
    "open_content": "fourbar.formats.content",
    "read": "fourbar.formats.input",
    "read_back": "fourbar.formats.savable",
    "save": "fourbar.formats.output",
    "validate": "fourbar.formats.input",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fourbar.formats' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
