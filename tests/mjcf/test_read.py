"""MJCF files as robots: against MuJoCo itself, and back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.diagnostics import Report, Severity
from fourbar.formats.sniff import is_mjcf
from fourbar.gallery import names
from fourbar.mechanics import mobility
from fourbar.mjcf import to_mjcf, write_mjcf
from fourbar.mjcf.prove import prove
from fourbar.robot import KINDS, Inertia, Inertial, Joint, Link, Loop, Pose, Robot

mujoco = pytest.importorskip("mujoco")

ROBOTS = {
    "agility_cassie/cassie.xml": 4,
    "robotiq_2f85/2f85.xml": 2,
    "shadow_hand/left_hand.xml": 0,
    "trossen_wx250s/wx250s.xml": 0,
    "ufactory_xarm7/xarm7.xml": 2,
    "wonik_allegro/right_hand.xml": 0,
}


def peer_of(text: str):
    return mujoco.MjModel.from_xml_string(text)


def qpos_of(peer, model: fb.Model, q: np.ndarray) -> np.ndarray:
    """MuJoCo's qpos: ours is relative to where the file draws each joint."""
    qpos = peer.qpos0.copy()
    for number in range(peer.njnt):
        at = peer.jnt_qposadr[number]
        name = peer.joint(number).name or f"{peer.body(peer.jnt_bodyid[number]).name}_joint"
        if name not in model.joints:
            continue
        values = q[model.joints[name].q]
        if len(values) == 1:
            qpos[at] += values[0]
        elif len(values) == 4:
            qpos[at : at + 4] = np.roll(values, 1)
        else:
            body = peer.jnt_bodyid[number]
            turned = np.zeros(3)
            mujoco.mju_rotVecQuat(turned, values[:3], peer.body_quat[body])
            qpos[at : at + 3] = peer.body_pos[body] + turned
            mujoco.mju_mulQuat(qpos[at + 3 : at + 7], peer.body_quat[body], np.roll(values[3:], 1))
    return qpos


def largest_difference(peer, robot: Robot, *, count: int = 10) -> float:
    """Of all entries of the poses of all bodies."""
    model = fb.Model(robot)
    data, work, worst = model.data(), mujoco.MjData(peer), 0.0
    for q in model.random(count, seed=0, coordinates="spanning"):
        fb.forward_kinematics(model, data, q, coordinates="spanning")
        work.qpos[:] = qpos_of(peer, model, q)
        mujoco.mj_kinematics(peer, work)
        for link in model.link_names:
            body = mujoco.mj_name2id(peer, mujoco.mjtObj.mjOBJ_BODY, link)
            if body >= 0:
                T = np.array(data.poses[model.link_number(link)])
                worst = max(worst, np.abs(T[:3, 3] - work.xpos[body]).max())
                worst = max(worst, np.abs(T[:3, :3].ravel() - work.xmat[body]).max())
    return worst


@pytest.mark.corpus
@pytest.mark.parametrize("file", ROBOTS)
def test_menagerie(file: str, corpus: Path, tmp_path: Path) -> None:
    path = corpus / "mujoco_menagerie" / file
    if not path.is_file():
        pytest.skip(f"{file} is not in this corpus")
    robot = fb.load(path)
    assert len(robot.loops) == ROBOTS[file]
    # Without its meshes, which take long to compile: masses are compared for those that need none.
    spec = mujoco.MjSpec.from_file(str(path))
    for mesh in spec.meshes:
        if not (path.parent / spec.meshdir / mesh.file).is_file():
            mesh.file = ""
            mesh.uservert = [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1]
            mesh.userface = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
    peer = spec.compile()
    assert largest_difference(peer, robot) < 1e-9
    assert robot.mass == pytest.approx(peer.body_mass.sum(), rel=1e-4)
    # And back: a file of ours, which MuJoCo computes the same from.
    again = prove(robot, configurations=3, visuals=False, collisions=False)
    assert again.poses < 1e-12
    assert again.mass_matrix < 1e-10
    assert again.holds


