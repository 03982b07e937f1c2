"""`fourbar graph` on the command line."""

import xml.etree.ElementTree as ET

import pytest

from fourbar.cli import main

CYCLE = """<robot name="r"><link name="a"/><link name="b"/>
<joint name="1" type="fixed"><parent link="a"/><child link="b"/></joint>
<joint name="2" type="fixed"><parent link="b"/><child link="a"/></joint></robot>"""


def test_it_prints_text(capsys):
    assert main(["graph", "gallery:leg_linkage"]) == 0
    assert "{shank_driver, shank_support, foot} on thigh" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("g.svg", "<svg"),
        ("g.dot", "digraph"),
        ("g.gv", "digraph"),
        ("g.mmd", "flowchart"),
        ("g.json", "{"),
        ("g.txt", "four_bar"),
    ],
)
def test_the_extension_chooses_the_format(tmp_path, capsys, name, start):
    assert main(["graph", "gallery:four_bar", "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_text().startswith(start)
    assert capsys.readouterr().out == ""


def test_format_overrides_the_extension(capsys):
    assert main(["graph", "gallery:four_bar", "--format", "svg"]) == 0
    assert ET.fromstring(capsys.readouterr().out).tag.endswith("svg")


def test_an_unknown_extension_cannot_run(tmp_path, capsys):
    assert main(["graph", "gallery:four_bar", "-o", str(tmp_path / "g.png")]) == 2
    assert ".svg" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_mimics_can_be_left_ungrouped(capsys):
    main(["graph", "gallery:gripper", "--no-mimic"])
    assert "{left_finger_link}" in capsys.readouterr().out


def test_a_robot_that_is_no_tree_is_reported_and_drawn_without_the_joint_that_closes_it(
    tmp_path, capsys
):
    (tmp_path / "cycle.urdf").write_text(CYCLE)
    output = tmp_path / "g.svg"
    arguments = ["graph", str(tmp_path / "cycle.urdf"), "-o", str(output)]
    assert main([*arguments, "--strict"]) == 1
    assert "error[G301] joint-cycle" in capsys.readouterr().err
    assert not output.exists()
    assert main(arguments) == 0
    assert "error[G301] joint-cycle" in capsys.readouterr().err
    assert output.exists()


def test_a_loop_to_nowhere_is_reported_and_the_rest_is_drawn(tmp_path, capsys):
    loop = '<loop name="l" type="fixed"><predecessor link="b"/><successor link="c"/></loop>'
    text = CYCLE.replace("</robot>", f"{loop}</robot>").replace(
        '<joint name="2" type="fixed"><parent link="b"/><child link="a"/></joint>', ""
    )
    (tmp_path / "loop.urdf").write_text(text)
    assert main(["graph", str(tmp_path / "loop.urdf")]) == 0
    captured = capsys.readouterr()
    assert "error[R201] unknown-link" in captured.err
    assert "└─ b" in captured.out


def test_a_missing_file_is_reported(capsys):
    assert main(["graph", "nowhere.urdf"]) == 2
    assert "nowhere.urdf" in capsys.readouterr().err
