"""Links and joints read in one native call are those that the readers read step by step."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourbar as fb
from fourbar import gallery
from fourbar._native import Element
from fourbar.diagnostics import Report
from fourbar.robot import JOINT_TYPES, Robot
from fourbar.urdf import read as reader
from fourbar.urdf.plain import JOINT, LINK


class _Never:
    def read(self, element: Element) -> None:
        return None


def stepwise(source: str | bytes) -> tuple[Robot | None, Report]:
    """What the readers make of a file when nothing is plain."""
    before = reader.LINK, reader.JOINT
    reader.LINK = reader.JOINT = _Never()  # type: ignore[assignment]
    try:
        return fb.read(source)
    finally:
        reader.LINK, reader.JOINT = before


def same(source: str | bytes) -> Robot | None:
    robot, report = fb.read(source)
    expected, findings = stepwise(source)
    assert str(report) == str(findings)
    # `repr` also tells 0.0 from -0.0 and the order of fields.
    for kind in ("links", "joints"):
        ours, theirs = (repr(list(getattr(r, kind))) if r else "" for r in (robot, expected))
        assert ours == theirs
    return robot


@pytest.mark.parametrize("name", sorted(gallery.names()))
def test_gallery(name: str) -> None:
    robot = same(f"gallery:{name}")
    assert robot is not None
    elements = robot.source.root.children  # type: ignore[union-attr]
    plain = [LINK.read(e) for e in elements if e.tag == "link"]
    assert all(link is not None for link in plain)
    assert any(JOINT.read(e) is not None for e in elements if e.tag == "joint")


@pytest.mark.corpus
def test_corpus(corpus_files: list[Path]) -> None:
    for file in corpus_files:
        same(str(file))


FAULTS = [
    "", "<unknown/>", "<origin xyz='0 0'/>", "<origin xyz='0 0 0'/><origin xyz='1 0 0'/>",
    "<origin xyz='-0 1e-3 0.5' rpy='0 0 3.14'/>", "<origin xyz='nan 0 0'/>", "<origin a='1'/>",
    "<origin><inner/></origin>",
]  # fmt: skip
LINKS = [
    "<inertial>{0}<mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='-0' iyz='0'/>"
    "</inertial>",
    "<inertial><mass/>{0}</inertial>",
    "<inertial><inertia ixx='1'/><mass value='x'/></inertial>{0}",
    "<visual name='v'>{0}<geometry><box size='1 2 3'/></geometry><material name='m'>"
    "<color rgba='1 0 0 1'/></material></visual>",
    "<visual>{0}<geometry><mesh filename='a.stl' scale='2'/></geometry></visual>",
    "<visual>{0}<geometry><sphere radius='1'/><sphere radius='2'/></geometry></visual>",
    "<visual><geometry/><material/></visual>{0}",
    "<collision>{0}<geometry><mesh filename='' scale='1 2 3'/></geometry></collision>",
    "<collision><geometry><cylinder radius='1' length=''/></geometry></collision>",
    "<self_collision_checking><geometry><capsule radius='1' length='2'/></geometry>"
    "</self_collision_checking>",
]
JOINTS = [
    "<axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='inf'/>",
    "<axis/><limit lower='1'/>",
    "<mimic joint='k' offset='-0'/><dynamics damping='1'/>",
    "<mimic multiplier='2'/>",
    "<calibration rising='1'/><safety_controller k_velocity='1' k_position='2'/>",
    "<axis xyz='0 0 1'/><axis2 xyz='1 0 0'/>",
    "<dynamics damping='' friction='1'/>",
    "<screw_thread_pitch value='0.01'/>",
]


@given(
    st.lists(st.tuples(st.sampled_from(LINKS), st.sampled_from(FAULTS)), max_size=4),
    st.lists(st.sampled_from([*JOINTS, *FAULTS]), max_size=3),
    st.sampled_from([*JOINT_TYPES, "revolut", ""]),
    st.sampled_from(["", " independent='true'", " independent='TRUE'", " other='1'", " type='x'"]),
)
def test_sound_and_faulty_parts(
    link: list[tuple[str, str]], joint: list[str], type: str, attribute: str
) -> None:
    inner = "".join(text.format(fault) for text, fault in link)
    same(
        f"<robot name='r'><link name='a'>{inner}</link><link name='b'/>"
        f"<joint name='j' type='{type}'{attribute if 'type' not in attribute else ''}>"
        f"<parent link='a'/><child link='b'/>{''.join(joint)}</joint></robot>".encode()
    )
