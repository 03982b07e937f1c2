"""What `save` writes, `load` reads: any robot that is written is the same robot afterwards."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import fourbar as fb
from fourbar.diagnostics import Report

# Numbers as files have them, and those at the edges of what a double holds.
NUMBERS = st.one_of(
    st.floats(-10, 10),
    st.sampled_from([0.0, -0.0, 1e-320, 1e-30, 1e38, 3.5e38, 1e149, 1e150, 1e308, -1e308, 0.1]),
)
SMALL = st.floats(-3, 3)
COUPLED = b"""<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="floating">
<parent link="a"/><child link="b"/></joint><coupling name="c"><predecessor link="a"/>
<successor link="b"/><ratio value="1.0"/></coupling></robot>"""
"""A coupling that loading leaves out, since positions of a floating joint do not add up."""
POSITIVE = st.one_of(st.floats(1e-3, 10), st.sampled_from([1e-30, 1e30, 1e40, 1e300]))
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=6)
TYPES = st.sampled_from(
    ["fixed", "revolute", "continuous", "prismatic", "planar", "floating", "spherical"]
)


def numbers(draw: st.DrawFn, count: int, values: st.SearchStrategy[float]) -> str:
    return " ".join(repr(draw(values)) for _ in range(count))


def quoted(text: str) -> str:
    for character, reference in (("&", "&amp;"), ("<", "&lt;"), ('"', "&quot;")):
        text = text.replace(character, reference)
    return text


@st.composite
def descriptions(draw: st.DrawFn) -> bytes:
    """A tree with shapes, masses, limits, mimics (of any joint), loops and couplings."""
    count = draw(st.integers(1, 5))
    links = [f"l{i}{quoted(draw(NAMES))}" for i in range(count)]
    text = f'<robot name="{quoted(draw(NAMES))}r">'
    for name in links:
        text += f'<link name="{name}">'
        if draw(st.booleans()):
            text += f'<inertial><mass value="{draw(POSITIVE)!r}"/>'
            text += '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
        if draw(st.booleans()):
            size = numbers(draw, 3, POSITIVE)
            text += f'<visual><origin xyz="{numbers(draw, 3, NUMBERS)}"/>'
            text += f'<geometry><box size="{size}"/></geometry></visual>'
        text += "</link>"
    for i in range(1, count):
        type = draw(TYPES)
        text += f'<joint name="j{i}" type="{type}">'
        text += f'<parent link="{links[draw(st.integers(0, i - 1))]}"/><child link="{links[i]}"/>'
        text += f'<origin xyz="{numbers(draw, 3, NUMBERS)}" rpy="{numbers(draw, 3, SMALL)}"/>'
        text += f'<axis xyz="{draw(st.sampled_from(["1 0 0", "0 0 1", "0.6 0.8 0"]))}"/>'
        if type in ("revolute", "prismatic"):
            text += f'<limit lower="-1" upper="1" effort="{draw(POSITIVE)!r}" velocity="1"/>'
        if draw(st.booleans()):
            leader, factor = draw(st.integers(1, count)), draw(NUMBERS)
            text += f'<mimic joint="j{leader}" multiplier="{factor!r}"/>'
        text += "</joint>"
    if count > 2 and draw(st.booleans()):
        first, second = draw(st.permutations(links))[:2]
        text += f'<coupling name="c"><predecessor link="{first}"/><successor link="{second}"/>'
        text += f'<ratio value="{draw(NUMBERS)!r}"/></coupling>'
    return (text + "</robot>").encode()


@pytest.mark.parametrize("suffix", [".urdf", ".glb", ".gltf"])
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=descriptions())
@example(data=COUPLED)
def test_what_is_saved_can_be_loaded(suffix: str, data: bytes) -> None:
    robot, report = fb.read(data)
    if robot is None:
        return
    found = Report()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"robot{suffix}"
        try:
            fb.save(robot, file, **({} if suffix == ".urdf" else {"report": found}))
        except (fb.LoadError, ValueError):
            assert not list(Path(folder).iterdir()), "something was written and refused"
            return
        again, errors = fb.read(file)
        assert again is not None, errors
        if report.ok:
            assert errors.ok, errors
        # A mimic that glTF cannot keep is left out, with a finding.
        if not any(finding.code == "E759" for finding in found):
            assert again == robot
        if suffix != ".urdf":
            # Its own validator has nothing against it either, but for what the file shows.
            bad = [d for d in fb.check(file) if d.code in ("E701", "E703", "E710", "E711", "E726")]
            assert not bad, bad
