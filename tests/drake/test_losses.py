"""Every field of a description is in the files for Drake, or a finding tells of it."""

from __future__ import annotations

from collections import Counter

import pytest

from fourbar import rules
from fourbar.diagnostics import Report
from fourbar.drake.urdf import write_drake_urdf
from fourbar.record import field_names, replace
from fourbar.robot import (
    Armature,
    ArmatureExtension,
    Box,
    Calibration,
    Collision,
    CollisionPair,
    Configuration,
    ContactExtension,
    ControlComponent,
    Coupling,
    Dynamics,
    Gazebo,
    Inertia,
    Inertial,
    Joint,
    JointPosition,
    Limit,
    Link,
    Loop,
    Material,
    Mimic,
    Pose,
    RawElement,
    Robot,
    Ros2Control,
    SafetyController,
    Sensor,
    Spring,
    Transmission,
    TransmissionEnd,
    UrdfExtension,
    Visual,
)
from fourbar.robot.extension import Extension
from fourbar.sdf.write import write_drake_sdf
from fourbar.transfer.words import UNNAMED

NOTE = (RawElement("", "note", '<note text="kept"/>'),)
BODY = Inertial(1.0, Inertia(1.0, 1.0, 1.0))
BOX = Box((0.125, 2.0, 3.0))
RED = Material("red", (0.625, 0.0, 0.0, 1.0))
DRIVE = Transmission("t", "simple", (TransmissionEnd("j"),), (TransmissionEnd("motor"),))
CONTROL = Ros2Control("system", "system", None, (ControlComponent("joint", "j"),))

REPORTED = None
"""In place of the text that a file has: one finding."""
ELSEWHERE = "elsewhere"
"""In place of a value: `test_dialects` reads the field back for every type, or as the line says."""

Case = tuple[object, str | None, str | None]
"""A value of a field, and the text that Drake's URDF and SDFormat have for it."""

