"""`fourbar check`: findings like a compiler's, and their fixes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..diagnostics import Diagnostic, Report, Severity
from ..diagnostics.render import FORMATS
from ..formats.table import Likelihood, either, readable_suffixes
from ..lint.settings import TARGETS
from ..schemes import is_name
from .failure import FAILED, FINDINGS, OK, CommandError
from .options.color import colored
from .options.json_output import add_json
from .options.own_input import refuse_robot, refuse_same
from .options.robot import add_input, exit_status, reading_options, refuse_idle_arguments
from .streams import drawn, standard_input

if TYPE_CHECKING:
    from ..lint import Settings
    from ..lint.files import Collected

HELP = "Check robot descriptions and report problems with file, line and column"

_PARALLEL = 16
_NAMED = 5
_TIME_LIMIT = 60.0
_SUFFIXES = {".json": "json", ".sarif": "sarif", ".xml": "junit"}
"""The formats of reports by the extension of OUTPUT; text for all others."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    fixes = add_checking(parser)
    fixes.add_argument("--fix", action="store_true", help="apply safe fixes to the files")


def add_checking(parser: argparse.ArgumentParser) -> Any:
    """Declare what `check` and `fix` share; the group of options about fixes."""
    add_input(parser, several=True)
    rules = parser.add_argument_group("rules")
    rules.add_argument("--select", metavar="CODES", help="run only these rules, such as P,R205")
    rules.add_argument("--ignore", metavar="CODES", help="rules to skip, such as P440")
    rules.add_argument(
        "--target", metavar="TARGETS", help=f"tools that will load the robot: {', '.join(TARGETS)}"
    )
    rules.add_argument(
        "--preview", action="store_true", default=None, help="also run preview rules"
    )
    rules.add_argument(
        "--no-meshes", action="store_true", help="do not open mesh files (they are still located)"
    )
    rules.add_argument(
        "--config",
        metavar="FILE",
        help="configuration file (default: nearest fourbar.toml or pyproject.toml in a parent "
        "folder)",
    )
    rules.add_argument("--isolated", action="store_true", help="ignore configuration files")
    known = parser.add_argument_group("baseline")
    known.add_argument(
        "--baseline", metavar="FILE", help="ignore the findings recorded in this file"
    )
    known.add_argument("--write-baseline", metavar="FILE", help="record all findings in this file")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument(
        "--unsafe-fixes", action="store_true", help="also apply or show unsafe fixes"
    )
    fixes.add_argument(
        "--diff",
        action="store_true",
        help="show what fixes would change, without changing any file",
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--format",
        choices=FORMATS,
        help="output format (default: by the extension of OUTPUT, or text)",
    )
    add_json(output, "print JSON (same as --format json)")
    output.add_argument(
        "-o",
        "--output",
        metavar="OUTPUT",
        help="write the report to this file: .json, .sarif, .xml (JUnit), or text",
    )
    output.add_argument("--statistics", action="store_true", help="count findings by rule")
    output.add_argument(
        "--fail-on",
        choices=tuple(Severity),
        default=Severity.ERROR,
        help="exit with 1 if a finding is at least this severe (default: error)",
    )
    many = parser.add_argument_group("many files")
    many.add_argument(
        "--allow-none",
        action="store_true",
        help="succeed if there is no robot among the files (for hooks)",
    )
    many.add_argument("--watch", action="store_true", help="check again when a file changes")
    many.add_argument(
        "-j", "--jobs", metavar="N", type=_positive, help="number of processes (default: as needed)"
    )
    many.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=_seconds,
        help="time limit per file (default: 60 when checking many files)",
    )
    return fixes


def run(args: argparse.Namespace) -> int:
    """Check every file; 1 if one has findings that count."""
    from ..lint import SettingsError
    from ..lint.files import collect

    if args.json and args.format not in (None, "json"):
        raise CommandError("--json and --format cannot be combined")
    args.format = "json" if args.json else args.format or _format(args.output)
    _refuse_robots(args)
    if args.statistics and args.format != "text":
        raise CommandError(f"--statistics is text; it cannot be combined with {args.format}")
    if args.diff and args.format != "text" and args.output is None:
        raise CommandError(
            f"--diff prints the changes; write the {args.format} report to a file with --output"
        )
    if args.diff and args.write_baseline is not None:
        raise CommandError("--diff changes no file; it cannot be combined with --write-baseline")
    refuse_idle_arguments(args, args.files)
    try:
        if args.watch:
            return _watch(args)
        found = collect(args.files)
        if (args.fix or args.diff) and "-" in found.files:
            raise CommandError("standard input cannot be fixed; use a file")
        named = [file for file in found.files if is_name(file)]
        if (args.fix or args.diff) and named:
            raise CommandError(
                f"'{named[0]}' is asked for by name and cannot be fixed; save it to a file first: "
                f"fourbar convert {named[0]} {named[0].rpartition(':')[2]}.urdf"
            )
        _say_skipped(found)
        barred = found.unreadable or found.special
        if not found.files and not (args.allow_none and not barred):
            raise CommandError(f"nothing was checked: {_nothing(args, found)}")
        status = _check(args, found) if found.files else OK
        missed = barred or (found.empty and not args.allow_none)
        return FAILED if missed else status
    except SettingsError as error:
        raise CommandError(str(error)) from error


