"""Elements to the typed description."""

import pytest

import fourbar as fb
from fourbar.robot import (
    Calibration,
    Collision,
    ControlComponent,
    Dynamics,
    Gazebo,
    Hardware,
    Inertia,
    Inertial,
    Interface,
    Joint,
    Limit,
    Material,
    Mimic,
    Parameter,
    Pose,
    RawAttribute,
    RawElement,
    Ros2Control,
    SafetyController,
    Sensor,
    Transmission,
    TransmissionEnd,
    Visual,
)
from fourbar.robot.geometry import Box, Capsule, Cylinder, Mesh, OtherGeometry, Sphere


def robot(inner: str) -> fb.Robot:
    return fb.loads(f'<robot name="r">{inner}</robot>')


def findings(inner: str) -> list[tuple[str, int, int]]:
    _, report = fb.read(f'<robot name="r">\n{inner}\n</robot>'.encode())
    return [(d.code, d.span.line, d.span.column) for d in report]


def test_defaults_are_those_of_urdf():
    r = robot(
        '<link name="a"/><link name="b"/>'
        '<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint>'
    )
    assert r.joints["j"] == Joint("j", "revolute", "a", "b", Pose(), (1.0, 0.0, 0.0))
    assert r.joints["j"].independent is None


def test_a_joint_with_everything():
    r = robot(
        """<link name="a"/><link name="b"/>
        <link name="c"/>
        <joint name="m" type="fixed"><parent link="a"/><child link="c"/></joint>
        <joint name="j" type="prismatic" independent="False">
          <parent link="a"/><child link="b"/>
          <origin xyz="1e-3 +.5 -0" rpy="0 0 1.5"/> <axis xyz="0 0 2"/>
          <limit lower="-1" upper="2" effort="3" velocity="4"/>
          <dynamics damping="0.1" friction="0.2"/>
          <mimic joint="m" multiplier="2" offset="0.5"/>
          <safety_controller soft_lower_limit="-0.9" soft_upper_limit="1.9" k_position="5"
                             k_velocity="6"/>
          <calibration rising="0.1" falling="0.2" reference_position="0.3"/>
        </joint>"""
    )
    assert r.joints["j"] == Joint(
        "j",
        "prismatic",
        "a",
        "b",
        Pose((0.001, 0.5, 0.0), (0.0, 0.0, 1.5)),
        (0.0, 0.0, 2.0),
        limit=Limit(-1.0, 2.0, 3.0, 4.0),
        dynamics=Dynamics(0.1, 0.2),
        mimic=Mimic("m", 2.0, 0.5),
        safety_controller=SafetyController(-0.9, 1.9, 5.0, 6.0),
        calibration=Calibration(0.1, 0.2, 0.3),
        independent=False,
    )


def test_a_link_with_several_shapes():
    r = robot(
        """<link name="a">
          <inertial><origin xyz="0 0 1"/><mass value="2"/>
            <inertia ixx="1" ixy="4" ixz="5" iyy="2" iyz="6" izz="3"/></inertial>
          <visual name="v"><geometry><box size="1 2 3"/></geometry>
            <material name="red"><color rgba="1 0 0 1"/><texture filename="a.png"/></material>
          </visual>
          <visual><geometry><mesh filename="package://p/a.stl" scale="1 -1 1"/></geometry></visual>
          <collision><geometry><cylinder radius="1" length="2"/></geometry></collision>
          <collision><geometry><sphere radius="3"/></geometry></collision>
          <self_collision_checking><geometry><capsule radius="1" length="2"/></geometry>
          </self_collision_checking>
        </link>"""
    )
    link = r.links["a"]
    tensor = Inertia(ixx=1.0, iyy=2.0, izz=3.0, ixy=4.0, ixz=5.0, iyz=6.0)
    assert link.inertial == Inertial(2.0, tensor, Pose((0.0, 0.0, 1.0)))
    red = Material("red", (1.0, 0.0, 0.0, 1.0), "a.png")
    assert link.visuals == (
        Visual(Box((1.0, 2.0, 3.0)), material=red, name="v"),
        Visual(Mesh("package://p/a.stl", (1.0, -1.0, 1.0))),
    )
    assert link.collisions == (Collision(Cylinder(1.0, 2.0)), Collision(Sphere(3.0)))
    assert link.self_collision_checking == Collision(Capsule(1.0, 2.0))


