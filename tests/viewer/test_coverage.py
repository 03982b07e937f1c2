"""How collision shapes cover visuals, as pages get it."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar.viewer.coverage import coverage_info
from fourbar.viewer.limits import MAX_UNCOVERED

from .page import PATIENCE

TEXT = """<robot name="r">
  <link name="a">
    <visual><geometry><box size="0.1 0.1 0.3"/></geometry></visual>
    <collision><origin xyz="0 0 -0.05"/><geometry><box size="0.1 0.1 0.2"/></geometry></collision>
  </link>
  <link name="b"><visual><geometry><sphere radius="0.1"/></geometry></visual></link>
  <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
</robot>"""


def by_link(rows):
    return {row["link"]: row for row in rows}


def test_what_sticks_out_is_sent_in_the_frame_of_its_link():
    links = by_link(coverage_info(fb.read(TEXT.encode()).robot, {}))
    assert links["a"]["outside"] == pytest.approx(0.1, rel=0.05)
    assert links["a"]["problem"] is None
    points = np.array(links["a"]["uncovered"]).reshape(-1, 3)
    assert len(points) % 3 == 0
    assert points[:, 2].max() == pytest.approx(0.15)
    assert points.reshape(-1, 3, 3)[..., 2].max(axis=1).min() > 0.05
    assert links["b"]["problem"] == "has no collision shapes"
    assert links["b"]["uncovered"] == []


def test_a_page_that_asks_gets_it_measured_once(view):
    handle = view.add(fb.read(TEXT.encode()).robot)
    assert handle.ready(PATIENCE)
    message = view._backstage.movers[handle.id].coverage_message()
    assert message["version"] == 1
    assert message["robot"] == handle.id
    assert view._backstage.movers[handle.id].coverage_message() is message
    covered = TEXT.replace('xyz="0 0 -0.05"', 'xyz="0 0 0"').replace("0.1 0.1 0.2", "0.1 0.1 0.3")
    handle.update(fb.read(covered.encode()).robot)
    assert handle.ready(PATIENCE)
    again = by_link(view._backstage.movers[handle.id].coverage_message()["links"])
    assert again["a"]["outside"] == 0.0
    assert again["a"]["uncovered"] == []


def test_triangles_are_limited(monkeypatch):
    monkeypatch.setattr("fourbar.viewer.coverage.MAX_UNCOVERED", 10)
    links = by_link(coverage_info(fb.read(TEXT.encode()).robot, {}))
    assert 0 < len(links["a"]["uncovered"]) <= 9 * 11
    assert MAX_UNCOVERED > 10
