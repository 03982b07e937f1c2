"""Write notebooks from scripts of examples/, with their outputs.

    python tools/notebooks.py            # examples/notebooks/*.ipynb

The docstring of a script is its title and text. A comment after an empty line opens a cell and is
the text above it. Writing a file that the command line names is left out; a picture (`svg`) is
shown. The same scripts give the same notebooks: no times, no paths, no random identifiers.
`tests/documentation/test_notebooks.py` runs them and compares.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "examples"
NOTEBOOKS = SCRIPTS / "notebooks"
NAMES = ("workspace", "ik_grid", "synthesis", "gripper_on_arm", "delta_pick", "crank_torque")
_SHOW = "from IPython.display import SVG\n\nSVG(svg)"
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebook(script: Path) -> dict[str, Any]:
    """The notebook of a script, not run yet."""
    cells: list[dict[str, Any]] = []
    for kind, text in pieces(script.read_text(encoding="utf-8")):
        cell: dict[str, Any] = {
            "cell_type": kind,
            "id": f"cell-{len(cells) + 1}",
            "metadata": {},
            "source": text,
        }
        if kind == "code":
            cell |= {"execution_count": None, "outputs": []}
        cells.append(cell)
    return {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}


def executed(made: dict[str, Any]) -> dict[str, Any]:
    """The notebook with what its cells print and show."""
    import nbformat
    from nbclient import NotebookClient

    document = nbformat.from_dict(made)
    # What a cell prints is one output, in however many pieces it comes.
    client = NotebookClient(document, timeout=300, record_timing=False, coalesce_streams=True)
    client.execute()
    done = json.loads(nbformat.writes(document))
    done["metadata"] = _METADATA  # without the versions of this machine
    return done


def text_of(made: dict[str, Any]) -> str:
    """The file of a notebook."""
    return json.dumps(made, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Kind and source of each cell."""
    tree = ast.parse(text)
    lines = text.splitlines()
    docstring = ast.get_docstring(tree) or ""
    title, _, rest = docstring.partition("\n")
    about = "\n".join(line for line in rest.splitlines() if not line.startswith("python "))
    yield "markdown", f"# {title.rstrip('.')}\n\n{about.strip()}".strip()
    kept = [node for node in tree.body if not _is_for_the_command_line(node)]
    used = {name.id for node in kept for name in ast.walk(node) if isinstance(name, ast.Name)}
    for node in tree.body:
        if node not in kept or _is_idle(node, used):
            assert node.end_lineno is not None
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    start = tree.body[0].end_lineno or 0
    code: list[str] = []
    comment: list[str] = []
    for number, line in enumerate(lines[start:], start):
        opens = line.startswith("# ") and (comment or not lines[number - 1].strip())
        if not opens:
            code.append(line)
            if comment:
                yield "markdown", " ".join(comment)
                comment = []
            continue
        yield from _code(code)
        code = []
        comment.append(line[2:])
    yield from _code(code)
    if any(line.startswith("svg = ") for line in lines):
        yield "code", _SHOW


def _code(lines: list[str]) -> Iterator[tuple[str, str]]:
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    if text:
        yield "code", text


def _is_for_the_command_line(node: ast.stmt) -> bool:
    """`import sys`, and what is done with a name that follows the script's."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names] == ["sys"]
    return isinstance(node, ast.If) and "sys.argv" in ast.unparse(node.test)


def _is_idle(node: ast.stmt, used: set[str]) -> bool:
    """Whether this imports only what was needed for the command line."""
    return isinstance(node, ast.ImportFrom) and not used & {name.name for name in node.names}


def main() -> int:
    """Write them all."""
    NOTEBOOKS.mkdir(exist_ok=True)
    for name in NAMES:
        file = NOTEBOOKS / f"{name}.ipynb"
        file.write_text(text_of(executed(notebook(SCRIPTS / f"{name}.py"))), encoding="utf-8")
        print(f"wrote {file.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
