"""The scripts on the pages about Blender run."""

from __future__ import annotations

import re
from pathlib import Path

import fourbar as fb

DOCS = Path(__file__).parents[3] / "docs"


def test_the_scripts_of_the_page_run(blender, tmp_path: Path, capsys) -> None:
    blocks = _scripts("how-to/blender.md")
    for block in blocks:
        blender.bpy.ops.wm.read_factory_settings(use_empty=True)
        exec(block.replace("/tmp/", f"{tmp_path}/"), {})
    assert len(blocks) > 1
    assert "0.8\n" in capsys.readouterr().out
    written = (tmp_path / "four_bar.urdf").read_bytes()
    assert written == fb.gallery.path("four_bar").read_bytes()


def test_the_script_of_the_tutorial_runs(blender, tmp_path: Path) -> None:
    (block,) = (text for text in _scripts("tutorials/simulators.md") if "import bpy" in text)
    fb.save(fb.load("gallery:four_bar"), tmp_path / "linkage.urdf")
    before = (tmp_path / "linkage.urdf").read_text(encoding="utf-8")
    exec(block.replace("/tmp/", f"{tmp_path}/"), {})
    after = (tmp_path / "edited.urdf").read_text(encoding="utf-8")
    assert after == before.replace('"coupler_link"', '"rod"')


def _scripts(page: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def test_the_page_lists_every_operator(blender) -> None:
    text = (DOCS / "how-to/blender.md").read_text(encoding="utf-8")
    table = text.partition("## Operators")[2].partition("\n## ")[0]
    listed = set(re.findall(r"`([a-z_]+)`", table))
    assert listed == set(dir(blender.bpy.ops.fourbar))
