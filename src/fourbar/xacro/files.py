"""The files of an expansion: where they are, what they hold, and which were read."""

from __future__ import annotations

import os
import re
from fnmatch import filter as matching
from pathlib import Path

from .. import rules
from ..diagnostics import Report, did_you_mean, nearest
from ..packages import PackageFinder
from ..record import replace
from .arguments import Arguments
from .error import ReportedError, XacroError
from .known import listed
from .limits import MAX_MATCHES, check
from .place import Call, shortened
from .template import Template, read_template

_WILDCARD = re.compile(r"[*?\[]")
_LARGEST = 64 * 2**20
_FAR = 4


class Files:
    """Finds and reads files for one expansion.

    `file` is the name of the main file in findings, `path` where it is. The finder is told of
    every file before it is read.
    """

    def __init__(
        self,
        file: str,
        path: str,
        *,
        finder: PackageFinder,
        arguments: Arguments,
        report: Report,
    ) -> None:
        self.file = file
        self.path = path
        self.read: dict[str, None] = {}
        self.templates: dict[str, Template] = {}
        self._finder = finder
        self._arguments = arguments
        self._report = report

    def show(self, path: str) -> str:
        """A path as the user would type it, beside the name of the main file."""
        if path == self.path:
            return self.file
        if Path(self.file).is_absolute():
            return os.path.normpath(path)
        relative = os.path.relpath(path, Path(self.path).parent)
        if Path(relative).parts.count("..") > _FAR:
            return os.path.normpath(path)
        return os.path.normpath(Path(self.file).parent / relative)

    def main(self, data: bytes) -> Template:
        """The main file, whose bytes are known."""
        return self._template(self.path, data)

    def template(self, path: str, call: Call) -> Template:
        """A file that is included; findings in it also have the places that include it."""
        known = self.templates.get(path)
        return known or self._template(path, self.content(path, _LARGEST), call)

    def _template(self, path: str, data: bytes, call: Call | None = None) -> Template:
        report = Report()
        found = read_template(data, file=self.show(path), report=report)
        around = shortened([each.related() for each in call or ()])
        for finding in report:
            self._report.keep(replace(finding, related=(*finding.related, *around)))
        self._report.sources.update(report.sources)
        if found is None:
            raise ReportedError
        self.templates[path] = found
        return found

    def content(self, path: str, limit: int) -> bytes:
        """The bytes of a file, and one more than `limit` where it is larger."""
        self.read[path] = None
        try:
            if Path(path).exists() and not Path(path).is_file():
                raise IsADirectoryError(0, "not a file", path)
            return self._finder.opened.read(Path(path), most=limit + 1)
        except (OSError, ValueError) as error:  # ValueError: a null character in the path
            raise self._unreadable(path, error) from error

    def package(self, name: str) -> str:
        """The folder of a package."""
        folder = self._finder.find(name)
        if folder is not None:
            return str(folder)
        known = self._finder.names()
        guess = nearest(name, known)
        raise XacroError(
            rules.xacro.XACRO_PACKAGE_NOT_FOUND,
            f"package '{name}' is not found{did_you_mean(name, known)}",
            f"Pass --package {name}=FOLDER (packages={{'{name}': FOLDER}}), "
            "or set ROS_PACKAGE_PATH or AMENT_PREFIX_PATH.",
            facts={} if guess is None else {"suggestion": guess},
        )

    def _unreadable(self, path: str, error: OSError | ValueError) -> XacroError:
        file = Path(path)
        reason = (getattr(error, "strerror", None) or "cannot be read").lower()
        message = f"'{self.show(path)}': {reason}"
        notes: list[str] = []
        facts: dict[str, object] = {}
        folder, name = _last_existing(file)
        if folder is not None and isinstance(error, FileNotFoundError):
            here = sorted(self._finder.folders.entries(folder) or {})
            near = nearest(name, here)
            if near is not None:
                message += f"; did you mean '{near}'?"
                facts["suggestion"] = near
            contents = f"'{self.show(str(folder))}' contains {listed(here) or 'no files'}."
            if name != file.name:
                contents = f"The folder '{name}' does not exist: {contents}"
            notes.append(contents)
            notes.extend(self._arguments_behind(name))
        return XacroError(
            rules.xacro.XACRO_FILE_NOT_FOUND, message, *notes, facts=facts, missing=True
        )

    def _arguments_behind(self, name: str) -> list[str]:
        """The arguments whose value is the missing name, or the longest part of it."""
        parts = [(a, value) for a, value in sorted(self._arguments.items()) if value in name]
        longest = max((value for _, value in parts), key=len, default="")
        notes: list[str] = []
        for argument, value in parts:
            if len(value) > 1 and value == longest:
                source = "as given" if argument in self._arguments.given else "its default"
                notes.append(
                    f"Argument '{argument}' is '{value}' ({source}); pass --arg {argument}:=VALUE."
                )
        return notes


def has_wildcards(path: str) -> bool:
    """Whether a path stands for all files that it matches."""
    return _WILDCARD.search(path) is not None


def matches(pattern: str) -> list[str]:
    """The paths that a pattern matches, sorted, as `glob` does it, but bounded."""
    found = ["/" if pattern.startswith("/") else ""]
    seen = 0
    for part in filter(None, pattern.split("/")):
        deeper: list[str] = []
        for folder in found:
            names = [part]
            if has_wildcards(part):
                names = _entries(folder)
                seen += len(names)
                check(seen, MAX_MATCHES, f"files and folders for '{pattern}'")
                names = matching(names, part)
                if not part.startswith("."):
                    names = [name for name in names if not name.startswith(".")]
            deeper.extend(str(Path(folder, name)) for name in names)
        found = deeper
    return sorted(path for path in found if os.path.lexists(path))


def _entries(folder: str) -> list[str]:
    try:
        return [entry.name for entry in Path(folder or ".").iterdir()]
    except OSError:
        return []


def _last_existing(file: Path) -> tuple[Path | None, str]:
    """The deepest folder on the way to a file that exists, and the name missing in it."""
    for folder in file.parents:
        try:
            if folder.is_dir():
                return folder, file.relative_to(folder).parts[0]
        except ValueError:
            break
    return None, ""