JOINT: dict[str, Case] = {
    "name": ("other_name", 'name="other_name"', 'name="other_name"'),
    "type": ("prismatic", 'type="prismatic"', 'type="prismatic"'),
    "parent": ("c", '<parent link="c"', "<parent>c<"),
    "child": (ELSEWHERE, "", ""),
    "origin": (Pose((0.125, 0.0, 0.0)), 'xyz="0.125 0 0"', "0.125 0 0"),
    "axis": ((0.0, 1.0, 0.0), 'xyz="0 1 0"', "<xyz>0 1 0<"),
    "axis2": (ELSEWHERE, "", ""),
    "pitch": (ELSEWHERE, "", ""),
    "spring": (Spring(0.625, 0.25), REPORTED, "<spring_stiffness>0.625<"),
    "limit": (Limit(-0.25, 0.5, 6.0, 7.0), 'velocity="7"', "<velocity>7<"),
    "dynamics": (Dynamics(0.375), 'damping="0.375"', "<damping>0.375<"),
    "mimic": (Mimic("other", 3.0), 'multiplier="3"', "<multiplier>3<"),
    "safety_controller": (SafetyController(k_velocity=9.0), 'k_velocity="9"', REPORTED),
    "calibration": (Calibration(rising=0.75), 'rising="0.75"', REPORTED),
    "independent": (True, 'independent="true"', REPORTED),
    "extra": (NOTE, "note", REPORTED),
}
PARTED = ("safety_controller", "calibration", "independent", "extra")
"""Fields that the joints in place of a cylindrical one do not have."""
LINK: dict[str, Case] = {
    "name": (ELSEWHERE, "", ""),
    "inertial": (Inertial(0.875, Inertia(1.0, 1.0, 1.0)), 'value="0.875"', "<mass>0.875<"),
    "visuals": ((Visual(BOX),), 'size="0.125 2 3"', "<size>0.125 2 3<"),
    "collisions": ((Collision(BOX),), 'size="0.125 2 3"', "<size>0.125 2 3<"),
    "self_collision_checking": (Collision(BOX), 'size="0.125 2 3"', REPORTED),
    "extra": (NOTE, "note", REPORTED),
}
LOOP: dict[str, Case] = {
    "name": ("other_name", 'name="other_name"', 'name="other_name"'),
    "type": ("revolute", 'name="l:1"', 'name="l:1"'),
    "predecessor": ("a", 'body_A name="a"', "body_A>a<"),
    "successor": ("a", 'body_B name="a"', "body_B>a<"),
    "predecessor_origin": (Pose((0.125, 0.0, 0.0)), "0.125 0 0", "0.125 0 0"),
    "successor_origin": (Pose((0.125, 0.0, 0.0)), "0.125 0 0", "0.125 0 0"),
    "axis": (ELSEWHERE, "", ""),
    "axis2": (ELSEWHERE, "", ""),
    "pitch": (ELSEWHERE, "", ""),
    "extra": (NOTE, REPORTED, REPORTED),
}
COUPLING: dict[str, Case] = {
    "name": (ELSEWHERE, "", ""),  # test_the_name_of_a_coupling_that_is_a_mimic
    "predecessor": (
        "d",
        '<mimic joint="other"/>\n  </joint>\n  <joint name="other"',  # the joint before follows
        'offset="0"/>\n    </joint>\n    <link name="d"',
    ),
    "successor": ("d", 'mimic joint="third"', 'mimic joint="third"'),
    "ratio": (3.0, 'multiplier="3"', 'multiplier="3"'),
    "extra": (NOTE, REPORTED, REPORTED),
}
EXTENSIONS: dict[str, Case] = {
    "gazebo": (UrdfExtension(gazebo=(Gazebo("b", NOTE),)), "note", REPORTED),
    "extra": (UrdfExtension(extra=NOTE), "note", REPORTED),
    "version": (UrdfExtension(version="1.1"), 'version="1.1"', ""),  # of URDF, not the robot
    "armatures": (ArmatureExtension((Armature("j", 0.5),)), REPORTED, REPORTED),
    "contacts": (
        ContactExtension((CollisionPair("b", "c"),)),
        "collision_filter_group",
        "collision_filter_group",
    ),
}
ROBOT: dict[str, Case] = {
    "name": ("other_name", 'robot name="other_name"', 'model name="other_name"'),
    "links": (ELSEWHERE, "", ""),
    "joints": (ELSEWHERE, "", ""),
    "loops": ((Loop("l", "spherical", "b", "c"),), "ball_constraint", "ball_constraint"),
    "couplings": ((Coupling("g", "b", "c"),), 'mimic joint="other"', 'mimic joint="other"'),
    "materials": ((RED,), 'rgba="0.625 0 0 1"', REPORTED),
    "transmissions": ((DRIVE,), "motor", REPORTED),
    "ros2_control": ((CONTROL,), 'type="system"', REPORTED),
    "sensors": ((Sensor("eye", "b"),), 'name="eye"', REPORTED),
    "configurations": ((Configuration("home", (JointPosition("j", (0.5,)),)),), REPORTED, REPORTED),
    "extensions": (ELSEWHERE, "", ""),  # EXTENSIONS
    "source": (ELSEWHERE, "", ""),  # where the robot comes from
}

BASE = Robot(
    "r",
    [Link(name, BODY) for name in ("a", "b", "c", "d")],
    [
        Joint("third", "revolute", "a", "d", limit=Limit(-1.0, 1.0)),
        Joint("other", "revolute", "a", "c", limit=Limit(-1.0, 1.0)),
        Joint("j", "revolute", "a", "b", limit=Limit(-1.0, 1.0)),
    ],
)
WITH_LOOP = BASE.replace(loops=[Loop("l", "spherical", "b", "c")])
WITH_COUPLING = BASE.replace(couplings=[Coupling("g", "b", "c")])


