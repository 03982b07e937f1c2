"""MJCF files: what they hold, what they cannot, and the files beside them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import fourbar as fb
from fourbar.assets import Primitive, TriangleMesh
from fourbar.assets.write_obj import write_obj
from fourbar.assets.write_stl import write_stl
from fourbar.cli import main
from fourbar.diagnostics import Report
from fourbar.mjcf import to_mjcf, write_mjcf
from fourbar.robot import (
    Box,
    Collision,
    Configuration,
    Inertia,
    Inertial,
    Joint,
    JointPosition,
    Limit,
    Link,
    Material,
    Mesh,
    Robot,
    Visual,
)

mujoco = pytest.importorskip("mujoco")

BODY = Inertial(1.0, Inertia(0.1, 0.1, 0.1))


def arm(**joint: object) -> Robot:
    return Robot(
        "arm",
        [Link("base"), Link("tool", BODY)],
        [Joint("turn", "revolute", "base", "tool", **{"limit": Limit(-1, 1, 5), **joint})],
    )


def parsed(robot: Robot, report: Report | None = None, **options: object) -> ElementTree.Element:
    text = to_mjcf(robot, report=Report() if report is None else report, **options).text
    return ElementTree.fromstring(text.encode())


def loaded(robot: Robot, **options: object):
    written = to_mjcf(robot, report=Report(), **options)
    return mujoco.MjModel.from_xml_string(written.text, written.files)


def names_of(report: Report) -> list[str]:
    return [finding.rule.name for finding in report]


def test_the_same_robot_gives_the_same_bytes() -> None:
    robot = fb.load("gallery:stewart")
    assert write_mjcf(robot, report=Report()) == write_mjcf(fb.load("gallery:stewart"))


def test_limits_efforts_and_damping_reach_the_joint() -> None:
    robot = arm(limit=Limit(-0.5, 2.0, 7.0), dynamics=fb.Dynamics(0.3, 0.2))
    model = loaded(robot)
    assert model.jnt_range[0].tolist() == [-0.5, 2.0]
    assert model.jnt_actfrcrange[0].tolist() == [-7.0, 7.0]
    assert (model.dof_damping[0], model.dof_frictionloss[0]) == (0.3, 0.2)


def test_equal_limits_hold_the_joint_there() -> None:
    root = parsed(arm(limit=Limit(0.4, 0.4, 1.0)))
    (equality,) = root.findall("equality/joint")
    assert equality.attrib["polycoef"] == "0.4 0 0 0 0"
    assert "range" not in root.find(".//joint").attrib


def test_what_has_no_place_is_counted() -> None:
    report = Report()
    parsed(arm(limit=Limit(-1, 1, 5, 2.0), calibration=fb.Calibration(0.1)), report)
    found = [f.facts["what"] for f in report if f.rule.name == "not-held"]
    assert sorted(found) == ["calibration", "limits of velocity"]


def test_a_root_called_world_is_the_world() -> None:
    robot = arm().rename_link("base", "world")
    assert [body.attrib["name"] for body in parsed(robot).iter("body")] == ["tool"]


@pytest.mark.parametrize("mass", [0.0, 5.0])
def test_what_the_world_weighs_is_told(mass: float) -> None:
    robot = arm().rename_link("base", "world")
    report = Report()
    parsed(robot.update(Link("world", Inertial(mass, Inertia(0.1, 0.1, 0.1)))), report)
    found = [str(f.part_path) for f in report if f.facts.get("what") == "the mass of the world"]
    assert found == (["link[world].inertial"] if mass else [])


def test_odd_names_are_kept() -> None:
    robot = arm().rename_link("tool", 'a/b "c" <d> & ü 中').rename_joint("turn", "x y:z")
    model = loaded(robot)
    assert model.body(2).name == 'a/b "c" <d> & ü 中'
    assert model.joint(0).name == "x y:z"


def test_home_is_closed_and_configurations_are_keys() -> None:
    robot = fb.load("gallery:four_bar")
    half = Configuration("half", (JointPosition("crank", (0.5,)),))
    model = loaded(robot.replace(configurations=(half,)))
    data = mujoco.MjData(model)
    for key in range(2):
        mujoco.mj_resetDataKeyframe(model, data, key)
        mujoco.mj_forward(model, data)
        assert np.abs(data.efc_pos[data.efc_type == 0]).max() < 1e-9
    assert (model.key(0).name, model.key(1).name) == ("home", "half")
    assert model.key(1).qpos[model.joint("crank").qposadr[0]] == pytest.approx(0.5)


@pytest.mark.parametrize("kind", ["position", "velocity", "motor"])
def test_actuators_are_for_driven_joints(kind: str) -> None:
    root = parsed(fb.load("gallery:four_bar"), actuators=kind)
    (actuator,) = root.findall("actuator/*")
    assert (actuator.tag, actuator.attrib["joint"]) == (kind, "crank")
    assert loaded(fb.load("gallery:iiwa14"), actuators=kind).nu == 7


def test_links_of_a_loop_do_not_collide() -> None:
    model = loaded(fb.load("gallery:six_bar"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert data.ncon == 0


def test_strict_inertia_refuses() -> None:
    robot = Robot("r", [Link("a"), Link("b")], [Joint("j", "continuous", "a", "b")])
    with pytest.raises(fb.LoadError, match="moves and has a mass of 0 kg"):
        to_mjcf(robot, report=Report(), inertia="strict")
    assert loaded(robot).nv == 1


def test_wrong_options_say_what_is_expected() -> None:
    with pytest.raises(
        fb.TransferError, match="unknown loop_style 'x'; expected one of: 'auto', 'joint'"
    ):
        write_mjcf(arm(), loop_style="x")  # pyright: ignore[reportArgumentType]
    with pytest.raises(fb.TransferError, match="has 2 root links"):
        to_mjcf(Robot("r", [Link("a"), Link("b")]), report=Report())


def tetrahedron(shift: float = 0.0) -> Primitive:
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]) + shift
    return Primitive.from_arrays(points, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def meshed(folder: Path, file: str) -> Robot:
    """A robot read from a file, so that its meshes are found beside it."""
    link = Link("base", None, [Visual(Mesh(file, (2, 1, -1)))], [Collision(Mesh(file))])
    fb.save(Robot("meshed", [link]), folder / "r.urdf")
    return fb.load(folder / "r.urdf")


def test_meshes_are_written_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "part.stl").write_bytes(write_stl(TriangleMesh((tetrahedron(),))))
    robot = meshed(tmp_path, "part.stl")
    fb.save(robot, tmp_path / "out" / ".." / "r.xml")
    files = sorted(p.name for p in (tmp_path / "r_assets").iterdir())
    assert files == ["part.stl", "part_2.stl"]
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "r.xml"))
    assert model.nmesh == 2
    # MuJoCo turns meshes into their principal axes: distances tell the scale.
    start = model.mesh_vertadr[model.mesh("part").id]
    points = model.mesh_vert[start : start + 4]
    longest = max(np.linalg.norm(a - b) for a in points for b in points)
    assert longest == pytest.approx(np.sqrt(5), abs=1e-6)


def test_colours_split_a_mesh_and_textures_become_png(tmp_path: Path) -> None:
    pillow = pytest.importorskip("PIL.Image")
    pillow.new("RGB", (4, 4), (255, 0, 0)).save(tmp_path / "red.jpg")
    points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    coordinates = "vt 0 0\nvt 1 0\nvt 0 1\nvt 1 1\n"
    one = "usemtl plain\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    two = "usemtl pictured\nf 1/1 3/3 2/2\nf 1/1 2/2 4/4\nf 1/1 4/4 3/3\nf 2/2 3/3 4/4\n"
    (tmp_path / "part.obj").write_text("mtllib part.mtl\n" + points + coordinates + one + two)
    (tmp_path / "part.mtl").write_text(
        "newmtl plain\nKd 0 1 0\nnewmtl pictured\nKd 1 1 1\nmap_Kd red.jpg\n"
    )
    robot = meshed(tmp_path, "part.obj")
    fb.save(robot, tmp_path / "r.xml", collisions=False)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "r.xml"))
    assert (model.nmesh, model.nmat, model.ntex) == (2, 2, 1)
    assert (tmp_path / "r_assets" / "red.png").read_bytes().startswith(b"\x89PNG")
    assert model.material("plain").rgba.tolist() == pytest.approx([0, 1, 0, 1])


def test_an_obj_file_reads_back_the_same() -> None:
    from fourbar.assets import read_mesh

    primitive = Primitive.from_arrays(
        tetrahedron().positions / 3, tetrahedron().triangles, texcoords=np.eye(4)[:, :2] / 7
    )
    again = read_mesh(write_obj(primitive), file="a.obj", report=Report(), resolve=lambda _: None)
    assert again is not None
    (found,) = again.primitives
    assert np.array_equal(
        found.positions[found.triangles], primitive.positions[primitive.triangles]
    )
    assert found.texcoords is not None
    ours = primitive.texcoords[primitive.triangles]
    assert np.allclose(found.texcoords[found.triangles], ours, atol=1e-7)


def test_flat_collision_meshes_are_left_out_with_a_finding(tmp_path: Path) -> None:
    flat = Primitive.from_arrays(
        [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], [[0, 1, 2], [1, 3, 2]]
    )
    (tmp_path / "flat.stl").write_bytes(write_stl(TriangleMesh((flat,))))
    robot, report = meshed(tmp_path, "flat.stl"), Report()
    written = to_mjcf(robot, report=report)
    assert "shape-not-written" in names_of(report)
    assert mujoco.MjModel.from_xml_string(written.text, written.files).ngeom == 1


def test_colours_come_from_the_description() -> None:
    link = Link("a", None, [Visual(Box((1, 1, 1)), material=Material("red", (1, 0, 0, 0.5)))])
    root = parsed(Robot("r", [link]))
    assert root.find("asset/material").attrib == {"name": "red", "rgba": "1 0 0 0.5"}
    # MuJoCo shows the colour of a geom, if it is not the default, and not that of its material.
    assert loaded(Robot("r", [link])).geom_rgba[0].tolist() == [0.5, 0.5, 0.5, 1.0]


def test_a_robot_from_glb_has_its_meshes_too(tmp_path: Path) -> None:
    (tmp_path / "part.stl").write_bytes(write_stl(TriangleMesh((tetrahedron(),))))
    fb.save(meshed(tmp_path, "part.stl"), tmp_path / "r.glb")
    fb.save(fb.load(tmp_path / "r.glb"), tmp_path / "g.xml")
    assert mujoco.MjModel.from_xml_path(str(tmp_path / "g.xml")).nmesh == 2


def test_mjz_is_one_file_that_mujoco_reads(tmp_path: Path) -> None:
    robot = fb.load("gallery:iiwa14")
    fb.save(robot, tmp_path / "a.mjz")
    data = (tmp_path / "a.mjz").read_bytes()
    assert zipfile.ZipFile(io.BytesIO(data)).namelist()[0] == "a.xml"
    assert mujoco.MjSpec.from_file(str(tmp_path / "a.mjz")).compile().nq == 7
    fb.save(robot, tmp_path / "b.mjz", scene=False)
    assert len((tmp_path / "b.mjz").read_bytes()) == len(data)


class TestCommand:
    def test_prove_prints_the_differences(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        out = tmp_path / "four_bar.xml"
        assert main(["convert", "gallery:four_bar", str(out), "--prove", "--scene"]) == 0
        text = capsys.readouterr().out
        assert text.startswith("MuJoCo ")
        assert "poses" in text
        assert "20 closed poses" in text
        scene = tmp_path / "four_bar_scene.xml"
        assert mujoco.MjModel.from_xml_path(str(scene)).geom("scene:floor").type[0] == 0

    def test_what_is_lost_is_a_warning(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        main(["convert", "gallery:iiwa14", str(tmp_path / "a.mjcf")])
        assert "MJCF has no place for limits of velocity (7 of them)" in capsys.readouterr().err

    @pytest.mark.parametrize("option", ["--scene", "--prove", "--base=fixed", "--loop-style=joint"])
    def test_options_of_mjcf_are_refused_elsewhere(
        self, option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["convert", "gallery:four_bar", str(tmp_path / "a.glb"), option]) == 2
        assert "has no effect" in capsys.readouterr().err

    def test_strict_inertia_writes_nothing(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "r.urdf"
        fb.save(Robot("r", [Link("a"), Link("b")], [Joint("j", "continuous", "a", "b")]), file)
        out = tmp_path / "r.xml"
        assert main(["convert", str(file), str(out), "--inertia", "strict"]) == 1
        assert "F903" in capsys.readouterr().err
        assert not out.exists()


def test_a_chain_that_is_longer_than_calls_may_nest_is_written(tmp_path):
    joints = 1200
    text = "".join(f'<link name="l{k}"/>' for k in range(joints + 1))
    text += "".join(
        f'<joint name="j{k}" type="continuous"><parent link="l{k}"/><child link="l{k + 1}"/>'
        "</joint>"
        for k in range(joints)
    )
    fb.save(fb.loads(f'<robot name="chain">{text}</robot>'), tmp_path / "chain.xml")
    assert (tmp_path / "chain.xml").read_text().count("<body ") >= joints


@pytest.mark.parametrize("format_", ["auto", "stl", "obj"])
@pytest.mark.parametrize("fault", [float("nan"), 0.0])
def test_a_mesh_that_keeps_three_points_is_left_out(
    fault: float, format_: str, tmp_path: Path
) -> None:
    """A triangle with a point that is not a number goes; one without area has no new points."""
    triangles = np.array(
        [[(0, 0, 0), (fault, 0, 0), (0, 0, 1)], [(0, 0, 0), (1, 0, 0), (0, 0, 1)]], "<f4"
    )
    rows = b"".join(bytes(12) + triangle.tobytes() + b"\0\0" for triangle in triangles)
    (tmp_path / "thin.stl").write_bytes(bytes(80) + (2).to_bytes(4, "little") + rows)
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="base"><visual><geometry><mesh filename="thin.stl"/></geometry>'
        "</visual></link></robot>"
    )
    report = Report()
    files = write_mjcf(fb.load(tmp_path / "r.urdf"), report=report, mesh_format=format_)
    assert "shape-not-written" in names_of(report)
    assert list(files) == [""]
    assert mujoco.MjModel.from_xml_string(files[""].decode()).nmesh == 0
