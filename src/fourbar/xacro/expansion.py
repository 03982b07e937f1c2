"""Expand a xacro file, keeping track of where everything was written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from .. import rules
from ..diagnostics import Report
from ..packages import PackageFinder, StrPath
from ..record import record
from ..xml.tree import Document
from .arguments import Arguments
from .context import Context
from .error import ReportedError, XacroError
from .expander import Expander
from .files import Files
from .findings import Findings
from .limits import LimitError
from .write import write


@record
class Expansion:
    """An expanded file.

    `document` is the result: `document.origins` says where each element was written and by which
    macro calls it came. `files` are the files read for it besides the first, in that order.
    """

    document: Document
    files: tuple[Path, ...]


def expand(
    data: bytes,
    *,
    file: str,
    arguments: Mapping[str, str],
    finder: PackageFinder,
    report: Report,
    path: StrPath | None = None,
) -> Expansion | None:
    """Expand a xacro file.

    Parameters
    ----------
    data, file
        The file's bytes and its name, as findings show it.
    arguments
        Values for `$(arg name)`.
    finder
        Finds the packages of `$(find name)`; every further file is noted in `finder.opened`.
    report
        Takes the findings; nothing is raised and nothing is printed.
    path
        Where the file is, if not at `file`: relative paths in it start there.

    Returns
    -------
    Expansion | None
        None where there is an error.
    """
    given = Arguments(arguments)
    findings = Findings(report, file=file)
    files = Files(file, str(path or file), finder=finder, arguments=given, report=report)
    expander = Expander(Context(files, given, findings))
    try:
        template = files.main(data)
        root = expander.expand(template)
        findings.unknown_arguments(given, complete=True)
        document = write(root, template, name=f"{file} (expanded)")
    except ReportedError:
        pass
    except LimitError as error:
        findings.failed(expander.located(_stopped(str(error))))
    except (MemoryError, RecursionError):
        findings.failed(expander.located(_stopped("out of memory, or nested too deeply")))
    except XacroError as error:
        findings.failed(error)
    else:
        report.add_source(document.text)
        return Expansion(document, tuple(map(Path, files.read)))
    findings.unknown_arguments(given, complete=False)
    return None


def _stopped(reason: str) -> XacroError:
    return XacroError(rules.xacro.XACRO_TOO_LARGE, f"the expansion is stopped: {reason}")
