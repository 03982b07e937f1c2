"""The headings of the FAQ are the messages that people see: they are made here and compared."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "faq.md"
HEADINGS = re.findall(r"^### (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
FOUR_BAR = "gallery:four_bar"
LIMIT = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
LIGHT = f"""<robot name="light"><link name="a"/><link name="b"/>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/>{LIMIT}</joint></robot>"""
APART = b'<robot name="apart"><link name="a"/><link name="b"/></robot>'
MESH = b"""<robot name="r"><link name="a"><visual><geometry>
<mesh filename="package://nowhere/a.stl"/></geometry></visual></link></robot>"""


def _raised(action: Callable[[], object]) -> str:
    with pytest.raises((fb.FourbarError, KeyError, OSError)) as caught:
        action()
    return f"{type(caught.value).__name__}: {caught.value}"


def _found(data: bytes, code: str) -> str:
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder:
        file = Path(folder) / "robot.urdf"
        file.write_bytes(data)
        return next(finding.message for finding in fb.check(file) if finding.code == code)


def _printed(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    main(list(words))
    return capsys.readouterr().err


def _model() -> fb.Model:
    return fb.Model(fb.load(FOUR_BAR))


MESSAGES: dict[str, Callable[[], str]] = {
    "cannot be closed with": lambda: _raised(lambda: fb.assemble(_model(), {"rocker": 2.0})),
    "cannot follow joint": lambda: _raised(lambda: fb.trace(_model(), "rocker", [0.1, 2.0])),
    "q does not close": lambda: _raised(lambda: fb.kinematics(_model(), [1.0, 0.0, 0.0], "base")),
    "moves no mass": lambda: _raised(
        lambda: fb.simulate(fb.Model(fb.loads(LIGHT)), [0.0], [0.0], duration=0.1)
    ),
    "'NAME' does not exist": lambda: _raised(lambda: fb.load("nowhere.urdf")),
    "cannot write": lambda: _raised(lambda: fb.save(fb.loads(LIGHT), "robot.abc")),
    "no joint named": lambda: _raised(lambda: fb.load(FOUR_BAR).joints["crnk"]),
    "is not connected to": lambda: _found(APART, "G303"),
    "in 'package://": lambda: _found(MESH, "A502"),
}


def _heading(part: str) -> str:
    (heading,) = (heading for heading in HEADINGS if part in heading)
    return heading


def _pattern(heading: str) -> str:
    """Words in capitals and three dots stand for anything; so does a number of a batch."""
    escaped = re.escape(heading).replace(re.escape("..."), ".*")
    return re.sub(r"\b[A-Z]{3,}\b", ".+?", escaped)


@pytest.mark.parametrize("part", MESSAGES)
def test_the_heading_is_the_message(part: str) -> None:
    heading = _heading(part)
    assert re.search(_pattern(heading), MESSAGES[part]()), (heading, MESSAGES[part]())


def test_the_heading_about_limits(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("assemble", FOUR_BAR, "--set", "crank=0.3", "--near", "rocker=1.2")
    printed = _printed(*words, capsys=capsys)
    assert re.search(_pattern(_heading("beyond its limits")), printed), printed


def test_a_heading_that_is_no_message_fails() -> None:
    assert not re.search(_pattern("'NAME' cannot be closed: ..."), "'a' cannot be closed with x")
