"""What counts as the same, what does not, and what the command prints."""

from __future__ import annotations

import json

import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.comparison import CATEGORIES, as_markdown
from fourbar.record import replace

ARM = """<robot name="arm">
  <link name="base"><inertial><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="upper"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><box size="0.1 0.2 0.3"/></geometry>
      <material name="red"><color rgba="1 0 0 1"/></material></visual></link>
  <link name="tool"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <origin xyz="0 0 0.5"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="10" velocity="2"/></joint>
  <joint name="flange" type="fixed"><parent link="upper"/><child link="tool"/>
    <origin xyz="0 0 0.4"/></joint>
</robot>
"""


def changed(*pairs: tuple[str, str]) -> fb.Comparison:
    text = ARM
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return fb.compare(fb.loads(ARM), fb.loads(text))


def categories(found: fb.Comparison) -> list[str]:
    return [difference.category for difference in found.differences]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Three turns of a box onto itself, an axis of another length, a whole turn.
        ('<visual><geometry><box size="0.1 0.2 0.3"/>',
         '<visual><origin rpy="3.141592653589793 0 0"/><geometry><box size="0.1 0.2 0.3"/>'),
        ('<visual><geometry><box size="0.1 0.2 0.3"/>',
         '<visual><origin rpy="0 0 1.5707963267948966"/><geometry><box size="0.2 0.1 0.3"/>'),
        ('<axis xyz="0 1 0"/>', '<axis xyz="0 7 0"/>'),
        ('<origin xyz="0 0 0.5"/>', '<origin xyz="0 0 0.5" rpy="0 0 6.283185307179586"/>'),
        ('name="red"', 'name="crimson"'),
        ('upper="1" effort', 'upper="1.0000000001" effort'),
    ],
)  # fmt: skip
def test_another_way_of_writing_it_is_no_difference(old, new):
    found = changed((old, new))
    assert found.equal, str(found)


@pytest.mark.parametrize(
    ("old", "new", "category"),
    [
        ('type="revolute"', 'type="continuous"', "type"),
        ('type="revolute"', 'type="prismatic"', "type"),
        ('type="revolute"', 'type="fixed"', "type"),
        ('<axis xyz="0 1 0"/>', '<axis xyz="0 -1 0"/>', "axis"),
        ('xyz="0 0 0.5"', 'xyz="0 0 0.50001"', "origin"),
        ('xyz="0 0 0.4"', 'xyz="0 0 0.40001"', "frame"),
        ('rgba="1 0 0 1"', 'rgba="1 0 0.1 1"', "color"),
        ('size="0.1 0.2 0.3"', 'size="0.1 0.3 0.2"', "visual"),
        ('effort="10"', 'effort="11"', "effort"),
        ('velocity="2"', 'velocity="3"', "velocity"),
    ],
)
def test_another_robot_is_a_difference(old, new, category):
    found = changed((old, new))
    assert categories(found)[0] == category
    assert not found


def test_a_mass_may_be_on_any_link_of_a_body():
    robot = fb.loads(ARM)
    moved = robot.split_link("upper", "plate", visuals=[0], inertial=fb.Inertial(0.25))
    found = fb.compare(robot, moved)
    assert found.equal, str(found)
    assert found.only_b == ("plate",)
    assert not fb.compare(robot, moved, strict_names=True)


def test_a_mimic_of_a_mimic_is_a_mimic_of_its_leader_and_a_mimic_is_a_coupling():
    def fingers(*mimics: str, more: str = "") -> fb.Robot:
        names = ("a", "b", "c")
        joints = "".join(
            f'<joint name="{n}" type="revolute"><parent link="palm"/><child link="{n}_link"/>'
            f'<limit lower="-9" upper="9" effort="1" velocity="1"/>{m}</joint>'
            f'<link name="{n}_link"/>'
            for n, m in zip(names, mimics, strict=True)
        )
        return fb.loads(f'<robot name="hand"><link name="palm"/>{joints}{more}</robot>')

    chain = fingers(
        "", '<mimic joint="a" multiplier="2"/>', '<mimic joint="b" multiplier="3" offset="1"/>'
    )
    both = fingers(
        "", '<mimic joint="a" multiplier="2"/>', '<mimic joint="a" multiplier="6" offset="1"/>'
    )
    wrong = fingers(
        "", '<mimic joint="a" multiplier="2"/>', '<mimic joint="a" multiplier="5" offset="1"/>'
    )
    assert fb.compare(chain, both).equal
    assert categories(fb.compare(chain, wrong)) == ["mimic"]
    assert str(fb.compare(chain, wrong).differences[0].a.path) == "joint[c].mimic"
    free = '<coupling name="gear"><predecessor link="b_link"/><successor link="a_link"/>'
    free += '<ratio value="2" of="predecessor"/></coupling>'
    one, two = fingers("", '<mimic joint="a" multiplier="2"/>', ""), fingers("", "", "", more=free)
    found = fb.compare(one, two)
    assert found.equal, str(found)


