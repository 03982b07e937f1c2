"""No command writes what it makes over what it reads; the robot that was given stays."""

import json
import os

import pytest

from fourbar import gallery
from fourbar.cli import COMMANDS, build_parser, main

RUNS = (
    ["fix", "r.urdf", "-o", "r.urdf"],
    ["fix", "r.urdf", "-o", "b.urdf"],
    ["fix", "r.urdf", "--diff", "--json", "-o", "r.urdf"],
    ["check", "r.urdf", "-o", "r.urdf"],
    ["check", "r.urdf", "-o", "link.txt"],
    ["check", ".", "-o", "link.txt"],
    ["check", "r.urdf", "--json", "-o", "./r.urdf"],
    ["check", "r.urdf", "-o", "other.urdf"],
    ["check", "r.urdf", "--write-baseline", "r.urdf"],
    ["check", "r.urdf", "--write-baseline", "link.txt"],
    ["check", "r.urdf", "--config", "fourbar.toml", "-o", "fourbar.toml"],
    ["check", "r.urdf", "--baseline", "base.json", "-o", "base.json"],
    ["assemble", "r.urdf", "-o", "r.urdf"],
    ["assemble", "r.urdf", "-o", "other.urdf"],
    ["assemble", "r.json", "--input-format", "urdf", "--branch", "-o", "r.json"],
    ["graph", "r.urdf", "--format", "svg", "-o", "r.urdf"],
    ["graph", "r.urdf", "--format", "text", "-o", "link.txt"],
    ["graph", "r.urdf", "--format", "dot", "-o", "other.urdf"],
    ["trace", "r.json", "--input-format", "urdf", "-o", "r.json"],
    ["trace", "r.svg", "--input-format", "urdf", "--plot", "r.svg"],
    ["simulate", "r.json", "--input-format", "urdf", "-o", "r.json"],
    ["loads", "r.csv", "--input-format", "urdf", "-o", "r.csv"],
    ["efforts", "r.csv", "--input-format", "urdf", "-o", "r.csv"],
    ["collide", "r.yaml", "--input-format", "urdf", "--method", "spheres", "-o", "r.yaml"],
    ["convert", "r.urdf", "link.urdf"],
    ["edit", "r.urdf", "--attach", "other.urdf", "base", "-o", "other.urdf"],
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with one robot by several names."""
    monkeypatch.chdir(tmp_path)
    robot = gallery.path("four_bar").read_bytes()
    for name in ("r.urdf", "r.json", "r.svg", "r.csv", "r.yaml", "other.urdf"):
        (tmp_path / name).write_bytes(robot)
    for name in ("link.txt", "link.urdf"):
        (tmp_path / name).symlink_to("r.urdf")
    (tmp_path / "fourbar.toml").write_text("")
    main(["check", "r.urdf", "--write-baseline", "base.json"])
    return tmp_path


def contents(folder):
    return {each.name: each.read_bytes() for each in folder.iterdir()}


@pytest.mark.parametrize("run", RUNS, ids=" ".join)
def test_what_is_read_is_not_written_over(run, folder, capsys):
    before = contents(folder)
    assert main(run) == 2
    assert contents(folder) == before
    said = capsys.readouterr().err
    assert "is the input; write to another file" in said or "would be a robot" in said


def test_every_command_with_an_output_is_among_them():
    """A new command with a file to write gets a run here."""
    writing = set()
    for name in COMMANDS:
        options = build_parser((name,)).command(name)
        if options.get_default("rewrites") is None and "OUTPUT" in options.format_help():
            writing.add(name)
    assert writing - {"fleet"} <= {run[0] for run in RUNS}  # a fleet's output is a folder


def test_an_edited_robot_may_be_the_one_that_was_read(folder):
    assert main(["edit", "r.urdf", "--prefix", "x_", "-o", "r.urdf"]) == 0
    assert b"x_" in (folder / "r.urdf").read_bytes()


def test_a_baseline_is_brought_up_to_date(folder):
    run = ["check", "r.urdf", "--baseline", "base.json", "--write-baseline", "base.json"]
    assert main(run) == 0


@pytest.mark.parametrize(
    ("name", "begins"),
    [("rep.json", "{"), ("rep.sarif", "{"), ("rep.xml", "<?xml"), ("rep.txt", "no findings")],
)
def test_the_extension_of_a_report_is_its_format(name, begins, folder):
    assert main(["check", "r.urdf", "-o", name]) == 0
    assert (folder / name).read_text().startswith(begins)
    if begins == "{":
        json.loads((folder / name).read_text())


def test_a_format_that_is_asked_for_wins(folder):
    assert main(["check", "r.urdf", "--format", "sarif", "-o", "rep.json"]) == 0
    assert "sarif" in json.loads((folder / "rep.json").read_text())["$schema"]


def test_a_device_takes_a_report(folder):
    assert main(["check", "r.urdf", "-o", os.devnull]) == 0
