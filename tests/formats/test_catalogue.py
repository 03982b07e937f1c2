"""`robot:NAME`, with the real package robot_descriptions and repositories made here: no network."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import fourbar as fb
from fourbar import catalogue
from fourbar.cli import main
from fourbar.cli.complete import candidates

descriptions = pytest.importorskip("robot_descriptions")
repositories = importlib.import_module("robot_descriptions._repositories").REPOSITORIES

CASSIE = """<robot name="cassie">
  <link name="pelvis"/>
  <link name="leg">
    <visual><geometry><mesh filename="package://cassie_description/mesh.stl"/></geometry></visual>
  </link>
  <joint name="hip" type="continuous"><parent link="pelvis"/><child link="leg"/></joint>
</robot>
"""

UR = """<robot name="$(arg name)" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="name" default="unknown"/>
  <xacro:arg name="ur_type" default="none"/>
  <link name="$(arg ur_type)"/>
</robot>
"""

TRIANGLE = """solid one
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
endsolid one
"""


@pytest.fixture
def cached(tmp_path, monkeypatch):
    """Puts files into the package's cache, as a clone of a repository of its catalogue."""

    def put(repository: str, files: dict[str, str]) -> Path:
        name = repositories[repository].cache_path
        made = tmp_path / "made"
        for file, text in files.items():
            path = made / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        git = ("git", "-c", "user.name=n", "-c", "user.email=e@example.org", "-C", str(made))
        for command in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "robot")):
            subprocess.run([*git, *command], check=True)
        commit = subprocess.check_output([*git, "rev-parse", "HEAD"], text=True).strip()
        # Where the package keeps another commit than the one of its catalogue.
        clone = tmp_path / "cache" / f"{name}-{commit}" / name
        clone.parent.mkdir(parents=True)
        made.rename(clone)
        monkeypatch.setenv("ROBOT_DESCRIPTION_COMMIT", commit)
        return clone

    monkeypatch.setenv("ROBOT_DESCRIPTIONS_CACHE", str(tmp_path / "cache"))
    before = set(sys.modules)
    yield put
    for name in set(sys.modules) - before:
        if name.startswith("robot_descriptions."):
            del sys.modules[name]


