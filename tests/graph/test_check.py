"""What is wrong with a description's graph, said at its place in the file."""

import textwrap

import pytest

import fourbar
from fourbar.diagnostics import PartPath
from fourbar.graph import ConnectivityGraph, GraphError, check


def read(body):
    """A robot file from its links ("a b c") and elements, and the report of reading it."""
    links, _, elements = textwrap.dedent(body).strip().partition("\n")
    lines = [f'<link name="{name}"/>' for name in links.split()]
    text = "\n".join(['<robot name="r">', *lines, elements, "</robot>"])
    robot, report = fourbar.read(text.encode())
    return robot, report, text


def joint(name, parent, child, kind="continuous", inside=""):
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/>'
        f'<child link="{child}"/>{inside}</joint>'
    )


def loop(name, predecessor, successor, tag='loop type="revolute"', inside=""):
    return (
        f'<{tag} name="{name}"><predecessor link="{predecessor}"/>'
        f'<successor link="{successor}"/>{inside}</{tag.split()[0]}>'
    )


def coupling(name, predecessor, successor, ratio="1"):
    inside = f'<ratio value="{ratio}" of="predecessor"/>'
    return loop(name, predecessor, successor, "coupling", inside)


def findings(links, *elements):
    """The graph's findings about a file: code and the text that each one points at."""
    robot, report, text = read("\n".join([links, *elements]))
    assert robot is not None
    check(robot, report=report)
    return [
        (d.code, text.encode()[d.span.start : d.span.end].decode() if d.span else None)
        for d in report
        if d.code[0] in "GR" or d.code == "S122"
    ]


def message(links, *elements):
    robot, _, _ = read("\n".join([links, *elements]))
    report = check(robot)
    assert len(report) == 1, str(report)
    return report.diagnostics[0]


def test_a_sound_linkage_has_no_findings():
    assert (
        findings(
            "base crank coupler rocker",
            joint("1", "base", "crank"),
            joint("2", "crank", "coupler"),
            joint("3", "base", "rocker"),
            loop("4", "coupler", "rocker"),
        )
        == []
    )


@pytest.mark.parametrize("ends", [("c", "base"), ("base", "c"), ("a", "c")])
def test_a_loop_to_the_root_or_an_ancestor_is_legal(ends):
    chain = [joint("1", "base", "a"), joint("2", "a", "b"), joint("3", "b", "c")]
    assert findings("base a b c", *chain, loop("l", *ends)) == []


def test_predecessor_and_successor_must_differ():
    assert findings("base a", joint("1", "base", "a"), loop("l", "a", "a")) == [("G310", "a")]


def test_two_roots_joined_by_a_loop_are_not_connected():
    found = message("base a other", joint("1", "base", "a"), loop("l", "a", "base"))
    assert found.code == "G303"
    codes = findings("base a other", joint("1", "base", "a"), loop("l", "a", "other"))
    assert [code for code, _ in codes] == ["G303", "G311"]


def test_an_island_is_named_with_its_size_and_a_way_out():
    found = message(
        "stray far base a b",
        joint("1", "base", "a"),
        joint("2", "a", "b"),
        joint("3", "stray", "far"),
    )
    assert found.message == (
        "link 'stray' and the 1 link below it are not connected to 'base'; "
        "a robot has one root link"
    )
    assert found.notes[0].startswith("Add a joint between 'base' and 'stray'")


def test_a_cycle_below_the_root_is_named():
    found = message(
        "base a b c",
        joint("1", "base", "a"),
        joint("2", "a", "b"),
        joint("3", "b", "c"),
        joint("4", "c", "a"),
    )
    assert found.code == "G301"
    assert found.path == PartPath("joint", "4") / "child" / "link"
    assert "joint '4' closes a cycle of joints: 'a' -> 'b' -> 'c' -> 'a'" in found.message


