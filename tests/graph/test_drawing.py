"""Drawings hold what the graphs hold, whatever the names, and are the same every time."""

import json
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourbar
from fourbar.graph import AggregateGraph, draw
from fourbar.graph.drawing import FORMATS
from fourbar.graph.drawing.boxes import row_boxes, tree_boxes
from fourbar.graph.drawing.curves import Router
from fourbar.graph.drawing.lanes import lanes
from fourbar.graph.drawing.measure import shorten, text_width, visible
from fourbar.graph.drawing.panels import panels
from fourbar.robot import Joint, Link, Loop, Robot

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    '<img src=x onerror="alert(1)">',
    "]]><script>alert(1)</script>",
    "a\x1b[31m\nb",
    "--> -- '\"`\\N #quot; %% end",
    "腕関節",
    "\u202egnp.exe",
)


@pytest.fixture(scope="module")
def hostile():
    joints = [Joint(f"<{name}>", "revolute", HOSTILE[0], name) for name in HOSTILE[1:]]
    loops = [Loop('"><b>', "revolute", HOSTILE[1], HOSTILE[2])]
    return Robot("<robot>&", [Link(name) for name in HOSTILE], joints, loops)


@st.composite
def trees(draw):
    size = draw(st.integers(1, 40))
    parents = [-1, *(draw(st.integers(max(0, i - 6), i - 1)) for i in range(1, size))]
    measure = st.floats(4, 300)
    sizes = [(draw(measure), draw(measure)) for _ in range(size)]
    return parents, sizes


def disjoint(boxes):
    return all(
        a.right <= b.x or b.right <= a.x or a.bottom <= b.y or b.bottom <= a.y
        for i, a in enumerate(boxes)
        for b in boxes[:i]
    )


@given(trees())
def test_no_boxes_overlap_in_a_tidy_tree(tree):
    parents, sizes = tree
    boxes = tree_boxes(parents, sizes)
    assert disjoint(boxes)
    assert min(box.x for box in boxes) == pytest.approx(0, abs=1e-6)


@given(trees())
def test_parents_stand_above_and_amid_their_children(tree):
    parents, sizes = tree
    boxes = tree_boxes(parents, sizes)
    for i, parent in enumerate(parents):
        children = [boxes[k].centre[0] for k, p in enumerate(parents) if p == i]
        if children:
            assert boxes[i].centre[0] == pytest.approx((children[0] + children[-1]) / 2)
        assert parent < 0 or boxes[parent].bottom < boxes[i].y


@given(trees())
def test_no_boxes_overlap_in_rows_and_each_has_its_row(tree):
    parents, sizes = tree
    boxes = row_boxes(parents, sizes)
    assert disjoint(boxes)
    ordered = sorted(boxes, key=lambda box: box.y)
    assert all(a.bottom < b.y for a, b in pairwise(ordered))


def test_a_long_chain_needs_no_recursion_to_be_placed():
    parents = list(range(-1, 4999))
    sizes = [(30.0, 20.0)] * len(parents)
    assert len({box.x for box in tree_boxes(parents, sizes)}) == 1
    assert len({box.x for box in row_boxes(parents, sizes)}) == 1


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)).map(sorted), max_size=30))
def test_intervals_in_one_lane_are_disjoint_and_lanes_are_few(intervals):
    intervals = [(float(a), float(b)) for a, b in intervals]
    taken = lanes(intervals)
    for i, (a, b) in enumerate(intervals):
        for k, (c, d) in enumerate(intervals[:i]):
            assert taken[i] != taken[k] or b < c or d < a
    deepest = max((sum(a <= x <= b for a, b in intervals) for x, _ in intervals), default=0)
    assert len(set(taken)) == deepest


def test_curves_go_around_the_boxes_between():
    from fourbar.graph.drawing.boxes import Box

    boxes = [Box(0, 0, 60, 24), Box(100, 0, 60, 24), Box(200, 0, 60, 24)]
    curve = Router(boxes).lay(0, 2)
    middle = boxes[1]
    for x, y in curve.points():
        assert not (middle.x < x < middle.right and middle.y < y < middle.bottom)
    assert curve.start[0] == pytest.approx(60, abs=60)
    assert curve.end[0] == pytest.approx(200, abs=60)


@pytest.mark.parametrize("layout", ["tree", "rows"])
@pytest.mark.parametrize("name", ["four_bar", "stewart", "humanoid", "differential"])
def test_no_nodes_of_a_gallery_drawing_overlap(name, layout):
    for panel in panels(AggregateGraph(fourbar.load(f"gallery:{name}")), layout):
        boxes = [node.box for node in panel.nodes]
        assert disjoint(boxes)
        assert all(panel.left <= b.x and b.right <= panel.right for b in boxes)


@pytest.mark.parametrize("name", ["stewart", "humanoid"])
def test_text_fits_its_box(name):
    for panel in panels(AggregateGraph(fourbar.load(f"gallery:{name}")), "rows"):
        for node in panel.nodes:
            for line in node.lines:
                assert text_width(line.text, 12) < node.box.width


def svg_texts(svg):
    return ["".join(text.itertext()) for text in ET.fromstring(svg).iter(f"{SVG}text")]


def test_the_svg_shows_every_link_in_every_panel(build):
    robot = build("base>a>b, base>c", loops=["b-c"], mimics={"c": ("a", 1.0)})
    texts = svg_texts(draw(robot))
    for name in ("base", "a", "b", "c"):
        assert texts.count(name) == 3
    assert [t for t in texts if t.startswith("(")] == [
        "(a) Connectivity graph",
        "(b) Constraint dependency digraph",
        "(c) Aggregate graph",
    ]


