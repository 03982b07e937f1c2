"""From the address in a description to a file on disk."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from pathlib import Path

from .. import rules
from ..diagnostics import (
    NO_FACTS,
    Edit,
    Fix,
    PartPath,
    Report,
    Rule,
    Severity,
    Span,
    nearest,
    suggesting,
)
from ..markup import escape, escape_attribute
from ..packages import MAX_VISITED, PackageFinder, StrPath, absolute
from ..record import record
from .match import Miss, follow
from .roots import Roots
from .suffix import guess
from .uri import Kind, Reference, split

_SHOWN = 6
_LEAD = re.compile(r"(?:\.{0,2}/)*")


class How(StrEnum):
    """How a file was found."""

    PACKAGE = "package"
    RELATIVE = "relative"
    ABSOLUTE = "absolute"
    GUESSED = "guessed"


@record
class Located:
    """A file that exists, as an absolute path, and how it was found."""

    path: Path
    how: How


def locate(
    uri: str,
    *,
    base: StrPath | None,
    finder: PackageFinder,
    report: Report,
    roots: Iterable[StrPath] = (),
    confined: bool = False,
    span: Span | None = None,
    path: PartPath | None = None,
) -> Located | None:
    """Find the file that a mesh or texture names.

    Parameters
    ----------
    uri
        `package://`, `model://`, `file://`, a relative or an absolute path, as written.
    base
        The description file; None where it was not read from a file.
    finder
        Finds packages.
    report
        Takes the findings; nothing is raised.
    roots
        Further folders whose files may be used.
    confined
        Refuse files outside the folders of the description, its packages and `roots`: for
        descriptions from elsewhere. Those without a file (`base`) always are.
    span, path
        Where `uri` stands, for the findings.

    Returns
    -------
    Located | None
        None where there is an error (or a network address, which is not fetched).
    """
    allowed = Roots(base=base, finder=finder, extra=roots, confined=confined)
    return locate_within(
        uri, allowed, finder=finder, report=report, find_span=lambda: span, path=path
    )


def locate_within(
    uri: str,
    roots: Roots,
    *,
    finder: PackageFinder,
    report: Report,
    find_span: Callable[[], Span | None],
    path: PartPath | None = None,
) -> Located | None:
    """As `locate`, for many files of one description: the allowed folders are found once.

    Where `uri` is written is looked up when there is something to say about it.
    """
    return _Search(split(uri), roots, finder, _Place(report, find_span, path)).run()


class _Place:
    """Where an address is written."""

    def __init__(
        self, report: Report, find_span: Callable[[], Span | None], path: PartPath | None
    ) -> None:
        self.report = report
        self.path = path
        self._find_span = find_span

    @property
    def span(self) -> Span | None:
        return self._find_span()

    def add(
        self,
        rule: Rule,
        message: str,
        *notes: str,
        fix: Fix | None = None,
        severity: Severity | None = None,
        facts: Mapping[str, object] = NO_FACTS,
    ) -> None:
        self.report.add(
            rule,
            message,
            span=self.span,
            path=self.path,
            notes=notes,
            fix=fix,
            severity=severity,
            facts=facts,
        )

    def rewrite(self, uri: str, corrected: str, description: str) -> Fix | None:
        """Replace the address, if the span really holds it (not a xacro expression)."""
        span = self.span
        source = self.report.sources.get(span.file) if span else None
        if span is None or source is None:
            return None
        if source.data[span.start : span.end] != escape(uri).encode():
            return None
        edit = Edit(span.file, span.start, span.end, escape_attribute(corrected))
        return Fix(description, (edit,))


class _Search:
    """One reference on its way to a file."""

    def __init__(
        self, reference: Reference, roots: Roots, finder: PackageFinder, place: _Place
    ) -> None:
        self.reference = reference
        self.roots = roots
        self.finder = finder
        self.place = place
        self.tried: dict[Path, Miss | None] = {}
        self.outside: Path | None = None

    def run(self) -> Located | None:
        uri, kind = self.reference.uri, self.reference.kind
        if kind is Kind.MALFORMED:
            reason = self.reference.reason
            self.place.add(
                rules.assets.ASSET_URI, f"'{uri[:200]}' is not a valid file address: {reason}"
            )
            return None
        if kind is Kind.REMOTE:
            note = "Save the file next to the description and use a relative path."
            self.place.add(
                rules.assets.ASSET_NOT_FETCHED, f"'{uri}' is a web address and is not fetched", note
            )
            return None
        folders = self._folders()
        for folder, package in folders:
            for spelling in self.reference.spellings():
                target = self._target(folder, spelling)
                found = self._try(target, package)
                if found is not None:
                    self._report_spelling(spelling, target, found)
                    if kind is Kind.ABSOLUTE and not self.roots.contains(found, package):
                        self._report_elsewhere(found)
                    return Located(found, How(kind))
        for target in self.tried:
            self.finder.opened.note(target)  # the file may appear
        if self.outside is not None:
            self._report_outside(self.outside)
            return None
        return self._guess() or self._fail(package_found=bool(folders))

    def _folders(self) -> list[tuple[Path, Path | None]]:
        """Where the path may start, each with the package it belongs to."""
        own = [folder for folder in (self.roots.folder, self.roots.root) if folder]
        match self.reference.kind:
            case Kind.PACKAGE if self.reference.package:
                return [(p, p) for p in self.finder.candidates(self.reference.package)]
            case Kind.PACKAGE:  # package:///x
                return [(folder, None) for folder in dict.fromkeys(own)]
            case Kind.ABSOLUTE:
                return [(Path(Path.cwd().anchor), None)]
            case _:
                return [(folder, None) for folder in own[:1]]

    def _target(self, folder: Path, spelling: str) -> Path:
        inside = self.reference.kind is Kind.PACKAGE
        return absolute(folder / (spelling.lstrip("/") if inside else spelling))

    def _try(self, target: Path, package: Path | None) -> Path | None:
        if target in self.tried:
            return None
        try:
            anchor = self.roots.anchor(target, package)
            if anchor is None:
                self.tried[target] = None
                if target.exists():
                    self.outside = self.outside or target
                return None
            found = follow(anchor, target, self.finder.folders)
        except (OSError, ValueError):  # a name too long, or one the file system cannot hold
            return None
        if isinstance(found, Miss):
            self.tried[target] = found
            return None
        if not self.roots.permits(found, package):
            self.outside = self.outside or found
            return None
        return found

    def _guess(self) -> Located | None:
        root = self.roots.root
        found = guess(root, self.reference.parts(), self.finder.folders) if root else None
        if root is None or found is None or not self.roots.permits(found.file):
            return None
        end = "/".join(found.file.parts[-found.matched :])
        taken = self._show(found.file)
        message = (
            f"'{self.reference.uri}' does not exist; using '{taken}', whose path also ends in "
            f"'{end}'"
        )
        notes = self._notes()
        if found.others:
            more = ", ".join(f"'{self._show(other)}'" for other in found.others[:_SHOWN])
            notes.insert(0, f"{len(found.others)} other files have the same ending: {more}.")
        self.place.add(rules.assets.ASSET_GUESSED, message, *notes, facts={"taken": taken})
        return Located(found.file, How.GUESSED)

    # Findings

    def _report_spelling(self, spelling: str, target: Path, found: Path) -> None:
        uri, prefix, path = self.reference.uri, self.reference.prefix, self.reference.path
        if self.reference.kind is Kind.PACKAGE and not self.reference.package:
            taken = self._show(found)
            message = f"'{uri}' has no package name; using '{taken}'"
            note = "Write package://NAME/... or a relative path."
            self.place.add(rules.assets.PACKAGE_UNNAMED, message, note, facts={"taken": taken})
        if "\\" in path and "\\" not in spelling:
            fix = self.place.rewrite(uri, prefix + path.replace("\\", "/"), "write '/'")
            note = "Only Windows treats '\\' as a separator; '/' works everywhere."
            self.place.add(rules.assets.ASSET_SEPARATOR, f"'{uri}' uses backslashes", note, fix=fix)
        pairs = zip(target.parts, found.parts, strict=True)
        wrong = [(name, actual) for name, actual in pairs if name != actual]
        if not wrong:
            return
        name, actual = wrong[0]
        fix = None
        corrected = _recased(spelling, found)
        if spelling == path and corrected is not None:
            fix = self.place.rewrite(uri, prefix + corrected, f"write '{actual}'")
        message = f"'{name}' in '{uri}' is spelled '{actual}' on disk"
        self.place.add(rules.assets.ASSET_LETTER_CASE, message, fix=fix)

    def _report_elsewhere(self, found: Path) -> None:
        self.place.add(
            rules.assets.ASSET_OUTSIDE,
            f"'{self.reference.uri}' is an absolute path to '{self._show(found)}', which other "
            "machines do not have",
            "Use a package:// address, or a path relative to the description.",
            severity=Severity.WARNING,
        )

    def _report_outside(self, target: Path) -> None:
        inside = [f for f in (self.roots.root, self.roots.folder) if f]
        where = f"'{self._show(inside[0])}'" if inside else "the given folders"
        self.place.add(
            rules.assets.ASSET_OUTSIDE,
            f"'{self.reference.uri}' resolves to '{self._show(target)}', which is outside {where}",
            "Use a package:// address, or move the file beside the description.",
        )

    def _fail(self, *, package_found: bool) -> None:
        uri, package = self.reference.uri, self.reference.package
        if package and not package_found:
            near = nearest(package, self.finder.names())
            message, facts = suggesting(
                f"package '{package}' in '{uri}' was not found", package, near
            )
            self.place.add(
                rules.assets.PACKAGE_NOT_FOUND,
                message,
                f"Pass --package {package}=FOLDER (packages={{'{package}': FOLDER}}), "
                "or set ROS_PACKAGE_PATH or AMENT_PREFIX_PATH.",
                facts=facts,
            )
            return
        misses = [miss for miss in self.tried.values() if miss is not None]
        near = next((miss.nearest for miss in misses if miss.nearest), None)
        message, facts = suggesting(f"'{uri}' does not exist", uri, near)
        self.place.add(rules.assets.ASSET_NOT_FOUND, message, *self._notes(), facts=facts)

    def _notes(self) -> list[str]:
        """The places tried, and what stopped the search there."""
        if self.reference.package and not self.tried:
            return [f"Package '{self.reference.package}' was not found."]
        if self.roots.folder is None:
            return [
                "The description was not read from a file, so relative paths cannot be resolved."
            ]
        notes: list[str] = []
        for target, miss in list(self.tried.items())[:_SHOWN]:
            note = f"Tried '{self._show(target)}'"
            if miss is not None and miss.folder != target.parent:
                note += f": '{self._show(miss.folder)}' has no '{miss.name}'"
            notes.append(f"{note}.")
        root = self.roots.root
        if root is not None and not self.finder.folders.files_below(root).complete:
            notes.append(
                f"'{self._show(root)}' has more than {MAX_VISITED:,} entries; "
                "the search for a similar path stopped there."
            )
        return notes

    def _show(self, path: Path) -> str:
        """The path from the description's folder, or the absolute one if that is far away."""
        folder = self.roots.folder
        if folder is None:
            return str(path)
        relative = Path(os.path.relpath(path, folder))
        return path.as_posix() if relative.parts.count("..") > 4 else relative.as_posix()


def _recased(spelling: str, found: Path) -> str | None:
    """The path as written, in the letter case of the file found."""
    lead = _LEAD.match(spelling)
    start = lead.end() if lead else 0
    count = spelling.count("/", start) + 1
    corrected = "/".join(found.parts[-count:])
    same = corrected.lower() == spelling[start:].lower()  # no `..` or `//` in between
    return spelling[:start] + corrected if same else None
