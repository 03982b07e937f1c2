"""Shapes of MJCF that are no files: ellipsoids, meshes with their points, and what touches what."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.assets import TriangleMesh, box
from fourbar.assets.disk_meshes import meshes_of
from fourbar.assets.write_stl import write_stl
from fourbar.cli import main
from fourbar.diagnostics import PartPath, Report, Severity

mujoco = pytest.importorskip("mujoco")

SIZE = (0.1, 0.2, 0.3)
ELLIPSOID = """<mujoco model="egg"><worldbody><body name="egg"><joint name="j"/>
<geom type="ellipsoid" size="0.1 0.2 0.3" pos="0 0 1" mass="2"/></body></worldbody></mujoco>"""
POINTS = """<mujoco model="m"><asset>
<mesh name="wedge" vertex="0 0 0  1 0 0  0 2 0  0 0 3" face="0 2 1 0 1 3 0 3 2 1 2 3"/></asset>
<worldbody><body name="a" pos="1 2 3" euler="10 20 30"><joint name="j"/>
<geom type="mesh" mesh="wedge" pos="0.5 0 0" euler="0 90 0" mass="1"/></body></worldbody>
</mujoco>"""


def triangles_of(robot: fb.Robot, link: str) -> tuple[TriangleMesh, fb.Pose]:
    """The first visual of a link at its size, and where it is."""
    visual = robot.links[link].visuals[0]
    report = Report()
    files = meshes_of(robot, report=report)
    path = PartPath("link", link).item("visual", 0)
    content = files.content(visual.geometry, path=path)
    mesh = files.read(content, name=visual.geometry.filename, path=path, report=report)
    assert not list(report)
    return files.scaled(mesh, visual.geometry.scale), visual.origin


def volume_of(mesh: TriangleMesh) -> float:
    """By tetrahedra from the origin."""
    joined = mesh.joined()
    a, b, c = np.moveaxis(joined.positions[joined.triangles].astype(float), 1, 0)
    return float(np.sum(a * np.cross(b, c)) / 6.0)


def test_an_ellipsoid_is_a_mesh_within_half_a_percent() -> None:
    robot, report = fb.read(ELLIPSOID.encode())
    mesh, origin = triangles_of(robot, "egg")
    assert origin.xyz == (0.0, 0.0, 1.0)
    joined = mesh.joined()
    corners = joined.positions[joined.triangles] / SIZE
    assert np.linalg.norm(corners, axis=2) == pytest.approx(1.0, abs=1e-6)
    # The nearest points of each triangle to the centre, seen as a sphere: its plane's distance.
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    normals = np.cross(b - a, c - a)
    sizes = np.linalg.norm(normals, axis=1)
    whole = sizes > 1e-12
    away = np.abs(np.sum(normals * a, axis=1))[whole] / sizes[whole]
    assert 0.995 <= away.min() <= away.max() <= 1.0
    assert robot.mass == 2.0
    inertia = robot.links["egg"].inertial.inertia
    assert sorted((inertia.ixx, inertia.iyy, inertia.izz)) == pytest.approx(
        sorted(0.4 * (u * u + v * v) for u, v in ((0.1, 0.2), (0.1, 0.3), (0.2, 0.3)))
    )
    (said,) = [d for d in report if "ellipsoids" in d.message]
    assert (said.code, said.severity, said.span.line) == ("F921", Severity.INFO, 2)


def test_an_ellipsoid_travels_to_mjcf_and_urdf(tmp_path: Path) -> None:
    (tmp_path / "egg.xml").write_text(ELLIPSOID)
    exact = 4.0 / 3.0 * math.pi * math.prod(SIZE)
    assert main(["convert", str(tmp_path / "egg.xml"), str(tmp_path / "out" / "egg.xml")]) == 0
    peer = mujoco.MjModel.from_xml_path(str(tmp_path / "out" / "egg.xml"))
    low, high = (peer.mesh_vert.min(axis=0), peer.mesh_vert.max(axis=0))
    assert sorted(high - low) == pytest.approx([0.2, 0.4, 0.6], rel=5e-3)
    assert main(["convert", str(tmp_path / "egg.xml"), str(tmp_path / "egg.urdf")]) == 0
    other = fb.load(tmp_path / "egg.urdf")
    mesh, _ = triangles_of(other, "egg")
    assert volume_of(mesh) == pytest.approx(exact, rel=0.01)
    assert fb.compare(tmp_path / "egg.xml", tmp_path / "egg.urdf")


def test_a_mesh_of_points_is_where_mujoco_has_it() -> None:
    robot = fb.loads(POINTS)
    mesh, origin = triangles_of(robot, "a")
    assert volume_of(mesh) == pytest.approx(1.0)
    peer = mujoco.MjModel.from_xml_string(POINTS)
    data = mujoco.MjData(peer)
    mujoco.mj_kinematics(peer, data)
    theirs = peer.mesh_vert @ data.geom_xmat[0].reshape(3, 3).T + data.geom_xpos[0]
    model = fb.Model(robot)
    ours = model.data()
    fb.forward_kinematics(model, ours, model.neutral)
    place = np.array(ours.poses[model.link_number("a")]) @ origin.matrix()
    ours = mesh.joined().positions @ place[:3, :3].T + place[:3, 3]
    assert _sorted(ours) == pytest.approx(_sorted(theirs), abs=1e-6)


def _sorted(points: np.ndarray) -> np.ndarray:
    unique = np.unique(np.round(points, 5), axis=0)
    return unique[np.lexsort(unique.T)]


def test_an_ellipsoid_in_an_archive_and_a_mesh_beside_it(tmp_path: Path) -> None:
    mesh = '<asset><mesh name="p" file="p.stl" scale="2 1 1"/></asset><worldbody>'
    geom = '<geom type="mesh" mesh="p" group="2" contype="0" conaffinity="0" mass="0"/></body>'
    text = ELLIPSOID.replace("<worldbody>", mesh).replace("</body>", geom)
    (tmp_path / "egg.xml").write_text(text)
    (tmp_path / "p.stl").write_bytes(write_stl(TriangleMesh((box((0.1, 0.2, 0.3)),))))
    fb.save(fb.load(tmp_path / "egg.xml"), tmp_path / "egg.mjz")
    assert fb.compare(tmp_path / "egg.xml", tmp_path / "egg.mjz")
    fb.save(fb.load(tmp_path / "egg.xml"), tmp_path / "egg.glb")
    assert fb.compare(tmp_path / "egg.xml", tmp_path / "egg.glb")


def test_a_missing_mesh_beside_an_ellipsoid_is_told(tmp_path: Path) -> None:
    mesh = '<asset><mesh name="p" file="gone.stl"/></asset><worldbody>'
    geom = '<geom type="mesh" mesh="p" contype="0" conaffinity="0" mass="0"/></body>'
    (tmp_path / "a.xml").write_text(ELLIPSOID.replace("<worldbody>", mesh).replace("</body>", geom))
    report = Report()
    robot = fb.load(tmp_path / "a.xml")
    files = meshes_of(robot, report=report)
    visual = robot.links["egg"].visuals[1]
    assert files.content(visual.geometry, path=PartPath("link", "egg").item("visual", 1)) is None
    assert any("gone.stl" in d.message for d in report)


def two(geoms: str, contact: str = "") -> str:
    """Two bodies with a geom each, `one` and `two`, whose attributes are given."""
    first, second = geoms.split("|")
    return f"""<mujoco><worldbody>