def test_actuation_and_sensing():
    r = robot(
        """<link name="a"/>
        <transmission name="t" type="old"><joint name="j"><hardwareInterface>e</hardwareInterface>
          </joint><actuator name="m"><mechanicalReduction> 50 </mechanicalReduction></actuator>
        </transmission>
        <ros2_control name="c" type="system"><hardware><plugin>p/P</plugin>
          <param name="port">/dev/x</param></hardware>
          <joint name="j"><command_interface name="position"><param name="min">-1</param>
            </command_interface><state_interface name="velocity"/></joint>
          <gpio name="led"/></ros2_control>
        <sensor name="s" type="camera" update_rate="30"><parent link="a"/><camera/></sensor>
        <gazebo reference="a"><mu1>0.2</mu1></gazebo>"""
    )
    end = TransmissionEnd("m", (), 50.0)
    assert r.transmissions == (Transmission("t", "old", (TransmissionEnd("j", ("e",)),), (end,)),)
    command = Interface("position", (Parameter("min", "-1"),))
    joint = ControlComponent("joint", "j", (command,), (Interface("velocity"),))
    hardware = Hardware("p/P", (Parameter("port", "/dev/x"),))
    led = ControlComponent("gpio", "led")
    assert r.ros2_control == (Ros2Control("c", "system", hardware, (joint, led)),)
    camera = RawElement("", "camera", "<camera/>")
    assert r.sensors == (Sensor("s", "a", "camera", 30.0, extra=(camera,)),)
    assert r.gazebo == (Gazebo("a", (RawElement("", "mu1", "<mu1>0.2</mu1>"),)),)


def test_what_is_not_modelled_is_kept_in_its_place():
    r = robot(
        '<link name="a" drake_ignore="1"><contact><mu value="1"/></contact></link><link name="b"/>'
        '<joint name="j" type="fixed"><parent link="a"/><child link="b"/>'
        '<axis xyz="1 0 0" rpy="0 0 0"/></joint><cable name="c"/>'
    )
    assert r.links["a"].extra == (
        RawAttribute("", "drake_ignore", "1"),
        RawElement("", "contact", '<contact><mu value="1"/></contact>'),
    )
    assert r.joints["j"].extra == (RawAttribute("axis", "rpy", "0 0 0"),)
    assert r.extra == (RawElement("", "cable", '<cable name="c"/>'),)


def test_a_foreign_shape_is_kept_without_a_guess():
    r = robot('<link name="a"><visual><geometry><plane normal="0 0 1"/></geometry></visual></link>')
    shape = r.links["a"].visuals[0].geometry
    assert shape == OtherGeometry((RawElement("", "plane", '<plane normal="0 0 1"/>'),))


@pytest.mark.parametrize(
    ("inner", "finding"),
    [
        ('<link name="a"><inertal/></link>', ("S101", 2, 16)),
        ('<link nmae="a" name="b"/>', ("S102", 2, 13)),
        ("<link/>", ("S103", 2, 1)),
        ('<link name="a"><visual/></link>', ("S104", 2, 16)),
        (
            '<link name="a"><visual><geometry><sphere radius="1,5"/></geometry></visual></link>',
            ("S105", 2, 50),
        ),
        (
            '<link name="a"><visual><geometry><box size="1 2"/></geometry></visual></link>',
            ("S106", 2, 45),
        ),
        (
            '<link name="a"><visual><geometry><box size="1 2 nan"/></geometry></visual></link>',
            ("S108", 2, 45),
        ),
        ('<link name="a"><visual><geometry/></visual></link>', ("S115", 2, 24)),
        ('<xacro:include filename="x"/>', ("S116", 2, 1)),
        ('<link name="a"/><link name="a"/>', ("R203", 2, 29)),
        (
            '<link name="a"><visual><geometry><sphere radius="1"/></geometry>'
            '<material name="x"/></visual></link>',
            ("R204", 2, 81),
        ),
    ],
)
def test_faults_have_a_code_and_a_place(inner, finding):
    assert findings(inner) == [finding]


JOINT = '<link name="a"/><link name="b"/>\n<joint name="j" type="{}">{}</joint>'
ENDS = '<parent link="a"/><child link="b"/>'


@pytest.mark.parametrize(
    ("type", "inner", "finding"),
    [
        ("revolut", ENDS, ("S110", 3, 23)),
        ("fixed", '<parent link="a"/>', ("S104", 3, 1)),
        ("fixed", '<parent link="c"/><child link="b"/>', ("R201", 3, 44)),
        ("fixed", ENDS + '<origin xyz="0 0 1"/><origin xyz="0 0 2"/>', ("S111", 3, 86)),
        ("fixed", ENDS + '<mimic joint="k"/>', ("R202", 3, 79)),
        ("fixed", ENDS + '<limit lower="ten"/>', ("S105", 3, 79)),
    ],
)
def test_faults_of_joints(type, inner, finding):
    assert findings(JOINT.format(type, inner)) == [finding]


def test_of_duplicate_elements_the_first_that_says_anything_counts():
    r, report = fb.read(
        f'<robot name="r">{JOINT.format("fixed", ENDS)}'.replace(
            "</joint>", '<origin/><origin xyz="0 0 2"/><origin xyz="0 0 3"/></joint></robot>'
        ).encode()
    )
    assert r.joints["j"].origin.xyz == (0.0, 0.0, 2.0)
    assert [d.code for d in report] == ["S111", "S111"]


