"""The nodes of a file, and what the extension says about them."""

from dataclasses import replace

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import convert, write_glb

from ..example_robots import configurations, four_bar, joint_types, minimal
from ..node_graph import local, root_of


def described(robot, **options):
    root = root_of(write_glb(robot, animations=False, **options))
    return root["nodes"], root["extensions"]["EXT_robot_kinematics"]["models"][0]


def test_the_chain_of_a_joint():
    nodes, model = described(minimal())
    joint = model["joints"][0]
    base, arm = (link["node"] for link in model["links"])
    (dof,) = joint["dofNodes"]
    assert joint["originNode"] in nodes[base]["children"]
    assert nodes[joint["originNode"]]["children"] == [dof]
    assert nodes[dof] == {"name": "joint_pivot_dof0", "children": [arm]}
    assert "translation" not in nodes[arm]
    assert joint["dofs"] == [
        {
            "motion": "rotation",
            "axis": [1.0, 0.0, 0.0],  # URDF's y
            "limit": {"lower": -1.5, "upper": 1.5, "velocity": 2.0, "effort": 10.0},
            "default": 0.0,
        }
    ]


@pytest.mark.parametrize(
    ("kind", "motions"),
    [
        ("fixed", ""),
        ("revolute", "r"),
        ("continuous", "r"),
        ("prismatic", "t"),
        ("planar", "tt"),
        ("universal", "rr"),
        ("spherical", "rrr"),
        ("floating", "tttrrr"),
        ("cylindrical", "rt"),
        ("screw", "s"),
    ],
)
def test_the_chain_of_every_type(kind, motions):
    _, model = described(joint_types())
    joint = next(j for j in model["joints"] if j["type"] == kind)
    assert "".join(dof["motion"][0] for dof in joint["dofs"]) == motions


