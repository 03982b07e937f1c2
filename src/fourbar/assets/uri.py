"""The address of a file as descriptions write it, taken apart."""

from __future__ import annotations

import re
from enum import StrEnum

from ..record import record

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(//)?")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class Kind(StrEnum):
    """What a file's address is relative to."""

    PACKAGE = "package"
    RELATIVE = "relative"
    ABSOLUTE = "absolute"
    REMOTE = "remote"
    MALFORMED = "malformed"


@record
class Reference:
    """`uri` is `prefix + path`; `package` is empty for `package:///x`.

    A malformed one says why in `reason`.
    """

    uri: str
    kind: Kind
    path: str
    package: str = ""
    reason: str = ""

    @property
    def prefix(self) -> str:
        """What stands before the path: `package://ur_description/`."""
        return self.uri[: len(self.uri) - len(self.path)]

    def spellings(self) -> list[str]:
        """The path as written, with `%20` and the like decoded, and with slashes only."""
        written = [self.path, unquote(self.path)]
        spellings = written + [path.replace("\\", "/") for path in written]
        return [s for s in dict.fromkeys(spellings) if not _CONTROL.search(s)]

    def parts(self) -> tuple[str, ...]:
        """The names on the path, decoded, the package first; without `.` and `..`."""
        path = unquote(f"{self.package}/{self.path}").replace("\\", "/")
        return tuple(part for part in path.split("/") if part not in ("", ".", ".."))


def split(uri: str) -> Reference:
    """Take an address apart; never fails, what makes no sense is `Kind.MALFORMED`."""
    if not uri.strip():
        return Reference(uri, Kind.MALFORMED, uri, reason="the file name is empty")
    if _CONTROL.search(uri) or "\0" in unquote(uri):
        return Reference(uri, Kind.MALFORMED, uri, reason="it contains control characters")
    scheme = _SCHEME.match(uri)
    if scheme is None or _DRIVE.match(uri):
        rooted = uri.startswith(("/", "\\")) or _DRIVE.match(uri) is not None
        return Reference(uri, Kind.ABSOLUTE if rooted else Kind.RELATIVE, uri)
    rest = uri[scheme.end() :]
    match scheme[1].lower():
        case "package" | "model" if scheme[2]:
            package, slash, path = rest.partition("/")
            if not slash:
                reason = f"it has a package ('{package}') but no file"
                return Reference(uri, Kind.MALFORMED, rest, reason=reason)
            return Reference(uri, Kind.PACKAGE, path, unquote(package))
        case "file":
            return _file(uri, rest)
        case "http" | "https" | "ftp":
            return Reference(uri, Kind.REMOTE, rest)
        case other:
            reason = f"unknown address scheme '{other}:'"
            return Reference(uri, Kind.MALFORMED, rest, reason=reason)


def unquote(text: str) -> str:
    """With `%20` and the like decoded. Few names have any, and `urllib.parse` is a large import."""
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text)


def _file(uri: str, rest: str) -> Reference:
    """`file:///abs`, `file://localhost/abs`; other hosts are meant as relative paths."""
    if rest.lower().startswith("localhost/"):
        rest = rest[len("localhost") :]
    if _DRIVE.match(rest[1:]):
        rest = rest[1:]
    rooted = rest.startswith("/") or _DRIVE.match(rest) is not None
    return Reference(uri, Kind.ABSOLUTE if rooted else Kind.RELATIVE, rest)