@pytest.mark.corpus
@pytest.mark.parametrize("file", [name for name, loops in ROBOTS.items() if loops])
def test_loops_of_the_menagerie_close_in_mujoco(file: str, corpus: Path) -> None:
    path = corpus / "mujoco_menagerie" / file
    if not path.is_file():
        pytest.skip(f"{file} is not in this corpus")
    robot = fb.load(path)
    model = fb.Model(robot)
    text = to_mjcf(robot, report=Report(), visuals=False, collisions=False)
    peer = mujoco.MjModel.from_xml_string(text.text)
    work = mujoco.MjData(peer)
    q = fb.assemble(model).q
    work.qpos[:] = text.keys.qpos(q)
    mujoco.mj_forward(peer, work)
    gap = np.abs(work.efc_pos[work.efc_type == 0]).max()
    assert gap < 10 * model.tolerance + 1e-9


def relations(robot: Robot) -> int:
    """Couplings and mimics: one between two joints is the other."""
    return len(robot.couplings) + sum(joint.mimic is not None for joint in robot.joints)


@pytest.mark.parametrize("name", names())
def test_the_gallery_comes_back(name: str, tmp_path: Path) -> None:
    """Equal poses, masses, loops and mobility."""
    robot = fb.load(f"gallery:{name}")
    fb.save(robot, tmp_path / "r.xml", collisions=False)
    again = fb.load(tmp_path / "r.xml")
    peer = mujoco.MjModel.from_xml_path(str(tmp_path / "r.xml"))
    assert largest_difference(peer, again, count=5) < 1e-12
    assert again.mass == pytest.approx(robot.mass, rel=1e-12)
    assert len(again.loops) == len(robot.loops)
    assert relations(again) == relations(robot)
    if robot.loops or robot.couplings:
        assert mobility(again).mobility == mobility(robot).mobility


BODY = Inertial(1.0, Inertia(0.1, 0.1, 0.1))


@pytest.mark.parametrize("style", ["auto", "joint", "anchor"])
@pytest.mark.parametrize("kind", [k for k in KINDS if k != "floating"])
def test_every_loop_type_comes_back(kind: str, style: str) -> None:
    at = Pose((0.3, 0.1, -0.2), (0.2, -0.4, 0.7))
    loop = Loop("close", kind, "p", "s", at, at, axis=(0.3, 0.5, -0.8), pitch=0.3)
    joints = [Joint("base", "fixed", "world", "p"), Joint("free", "floating", "world", "s")]
    robot = Robot("r", [Link("world"), Link("p", BODY), Link("s", BODY)], joints, [loop])
    again = fb.loads(write_mjcf(robot, report=Report(), loop_style=style, lossless=False)[""])
    (found,) = again.loops
    assert found.type == ("continuous" if kind == "revolute" else kind)
    assert found.name == "close"
    model, other = fb.Model(robot), fb.Model(again)
    start = fb.assemble(model).q
    rng = np.random.default_rng(0)
    for _ in range(3):
        q = fb.assemble(model, None, model.integrate(start, rng.normal(scale=0.3, size=model.nv))).q
        assert np.abs(fb.closure(other, q)[0]).max() < 1e-8
        assert np.linalg.matrix_rank(fb.closure(other, q)[1]) == 6 - KINDS[kind].dof


MASS = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'


def body(inner: str, rest: str = "", attributes: str = "") -> str:
    return (
        f'<mujoco model="m"><compiler angle="radian" {attributes}/><worldbody><body name="a">'
        f"{MASS}{inner}</body></worldbody>{rest}</mujoco>"
    )


