"""Every Python block of the documentation runs, page by page, from top to bottom."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import fourbar as fb

from .page import run, statements

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for page in (*(ROOT / "docs").rglob("*.md"), ROOT / "README.md")
    if page.parent.name != "rules" and any(True for _ in statements(page))
)

# What pages call the user's own files.
LEG = """<robot name="leg">
  <link name="thigh"/><link name="shank"/>
  <joint name="knee" type="continuous"><parent link="thigh"/><child link="shnk"/></joint>
</robot>
"""
CART = """<robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="size" default="1"/><xacro:arg name="ur_type" default=""/>
  <link name="cart_$(arg size)"/>
</robot>
"""
STATES = """<robot name="ur20">
  <group name="arm"><joint name="elbow_joint"/></group>
  <group_state name="home" group="arm"><joint name="elbow_joint" value="1"/></group_state>
</robot>
"""
TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that pages speak of; no page opens a browser."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BROWSER", str(shutil.which("true")))
    arm = fb.load("gallery:ur20")
    for name in ("arm.urdf", "left.urdf", "right.urdf"):
        fb.save(arm, name)
    for name, text in (
        ("leg.urdf", LEG),
        ("cart.xacro", CART),
        ("arm.urdf.xacro", CART),
        ("arm.srdf", STATES),
        ("ur/package.xml", "<package><name>ur_description</name></package>"),
        ("src/cart/package.xml", "<package><name>cart</name></package>"),
        ("src/hand/package.xml", "<package><name>hand</name></package>"),
        ("src/hand/palm.stl", "solid\nendsolid\n"),
        ("arm/urdf/arm.urdf", "<robot name='arm'/>"),
        ("meshes/arm.dae", TRIANGLE),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_runs(page: Path, folder: Path) -> None:
    names: dict[str, Any] = run(page)
    for value in names.values():
        if isinstance(value, fb.View):
            value.close()


def test_a_page_with_an_unknown_name_fails(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n```python\nx = 1\n```\n\n```python\nx\ny\n```\n")
    with pytest.raises(AssertionError, match=r"page.md:9: NameError"):
        run(page)


def test_a_promised_exception_must_come(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\nint('x')  # ValueError: something else\n```\n")
    with pytest.raises(AssertionError):
        run(page)
    page.write_text("```python\nint('1')  # ValueError: nothing is wrong\n```\n")
    with pytest.raises(AssertionError, match="nothing is raised"):
        run(page)