def test_a_robot_of_the_catalogue_is_a_file(cached, tmp_path, capsys):
    clone = cached("cassie_description", {"urdf/cassie_v4.urdf": CASSIE, "mesh.stl": TRIANGLE})
    robot = fb.load("robot:cassie")
    assert robot.name == "cassie"
    assert robot.source is not None
    assert robot.source.path == clone / "urdf" / "cassie_v4.urdf"
    assert fb.load("robot:cassie_description") == robot
    # Meshes of its packages are found.
    fb.save(robot, tmp_path / "cassie.glb")
    assert len(fb.load(tmp_path / "cassie.glb").links["leg"].visuals) == 1

    assert main(["info", "robot:cassie", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["robot"] == "cassie"
    assert main(["check", "robot:cassie"]) == 0
    assert "robot:cassie:3:3: warning[P441]" in capsys.readouterr().out
    assert main(["fix", "robot:cassie"]) == 2
    assert "robot:cassie" in capsys.readouterr().err
    assert (clone / "urdf" / "cassie_v4.urdf").read_text() == CASSIE
    with pytest.raises(PermissionError, match="asked for by name cannot be fixed"):
        fb.fix("robot:cassie")


def test_arguments_of_the_catalogue_hold_unless_others_are_given(cached, capsys):
    cached("Universal_Robots_ROS2_Description", {"urdf/ur.urdf.xacro": UR})
    robot = fb.load("robot:ur5e")
    assert (robot.name, robot.root.name) == ("ur5e", "ur5e")
    other = fb.load("robot:ur5e", arguments={"name": "left"})
    assert (other.name, other.root.name) == ("left", "ur5e")
    assert main(["info", "robot:ur5e", "--arg", "name:=right"]) == 0
    assert capsys.readouterr().out.startswith("right\n")


def test_arguments_for_a_robot_without_any_are_refused(cached, capsys):
    cached("cassie_description", {"urdf/cassie_v4.urdf": CASSIE})
    assert main(["info", "robot:cassie", "--arg", "name:=right"]) == 2
    assert "'robot:cassie' is not a xacro file" in capsys.readouterr().err


def test_the_viewer_takes_names(cached):
    from fourbar.viewer.source import as_source

    clone = cached("cassie_description", {"urdf/cassie_v4.urdf": CASSIE})
    source = as_source("robot:cassie")
    assert source.key == "cassie"
    assert source.path == clone / "urdf" / "cassie_v4.urdf"
    assert source.page_path is None
    assert not source.can_be_fixed


def test_packages_that_were_given_are_remembered(tmp_path):
    """Also those of a file: its meshes are found when it is saved."""
    elsewhere = tmp_path / "far" / "away"
    elsewhere.mkdir(parents=True)
    (elsewhere / "mesh.stl").write_text(TRIANGLE)
    file = tmp_path / "near" / "cassie.urdf"
    file.parent.mkdir()
    file.write_text(CASSIE)
    robot = fb.load(file, packages={"cassie_description": elsewhere})
    fb.save(robot, tmp_path / "cassie.glb")
    assert len(fb.load(tmp_path / "cassie.glb").links["leg"].visuals) == 1
    assert not [finding for finding in fb.check(robot) if finding.code in ("A501", "A502")]


@pytest.mark.filterwarnings("ignore::FutureWarning")  # of names that are about to change
def test_every_robot_of_the_catalogue_has_a_file(tmp_path, monkeypatch):
    """Without fetching them: importing each module with an empty folder for its repository."""
    cache = importlib.import_module("robot_descriptions._cache")
    monkeypatch.setattr(cache, "clone_to_cache", lambda name, commit=None: str(tmp_path / name))
    known = catalogue.summaries()
    assert len(known) == len(descriptions.DESCRIPTIONS) > 100
    before = set(sys.modules)
    try:
        for name in known.keys() - {"eve_r3"}:  # which reads its file when it is imported
            found = catalogue.find(f"robot:{name}")
            assert tmp_path in found.path.parents, name
            assert all(isinstance(folder, str) for folder in found.packages.values()), name
            assert all(isinstance(value, str) for value in found.arguments.values()), name
    finally:
        for name in set(sys.modules) - before:
            if name.startswith("robot_descriptions."):
                del sys.modules[name]


def test_unknown_names_get_a_suggestion(capsys):
    assert main(["info", "robot:casie"]) == 2
    assert "robot_descriptions has no robot 'casie'; did you mean 'cassie'?" in (
        capsys.readouterr().err
    )
    with pytest.raises(FileNotFoundError, match="has no robot"):
        fb.load("robot:")


def test_what_cannot_be_fetched_is_a_finding(tmp_path, monkeypatch, capsys):
    """The cache is where a file is, so that git cannot make a folder there."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ROBOT_DESCRIPTIONS_CACHE", str(tmp_path / "file"))
    monkeypatch.delitem(sys.modules, "robot_descriptions.cassie_description", raising=False)
    assert main(["info", "robot:cassie"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "cannot open 'robot:cassie': robot_descriptions cannot fetch it: " in shown.err


def test_without_the_package(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "robot_descriptions", None)
    assert main(["view", "robot:cassie"]) == 2
    assert "robot_descriptions, which is not installed" in capsys.readouterr().err
    with pytest.raises(FileNotFoundError, match="pip install robot_descriptions"):
        fb.load("robot:cassie")


def test_names_are_completed_without_fetching_anything():
    found = {value.value: value.about for value in candidates(["info", "robot:cass"])}
    assert found == {
        "robot:cassie": "Agility Robotics Cassie",
        "robot:cassie_mj": found["robot:cassie_mj"],
    }
    assert "robot:" in [value.value for value in candidates(["info", "r"])]
    assert list(candidates(["fk", "robot:cassie", "--link", "p"])) == []