<body name="a"><joint name="j"/><geom name="one" size="0.1" {first}/></body>
<body name="b" pos="1 0 0"><joint name="k"/><geom name="two" size="0.1" {second}/></body>
</worldbody><contact>{contact}</contact></mujoco>"""


PAIR = '<pair geom1="one" geom2="two"/>'
NEVER = 'contype="0" conaffinity="0"'


@pytest.mark.parametrize(
    ("geoms", "contact", "apart", "collisions"),
    [
        ("|", "", False, 2),
        ('contype="2" conaffinity="2"|', "", True, 2),
        ('contype="2" conaffinity="2"|', PAIR, False, 2),
        (f"{NEVER}|", "", False, 1),
        (f"{NEVER}|", PAIR, False, 2),
        (f"{NEVER}|{NEVER}", PAIR, False, 2),
        ("|", '<exclude body1="a" body2="b"/>', True, 2),
        ("|", f'<exclude body1="a" body2="b"/>{PAIR}', False, 2),
    ],
)
def test_explicit_pairs_touch_whatever_else_is_said(
    geoms: str, contact: str, apart: bool, collisions: int
) -> None:
    text = two(geoms, contact)
    robot = fb.loads(text)
    assert {frozenset((p.link1, p.link2)) for p in robot.disabled_collisions} == (
        {frozenset("ab")} if apart else set()
    )
    assert sum(len(link.collisions) for link in robot.links) == collisions
    # What MuJoCo itself does with the two in one place.
    peer = mujoco.MjModel.from_xml_string(text.replace('pos="1 0 0"', 'pos="0 0 0.15"'))
    data = mujoco.MjData(peer)
    mujoco.mj_forward(peer, data)
    assert (data.ncon > 0) is (not apart and collisions == 2)


def test_very_many_contact_classes_are_bounded() -> None:
    bodies = "".join(
        f'<body><joint/><geom size="0.1" contype="{k}" conaffinity="{k + 1}"/></body>'
        for k in range(1, 1500)
    )
    robot, report = fb.read(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>".encode())
    assert robot is not None
    assert robot.disabled_collisions == ()
    found = [d for d in report if "more than 1,000 kinds" in d.message]
    assert [d.severity for d in found] == [Severity.WARNING]


@pytest.mark.parametrize(
    ("flag", "what"),
    [
        ('gravity="disable"', "gravity other than 9.81 m/s^2 along -z"),
        ('equality="disable"', "parts of the physics that <flag> switches off"),
        ('contact="disable" limit="disable"', "parts of the physics that <flag> switches off"),
    ],
)
def test_switches_that_change_the_motion_are_warnings(flag: str, what: str) -> None:
    option = f"<mujoco>\n<option><flag {flag}/></option>"
    _, report = fb.read(two("|").replace("<mujoco>", option).encode())
    found = {d.facts["what"]: d for d in report if d.severity is Severity.WARNING}
    assert list(found) == [what]
    assert found[what].span.line == 2
    assert found[what].facts["count"] == flag.count("disable")


def test_what_else_a_held_tendon_has_is_a_warning() -> None:
    tied = """<tendon><fixed name="t" stiffness="5" springlength="0.1"><joint joint="j" coef="1"/>
      <joint joint="k" coef="-1"/></fixed></tendon>
      <equality><tendon tendon1="t"/></equality></mujoco>"""
    robot, report = fb.read(two("|").replace("</mujoco>", tied).encode())
    assert sum(joint.mimic is not None for joint in robot.joints) == 1
    found = [d.facts["what"] for d in report if d.severity is Severity.WARNING]
    assert found == ["springs, limits and damping of tendons that equalities hold"]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('<joint name="j"/>', '<joint name="j" solreflimit="0.1 1"/>', "softness of limits"),
        ('<joint name="j"/>', '<joint name="j" margin="0.1"/>', "softness of limits"),
        ('name="one"', 'name="one" margin="0.1"', "softness of contacts"),
        ("</mujoco>", '<keyframe>\n<key qvel="1 0"/></keyframe></mujoco>', "velocities and"),
        ("</worldbody>", '<body mocap="true"/></worldbody>', "bodies that a program moves"),
    ],
)
def test_what_a_robot_does_not_have_is_a_note_at_its_place(old: str, new: str, what: str) -> None:
    before, text = two("|"), two("|").replace(old, new, 1)
    assert not [d for d in fb.read(before.encode()).report if d.code == "F921"]
    (found,) = [d for d in fb.read(text.encode()).report if d.code == "F921"]
    assert found.facts["what"].startswith(what)
    assert (found.severity, found.facts["count"]) == (Severity.INFO, 1)
    assert found.span.line == text.partition(new)[0].count("\n") + 1 + new.count("\n")