@pytest.mark.parametrize("name", ["four_bar", "delta", "stewart", "lims2_wrist", "six_bar"])
def test_a_loop_may_run_the_other_way(name):
    robot = fb.load(f"gallery:{name}")
    loops = [
        replace(
            loop,
            predecessor=loop.successor,
            successor=loop.predecessor,
            predecessor_origin=loop.successor_origin,
            successor_origin=loop.predecessor_origin,
            axis=loop.second_axis if loop.kind.axes == 2 else loop.axis,
            axis2=loop.axis if loop.kind.axes == 2 else loop.axis2,
        )
        for loop in robot.loops
    ]
    found = fb.compare(robot, robot.replace(loops=loops))
    assert found.equal, str(found)


def test_parts_with_other_names_are_matched_and_named():
    robot = fb.load("gallery:humanoid")
    other = robot.prefixed("new_")
    found = fb.compare(robot, other)
    assert found.equal, str(found)
    assert {r.b for r in found.renamed} >= {f"new_{n}" for n in robot.links.names}
    assert categories(fb.compare(robot, other, strict_names=True)).count("name") == 27 + 25


def test_a_mapping_decides_where_structure_does_not():
    text = (
        '<robot name="r"><link name="base"/>'
        + "".join(
            f'<link name="l{i}"/><joint name="j{i}" type="continuous"><parent link="base"/>'
            f'<child link="l{i}"/><dynamics damping="{i}"/></joint>'
            for i in (1, 2)
        )
        + "</robot>"
    )
    swapped = text.replace("1", "x").replace("2", "1").replace("x", "2")
    swapped = swapped.replace('damping="1"', 'damping="y"').replace('damping="2"', 'damping="1"')
    swapped = swapped.replace('damping="y"', 'damping="2"')
    one, two = fb.loads(text), fb.loads(swapped)
    assert categories(fb.compare(one, two)) == ["damping", "damping"]
    given = {"j1": "j2", "l1": "l2", "j2": "j1", "l2": "l1"}
    assert fb.compare(one, two, names=given).equal


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"bas": "base"}, "the first robot has no part named 'bas'; did you mean 'base'?"),
        ({"base": "bse"}, "the second robot has no part named 'bse'; did you mean 'base'?"),
        ({"base": "shoulder"}, "'base' and 'shoulder' are parts of different kinds"),
        ({"base": "base", "upper": "base"}, "two parts of the first robot are mapped to 'base'"),
    ],
)
def test_a_mapping_that_does_not_fit_says_so(names, message):
    robot = fb.loads(ARM)
    with pytest.raises(fb.ComparisonError) as raised:
        fb.compare(robot, robot, names=names)
    assert str(raised.value) == message


