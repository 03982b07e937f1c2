"""What Python draws into the picture, and targets that pages pull at."""

from __future__ import annotations

from queue import Queue

import numpy as np
import pytest

import fourbar as fb
from fourbar.viewer.marks import Marks

from .page import PATIENCE


@pytest.fixture
def four_bar(view):
    handle = view.add("gallery:four_bar")
    assert handle.ready(PATIENCE)
    return handle


def marks_of(page, count):
    return page.until(lambda m: m["type"] == "marks" and len(m["marks"]) == count)["marks"]


def test_marks_reach_pages_that_are_there_and_that_come(view, four_bar, open_page):
    page = open_page(view)
    view.mark("point", (0.1, 0.2, 0.3), label="hole", color="#00ff00", size=0.01)
    view.mark("line", np.array([[0, 0, 0], [0, 0, 1.0]]), link="coupler_link")
    view.mark("frame", fb.Pose((1, 2, 3), (0, 0, np.pi)))
    for one in (page, open_page(view)):
        point, line, frame = marks_of(one, 3)
        assert (point["kind"], point["points"], point["label"]) == (
            "point",
            [[0.1, 0.2, 0.3]],
            "hole",
        )
        assert (line["robot"], line["link"]) == (four_bar.id, "coupler_link")
        assert frame["points"] == [[1, 2, 3]]
        assert np.allclose(frame["rotation"], [0, 0, 1, 0], atol=1e-12)


def test_a_mark_moves_and_goes(view, four_bar, open_page):
    page = open_page(view)
    mark = view.mark("text", (0, 0, 0), label="here")
    mark.move((0, 0, 2))
    page.until(lambda m: m["type"] == "marks" and [[0, 0, 2]] in [i["points"] for i in m["marks"]])
    mark.remove()
    mark.remove()
    assert marks_of(page, 0) == []
    with pytest.raises(ValueError, match="this text has been removed"):
        mark.move((0, 0, 3))
    view.mark("point", (0, 0, 0))
    assert marks_of(page, 1)[0]["kind"] == "point"


def test_marks_go_with_their_robot(view, four_bar, open_page):
    page = open_page(view)
    view.mark("point", (0, 0, 0), link="crank_link")
    view.mark("point", (0, 0, 0))
    marks_of(page, 2)
    target = view.target("crank_link")
    four_bar.remove()
    assert marks_of(page, 1)[0]["link"] is None
    with pytest.raises(ValueError, match="this target has been removed"):
        target.move((0, 0, 1))


def test_pages_are_told_once_of_all_marks_that_go_with_a_robot(four_bar):
    told = []
    marks = Marks(told.append)
    options = {"label": None, "color": None, "size": None}
    for link in ("crank_link", "crank_link", None):
        marks.add("point", (0, 0, 0), robot=four_bar, link=link, **options)
    del told[:]
    marks.forget(four_bar.id)
    assert [len(message["marks"]) for message in told] == [1]
    marks.forget(four_bar.id)
    assert len(told) == 1


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("cube", (0, 0, 0)), {}, "unknown mark 'cube'; expected one of: point, line, frame, text"),
        (("point", (0, 0)), {}, "three numbers"),
        (("point", (0, 0, np.inf)), {}, "three finite numbers"),
        (("line", [(0, 0, 0)]), {}, "a line has 2 to 2000 points, got 1"),
        (("text", (0, 0, 0)), {}, "a text needs a label"),
        (("point", (0, 0, 0)), {"color": "red"}, "six hexadecimal digits, got 'red'"),
        (("point", (0, 0, 0)), {"color": (1, 0, 0)}, r"six hexadecimal digits, got \(1, 0, 0\)"),
        (("point", (0, 0, 0)), {"size": -1}, "size must be positive"),
    ],
)
def test_what_cannot_be_drawn_is_refused(view, four_bar, arguments, options, message):
    with pytest.raises(ValueError, match=message):
        view.mark(*arguments, **options)


def test_a_link_that_does_not_exist_is_refused(view, four_bar):
    with pytest.raises(fb.UnknownNameError, match="cranck"):
        view.mark("point", (0, 0, 0), link="cranck")
    with pytest.raises(fb.UnknownNameError, match="cranck"):
        view.target("cranck")


def test_a_target_calls_back_with_where_it_is_wanted(view, four_bar, open_page):
    page = open_page(view)
    called: Queue[tuple[object, bool]] = Queue()
    target = view.target("coupler_link", lambda t: called.put((t.position, t.held)), at=(0.1, 0, 0))
    (info,) = marks_of(page, 1)
    assert (info["kind"], info["link"], info["points"]) == ("target", "coupler_link", [[0.1, 0, 0]])
    page.send(type="target", id=info["id"], position=[1, 2, 3], held=False)
    assert called.get(timeout=PATIENCE) == ((1.0, 2.0, 3.0), False)
    target.remove()
    page.send(type="target", id=info["id"], position=[4, 5, 6], held=False)
    view.mark("point", (0, 0, 0))
    marks_of(page, 1)
    assert called.empty()
    assert target.position == (1.0, 2.0, 3.0)


def test_a_view_shows_no_internals(view):
    """What completion offers is what the documentation has."""
    offered = {name for name in dir(view) if not name.startswith("_")}
    assert not offered & {"post", "new_folder", "scene", "handle", "replace", "clear", "take_reply"}


def test_a_simplified_robot_is_smaller(view, tmp_path):
    from fourbar.assets import TriangleMesh, sphere
    from fourbar.assets.write_stl import write_stl

    (tmp_path / "ball.stl").write_bytes(write_stl(TriangleMesh((sphere(0.5, segments=64),))))
    file = tmp_path / "ball.urdf"
    file.write_text(
        '<robot name="ball"><link name="ball"><visual><geometry>'
        '<mesh filename="ball.stl"/></geometry></visual></link></robot>'
    )
    sizes = []
    for ratio in (None, 0.1):
        handle = view.add(file, simplify=ratio)
        assert handle.ready(PATIENCE)
        scene = view._backstage.scene
        sizes.append(len(scene.file(scene.robots[handle.id].addresses["robot.glb"])))
    assert sizes[1] < 0.3 * sizes[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"simplify": 2}, "simplify must be above 0 and at most 1, got 2"),
        ({"texture_size": 0}, "texture_size must be positive, got 0"),
    ],
)
def test_sizes_that_cannot_be_meant_are_refused(view, options, message):
    with pytest.raises(ValueError, match=message):
        view.add("gallery:stewart", **options)
