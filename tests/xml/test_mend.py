"""Errors in XML that other readers let pass: found, and read all the same."""

from __future__ import annotations

import pytest

import fourbar as fb

LINK = '<link name="a"/>'


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (f"<robot name='r'><!-- a -- b -->{LINK}</robot>", "X001", "must not contain '--'"),
        (f"<robot name='r'><!-- a --->{LINK}</robot>", "X001", "must not contain '--'"),
        (f"<robot name='r'>\x01{LINK}</robot>", "X001", "control characters"),
        (f"<robot name='r'><!-- \x01 -->{LINK}</robot>", "X001", "control characters"),
        (f"<robot name='r'>{LINK}</robot><robot name='s'/>", "X001", "what follows it is ignored"),
        (f"<robot name='r & s'>{LINK}</robot>", "X001", "'&amp;'"),
        (f"<robot name='r' x='<!-- > <'>{LINK}</robot>", "X001", "'&lt;'"),
        (f"<!DOCTYPE robot><robot name='r'>{LINK}</robot>", "X007", "ignored"),
        (
            f"<?xml version='1.0'?><!--<--><!DOCTYPE r SYSTEM '>'><robot name='r'>{LINK}</robot>",
            "X007",
            "ignored",
        ),
    ],
)
def test_harmless_errors_are_found_and_the_robot_is_read(text: str, code: str, words: str) -> None:
    robot, report = fb.read(text.encode())
    assert robot is not None
    assert robot.name == ("r & s" if "&" in text else "r")
    assert [link.name for link in robot.links] == ["a"]
    (finding,) = (finding for finding in report if finding.code == code)
    assert words in finding.message
    assert finding.severity is fb.Severity.ERROR


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('<!DOCTYPE r [<!ENTITY a "b">]><robot name="&a;"/>', "X007"),
        ('<!DOCTYPE r SYSTEM "a" [<!ENTITY a "b">]><robot name="r"/>', "X007"),
        ("<!DOCTYPE r><!DOCTYPE r><robot name='r'/>", "X007"),
        ("<robot name='r'><!DOCTYPE r></robot>", "X001"),
        ("<robot name='r><link name='a'/></robot>", "X001"),
        ("<robot name='r'><link name='a'/> 3 < 4 </robot>", "X001"),
        ("<robot name='r'><!-- a -- b", "X001"),
        ("<robot name='r'><link name='a'></robot>", "X001"),
        ("<robot name='r & s'>\x7f<link", "X001"),
        ("text", "X001"),
    ],
)
def test_what_is_in_doubt_is_refused(text: str, code: str) -> None:
    robot, report = fb.read(text.encode())
    assert robot is None
    assert [finding.code for finding in report] == [code]


def test_values_with_the_byte_that_stands_in_are_kept() -> None:
    robot, _ = fb.read(b"<robot name='r\x7f'><!-- -- --><link name='a'/></robot>")
    assert robot is not None
    assert robot.name == "r\x7f"


@pytest.mark.parametrize("number", ["96", "x60", "x005E", "127", "x7f"])
def test_references_to_what_stands_in_are_kept(number: str) -> None:
    text = f"<robot name='&#{number};' x='<'><!-- -- --><link name='a'/></robot>"
    robot, _ = fb.read(text.encode())
    assert robot is not None
    assert robot.name == chr(int(f"0{number}", 16) if "x" in number else int(number))


def test_a_bracket_in_a_value_is_kept() -> None:
    robot, report = fb.read(b"<robot name='a<b & `c'><link name='<?x'/></robot>")
    assert robot is not None
    assert (robot.name, robot.links[0].name) == ("a<b & `c", "<?x")
    assert [finding.code for finding in report] == ["X001", "X001"]
    assert fb.read(fb.dumps(robot).encode()).robot == robot
