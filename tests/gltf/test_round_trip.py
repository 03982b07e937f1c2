"""Robot -> file -> Robot."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

import fourbar as fb
from fourbar import gallery
from fourbar.diagnostics import Report
from fourbar.gltf import GltfDocument, read_robot, read_robots, write_glb, write_gltf
from fourbar.robot import JointPosition

from .example_robots import EXAMPLE_ROBOTS, configurations, joint_types, minimal
from .node_graph import binary_of, root_of


def back(data, *, codes=()):
    report = Report()
    robot = read_robot(data, file="robot.glb", report=report)
    assert [finding.code for finding in report] == list(codes)
    return robot


@pytest.mark.parametrize("name", gallery.names())
@pytest.mark.parametrize("basis", ["gltf", "root"])
def test_gallery_robots_are_equal(name, basis):
    robot = fb.load(f"gallery:{name}")
    assert back(write_glb(robot, basis=basis, animations=False)) == robot


def test_text_files_are_read_too():
    robot = minimal()
    assert back(write_gltf(robot)) == robot


def test_saving_and_loading_by_extension(tmp_path):
    robot = configurations()
    for name in ("arm.glb", "arm.gltf"):
        fb.save(robot, tmp_path / name)
        assert fb.load(tmp_path / name) == robot


def test_a_buffer_in_a_file_of_its_own(tmp_path):
    fb.save(minimal(), tmp_path / "arm.gltf", buffer="arm.bin")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["arm.bin", "arm.gltf"]
    again = fb.load(tmp_path / "arm.gltf")
    assert again == minimal()
    assert write_glb(again.replace(source=None)) == write_glb(minimal())


@pytest.mark.parametrize("options", ["", "compress=True, simplify=0.5"])
def test_same_input_same_bytes(options):
    """In processes that order sets and hash texts differently."""
    code = (
        "import hashlib, fourbar as fb; from fourbar.gltf import write_glb; "
        f"data = write_glb(fb.load('gallery:four_bar'), {options}); "
        "print(hash('fourbar'), hashlib.sha256(data).hexdigest())"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for seed in ("1", "2")
    ]
    assert found[0][0] != found[1][0], "the seeds make no difference: the test could not fail"
    assert found[0][1] == found[1][1]


@pytest.mark.parametrize("name", EXAMPLE_ROBOTS)
def test_without_the_words_the_meaning_stays(name):
    robots, options = EXAMPLE_ROBOTS[name]
    data = write_glb(robots, lossless=False, **options)
    found = read_robots(data, file="x.glb", report=Report())
    assert len(found) == len(robots)
    for robot, again in zip(robots, found, strict=True):
        assert again.links.names == robot.links.names
        assert again.loops.names == robot.loops.names
        assert again.configurations == robot.configurations
        for joint in robot.joints:
            other = again.joints[joint.name]
            assert (other.type, other.parent, other.child) == (
                joint.type,
                joint.parent,
                joint.child,
            )
            assert other.origin.xyz == joint.origin.xyz
            assert other.origin.rpy == pytest.approx(joint.origin.rpy, abs=1e-12)
            assert other.mimic == joint.mimic
            assert other.limit == joint.limit
            if joint.dof:
                axis = other.axis if joint.type not in ("floating", "spherical") else joint.axis
                assert axis == pytest.approx(joint.axis, abs=1e-12)
        for link in robot.links:
            other = again.links[link.name]
            assert [v.origin for v in other.visuals] == [v.origin for v in link.visuals]
            assert [c.geometry for c in other.collisions] == [c.geometry for c in link.collisions]
            assert other.inertial == link.inertial


def test_what_was_edited_since_wins_over_the_words():
    glb = write_glb(minimal(), animations=False)
    root = root_of(glb)
    joint = root["extensions"]["EXT_robot_kinematics"]["models"][0]["joints"][0]
    root["nodes"][joint["originNode"]]["translation"] = [0.0, 0.25, 0.0]
    edited = back(GltfDocument(root, binary_of(glb)).to_glb(), codes=["E757"])
    assert edited.joints["pivot"].origin.xyz == (0.0, 0.0, 0.25)
    assert edited.links == minimal().links


def test_what_urdf_writes_and_gltf_cannot_hold():
    joint = minimal().joints["pivot"]
    robot = minimal().update(
        replace(joint, axis=(0.0, 3.0, 0.0), origin=fb.Pose((0, 0, 1), (0.0, 7.0, 1e-3)))
    )
    again = back(write_glb(robot))
    assert again.joints["pivot"].axis == (0.0, 3.0, 0.0)
    assert again.joints["pivot"].origin.rpy == (0.0, 7.0, 1e-3)


def test_elements_that_nobody_models_travel_along():
    text = """<robot name="r" xmlns:a="b" version="1.0"><link name="l"><shine value="3"/></link>
      <gazebo reference="l"><mu1>0.2</mu1></gazebo>
      <transmission name="t"><type>simple</type></transmission><a:thing/></robot>"""
    robot = fb.read(text.encode())[0]
    assert robot.gazebo
    assert robot.transmissions
    assert robot.extra
    assert back(write_glb(robot)) == robot


def test_states_of_one_name_in_two_groups():
    states = [
        fb.Configuration("home", (JointPosition("pivot", (0.1 * n,)),), group)
        for n, group in enumerate(("arm", "hand", None))
    ]
    robot = minimal().replace(configurations=states)
    assert back(write_glb(robot)) == robot


def test_several_robots_in_one_file():
    robots = [minimal(), joint_types()]
    data = write_glb(robots, placements=[fb.Pose((1, 0, 0)), fb.Pose((0, 1, 0))])
    assert read_robots(data, file="x.glb", report=Report()) == robots
    report = Report()
    assert read_robot(data, file="x.glb", report=report) == robots[0]
    assert [finding.code for finding in report] == ["E706"]


def test_several_roots_stand_below_a_world_node():
    robot = fb.Robot("pieces", [fb.Link("a"), fb.Link("b")])
    assert back(write_glb(robot)) == robot


def test_a_file_without_the_extension_has_no_robot():
    assert back(GltfDocument({"asset": {"version": "2.0"}}).to_glb(), codes=["E703"]) is None