def test_a_cycle_without_a_root_is_named():
    found = message("a b c", joint("1", "a", "b"), joint("2", "b", "c"), joint("3", "c", "a"))
    assert found.code == "G301"
    assert "'a' -> 'b' -> 'c' -> 'a'" in found.message


def test_every_cycle_is_named_once_and_what_hangs_below_is_not():
    found = findings(
        "a b c d tail",
        joint("1", "a", "b"),
        joint("2", "b", "a"),
        joint("3", "c", "d"),
        joint("4", "d", "c"),
        joint("5", "d", "tail"),
    )
    assert found == [("G301", "a"), ("G301", "c")]


def test_a_joint_to_its_own_parent_is_a_cycle_and_no_loop_is_offered():
    found = message("base a", joint("1", "a", "a"), joint("2", "base", "a"))
    assert found.code == "G301"
    assert not any("<loop" in note for note in found.notes)


def test_a_cycle_of_thousands_is_told_briefly():
    from fourbar.robot import Joint, Link, Robot

    size = 5000
    joints = [Joint(f"j{i}", "fixed", f"l{i}", f"l{(i + 1) % size}") for i in range(size)]
    (found,) = check(Robot("ring", [Link(f"l{i}") for i in range(size)], joints))
    assert found.code == "G301"
    assert len(found.message) < 300


def test_a_second_parent_is_offered_as_a_loop_that_reads_back():
    elements = [
        joint("left", "base", "a"),
        joint("right", "base", "b"),
        joint("tip1", "a", "tip"),
        joint("tip2", "b", "tip", inside='<origin xyz="0 0.5 0"/><axis xyz="0 0 1"/>'),
    ]
    found = message("base a b tip", *elements)
    assert found.code == "G302"
    assert found.message == "link 'tip' has two parent joints: 'tip1' and 'tip2'"
    assert [each.label for each in found.related] == ["first parent joint"]
    assert found.related[0].span.line < found.span.line
    offered = found.notes[1]
    robot, report, _ = read("\n".join(["base a b tip", *elements[:3], offered]))
    assert report.ok
    assert check(robot).ok
    closing = robot.loops["tip2"]
    assert (closing.type, closing.predecessor, closing.successor) == ("continuous", "b", "tip")
    assert closing.predecessor_origin.xyz == (0, 0.5, 0)
    assert closing.axis == (0, 0, 1)


@pytest.mark.parametrize(
    ("element", "code", "place"),
    [
        (loop("l", "shnk", "base"), "R201", "shnk"),
        (coupling("c", "shank", "bse"), "R201", "bse"),
        (joint("2", "shank", "foot", inside='<mimic joint="kne"/>'), "R202", "kne"),
    ],
)
def test_an_unknown_name_is_found_once_with_the_closest_one(element, code, place):
    links = "base shank foot" if "foot" in element else "base shank"
    elements = (joint("knee", "base", "shank"), element)
    assert findings(links, *elements) == [(code, place)]
    assert "did you mean" in message(links, *elements).message


def test_an_unknown_parent_leaves_the_child_out_as_loading_does():
    elements = (joint("knee", "base", "shank"), joint("2", "shnk", "foot"))
    found = sorted(findings("base shank foot", *elements))
    assert found == [("G303", '<link name="foot"/>'), ("R201", "shnk")]


def test_one_name_for_a_loop_and_a_coupling_is_an_error():
    found = findings(
        "base a b",
        joint("1", "base", "a"),
        joint("2", "base", "b"),
        loop("x", "a", "b"),
        coupling("x", "a", "b"),
    )
    assert [code for code, _ in found] == ["R203"]


def test_ratio_zero_is_an_error_and_a_negative_ratio_is_legal():
    tree = [joint("1", "base", "a"), joint("2", "base", "b")]
    assert [c for c, _ in findings("base a b", *tree, coupling("c", "a", "b", "0"))] == ["S122"]
    assert findings("base a b", *tree, coupling("c", "a", "b", "-2.5")) == []