def with_value(part: str, field: str, value: object) -> tuple[Robot, Robot]:
    """A robot, and the same with another value in a field of a part."""
    match part:
        case "joint":
            joints = [replace(j, **{field: value}) if j.name == "j" else j for j in BASE.joints]
            return BASE, BASE.replace(joints=joints)
        case "link":
            return BASE, BASE.update(replace(BASE.links["b"], **{field: value}))
        case "loop":
            loop = replace(WITH_LOOP.loops[0], **{field: value})
            return WITH_LOOP, WITH_LOOP.replace(loops=[loop])
        case "coupling":
            coupling = replace(WITH_COUPLING.couplings[0], **{field: value})
            return WITH_COUPLING, WITH_COUPLING.replace(couplings=[coupling])
        case "extension":
            return BASE, BASE.replace(extensions=[value])
        case _:
            return BASE, BASE.replace(**{field: value})


TABLES: dict[str, tuple[type, dict[str, Case]]] = {
    "joint": (Joint, JOINT),
    "link": (Link, LINK),
    "loop": (Loop, LOOP),
    "coupling": (Coupling, COUPLING),
    "robot": (Robot, ROBOT),
}
CASES = [
    (part, field)
    for part, table in [*((p, t) for p, (_, t) in TABLES.items()), ("extension", EXTENSIONS)]
    for field in table
    if table[field][0] is not ELSEWHERE
]


def written(robot: Robot, format: str) -> tuple[str, Counter[str]]:
    """The file, and what findings say is not in it."""
    report = Report()
    if format == "urdf":
        text = write_drake_urdf(robot, report=report)
    else:
        text = write_drake_sdf(robot, report=report, lossless=False)
    kinds = (rules.formats.NOT_HELD, rules.control.STATES_NOT_WRITTEN)
    found = [d for d in report if d.rule in kinds]
    return text, Counter(str(d.facts.get("what", d.message)) for d in found)


@pytest.mark.parametrize("part", TABLES)
def test_every_field_has_a_decision(part: str) -> None:
    kind, table = TABLES[part]
    assert set(field_names(kind)) == set(table)


def test_every_field_of_an_extension_has_a_decision() -> None:
    kinds = {type(value) for value, _, _ in EXTENSIONS.values()}
    # Other tests have extensions of their own.
    ours = {kind for kind in Extension.__subclasses__() if kind.__module__.startswith("fourbar.")}
    assert kinds == ours
    assert sum(len(field_names(kind)) for kind in kinds) == len(EXTENSIONS)


@pytest.mark.parametrize("format", ["urdf", "sdf"])
@pytest.mark.parametrize(("part", "field"), CASES)
def test_a_field_is_in_the_file_or_a_finding(part: str, field: str, format: str) -> None:
    table = EXTENSIONS if part == "extension" else TABLES[part][1]
    value, urdf, sdf = table[field]
    held = urdf if format == "urdf" else sdf
    before, after = with_value(part, field, value)
    assert before != after
    old, told = written(before, format)
    new, tells = written(after, format)
    added = (tells - told).total()
    if held is REPORTED:
        assert added == 1
    elif held:
        assert held in new
        assert held not in old
    if held is not REPORTED and field != "couplings":  # whose name is not held
        assert added == 0


@pytest.mark.parametrize("format", ["urdf", "sdf"])
def test_the_name_of_a_coupling_that_is_a_mimic(format: str) -> None:
    assert UNNAMED not in written(BASE, format)[1]
    assert written(WITH_COUPLING, format)[1] == Counter([UNNAMED])


@pytest.mark.parametrize("field", PARTED)
def test_a_field_that_parts_of_a_joint_do_not_have_is_a_finding(field: str) -> None:
    value, text, _ = JOINT[field]
    joint = replace(BASE.joints["j"], **{"type": "cylindrical", field: value})
    file, found = written(BASE.update(joint), "urdf")
    assert text is not None
    assert text not in file
    assert found.total() == 1


def test_drives_of_a_joint_in_parts_are_left_out() -> None:
    joint = replace(BASE.joints["j"], type="cylindrical")
    robot = BASE.update(joint).replace(transmissions=[DRIVE], ros2_control=[CONTROL])
    file, found = written(robot, "urdf")
    assert "transmission" not in file
    assert "ros2_control" not in file
    assert found.total() == 2
