"""Files are written whole or not at all."""

import os
import signal
import stat
import subprocess
import sys

import pytest

from fourbar.files import FileChangedError, write_atomic


@pytest.mark.parametrize(
    "data", ["caf\u00e9", b"caf\xc3\xa9", [b"caf", b"\xc3\xa9"], iter([b"", b"caf\xc3\xa9"])]
)
def test_text_bytes_and_pieces(data, tmp_path):
    write_atomic(tmp_path / "f", data)
    assert (tmp_path / "f").read_bytes() == b"caf\xc3\xa9"


def test_what_fails_halfway_leaves_what_was_there(tmp_path):
    target = tmp_path / "f"
    target.write_text("before")

    def pieces():
        yield b"after"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_atomic(target, pieces())
    assert [file.name for file in tmp_path.iterdir()] == ["f"]
    assert target.read_text() == "before"


def test_an_error_names_the_file_that_was_asked_for(tmp_path):
    target = tmp_path / "missing" / "f"
    with pytest.raises(FileNotFoundError) as raised:
        write_atomic(target, b"")
    assert raised.value.filename == str(target)


def test_links_are_written_through(tmp_path):
    real, link = tmp_path / "real" / "f", tmp_path / "link"
    real.parent.mkdir()
    real.write_text("before")
    link.symlink_to(real)
    write_atomic(link, "after")
    assert link.is_symlink()
    assert real.read_text() == "after"
    assert [file.name for file in real.parent.iterdir()] == ["f"]


def test_a_link_to_nothing_makes_the_file_it_names(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "new")
    write_atomic(link, "text")
    assert link.is_symlink()
    assert (tmp_path / "new").read_text() == "text"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_modes_are_kept(tmp_path, mode):
    target = tmp_path / "f"
    target.write_text("before")
    target.chmod(mode)
    write_atomic(target, "after")
    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_a_write_protected_file_is_refused(tmp_path):
    target = tmp_path / "f"
    target.write_text("before")
    target.chmod(0o444)
    with pytest.raises(PermissionError, match="write-protected") as raised:
        write_atomic(target, "after")
    assert raised.value.filename == str(target)
    assert target.read_text() == "before"


@pytest.mark.parametrize("data", ["same", b"same", [b"sa", b"me"]])
def test_a_file_with_the_same_content_is_left_alone(tmp_path, data):
    target = tmp_path / "f"
    target.write_text("same")
    os.utime(target, ns=(1, 1))
    write_atomic(target, data)
    assert target.stat().st_mtime_ns == 1


def test_content_of_the_same_length_is_written(tmp_path):
    target = tmp_path / "f"
    target.write_text("same")
    write_atomic(target, "sane")
    assert target.read_text() == "sane"


def test_a_file_that_changed_since_it_was_read_is_kept(tmp_path):
    target = tmp_path / "f"
    target.write_text("edited meanwhile")
    with pytest.raises(FileChangedError, match="meanwhile"):
        write_atomic(target, "fixed", replacing=b"as it was read")
    assert target.read_text() == "edited meanwhile"
    write_atomic(target, "fixed", replacing=b"edited meanwhile")
    assert target.read_text() == "fixed"


def test_a_pipe_is_written_to(tmp_path):
    script = "from fourbar.files import write_atomic; write_atomic('/dev/stdout', [b'a', b'b'])"
    assert subprocess.check_output([sys.executable, "-c", script]) == b"ab"


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path):
    target = tmp_path / "f"
    script = """
import os, signal, sys
from fourbar.files import write_atomic
def pieces():
    yield b"half"
    os.kill(os.getpid(), signal.SIGKILL)
write_atomic(sys.argv[1], pieces())
"""
    killed = subprocess.run([sys.executable, "-c", script, target], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 1
    write_atomic(target, "whole")
    assert [file.name for file in tmp_path.iterdir()] == ["f"]


def test_what_a_living_process_writes_is_not_removed(tmp_path):
    target = tmp_path / "f"
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        at_work = tmp_path / f".f.{other.pid}.abc.fourbar-tmp"
        at_work.write_text("half")
        write_atomic(target, "whole")
        assert at_work.exists()
        other.communicate(b"\n")


def test_hard_links_stay(tmp_path):
    first, second = tmp_path / "a.urdf", tmp_path / "b.urdf"
    first.write_text("a much longer text than what follows")
    os.link(first, second)
    write_atomic(first, "short")
    assert second.read_text() == "short"
    assert first.stat().st_ino == second.stat().st_ino
    assert {file.name for file in tmp_path.iterdir()} == {"a.urdf", "b.urdf"}


def test_content_that_fails_leaves_a_file_with_hard_links_alone(tmp_path):
    first = tmp_path / "a.urdf"
    first.write_text("precious")
    os.link(first, tmp_path / "b.urdf")

    def pieces():
        yield b"half"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_atomic(first, pieces())
    assert first.read_text() == "precious"
