"""Settings from files, and what is said about those that cannot be meant."""

from __future__ import annotations

import pytest

from fourbar.diagnostics import Severity
from fourbar.lint import Settings, SettingsError
from fourbar.lint.configuration import find_configuration, read_configuration
from fourbar.rules.registry import lookup

FULL = """
select = ["ALL"]
ignore = ["P440", "names-differ-in-case"]
target = ["gazebo", "moveit"]
preview = true
meshes = false
[severity]
P402 = "error"
[per-file-ignores]
"vendor/*.urdf" = ["P4"]
[packages]
arm_description = "src/arm"
"""


def test_all_settings_are_read(tmp_path) -> None:
    file = tmp_path / "fourbar.toml"
    file.write_text(FULL)
    settings = read_configuration(file)
    assert settings == Settings(
        select=("ALL",),
        ignore=("P440", "names-differ-in-case"),
        severity={"P402": Severity.ERROR},
        per_file_ignores={"vendor/*.urdf": ("P4",)},
        targets=("gazebo", "moveit"),
        preview=True,
        meshes=False,
        packages={"arm_description": str(tmp_path / "src/arm")},
        folder=str(tmp_path),
    )


def test_pyproject_holds_them_below_tool_fourbar(tmp_path) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text('[project]\nname = "x"\n[tool.fourbar]\nignore = ["P402"]\n')
    assert read_configuration(file).ignore == ("P402",)


def test_the_nearest_file_upwards_counts(tmp_path) -> None:
    inner = tmp_path / "robots" / "arm"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.fourbar]\n")
    assert find_configuration(inner / "arm.urdf") == tmp_path / "pyproject.toml"
    (tmp_path / "robots" / "pyproject.toml").write_text("[project]\n")  # not about fourbar
    assert find_configuration(inner / "arm.urdf") == tmp_path / "pyproject.toml"
    (tmp_path / "robots" / "fourbar.toml").write_text("")
    assert find_configuration(inner / "arm.urdf") == tmp_path / "robots" / "fourbar.toml"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('selct = ["P"]', "did you mean 'select'"),
        ('select = ["P999"]', "unknown rule 'P999'"),
        ('select = "P4"', "must be a list"),
        ('target = ["gazbo"]', "did you mean 'gazebo'"),
        ('[severity]\nP402 = "fatal"', "one of error, warning, info"),
        ('preview = "yes"', "true or false"),
        ("packages = 3", "must be a table"),
        ("select = [", "fourbar.toml"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(tmp_path, text: str, message: str) -> None:
    file = tmp_path / "fourbar.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=message) as error:
        read_configuration(file)
    assert str(file) in str(error.value)


def test_patterns_are_relative_to_the_configuration(tmp_path, monkeypatch) -> None:
    rule = lookup("P402")
    settings = Settings(per_file_ignores={"vendor/*.urdf": ("P4",)}, folder=str(tmp_path))
    assert settings.ignores_in(str(tmp_path / "vendor" / "arm.urdf"), rule)
    assert not settings.ignores_in(str(tmp_path / "own" / "arm.urdf"), rule)
    (tmp_path / "vendor").mkdir()
    monkeypatch.chdir(tmp_path / "vendor")
    assert settings.ignores_in("arm.urdf", rule)
