"""One self-contained page about a fleet."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import quote

from .rows import ENDED, Row
from .style import STYLE

if TYPE_CHECKING:
    from .running import Outcome

_SHOWN = 10
_CODES = 4
"""Rules that the line of a robot names."""
_INSIDE = 2000
"""More thumbnails than these stay in their files."""

_OWN = """
.numbers{display:flex;gap:.5rem 2rem;flex-wrap:wrap;margin:1rem 0 0}
.numbers b{display:block;font-size:1.5rem;font-variant-numeric:tabular-nums}
.lists{display:grid;gap:0 3rem;grid-template-columns:minmax(0,3fr) minmax(0,2fr)}
.lists>*{min-width:0}
.lists table,.small table{font-size:13px}td.wide{width:100%}
.lists td,.lists th,.small td,.small th{padding:.2rem .6rem .2rem 0;vertical-align:top}
.small td:first-child{min-width:24rem;overflow-wrap:anywhere}
.cut{max-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
details summary{cursor:pointer;padding:.3rem 0;color:var(--accent)}
#robots td{vertical-align:middle}
#robots th{position:sticky;top:0;background:Canvas;z-index:1}
#robots th button{font-weight:600}
#robots td:nth-child(2),#robots td:last-child{overflow-wrap:anywhere}
#robots td:nth-child(2){min-width:13rem;width:32%}#robots td:last-child{min-width:10rem;width:16%}
#robots td:last-child small{display:block}
#robots tr:target{background:var(--soft)}
th[aria-sort=ascending] button::after{content:" ▲"}
th[aria-sort=descending] button::after{content:" ▼"}
#robots .picture{width:96px;height:72px}
.find{display:flex;gap:1rem;align-items:baseline}
input{font:inherit;padding:.3rem .6rem;width:20rem;max-width:100%}
.codes{color:var(--accent)}
@media(max-width:760px){.lists{grid-template-columns:minmax(0,1fr)}#robots{display:block;
overflow-x:auto}.small td{overflow-wrap:anywhere}
.small td:first-child{min-width:8rem}}
"""
_SCRIPT = """
const table=document.querySelector('#robots'),body=table.tBodies[0];
const find=document.querySelector('#find'),shown=document.querySelector('#shown');
const value=(row,i)=>row.cells[i].dataset.v??row.cells[i].textContent;
table.tHead.addEventListener('click',e=>{const th=e.target.closest('th');
if(!th||!th.querySelector('button'))return;
const up=th.getAttribute('aria-sort')!=='ascending',i=th.cellIndex,n=th.classList.contains('n');
for(const o of th.parentNode.cells)o.removeAttribute('aria-sort');
th.setAttribute('aria-sort',up?'ascending':'descending');
const rows=[...body.rows].sort((a,b)=>{const x=value(a,i),y=value(b,i);
return n?(x===''?-Infinity:+x)-(y===''?-Infinity:+y):x.localeCompare(y)});
if(!up)rows.reverse();body.append(...rows)});
const filter=()=>{const w=find.value.trim().toLowerCase();let k=0;
for(const r of body.rows){r.hidden=!(r.textContent+' '+(r.dataset.f??'')).toLowerCase().includes(w);
k+=!r.hidden}
shown.textContent=w?`${k} of ${body.rows.length}`:''};
find.addEventListener('input',filter);
document.addEventListener('click',e=>{const b=e.target.closest('[data-find]');if(!b)return;
find.value=b.dataset.find;filter();find.scrollIntoView({block:'start'})});
addEventListener('hashchange',()=>{find.value='';filter()});
"""


def summary_html(outcome: Outcome, job: str) -> str:
    """The page: what is worth looking at first, and a table of all robots that can be sorted."""
    rows = outcome.rows
    inside = len(rows) <= _INSIDE
    counted = any("errors" in row.facts for row in rows)
    above = _common_folder([row.file for row in rows])
    lines = [
        _line(number, row, outcome.output, job, inside, counted, above)
        for number, row in enumerate(rows)
    ]
    title = f"fourbar fleet {job}"
    side = _slowest(rows, above) + _largest(rows, above)
    rules = _rules(rows)
    lists = f'<div class="lists"><div>{rules}</div><div>{side}</div></div>' if rules else ""
    if not rules and side:
        lists = f'<div class="lists"><div>{_slowest(rows, above)}</div>'
        lists += f"<div>{_largest(rows, above)}</div></div>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<style>{STYLE}{_OWN}</style></head><body>
<h1>{title}</h1>
<div class="numbers">{_numbers(outcome)}</div>
{lists}{_problems(rows, above)}
<h2>Robots{f" in {escape(above)}" if above else ""}</h2>
<p class="find"><input id="find" type="search" placeholder="Filter: a name, a rule, a status"
aria-label="Filter robots"><span id="shown" role="status"></span></p>
<table id="robots"><thead><tr>{_head(counted)}</tr></thead><tbody>
{"".join(lines)}</tbody></table>
{_left_out(outcome)}<script>{_SCRIPT}</script></body></html>
"""


