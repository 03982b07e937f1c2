"""Fixing files: what is listed, what is applied, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.diagnostics import Edit
from fourbar.lint import check, fix_text
from fourbar.xml.edits import apply_edits

AXES = """<robot name="arm">
  <link name="a"/>
  <link name="b"/>
  <link name="c"/>
  <joint name="first" type="continuous">
    <parent link="a"/>
    <child link="b"/>
    <axis xyz="0 0 2"/>
  </joint>
  <joint name="second" type="continuous">
    <parent link="b"/>
    <child link="c"/>
    <axis xyz="0 3 0"/>
  </joint>
</robot>
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "arm.urdf"
    path.write_text(AXES)
    return path


def test_fix_lists_what_it_changed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["fix", str(file)])
    assert capsys.readouterr().err.splitlines() == [
        f"fixed {file}:8: P402: normalise the axis",
        f"fixed {file}:13: P402: normalise the axis",
        "fixed 2 findings in 1 file",
    ]
    assert file.read_text() == AXES.replace("0 0 2", "0 0 1").replace("0 3 0", "0 1 0")


@pytest.mark.parametrize(
    ("name", "encoding", "words"),
    [
        ("arm.urdf", "utf-16", "its text is not UTF-8; save it as UTF-8 first"),
        ("arm.xacro", "utf-8", "fixes are for URDF, and it is xacro"),
    ],
)
def test_fix_tells_why_a_file_is_only_checked(
    name: str, encoding: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    file.write_bytes(AXES.encode(encoding))
    assert main(["fix", str(file)]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"'{file}' is checked and not fixed: {words}",
        "fixed 0 findings in 0 files",
    ]
    assert file.read_bytes() == AXES.encode(encoding)


def test_diff_lists_what_it_would_change(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["fix", "--diff", str(file)])
    assert f"would fix {file}:8: P402: normalise the axis\n" in capsys.readouterr().err
    assert file.read_text() == AXES


def test_the_function_does_what_the_command_does(file: Path) -> None:
    fixed = fb.fix(file)
    assert [(d.code, d.span and d.span.line) for d in fixed.applied] == [("P402", 8), ("P402", 13)]
    assert file.read_bytes() == fixed.data == apply_edits(fixed.before, edits(fixed))
    before = file.stat()
    assert not fb.fix(file).applied
    assert file.stat() == before  # nothing to fix: not touched


def edits(fixed: fb.Fixed) -> list[Edit]:
    return [edit for d in fixed.applied if d.fix is not None for edit in d.fix.edits]


def test_lines_are_those_of_the_file_as_it_was() -> None:
    """Two fixes of one place take two passes; the first adds lines before what the second fixes."""
    third = '  <joint name="third" type="fixd">\n    <parent link="c"/>\n  </joint>\n'
    text = AXES.replace('<link name="b"/>', '<link name="b" nmae="x"/>')
    text = text.replace("</robot>", f"{third}</robot>")
    fixed = fix_text("arm.urdf", data=text.encode(), unsafe=True)
    lines = text.splitlines()
    for finding in fixed.applied:
        assert finding.span is not None
        assert finding.span.line <= len(lines)
        if finding.code == "P402":
            assert "axis" in lines[finding.span.line - 1]


def test_an_edit_made_meanwhile_is_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fourbar.lint import fixing

    plain = fixing.check

    def checking(*arguments: object, **options: object) -> fb.Report:
        file.write_text("<robot/>")
        return plain(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(fixing, "check", checking)
    with pytest.raises(fb.FileChangedError, match="changed by somebody else"):
        fb.fix(file)
    assert file.read_text() == "<robot/>"


@pytest.mark.parametrize("ending", ["\r\n", "\n", "\r"])
def test_line_ends_stay_as_they_are(ending: str) -> None:
    """Lines that fixes insert end like the others."""
    text = """<robot name="arm">
  <link name="a"/>
  <link name="b"><inertial><mass value="1"/></inertial></link>
  <joint name="j" type="revolute">
    <parent link="a"/>
    <child link="b"/>
  </joint>
</robot>
"""
    data = text.replace("\n", ending).encode()
    fixed = fix_text("arm.urdf", data=data, unsafe=True)
    assert any("\n" in e.text or "\r" in e.text for e in edits(fixed)), "no fix inserts a line"
    rest = fixed.data.replace(ending.encode(), b"")
    assert b"\r" not in rest
    assert b"\n" not in rest


def test_an_unsafe_fix_is_not_applied_to_its_own_result() -> None:
    """A length of 5 million is divided by 1,000 once, not until it looks right."""
    text = """<robot name="arm">
  <link name="a"/>
  <link name="b"/>
  <joint name="j" type="prismatic">
    <origin xyz="5000000 0 0"/>
    <parent link="a"/>
    <child link="b"/>
    <axis xyz="1 0 0"/>
    <limit lower="0" upper="9000000" effort="1" velocity="1"/>
  </joint>
</robot>
"""
    fixed = fix_text("arm.urdf", data=text.encode(), unsafe=True)
    codes = [finding.code for finding in fixed.applied]
    assert codes
    assert len(codes) == len(set(codes))
    assert b"5000 0 0" in fixed.data or b"5000000 0 0" in fixed.data
    assert b"9000" in fixed.data


def test_unsafe_fixes_that_were_not_announced_are_not_applied(file: Path) -> None:
    announced = {(d.code, str(d.path)) for d in check(file) if d.fix is not None}
    fixed = fix_text(file, unsafe=True)
    assert {(d.code, str(d.path)) for d in fixed.applied if d.fix and not d.fix.safe} <= announced


@pytest.mark.parametrize(
    "broken",
    [
        '<joint name="j" type="hinge"/>',
        '<joint name="j" type="fixed"><parent link="a"/><child link="nowhere"/></joint>',
    ],
)
def test_a_suppression_stays_while_parts_cannot_be_read(broken: str, tmp_path: Path) -> None:
    """What was not read was not checked: the comment may be in use."""
    comment = "<!-- fourbar: ignore P440: measured -->"
    text = AXES.replace('<axis xyz="0 0 2"/>', f'{comment}\n    <axis xyz="0 0 1"/>')
    text = text.replace('xyz="0 3 0"', 'xyz="0 1 0"')
    assert "S190" in [finding.code for finding in check(text.encode())]
    file = tmp_path / "arm.urdf"
    file.write_text(text.replace("</robot>", f"{broken}</robot>"))
    assert "S190" not in [finding.code for finding in check(file)]
    fb.fix(file)
    assert "fourbar: ignore P440" in file.read_text()


def test_a_fix_that_does_harm_does_not_keep_others_from_being_applied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from fourbar.lint import fixing

    def has_new_fault(before: fb.Report, after: fb.Report) -> bool:
        return b"0 1 0" in next(iter(after.sources.values())).data

    monkeypatch.setattr(fixing, "_has_new_fault", has_new_fault)
    fixed = fix_text("arm.urdf", data=AXES.encode())
    assert b"0 0 1" in fixed.data
    assert b"0 3 0" in fixed.data
    assert len(fixed.applied) == 1


def test_a_fix_that_makes_a_file_unreadable_is_not_applied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where the file has errors of the same rule already, which are read all the same."""
    text = AXES.replace("<link", "<!-- -- --><link", 1).encode()
    assert [finding.code for finding in fb.read(text).report] == ["X001"]

    def breaking(data: bytes, edits: list[Edit]) -> bytes:
        return apply_edits(data, edits) + b"</robot" if edits else data

    monkeypatch.setattr("fourbar.lint.fixing.apply_edits", breaking)
    fixed = fix_text("arm.urdf", data=text)
    assert (fixed.data, fixed.applied) == (text, ())


def test_links_and_modes_are_kept(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.urdf"
    link.symlink_to(file)
    file.chmod(0o640)
    fb.fix(link)
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert "0 0 1" in file.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["arm.urdf", "link.urdf"]


def test_a_write_protected_file_is_refused(file: Path) -> None:
    file.chmod(0o444)
    with pytest.raises(PermissionError, match="write-protected"):
        fb.fix(file)
    assert file.read_text() == AXES


FOUR_BAR = """<robot name="f">
  <link name="g"/><link name="l1"/><link name="l2"/><link name="l3"/>
  <joint name="a" type="continuous"{choice}>
    <parent link="g"/><child link="l1"/><axis xyz="0 0 1"/>
  </joint>
  <joint name="b" type="continuous">
    <parent link="l1"/><child link="l2"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
  </joint>
  <joint name="c" type="continuous">
    <parent link="g"/><child link="l3"/><origin xyz="0 2 0"/><axis xyz="0 0 1"/>
  </joint>
  <loop name="close" type="revolute">
    <predecessor link="l2"><origin xyz="2.5 0 0"/></predecessor>
    <successor link="l3"><origin xyz="2 0 0"/></successor>
    <axis xyz="0 0 1"/>
  </loop>
</robot>
"""


@pytest.mark.parametrize("choice", [' independent="yes"', ' independant="true"'])
def test_a_choice_that_could_not_be_read_is_not_reversed(tmp_path: Path, choice: str) -> None:
    path = tmp_path / "four_bar.urdf"
    path.write_text(FOUR_BAR.format(choice=""))
    assert [d.code for d in fb.fix(path).applied] == ["G342"]
    assert '"a" type="continuous" independent="false"' in path.read_text(), "without a choice"
    path.write_text(FOUR_BAR.format(choice=choice))
    assert not fb.fix(path).applied
    assert path.read_text() == FOUR_BAR.format(choice=choice)
    assert "G342" not in {d.code for d in check(path)}


def test_a_file_that_cannot_be_fixed_is_named(file: Path) -> None:
    missing = file.with_name(f"{file.stem}s.urdf")
    with pytest.raises(fb.FileMissingError, match=f"does not exist; did you mean '{file.name}'"):
        fb.fix(missing)
    with pytest.raises(fb.LoadError, match="is a folder"):
        fb.fix(file.parent)
    with pytest.raises(PermissionError, match="save it to a file first"):
        fb.fix("gallery:four_bar")
    with pytest.raises(TypeError, match="expected the path of a file to fix, got a Robot"):
        fb.fix(fb.load(file))  # pyright: ignore[reportArgumentType]


def test_the_result_is_shown_without_its_text(file: Path) -> None:
    assert repr(fb.fix(file)) == "<Fixed: 2 findings fixed; left: 2 warnings>"
    assert repr(fb.fix(file)) == "<Fixed: 0 findings fixed; left: 2 warnings>"


def test_what_an_unsafe_fix_brings_to_light_is_not_fixed_unannounced(tmp_path: Path) -> None:
    """A joint that is read at last has no <axis>: that is for its user to look at."""
    file = tmp_path / "arm.urdf"
    file.write_text(
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continous">'
        '<parent link="a"/><child link="b"/></joint></robot>'
    )
    fixed = fix_text(str(file), unsafe=True)
    assert [finding.code for finding in fixed.applied] == ["S110"]
    assert b"<axis" not in fixed.data
    assert "S142" in [finding.code for finding in fixed.report]


def test_a_name_whose_content_is_missing_is_not_suggested_as_a_fix() -> None:
    """As in pinocchio's simple_humanoid.urdf, where <self_collision_checking> needs a shape."""
    text = (
        '<robot name="r"><link name="a"><collision_checking><capsule name="test"/>'
        "</collision_checking></link></robot>"
    )
    fixed = fix_text("arm.urdf", data=text.encode(), unsafe=True)
    assert fixed.data == text.encode()
    assert fixed.report.ok


def test_a_misspelt_element_with_its_content_is_renamed() -> None:
    text = (
        '<robot name="r"><link name="a"><visul><geometry><box size="1 1 1"/></geometry></visul>'
        "</link></robot>"
    )
    fixed = fix_text("arm.urdf", data=text.encode(), unsafe=True)
    assert b"<visual>" in fixed.data


@pytest.mark.parametrize(("parent", "child"), [("table_lnk", "table_link"), ("table", "tabl")])
def test_the_other_end_of_a_joint_is_no_suggestion(parent: str, child: str) -> None:
    links = "".join(f'<link name="{name}"/>' for name in {"table", "table_link"} & {parent, child})
    text = (
        f'<robot name="r"><link name="z"/>{links}<joint name="j" type="fixed">'
        f'<parent link="{parent}"/><child link="{child}"/></joint></robot>'
    )
    fixed = fix_text("arm.urdf", data=text.encode(), unsafe=True)
    assert fixed.data == text.encode()
    assert "G301" not in {finding.code for finding in fixed.report}
