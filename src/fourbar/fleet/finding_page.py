"""A page about what `check` found in one robot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from .style import STYLE

_OWN = """
td{vertical-align:top}td:nth-child(-n+2){white-space:nowrap}
.note{display:block;opacity:.75}
.picture{width:160px;height:120px;margin:1rem 0}
"""


def findings_page(
    name: str, file: str, findings: Sequence[Mapping[str, Any]], *, thumbnail: str, summary: str
) -> str:
    """The page. `findings` are those of the JSON report, `thumbnail` and `summary` addresses."""
    title = escape(name or file.rpartition("/")[2])
    picture = f'<img class="picture" src="{escape(thumbnail)}" alt="">' if thumbnail else ""
    rows = "".join(map(_row, findings))
    head = "<tr><th>severity</th><th>rule</th><th>finding</th></tr>"
    table = f"<table>{head}{rows}</table>" if rows else "<p>Nothing was found.</p>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<style>{STYLE}{_OWN}</style></head><body>
<p><a href="{escape(summary)}">All robots</a></p>
<h1>{title}</h1><small>{escape(file)}</small>
{picture}{table}</body></html>
"""


def _row(finding: Mapping[str, Any]) -> str:
    severity = escape(str(finding["severity"]))
    line = finding.get("line")
    place = f"line {line}" if line else str(finding.get("path") or "")
    more = [f'<span class="note">{escape(note)}</span>' for note in finding.get("notes", ())]
    fix: Mapping[str, Any] | None = finding.get("fix")
    if fix:
        kind = "fix" if fix.get("safe") else "unsafe fix"
        more.append(f'<span class="note">{kind}: {escape(str(fix.get("description", "")))}</span>')
    where = f"<small>{escape(place)}</small> " if place else ""
    return (
        f'<tr><td class="{severity}">{severity}</td><td>{escape(str(finding["code"]))}</td>'
        f"<td>{where}{escape(str(finding['message']))}{''.join(more)}</td></tr>\n"
    )