def test_unknown_categories_and_negative_tolerances_are_refused():
    robot = fb.loads(ARM)
    with pytest.raises(ValueError, match="unknown category 'colour'; did you mean 'color'"):
        fb.compare(robot, robot, ignore=["colour"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="tolerance length must not be negative, got -1"):
        fb.Tolerances(length=-1)
    two = fb.Robot("two", [fb.Link("a"), fb.Link("b")])
    with pytest.raises(fb.ComparisonError, match="the second robot cannot be compared: "):
        fb.compare(robot, two)


def test_tolerances_and_categories_are_options():
    robot = fb.loads(ARM)
    joint = robot.joints["shoulder"]
    moved = robot.update(replace(joint, origin=fb.Pose((0, 0, 0.501))))
    assert not fb.compare(robot, moved)
    assert fb.compare(robot, moved, tolerances=fb.Tolerances(length=0.002))
    assert fb.compare(robot, moved, ignore=["origin", "pose"])


def test_a_missing_part_is_found_once_in_either_direction():
    robot = fb.load("gallery:four_bar")
    without = robot.replace(loops=[])
    for one, two, which in ((robot, without, "first"), (without, robot, "second")):
        found = fb.compare(one, two)
        assert categories(found) == ["loop", "mobility"]
        assert found.differences[0].quantity == f"is only in the {which} robot"


@pytest.mark.parametrize("name", ["gripper", "four_bar", "ur20"])
def test_limits_the_wrong_way_round_are_a_difference_and_no_traceback(name):
    robot = fb.load(f"gallery:{name}")
    joint = next(j for j in robot.joints if j.limit and j.kind.has_range)
    other = robot.update(replace(joint, limit=replace(joint.limit, lower=2.0, upper=-2.0)))
    for one, two in ((robot, other), (other, robot)):
        assert "limit" in categories(fb.compare(one, two))


def in_steps(robot: fb.Robot, name: str, types: list[str], axes: list) -> fb.Robot:
    """The robot with a joint written as a chain of joints that have one motion each."""
    joint = robot.joints[name]
    links, joints = list(robot.links), [j for j in robot.joints if j.name != name]
    parent = joint.parent
    for k, (type_, axis) in enumerate(zip(types, axes, strict=True)):
        child = joint.child if k == len(types) - 1 else f"between {k}"
        if child != joint.child:
            links.append(fb.Link(child))
        origin = joint.origin if k == 0 else fb.Pose()
        limit = joint.limit if type_ == "revolute" else None
        joints.append(fb.Joint(f"{name}:{k}", type_, parent, child, origin, axis, limit=limit))
        parent = child
    return robot.replace(links=links, joints=joints)


def test_a_joint_with_several_motions_is_the_chain_of_them():
    base, arm = fb.Link("base"), fb.Link("arm", fb.Inertial(1.0, fb.Inertia(1, 1, 1)))
    universal = fb.Joint(
        "wrist", "universal", "base", "arm", fb.Pose((0, 0, 1), (0.3, 0, 0)), (0, 0, 1),
        axis2=(0, 1, 0), limit=fb.Limit(-1, 1, 5, 2),
    )  # fmt: skip
    robot = fb.Robot("r", [base, arm], [universal])
    chain = in_steps(robot, "wrist", ["revolute", "revolute"], [(0, 0, 1), (0, 1, 0)])
    for one, two in ((robot, chain), (chain, robot)):
        found = fb.compare(one, two)
        assert found.equal, str(found)
    wrong = in_steps(robot, "wrist", ["revolute", "revolute"], [(0, 0, 1), (1, 0, 0)])
    (difference,) = fb.compare(robot, wrong).differences
    assert (difference.category, str(difference.a.path)) == ("axis", "joint[wrist].axis.xyz")
    planar = fb.Joint("table", "planar", "base", "arm", axis=(0, 0, 1))
    robot = fb.Robot("r", [base, arm], [planar])
    steps = ["prismatic", "prismatic", "continuous"]
    for count in (2, 3):
        axes = [(1, 0, 0), (0, 1, 0), (0, 0, 1)][:count]
        found = fb.compare(robot, in_steps(robot, "table", steps[:count], axes))
        assert found.equal, str(found)


# The command


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(["compare", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_exit_status_is_for_scripts(tmp_path, capsys):
    (tmp_path / "a.urdf").write_text(ARM)
    (tmp_path / "b.urdf").write_text(ARM.replace('mass value="1"', 'mass value="3"'))
    (tmp_path / "c.urdf").write_text("<robot")
    a, b, c = (str(tmp_path / f"{n}.urdf") for n in "abc")
    assert run(capsys, a, a)[0] == 0
    status, out, _ = run(capsys, a, b)
    assert status == 1
    assert f"mass: link 'upper': mass 1 -> 3 kg\n  {a}:4:" in out
    assert run(capsys, a, c)[0] == 2
    assert run(capsys, a, str(tmp_path / "none.urdf"))[0] == 2
    assert run(capsys, a, b, "--ignore", "mass,inertia")[0] == 0
    assert run(capsys, a, b, "--relative-tolerance", "5")[0] == 0
    assert run(capsys, a, b, "--json", "--markdown")[0] == 2
    assert run(capsys, a, b, "--map", "base=nothing")[0] == 2


def test_json_and_markdown_have_both_places(tmp_path, capsys):
    (tmp_path / "a.urdf").write_text(ARM)
    (tmp_path / "b.urdf").write_text(ARM.replace('lower="-1"', 'lower="-2"'))
    a, b = (str(tmp_path / f"{n}.urdf") for n in "ab")
    _, out, _ = run(capsys, a, b, "--json")
    (difference,) = json.loads(out)["differences"]
    assert difference["category"] == "limit"
    assert (difference["a"]["line"], difference["a"]["value"]) == (11, -1.0)
    assert (difference["b"]["line"], difference["b"]["value"]) == (11, -2.0)
    _, out, _ = run(capsys, a, b, "--markdown")
    assert f"| limit | joint 'shoulder': lower limit | -1 rad | -2 rad | `{a}:11:19`<br>" in out


def test_the_schema_has_every_category():
    from pathlib import Path

    schema = json.loads(
        (Path(__file__).parents[2] / "docs/schemas/compare.schema.json").read_text()
    )
    listed = schema["properties"]["differences"]["items"]["properties"]["category"]["enum"]
    assert listed == list(CATEGORIES)


def test_names_do_not_break_a_table():
    robot = fb.Robot("a|b", [fb.Link("x|y", fb.Inertial(1.0))])
    other = fb.Robot("a|b", [fb.Link("x|y", fb.Inertial(2.0))])
    table = as_markdown(fb.compare(robot, other))
    assert "link 'x\\|y'" in table


def test_pairs_that_may_overlap_are_compared(tmp_path):
    robot = fb.load("gallery:humanoid")
    one, two, three = robot.links.names[3], robot.links.names[8], robot.links.names[12]
    pairs = fb.robot.ContactExtension((fb.robot.CollisionPair(one, two),))
    other = fb.robot.ContactExtension((fb.robot.CollisionPair(three, two),))
    a, b = robot.with_extension(pairs), robot.with_extension(other)
    found = fb.compare(a, b)
    assert [d.category for d in found.differences] == ["contact", "contact"]
    assert (
        str(found.differences[0])
        == f"link '{one}' may overlap link '{two}' only in the first robot"
    )
    assert fb.compare(a, b, ignore=["contact"]).equal
    turned = fb.robot.ContactExtension((fb.robot.CollisionPair(two, one, "Never"),))
    assert fb.compare(a, robot.with_extension(turned)).equal
    for suffix in (".xml", ".usda"):
        pytest.importorskip("mujoco" if suffix == ".xml" else "pxr")
        file = tmp_path / f"robot{suffix}"
        fb.save(a, file, lossless=False)
        assert "contact" not in {d.category for d in fb.compare(a, file).differences}


def two_fingers(names, places):
    """A palm with a finger at each place."""
    body = fb.Inertial(1.0, fb.Inertia(1.0, 1.0, 1.0))
    joints = [
        fb.Joint(f"{n}_joint", "continuous", "palm", n, fb.Pose((x, 0.0, 0.0)))
        for n, x in zip(names, places, strict=True)
    ]
    return fb.Robot("hand", [fb.Link(n, body) for n in ("palm", *names)], joints)


def test_a_pair_by_guess_says_so_everywhere():
    from fourbar.comparison import as_facts, as_markdown, as_text

    hand = two_fingers(("left", "right"), (-0.1, 0.1))
    sure = fb.compare(hand, two_fingers(("one", "two"), (-0.1, 0.1)))
    assert sure.equal
    assert not any(part.guessed for part in sure.renamed)
    guess = fb.compare(hand, two_fingers(("one", "two"), (-0.3, 0.2)))
    first = next(part for part in guess.renamed if part.a == "left_joint")
    assert first.guessed
    assert "(a guess: others fit as well)" in as_text(guess)
    assert "(a guess: others fit as well)" in as_markdown(guess)
    assert any(part["guessed"] for part in as_facts(guess)["renamed"])


@pytest.mark.parametrize(
    ("old", "new", "quantity"),
    [
        ("-0.9", "-0.5", "soft lower limit"),
        ('rising="0.3"', 'rising="0.6"', "rising edge"),
        ('k_velocity="1"', 'k_velocity="2"', "velocity gain of soft limits"),
    ],
)
def test_soft_limits_and_calibration_are_limits(old, new, quantity):
    text = (
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute">'
        '<parent link="a"/><child link="b"/><limit lower="-1" upper="1" effort="1" velocity="1"/>'
        '<safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_velocity="1"/>'
        '<calibration rising="0.3"/></joint></robot>'
    )
    found = fb.compare(fb.loads(text), fb.loads(text.replace(old, new)))
    assert [(d.category, d.quantity) for d in found.differences] == [("limit", quantity)]


def test_what_readers_leave_out_is_a_note() -> None:
    pytest.importorskip("mujoco")
    text = (
        "<mujoco><option gravity='0 0 -{}'/><worldbody><body name='a'><joint name='j' {}/>"
        "<geom size='0.1'/></body></worldbody></mujoco>"
    )
    plain = fb.loads(text.format("9.81", ""))
    odd = fb.loads(text.format("1.6", "armature='0.1' stiffness='3'"))
    found = fb.compare(plain, odd)
    assert [d.category for d in found.differences] == ["spring", "armature"]
    assert found.notes == (
        "not compared: gravity other than 9.81 m/s^2 along -z (0 in the first robot, 1 in the "
        "second)",
    )
    assert not fb.compare(odd, odd).notes
