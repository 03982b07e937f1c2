"""The reference of the TypeScript package is current, and every exported name is described."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("typescript", ROOT / "tools" / "typescript.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = _tool()


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if not (ROOT / "web" / "node_modules" / ".bin" / "tsc").exists():
        pytest.skip("needs the Node packages of web/")
    return tool.declarations(tmp_path_factory.mktemp("declarations"))


def test_every_exported_name_is_described(found: Any) -> None:
    missing = [
        f"{entry}: {name.name}" for entry in found for name in found[entry] if not name.about
    ]
    assert missing == []


def test_what_the_entries_export_is_found(found: Any) -> None:
    names = {entry: {name.name for name in found[entry]} for entry in found}
    assert {"Robot", "JointType", "closedLevels", "robotsOf"} <= names["."]
    assert {"parseURDF", "RobotModel", "URDFRobotLoader"} <= names["./urdf"]
    assert names["./element"] == {"RobotViewerElement"}
    (robot,) = (name for name in found["."] if name.name == "Robot")
    assert "setJointValue(name: string" in robot.text
    assert "private" not in robot.text


def test_the_pages_are_current(found: Any) -> None:
    stale = [
        page.name for page, text in tool.pages(found).items() if page.read_text("utf-8") != text
    ]
    assert stale == [], "run `make generate`"


def test_a_name_without_a_comment_has_no_description(tmp_path: Path) -> None:
    file = tmp_path / "a.d.ts"
    file.write_text(
        "/** Said. */\nexport declare const a: 1;\nexport interface B {\n    b: string;\n}\n"
    )
    assert [(n.name, n.about, n.text) for n in tool.exported(file).values()] == [
        ("a", "Said.", "const a: 1;"),
        ("B", "", "interface B {\n  b: string;\n}"),
    ]
