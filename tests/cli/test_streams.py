"""Standard streams that are closed, full, left by their reader, or that have few characters."""

import io
import json
import os
import subprocess
import sys

import pytest

from fourbar.cli import main
from fourbar.cli.streams import drawn, open_streams

BROKEN = '<robot name="r"><link name="a"/><joint name="j" type="revolut"/></robot>'
FOREIGN = '<robot name="röb"><link name="腕"/><link name="\U0001f9be"/></robot>'
COMMAND = f'"{sys.executable}" -m fourbar'


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "err.urdf").write_text(BROKEN)
    (tmp_path / "u.urdf").write_text(FOREIGN, encoding="utf-8")
    return tmp_path


def shell(line, **variables):
    """A line of bash with `fourbar` in it; buffered, as users have it, unless variables differ."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHONUNBUF")}
    script = line.replace("fourbar ", f"{COMMAND} ")
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, env=clean | variables, check=False
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["check err.urdf", "compare gallery:ur20 gallery:four_bar"])
def test_a_verdict_outlives_the_reader_of_the_output(command, unbuffered):
    done = shell(f"fourbar {command} | true; exit ${{PIPESTATUS[0]}}", PYTHONUNBUFFERED=unbuffered)
    assert done.returncode in (1, 141)  # 1 also where `true` has not ended yet
    assert done.stderr == b""


@pytest.mark.parametrize(
    "line",
    [
        "fourbar info gallery:four_bar >&-",
        "fourbar check err.urdf >&-",
        "fourbar info gallery:four_bar >/dev/full",
        "fourbar --help >/dev/full",
        "PYTHONUNBUFFERED=1 fourbar --version >/dev/full",
    ],
)
def test_output_that_is_lost_is_a_failure(line):
    done = shell(line)
    assert done.returncode == 2
    (said,) = done.stderr.decode().splitlines()
    assert said.startswith("fourbar: ")
    assert "Bad file descriptor" in said or "No space left on device" in said


def test_a_closed_standard_input_is_said_in_one_line():
    for command in ("info", "check"):
        done = shell(f"fourbar {command} - <&-")
        assert done.returncode == 2
        assert done.stderr.decode().startswith(f"fourbar {command}: standard input is closed")
        assert len(done.stderr.splitlines()) == 1


def test_a_closed_standard_error_changes_neither_output_nor_status(folder):
    done = shell("fourbar info nowhere.urdf 2>&-")
    assert (done.returncode, done.stdout) == (2, b"")
    done = shell("fourbar fk err.urdf --json 2>&-")
    assert done.returncode == 0
    assert json.loads(done.stdout)["robot"] == "r"
    # With all three closed, the file that is written must not get what was meant for a stream.
    done = shell("fourbar convert err.urdf out.urdf <&- >&- 2>&-")
    assert (folder / "out.urdf").read_bytes().startswith(b"<")
    assert b"error" not in (folder / "out.urdf").read_bytes()


def test_standard_error_that_is_full_is_a_failure_without_a_traceback():
    assert shell("fourbar info nowhere.urdf 2>/dev/full").returncode == 2


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("variables", [{"PYTHONIOENCODING": "ascii"}, ASCII])
def test_json_survives_an_output_with_few_characters(variables):
    done = shell("fourbar fk u.urdf --json", **variables)
    assert done.returncode == 0
    document = json.loads(done.stdout.decode("ascii"))
    assert (document["robot"], next(iter(document["poses"]))) == ("röb", "腕")


def test_trees_are_drawn_with_the_characters_that_there_are():
    done = shell("fourbar info gallery:four_bar", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"\n|  `- coupler_link" in done.stdout
    done = shell("fourbar info u.urdf", PYTHONIOENCODING="latin-1")
    assert done.stdout.startswith("röb\n".encode("latin-1"))
    assert b"\\u8155" in done.stdout


def with_output(monkeypatch, encoding):
    """Standard output in memory, prepared as for a process."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    open_streams()
    return raw


def test_characters_beyond_16_bits_and_lone_surrogates_are_escaped_as_json_has_them(monkeypatch):
    raw = with_output(monkeypatch, "ascii")
    sys.stdout.write(json.dumps("é \U0001f9be \udcff", ensure_ascii=False))
    sys.stdout.flush()
    assert raw.getvalue() == b'"\\u00e9 \\ud83e\\uddbe \\udcff"'
    assert json.loads(raw.getvalue()) == "é \U0001f9be \udcff"


def test_xml_has_references_instead(monkeypatch):
    raw = with_output(monkeypatch, "latin-1")
    assert main(["check", "u.urdf", "--format", "junit", "--fail-on", "info"]) == 1
    sys.stdout.flush()
    assert b"&#33109;" in raw.getvalue()  # 腕
    assert raw.getvalue().isascii()


def test_an_output_in_utf_8_has_all_characters(monkeypatch):
    with_output(monkeypatch, "utf8")
    assert drawn("├─ é") == "├─ é"
