"""Completion as shells show it: in a real bash, zsh and fish, typed at a terminal."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fourbar.cli import COMMANDS, build_parser, main
from fourbar.cli.complete import FILES, FOLDERS, NO_SPACE, VALUES, candidates
from fourbar.cli.completion import SCRIPTS

ENVIRONMENT = {
    **os.environ,
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "TERM": "dumb",
    "HISTFILE": "",
    "XDG_CONFIG_HOME": "/nonexistent",
}


def values(*words):
    return [candidate.value for candidate in candidates(words)]


def test_every_placeholder_of_the_help_is_known_to_completion():
    parser = build_parser()
    for name in COMMANDS:
        command = parser.command(name)
        for action in (*command.options().values(), *command.positionals()):
            if action.nargs != 0 and action.choices is None and isinstance(action.metavar, str):
                assert action.metavar in VALUES, f"{name} {action.metavar}"


def test_commands_and_options_complete():
    assert values("inf") == ["info"]
    assert values("fk", "--li") == ["--link"]
    assert values("fk", "x.urdf", "--color", "a") == ["auto", "always"]
    assert values("dance", "") == []


def test_names_of_the_robot_on_the_line_complete():
    assert values("fk", "gallery:ur20", "--link", "fl") == ["flange"]
    assert values("fk", "--set", "") == [NO_SPACE]  # no robot yet
    assert values("fk", "gallery:four_bar", "--set", "c") == [NO_SPACE, "crank=", "coupler="]
    assert values("fk", "gallery:four_bar", "--set=c") == [
        NO_SPACE,
        "--set=crank=",
        "--set=coupler=",
    ]
    assert values("trace", "gallery:four_bar", "--drive", "r") == ["rocker"]


def test_arguments_of_the_xacro_file_on_the_line_complete(tmp_path):
    file = tmp_path / "arm.xacro"
    file.write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:arg name="side" default="left"/><xacro:if value="1"><xacro:arg name="size"/>'
        '</xacro:if><xacro:arg name="mass"/><link name="$(arg side)"/></robot>'
    )
    assert values("info", str(file), "--arg", "si") == [NO_SPACE, "side:=", "size:="]
    assert values("info", str(file), "--arg", "mass:") == [NO_SPACE, "mass:="]
    assert values("info", str(file), "--arg", "side:=l") == []
    found = {each.value: each.about for each in candidates(("info", str(file), "--arg", ""))}
    assert found["side:="] == "default: left"


def test_options_with_two_values_complete_both():
    links = [value.value for value in candidates(["edit", "gallery:four_bar", "--chain", ""])]
    assert links == ["base", "crank_link", "coupler_link", "rocker_link"]
    again = candidates(["edit", "gallery:four_bar", "--attach", "x.urdf", "cr"])
    assert [value.value for value in again] == ["crank_link"]
    files = candidates(["edit", "gallery:four_bar", "--attach", ""])
    assert [value.value for value in files] == [FILES]
    maps = candidates(["compare", "gallery:four_bar", "x.urdf", "--map", "cr"])
    assert [value.value for value in maps] == [NO_SPACE, "crank_link=", "crank="]


def test_fixed_joints_are_not_offered_to_be_set(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(
        '<robot name="r"><link name="a"/><link name="b"/><link name="c"/>'
        '<joint name="welded" type="fixed"><parent link="a"/><child link="b"/></joint>'
        '<joint name="moving" type="continuous"><parent link="b"/><child link="c"/></joint></robot>'
    )
    assert values("fk", str(file), "--set", "") == [NO_SPACE, "moving="]


def test_named_configurations_complete(tmp_path):
    srdf = tmp_path / "arm.srdf"
    srdf.write_text('<robot name="r"><group_state name="rest" group="g"/></robot>')
    assert values("fk", "gallery:ur20", "--srdf", str(srdf), "--named", "") == ["rest"]


def test_rules_targets_and_gallery_complete():
    assert values("explain", "P40") == [f"P40{k}" for k in range(1, 10)]
    assert values("explain", "zero-ax") == ["zero-axis"]
    assert values("check", "--ignore", "P401,S10")[0] == "P401,S101"
    assert values("check", "--target", "mujoco,g") == ["mujoco,gazebo"]
    assert values("demo", "six") == ["six_bar"]
    assert values("info", "gallery:six") == ["gallery:six_bar"]
    assert values("info", "ga") == [FILES, NO_SPACE, "gallery:"]
    assert values("explain", "--write", "") == [FOLDERS]


def test_after_the_last_argument_there_is_nothing_to_offer():
    assert values("fk", "gallery:four_bar", "") == []
    assert values("check", "a.urdf", "") != []  # takes several


def test_an_unreadable_robot_offers_nothing_and_says_nothing(capfd):
    assert main(["__complete", "fish", "fk", "nowhere.urdf", "--link", ""]) == 0
    assert main(["__complete"]) == 1
    assert capfd.readouterr() == ("", "")


def test_unknown_shell_lists_the_known_ones(capsys):
    with pytest.raises(SystemExit):
        main(["completion", "tcsh"])
    assert "bash" in capsys.readouterr().err
    assert set(SCRIPTS) == {"bash", "zsh", "fish"}


@pytest.fixture
def folder(tmp_path):
    for shell, script in SCRIPTS.items():
        (tmp_path / f"completion.{shell}").write_text(script)
    (tmp_path / "my robot.urdf").write_text(
        '<robot name="r"><link name="left arm"/><link name="leg"/>'
        '<joint name="j" type="continuous"><parent link="left arm"/><child link="leg"/></joint>'
        "</robot>"
    )
    (tmp_path / "outputs").mkdir()
    return tmp_path


class Terminal:
    """A shell that believes somebody is typing."""

    def __init__(self, command, folder):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, ENVIRONMENT)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def wait_for(self, pattern, seconds=60):
        """What was shown until the pattern matched."""
        shown, end = "", time.monotonic() + seconds
        while time.monotonic() < end:
            ready, _, _ = select.select([self.terminal], [], [], 0.2)
            if ready:
                shown += os.read(self.terminal, 65536).decode("utf-8", "replace")
                if re.search(pattern, shown):
                    return shown
        raise AssertionError(f"{pattern!r} did not appear in {shown!r}")

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


@pytest.fixture
def bash(folder):
    terminal = Terminal(["bash", "--norc", "--noprofile", "-i"], folder)
    terminal.type("PS1='> '; bind 'set bell-style none'; . ./completion.bash; echo rea''dy\n")
    terminal.wait_for("\nready")
    yield terminal
    terminal.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("fourbar inf\t", "fourbar info "),
        ("fourbar info gallery:four\t", "fourbar info gallery:four_bar "),
        ("fourbar info ga\t", "fourbar info gallery:"),
        ("fourbar fk gallery:four_bar --set cra\t", "--set crank="),
        ("fourbar fk gallery:four_bar --set=cra\t", "--set=crank="),
        ("fourbar fk my\\ robot.urdf --link lef\t", "--link left\\\\ arm "),
        ("fourbar explain zero-ax\t", "explain zero-axis "),
        ("fourbar check --target mujoco,ga\t", "--target mujoco,gazebo "),
        ("fourbar convert my\t", "convert my\\\\ robot.urdf "),
        ("fourbar explain --write out\t", "--write outputs/"),
    ],
)
def test_bash(bash, typed, completed):
    bash.type(f"{typed}#")  # a mark to see whether a blank was added
    bash.wait_for(re.escape(completed).replace(r"\\\\", r"\\") + "#")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("fourbar inf\t", "fourbar info "),
        ("fourbar info gallery:four\t", "fourbar info gallery:four_bar "),
        ("fourbar fk gallery:four_bar --set cra\t", "--set crank="),
        ("fourbar explain zero-ax\t", "explain zero-axis "),
        ("fourbar check --target mujoco,ga\t", "--target mujoco,gazebo "),
    ],
)
def test_zsh(folder, typed, completed):
    terminal = Terminal(["zsh", "-f", "-i"], folder)
    try:
        terminal.type(
            "PS1='> '; autoload -Uz compinit; compinit -u -D; source ./completion.zsh; "
            "unsetopt zle_bracketed_paste; echo rea''dy\n"
        )
        terminal.wait_for("\nready")
        terminal.type(typed)
        terminal.wait_for(re.escape(completed.rstrip()))
    finally:
        terminal.close()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("fourbar inf", "info"),
        ("fourbar info gallery:four", "gallery:four_bar"),
        ("fourbar fk gallery:four_bar --set cra", "crank="),
        ("fourbar fk 'my robot.urdf' --link lef", "left arm"),
        ("fourbar explain P402", "P402"),
        ("fourbar check --target mujoco,ga", "mujoco,gazebo"),
        ("fourbar info my", "my robot.urdf"),
        ("fourbar explain --write out", "outputs/"),
    ],
)
def test_fish(folder, typed, completed):
    script = 'source completion.fish; complete -C "$argv[1]"'
    done = subprocess.run(
        ["fish", "--no-config", "-c", script, typed],
        cwd=folder,
        env={**ENVIRONMENT, "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert completed in [line.partition("\t")[0] for line in done.stdout.splitlines()]
