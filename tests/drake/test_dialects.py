"""Drake's dialects of URDF and SDFormat; `make test-engines` asks Drake itself."""

from __future__ import annotations

import warnings
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.diagnostics import Report
from fourbar.drake.urdf import write_drake_urdf
from fourbar.formats import SaveError
from fourbar.gallery import names
from fourbar.lint import Settings, check
from fourbar.mechanics import mobility
from fourbar.robot import (
    KINDS,
    CollisionPair,
    ContactExtension,
    Dynamics,
    Inertia,
    Inertial,
    Joint,
    Limit,
    Link,
    Loop,
    Mimic,
    Pose,
    RawElement,
    Robot,
    Transmission,
    TransmissionEnd,
)
from fourbar.robot.kind import JointType
from fourbar.sdf.write import write_drake_sdf

DRAKE = "{http://drake.mit.edu}"
BODY = Inertial(1.0, Inertia(1.0, 1.0, 1.0), Pose((0.1, 0.0, 0.0)))
TYPES: tuple[JointType, ...] = tuple(kind for kind in KINDS if kind not in ("fixed", "floating"))
TILTED = Pose((0.1, 0.2, 0.3), (0.4, 0.5, 0.6))


def jointed(type_: JointType, **more: object) -> Robot:
    joint = Joint("j", type_, "a", "b", TILTED, (0.6, 0.0, 0.8), **more)  # type: ignore[arg-type]
    return Robot("r", [Link("a", BODY), Link("b", BODY)], [joint])


def looped(type_: JointType, **more: object) -> Robot:
    """Two arms of three hinges each, with a loop between their ends."""
    links = [Link("base", BODY)]
    joints: list[Joint] = []
    for side, y in (("l", 0.2), ("r", -0.2)):
        parent = "base"
        for number in range(3):
            child = f"{side}{number}"
            origin = Pose((0.1 * number, y if number == 0 else 0.0, 0.2))
            axis = ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))[number]
            links.append(Link(child, BODY))
            joints.append(Joint(f"j{child}", "continuous", parent, child, origin, axis))
            parent = child
    loop = Loop("close", type_, "l2", "r2", TILTED, Pose((0.1, 0.4, 0.0)), **more)  # type: ignore[arg-type]
    return Robot("r", links, joints, [loop])


def read_back(robot: Robot, tmp_path: Path, suffix: str) -> Robot:
    file = tmp_path / f"robot{suffix}"
    fb.save(robot, file, dialect="drake")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return fb.load(file, lossless=False)


@pytest.mark.parametrize("suffix", [".urdf", ".sdf"])
@pytest.mark.parametrize("name", names())
def test_gallery_robots_move_as_before(name: str, suffix: str, tmp_path: Path) -> None:
    robot = fb.load(f"gallery:{name}")
    again = read_back(robot.replace(source=None), tmp_path, suffix)
    found = fb.compare(robot, again)
    assert found.mobility[0] == found.mobility[1]
    light = abs(
        sum(link.inertial.mass for link in again.links if link.inertial) - fb.Model(robot).mass
    )
    assert light <= 1e-3 * fb.Model(robot).mass


@pytest.mark.parametrize("suffix", [".urdf", ".sdf"])
@pytest.mark.parametrize("type_", TYPES)
def test_every_joint_type_gives_the_same_poses(
    type_: JointType, suffix: str, tmp_path: Path
) -> None:
    pitch = {"pitch": 0.02} if KINDS[type_].pitched else {}
    robot = jointed(type_, **pitch)
    again = read_back(robot, tmp_path, suffix)
    assert mobility(fb.Model(again)).mobility == mobility(fb.Model(robot)).mobility
    found = fb.compare(robot, again)
    assert [
        str(d) for d in found.differences if "mass" not in str(d) and "inertia" not in str(d)
    ] == []


