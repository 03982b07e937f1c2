"""Building and changing robots in Python."""

import pytest

from fourbar.robot import (
    Configuration,
    ControlComponent,
    Coupling,
    Extension,
    Gazebo,
    Joint,
    JointPosition,
    Link,
    Loop,
    Material,
    Mimic,
    Robot,
    Ros2Control,
    Sensor,
    Transmission,
    TransmissionEnd,
    UrdfExtension,
    Visual,
)
from fourbar.robot.geometry import Sphere


@pytest.fixture
def gripper() -> Robot:
    return Robot(
        "gripper",
        links=[
            Link("palm", visuals=[Visual(Sphere(0.1), material=Material("steel"))]),
            Link("left"),
            Link("right"),
        ],
        joints=[
            Joint("close", "prismatic", "palm", "left"),
            Joint("follow", "prismatic", "palm", "right", mimic=Mimic("close", -1.0)),
        ],
        loops=[Loop("tip", "revolute", "left", "right")],
        couplings=[Coupling("gear", "left", "right", 2.0)],
        materials=[Material("steel", (0.5, 0.5, 0.5, 1.0))],
        transmissions=(Transmission("drive", joints=(TransmissionEnd("close"),)),),
        ros2_control=(Ros2Control("hw", components=(ControlComponent("joint", "close"),)),),
        sensors=(Sensor("camera", parent="palm"),),
        configurations=(Configuration("open", (JointPosition("close", (0.04,)),)),),
        extensions=(UrdfExtension((Gazebo("left"), Gazebo("close"), Gazebo())),),
    )


def references(robot: Robot) -> set[str]:
    """Every link and joint name that some part refers to."""
    found = {robot.gazebo[0].reference, robot.gazebo[1].reference}
    for joint in robot.joints:
        found |= {joint.parent, joint.child} | ({joint.mimic.joint} if joint.mimic else set())
    for loop in (*robot.loops, *robot.couplings):
        found |= {loop.predecessor, loop.successor}
    found |= {end.name for t in robot.transmissions for end in t.joints}
    found |= {c.name for block in robot.ros2_control for c in block.components}
    found |= {sensor.parent for sensor in robot.sensors}
    found |= {p.joint for c in robot.configurations for p in c.positions}
    return found


def test_add_puts_each_part_where_it_belongs():
    robot = Robot("r").add(Link("a"), Link("b"), Joint("j", "fixed", "a", "b"), Gazebo("a"))
    assert (len(robot.links), len(robot.joints), len(robot.gazebo)) == (2, 1, 1)
    with pytest.raises(TypeError, match="cannot add a str"):
        robot.add("c")


def test_update_keeps_the_place(gripper):
    changed = gripper.update(Joint("close", "revolute", "palm", "left"))
    assert changed.joints[0].type == "revolute"
    assert changed.joints.names == gripper.joints.names


def test_renaming_a_link_takes_every_reference_along(gripper):
    renamed = gripper.rename_link("left", "finger")
    assert "left" not in references(renamed)
    assert renamed.rename_link("finger", "left") == gripper


def test_renaming_a_joint_takes_every_reference_along(gripper):
    renamed = gripper.rename_joint("close", "grip")
    assert "close" not in references(renamed)
    assert renamed.rename_joint("grip", "close") == gripper


def test_renaming_what_is_not_there_is_an_error(gripper):
    with pytest.raises(KeyError, match="no link named 'thumb'"):
        gripper.rename_link("thumb", "x")


def test_a_prefix_goes_before_every_name(gripper):
    prefixed = gripper.prefixed("l_")
    assert all(name.startswith("l_") for name in references(prefixed))
    assert prefixed.links["l_palm"].visuals[0].material.name == "l_steel"
    assert prefixed.materials.names == ("l_steel",)


def test_attaching_joins_two_robots_by_a_fixed_joint(gripper):
    arm = Robot("arm", links=[Link("base"), Link("flange")]).add(
        Joint("wrist", "revolute", "base", "flange")
    )
    both = arm.attach(gripper, to="flange", prefix="hand_")
    assert both.root.name == "base"
    mount = both.parent_joints["hand_palm"][0]
    assert (mount.type, mount.parent) == ("fixed", "flange")
    assert both.attach(gripper, to="flange", prefix="spare_").root.name == "base"


def test_attaching_twice_without_prefix_is_refused(gripper):
    with pytest.raises(ValueError, match="duplicate link name 'palm'"):
        gripper.attach(gripper, to="left")


def test_attaching_with_a_joint_of_ones_own(gripper):
    arm = Robot("arm", links=[Link("base")])
    slide = Joint("slide", "prismatic", "?", "??", axis=(0, 0, 1))
    both = arm.attach(gripper, to="base", joint=slide)
    assert both.joints["slide"].child == "palm"


def test_removing_a_link_removes_what_hangs_on_its_name(gripper):
    left = gripper.remove_link("right")
    assert left.links.names == ("palm", "left")
    assert "right" not in references(left.replace(extensions=gripper.extensions))
    assert len(left.loops) == len(left.couplings) == 0


def test_removing_a_subtree(gripper):
    arm = Robot("arm", links=[Link("base")]).attach(gripper, to="base")
    assert arm.remove_link("palm", subtree=True).links.names == ("base",)


def test_a_mimicked_joint_cannot_be_removed(gripper):
    with pytest.raises(ValueError, match="'close' is mimicked by 'follow'"):
        gripper.remove_joint("close")
    assert gripper.remove_joint("follow").remove_joint("close").joints.names == ()


class OtherExtension(Extension):
    """What some other format would add."""

    def __init__(self, words: tuple[str, ...] = ()) -> None:
        self.words = words

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OtherExtension) and other.words == self.words

    def __hash__(self) -> int:
        return hash(self.words)

    def joined(self, other: "OtherExtension") -> "OtherExtension":
        return OtherExtension(self.words + other.words)


def test_another_format_adds_what_it_has_without_a_field_of_robot(gripper):
    robot = gripper.with_extension(OtherExtension(("keyframe",)))
    assert robot != gripper
    assert robot.extension(OtherExtension).words == ("keyframe",)
    assert robot.gazebo == gripper.gazebo
    assert gripper.extension(OtherExtension).words == ()
    both = robot.attach(robot, to="palm", prefix="b_")
    assert both.extension(OtherExtension).words == ("keyframe", "keyframe")
    assert len(both.gazebo) == 2 * len(gripper.gazebo)
    assert robot.with_extension(OtherExtension()) == gripper
