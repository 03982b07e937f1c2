"""SRDF files of scenes as text, without Blender."""

from __future__ import annotations

import pytest

import fourbar as fb
from fourbar.blender import SceneRobot
from fourbar.blender.names import fit_names
from fourbar.blender.semantics import (
    new_srdf,
    source_names,
    srdf_parts,
    with_group,
    with_pairs,
    with_semantics,
    without_group,
    without_pairs,
    write_semantics,
)
from fourbar.robot.rename import rename

ARM = fb.Robot(
    "arm",
    [fb.Link(name) for name in ("base", "upper", "lower", "flange")],
    [
        fb.Joint("shoulder", "revolute", "base", "upper", limit=fb.Limit(-1, 1, 1, 1)),
        fb.Joint("elbow", "revolute", "upper", "lower", limit=fb.Limit(-1, 1, 1, 1)),
        fb.Joint("mount", "fixed", "lower", "flange"),
    ],
)
SRDF = b"""<?xml version='1.0'?>
<robot name="my_arm">  <!-- by hand -->
  <group name="arm"><chain base_link="base" tip_link="flange"/></group>
  <group_state name="home" group="arm"><joint name="shoulder" value="0.10"/></group_state>
  <end_effector name="hand" parent_link="lower" group="arm"/>
  <disable_collisions link1="base" link2="upper" reason="Adjacent"/>
</robot>
"""


def scene(robot: fb.Robot = ARM, renamed: dict[tuple[str, str], str] | None = None) -> SceneRobot:
    return SceneRobot(robot, renamed or {}, (), (), {}, {}, {})


def test_a_file_that_nobody_edits_stays_byte_for_byte() -> None:
    assert write_semantics(SRDF, ARM, scene(), {}).data == SRDF


def test_new_names_are_the_only_change() -> None:
    moved = scene(rename(ARM, links={"lower": "forearm"}), {("link", "forearm"): "lower"})
    found = write_semantics(SRDF, ARM, moved, {})
    assert found.data == SRDF.replace(b'"lower"', b'"forearm"')
    assert found.dropped == 0
    assert [c.label for c in with_semantics(moved, SRDF).configurations] == ["arm/home"]


def test_a_new_robot_name_reaches_the_file() -> None:
    found = write_semantics(SRDF, ARM, scene(ARM.replace(name="other")), {})
    assert found.data == SRDF.replace(b'"my_arm"', b'"other"')


def test_what_names_a_part_that_is_gone_is_dropped_and_counted() -> None:
    shorter = fb.Robot("arm", ARM.links[:2], ARM.joints[:1])
    found = write_semantics(SRDF, ARM, scene(shorter), {})
    assert found.dropped == 2  # the chain and the end effector
    assert b"lower" not in found.data
    assert b"flange" not in found.data
    assert b"Adjacent" in found.data


def test_saved_configurations_are_states_that_fourbar_reads_back(tmp_path) -> None:
    saved = {"up": {"shoulder": (0.1 + 0.2,), "elbow": (-1.0,)}}
    data = write_semantics(SRDF, ARM, scene(), saved).data
    assert data.startswith(SRDF.removesuffix(b"</robot>\n"))  # the chain of both has them
    (tmp_path / "arm.srdf").write_bytes(data)
    fb.save(ARM, tmp_path / "arm.urdf")
    robot = fb.load(tmp_path / "arm.urdf", srdf=tmp_path / "arm.srdf")
    up = next(c for c in robot.configurations if c.name == "up")
    assert up.group == "arm"
    assert {p.joint: p.values for p in up.positions} == saved["up"]
    assert [(p.link1, p.link2) for p in robot.disabled_collisions] == [("base", "upper")]
    again = write_semantics(data, ARM, scene(), saved).data
    assert again == data


def test_without_a_file_there_is_a_group_of_all_joints() -> None:
    data = write_semantics(None, ARM, scene(), {"up": {"shoulder": (0.5,), "elbow": (0.0,)}}).data
    assert srdf_parts(data).groups == ("all",)
    assert srdf_parts(data).states == ("all/up",)
    with pytest.raises(fb.FourbarError, match="no named configurations"):
        write_semantics(None, ARM, scene(), {})


def test_positions_of_joints_that_are_gone_are_counted() -> None:
    saved = {"up": {"shoulder": (0.5,), "gone": (0.1,)}, "lost": {"gone": (0.2,)}}
    written = write_semantics(SRDF, ARM, scene(), saved)
    assert written.dropped == 2
    assert b"lost" not in written.data
    assert srdf_parts(written.data).states == ("arm/home", "all/up")


def test_pairs_and_groups_come_and_go() -> None:
    data = with_pairs(SRDF, ["upper", "base", "lower"], "User")
    assert len(srdf_parts(data).pairs) == 3  # one was there
    assert without_pairs(data, ["lower", "upper", "base"]) == without_pairs(SRDF, ["base", "upper"])
    assert with_pairs(SRDF, ["base", "upper"], "User") == SRDF
    data = with_group(new_srdf('a "b"'), "wrist", ["elbow"], ["lower"])
    assert srdf_parts(data).groups == ("wrist",)
    with pytest.raises(ValueError, match="duplicate group 'wrist'"):
        with_group(data, "wrist", ["elbow"])
    assert without_group(data, "wrist") == new_srdf('a "b"')
    with pytest.raises(ValueError, match="group 'x' does not exist"):
        without_group(data, "x")
    assert b"home" not in without_group(SRDF, "arm")


def test_nothing_refers_to_a_group_that_is_removed() -> None:
    data = b"""<robot name="r">
  <group name="arm"><joint name="a"/></group>
  <group name="hand"><joint name="b"/></group>
  <group name="all"><group name="arm"/><group name="hand"/></group>
  <end_effector name="grip" parent_link="l" group="hand" parent_group="arm"/>
  <end_effector name="tool" parent_link="l" group="arm" parent_group="arm"/>
</robot>
"""
    assert (
        without_group(data, "arm")
        == b"""<robot name="r">
  <group name="hand"><joint name="b"/></group>
  <group name="all"><group name="hand"/></group>
  <end_effector name="grip" parent_link="l" group="hand"/>
</robot>
"""
    )


def test_a_new_part_may_not_have_the_old_name_of_another() -> None:
    found = scene(ARM, {("link", "forearm"): "lower"})
    assert source_names(found, "link", iter(["forearm", "base"])) == ["lower", "base"]
    with pytest.raises(ValueError, match="another link"):
        source_names(found, "link", ["lower"])


def test_names_that_fit_are_free_and_only_for_those_that_do_not() -> None:
    names = ["left arm", "left_arm", "2nd", "ok-1", "left  arm", "left_arm_1"]
    assert fit_names(names, "joint") == {
        "left arm": "left_arm_2",
        "2nd": "_2nd",
        "left  arm": "left_arm_3",
    }