@pytest.mark.parametrize("suffix", [".urdf", ".sdf"])
@pytest.mark.parametrize("type_", TYPES)
def test_every_loop_type_leaves_the_same_motion(
    type_: JointType, suffix: str, tmp_path: Path
) -> None:
    pitch = {"pitch": 0.02} if KINDS[type_].pitched else {}
    axes = {"axis2": (0.0, 1.0, 0.0)} if KINDS[type_].axes == 2 else {}
    robot = looped(type_, axis=(1.0, 0.0, 0.0), **pitch, **axes)
    again = read_back(robot, tmp_path, suffix)
    assert mobility(fb.Model(again)).mobility == mobility(fb.Model(robot)).mobility


def balls(text: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter(f"{DRAKE}ball_constraint"))


@pytest.mark.parametrize(
    ("type_", "count"), [("spherical", 1), ("revolute", 2), ("fixed", 3), ("prismatic", 3)]
)
def test_loops_are_as_many_points_as_they_need(type_: JointType, count: int) -> None:
    report = Report()
    robot = looped(type_)
    assert len(balls(write_drake_urdf(robot, report=report))) == count
    assert len(balls(write_drake_sdf(robot, report=Report()))) == count
    (finding,) = (d for d in report if d.code == "F902")
    assert "ball constraint" in finding.message


def test_a_loop_in_the_world_gets_a_body_there() -> None:
    robot = looped("spherical")
    held = robot.replace(
        links=[Link("world"), *robot.links],
        joints=[Joint("hold", "fixed", "world", "base"), *robot.joints],
        loops=[Loop("close", "spherical", "world", "r2")],
    )
    (ball,) = balls(write_drake_urdf(held))
    body = ball.find(f"{DRAKE}ball_constraint_body_A")
    assert body is not None
    assert body.get("name") == "world:anchor"


def test_the_root_is_held_unless_it_is_to_float() -> None:
    robot = jointed("revolute", limit=Limit(-1.0, 1.0, 1.0, 1.0))
    fixed, floating = write_drake_urdf(robot), write_drake_urdf(robot, base="floating")
    assert '<joint name="a_on_world" type="fixed">' in fixed
    assert 'type="floating"' in floating


def test_planar_joints_with_an_angle_are_drakes_own(tmp_path: Path) -> None:
    text = write_drake_urdf(jointed("planar"), planar="xyt")
    assert '<drake:joint name="j" type="planar">' in text
    assert "<drake:joint" not in write_drake_urdf(jointed("planar"))


def test_couplings_of_three_joints_are_tendons_and_come_back(tmp_path: Path) -> None:
    robot = fb.load("gallery:belt_leg")
    before = [replaced_name(c) for c in robot.couplings]
    for suffix in (".urdf", ".sdf"):
        again = read_back(robot.replace(source=None), tmp_path, suffix)
        again_ = [replaced_name(c) for c in again.couplings]
        mimics = [j for j in again.joints if j.mimic is not None]
        assert len(again_) + len(mimics) == len(before)
        assert mobility(fb.Model(again)).mobility == mobility(fb.Model(robot)).mobility


def replaced_name(coupling: fb.Coupling) -> tuple[str, str, float]:
    return coupling.predecessor, coupling.successor, coupling.ratio


def test_mimics_keep_their_numbers(tmp_path: Path) -> None:
    chain = jointed("continuous").add(
        Link("c", BODY), Joint("k", "continuous", "b", "c", mimic=Mimic("j", -2.0, 0.25))
    )
    assert read_back(chain, tmp_path, ".urdf").joints["k"].mimic == Mimic("j", -2.0, 0.25)
    again = read_back(chain, tmp_path, ".sdf")
    assert again.joints["k"].mimic == Mimic("j", -2.0, 0.25)
    poses: list[np.ndarray] = []
    for robot in (chain, again):
        model = fb.Model(robot)
        data = model.data()
        fb.forward_kinematics(model, data, model.q({"j": 0.3}))
        poses.append(np.array(data.poses[model.link_number("c")]))
    np.testing.assert_allclose(poses[0], poses[1], atol=1e-12)