def test_the_svg_draws_tree_edges_loops_and_two_arrows_per_loop(build):
    root = ET.fromstring(draw(build("base>a>b, base>c", loops=["b-c"])))
    paths = list(root.iter(f"{SVG}path"))
    edges = [
        (p.get("class"), p.get("marker-end")) for p in paths if p.find(f"{SVG}title") is not None
    ]
    assert edges.count(("tree", None)) == 3 + 1  # connectivity, aggregate
    assert edges.count(("loop", None)) == 1
    assert edges.count(("tree", "url(#fourbar-tree)")) == 3
    assert edges.count(("loop", "url(#fourbar-loop)")) == 2


def test_names_stay_text_in_svg(hostile):
    svg = draw(hostile)
    root = ET.fromstring(svg)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags == {
        "svg", "title", "style", "defs", "marker", "path", "rect", "text", "line", "g",
    }  # fmt: skip
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
    assert any(text.startswith("<img src=x") for text in svg_texts(svg))
    assert "\x1b" not in svg
    assert "\u202e" not in svg


def test_the_svg_is_readable_on_light_and_dark(build):
    svg = draw(build("base>a"))
    assert "prefers-color-scheme:dark" in svg
    assert '<rect class="paper"' in svg


def test_names_stay_text_in_a_terminal(hostile):
    text = draw(hostile, format="text")
    assert all(character.isprintable() for character in text.replace("\n", ""))


def test_names_stay_text_in_dot(hostile):
    dot = draw(hostile, format="dot")
    for line in dot.splitlines():
        outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", line)
        assert '"' not in outside
        assert "<" not in outside
    assert "\\\\N" in dot


def test_names_stay_text_in_mermaid(hostile):
    mermaid = draw(hostile, format="mermaid")
    for label in re.findall(r'"([^"]*)"', mermaid):
        assert not re.search(r"[<>&`\\%'\[\]]", label.replace("<br/>", ""))
    assert mermaid.count('"') == 2 * len(re.findall(r'"[^"]*"', mermaid))


def test_json_says_the_same_as_the_graph(build):
    robot = build("base>a>b, base>c", loops=["b-c"], couplings={"a-c": 2.0})
    document = json.loads(draw(robot, format="json"))
    bodies = document["connectivity"]["bodies"]
    assert [body["link"] for body in bodies] == ["base", "a", "b", "c"]
    assert [body["parent"] for body in bodies] == [None, 0, 1, 0]
    assert [body["cluster"] for body in bodies] == [0, 1, 1, 1]
    loop, coupling = document["connectivity"]["loopJoints"]
    assert (loop["kind"], loop["predecessor"], loop["successor"], loop["nca"]) == ("loop", 2, 3, 0)
    assert (coupling["kind"], coupling["ratio"]) == ("coupling", 2.0)
    assert document["clusters"][1] == {
        "number": 1,
        "bodies": [1, 2, 3],
        "parent": 0,
        "parentBody": 0,
        "loops": ["l0"],
        "couplings": ["c0"],
        "mimics": [],
        "treeDof": 3,
        "constraints": 6,
    }


def test_text_shows_tree_loops_dependencies_and_clusters(build):
    text = draw(build("base>a>b, base>c", loops=["b-c"]), format="text")
    assert text == (
        "test: 4 links, 3 tree joints, 1 loop joint, 2 clusters\n"
        "\n"
        "connectivity graph\n"
        "  0 base\n"
        "  1 ├─ a  [j_a, revolute]\n"
        "  2 │  └─ b  [j_b, revolute]\n"
        "  3 └─ c  [j_c, revolute]\n"
        "\n"
        "loop joints\n"
        "  4 loop l0 (revolute): b to c, below 0 base\n"
        "\n"
        "constraint dependencies besides parent -> child\n"
        "  2 b -> 3 c  (loop l0)\n"
        "  3 c -> 1 a  (loop l0)\n"
        "\n"
        "aggregate graph\n"
        "  0 {base}\n"
        "  1 {a, b, c} on base: n = 3, n_c = 5 (loop l0)\n"
        "\n"
        "3 joint variables, 5 loop-closure equations; degrees of freedom: 3 - rank(K)\n"
    )


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_robot_gives_the_same_bytes(format):
    first = draw(fourbar.load("gallery:differential"), format=format)
    assert first == draw(fourbar.load("gallery:differential"), format=format)


@pytest.mark.parametrize("format", FORMATS)
def test_a_deep_chain_is_drawn_in_linear_size(format):
    def chain(size):
        links = [Link(f"b{i}") for i in range(size)]
        joints = [Joint(f"j{i}", "revolute", f"b{i - 1}", f"b{i}") for i in range(1, size)]
        loops = [Loop(f"l{i}", "revolute", "b0", f"b{i}") for i in range(2, size, 5)]
        return draw(Robot("chain", links, joints, loops), format=format)

    assert len(chain(4000)) < 2.4 * len(chain(2000))


def test_a_robot_of_one_link_can_be_drawn():
    for format in FORMATS:
        assert "only" in draw(Robot("r", [Link("only")]), format=format)


def test_an_unknown_format_is_refused(build):
    with pytest.raises(ValueError, match="one of svg, dot"):
        draw(build("base>a"), format="png")


def test_long_names_keep_both_ends():
    assert shorten("left_front_upper_leg_pitch_actuator_rotor", 20) == "left_front…tor_rotor"
    assert len(shorten("x" * 500, 20)) == 20
    assert shorten("short") == "short"
    assert visible("a\tb") == "a\ufffdb"
