"""`fourbar check`: findings like a compiler's."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..diagnostics import Report
from ..diagnostics.render import FORMATS
from .inputs import add_input, reading_options

HELP = "Check robot descriptions and report what is wrong, with file, line and column"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser, several=True)
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the report to this file")


def run(args: argparse.Namespace) -> int:
    """Check every file; 1 if any has an error."""
    from ..lint import check

    files = list(_files(args.files))
    report = Report()
    options = reading_options(args)
    for file in _with_progress(files):
        source = sys.stdin.buffer if file == "-" else file
        report.extend(check(source, **options))
    _write(report, args, len(files))
    return 0 if report.ok else 1


def _write(report: Report, args: argparse.Namespace, count: int) -> None:
    if args.output is not None:
        from ..files import write_atomic

        write_atomic(args.output, report.render(args.format))
        return
    text = report.render(args.format, color=sys.stdout.isatty())
    if args.format == "text" and count > 1:
        text = text.rstrip("\n") + f" in {count} files\n"
    sys.stdout.write(text)


def _files(names: Iterable[str]) -> Iterator[str]:
    """The files named, and those below the folders named, in sorted order."""
    from ..formats import readable

    for name in names:
        folder = Path(name)
        if name != "-" and folder.is_dir():
            for path in sorted(folder.rglob("*")):
                # A folder's .xacro files are mostly parts of others, and .xml can be anything.
                if path.suffix.lower() == ".urdf" and readable(path) and path.is_file():
                    yield str(path)
        else:
            yield name


def _with_progress(files: list[str]) -> Iterable[str]:
    if len(files) < 20 or not sys.stderr.isatty():
        return files
    from tqdm import tqdm

    return tqdm(files, desc="checking", unit="file", leave=False)