def test_text_instead_of_an_attribute_is_explained():
    _, report = fb.read(
        b'<robot name="r"><link name="a"><inertial><mass>1.5</mass>'
        b'<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></robot>'
    )
    (finding,) = report
    assert finding.code == "S112"
    assert finding.span.column == 48
    assert 'write <mass value="1.5"/>' in finding.message


@pytest.mark.parametrize(
    ("spelling", "rgba"), [("1 0 0", (1.0, 0.0, 0.0, 1.0)), ("1 0 0 0.5", (1.0, 0.0, 0.0, 0.5))]
)
def test_three_colour_numbers_are_completed(spelling, rgba):
    r, report = fb.read(
        f'<robot name="r"><material name="m"><color rgba="{spelling}"/></material></robot>'.encode()
    )
    assert r.materials["m"].color == rgba
    assert [d.code for d in report] == ([] if spelling.count(" ") == 3 else ["S107"])


def test_infinite_limits_are_kept_with_a_warning():
    r, report = fb.read(
        b'<robot name="r">'
        + JOINT.format("revolute", ENDS + '<limit upper="inf"/>').encode()
        + b"</robot>"
    )
    assert r.joints["j"].limit.upper == float("inf")
    assert [(d.code, str(d.severity)) for d in report] == [("S108", "warning")]


def test_unusable_parts_are_kept_as_they_were_written():
    text = '<joint name="j" type="wobbly"><parent link="a"/><child link="a"/></joint>'
    r, report = fb.read(f'<robot name="r"><link name="a"/>{text}</robot>'.encode())
    assert not report.ok
    assert r.extra == (RawElement("", "joint", text),)


def test_repeated_additions_are_told_once():
    links = "".join(f'<link name="l{i}"><wheel_size/></link>' for i in range(9))
    _, report = fb.read(f'<robot name="r">{links}</robot>'.encode())
    assert [d.code for d in report] == ["S101"]


def test_load_raises_with_the_report():
    with pytest.raises(fb.LoadError, match="R201") as caught:
        fb.loads(
            '<robot name="r"><joint name="j" type="fixed"><parent link="x"/>'
            '<child link="y"/></joint></robot>',
            strict=True,
        )
    assert [error.code for error in caught.value.report.errors] == ["G304", "R201", "R201"]


def test_read_takes_paths_bytes_and_open_files(tmp_path):
    file = tmp_path / "r.URDF"
    file.write_bytes(b'<robot name="r"><link name="a"/></robot>')
    by_path, report = fb.read(file)
    assert [d.code for d in report] == ["X014"]
    with file.open("rb") as binary, file.open(encoding="utf-8") as text:
        assert by_path == fb.load(binary.read()) == fb.read(text)[0]


@pytest.mark.parametrize("source", ["nowhere.urdf", "gallery:nobody", "nul\0.urdf"])
def test_a_file_that_cannot_be_opened_is_a_finding(source):
    r, report = fb.read(source)
    assert r is None
    assert [d.code for d in report] == ["X013"]


def test_group_states_become_configurations(tmp_path):
    srdf = tmp_path / "r.srdf"
    srdf.write_text(
        '<robot name="r"><group_state name="home" group="arm"><joint name="j" value="0.5"/>'
        '<joint name="k" value="1"/></group_state></robot>'
    )
    r, report = fb.read(
        f'<robot name="r">{JOINT.format("revolute", ENDS)}</robot>'.encode(), srdf=srdf
    )
    (home,) = r.configurations
    assert (home.name, home.group) == ("home", "arm")
    assert [(p.joint, p.values) for p in home.positions] == [("j", (0.5,))]
    assert [d.code for d in report] == ["R202"]
    fb.save(r, tmp_path / "again.srdf")
    again = fb.read(fb.dumps(r).encode(), srdf=tmp_path / "again.srdf")[0]
    assert again == r


def test_a_million_numbers_are_refused_unread():
    huge = "1 " * 1_000_000
    r, report = fb.read(
        f'<robot name="r"><link name="a"><visual><origin xyz="{huge}"/>'
        '<geometry><sphere radius="1"/></geometry></visual></link></robot>'.encode()
    )
    assert [d.code for d in report] == ["S106"]
    assert r.links["a"].visuals[0].origin == Pose()


HUNG = """<robot name="r">
  <link name="a"/>
  <joint name="j" type="fixed"><parent link="world"/><child link="a"/></joint>
</robot>"""


def test_a_world_that_is_not_declared_is_added():
    r, report = fb.read(HUNG.encode())
    assert [(d.code, str(d.severity)) for d in report] == [("R215", "warning")]
    assert r.links.names == ("world", "a")
    assert fb.loads(fb.dumps(r)) == r


def test_only_parents_make_a_world():
    text = '<robot name="r"><link name="a"/>'
    text += '<joint name="j" type="fixed"><parent link="a"/><child link="world"/></joint></robot>'
    r, report = fb.read(text.encode())
    assert [d.code for d in report] == ["R201"]
    assert "world" not in r.links