def _numbers(outcome: Outcome) -> str:
    rows = outcome.rows
    counts = Counter(row.status for row in rows)
    numbers = [(len(rows) - outcome.without_robot, "robots", "")]
    if outcome.without_robot:
        numbers.append((outcome.without_robot, "without a robot", "bad"))
    duplicates = sum(len(row.duplicates) for row in rows)
    if duplicates:
        numbers.append((duplicates, "duplicates", ""))
    numbers += [
        (counts[status], status, "" if status == "ok" else "bad")
        for status in ENDED
        if counts[status]
    ]
    for name in ("errors", "warnings"):
        if any(name in row.facts for row in rows):
            number = sum(row.facts.get(name, 0) for row in rows)
            numbers.append((number, name, name.removesuffix("s") if number else ""))
    return "".join(
        f'<div><b class="{kind}">{n:,}</b>{escape(word)}</div>' for n, word, kind in numbers
    )


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
        ("time [s]", "n"),
        ("result", ""),
    )
    return "".join(
        f'<th class="{kind}">{f"<button>{name}</button>" if name else ""}</th>'
        for name, kind in columns
    )


def _name(row: Row) -> str:
    return str(row.robot.get("robot", "")) or Path(row.file).stem


def _line(
    number: int, row: Row, output: Path, job: str, inside: bool, counted: bool, above: str
) -> str:
    more = ""
    if row.duplicates:
        others = escape("\n".join(row.duplicates))
        more = f' <small title="{others}">and {len(row.duplicates)} more</small>'
    status = escape(row.status)
    if row.status != "ok":
        status = f'<span class="bad" title="{escape(ENDED[row.status])}">{status}</span>'
    address = row.page or row.artefact
    text = "findings" if row.page else job
    link = f'<a href="{escape(quote(address))}">{text}</a>' if address else ""
    codes = row.facts.get("codes", {})
    numbers = (
        row.robot.get("links"),
        row.robot.get("dof"),
        row.robot.get("loops"),
        row.robot.get("mass"),
        *((row.facts.get("errors"), row.facts.get("warnings")) if counted else ()),
        row.bytes / 1000 if row.bytes else None,
        round(row.seconds, 3) if row.seconds else None,
    )
    cells = "".join(_number(value) for value in numbers)
    return (
        f'<tr id="r{number}" data-f="{escape(" ".join(codes))}">'
        f"<td>{_image(row, output, inside)}</td>"
        f"<td>{escape(_name(row))}{more}<br><small>{_path(row.file.removeprefix(above))}</small>"
        f"</td><td>{status}</td>{cells}<td>{link} <small>{_short(row)}{_codes(codes)}</small></td>"
        "</tr>\n"
    )


def _codes(codes: Mapping[str, int]) -> str:
    """The rules of a robot, most findings first."""
    order = sorted(codes, key=lambda code: (-codes[code], code))
    words = [f"{codes[code]} {code}" if codes[code] > 1 else code for code in order[:_CODES]]
    if len(order) > _CODES:
        words.append(f"and {len(order) - _CODES} more")
    return f" <span>{escape(', '.join(words))}</span>" if words else ""


