"""Files with errors: whatever robot remains is loaded, and what was left out is said."""

from __future__ import annotations

import warnings

import pytest

import fourbar as fb
from fourbar.cli import main

ARM = """<robot name="r">
<link name="a"/><link name="b"/><link name="c"/>
<joint name="ab" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
<joint name="bc" type="continuous"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/></joint>
{more}
</robot>"""
COMMANDS = ("info", "fk", "jacobian", "graph", "assemble")


def loaded(more: str = "", text: str = ARM) -> tuple[fb.Robot, fb.LoadWarning | None]:
    """The robot, and the one warning that there may be."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        robot = fb.loads(text.format(more=more))
    assert len(caught) <= 1
    if not caught:
        return robot, None
    warning = caught[0].message
    assert isinstance(warning, fb.LoadWarning)
    assert caught[0].filename == __file__
    return robot, warning


def test_a_sound_file_gives_no_warning():
    robot, warning = loaded()
    assert warning is None
    assert robot.links.names == ("a", "b", "c")


def test_the_warning_has_the_first_error_and_the_count():
    more = (
        '<link name="d"/><joint name="cd" type="hinge"><parent link="c"/><child link="d"/></joint>'
    )
    robot, warning = loaded(more + '<link name="a"/>')
    assert warning is not None
    first, *others = warning.report.errors
    line, *notes = str(warning).split("\n")
    assert line == f"{first} (and {len(others)} more)"
    assert tuple(note.strip() for note in notes) == first.notes  # what loading made of it
    assert robot.links.names == ("a", "b", "c")


def test_strict_raises_on_any_error():
    with pytest.raises(fb.LoadError, match="R203"):
        fb.loads(ARM.format(more='<link name="a"/>'), strict=True)


PARTS = {
    "a sensor on nothing": '<sensor name="s"><parent link="x"/></sensor>',
    "a sensor without a name": "<sensor><parent/></sensor>",
    "a reduction that is no number": '<transmission name="t"><mechanicalReduction>n'
    "</mechanicalReduction></transmission>",
    "a texture without a file": '<material name="m"><texture/></material>',
    "a control block without names": "<ros2_control><joint/></ros2_control>",
    "a Gazebo block for nothing": '<gazebo reference="x"><plugin/></gazebo>',
    "an element nobody knows": "<wheel><axle/></wheel>",
    "xacro that was not expanded": '<xacro:property name="x" value="1"/>',
}


@pytest.mark.parametrize("more", PARTS.values(), ids=PARTS)
def test_what_is_beside_the_robot_stops_nothing(more, tmp_path, capsys):
    # Together with a visual that shows nothing.
    shape = '<link name="c"><visual/><visual><geometry/></visual></link>'
    text = ARM.replace('<link name="c"/>', shape).replace(
        '<robot name="r">', '<robot name="r" xmlns:xacro="http://ros.org/xacro">'
    )
    robot, _ = loaded(more, text)
    assert fb.Model(robot).nq == 2
    assert robot.links.names == ("a", "b", "c")
    file = tmp_path / "r.urdf"
    file.write_text(text.format(more=more))
    for command in COMMANDS:
        assert main([command, str(file)]) == 0, command
    assert main(["convert", str(file), str(tmp_path / "r.glb")]) == 0
    assert main(["ik", str(file), "--to", "0,0,0"]) == 0
    assert main(["info", str(file), "--strict"]) == 1
    capsys.readouterr()


@pytest.mark.parametrize("more", PARTS.values(), ids=PARTS)
def test_what_is_beside_the_robot_stops_not_even_strict(more, tmp_path, capsys):
    text = ARM.replace("<robot ", '<robot xmlns:xacro="http://ros.org/xacro" ').format(more=more)
    file = tmp_path / "r.urdf"
    file.write_text(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fb.LoadWarning)
        assert fb.load(file, strict=True).links.names == ("a", "b", "c")
    errors = len(fb.read(file).report.errors)
    assert main(["convert", str(file), str(tmp_path / "r.glb"), "--strict"]) == 0
    assert capsys.readouterr().err.count(": error[") == errors  # shown, once
    # An error of the robot itself still counts, and it alone.
    file.write_text(text.replace('<link name="a"/>', '<link name="a"/><link name="a"/>'))
    with pytest.raises(fb.LoadError, match="R203"):
        fb.load(file, strict=True)
    assert main(["info", str(file), "--strict"]) == 1
    assert "stopped because of 1 error (--strict)" in capsys.readouterr().err


def test_a_mimic_of_a_joint_that_is_left_out_is_told_so():
    cycle = (
        '<joint name="back" type="continuous"><parent link="c"/><child link="a"/></joint>'
        '<link name="d"/><joint name="cd" type="continuous"><parent link="c"/><child link="d"/>'
        '<mimic joint="back"/></joint>'
    )
    _, warning = loaded(cycle)
    assert warning is not None
    found = {error.code: error for error in warning.report.errors}
    assert set(found) == {"G301", "R202"}
    assert "'back' is left out" in found["R202"].message
    assert found["R202"].facts == {"name": "back"}


@pytest.mark.parametrize("definition", ["<texture/>", '<color rgba="1 x 0 1"/>'])
def test_a_material_that_could_not_be_read_is_not_undefined(definition):
    visual = "<visual><geometry><sphere radius='1'/></geometry><material name='m'>{}</material>"
    link = "<link name='{}'>" + visual + "</visual></link>"
    text = ARM.replace('<link name="a"/>', link.format("a", definition))
    text = text.replace('<link name="b"/>', link.format("b", ""))
    codes = [finding.code for finding in fb.check(text.format(more="").encode())]
    assert "R204" not in codes
    assert len([code for code in codes if code in ("S103", "S105")]) == 1


def test_a_link_apart_after_a_joint_without_child_is_told_so():
    _, warning = loaded('<link name="d"/><joint name="cd" type="fixed"><parent link="d"/></joint>')
    assert warning is not None
    found = {error.code: error for error in warning.report.errors}
    assert set(found) == {"G303", "S104"}
    assert "joint 'cd', which has no child link, is left out" in found["G303"].message


LEFT_OUT = {
    "duplicate link": ('<link name="a"><inertial/></link>', "R203"),
    "duplicate joint": (
        '<link name="d"/><joint name="ab" type="fixed"><parent link="a"/><child link="d"/></joint>',
        "R203",
    ),
    "unknown parent": (
        '<link name="d"/><joint name="j" type="fixed"><parent link="x"/><child link="d"/></joint>',
        "R201",
    ),
    "unknown child": (
        '<joint name="j" type="fixed"><parent link="a"/><child link="x"/></joint>',
        "R201",
    ),
    "unknown type": (
        '<link name="d"/><joint name="j" type="hinge"><parent link="a"/><child link="d"/></joint>',
        "S110",
    ),
    "island": (
        '<link name="d"/><link name="e"/>'
        '<joint name="de" type="fixed"><parent link="d"/><child link="e"/></joint>',
        "G303",
    ),
    "second parent": (
        '<joint name="j" type="fixed"><parent link="a"/><child link="c"/></joint>',
        "G302",
    ),
    "cycle": ('<joint name="j" type="fixed"><parent link="c"/><child link="a"/></joint>', "G301"),
    "joint to itself": (
        '<joint name="j" type="fixed"><parent link="c"/><child link="c"/></joint>',
        "G301",
    ),
    "second parent from a cycle": (
        '<link name="d"/><link name="e"/>'
        '<joint name="de" type="fixed"><parent link="d"/><child link="e"/></joint>'
        '<joint name="ed" type="fixed"><parent link="e"/><child link="d"/></joint>'
        '<joint name="ec" type="fixed"><parent link="e"/><child link="c"/></joint>',
        "G301",
    ),
    "loop to nowhere": (
        '<loop name="l" type="fixed"><predecessor link="a"/><successor link="x"/></loop>',
        "R201",
    ),
    "loop to itself": (
        '<loop name="l" type="fixed"><predecessor link="a"/><successor link="a"/></loop>',
        "G310",
    ),
    "coupling of different joints": (
        '<link name="d"/><joint name="j" type="planar"><parent link="a"/><child link="d"/></joint>'
        '<coupling name="k"><predecessor link="b"/><successor link="d"/></coupling>',
        "G320",
    ),
}


@pytest.mark.parametrize(("more", "code"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_part_that_does_not_fit_is_left_out_and_kept_as_text(more, code):
    robot, warning = loaded(more)
    assert warning is not None
    assert code in {error.code for error in warning.report.errors}
    assert {"a", "b", "c"} <= set(robot.links.names) <= {"a", "b", "c", "d"}
    model = fb.Model(robot)
    assert model.loops.n_c == 0
    text = fb.dumps(robot)
    for line in more.replace("><", ">\n<").splitlines():
        if line.startswith(("<link name", "<joint", "<loop", "<coupling")):
            assert line.partition(">")[0] in text
    with pytest.warns(fb.LoadWarning):
        assert fb.loads(text) == robot


@pytest.mark.parametrize(
    ("leader", "extra"),
    [("x", ""), ("bc", '<mimic joint="ab"/>'), ("p", "")],
    ids=["unknown", "circle", "several numbers"],
)
def test_a_mimic_that_follows_nothing_is_left_out(leader, extra):
    planar = (
        '<link name="d"/><joint name="p" type="planar"><parent link="a"/><child link="d"/></joint>'
    )
    text = ARM.replace(
        '<child link="b"/>', f'<child link="b"/><mimic joint="{leader}" multiplier="2"/>'
    ).replace('<child link="c"/>', f'<child link="c"/>{extra}')
    robot, warning = loaded(planar, text)
    assert warning is not None
    assert robot.joints["ab"].mimic is None
    assert fb.Model(robot).followers == ()
    assert f'<mimic joint="{leader}" multiplier="2"/>' in fb.dumps(robot)


NUMBERS = [
    ('<origin rpy="0 0 1 4"/>', "the first 3 are used", "origin.rpy", (0.0, 0.0, 1.0)),
    ('<origin xyz="1 2"/>', "0 0 0 is used", "origin.xyz", (0.0, 0.0, 0.0)),
    ('<origin xyz="1 2 z"/>', "0 0 0 is used", "origin.xyz", (0.0, 0.0, 0.0)),
    ('<origin xyz="1 2 nan"/>', "0 0 0 is used", "origin.xyz", (0.0, 0.0, 0.0)),
    ('<dynamics damping="0.1 0.2"/>', "the first is used", "dynamics.damping", 0.1),
    ('<dynamics damping="much"/>', "it is ignored", "dynamics.damping", None),
    ('<limit lower="-1.57." upper="1"/>', "0 is used", "bounds", (0.0, 1.0)),
    ('<mimic joint="ab" multiplier="two"/>', "1 is used", "mimic.multiplier", 1.0),
]


@pytest.mark.parametrize(("inner", "end", "field", "value"), NUMBERS)
def test_a_number_that_cannot_be_read_says_what_is_taken_instead(inner, end, field, value):
    joint = '<link name="d"/><joint name="cd" type="revolute"><parent link="c"/><child link="d"/>'
    robot, warning = loaded(f"{joint}{inner}</joint>")
    assert warning is not None
    (error,) = warning.report.errors
    assert error.message.endswith(f"; {end}")
    found: object = robot.joints["cd"]
    for name in field.split("."):
        found = getattr(found, name)
    assert found == value


def test_an_axis_of_zeros_is_the_x_axis():
    robot, warning = loaded(text=ARM.replace('"0 0 1"', '"0 0 0"', 1))
    assert warning is not None
    (error,) = warning.report.errors
    assert error.code == "P401"
    assert error.notes == ("Loading uses 1 0 0.",)
    assert robot.joints["ab"].axis == (1.0, 0.0, 0.0)
    assert fb.Model(robot).nq == 2


def test_a_mesh_scale_of_four_numbers_is_its_first_three():
    shape = '<visual><geometry><mesh filename="m.stl" scale="1 2 3 4"/></geometry></visual>'
    robot, warning = loaded(text=ARM.replace('<link name="c"/>', f'<link name="c">{shape}</link>'))
    assert warning is not None
    assert robot.links["c"].visuals[0].geometry.scale == (1.0, 2.0, 3.0)


@pytest.mark.parametrize(
    ("written", "code", "note"),
    [
        ('<origin xzy="1 0 0"/>', "S102", "Without 'xyz', 0 0 0 is used."),
        ('<limit lowr="-1" upper="1"/>', "S102", "Without 'lower', 0 is used."),
        ('<mimic joint="ab" mutiplier="2"/>', "S102", "Without 'multiplier', 1 is used."),
    ],
)
def test_a_misspelt_attribute_is_an_error(written, code, note):
    joint = '<link name="d"/><joint name="cd" type="revolute"><parent link="c"/><child link="d"/>'
    _, warning = loaded(f"{joint}{written}</joint>")
    assert warning is not None
    (error,) = warning.report.errors
    assert error.code == code
    assert error.notes == (note,)


def test_a_misspelt_independent_is_an_error_and_ignored():
    robot, warning = loaded(text=ARM.replace('name="ab"', 'name="ab" independent="ture"'))
    assert warning is not None
    assert "'ture' is ignored" in str(warning)
    assert robot.joints["ab"].independent is None


def test_a_force_sensor_on_a_joint_is_modelled():
    sensor = '<sensor name="ft" type="force_torque"><parent joint="bc"/><force_torque/></sensor>'
    robot, warning = loaded(sensor)
    assert warning is None
    assert robot.sensors[0].parent_joint == "bc"
    assert fb.loads(fb.dumps(robot)) == robot
    assert robot.rename_joint("bc", "wrist").sensors[0].parent_joint == "wrist"
    assert robot.prefixed("x_").sensors[0].parent_joint == "x_bc"
    assert robot.remove_link("c").sensors == ()
    robot, warning = loaded(sensor.replace('joint="bc"', 'joint="bd"'))
    assert warning is not None
    assert "sensor 'ft': parent joint 'bd' does not exist" in str(warning)
    assert fb.Model(robot).nq == 2


def test_a_robot_without_links_is_loaded_and_no_command_works_with_it(tmp_path, capsys):
    """Three other libraries load such files; nothing can be computed from them."""
    with pytest.warns(fb.LoadWarning, match="G304"):
        robot = fb.loads('<robot name="r"/>')
    assert robot == fb.Robot("r")
    with pytest.raises(fb.LoadError) as caught:
        fb.loads('<robot name="r"/>', strict=True)
    assert [error.code for error in caught.value.report.errors] == ["G304"]
    with pytest.raises(fb.GraphError, match="G304"):
        fb.Model(robot)
    joint = '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
    with pytest.warns(fb.LoadWarning):
        assert not fb.loads(f'<robot name="r">{joint}</robot>').joints
    (tmp_path / "r.urdf").write_text('<robot name="r"/>')
    for command in COMMANDS:
        assert main([command, str(tmp_path / "r.urdf")]) == 1
        assert "no robot can be read" in capsys.readouterr().err
    assert [found.code for found in fb.check(b'<robot name="r"/>')] == ["G304"]


@pytest.mark.parametrize(
    "text", ["<robot name='r'><link name='a'/></robot>", '\n <?xml version="1.0"?>']
)
def test_text_in_place_of_a_path_is_told_apart(text):
    with pytest.raises(fb.LoadError, match=r"expected a path, got XML text; use fourbar\.loads"):
        fb.load(text)


@pytest.mark.parametrize(
    "joint",
    [
        '<joint name="j" type="Revolute">{}</joint>',
        '<joint name="k" type="fixed"><parent link="a"/><child link="b"/></joint>'
        '<joint name="k" type="revolute">{}</joint>',
    ],
    ids=["unknown type", "duplicate"],
)
def test_a_joint_that_is_left_out_hides_nothing_and_check_finds_what_load_finds(joint):
    inside = '<parent link="a"/><child link="c"/><axis xyz="0 0 fifty"/><limit lower="x"/>'
    links = '<link name="a"/><link name="b"/><link name="c"/>'
    text = f'<robot name="r">{links}{joint.format(inside)}</robot>'
    with pytest.warns(fb.LoadWarning) as caught:
        fb.loads(text)
    codes = sorted(error.code for error in caught[0].message.report.errors)
    assert codes.count("S105") == 2
    assert "G303" in codes
    report = fb.check(text.encode())
    assert sorted(error.code for error in report.errors) == codes
    (island,) = (e for e in report.errors if e.path is not None and str(e.path) == "link[c]")
    assert "which leads there, is left out" in island.message


@pytest.mark.parametrize("text", ["", "robot", "<robot", "<sdf/>"])
def test_what_is_no_robot_cannot_be_loaded(text):
    with pytest.raises(fb.LoadError):
        fb.loads(text)


def test_checks_report_on_the_parts_that_loading_leaves_out():
    more = '<link name="d"><inertial><mass value="-1"/></inertial></link>'
    robot, _ = loaded(more)
    codes = {finding.code for finding in fb.check(robot)}
    assert "G303" in codes
    assert any(code.startswith("P") for code in codes)
    assert codes == {finding.code for finding in fb.check(ARM.format(more=more).encode())}


AXES = {
    "zeros": '<axis xyz="0 0 0"/>',
    "no second direction": '<axis xyz="1 0 0"/><axis2 xyz="0 0 0"/>',
    "parallel": '<axis xyz="1 0 0"/><axis2 xyz="-3 0 0"/>',
    "zeros and parallel": '<axis xyz="0 0 0"/><axis2 xyz="1 0 0"/>',
    "tiny": '<axis xyz="1e-200 0 1e-200"/>',
    "hardly anything": '<axis xyz="0 1e-310 0"/>',
    "huge": '<axis xyz="1e200 1e200 0"/>',
}


@pytest.mark.parametrize("type", ["revolute", "prismatic", "planar", "universal", "cylindrical"])
@pytest.mark.parametrize("axis", AXES)
def test_no_axis_stops_a_command(type, axis, tmp_path, capsys):
    """Of a joint or a loop: an error, and the default is taken."""
    parts = (
        f'<link name="d"/><joint name="cd" type="{type}"><parent link="c"/><child link="d"/>'
        f'{AXES[axis]}</joint><link name="e"/><joint name="ce" type="floating"><parent link="c"/>'
        f'<child link="e"/></joint><loop name="l" type="{type}"><predecessor link="c"/>'
        f'<successor link="e"/>{AXES[axis]}</loop>'
    )
    file = tmp_path / "r.urdf"
    file.write_text(ARM.format(more=parts))
    for words in (["info"], ["fk"], ["convert", str(tmp_path / "r.glb")]):
        assert main([words[0], str(file), *words[1:]]) == 0, capsys.readouterr().err
    assert fb.check(tmp_path / "r.glb").ok
    assert not [e for e in fb.check(file).errors if e.code not in ("P401", "G341", "G347")]


def test_arguments_and_packages_without_use_are_refused():
    with pytest.raises(ValueError, match="arguments are for xacro files"):
        fb.load("gallery:four_bar", arguments={"prefix": "left_"})
    with pytest.raises(ValueError, match="of package 'arm' does not exist"):
        fb.load("gallery:four_bar", packages={"arm": "/nowhere"})


def test_a_misspelt_argument_is_an_error_and_hints_repeat_what_was_given(tmp_path, capsys):
    file = tmp_path / "an arm.xacro"
    file.write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="length" '
        'default="1"/><link name="a$(arg length)"/></robot>'
    )
    with pytest.warns(fb.LoadWarning, match="did you mean 'length'"):
        fb.load(file, arguments={"lenght": "2"})
    assert main(["info", str(file), "--arg", "colour:=red"]) == 0
    assert f"see: fourbar check '{file}' --arg colour:=red" in capsys.readouterr().err
    assert main(["info", str(file), "--arg", "length:=1", "--arg", "length:=2"]) == 2
    assert "--arg length is given twice" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-32", "utf-16"])
def test_a_byte_order_mark_tells_the_encoding(encoding):
    reading = fb.read('<robot name="r"><link name="ä"/></robot>'.encode(encoding))
    assert reading.robot is not None
    assert [link.name for link in reading.robot.links] == ["ä"]
    assert [finding.code for finding in reading.report] == ["X005"]
