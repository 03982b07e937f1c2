"""Findings that are known and accepted: for robots of others that nobody will edit.

A finding is recognised by its code, its path in the robot and the text of its line, so that a
baseline stays valid when lines are added above it.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostic, Report
from ..diagnostics.recognise import mark_of
from .settings import SettingsError

_VERSION = 1
Key = tuple[str, str, str, str]
"""File, code, path, line."""


def render_baseline(report: Report, file: str | os.PathLike[str]) -> str:
    """The findings of a report as the content of baseline `file`."""
    counts = Counter(_key(finding, report, Path(file)) for finding in report)
    findings = [
        {"file": key[0], "code": key[1], "path": key[2], "line": key[3], "count": count}
        for key, count in sorted(counts.items())
    ]
    document = {"version": _VERSION, "findings": findings}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def subtract_baseline(report: Report, file: str | os.PathLike[str]) -> tuple[Report, int]:
    """The report without the findings of a baseline file, and how many of those are gone.

    Of findings that look the same, as many stay as there are more than the baseline holds.
    """
    path = Path(file)
    known = _read(path)
    result = Report()
    result.sources = report.sources
    result.checked, result.skipped = report.checked, report.skipped
    for finding in report:
        key = _key(finding, report, path)
        if known[key] > 0:
            known[key] -= 1
        else:
            result.keep(finding)
    return result, sum(known.values())


def _key(finding: Diagnostic, report: Report, baseline: Path) -> Key:
    code, path, line = mark_of(finding, report)
    if finding.span is None:
        return ("", code, path, line)
    name = os.path.relpath(finding.span.file, baseline.absolute().parent).replace("\\", "/")
    return (name, code, path, line)


def _read(path: Path) -> Counter[Key]:
    try:
        document: Any = json.loads(path.read_bytes())
        if document["version"] != _VERSION:
            raise ValueError(f"version {document['version']}")
        return Counter(
            {
                (str(f["file"]), str(f["code"]), str(f["path"]), str(f["line"])): int(f["count"])
                for f in document["findings"]
            }
        )
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"{path} is not a fourbar baseline: {error}") from None
