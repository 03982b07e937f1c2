"""Settings files hold in a fleet as for `fourbar check`; results are not among sources."""

from __future__ import annotations

import json

import pytest

import fourbar as fb
from fourbar.cli import main

from .fleets import robot

pytestmark = pytest.mark.slow


def _codes(output):
    rows = map(json.loads, (output / "results.jsonl").read_text().splitlines())
    return {row["file"]: set(row["facts"]["codes"]) for row in rows}


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """The same robot, with an axis that is not normal, in two folders."""
    monkeypatch.chdir(tmp_path)
    text = robot(1).replace('axis xyz="0 0 1"', 'axis xyz="0 0 2"')
    for name in ("a", "b"):
        (tmp_path / "robots" / name).mkdir(parents=True)
        (tmp_path / "robots" / name / "x.urdf").write_text(text)
    return tmp_path


def _check(*words):
    return main(["fleet", "check", "robots", "-o", "out", "-j1", "--no-thumbnails", *words])


def test_the_nearest_settings_file_holds_for_each_robot(folders, capsys):
    (folders / "robots" / "a" / "fourbar.toml").write_text('ignore = ["P402"]\n')
    assert _check() == 0
    found = _codes(folders / "out")
    # The same bytes with other settings are another row, as `fourbar check` tells them apart.
    assert "P402" not in found["robots/a/x.urdf"]
    assert "P402" in found["robots/b/x.urdf"]
    capsys.readouterr()
    assert _check() == 0
    assert "2 from an earlier run" in capsys.readouterr().out
    (folders / "robots" / "a" / "fourbar.toml").write_text('[severity]\nP402 = "error"\n')
    assert _check() == 1  # the settings count for what has changed
    assert "1 from an earlier run, 2 ok, 1 error" in capsys.readouterr().out
    assert _check("--isolated") == 0
    assert [len(row.duplicates) for row in _run(folders).rows] == [1]


def _run(folders, **options):
    words = {"workers_count": 1, "thumbnails": False, "options": options}
    return fb.fleet.run("check", "robots", output=folders / "python", **words)


def test_patterns_of_files_and_packages_of_a_settings_file_count(folders):
    (folders / "more" / "meshes").mkdir(parents=True)
    (folders / "more" / "meshes" / "a.stl").write_bytes(b"solid a\nendsolid a\n")
    text = robot(1).replace(
        '<box size="0.1 0.2 0.3"/>', '<mesh filename="package://arm/meshes/a.stl"/>'
    )
    (folders / "robots" / "b" / "x.urdf").write_text(text)
    (folders / "mine.toml").write_text(
        '[packages]\narm = "more"\n[per-file-ignores]\n"robots/a/*" = ["P402"]\n'
    )
    plain = {row.file: row.facts["codes"] for row in _run(folders).rows}
    found = {row.file: row.facts["codes"] for row in _run(folders, config="mine.toml").rows}
    assert "P402" in plain["robots/a/x.urdf"]
    assert "P402" not in found["robots/a/x.urdf"]
    missing = fb.check(folders / "robots" / "b" / "x.urdf")
    settings = fb.Settings(packages={"arm": str(folders / "more")})
    there = fb.check(folders / "robots" / "b" / "x.urdf", settings=settings)
    assert set(plain["robots/b/x.urdf"]) == {finding.code for finding in missing}
    assert set(found["robots/b/x.urdf"]) == {finding.code for finding in there}
    assert plain["robots/b/x.urdf"] != found["robots/b/x.urdf"]


def test_a_settings_file_that_is_not_valid_is_told_before_anything_is_written(folders, capsys):
    (folders / "robots" / "fourbar.toml").write_text('ignore = ["Z9"]\n')
    assert _check() == 2
    assert "unknown rule 'Z9'" in capsys.readouterr().err
    assert not (folders / "out" / "run.json").exists()
    assert _check("--isolated") == 0


@pytest.mark.parametrize("output", ["robots", ".", "robots/a/.."])
def test_a_folder_for_results_with_the_source_in_it_is_refused(folders, capsys, output):
    before = sorted(folders.rglob("*"))
    words = ["convert", "robots", "--to", ".urdf", "-j1", "--no-thumbnails", "-o", output]
    assert main(["fleet", *words]) == 2
    assert "results would be among the robots" in capsys.readouterr().err
    assert sorted(folders.rglob("*")) == before


def test_results_below_a_source_are_not_robots_of_the_next_run(folders):
    for _ in range(2):
        words = {"workers_count": 1, "thumbnails": False, "options": {"to": ".urdf"}}
        found = fb.fleet.run("convert", ["robots"], output="robots/out", **words)
        assert [row.file for row in found.rows] == ["robots/a/x.urdf"]