def test_a_planar_joint_takes_the_directions_of_the_specification():
    _, model = described(joint_types())
    dofs = next(j for j in model["joints"] if j["type"] == "planar")["dofs"]
    # n = z: u = x, v = n x u = y; in glTF's axes (y, z, x).
    assert [dof["axis"] for dof in dofs] == [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    _, model = described(joint_types(), planar="xyt")
    dofs = next(j for j in model["joints"] if j["type"] == "planar")["dofs"]
    assert dofs[2] == {"motion": "rotation", "axis": [0.0, 1.0, 0.0], "default": 0.0}


def test_axes_are_made_unit():
    robot = minimal().update(replace(minimal().joints["pivot"], axis=(0.0, 3.0, 4.0)))
    _, model = described(robot)
    assert model["joints"][0]["dofs"][0]["axis"] == pytest.approx([0.6, 0.8, 0.0])


def test_a_continuous_joint_has_no_range_and_an_absent_effort_is_absent():
    joint = fb.Joint("pivot", "continuous", "base", "arm", limit=fb.Limit(-1.0, 1.0, velocity=3.0))
    _, model = described(minimal().update(joint))
    assert model["joints"][0]["dofs"][0]["limit"] == {"velocity": 3.0}


def test_a_rest_pose_at_the_nearest_limit_is_reported():
    joint = fb.Joint("pivot", "prismatic", "base", "arm", limit=fb.Limit(0.1, 0.5))
    report = Report()
    document = convert(minimal().update(joint), report=report, animations=False)
    assert [finding.code for finding in report] == ["E752"]
    model = document.root["extensions"]["EXT_robot_kinematics"]["models"][0]
    node = document.root["nodes"][model["joints"][0]["dofNodes"][0]]
    assert node["translation"] == [0.0, 0.0, 0.1]
    assert model["joints"][0]["dofs"][0]["default"] == 0.1


def test_collision_nodes_have_a_pose_and_no_mesh():
    nodes, model = described(configurations())
    (collision,) = model["links"][1]["collisions"]
    assert collision["shape"] == {"cylinder": {"radius": 0.03, "height": 0.4}}
    assert model["links"][1]["collisionNodes"] == [collision["node"]]
    assert nodes[collision["node"]]["translation"] == [0.0, 0.2, 0.0]
    assert "mesh" not in nodes[collision["node"]]
    _, without = described(configurations(), collisions=False)
    assert "collisions" not in without["links"][1]


def test_inertia_in_principal_axes():
    tensor = fb.Inertia(0.3, 0.4, 0.5, ixy=0.05, ixz=-0.02, iyz=0.01)
    inertial = fb.Inertial(2.0, tensor, fb.Pose((0.1, 0.2, 0.3), (0.4, -0.2, 1.0)))
    robot = fb.Robot("body", [fb.Link("body", inertial)])
    _, model = described(robot)
    found = model["links"][0]["inertial"]
    assert found["mass"] == 2.0
    assert found["centerOfMass"] == [0.2, 0.3, 0.1]
    R = local({"rotation": found["inertiaOrientation"]})[:3, :3]
    P = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    frame = P @ np.array(inertial.origin.rotation())
    full = np.array([[0.3, 0.05, -0.02], [0.05, 0.4, 0.01], [-0.02, 0.01, 0.5]])
    np.testing.assert_allclose(
        R @ np.diag(found["inertiaDiagonal"]) @ R.T, frame @ full @ frame.T, atol=1e-12
    )


def test_the_rest_pose_of_a_closed_robot_is_assembled():
    nodes, model = described(four_bar())
    (loop,) = model["loops"]
    assert loop["type"] == "revolute"
    assert loop["axis"] == [1.0, 0.0, 0.0]
    for side in ("predecessor", "successor"):
        link = model["links"][loop[f"{side}Link"]]
        assert loop[f"{side}Node"] in nodes[link["node"]]["children"]
    assert any(joint["dofs"][0]["default"] for joint in model["joints"])
    assert [joint.get("independent") for joint in model["joints"]] == [True, False, False]


def test_the_source_says_what_and_not_where(tmp_path):
    fb.save(minimal(), tmp_path / "arm.urdf")
    _, model = described(fb.load(tmp_path / "arm.urdf"))
    assert model["source"] == {"format": "urdf", "uri": "arm.urdf", "basis": "gltf"}


def test_names_are_for_people_and_bindings_by_index():
    robot = fb.Robot("r", [fb.Link("a[0].b/c"), fb.Link("a b")], [])
    nodes, model = described(robot)
    assert [nodes[link["node"]]["name"] for link in model["links"]] == ["a[0].b/c", "a b"]
    assert nodes[model["rootNode"]]["name"] == "world"


@pytest.mark.parametrize(
    ("robot", "code"),
    [
        (fb.Robot("r"), "E750"),
        (fb.Robot("r", [fb.Link("a")], [fb.Joint("j", "fixed", "a", "b")]), "E750"),
        (
            fb.Robot(
                "r",
                [fb.Link("a"), fb.Link("b"), fb.Link("c")],
                [fb.Joint("j", "fixed", "a", "c"), fb.Joint("k", "fixed", "b", "c")],
            ),
            "E750",
        ),
        (
            fb.Robot(
                "r",
                [fb.Link("a"), fb.Link("b")],
                [fb.Joint("j", "fixed", "a", "b"), fb.Joint("k", "fixed", "b", "a")],
            ),
            "E750",
        ),
        (minimal().update(replace(minimal().joints["pivot"], axis=(0.0, 0.0, 0.0))), "E751"),
    ],
)
def test_what_cannot_be_a_tree_of_nodes_is_refused(robot, code):
    report = Report()
    assert convert(robot, report=report) is None
    assert {finding.code for finding in report} == {code}
    with pytest.raises(fb.LoadError):
        write_glb(robot)


def test_a_skeleton_reads_no_mesh_and_keeps_every_joint(tmp_path):
    robot = joint_types()
    part = fb.Visual(fb.Mesh("missing.stl"))
    robot = robot.replace(links=[replace(link, visuals=(part,)) for link in robot.links])
    report = Report()
    document = convert(robot, report=report, visuals=False, collisions=False, animations=False)
    assert not [finding for finding in report if finding.code.startswith("A5")]
    assert document.binary == b""
    assert "meshes" not in document.root
    joints = document.root["extensions"]["EXT_robot_kinematics"]["models"][0]["joints"]
    assert [joint["name"] for joint in joints] == [joint.name for joint in robot.joints]