def test_several_joints_with_anchors_and_ref() -> None:
    text = body(
        '<joint name="x" axis="0 1 0" pos="0.1 0 0.2" ref="0.3" range="-1 1"/>'
        '<joint name="y" type="slide" axis="1 0 0" range="-1 2"/>'
        '<joint name="z" axis="0 0 1" pos="-0.2 0.1 0"/>'
        '<body name="b" pos="1 0 0"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
        '<joint name="ball" type="ball" pos="0 0 0.1"/></body>'
    )
    robot = fb.loads(text)
    assert largest_difference(peer_of(text), robot) < 1e-12
    assert robot.joints["x"].limit == fb.Limit(-1.3, 0.7)
    assert [j.type for j in robot.joints if j.kind.moves] == [
        "revolute",
        "prismatic",
        "continuous",
        "spherical",
    ]


def test_free_joints_start_where_the_file_draws_them() -> None:
    text = (
        '<mujoco><worldbody><body name="a" pos="0 0 1" euler="30 0 0"><freejoint name="f"/>'
        '<geom size="0.1"/></body></worldbody><keyframe>'
        '<key name="up" qpos="0 0 2 1 0 0 0"/></keyframe></mujoco>'
    )
    robot = fb.loads(text)
    assert robot.joints["f"].origin.xyz == (0.0, 0.0, 1.0)
    assert largest_difference(peer_of(text), robot) < 1e-12
    model = fb.Model(robot)
    data = model.data()
    fb.forward_kinematics(model, data, model.configuration("up"))
    assert np.allclose(
        data.poses[model.link_number("a")], [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 2], [0, 0, 0, 1]]
    )


def test_equalities_of_joints_are_mimics_couplings_and_locks() -> None:
    inner = (
        f'<joint name="p"/><body name="b">{MASS}<joint name="q"/></body>'
        f'<body name="c">{MASS}<joint name="r"/></body>'
    )
    mimic = '<joint joint1="q" joint2="p" polycoef="0.1 2 0 0 0"/>'
    mimic += '<joint joint1="r" polycoef="0.5 0 0 0 0"/>'
    robot = fb.loads(body(inner, f"<equality>{mimic}</equality>"))
    assert robot.joints["q"].mimic == fb.Mimic("p", 2.0, 0.1)
    assert robot.joints["r"].limit == fb.Limit(0.5, 0.5)
    # Two that follow each other would hold both: the second one turns round or is refused.
    both = '<joint joint1="q" joint2="p"/><joint joint1="q" joint2="r" polycoef="0 4 0 0 0"/>'
    robot = fb.loads(body(inner, f"<equality>{both}</equality>"))
    assert robot.joints["r"].mimic == fb.Mimic("q", 0.25, -0.0)


def test_geoms_are_visual_or_collision_or_both() -> None:
    geoms = (
        '<geom name="both" size="0.1"/>'
        '<geom name="seen" type="box" size="0.1 0.2 0.3" contype="0" conaffinity="0" group="2"'
        ' rgba="1 0 0 1"/>'
        '<geom name="touched" type="capsule" size="0.1 0.2" group="3"/>'
        '<geom name="round" type="ellipsoid" size="1 1 2"/>'
    )
    robot, report = fb.read(body(geoms).replace("<inertial", "<joint/><inertial").encode())
    link = robot.links["a"]
    assert [shape.name for shape in link.visuals] == ["both", "seen", "round"]
    assert [shape.name for shape in link.collisions] == ["both", "touched", "round"]
    assert link.visuals[2].geometry.scale == (1.0, 1.0, 2.0)
    assert link.visuals[1].geometry == fb.Box((0.2, 0.4, 0.6))
    assert link.visuals[1].material.color == (1.0, 0.0, 0.0, 1.0)
    assert any("ellipsoids are read as meshes of 48 segments (1 in" in f.message for f in report)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '<mujoco>\n<worldbody><body><joint type="hinges"/></body></worldbody></mujoco>',
            "invalid keyword",
        ),
        ("<mujocoinclude/>", "part of another file"),
        ('<mujoco><include file="../x.xml"/></mujoco>', "'../x.xml' cannot be read"),
        ("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>", "mass and inertia"),
    ],
)
def test_what_mujoco_refuses_is_a_finding(text: str, message: str) -> None:
    robot, report = fb.read(text.encode())
    assert robot is None
    (finding,) = report.errors
    assert message in finding.message
    assert finding.code == "F920"


