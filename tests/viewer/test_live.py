"""The handle: Python moves the robot, and hears when a page does."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from queue import Queue
from threading import Event, Thread

import numpy as np
import pytest

import fourbar as fb

from .page import PATIENCE

LIMB = """<robot name="limb">
  <link name="base"/><link name="body"/><link name="ball"/><link name="finger"/><link name="tip"/>
  <joint name="free" type="floating"><parent link="base"/><child link="body"/></joint>
  <joint name="ball" type="spherical"><parent link="body"/><child link="ball"/></joint>
  <joint name="finger" type="revolute"><parent link="ball"/><child link="finger"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="tip" type="revolute"><parent link="finger"/><child link="tip"/>
    <axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/>
    <mimic joint="finger" multiplier="2"/></joint>
</robot>
"""


def gap(robot: fb.Robot, q: object) -> float:
    """The largest opening of a loop [m or rad]."""
    return float(np.abs(fb.closure(fb.Model(robot), np.asarray(q))[0]).max())


@pytest.fixture
def four_bar(view):
    handle = view.add("gallery:four_bar")
    assert handle.ready(PATIENCE)
    return handle


def pose_of(page, **wanted):
    return page.until(
        lambda m: m["type"] == "pose" and all(m["values"].get(k) == v for k, v in wanted.items())
    )["values"]


def test_a_new_view_stands_as_the_file_does(view, four_bar):
    model = fb.Model(four_bar.robot)
    assert gap(four_bar.robot, view.q) < 1e-9
    assert view.values.keys() == model.joints.keys()


def test_setting_a_joint_closes_the_loops_and_tells_the_page(view, four_bar, open_page):
    page = open_page(view)
    view.set({"crank": 0.4})
    values = pose_of(page, crank=0.4)
    model = fb.Model(four_bar.robot)
    assert view.values["crank"] == 0.4
    assert gap(four_bar.robot, view.q) < 1e-9
    assert np.allclose([values[name] for name in model.joint_names], view.q, atol=1e-12)
    expected = fb.assemble(model, {"crank": 0.4}).q
    assert np.allclose(view.q, expected, atol=1e-9)


def test_a_turn_in_one_go_stays_on_its_branch(view, four_bar):
    model = fb.Model(four_bar.robot)
    branch = fb.assemble(model, {"crank": 0.0}, view.q).branch
    for angle in (3.0, 6.0, -3.0, 0.0):
        view.set({"crank": angle})
        assert fb.assemble(model, {"crank": angle}, view.q).branch == branch


def test_a_page_that_comes_later_sees_the_pose(view, four_bar, open_page):
    view.set({"crank": 0.7})
    robot = open_page(view).receive()["robots"][0]
    assert robot["pose"]["crank"] == 0.7


def test_a_whole_configuration(view, four_bar):
    q = fb.assemble(fb.Model(four_bar.robot), {"crank": 1.0}).q
    view.set(q)
    assert np.allclose(view.q, q)
    with pytest.raises(ValueError, match=r"expected \(3,\)"):
        view.set([1.0])


def test_an_unknown_joint_is_named_with_the_closest(view, four_bar):
    before = view.q
    with pytest.raises(KeyError, match="did you mean 'crank'"):
        view.set({"crnk": 1.0})
    with pytest.raises(ValueError, match="takes 1 number"):
        view.set({"crank": [1.0, 2.0]})
    with pytest.raises(ValueError, match="finite"):
        view.set({"crank": float("nan")})
    assert np.array_equal(view.q, before)


def test_loops_that_do_not_close_raise_and_the_robot_stays(view, tmp_path, open_page):
    file = tmp_path / "stiff.urdf"
    file.write_text(
        '<robot name="stiff"><link name="a"/><link name="b"/><link name="c"/>'
        '<joint name="ab" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>'
        '<limit lower="-3" upper="3" effort="1" velocity="1"/></joint>'
        '<joint name="bc" type="revolute"><parent link="b"/><child link="c"/>'
        '<origin xyz="1 0 0"/><axis xyz="0 0 1"/>'
        '<limit lower="-3" upper="3" effort="1" velocity="1"/></joint>'
        '<loop name="l" type="revolute"><predecessor link="a"><origin xyz="2 0 0"/></predecessor>'
        '<successor link="c"><origin xyz="1 0 0"/></successor><axis xyz="0 0 1"/></loop></robot>'
    )
    view.add(file)
    before = view.q
    with pytest.raises(fb.LoopError):
        view.set({"ab": 1.0})
    assert np.array_equal(view.q, before)


def test_mimics_floating_and_ball_joints(view, open_page):
    view.add(fb.loads(LIMB))
    page = open_page(view)
    turned = [0.0, 0.0, np.sin(0.25), np.cos(0.25)]
    view.set({"finger": 0.3, "free": [1, 2, 3, *turned], "ball": turned})
    values = pose_of(page, finger=0.3)
    assert values["tip"] == pytest.approx(0.6)
    assert values["free"] == pytest.approx([1, 2, 3, 0, 0, 0.5])
    assert values["ball"] == pytest.approx([0, 0, 0.5])
    assert view.values["free"] == pytest.approx((1, 2, 3, *turned))
    with pytest.raises(ValueError, match="mimics 'finger'"):
        view.set({"tip": 0.1})


def test_named_configurations(tmp_path):
    states = tmp_path / "arm.srdf"
    states.write_text(
        '<robot name="limb"><group name="g"><joint name="finger"/></group>'
        '<group_state name="bent" group="g"><joint name="finger" value="0.5"/></group_state>'
        "</robot>"
    )
    robot = fb.load(LIMB.encode(), srdf=str(states))
    with fb.view(robot, open=False) as view:
        view.configuration("bent")
        assert (view.values["finger"], view.values["tip"]) == (0.5, 1.0)
        view.reset()
        assert view.values["finger"] == 0.0
        with pytest.raises(KeyError, match="did you mean 'bent'"):
            view.configuration("bend")


def test_a_slider_calls_back(view, four_bar, open_page):
    heard: Queue[tuple[str, float]] = Queue()
    view.on_change(lambda robot: heard.put((robot.key, robot.values["crank"])))
    page, other = open_page(view), open_page(view)
    page.receive()
    other.receive()
    page.send(type="pose", robot=four_bar.id, values={"crank": 0.25})
    assert heard.get(timeout=PATIENCE) == ("four_bar", 0.25)
    assert pose_of(other, crank=0.25) == {"crank": 0.25}
    assert view.values["crank"] == 0.25


def test_q_is_closed_although_a_page_names_one_joint_only(view, four_bar, open_page):
    heard: Queue[object] = Queue()
    four_bar.on_change(lambda robot: heard.put(robot.q))
    open_page(view).send(type="pose", robot=four_bar.id, values={"crank": 0.5})
    q = heard.get(timeout=PATIENCE)
    assert gap(four_bar.robot, q) < 1e-9


def test_what_a_callback_raises_is_reported(view, four_bar, open_page, caplog):
    heard: Queue[bool] = Queue()

    @view.on_change
    def fails(robot):
        raise RuntimeError("my mistake")

    view.on_change(lambda robot: heard.put(True))
    page = open_page(view)
    with caplog.at_level(logging.ERROR, "fourbar.viewer"):
        page.send(type="pose", robot=four_bar.id, values={"crank": 0.25})
        notice = page.until(lambda m: m["type"] == "notice")
        assert heard.get(timeout=PATIENCE)
    assert notice["severity"] == "error"
    assert "'fails' failed: RuntimeError: my mistake" in notice["text"]
    assert "my mistake" in caplog.text


def test_a_callback_may_move_the_robot(view, four_bar, open_page):
    @four_bar.on_change
    def limit(robot):
        if robot.values["crank"] > 1:
            robot.set({"crank": 1.0})

    page = open_page(view)
    page.send(type="pose", robot=four_bar.id, values={"crank": 2.0})
    assert pose_of(page, crank=1.0)


def test_playing_a_motion(view, four_bar, open_page):
    model = fb.Model(four_bar.robot)
    Q = fb.trace(model, "crank", np.linspace(0, 1, 5)).q
    page = open_page(view)
    view.play(Q, 60.0, loop=True)
    played = page.until(lambda m: m["type"] == "play")
    assert played["robot"] == four_bar.id
    assert played["joints"] == list(model.joint_names)
    assert played["times"] == [0, 60, 120, 180, 240]
    assert played["loop"] is True
    assert np.allclose(played["values"], Q)
    late = open_page(view)
    assert [late.receive()["type"] for _ in range(2)] == ["scene", "play"]
    assert np.allclose(view.q, Q[0])
    view.stop()
    assert page.until(lambda m: m["type"] == "stop")["robot"] == four_bar.id
    assert pose_of(page)["crank"] == pytest.approx(Q[0][0])


def test_a_motion_that_is_over_stands_at_its_end(view, four_bar):
    Q = fb.trace(fb.Model(four_bar.robot), "crank", [0.0, 0.1]).q
    view.play(Q, 1e-9)
    assert np.allclose(view.q, Q[-1])


def test_setting_a_joint_ends_a_motion(view, four_bar, open_page):
    page = open_page(view)
    view.play([view.q, view.q], 60.0)
    view.set({"crank": 0.1})
    types = [page.until(lambda m: m["type"] in ("play", "stop", "pose"))["type"] for _ in range(3)]
    assert types == ["play", "stop", "pose"]


@pytest.mark.parametrize(
    ("Q", "dt", "message"),
    [
        ([[0.0]], 0.1, r"expected \(n, 3\)"),
        (np.zeros((0, 3)), 0.1, "n > 0"),
        (np.zeros((2, 3)), 0.0, "positive number of seconds"),
        (np.full((2, 3), np.nan), 0.1, "not finite"),
        (np.zeros((700_000, 3)), 0.1, "at most 2,000,000"),
    ],
)
def test_motions_that_cannot_be_played(view, four_bar, Q, dt, message):
    with pytest.raises(ValueError, match=message):
        view.play(Q, dt)


def test_update_keeps_the_pose(view, arm, open_page):
    robot = fb.load(arm)
    view.add(robot)
    view.set({"elbow": 0.5})
    page = open_page(view)
    view.update(robot.replace(name="renamed"))
    page.robot(lambda r: r["name"] == "renamed" and r["glb"])
    assert view.robot.name == "renamed"
    assert view.values == {"elbow": 0.5}


def test_a_joint_that_is_gone_leaves_the_pose(view, arm):
    robot = fb.load(arm)
    view.add(robot)
    view.set({"elbow": 0.5})
    view.update(robot.rename_joint("elbow", "knee"))
    assert view.values == {"knee": 0.0}


def test_several_robots_are_moved_by_name(view, arm, open_page):
    view.add(arm, name="left")
    view.add(arm, name="right")
    view["right"].set({"elbow": 0.5})
    assert (view["left"].values["elbow"], view["right"].values["elbow"]) == (0.0, 0.5)
    with pytest.raises(ValueError, match="choose one with"):
        view.set({"elbow": 0.1})
    with pytest.raises(KeyError, match="did you mean 'right'"):
        view["rihgt"]


def test_a_robot_that_cannot_be_read_raises_when_used(view, tmp_path):
    file = tmp_path / "torn.urdf"
    file.write_text("<robot")
    view.add(file)
    with pytest.raises(fb.LoadError):
        view.set({"elbow": 1.0})


def test_a_file_that_is_not_there_raises_at_once(tmp_path, arm):
    with pytest.raises(FileNotFoundError, match=r"did you mean 'arm\.urdf'"):
        fb.view(tmp_path / "arn.urdf", open=False)
    with pytest.raises(FileNotFoundError, match="unknown gallery robot"):
        fb.view("gallery:none", open=False)


def test_a_notebook_shows_the_page_in_a_frame(view, monkeypatch):
    """Where the extra is not installed."""
    monkeypatch.setattr("fourbar.viewer.notebook.can_make_widget", lambda: False)
    shown, _ = view._repr_mimebundle_()
    assert f'<iframe src="{view.url}"' in shown["text/html"]


def test_waiting_ends_with_the_view(view):
    assert view.wait(0.01) is False
    view.close()
    assert view.wait() is True


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def playing(page, handle, *, crank: float, play: str) -> None:
    """What a page says while a motion of its own runs."""
    q = fb.assemble(fb.Model(handle.robot), {"crank": crank}).q
    values = dict(zip(fb.Model(handle.robot).joint_names, q.tolist(), strict=True))
    page.send(type="pose", robot=handle.id, values=values, play=play)


def test_a_motion_that_a_page_plays_is_followed(view, four_bar, open_page):
    page = open_page(view)
    seen: Queue[float] = Queue()
    view.on_change(lambda robot: seen.put(robot.values["crank"]))
    playing(page, four_bar, crank=0.1, play="start")
    assert seen.get(timeout=PATIENCE) == 0.1
    playing(page, four_bar, crank=0.2, play="on")
    assert seen.get(timeout=PATIENCE) == 0.2
    assert view.values["crank"] == 0.2
    assert gap(four_bar.robot, view.q) < 1e-5


def test_what_a_page_was_still_playing_when_python_moved_the_robot_is_left_alone(
    view, four_bar, open_page
):
    page, other = open_page(view), open_page(view)
    playing(page, four_bar, crank=0.1, play="start")
    pose_of(other, crank=0.1)
    view.set({"crank": 0.5})
    pose_of(other, crank=0.5)
    playing(page, four_bar, crank=0.2, play="on")
    playing(page, four_bar, crank=0.3, play="start")
    pose_of(other, crank=0.3)  # and nothing of 0.2 before it, for messages come in order
    assert view.values["crank"] == 0.3


def test_of_two_pages_that_play_the_last_to_begin_leads(view, four_bar, open_page):
    first, second, other = open_page(view), open_page(view), open_page(view)
    playing(first, four_bar, crank=0.1, play="start")
    pose_of(other, crank=0.1)
    playing(second, four_bar, crank=0.5, play="start")
    pose_of(first, crank=0.5)
    playing(first, four_bar, crank=0.2, play="on")
    playing(first, four_bar, crank=0.25, play="start")
    received = []
    other.until(
        lambda m: (
            m["type"] == "pose"
            and received.append(m["values"]["crank"]) is None
            and m["values"]["crank"] == 0.25
        )
    )
    assert 0.2 not in received


def test_stop_ends_what_a_page_plays_where_it_is(view, four_bar, open_page):
    page = open_page(view)
    playing(page, four_bar, crank=0.1, play="start")
    wait_until(lambda: view.values["crank"] == 0.1)
    view.stop()
    page.until(lambda m: m == {"type": "stop", "robot": four_bar.id})
    playing(page, four_bar, crank=0.2, play="on")  # the last of it, on its way meanwhile
    wait_until(lambda: view.values["crank"] == 0.2)


# The pose under concurrency


def test_reading_undoes_no_move_of_a_page(view, four_bar):
    """Thread A reads q, which closes what the page left open; thread B moves as a page does."""
    reading, reads = Event(), 0

    def read() -> None:
        nonlocal reads
        while not reading.is_set():
            four_bar.q  # noqa: B018
            reads += 1

    thread = Thread(target=read)
    thread.start()
    undone = []
    try:
        for number in range(300):
            angle = 0.001 * (number + 1)
            assert four_bar._mover.moved_by_page({"crank": [angle]}, object())
            time.sleep(0.0005)
            if four_bar.values["crank"] != pytest.approx(angle, abs=1e-12):
                undone.append(number)
    finally:
        reading.set()
        thread.join()
    assert undone == []
    assert reads > 300 // 10
    assert gap(four_bar.robot, four_bar.q) < 1e-9


def test_setting_one_joint_keeps_what_a_page_moves_meanwhile(view):
    """Of a tree, the two move different joints: neither may be lost."""
    handle = view.add("gallery:ur20")
    assert handle.ready(PATIENCE)

    def page() -> None:
        for number in range(200):
            handle._mover.moved_by_page({"elbow_joint": [0.001 * number]}, object())

    thread = Thread(target=page)
    thread.start()
    for number in range(100):
        handle.set({"wrist_1_joint": 0.001 * number})
    thread.join()
    assert handle.values["elbow_joint"] == pytest.approx(0.199)
    assert handle.values["wrist_1_joint"] == pytest.approx(0.099)


def test_reading_changes_nothing(view, four_bar):
    four_bar._mover.moved_by_page({"crank": [0.4]}, object())
    before = four_bar._mover.shown.pose
    first, second = four_bar.q, four_bar.q
    assert four_bar._mover.shown.pose is before
    np.testing.assert_array_equal(first, second)
    first[:] = 9.0  # a copy: what is kept stays
    np.testing.assert_array_equal(four_bar.q, second)
