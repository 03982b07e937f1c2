"""The script on the page about Blender runs."""

from __future__ import annotations

import re
from pathlib import Path

import fourbar as fb

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "blender.md"


def test_the_script_of_the_page_runs(blender, tmp_path: Path) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(block.replace("/tmp/", f"{tmp_path}/"), {})
    written = (tmp_path / "four_bar.urdf").read_bytes()
    assert written == fb.gallery.path("four_bar").read_bytes()