def test_disabled_collisions_are_filter_groups(tmp_path: Path) -> None:
    robot = looped("spherical").with_extension(
        ContactExtension((CollisionPair("l0", "r0"), CollisionPair("l1", "r0")))
    )
    groups = list(ElementTree.fromstring(write_drake_urdf(robot)).iter(f"{DRAKE}member"))
    assert {group.get("link") for group in groups} == {"l0", "l1", "r0"}
    again = read_back(robot, tmp_path, ".sdf")
    assert {frozenset((p.link1, p.link2)) for p in again.disabled_collisions} == {
        frozenset(("l0", "r0")),
        frozenset(("l1", "r0")),
    }


def test_a_reduction_is_written_for_drake_where_there_is_a_rotor() -> None:
    rotor = RawElement("", "drake:rotor_inertia", '<drake:rotor_inertia value="0.001"/>')
    robot = jointed("continuous").replace(
        transmissions=[
            Transmission(
                "t",
                "transmission_interface/SimpleTransmission",
                (TransmissionEnd("j"),),
                (TransmissionEnd("m", mechanical_reduction=50.0, extra=(rotor,)),),
            )
        ]
    )
    text = write_drake_urdf(robot)
    assert '<drake:gear_ratio value="50"/>' in text
    armature = fb.Model(fb.loads(text)).armature
    np.testing.assert_allclose(armature, [0.001 * 50.0**2])


def test_what_drake_does_not_take_is_counted() -> None:
    report = Report()
    robot = jointed("continuous", dynamics=Dynamics(0.1, 0.2))
    write_drake_urdf(robot, report=report)
    write_drake_sdf(robot, report=report)
    found = [d for d in report if d.code == "F901"]
    assert [d.facts["count"] for d in found] == [1, 1]
    assert all("friction" in d.message for d in found)


def test_a_tendon_with_play_is_kept_as_written(tmp_path: Path) -> None:
    text = write_drake_urdf(fb.load("gallery:belt_leg").replace(source=None))
    loose = text.replace('upper_limit value="0"', 'upper_limit value="1"')
    file = tmp_path / "loose.urdf"
    file.write_text(loose)
    robot, report = fb.read(file)
    assert robot is not None
    assert not robot.couplings
    assert [d.code for d in report if d.code == "S124"] == ["S124"]
    assert "tendon_constraint_upper_limit" in fb.dumps(robot)


def test_only_urdf_and_sdformat_have_the_dialect(tmp_path: Path) -> None:
    robot = jointed("continuous")
    with pytest.raises(SaveError, match=r"glTF has no dialect 'drake'; it is for \.urdf and \.sdf"):
        fb.save(robot, tmp_path / "r.glb", dialect="drake")
    with pytest.raises(SaveError, match="unknown dialect 'bullet'; expected one of: drake"):
        fb.save(robot, tmp_path / "r.urdf", dialect="bullet")


def test_the_command_writes_what_save_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for suffix in (".urdf", ".sdf"):
        one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
        assert main(["convert", "gallery:four_bar", str(one), "--dialect", "drake"]) == 0
        fb.save(fb.load("gallery:four_bar"), two, dialect="drake")
        assert one.read_bytes() == two.read_bytes()
    assert main(["convert", "gallery:four_bar", str(tmp_path / "x.glb"), "--dialect", "drake"]) == 2
    assert "has no dialect 'drake'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["stewart", "four_bar", "belt_leg"])
def test_check_knows_that_drake_reads_its_own_elements(name: str, tmp_path: Path) -> None:
    file = tmp_path / "robot.urdf"
    fb.save(fb.load(f"gallery:{name}"), file, dialect="drake")
    for target, expected in (("drake", False), ("pinocchio", True)):
        found = {d.code for d in check(file, settings=Settings(targets=(target,)))}
        assert bool({"T801", "T802"} & found) is expected
