"""Findings in included and attached MJCF files: the file and the line that they are about."""

from __future__ import annotations

from pathlib import Path, PurePath

import pytest

import fourbar as fb
from fourbar.diagnostics import Diagnostic, PartPath

pytest.importorskip("mujoco")

MAIN = """<mujoco model="m"><!-- a line for each -->
  <include file="parts/defaults.xml"/>
  <worldbody>
    <body name="a"><geom size="0.1"/><include file="parts/arm.xml"/>
      <body name="last"><joint name="last" axis="0 1 0"/><geom size="0.1"/></body>
    </body>
  </worldbody>
</mujoco>
"""
DEFAULTS = "<mujocoinclude>\n  <default><geom density='500'/></default>\n</mujocoinclude>\n"
ARM = """<?xml version="1.0"?>
<mujocoinclude>

  <body name="upper">
    <joint name="elbow" ref="0.5"/><geom size="0.1"/>
    <include file="parts/hand.xml"/>
  </body>
  <body>
    <joint type="ball" stiffness="3"/><geom size="0.1"/></body>
</mujocoinclude>
"""
HAND = """<mujocoinclude><body name="hand" gravcomp="1">
    <joint name="wrist" range="-1 1" limited="true" actuatorfrcrange="-1 2"/>
    <geom size="0.1"/></body></mujocoinclude>"""


def written(folder: Path, *, arm: str = ARM, hand: str = HAND) -> Path:
    (folder / "parts").mkdir(exist_ok=True)
    (folder / "parts" / "defaults.xml").write_text(DEFAULTS)
    (folder / "parts" / "arm.xml").write_text(arm)
    (folder / "parts" / "hand.xml").write_text(hand)
    (folder / "m.xml").write_text(MAIN)
    return folder / "m.xml"


def place(finding: Diagnostic) -> tuple[str, int]:
    assert finding.span is not None
    return PurePath(finding.span.file).name, finding.span.line


def test_findings_have_the_included_file_and_its_line(tmp_path: Path) -> None:
    robot, report = fb.read(written(tmp_path))
    assert robot is not None
    found = {str(d.facts.get("what", d.code)): place(d) for d in report}
    assert found["springs of joints with several motions"] == ("arm.xml", 9)
    assert found["gravity compensation of bodies"] == ("hand.xml", 1)
    assert found["limits of effort that differ by direction"] == ("hand.xml", 2)
    assert found["F923"] == ("arm.xml", 5)  # the zero of the elbow
    assert all(PurePath(d.span.file).parent == tmp_path / "parts" for d in report if d.span)


def test_parts_with_and_without_names_have_their_places(tmp_path: Path) -> None:
    robot = fb.load(written(tmp_path))
    assert robot.source is not None
    expected = {"upper": ("arm.xml", 4), "hand": ("hand.xml", 1), "last": ("m.xml", 5)}
    unnamed = next(link.name for link in robot.links if link.name.startswith("body_"))
    expected[unnamed] = ("arm.xml", 8)
    for name, (file, line) in expected.items():
        span = robot.source.span(PartPath("link", name))
        assert span is not None
        assert (PurePath(span.file).name, span.line) == (file, line)
    joint = robot.parent_joints[unnamed][0]
    span = robot.source.span(PartPath("joint", joint.name))
    assert span is not None
    assert (PurePath(span.file).name, span.line) == ("arm.xml", 9)
    # The column is that of the joint, not of the shape after it on the same line.
    assert span.column == 5


@pytest.mark.parametrize(
    ("arm", "hand", "file", "line"),
    [
        (ARM.replace('ref="0.5"', 'reff="0.5"'), HAND, "arm.xml", 5),
        (ARM, HAND.replace('range="-1 1"', 'range="1 -1"'), "hand.xml", 2),
        (ARM, HAND.replace("<body", '<include file="parts/arm.xml"/><body'), "hand.xml", 1),
        (ARM.replace("</mujoco", '<include file="parts/hand.xml"/></mujoco'), HAND, "arm.xml", 10),
    ],
)
def test_what_mujoco_refuses_is_at_its_place(
    tmp_path: Path, arm: str, hand: str, file: str, line: int
) -> None:
    robot, report = fb.read(written(tmp_path, arm=arm, hand=hand))
    assert robot is None
    (error,) = report.errors
    assert place(error) == (file, line)


def test_attached_models_have_lines_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "child.xml").write_text(
        '<?xml version="1.0"?>\n<mujoco><worldbody>\n<body name="c">\n'
        '<joint type="ball" stiffness="2"/><geom size="0.1"/></body></worldbody></mujoco>\n'
    )
    (tmp_path / "m.xml").write_text(
        '<mujoco><asset><model name="m" file="child.xml"/></asset>\n<worldbody>\n\n'
        '<body name="x"><attach model="m" body="c" prefix="p_"/></body></worldbody></mujoco>'
    )
    robot, report = fb.read(tmp_path / "m.xml")
    assert robot is not None
    found = {str(d.facts.get("what")): place(d) for d in report}
    assert found["springs of joints with several motions"] == ("child.xml", 4)
    assert robot.source is not None
    span = robot.source.span(PartPath("link", "p_c"))
    assert span is not None
    assert (PurePath(span.file).name, span.line) == ("child.xml", 3)


def test_archives_name_the_file_inside(tmp_path: Path) -> None:
    import zipfile

    written(tmp_path)
    path = tmp_path / "m.mjz"
    with zipfile.ZipFile(path, "w") as archive:
        for each in ("m.xml", "parts/defaults.xml", "parts/arm.xml", "parts/hand.xml"):
            archive.write(tmp_path / each, each)
    _, report = fb.read(path)
    (told,) = [d for d in report if d.facts.get("what") == "gravity compensation of bodies"]
    assert told.span is not None
    assert told.span.file == f"{path}:parts/hand.xml"


def test_models_that_attach_themselves_or_too_much_are_refused(tmp_path: Path) -> None:
    """MuJoCo recurses without an end in the first, and takes 2^20 copies of the second."""
    text = (
        '<mujoco><asset><model name="m" file="{}.xml"/></asset><worldbody><body>'
        '<attach model="m" body="b" prefix="p_"/><attach model="m" body="b" prefix="q_"/></body>'
        '<body name="b"><geom size="1"/></body></worldbody></mujoco>'
    )
    for number in range(20):
        (tmp_path / f"{number}.xml").write_text(text.format(number + 1))
    (tmp_path / "20.xml").write_text(
        '<mujoco><worldbody><body name="b"><geom size="1"/></body></worldbody></mujoco>'
    )
    robot, report = fb.read(tmp_path / "0.xml")
    assert robot is None
    assert "elements; the limit is 200,000" in report.errors[0].message
    classes = "".join(f'<default class="c{n}"/>' for n in range(5_001))
    _, report = fb.read(f"<mujoco><default>{classes}</default></mujoco>".encode())
    assert "5,002 classes of defaults; the limit is 5,000" in report.errors[0].message
    (tmp_path / "20.xml").write_text(text.format(0))
    robot, report = fb.read(tmp_path / "0.xml")
    assert robot is None
    assert "is part of itself" in report.errors[0].message
