"""`fourbar edit`: operations in their order, text that is kept, and what is said."""

from __future__ import annotations

import pytest

import fourbar as fb
from fourbar.cli import main

ARM = """<robot name="arm">
  <!-- the base -->
  <link name="base"/>
  <link name="upper"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
  <link name="tool"/>
  <joint name="lift" type="prismatic"><parent link="base"/><child link="upper"/>
    <axis xyz="0 0 1"/><limit lower="0" upper="1" effort="9" velocity="1"/></joint>
  <joint name="flange" type="fixed"><parent link="upper"/><child link="tool"/></joint>
</robot>
"""
STATES = """<robot name="arm"><group name="all"><joint name="lift"/></group>
  <group_state name="up" group="all"><joint name="lift" value="0.75"/></group_state></robot>
"""


@pytest.fixture
def arm(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.urdf").write_text(ARM)
    (tmp_path / "arm.srdf").write_text(STATES)
    return tmp_path


def run(capsys, *words: str) -> tuple[int, str, str]:
    try:
        status = main(["edit", *words])
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def test_operations_are_applied_in_their_order(arm, capsys):
    words = ["--rename", "tool=hand", "--prefix", "left_", "--rename", "left_hand=tip"]
    status, out, _ = run(capsys, "arm.urdf", *words)
    assert status == 0
    assert "<!-- the base -->" in out
    assert fb.loads(out).links.names == ("left_base", "left_upper", "tip")


def test_a_file_can_be_edited_in_place(arm, capsys):
    assert run(capsys, "arm.urdf", "--merge-fixed", "-o", "arm.urdf")[0] == 0
    lines = ARM.splitlines()
    kept = [x for x in lines if "tool" not in x]
    assert (arm / "arm.urdf").read_text().splitlines() == kept


def test_a_diff_writes_nothing(arm, capsys):
    status, out, _ = run(capsys, "arm.urdf", "--zero", "lift=0.25", "--diff")
    assert status == 0
    assert '+    <axis xyz="0 0 1"/><limit lower="-0.25" upper="0.75"' in out
    assert (arm / "arm.urdf").read_text() == ARM


def test_another_zero_changes_values_of_the_srdf_and_nothing_else(arm, capsys):
    text = STATES.replace("<group_state", "<!-- mine --><group name='hand'/><group_state")
    (arm / "arm.srdf").write_text(text)
    words = ["--zero", "lift=0.25", "-o", "new.urdf", "-o", "new.srdf"]
    assert run(capsys, "arm.urdf", "--srdf", "arm.srdf", *words)[0] == 0
    assert (arm / "new.srdf").read_text() == text.replace("0.75", "0.5")


def test_groups_that_no_state_belongs_to_are_counted_where_they_are_lost(arm, capsys):
    text = STATES.replace(
        "<group_state", "<group name='hand'><link name='tool'/></group><group_state"
    )
    (arm / "arm.srdf").write_text(text)
    words = ["--merge-fixed", "-o", "new.urdf", "-o", "new.srdf"]
    status, _, err = run(capsys, "arm.urdf", "--srdf", "arm.srdf", *words)
    assert status == 0
    assert "without 1 <group>, 1 <link>" in err


def test_states_follow_into_an_srdf(arm, capsys):
    words = ["--zero-at", "up", "--rename", "lift=raise", "-o", "new.urdf", "-o", "new.srdf"]
    assert run(capsys, "arm.urdf", "--srdf", "arm.srdf", *words)[0] == 0
    robot = fb.load("new.urdf", srdf="new.srdf")
    (position,) = robot.configurations[0].positions
    assert (position.joint, position.values) == ("raise", (0.0,))
    assert robot.joints["raise"].limit.lower == -0.75
    _, _, err = run(capsys, "arm.urdf", "--srdf", "arm.srdf", "--prefix", "a", "-o", "x.urdf")
    assert "URDF has no named configurations; use -o NAME.srdf as well" in err


def test_it_can_be_proven(arm, capsys):
    words = ["--root", "tool", "--split", "upper=cap:visual[0]", "--prove", "-o", "x.glb"]
    status, _, err = run(capsys, "arm.urdf", *words)
    assert status == 0
    assert "--root is proven: 2 bodies" in err
    assert "--split is proven: 2 bodies" in err
    assert fb.compare("arm.urdf", "x.glb")


def test_another_robot_is_attached_with_its_meshes(arm, capsys):
    (arm / "hand").mkdir()
    (arm / "hand" / "palm.stl").write_bytes(bytes(84))
    (arm / "hand" / "hand.urdf").write_text(
        '<robot name="hand"><link name="palm"><visual><geometry>'
        '<mesh filename="palm.stl"/></geometry></visual></link></robot>'
    )
    words = ["--attach", "hand/hand.urdf", "tool", "--attach-prefix", "l_"]
    status, out, _ = run(capsys, "arm.urdf", *words, "--attach-at", "0,0,0.1,0,0,90deg")
    assert status == 0
    robot = fb.loads(out)
    assert robot.links["l_palm"].visuals[0].geometry.filename == "hand/palm.stl"
    mount = robot.parent_joints["l_palm"][0]
    assert (mount.parent, mount.origin.xyz) == ("tool", (0.0, 0.0, 0.1))


def test_what_stays_is_said(arm, capsys):
    text = ARM.replace("</robot>", '<gazebo reference="tool"><mu1>1</mu1></gazebo></robot>')
    (arm / "arm.urdf").write_text(text)
    _, _, err = run(capsys, "arm.urdf", "--merge-fixed", "-o", "x.urdf")
    assert "note: joint 'flange' stays: a <gazebo> block refers to 'tool'" in err
    _, _, err = run(capsys, "arm.urdf", "--scale", "2", "-o", "x.urdf")
    assert "note: fourbar does not model <mu1>: it stays as written" in err


def test_names_that_are_left_in_other_text_are_said(arm, capsys):
    plugin = '<gazebo><plugin name="p"><body>tool</body><joint>lift</joint></plugin></gazebo>'
    (arm / "arm.urdf").write_text(ARM.replace("</robot>", f"{plugin}</robot>"))
    _, out, err = run(capsys, "arm.urdf", "--prefix", "left_")
    note = "note: text that fourbar does not model still has 'tool', 'lift'; change it by hand"
    assert note in err
    assert plugin in out
    assert "note" not in run(capsys, "arm.urdf", "--rename", "upper=arm")[2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no operation; see: fourbar edit --help"),
        (["--root", "tol"], "no link named 'tol'; did you mean 'tool'?"),
        (["--rename", "lft=x"], "no part named 'lft'; did you mean 'lift'?"),
        (["--rename", "lift"], "expected OLD=NEW, got 'lift'"),
        (["--merge", "lift"], "joint 'lift' cannot be merged: it is prismatic"),
        (["--scale", "-1"], "a scale must be positive and finite, got -1.0"),
        (["--zero", "lift=90deg"], "joint 'lift' takes lengths [m], not degrees"),
        (["--zero", "lift=1", "--zero", "lift=2"], "--zero gives two positions for joint 'lift'"),
        (["--zero-at", "up"], "no configuration named 'up'"),
        (["--move-frame", "upper=1,2"], "expected X,Y,Z or X,Y,Z,R,P,Y, got '1,2'"),
        (["--split", "upper=cap:visual"], "expected visual[N] or collision[N], got 'visual'"),
        (["--split", "upper=cap:visual[7]"], "link 'upper' has no visual 7; it has 1"),
        (["--prefix", "a", "--keep", "tool"], "--keep has no effect without --merge-fixed"),
        (["--prefix", "a", "--diff", "-o", "x.urdf"], "--diff and --output cannot be combined"),
    ],
)
def test_what_does_not_fit_is_refused(arm, capsys, words, message):
    status, out, err = run(capsys, "arm.urdf", *words)
    assert status == 2
    assert message in err
    assert out == ""


def test_a_name_that_is_taken_is_refused(arm, capsys):
    status, _, err = run(capsys, "arm.urdf", "--rename", "upper=base")
    assert status != 0
    assert "cannot rename link 'upper' to 'base': a link has that name" in err


def test_what_a_part_cannot_be_cut_from_is_said_in_words_of_the_shell(capsys):
    status, _, err = run(capsys, "gallery:four_bar", "--subtree", "coupler_link")
    assert status != 0
    assert "remove the loop from the description first" in err
    assert "robot.replace" not in err
