"""Expand a xacro file into plain XML, keeping track of where everything was written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .. import rules
from ..diagnostics import Report
from ..packages import PackageFinder, StrPath
from .arguments import Arguments
from .engine import UnavailableError, hooked
from .findings import Findings
from .origin import Place
from .run import ReportedError, Run
from .write import InvalidError, write


@dataclass(frozen=True, slots=True)
class Expanded:
    """An expanded file.

    `data` is the document in UTF-8, `places` says for each of its elements, in document order,
    where it was written and by which macro calls it came, `files` are the files read for it.
    """

    data: bytes
    places: tuple[Place | None, ...]
    files: tuple[str, ...]


def expand(
    data: bytes,
    *,
    file: str,
    arguments: Mapping[str, str],
    finder: PackageFinder,
    report: Report,
    path: StrPath | None = None,
) -> Expanded | None:
    """Expand a xacro file.

    Parameters
    ----------
    data, file
        The file's bytes and its name, as the findings shall show it.
    arguments
        Values for `$(arg name)`.
    finder
        Finds the packages of `$(find name)`.
    report
        Takes the findings; nothing is raised and nothing is printed.
    path
        Where the file lies, if not at `file`: relative paths in it start there.

    Returns
    -------
    Expanded | None
        None where there is an error.
    """
    findings = Findings(report, file=file, path=str(path or file))
    run = Run(findings, Arguments(arguments, findings.early_default), finder)
    try:
        with hooked(run.hooks(), run.find) as (engine, originals):
            root, comments = run.process(engine, originals, data)
        findings.unknown_arguments(run.arguments, complete=True)
        text, places = write(root, comments)
        return Expanded(text, places, tuple(run.files))
    except ReportedError:
        pass
    except UnavailableError as error:
        findings.add(rules.xacro.XACRO_ERROR, str(error))
    except InvalidError as error:
        findings.add(rules.xacro.XACRO_INVALID_RESULT, str(error), place=error.place)
    except Exception as error:  # expressions are Python, and may raise anything
        findings.failed(error, run.arguments, finder)
        findings.unknown_arguments(run.arguments, complete=False)
    return None
