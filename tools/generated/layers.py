"""`docs/images/layers.svg`: the layers of the package, with the imports that really are there.

Rows are the layers that `make lint` checks (pyproject.toml); arrows are read from the sources. Of
imports that others imply (a imports b, b imports c, a imports c) only the steps are drawn.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "fourbar"
PATH = "docs/images/layers.svg"

WIDTH, LEFT, RIGHT = 860.0, 20.0, 20.0
ROW, HEIGHT, TOP = 76.0, 34.0, 20.0

_STYLE = """\
.box{fill:#eef3f8;stroke:#4a6fa5;stroke-width:1.2}
.name{font:600 14px system-ui,sans-serif;fill:#1d2b3a;text-anchor:middle;dominant-baseline:central}
.import{fill:none;stroke:#8496ab;stroke-width:1.1;marker-end:url(#tip)}
.tip{fill:#8496ab}
@media (prefers-color-scheme:dark){
.box{fill:#22303f;stroke:#7fa4d4}.name{fill:#e6edf5}.import{stroke:#65788e}.tip{fill:#65788e}}
"""


def files() -> dict[str, str]:
    """The picture."""
    rows = _rows()
    edges = _reduced(_imports({name for row in rows for name in row}))
    return {PATH: _draw(rows, edges)}


def _rows() -> list[list[str]]:
    """The layers from the top, each with the packages that exist."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = project["tool"]["importlinter"]["contracts"]
    rows: list[list[str]] = []
    for layer in contract["layers"]:
        names = [word.strip(" ()") for word in layer.split("|")]
        rows.append([name for name in names if any(_modules(name))])
    return [row for row in rows if row]


def _modules(name: str) -> Iterator[Path]:
    single = PACKAGE / f"{name}.py"
    if single.is_file():
        yield single
    yield from sorted((PACKAGE / name).rglob("*.py"))


def _imports(names: set[str]) -> dict[str, set[str]]:
    """Which of the packages each of them imports, when it is loaded or later."""
    return {
        name: {
            target
            for module in _modules(name)
            for target in _imported(module)
            if target in names and target != name
        }
        for name in names
    }


def _imported(module: Path) -> Iterator[str]:
    """First names below `fourbar` of all relative imports of a module."""
    place = module.relative_to(PACKAGE).with_suffix("").parts
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        base = place[: len(place) - node.level]
        words = [*base, *(node.module or "").split(".")]
        words = [word for word in words if word]
        if words:
            yield words[0]
        else:  # from .. import name
            yield from (alias.name for alias in node.names)


def _reduced(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """Without the imports that longer ways imply."""
    below: dict[str, set[str]] = {}

    def reach(name: str) -> set[str]:
        if name not in below:
            below[name] = set()  # a cycle would end here; `make lint` refuses it
            for target in edges[name]:
                below[name] |= {target} | reach(target)
        return below[name]

    return {
        name: {t for t in targets if not any(t in reach(other) for other in targets - {t})}
        for name, targets in edges.items()
    }


def _draw(rows: list[list[str]], edges: dict[str, set[str]]) -> str:
    boxes: dict[str, tuple[float, float, float]] = {}  # middle, top, width
    for number, row in enumerate(rows):
        span = (WIDTH - LEFT - RIGHT) / len(row)
        for place, name in enumerate(row):
            middle = LEFT + span * (place + 0.5)
            boxes[name] = (middle, TOP + number * ROW, min(span - 16.0, 40.0 + 8.5 * len(name)))
    height = TOP * 2 + (len(rows) - 1) * ROW + HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" role="img" '
        'aria-label="Layers of the package: every import goes down">',
        f"<style>{_STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>',
    ]
    for name in boxes:
        lines += [_arrow(boxes[name], boxes[target]) for target in sorted(edges[name])]
    for name, (middle, top, width) in boxes.items():
        lines.append(
            f'<rect class="box" x="{middle - width / 2:g}" y="{top:g}" width="{width:g}" '
            f'height="{HEIGHT:g}" rx="7"/>'
            f'<text class="name" x="{middle:g}" y="{top + HEIGHT / 2:g}">{name}</text>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


def _arrow(start: tuple[float, float, float], end: tuple[float, float, float]) -> str:
    """A curve from the lower edge of one box to the upper edge of another."""
    lean = max(-1.0, min(1.0, (end[0] - start[0]) / 300.0))
    x, y = start[0] + lean * start[2] * 0.35, start[1] + HEIGHT
    u, v = end[0] - lean * end[2] * 0.35, end[1]
    bend = max(22.0, (v - y) * 0.45)
    return (
        f'<path class="import" d="M{x:g} {y:g}C{x:g} {y + bend:g} {u:g} {v - bend:g} {u:g} {v:g}"/>'
    )