def _format(output: str | None) -> str:
    """How the report is written: as the file that takes it says."""
    return "text" if output is None else _SUFFIXES.get(Path(output).suffix.lower(), "text")


def _refuse_robots(args: argparse.Namespace) -> None:
    """CommandError for reports into files that are robots: `-o` is not where fixes go."""
    change = args.fix and not args.diff
    instead = "; fixes change the files themselves: copy them first to keep them" * change
    refuse_robot(args.output, "the report", instead)
    refuse_robot(args.write_baseline, "the baseline", instead)


def _say_skipped(found: Collected) -> None:
    """Name on standard error what is not checked, and why."""
    for folder in found.unreadable:
        print(f"'{folder}' cannot be read, so nothing in it is checked", file=sys.stderr)
    for file in found.special:
        print(f"'{file}' is not a regular file, so it is not checked", file=sys.stderr)
    if found.files or found.skipped:
        for folder in found.empty:
            print(f"nothing to check in '{folder}': it has no {_suffixes()} file", file=sys.stderr)
    if found.skipped:
        names = ", ".join(found.skipped[:_NAMED])
        more = f" and {len(found.skipped) - _NAMED} more" if len(found.skipped) > _NAMED else ""
        count = len(found.skipped)
        what = "1 file that only defines" if count == 1 else f"{count} files that only define"
        print(f"skipped {what} macros: {names}{more}", file=sys.stderr)


def _nothing(args: argparse.Namespace, found: Collected) -> str:
    if found.unreadable:
        return "the folder cannot be read"
    if found.special:
        return "there is no regular file"
    if found.skipped:
        return "all files only define macros"
    return f"no {_suffixes()} file in {', '.join(args.files)}"


def _suffixes() -> str:
    return either(readable_suffixes(Likelihood.ROBOT_OR_PART))


def _watch(args: argparse.Namespace) -> int:
    from ..lint.files import collect
    from ..watch import stamps, wait_for_change

    def files() -> list[str]:
        return list(collect(args.files).files)

    before = stamps(files())
    try:
        while True:
            _check(args, collect(args.files))
            sys.stdout.flush()
            before = wait_for_change(files, before=stamps(files()) if args.fix else before)
            print(f"\n{'-' * 40}\n")
    except KeyboardInterrupt:
        return OK


def _check(args: argparse.Namespace, collected: Collected) -> int:
    files = list(collected.files)
    for output in (args.output, args.write_baseline):
        if output is not None:  # a folder may lead to it by another name
            refuse_same(output, files)
    report = Report()
    report.skipped = list(collected.skipped)
    if args.diff or args.fix:
        return _fix(args, files, report)
    for found in _reports(args, files):
        report.extend(found)
    return _finish(args, report, len(files))


def _finish(
    args: argparse.Namespace, report: Report, count: int, fixed: list[Diagnostic] | None = None
) -> int:
    if args.write_baseline is not None:
        from ..files import write_atomic
        from ..lint.baseline import render_baseline

        write_atomic(args.write_baseline, render_baseline(report, args.write_baseline))
        print(f"{len(report)} findings written to {args.write_baseline}")
        return OK
    if args.baseline is not None:
        from ..lint.baseline import subtract_baseline

        report, gone = subtract_baseline(report, args.baseline)
        if gone:
            known = "finding no longer occurs" if gone == 1 else "findings no longer occur"
            print(f"{gone} baseline {known}; update it with --write-baseline", file=sys.stderr)
    report.fixed = fixed
    _write(report, args, count)
    if exit_status(report) == FAILED:
        return FAILED
    worst = min((d.severity.rank for d in report), default=9)
    return FINDINGS if worst <= Severity(args.fail_on).rank else OK


# Checking


def _reports(args: argparse.Namespace, files: list[str]) -> Iterable[Report]:
    """One report per file, in the order of the files."""
    job = _Job(args)
    jobs = args.jobs
    if jobs is None and len(files) < _PARALLEL and args.time_limit is None:
        return map(job, files)
    from ..lint.parallel import check_files, worker_count

    job.prepare(files)
    limit = _TIME_LIMIT if args.time_limit is None else args.time_limit
    reports: list[Report] = [Report()] * len(files)
    done = check_files(files, job, jobs=jobs or worker_count(len(files)), limit=limit)
    for index, report in _with_progress(done, len(files)):
        reports[index] = report
    return reports


