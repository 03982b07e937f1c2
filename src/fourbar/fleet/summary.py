"""One self-contained page about a fleet."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, cast

from .rows import ENDED, Row

if TYPE_CHECKING:
    from .running import Outcome

_SHOWN = 10
_INSIDE = 2000
"""More thumbnails than these stay in their files."""

_STYLE = """
:root{color-scheme:light dark;--line:#8884;--accent:#2f6fb2}
body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:1200px;padding:0 1rem}
h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
.numbers{display:flex;gap:2rem;flex-wrap:wrap;margin:1rem 0}
.numbers b{display:block;font-size:1.5rem}
.lists{display:grid;gap:0 2rem;grid-template-columns:repeat(auto-fit,minmax(300px,1fr))}
.lists td{overflow-wrap:anywhere;vertical-align:top;padding:.15rem .6rem .15rem 0}
.lists td:nth-child(n+2){white-space:nowrap}
table{border-collapse:collapse;width:100%}.lists{font-size:12px}
td{overflow-wrap:anywhere}td.n,td.s{overflow-wrap:normal;white-space:nowrap}
td,th{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:middle}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
th{position:sticky;top:0;background:Canvas}th button{all:unset;cursor:pointer;font-weight:600}
th button:focus-visible{outline:2px solid var(--accent)}
th[aria-sort=ascending] button::after{content:" ▲"}
th[aria-sort=descending] button::after{content:" ▼"}
img{display:block;width:96px;height:72px;object-fit:contain}
.bad{color:#b3261e}@media(prefers-color-scheme:dark){.bad{color:#ff8a80}}
small{opacity:.75}input{font:inherit;padding:.3rem .6rem;width:20rem;max-width:100%}
"""
_SCRIPT = """
const table=document.querySelector('#robots'),body=table.tBodies[0];
const value=(row,i)=>row.cells[i].dataset.v??row.cells[i].textContent;
table.tHead.addEventListener('click',e=>{const th=e.target.closest('th');if(!th)return;
const up=th.getAttribute('aria-sort')!=='ascending',i=th.cellIndex,n=th.classList.contains('n');
for(const o of th.parentNode.cells)o.removeAttribute('aria-sort');
th.setAttribute('aria-sort',up?'ascending':'descending');
const rows=[...body.rows].sort((a,b)=>{const x=value(a,i),y=value(b,i);
return n?(x===''?-Infinity:+x)-(y===''?-Infinity:+y):x.localeCompare(y)});
if(!up)rows.reverse();body.append(...rows)});
document.querySelector('#find').addEventListener('input',e=>{const w=e.target.value.toLowerCase();
for(const r of body.rows)r.hidden=!r.textContent.toLowerCase().includes(w)});
"""


def summary_html(outcome: Outcome, job: str) -> str:
    """The page: a table of all robots that can be sorted, with what is worth looking at first."""
    rows = outcome.rows
    counts = Counter(row.status for row in rows)
    duplicates = sum(len(row.duplicates) for row in rows)
    numbers = [(len(rows), "robots"), (duplicates, "duplicates")]
    numbers += [(counts[status], status) for status in ENDED if counts[status]]
    for name in ("errors", "warnings"):
        if any(name in row.facts for row in rows):
            numbers.append((sum(row.facts.get(name, 0) for row in rows), name))
    facts = "".join(f"<div><b>{n:,}</b>{escape(word)}</div>" for n, word in numbers)
    inside = len(rows) <= _INSIDE
    counted = any("errors" in row.facts for row in rows)
    above = _common_folder([row.file for row in rows])
    lines = [_line(row, outcome.output, job, inside, counted, above) for row in rows]
    title = f"fourbar fleet {job}"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<style>{_STYLE}</style></head><body>
<h1>{title}</h1>
<div class="numbers">{facts}</div>
<div class="lists">{_rules(rows)}{_slowest(rows)}{_largest(rows)}{_problems(rows)}</div>
<h2>Robots{f" in {escape(above)}" if above else ""}</h2>
<p><input id="find" type="search" placeholder="Filter" aria-label="Filter robots"></p>
<table id="robots"><thead><tr>{_head(counted)}</tr></thead><tbody>
{"".join(lines)}</tbody></table>
{_left_out(outcome)}<script>{_SCRIPT}</script></body></html>
"""


def _common_folder(files: Sequence[str]) -> str:
    """What all paths begin with, up to a folder; "" where that is nothing."""
    parts = [file.split("/")[:-1] for file in files]
    same = 0
    while parts and all(len(p) > same and p[same] == parts[0][same] for p in parts):
        same += 1
    return "".join(f"{part}/" for part in parts[0][:same]) if parts else ""


def _head(counted: bool) -> str:
    columns = (
        ("", ""),
        ("robot", ""),
        ("status", ""),
        ("links", "n"),
        ("DOF", "n"),
        ("loops", "n"),
        ("mass [kg]", "n"),
        *((("errors", "n"), ("warnings", "n")) if counted else ()),
        ("size [kB]", "n"),
        ("result", ""),
    )
    return "".join(
        f'<th class="{kind}">{f"<button>{name}</button>" if name else ""}</th>'
        for name, kind in columns
    )


def _line(row: Row, output: Path, job: str, inside: bool, counted: bool, above: str) -> str:
    name = str(row.robot.get("robot", "")) or Path(row.file).stem
    more = f" <small>and {len(row.duplicates)} more</small>" if row.duplicates else ""
    status = escape(row.status)
    if row.status != "ok":
        status = f'<span class="bad" title="{escape(ENDED[row.status])}">{status}</span>'
    link = f'<a href="{escape(row.artefact)}">{job}</a>' if row.artefact else ""
    facts = _short(row)
    numbers = (
        row.robot.get("links"),
        row.robot.get("dof"),
        row.robot.get("loops"),
        row.robot.get("mass"),
        *((row.facts.get("errors"), row.facts.get("warnings")) if counted else ()),
        row.bytes / 1000 if row.bytes else None,
    )
    cells = "".join(_number(value) for value in numbers)
    return (
        f"<tr><td>{_image(row, output, inside)}</td>"
        f"<td>{escape(name)}{more}<br><small>{escape(row.file.removeprefix(above))}</small></td>"
        f'<td class="s">{status}</td>{cells}<td>{link} <small>{facts}</small></td></tr>\n'
    )


_WORDS = {
    "shapes": ("{}", 1.0),
    "problems": ("{} not computed", 1.0),
    "largestExcess": ("at most {} mm beyond the visuals", 1e3),
    "computed": ("{} links computed", 1.0),
    "written": ("{} written", 1.0),
    "farthestCentre": ("centres of mass up to {} mm apart", 1e3),
    "files": ("{} files", 1.0),
    "size": ("{} kB", 1e-3),
    "to": ("{}", 1.0),
    "treeDof": ("{} joint coordinates", 1.0),
    "constraints": ("{} constraints", 1.0),
    "sensors": ("{} sensors", 1.0),
    "transmissions": ("{} transmissions", 1.0),
    "jointTypes": ("{}", 1.0),
    "differences": ("{}", 1.0),
}
"""How facts of jobs read, and what they are multiplied with."""


def _short(row: Row) -> str:
    if row.problem:
        return escape(row.problem[:200])
    words: list[str] = []
    for key, value in row.facts.items():
        text, factor = _WORDS.get(key, (f"{key}: {{}}", 1.0))
        if key == "equal":
            words.append("equal" if value else "different")
        elif key not in ("errors", "warnings", "codes") and value not in (None, {}, 0):
            words.append(text.format(_plain(value, factor)))
    return escape(", ".join(words))


def _plain(value: object, factor: float) -> str:
    """A fact as a reader would write it: `1 box, 3 hull`, `22.2`."""
    if isinstance(value, Mapping):
        counts = cast("Mapping[str, object]", value)
        return ", ".join(f"{count} {name}" for name, count in counts.items())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return (
            f"{value * factor:.3g}" if isinstance(value, float) or factor != 1.0 else f"{value:,}"
        )
    return str(value)


def _image(row: Row, output: Path, inside: bool) -> str:
    if not row.thumbnail:
        return ""
    address = row.thumbnail
    if inside:
        try:
            data = (output / row.thumbnail).read_bytes()
        except OSError:
            return ""
        address = f"data:image/png;base64,{b64encode(data).decode()}"
    return f'<img src="{escape(address)}" alt="" loading="lazy">'


def _number(value: object) -> str:
    if not isinstance(value, int | float):
        return '<td class="n" data-v=""></td>'
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
    return f'<td class="n" data-v="{value}">{text}</td>'


def _rules(rows: Sequence[Row]) -> str:
    """Findings by rule, what the rule is, in how many robots, and how many."""
    robots: Counter[str] = Counter()
    findings: Counter[str] = Counter()
    for row in rows:
        for code, count in row.facts.get("codes", {}).items():
            robots[code] += 1
            findings[code] += count
    if not robots:
        return ""
    from ..rules.registry import all_rules

    known = {rule.code: rule for rule in all_rules()}
    order = sorted(robots, key=lambda code: (-robots[code], code))
    return _list(
        "Findings by rule",
        ("rule", "", "robots", "findings"),
        (
            (
                f"{escape(code)} <small>{known[code].severity if code in known else ''}</small>",
                escape(known[code].summary if code in known else ""),
                f"{robots[code]:,}",
                f"{findings[code]:,}",
            )
            for code in order
        ),
    )


def _slowest(rows: Sequence[Row]) -> str:
    order = sorted(rows, key=lambda row: (-row.seconds, row.file))[:_SHOWN]
    return _list(
        "Slowest",
        ("robot", "seconds"),
        ((escape(row.file), f"{row.seconds:.2f}") for row in order if row.seconds),
    )


def _largest(rows: Sequence[Row]) -> str:
    order = sorted(rows, key=lambda row: (-row.bytes, row.file))[:_SHOWN]
    return _list(
        "Largest",
        ("robot", "kB"),
        ((escape(row.file), f"{row.bytes / 1000:,.0f}") for row in order if row.bytes),
    )


def _problems(rows: Sequence[Row]) -> str:
    bad = [row for row in rows if row.status != "ok"][: 2 * _SHOWN]
    return _list(
        "Not done",
        ("robot", "why"),
        ((escape(row.file), escape(row.problem[:120])) for row in bad),
    )


def _list(title: str, heads: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> str:
    body = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>" for cells in lines
    )
    if not body:
        return ""
    head = "".join(f"<th>{word}</th>" for word in heads)
    return f"<section><h2>{title}</h2><table><tr>{head}</tr>{body}</table></section>"


def _left_out(outcome: Outcome) -> str:
    if not outcome.found.left_out:
        return ""
    lines = ((escape(name), escape(why)) for name, why in outcome.found.left_out)
    return _list("Left out", ("file", "why"), lines)