def test_ratio_zero_is_found_in_a_robot_made_in_python(build):
    report = check(build("base>a, base>b", couplings={"a-b": 0.0}))
    assert [d.code for d in report] == ["S122"]


def test_a_coupling_of_turning_and_sliding_joints_is_an_error():
    found = message(
        "base a b",
        joint("turn", "base", "a"),
        joint("slide", "base", "b", "prismatic", '<limit effort="1" velocity="1" upper="1"/>'),
        coupling("c", "a", "b"),
    )
    assert found.code == "G320"
    assert "'turn' (continuous, 1 DOF) and 'slide' (prismatic, 1 DOF)" in found.message


@pytest.mark.parametrize(
    ("types", "code"),
    [
        ({"a": "universal"}, "G321"),
        ({"a": "prismatic", "b": "planar"}, "G321"),
        ({"a": "prismatic", "b": "universal"}, "G320"),
        ({"a": "spherical", "b": "spherical"}, "G322"),
        ({"a": "floating"}, "G322"),
        ({"a": "fixed", "b": "fixed"}, "G323"),
        ({"a": "fixed", "b": "prismatic"}, "G324"),
        ({"a": "continuous", "b": "revolute"}, None),
        ({"a": "planar", "b": "planar"}, None),
    ],
)
def test_coupled_joints_must_move_alike(build, types, code):
    # A second sliding or turning joint keeps a one-sided coupling from locking the first.
    robot = build(
        "base>a, base>b>b2",
        couplings={"a-b2": 2.0},
        types={"b2": types.get("b", "revolute"), **types},
    )
    assert [d.code for d in check(robot)] == ([code] if code else [])


def test_a_mixed_joint_anywhere_in_a_subchain_is_found(build):
    robot = build("base>a>b>c>d, base>e", couplings={"d-e": 1.0}, types={"b": "prismatic"})
    (found,) = check(robot)
    assert found.code == "G320"
    assert "'j_b'" in found.message


def test_a_fixed_joint_in_a_coupled_subchain_is_legal(build):
    robot = build("base>a>b>c, base>d", couplings={"c-d": 2.0}, types={"b": "fixed"})
    assert len(check(robot)) == 0


def test_a_floating_loop_is_useless(build):
    (found,) = check(build("base>a, base>b", loops=["a-b"], loop_type="floating"))
    assert (found.code, str(found.severity)) == ("G312", "warning")


def test_joints_that_mimic_each_other_are_an_error(build):
    robot = build(
        "base>a, base>b, base>c", mimics={"a": ("b", 1.0), "b": ("c", 1.0), "c": ("a", 2.0)}
    )
    (found,) = check(robot)
    assert found.code == "G330"
    assert "'j_a' -> 'j_b' -> 'j_c' -> 'j_a'" in found.message
    (found,) = check(build("base>a", mimics={"a": ("a", 1.0)}))
    assert "joint 'j_a' mimics itself" in found.message


def test_a_mimic_of_other_degrees_of_freedom_is_an_error(build):
    (found,) = check(build("base>a, base>b", mimics={"b": ("a", 1.0)}, types={"a": "universal"}))
    assert found.code == "G331"


def test_a_slide_may_follow_a_turn(build):
    robot = build("base>a, base>b", mimics={"b": ("a", 0.01)}, types={"b": "prismatic"})
    assert len(check(robot)) == 0


def test_a_robot_without_links_says_so():
    from fourbar.robot import Robot

    assert [d.code for d in check(Robot("empty"))] == ["G304"]
    with pytest.raises(GraphError, match="no links"):
        ConnectivityGraph(Robot("empty"))


def test_a_joint_that_mimics_itself_is_one_joint():
    text = joint("j", "a", "b", inside='<mimic joint="j"/>')
    found = message("a b", text)
    assert found.code == "G330"
    assert found.notes[0] == "Loading lets the joint move on its own."
