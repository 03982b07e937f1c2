"""What SDFormat files of other versions and tools have: where it is read, and where it is told."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb

TWO = (
    "<sdf version='{0}'>\n<model name='m'>\n<link name='a'/>\n"
    "<link name='b'><pose>0 0 1 0 0 0</pose></link>\n"
    "<link name='c'><pose {1}='b'>0 0 1 0 0 0</pose>{2}</link>\n"
    "<joint name='j' type='revolute'><parent>{3}</parent><child>b</child>"
    "<axis><xyz>1 0 0</xyz></axis></joint>\n"
    "<joint name='k' type='universal'><parent>b</parent><child>c</child>"
    "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz>{4}</axis2></joint>\n"
    "</model></sdf>"
)


def read(
    version: str = "1.11",
    word: str = "relative_to",
    c: str = "",
    parent: str = "a",
    limit: str = "",
) -> tuple[fb.Robot | None, fb.Report]:
    return fb.read(TWO.format(version, word, c, parent, limit).encode())


@pytest.mark.parametrize(("version", "word"), [("1.6", "frame"), ("1.7", "relative_to")])
def test_poses_of_1_6_are_relative_to_frames_too(version: str, word: str) -> None:
    robot, _ = read(version, word)
    assert robot is not None
    model = fb.Model(robot)
    data = model.data()
    fb.forward_kinematics(model, data, model.neutral)
    assert np.allclose(data.pose("c")[:3, 3], [0, 0, 2], atol=1e-15)


def test_shapes_are_placed_relative_to_frames() -> None:
    shape = (
        "<visual name='v'><pose relative_to='a'>0 0 3 0 0 0</pose><geometry>"
        "<ellipsoid><radii>0.1 0.2 0.3</radii></ellipsoid></geometry></visual>"
    )
    robot, report = read(c=shape)
    assert robot is not None
    (visual,) = robot.links["c"].visuals
    assert visual.origin.xyz == pytest.approx((0, 0, 1))  # c itself is at 2
    assert isinstance(visual.geometry, fb.Mesh)
    assert visual.geometry.scale == (0.1, 0.2, 0.3)
    assert [f.facts["what"] for f in report if f.code == "F921"] == ["ellipsoids"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"limit": "<limit><lower>-2</lower><upper>2</upper></limit>"}, "second axes"),
        ({"version": "99"}, "after 1.12"),
        (
            {"c": "<collision name='x'><geometry><cone/></geometry></collision>"},
            "shapes of type cone",
        ),
    ],
)
def test_losses_are_warnings(change: dict[str, str], what: str) -> None:
    robot, report = read(**change)
    assert robot is not None
    (found,) = [f for f in report if f.code == "F921"]
    assert found.severity.name == "WARNING"
    assert what in str(found.facts["what"])


@pytest.mark.parametrize(
    ("change", "line"),
    [({"parent": "zz"}, 6), ({"parent": "b"}, 6), ({"word": "relative_to='q' x"}, 5)],
)
def test_errors_have_the_line_of_the_fault(change: dict[str, str], line: int) -> None:
    robot, report = read(**change)
    assert robot is None
    (found,) = report.errors
    assert found.code == "F924"
    assert found.span is not None
    assert found.span.line == line
