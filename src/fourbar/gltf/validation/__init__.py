"""Check a file of the extension, whoever wrote it."""

from .file import validate

__all__ = ["validate"]
