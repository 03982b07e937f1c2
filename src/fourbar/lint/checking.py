"""All findings about one robot, in one report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from ..diagnostics import Report, did_you_mean
from ..formats import Options, Reading, Source, open_content, read, read_back, validate
from ..formats.editable import editable
from ..reading import Content
from ..record import field_names, replace
from ..robot import Robot
from ..robot.values import kind_of_value
from .settings import Settings

if TYPE_CHECKING:
    from ..xml.tree import Document
    from .context import Context


def check(
    source: Robot | Reading | Source,
    *,
    settings: Settings | None = None,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
    targets: Iterable[str] | None = None,
    **options: Any,
) -> Report:
    """The report on a robot or on a file (path, `gallery:NAME`, `robot:NAME`, bytes or open file).

    `select`, `ignore` and `targets` do what `--select`, `--ignore` and `--target` do: `ignore` adds
    to the settings, the others replace what they have. Further options are those of
    `fourbar.read`. Never raises on content; a file that cannot be opened is a finding too (X013),
    where `fourbar.load` raises FileMissingError. A rule or target that does not exist raises
    SettingsError.

    A robot that was read from a file and not changed gets the file's report, and what
    `fourbar.read` gave is not read again. Any other robot is checked as the file it would be
    written to.
    """
    settings = _chosen(settings or Settings(), select, ignore, targets)
    _check_options(options)
    if not isinstance(source, Robot | Reading):
        report = Report()
        content = open_content(source, report)
        if content is None:
            return _counted(report, settings)
        source = content
    content = source.content if isinstance(source, Reading) else source
    if content is not None and not isinstance(content, Robot):
        form = source.options.format if isinstance(source, Reading) else options.get("format")
        validated = validate(content, format=form)
        if validated is not None:
            return _of_file(_counted(validated, settings), content)
    context, report = inspect(source, settings=settings, **options)
    if context is None:
        found = _counted(report, settings)
    else:
        from .run import run

        found = run(context)
    if not any(b"fourbar:" in source.data for source in found.sources.values()):
        return _of_file(found, content)
    from .suppress import suppressed

    return _of_file(suppressed(found, settings, context), content)


def _of_file(report: Report, content: Robot | Content | None) -> Report:
    """The report, which knows the file that was checked."""
    report.checked = [content.file] if isinstance(content, Content) else []
    return report


def _chosen(
    settings: Settings,
    select: Iterable[str] | None,
    ignore: Iterable[str] | None,
    targets: Iterable[str] | None,
) -> Settings:
    from .settings import codes

    if not isinstance(cast("object", settings), Settings):
        raise TypeError(
            f"settings must be a Settings, got {kind_of_value(settings)}; use fourbar.Settings(...)"
        )
    changes: dict[str, Any] = {}
    if select is not None:
        changes["select"] = select
    if ignore is not None:
        changes["ignore"] = settings.ignore + codes(ignore, where="ignore")
    if targets is not None:
        changes["targets"] = targets
    return replace(settings, **changes) if changes else settings


def _check_options(options: Mapping[str, Any]) -> None:
    """Raise TypeError for an option that nothing takes."""
    known = ("settings", "select", "ignore", "targets", *field_names(Options))
    for name in options:
        if name not in known:
            raise TypeError(f"check() has no option {name!r}{did_you_mean(name, known)}")


def inspect(
    source: Robot | Reading | Source, *, settings: Settings, **options: Any
) -> tuple[Context | None, Report]:
    """What the rules look at, and what reading it found; no context where there is no robot."""
    from .. import graph

    if isinstance(source, Robot):
        context = _recalled(source, settings)
    else:
        if not isinstance(source, Reading):
            packages: dict[str, Any] = {
                **settings.packages,
                **(options.pop("packages", None) or {}),
            }
            source = read(source, packages=packages, **options)
        if source.robot is None:
            return None, source.report
        context = _context(source, source.robot, settings)
    graph.check(context.robot, report=context.found)
    return context, context.found


def _counted(report: Report, settings: Settings) -> Report:
    from .run import counted

    return counted(report, settings)


def _context(reading: Reading, robot: Robot, settings: Settings) -> Context:
    from .context import Context

    packages = {**settings.packages, **(reading.options.packages or {})}
    settings = replace(settings, packages=packages)
    document = _document(robot)
    semantics = None
    if reading.semantics is not None:
        from ..urdf.semantics import Semantics

        semantics = Semantics(reading.semantics)
    return Context(
        robot,
        _copied(reading.report),
        settings,
        document=document,
        editable=editable(reading) is not None,
        semantics=semantics,
        opened=reading.opened,
    )


def _recalled(robot: Robot, settings: Settings) -> Context:
    """A robot in memory: what its reader found, if it was read and is as it was then."""
    from .context import Context

    found = None if robot.source is None else robot.source.found
    if found is not None and found.described == robot.described():
        whole = found.written or robot
        return Context(whole, _copied(found.report), settings, document=_document(robot))
    return Context(robot, read_back(robot), settings)


def _copied(report: Report) -> Report:
    """The reader's findings, to which others are added."""
    copy = Report()
    copy.extend(report)
    return copy


def _document(robot: Robot) -> Document | None:
    from ..xml.tree import Document

    return robot.source if isinstance(robot.source, Document) else None