_WORDS = {
    "shapes": ("{}", 1.0),
    "problems": ("links not computed: {}", 1.0),
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
    address = quote(row.thumbnail)
    if inside:
        try:
            data = (output / row.thumbnail).read_bytes()
        except OSError:
            return ""
        address = f"data:image/png;base64,{b64encode(data).decode()}"
    return f'<img class="picture" src="{escape(address)}" alt="" loading="lazy">'


def _number(value: object) -> str:
    if not isinstance(value, int | float):
        return '<td class="n" data-v=""></td>'
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
    if "e" in text:  # of numbers beyond four digits
        text = f"{value:,.0f}"
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
    lines: list[str] = []
    for code in sorted(robots, key=lambda code: (-robots[code], code)):
        rule = known.get(code)
        kind, text = ("", "") if rule is None else (str(rule.severity), rule.summary)
        lines.append(
            f'<tr><td><button class="codes" data-find="{escape(code)}" '
            f'title="show the robots with it">{escape(code)}</button></td>'
            f'<td class="{kind}">{kind}</td><td class="wide">{escape(text)}</td>'
            f'<td class="n">{robots[code]:,}</td><td class="n">{findings[code]:,}</td></tr>'
        )
    head = (
        "<tr><th>rule</th><th></th><th></th>"
        '<th class="n">robots</th><th class="n">findings</th></tr>'
    )
    most = 2 * _SHOWN
    found = f"<h2>Findings by rule</h2><table>{head}{''.join(lines[:most])}</table>"
    if len(lines) > most:
        found += (
            f"<details><summary>{len(lines) - most} more rules</summary><table>{head}"
            f"{''.join(lines[most:])}</table></details>"
        )
    return found


def _slowest(rows: Sequence[Row], above: str) -> str:
    order = sorted(enumerate(rows), key=lambda item: (-item[1].seconds, item[1].file))[:_SHOWN]
    lines = (_entry(n, row, above, f"{row.seconds:.2f}") for n, row in order if row.seconds)
    return _list("Slowest", ("robot", "seconds"), lines)


def _largest(rows: Sequence[Row], above: str) -> str:
    order = sorted(enumerate(rows), key=lambda item: (-item[1].bytes, item[1].file))[:_SHOWN]
    lines = (_entry(n, row, above, _kilobytes(row.bytes)) for n, row in order if row.bytes)
    return _list("Largest", ("robot", "kB"), lines)


def _kilobytes(size: int) -> str:
    """Whole ones, but two digits of what is less than ten: nothing that is there is 0."""
    return f"{size / 1000:,.0f}" if size >= 9_950 else f"{size / 1000:.2g}"


def _entry(number: int, row: Row, above: str, value: str) -> str:
    """A line about a robot, which leads to its own."""
    file = row.file.removeprefix(above)
    return (
        f'<tr><td class="wide cut" title="{escape(file)}"><a href="#r{number}">'
        f"{escape(_name(row))}</a> <small>{escape(file)}</small></td>"
        f'<td class="n">{value}</td></tr>'
    )


def _problems(rows: Sequence[Row], above: str) -> str:
    bad = [(number, row) for number, row in enumerate(rows) if row.status != "ok"]
    lines = [
        f'<tr><td><a href="#r{number}">{_path(row.file.removeprefix(above))}</a></td>'
        f'<td class="bad">{row.status}</td><td class="wide">{escape(row.problem[:200])}</td></tr>'
        for number, row in bad[: 2 * _SHOWN]
    ]
    if len(bad) > len(lines):
        lines.append(f'<tr><td colspan="3">and {len(bad) - len(lines):,} more</td></tr>')
    found = _list("Not done", ("robot", "status", "why"), lines)
    return f'<div class="small">{found}</div>' if found else ""


def _path(file: str) -> str:
    """A path that lines break after folders of."""
    return escape(file).replace("/", "/<wbr>")


def _list(title: str, heads: tuple[str, ...], lines: Iterable[str]) -> str:
    body = "".join(lines)
    if not body:
        return ""
    numeric = heads[-1] in ("seconds", "kB")
    head = "".join(f"<th>{word}</th>" for word in heads[:-1])
    head += f'<th class="{"n" if numeric else ""}">{heads[-1]}</th>'
    return f"<section><h2>{title}</h2><table><tr>{head}</tr>{body}</table></section>"


def _left_out(outcome: Outcome) -> str:
    lines = (
        f"<tr><td>{_path(name)}</td><td>{escape(why)}</td></tr>"
        for name, why in outcome.found.left_out
    )
    found = _list("Left out", ("file", "why"), lines)
    return f'<div class="small">{found}</div>' if found else ""
