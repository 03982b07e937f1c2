"""Forces, energies and dropped robots, as pages get them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.viewer.forces import held_forces, motion_record
from fourbar.viewer.html import write_html
from fourbar.viewer.limits import MAX_RECORDED

from .page import PATIENCE

HEAVY = """<robot name="heavy">
  <link name="base"/>
  <link name="body"><inertial><mass value="2"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <link name="arm"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="free" type="floating"><parent link="base"/><child link="body"/></joint>
  <joint name="elbow" type="continuous"><parent link="body"/><child link="arm"/>
    <axis xyz="0 1 0"/></joint>
</robot>
"""


@pytest.fixture
def four_bar(view):
    handle = view.add("gallery:four_bar")
    assert handle.ready(PATIENCE)
    return handle


def wrench(forces, name):
    row = [part["name"] for part in forces["parts"]].index(name)
    return np.array(forces["values"][0][6 * row : 6 * row + 6])


def test_a_held_robot_weighs_on_its_supports() -> None:
    model = fb.Model(fb.load("gallery:four_bar"))
    q = fb.assemble(model, {"crank": 0.9}).q
    forces, note = held_forces(model, q)
    assert note is None
    # Crank and rocker are all that the ground holds.
    data = model.data()
    fb.forward_kinematics(model, data, q)
    up = sum(
        (data.pose(model.robot.joints[name].child)[:3, :3] @ wrench(forces, name)[:3])[2]
        for name in ("crank", "rocker")
    )
    assert up == pytest.approx(9.81 * model.mass, rel=1e-6)
    # What holds the crank is the slope of the potential energy.
    h = 1e-5
    ends = [fb.assemble(model, {"crank": 0.9 + s}, q).q for s in (h, -h)]
    high, low = (float(fb.energy(model, None, end).potential) for end in ends)
    assert forces["drives"] == ["crank"]
    assert forces["efforts"][0][0] == pytest.approx((high - low) / (2 * h), rel=1e-6)


def test_what_no_rigid_link_determines_is_flagged() -> None:
    model = fb.Model(fb.load("gallery:four_bar"))
    forces, _ = held_forces(model, fb.assemble(model, {"crank": 0.9}).q)
    assert {part["kind"] for part in forces["parts"]} == {"joint", "loop"}
    for part in forces["parts"]:
        assert part["determined"] == [True, False, True, False, True, False]


def test_a_robot_without_ground_is_held_and_that_is_said() -> None:
    model = fb.Model(fb.read(HEAVY.encode()).robot)
    forces, note = held_forces(model, model.neutral)
    assert note is not None
    assert "'heavy'" in note
    assert wrench(forces, "free")[2] == pytest.approx(9.81 * 3, rel=1e-6)
    assert wrench(forces, "elbow")[:3] == pytest.approx([0, 0, 9.81], abs=1e-6)


def test_a_record_has_as_many_times_as_a_page_can_show() -> None:
    model = fb.Model(fb.load("gallery:leg_linkage"))
    motion = fb.simulate(model, fb.assemble(model, {}).q, duration=1.0)
    record = motion_record(motion, "swing")
    assert len(record["times"]) == MAX_RECORDED < len(motion.t)
    assert record["times"][-1] == 1.0
    total = np.add(record["kinetic"], record["potential"])
    assert total[[0, -1]] == pytest.approx(motion.energy.total[[0, -1]], rel=1e-9)
    assert record["residual"] is not None
    assert max(record["residual"]) < 1e-12
    assert record["forces"] is not None
    assert len(record["forces"]["values"]) == MAX_RECORDED


def test_a_page_asks_for_forces(view, four_bar, open_page) -> None:
    page = open_page(view)
    page.send(type="forces", robot=four_bar.id, values={"crank": 0.9})
    answer = page.until(lambda message: message["type"] == "forces")
    model = fb.Model(four_bar.robot)
    held = fb.gravity(model, None, fb.assemble(model, {"crank": 0.9}).q)
    assert answer["note"] is None
    assert answer["forces"]["efforts"][0] == pytest.approx([held[0]], rel=1e-5)


def test_forces_that_cannot_be_computed_are_a_note(view, open_page, tmp_path: Path) -> None:
    text = Path(str(fb.load("gallery:four_bar").source.path)).read_text()
    # A rocker that stands too far away to meet the coupler.
    file = tmp_path / "open.urdf"
    file.write_text(text.replace('xyz="0.155 0 0.14"', 'xyz="9.155 0 0.14"'))
    handle = view.add(file)
    assert handle.ready(PATIENCE)
    page = open_page(view)
    page.send(type="forces", robot=handle.id, values={})
    answer = page.until(lambda message: message["type"] == "forces")
    assert answer["forces"] is None
    assert "forces of" in answer["note"]


def test_a_dropped_robot_falls_with_its_loops_closed(view, four_bar, open_page) -> None:
    page = open_page(view)
    view.set({"crank": 0.9})
    page.send(type="drop", robot=four_bar.id)
    played = page.until(lambda message: message["type"] == "play")
    record = played["record"]
    assert record["name"] == "Drop"
    assert record["kinetic"][0] == 0.0
    assert max(record["kinetic"]) > 1e-3
    assert max(record["residual"]) < 1e-12
    # Friction only takes energy away.
    total = np.add(record["kinetic"], record["potential"])
    assert total[-1] <= total[0] + 1e-9
    first = dict(zip(played["joints"], np.ravel(played["values"][0]), strict=True))
    assert first["crank"] == pytest.approx(0.9, abs=1e-9)


def test_what_cannot_fall_says_why(view, open_page, arm: Path) -> None:
    handle = view.add(arm)
    assert handle.ready(PATIENCE)
    page = open_page(view)
    page.send(type="drop", robot=handle.id)
    notice = page.until(lambda message: message["type"] == "notice")
    assert notice["severity"] == "error"
    assert "'elbow'" in notice["text"]
    with pytest.raises(fb.ModelError):
        handle.drop()


def test_a_simulated_motion_is_played_with_its_record(view, four_bar, open_page) -> None:
    page = open_page(view)
    model = fb.Model(four_bar.robot)
    q = fb.assemble(model, {"crank": 0.9}).q
    motion = fb.simulate(model, q, [8.0], duration=0.5, friction=False, limits=False)
    view.play(motion)
    played = page.until(lambda message: message["type"] == "play")
    assert played["times"][-1] == pytest.approx(0.5)
    total = np.add(played["record"]["kinetic"], played["record"]["potential"])
    assert np.ptp(total) < 1e-7
    with pytest.raises(ValueError, match="leave out dt"):
        view.play(motion, 0.1)
    with pytest.raises(ValueError, match="give dt"):
        view.play(motion.q)
    other = fb.Model(fb.load("gallery:gripper"))
    with pytest.raises(ValueError, match="not of 'four_bar'"):
        view.play(fb.simulate(other, fb.assemble(other, {}).q, steps=1))
    both = fb.simulate(model, np.stack([q, q]), steps=1, limits=False)
    with pytest.raises(ValueError, match="row"):
        view.play(both)


def test_a_page_in_one_file_has_the_record_of_its_motion() -> None:
    model = fb.Model(fb.load("gallery:four_bar"))
    motion = fb.simulate(model, fb.assemble(model, {"crank": 0.9}).q, duration=0.2, limits=False)
    text = write_html(model.robot, motions=[motion])
    assert '"motions":[{"name":"motion","times":[0.0,' in text
    assert '"motions":[]' in write_html(model.robot)
