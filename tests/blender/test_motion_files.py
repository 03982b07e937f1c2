"""Motions in files: what is read, and what every damaged one says."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from fourbar import TrajectoryError
from fourbar.blender.trajectory import read_trajectory


def _npz(**arrays: object) -> bytes:
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    return packed.getvalue()


def _cut_member() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("q.npy", b"\x93NUMPY\x01\x00")
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("m.csv", b"", "not a motion"),
        ("m.csv", b"time,a\n0,1\n1\n", "not a motion"),
        ("m.csv", b"time,a\n0,nan\n", "'a' in 'm.csv' has values that are not numbers"),
        ("m.csv", b"time,a\ninf,0\n", "'time' in 'm.csv' has values that are not numbers"),
        ("m.csv", b'"' + b"x" * 200_000, "not a motion"),
        ("m.csv", b"\xff\xfe", "not a motion"),
        ("m.json", b"[1, 2]", "not a motion"),
        ("m.json", b"{", "not a motion"),
        ("m.json", b"[" * 100_000, "not a motion"),
        ("m.json", b'{"times": [0], "positions": {"a": [1, 2]}}', "different lengths: 1, 2"),
        ("m.yaml", b"a: [", "not a motion"),
        ("m.yaml", b"\x00", "not a motion"),
        ("m.yaml", b"joint_names: [a]\npoints: 3\n", "not a motion"),
        ("m.npz", b"PK\x03\x04", "not a motion"),
        ("m.npz", b"", "not a motion"),
        ("m.npz", _cut_member(), "not a motion"),
        ("m.npz", _npz(q=np.zeros((2, 2)), joints=np.array(["a"])), "not a motion"),
        ("m.txt", b"", "cannot read a motion from 'm.txt'"),
    ],
)
def test_damaged_motions_are_refused(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(TrajectoryError, match=reason):
        read_trajectory(tmp_path / name)


def test_a_motion_of_a_joint_with_two_positions(tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    file.write_text("time,a,b[0],b[1]\n0,1,2,3\n0.5,4,5,6\n")
    found = read_trajectory(file)
    assert found.times is not None
    assert found.times.tolist() == [0.0, 0.5]
    assert found.positions["b"].tolist() == [[2.0, 3.0], [5.0, 6.0]]
