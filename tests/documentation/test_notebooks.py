"""The notebooks of examples/ are those of the scripts, and show what they print now."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from .page import compare

ROOT = Path(__file__).parents[2]
SCRIPT = '''"""Title.

python examples/x.py

More.
"""

import sys
from pathlib import Path

a = 1

# Then
# this.
b = 2  # near
if len(sys.argv) > 1:
    Path(sys.argv[1]).touch()
'''


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("notebooks", ROOT / "tools" / "notebooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = _tool()


def _shown(cell: dict[str, Any]) -> str:
    """What the outputs of a cell are."""
    parts: list[str] = []
    for output in cell.get("outputs", []):
        parts += output.get("text", []) or output["data"].get("image/svg+xml", [])
    return "".join(parts)


@pytest.mark.filterwarnings("default")  # of the packages that run it
@pytest.mark.parametrize("name", tool.NAMES)
def test_a_notebook_is_its_script_and_runs(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    stored = json.loads((tool.NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    made = tool.executed(tool.notebook(tool.SCRIPTS / f"{name}.py"))
    assert [cell["source"] for cell in stored["cells"]] == [
        cell["source"] for cell in made["cells"]
    ]
    assert stored["metadata"] == made["metadata"]
    for new, old in zip(made["cells"], stored["cells"], strict=True):
        compare(_shown(new), _shown(old), f"{name}.ipynb", 0, None)


def test_every_notebook_has_a_script() -> None:
    assert sorted(file.stem for file in tool.NOTEBOOKS.glob("*.ipynb")) == sorted(tool.NAMES)


def test_comments_become_text_and_the_command_line_goes() -> None:
    assert list(tool.pieces(SCRIPT)) == [
        ("markdown", "# Title\n\nMore."),
        ("code", "a = 1"),
        ("markdown", "Then this."),
        ("code", "b = 2  # near"),
    ]
