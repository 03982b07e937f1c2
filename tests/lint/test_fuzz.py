"""Whatever the file says, a check ends with a report."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from fourbar import gallery
from fourbar.diagnostics import Severity
from fourbar.lint import Settings, check, fix_text
from fourbar.lint.settings import TARGETS

FILES = [gallery.path(name) for name in gallery.names()]
NUMBERS = ["0", "-1", "1e308", "-1e308", "1e-320", "nan", "inf", "x", "", "1 2", "180", "1e6"]
NAMES = ["", " ", "a b", "world", "[0]", "a].b", "é", "&amp;", "1", "/", "__x__", "left", "ground"]
VALUE = re.compile(rb'(\w+)="([^"]*)"')


def mutated(data: bytes, seed: int) -> bytes:
    """A few attributes with other values, a few elements gone or doubled."""
    choose = random.Random(seed)
    for _ in range(choose.randint(1, 6)):
        places = list(VALUE.finditer(data))
        place = choose.choice(places)
        number = re.fullmatch(rb"[-+0-9.e ]+", place[2])
        value = choose.choice(NUMBERS if number else NAMES).encode()
        data = data[: place.start(2)] + value + data[place.end(2) :]
    lines = data.split(b"\n")
    for _ in range(choose.randint(0, 2)):
        at = choose.randrange(len(lines))
        if lines[at].strip().endswith(b"/>"):
            lines[at : at + 1] = choose.choice(([], [lines[at]] * 2))
    return b"\n".join(lines)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_mutated_robots_are_checked_and_fixed(file: Path, tmp_path: Path) -> None:
    settings = Settings(targets=TARGETS, preview=True)
    for seed in range(40):
        target = tmp_path / "robot.urdf"
        target.write_bytes(mutated(file.read_bytes(), seed))
        report = check(str(target), settings=settings)
        report.render("text")
        assert all(d.span is not None for d in report if d.severity is Severity.ERROR)
        if seed % 8 == 0:
            fix_text(target, settings=settings, unsafe=True)


def test_a_robot_of_a_thousand_bad_links_is_checked() -> None:
    parts = "".join(
        f'<link name="l {i}"><inertial><mass value="-1"/><inertia ixx="-1" iyy="0" izz="0" '
        f'ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="j {i}" type="revolute">'
        f'<parent link="l {max(i - 1, 0)}"/><child link="l {i}"/><axis xyz="0 0 9"/>'
        f'<limit lower="9" upper="-9" effort="-1" velocity="-1"/></joint>'
        for i in range(1000)
    )
    report = check(f'<robot name="r">{parts}</robot>'.encode())
    assert len(report) > 6000