def test_the_line_of_a_mistake_is_shown() -> None:
    text = '<mujoco>\n<worldbody>\n<body>\n<joint type="hinges"/></body></worldbody></mujoco>'
    _, report = fb.read(text.encode())
    assert report.errors[0].span.line == 4


@pytest.mark.parametrize(
    "bomb",
    [
        '<worldbody><replicate count="100000"><replicate count="100000"><geom size="1"/>'
        "</replicate></replicate></worldbody>",
        '<worldbody><flexcomp name="f" type="grid" count="9999 9999 9999"/></worldbody>',
        '<asset><hfield name="h" nrow="99999" ncol="99999" size="1 1 1 1"/></asset>',
    ],
)
def test_repetitions_without_end_are_refused(bomb: str) -> None:
    robot, report = fb.read(f"<mujoco>{bomb}</mujoco>".encode())
    assert robot is None
    assert "the limit is 200,000" in report.errors[0].message


@pytest.mark.parametrize("number", ["nan", "inf"])
def test_numbers_that_no_robot_has_are_findings(
    number: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    inner = f'<body pos="{number} 0 0"><joint/><geom size="1"/></body>'
    text = f"<mujoco><worldbody>{inner}</worldbody></mujoco>"
    robot, report = fb.read(text.encode())
    assert robot is None
    assert "must be finite" in report.errors[0].message
    assert list(tmp_path.iterdir()) == []  # MuJoCo writes a log of its warnings otherwise


def test_other_models_are_attached(tmp_path: Path) -> None:
    (tmp_path / "child.xml").write_text(
        '<mujoco><worldbody><body name="c"><joint name="j"/><geom size="1"/></body></worldbody>'
        "</mujoco>"
    )
    (tmp_path / "m.xml").write_text(
        '<mujoco><asset><model name="m" file="child.xml"/></asset><worldbody><body name="x">'
        '<attach model="m" body="c" prefix="p_"/></body></worldbody></mujoco>'
    )
    robot = fb.load(tmp_path / "m.xml")
    assert (robot.name, robot.joints[0].name) == ("m", "p_j")


def test_include_cycles_and_includes(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text('<mujoco><include file="b.xml"/></mujoco>')
    (tmp_path / "b.xml").write_text('<mujocoinclude><include file="b.xml"/></mujocoinclude>')
    robot, report = fb.read(tmp_path / "a.xml")
    assert robot is None
    assert "already included" in report.errors[0].message
    (tmp_path / "b.xml").write_text(
        '<mujocoinclude><worldbody><body name="q"/></worldbody></mujocoinclude>'
    )
    reading = fb.read(tmp_path / "a.xml")
    assert [link.name for link in reading.robot.links] == ["q"]
    assert {path.name for path in reading.files} == {"a.xml", "b.xml"}


def test_without_mujoco_the_finding_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "mujoco", None)
    _, report = fb.read(b"<mujoco/>")
    (finding,) = report.errors
    assert "needs MuJoCo" in finding.message
    assert finding.notes == ("Install it with: pip install 'fourbar[mujoco]'",)


def test_formats_are_told_by_the_root_element() -> None:
    assert is_mjcf(b'\xef\xbb\xbf<?xml version="1.0"?><!-- <robot> -->\n<mujoco model="a">')
    assert is_mjcf(b"<mujoco/>")
    assert not is_mjcf(b"<robot><mujoco/></robot>")
    assert not is_mjcf(b"<!-- " * 10)
    assert not is_mjcf(b"")


def test_mesh_masses_are_read(tmp_path: Path) -> None:
    """A body whose mass is that of its mesh: the volume of a tetrahedron at 1000 kg/m3."""
    corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (tmp_path / "part.obj").write_text(corners)
    (tmp_path / "m.xml").write_text(
        '<mujoco><asset><mesh name="part" file="part.obj" scale="0.5 0.5 0.5"/></asset><worldbody>'
        '<body name="a" pos="1 2 3"><joint/><geom type="mesh" mesh="part" pos="0.1 0 0"/>'
        "</body></worldbody></mujoco>"
    )
    robot = fb.load(tmp_path / "m.xml")
    assert robot.mass == pytest.approx(1000 * 0.125 / 6)
    (shape,) = robot.links["a"].visuals
    assert shape.geometry == fb.Mesh("part.obj", (0.5, 0.5, 0.5))
    assert np.allclose(shape.origin.xyz, (0.1, 0, 0))
    assert np.allclose(shape.origin.rpy, 0)
    fb.save(robot, tmp_path / "m.glb")
    assert (tmp_path / "m.glb").stat().st_size > 500


def test_commands_take_mjcf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "four_bar.xml"
    fb.save(fb.load("gallery:four_bar"), path, lossless=False)
    assert main(["info", str(path)]) == 0
    assert "loop coupler_rocker" in capsys.readouterr().out
    assert main(["assemble", str(path), "--set", "crank=0.3"]) == 0
    assert main(["graph", str(path)]) == 0
    assert main(["check", str(path)]) == 0
    assert "incomplete-limit" not in capsys.readouterr().out  # URDF alone asks for velocities
    assert main(["convert", str(path), str(tmp_path / "back.urdf")]) == 0
    again = fb.load(tmp_path / "back.urdf")
    assert [loop.type for loop in again.loops] == ["continuous"]


ROTORS = """<mujoco><worldbody><body name="a"><inertial pos="0 0 0.1" mass="1"
  diaginertia="0.01 0.02 0.03"/><joint name="turn" axis="1 0 0" armature="0.3"/>
  <body name="b"><inertial pos="0 0.2 0" mass="2" diaginertia="0.01 0.02 0.03"/>
  <joint name="slide" type="slide" axis="0 1 0" armature="0.7"/></body></body>
  <body name="c"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
  <joint name="ball" type="ball" armature="0.2"/></body></worldbody></mujoco>"""


def test_armatures_are_part_of_the_mass_matrix_and_come_back(tmp_path: Path) -> None:
    robot = fb.loads(ROTORS)
    assert {a.joint: a.inertia for a in robot.armatures} == {"turn": 0.3, "slide": 0.7, "ball": 0.2}
    peer = peer_of(ROTORS)
    work, M = mujoco.MjData(peer), np.zeros((peer.nv, peer.nv))
    mujoco.mj_forward(peer, work)
    mujoco.mj_fullM(peer, work, M)
    model = fb.Model(robot)
    order = [k for name in ("turn", "slide", "ball") for k in range(*_range(model, name))]
    ours = fb.mass_matrix(model, None, model.neutral)[np.ix_(order, order)]
    assert np.abs(ours - M).max() < 1e-15
    for suffix in (".xml", ".usda"):
        file = tmp_path / f"again{suffix}"
        fb.save(robot, file, base="fixed", lossless=False)
        again = fb.load(file)
        assert sorted((a.joint, a.inertia) for a in again.armatures) == [
            *(("ball", 0.2), ("slide", 0.7), ("turn", 0.3)),
        ]
    for suffix in (".urdf", ".sdf", ".glb"):
        report = Report()
        fb.save(robot, tmp_path / f"again{suffix}", report=report)
        assert "armatures of joints" in {d.facts.get("what") for d in report}


def _range(model: fb.Model, name: str) -> tuple[int, int]:
    slot = model.joints[name].v
    return slot.start, slot.stop


def test_rotors_of_transmissions_are_armatures_of_the_file(tmp_path: Path) -> None:
    text = """<robot name="r" xmlns:drake="http://drake.mit.edu"><link name="a"/><link name="b">
      <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
      </inertial></link><joint name="j" type="continuous"><parent link="a"/><child link="b"/>
      <axis xyz="0 0 1"/></joint><transmission name="t"><type>SimpleTransmission</type>
      <joint name="j"/><actuator name="m"><mechanicalReduction>10</mechanicalReduction>
      <drake:rotor_inertia value="0.002"/></actuator></transmission></robot>"""
    robot = fb.loads(text)
    written = to_mjcf(robot, report=Report())
    peer = peer_of(written.text)
    assert peer.dof_armature[0] == pytest.approx(0.2, rel=1e-12)
    assert prove(robot).holds
    # Read back with its description, the rotor is not counted twice.
    again = fb.loads(written.text)
    assert fb.Model(again).armature[0] == pytest.approx(0.2, rel=1e-12)


@pytest.mark.corpus
@pytest.mark.parametrize("file", ROBOTS)
def test_the_menagerie_keeps_its_mass_matrix(file: str, corpus: Path) -> None:
    """Against the file itself, not against what was read of it."""
    path = corpus / "mujoco_menagerie" / file
    if not path.is_file():
        pytest.skip(f"{file} is not in this corpus")
    spec = mujoco.MjSpec.from_file(str(path))
    assert spec.compiler.inertiafromgeom != 1
    robot = fb.load(path)
    model = fb.Model(robot)
    peer = mujoco.MjModel.from_xml_path(str(path))
    work = mujoco.MjData(peer)
    for q in model.random(3, seed=2, coordinates="spanning"):
        work.qpos[:] = qpos_of(peer, model, q)
        mujoco.mj_forward(peer, work)
        M = np.zeros((peer.nv, peer.nv))
        mujoco.mj_fullM(peer, work, M)
        ours = fb.mass_matrix(model, None, q, coordinates="spanning")
        for number in range(peer.njnt):
            joint = peer.joint(number)
            if joint.type[0] in (2, 3):  # slides and hinges
                at = model.joints[joint.name].v.start
                assert ours[at, at] == pytest.approx(M[joint.dofadr[0], joint.dofadr[0]], rel=1e-4)


def test_what_changes_the_motion_is_a_warning_at_its_place() -> None:
    text = """<mujoco>
      <option gravity="0 0 -1.6" density="1.2"/>
      <worldbody><body name="a" gravcomp="1"><geom size="0.1"
        contype="2"/>
        <joint name="j" stiffness="5 1"/>
        <geom type="ellipsoid" size="1 2 3"/></body></worldbody>
      <actuator><position joint="j" kp="5"/></actuator></mujoco>"""
    _, report = fb.read(text.encode())
    found = {d.facts["what"]: d.span.line for d in report if d.severity is Severity.WARNING}
    assert found == {
        "springs that are not in proportion to displacement": 5,
        "gains of actuators": 7,
        "gravity compensation of bodies": 3,
        "gravity other than 9.81 m/s^2 along -z": 2,
        "air and fluid (density, viscosity, wind)": 2,
    }


def test_a_compiled_model_is_refused_with_the_way_out() -> None:
    robot, report = fb.read((54321).to_bytes(4, "little") + bytes(100))
    assert robot is None
    assert "use the .xml" in report.errors[0].message


def test_contact_classes_are_pairs_of_links_that_never_touch() -> None:
    """The pairs that MuJoCo finds apart where all bodies are in one place."""
    classes = {"a": (2, 4), "b": (4, 2), "c": (1, 0), "d": (1, 1), "e": (2, 4)}
    bodies = "".join(
        f'<body name="{n}"><freejoint/><geom size="1" contype="{t}" conaffinity="{a}"/></body>'
        for n, (t, a) in classes.items()
    )
    text = f"<mujoco><worldbody>{bodies}</worldbody></mujoco>"
    peer = peer_of(text)
    work = mujoco.MjData(peer)
    mujoco.mj_forward(peer, work)
    touching = {frozenset(peer.geom_bodyid[c.geom].tolist()) for c in work.contact}
    names = {number: peer.body(number).name for number in range(1, peer.nbody)}
    expected = {
        frozenset((names[a], names[b]))
        for a in names
        for b in names
        if a < b and frozenset((a, b)) not in touching
    }
    robot = fb.loads(text)
    assert {frozenset((p.link1, p.link2)) for p in robot.disabled_collisions} == expected
    assert 0 < len(expected) < 10
    again = peer_of(to_mjcf(robot, report=Report(), base="fixed").text)
    assert again.nexclude == len(expected)


def test_a_surface_that_nothing_is_said_about_stays_so() -> None:
    robot = Robot("r", [Link("a", visuals=(fb.Visual(fb.Box((1, 1, 1))),))])
    text = to_mjcf(robot, report=Report(), lossless=False).text
    (visual,) = fb.loads(text).links["a"].visuals
    assert visual.material is None


def test_open_keyframes_travel_as_they_are() -> None:
    robot = fb.load("gallery:four_bar")
    text = to_mjcf(robot, report=Report(), lossless=False).text
    peer = peer_of(text)
    open_ = text.replace(
        "</keyframe>", f'<key name="odd" qpos="{" ".join(["0.4"] * peer.nq)}"/></keyframe>'
    )
    report = Report()
    again = peer_of(to_mjcf(fb.loads(open_), report=report).text)
    assert np.allclose(again.key("odd").qpos, 0.4)
    (finding,) = [d for d in report if d.code == "F904"]
    assert "'odd' is written as it is" in finding.message


WELDED = """<mujoco model="weld"><worldbody><site name="ground" pos="0.3 0 0"/>
  <body name="a"><joint name="j1" axis="0 1 0"/>
    <geom type="capsule" size=".02" fromto="0 0 0 0 0 .2"/>
    <body name="b" pos="0 0 .2"><joint name="j2" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/>
      <body name="c" pos=".3 0 0"><joint name="j3" axis="0 1 0"/>
        <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.2"/><site name="tip" pos="0 0 -.2"/>
      </body></body></body></worldbody>
  <equality><weld {ends} torquescale="{scale}"/></equality></mujoco>"""


@pytest.mark.parametrize("ends", ['body1="c" anchor=".3 0 0"', 'site1="tip" site2="ground"'])
@pytest.mark.parametrize(("scale", "kind"), [(0, "spherical"), (1, "fixed"), (0.5, "fixed")])
def test_a_weld_without_torques_is_a_point(ends: str, scale: float, kind: str) -> None:
    text = WELDED.format(ends=ends, scale=scale)
    robot = fb.loads(text)
    peer = peer_of(text)
    data = mujoco.MjData(peer)
    mujoco.mj_forward(peer, data)
    rank = np.linalg.matrix_rank(data.efc_J.reshape(-1, peer.nv))
    assert [loop.type for loop in robot.loops] == [kind]
    assert mobility(robot).mobility == peer.nv - rank
    # At a closed pose elsewhere, MuJoCo's points meet as well.
    if kind == "spherical":
        model = fb.Model(robot)
        q = fb.assemble(model, None, model.q({"j1": 0.3}, coordinates="spanning")).q
        data.qpos[:] = qpos_of(peer, model, q)
        mujoco.mj_forward(peer, data)
        assert np.abs(data.efc_pos[:3]).max() < 1e-9
        assert abs(q[0]) > 0.01


def test_a_weld_with_scaled_torques_is_told() -> None:
    report = fb.read(WELDED.format(ends='body1="c"', scale=0.5).encode()).report
    found = [f.facts["what"] for f in report if f.code == "F921"]
    assert "scales of the torques of welds (torquescale)" in found
