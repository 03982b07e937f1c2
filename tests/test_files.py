"""Files are written whole or not at all."""

import pytest

from fourbar.files import write_atomic


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
