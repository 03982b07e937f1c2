"""Small holes that were found once: devices, endless traces, subinterpreters, levels, own input."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import fourbar as fb
from fourbar._native import simd_levels
from fourbar.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    os.mkfifo(tmp_path / "pipe.stl")
    return tmp_path


def test_a_pipe_is_no_mesh(folder: Path) -> None:
    """It may never have a writer: opening it would wait for ever."""
    text = '<link name="a"><visual><geometry><mesh filename="pipe.stl"/></geometry></visual></link>'
    Path("arm.urdf").write_text(f'<robot name="r">{text}</robot>')
    messages = [finding.message for finding in fb.check("arm.urdf")]
    assert any("not a regular file" in message for message in messages)
    assert main(["convert", "arm.urdf", "arm.glb"]) in (0, 1)


@pytest.mark.parametrize("name", ["pipe.stl", "/dev/zero", "a" * 300])
def test_what_is_no_file_is_not_included(folder: Path, name: str) -> None:
    xacro = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
    Path("arm.xacro").write_text(
        f'<robot name="r" {xacro}><xacro:include filename="{name}"/></robot>'
    )
    robot, report = fb.read("arm.xacro")
    assert robot is None or not report.ok


def test_a_pipe_may_be_the_description(folder: Path) -> None:
    """As in `fourbar check <(xacro arm.xacro)`."""
    text = b'<robot name="r"><link name="a"/></robot>'
    program = f"open('pipe.stl', 'wb').write({text!r})"
    with subprocess.Popen([sys.executable, "-c", program], cwd=folder):
        assert fb.load("pipe.stl", format="urdf").name == "r"


@pytest.mark.parametrize("encoding", ["punycode", "idna", "rot13", "zlib", "utf-7", "hex", "nope"])
def test_encodings_that_are_none_are_read_as_utf_8(encoding: str) -> None:
    head = f'<?xml version="1.0" encoding="{encoding}"?>'.encode()
    robot, report = fb.read(head + b'<robot name="r"><link name="a"/></robot>')
    assert robot is not None
    assert "is not supported; the file is read as UTF-8" in str(report)


def test_a_trace_has_an_end() -> None:
    model = fb.Model(fb.load("gallery:four_bar"))
    with pytest.raises(ValueError, match="a trace covers at most 100,000"):
        fb.trace(model, "crank", -1e9)


def test_a_chart_says_what_to_pickle() -> None:
    model = fb.Model(fb.load("gallery:four_bar"))
    with pytest.raises(TypeError, match="pickle the Model"):
        pickle.dumps(model.chart)
    assert (pickle.loads(pickle.dumps(model)).chart.v == model.chart.v).all()


def test_a_subinterpreter_is_refused() -> None:
    program = (
        "import _xxsubinterpreters as s; i = s.create();"
        'print(s.run_string(i, "try:\\n import fourbar._native\\n'
        'except ImportError as error:\\n print(error)"))'
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    if "No module named '_xxsubinterpreters'" in done.stderr:
        pytest.skip("this Python has another name for them")
    assert "cannot be used in a subinterpreter" in done.stdout + done.stderr


def test_convert_does_not_write_to_its_input(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '<robot name="r"><link name="a"/></robot>'
    Path("arm.urdf").write_text(text)
    Path("link.urdf").symlink_to("arm.urdf")
    for output in ("arm.urdf", "link.urdf"):
        assert main(["convert", "arm.urdf", output]) == 2
        assert "is the input; write to another file" in capsys.readouterr().err
    assert Path("arm.urdf").read_text() == text


OUTPUTS = """
import sys
from fourbar.cli import main
for name in ("delta", "stewart", "four_bar", "ur20"):
    main(["convert", f"gallery:{name}", f"{name}.glb", "--compress"])
    main(["fk", f"gallery:{name}", "--json"])
    main(["assemble", f"gallery:{name}", "--json"])
main(["trace", "gallery:four_bar"])
"""


def test_outputs_have_the_same_bytes_at_every_instruction_level(tmp_path: Path) -> None:
    outputs: dict[str, list[bytes]] = {}
    for level in simd_levels():
        folder = tmp_path / level
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", OUTPUTS],
            cwd=folder,
            env={**os.environ, "FOURBAR_SIMD": level},
            capture_output=True,
            check=True,
        )
        files = sorted(folder.iterdir())
        assert len(files) == 4
        outputs[level] = [done.stdout, *(file.read_bytes() for file in files)]
    first, *others = outputs.values()
    assert all(other == first for other in others)
    assert len(first[0]) > 10_000
