"""`fourbar view`, as a user types it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from websockets.sync.client import connect

from fourbar.cli import main

PATIENCE = 60


class Command:
    """A running `fourbar view`."""

    def __init__(self, *arguments: str, stdin: str | None = None) -> None:
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "BROWSER")}
        environment["XDG_STATE_HOME"] = os.devnull  # nothing is remembered
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fourbar", "view", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stdin
        assert self.process.stdout
        if stdin is not None:
            self.process.stdin.write(stdin)
        self.process.stdin.close()
        self.process.stdin = None
        self.line = self.process.stdout.readline()
        self.url = self.line.split(" ")[0].strip()

    def robot(self, wanted) -> dict:
        """The first state of the robot that is wanted."""
        with connect(f"{self.url.replace('http', 'ws', 1)}live", max_size=None) as page:
            while True:
                message = json.loads(page.recv(timeout=PATIENCE))
                for robot in message.get("robots") or [message.get("robot")]:
                    if isinstance(robot, dict) and wanted(robot):
                        return robot

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


@pytest.fixture
def run():
    running: list[Command] = []

    def run(*arguments: str, stdin: str | None = None) -> Command:
        running.append(Command(*arguments, stdin=stdin))
        return running[-1]

    yield run
    for command in running:
        if command.process.poll() is None:
            command.process.kill()
            command.process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_its_address_and_ends_cleanly(run, number):
    command = run("gallery:four_bar", "--no-open")
    assert re.fullmatch(
        r"http://127\.0\.0\.1:\d+/[\w-]{20,}/  \(press Ctrl-C to stop\)\n", command.line
    )
    assert command.robot(lambda r: r["glb"])["name"] == "four_bar"
    assert command.end(number) == (0, "")


def test_the_address_as_json(run):
    command = run("gallery:four_bar", "--no-open", "--json")
    document = json.loads(command.line)
    schemas = Path(__file__).parents[2] / "docs" / "schemas"
    jsonschema.validate(document, json.loads((schemas / "view.schema.json").read_text()))
    assert (document["format"], document["files"]) == ("fourbar.view", ["gallery:four_bar"])
    command.url = document["url"]
    assert command.robot(lambda r: r["glb"])["name"] == "four_bar"
    assert command.end() == (0, "")


def test_ctrl_c_while_it_starts_is_clean_too(run):
    assert run("gallery:four_bar", "--no-open").end() == (0, "")


def test_without_a_browser_it_says_so(run):
    command = run("gallery:four_bar")
    command.robot(lambda r: r["glb"])
    assert command.end() == (0, "no browser found; open the address above\n")


def test_a_joint_is_set_and_the_loops_close(run):
    command = run("gallery:four_bar", "--set", "crank=30deg", "--no-open")
    pose = command.robot(lambda r: r["pose"])["pose"]
    assert pose["crank"] == pytest.approx(0.5235987755982988)
    assert pose["coupler"] != 0
    assert command.end()[0] == 0


def test_a_joint_that_is_not_there_ends_it(run):
    command = run("gallery:four_bar", "--set", "crnk=1", "--no-open")
    _, errors = command.process.communicate(timeout=PATIENCE)
    assert command.process.returncode == 2
    assert errors == "fourbar view: no joint named 'crnk'; did you mean 'crank'?\n"


def test_a_trajectory_goes_along(run, tmp_path):
    file = tmp_path / "motion.csv"
    file.write_text("time,crank\n0,0\n1,1\n")
    command = run("gallery:four_bar", "--trajectory", str(file), "--no-open")
    robot = command.robot(lambda r: r["trajectory"])
    assert robot["trajectory"]["name"] == "motion.csv"
    assert robot["trajectory"]["url"].endswith("/trajectory")
    assert command.end()[0] == 0


def test_a_broken_robot_opens_the_page_with_its_findings(run, tmp_path):
    file = tmp_path / "broken.urdf"
    file.write_text("<robot name='b'>")
    command = run(str(file), "--no-open")
    robot = command.robot(lambda r: r["failed"])
    assert robot["diagnostics"][0]["line"] == 1
    assert command.end()[0] == 0


def test_standard_input(run):
    command = run("-", "--no-open", stdin='<robot name="piped"><link name="a"/></robot>')
    assert command.robot(lambda r: r["glb"])["name"] == "piped"
    assert command.end()[0] == 0


def test_a_folder_is_searched_for_its_robot(run, tmp_path):
    (tmp_path / "urdf").mkdir()
    (tmp_path / "urdf" / "arm.urdf").write_text('<robot name="found"><link name="a"/></robot>')
    command = run(str(tmp_path), "--no-open")
    assert command.robot(lambda r: r["glb"])["name"] == "found"
    assert command.end()[0] == 0


def test_several_robots(run):
    command = run("gallery:four_bar", "gallery:four_bar", "--no-open")
    second = command.robot(lambda r: r["id"] == "r2" and r["glb"])
    assert second["position"] != [0, 0, 0]
    assert command.end()[0] == 0


def test_other_addresses_come_with_a_warning(run):
    command = run("gallery:four_bar", "--host", "0.0.0.0", "--no-open")
    command.robot(lambda r: r["glb"])
    status, errors = command.end()
    assert status == 0
    assert "warning: on 0.0.0.0, anyone who can reach this machine" in errors


def test_a_port_that_is_taken(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["view", "gallery:four_bar", "--port", str(port), "--no-open"]) == 2
    error = capsys.readouterr().err
    assert (
        error
        == f"fourbar view: port {port} is in use; choose another, or omit it to use a free port\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["missing.urdf"],
            "'missing.urdf' does not exist",
        ),
        (["nowhere/x.urdf"], "'nowhere/x.urdf' does not exist, nor does its folder 'nowhere'"),
        (["gallery:fuor_bar"], "did you mean 'four_bar'"),
        (["gallery:four_bar", "--port", "99999"], "use 1-65535, or 0 for any free port"),
        (["gallery:four_bar", "--host", "192.0.2.1"], "is not an address of this machine"),
        (["gallery:four_bar", "--trajectory", "no.csv"], "'no.csv' does not exist"),
        (
            ["gallery:four_bar", "gallery:four_bar", "--set", "crank=1"],
            "work with a single robot only",
        ),
        (["gallery:four_bar", "--named", "a", "--set", "crank=1"], "cannot be combined"),
        (["empty"], "'empty' does not contain a .urdf, .xacro, .glb, .gltf, .mjcf, .mjz, .sdf, "),
    ],
)
def test_what_cannot_be_shown(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    assert main(["view", *arguments, "--no-open"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("fourbar view: ")
    assert message in error


def test_a_lifted_loop_is_noted(run, tmp_path: Path) -> None:
    file = tmp_path / "drake.urdf"
    file.write_text(
        '<robot name="d" xmlns:drake="http://drake.mit.edu"><link name="a"/><link name="b"/>'
        '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
        '<drake:ball_constraint><drake:ball_constraint_body_A name="a"/>'
        '<drake:ball_constraint_body_B name="b"/><drake:ball_constraint_p_AP value="0 0 0"/>'
        '<drake:ball_constraint_p_BQ value="0 0 0"/></drake:ball_constraint></robot>'
    )
    command = run(str(file), "--no-open", "--no-watch")
    assert command.process.stderr is not None
    noted = command.process.stderr.readline()
    assert noted.startswith(f"note: {file}:1:")
    assert noted.endswith("is read as spherical loop 'ball_constraint_1' [S123]\n")
    assert command.end()[0] == 0