class _Job:
    """Checks one file with the settings that hold for it."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.options = reading_options(args)
        self._settings: dict[object, Settings] = {}
        self._standard_input: bytes | None = None

    def __call__(self, file: str) -> Report:
        from ..lint import check

        return check(self.source(file), settings=self.settings(file), **self.options)

    def prepare(self, files: list[str]) -> None:
        """Read settings and standard input before the processes part, to fail early."""
        for file in files:
            self.settings(file)
            self.source(file)

    def source(self, file: str) -> Any:
        if file != "-":
            return file
        from ..reading import Content

        data = standard_input().read() if self._standard_input is None else self._standard_input
        self._standard_input = data
        return Content(data, "<stdin>")

    def settings(self, file: str) -> Settings:
        from ..lint.configuration import find_configuration

        config = self.args.config
        if config is None and not self.args.isolated and not is_name(file):
            config = find_configuration(file)
        if config not in self._settings:
            self._settings[config] = _settings(self.args, config)
        return self._settings[config]


def _settings(args: argparse.Namespace, config: Any) -> Settings:
    from ..lint import Settings
    from ..lint.configuration import read_configuration
    from ..lint.settings import codes, targets
    from ..record import replace

    settings = Settings() if config is None else read_configuration(config)
    if args.select is not None:
        settings = replace(settings, select=codes(args.select, where="--select"))
    if args.ignore is not None:
        more = codes(args.ignore, where="--ignore")
        settings = replace(settings, ignore=settings.ignore + more)
    if args.target is not None:
        settings = replace(settings, targets=targets(args.target, where="--target"))
    if args.preview:
        settings = replace(settings, preview=True)
    if args.no_meshes:
        settings = replace(settings, meshes=False)
    return settings


# Fixing


def _fix(args: argparse.Namespace, files: list[str], report: Report) -> int:
    from ..files import write_atomic
    from ..formats import LoadError
    from ..lint import fix_text
    from ..lint.fixing import unfixable

    job = _Job(args)
    fixed: list[Diagnostic] = []
    changed = 0
    doing = "would fix" if args.diff else "fixed"
    for file in files:
        try:
            result = fix_text(
                file, settings=job.settings(file), unsafe=args.unsafe_fixes, **job.options
            )
        except (OSError, LoadError):
            report.extend(job(file))
            continue
        report.extend(result.report)
        if result.data == result.before:
            if len(result.report) and (why := unfixable(file, **job.options)) is not None:
                print(f"'{file}' is checked and not fixed: {why}", file=sys.stderr)
            continue
        if args.diff:
            sys.stdout.write(result.diff(file))
        else:
            write_atomic(file, result.data, replacing=result.before)
        fixed += result.applied
        changed += 1
        for finding in result.applied:
            print(f"{doing} {_words_of(finding, file)}", file=sys.stderr)
    print(f"{doing} {_amount(len(fixed), changed)}", file=sys.stderr)
    status = _finish(args, report, len(files), fixed)
    return FINDINGS if args.diff and changed and status == OK else status


def _words_of(finding: Diagnostic, file: str) -> str:
    """`arm.urdf:9: P402: normalise the axis`."""
    place = file if finding.span is None else f"{file}:{finding.span.line}"
    words = "" if finding.fix is None else f": {finding.fix.description}"
    return f"{place}: {finding.code}{words}"


def _amount(findings: int, files: int) -> str:
    plural = ("s" if findings != 1 else "", "s" if files != 1 else "")
    return f"{findings} finding{plural[0]} in {files} file{plural[1]}"


# Output


def _write(report: Report, args: argparse.Namespace, count: int) -> None:
    # Standard output has the changes alone, for `patch` and `git apply`.
    stream = sys.stderr if args.diff else sys.stdout
    if args.statistics:
        text = _statistics(report)
    else:
        color = args.color == "always" if args.output else colored(args, stream)
        text = report.render(args.format, color=color, fail_on=Severity(args.fail_on))
        if args.format == "text" and (count > 1 or any(Path(name).is_dir() for name in args.files)):
            checked = len(report.checked)
            left = f"; {count - checked} could not be checked" if checked < count else ""
            text = text.rstrip("\n") + f" in {checked} file{'s' * (checked != 1)}{left}\n"
    if args.output is not None:
        from ..files import write_atomic

        write_atomic(args.output, text)
    else:
        stream.write(drawn(text, xml=args.format == "junit"))


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of processes: use 1 or more")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive number of seconds")
    return value


def _statistics(report: Report) -> str:
    counts: dict[tuple[str, str, str], list[int]] = {}
    for finding in report:
        key = (finding.code, str(finding.severity), finding.rule.name)
        entry = counts.setdefault(key, [0, 0])
        entry[0] += 1
        entry[1] += finding.fix is not None
    lines: list[str] = []
    for (code, severity, name), (count, fixable) in sorted(
        counts.items(), key=lambda item: (-item[1][0], item[0])
    ):
        note = f"  {fixable} fixable" if fixable else ""
        lines.append(f"{count:6d}  {code}  {severity:<7}  {name}{note}\n")
    return "".join(lines) or "no findings\n"


def _with_progress(done: Iterator[tuple[int, Report]], count: int) -> Iterable[tuple[int, Report]]:
    if not sys.stderr.isatty():
        return done
    from tqdm import tqdm

    return tqdm(done, total=count, desc="checking", unit="file", leave=False)
