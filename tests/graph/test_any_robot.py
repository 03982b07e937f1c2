"""Whatever joints a description has, checking ends, and says no tree exactly where none is."""

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from fourbar.diagnostics import Severity
from fourbar.graph import ConnectivityGraph, GraphError, check, clusters, draw
from fourbar.graph.drawing import FORMATS
from fourbar.record import as_read
from fourbar.robot import JOINT_TYPES, Coupling, Joint, Link, Loop, Mimic, Robot

NAMES = [f"b{i}" for i in range(7)]
ANY_LINK = st.sampled_from([*NAMES, "nowhere"])


@st.composite
def robots(draw):
    """Links and any joints, loops, couplings and mimics between them, sensible or not."""
    links = NAMES[: draw(st.integers(0, len(NAMES)))]
    kinds = st.sampled_from(JOINT_TYPES)
    joints = []
    for i in range(draw(st.integers(0, 8))):
        mimic = Mimic(f"j{draw(st.integers(0, 9))}", draw(st.sampled_from([0.0, 1.0, -2.0])))
        mimic = mimic if draw(st.booleans()) else None
        ends = draw(ANY_LINK), draw(ANY_LINK)
        joints.append(as_read(Joint, f"j{i}", draw(kinds), *ends, mimic=mimic))
    loops = [
        Loop(f"l{i}", draw(kinds), draw(ANY_LINK), draw(ANY_LINK))
        for i in range(draw(st.integers(0, 3)))
    ]
    ratios = st.floats(allow_nan=False, allow_infinity=False)
    couplings = [
        Coupling(f"l{i + 1}", draw(ANY_LINK), draw(ANY_LINK), draw(ratios))
        for i in range(draw(st.integers(0, 3)))
    ]
    return Robot("any", [Link(name) for name in links], joints, loops, couplings)


@given(robots())
def test_a_tree_is_accepted_and_nothing_else(robot):
    digraph = nx.MultiDiGraph()
    digraph.add_nodes_from(link.name for link in robot.links)
    digraph.add_edges_from((joint.parent, joint.child) for joint in robot.joints)
    is_tree = (
        len(robot.links) > 0 and len(digraph) == len(robot.links) and nx.is_arborescence(digraph)
    )
    report = check(robot)
    about_tree = {d.code for d in report} & {"G301", "G302", "G303", "G304"}
    about_tree |= {d.code for d in report if d.code == "R201" and str(d.path).startswith("joint")}
    assert is_tree == (not about_tree)
    try:
        ConnectivityGraph(robot, report=report)
        assert is_tree
    except GraphError:
        assert not is_tree


@given(robots())
def test_findings_have_a_path_and_are_said_once(robot):
    report = check(robot)
    count = len(report)
    assert all(d.path and d.message for d in report)
    assert len({(d.code, d.path) for d in report}) == count
    check(robot, report=report)
    assert len(report) == count


def strict(robot):
    """The error that building the graph of a robot raises, if any."""
    try:
        ConnectivityGraph(robot)
    except GraphError as error:
        return error
    return None


@given(robots())
def test_the_strict_constructor_raises_only_for_errors_that_check_finds(robot):
    error = strict(robot)
    found = {(d.code, d.path) for d in check(robot) if d.severity is Severity.ERROR}
    if error is not None:
        assert {(d.code, d.path) for d in error.report} <= found
        assert str(error)


@st.composite
def trees(draw):
    """A tree of any joint types, with loop joints between any two different links."""
    size = draw(st.integers(2, 9))
    kinds = st.sampled_from(JOINT_TYPES)
    joints = []
    for i in range(1, size):
        leader = draw(st.none() | st.integers(1, max(1, i - 1)))
        mimic = Mimic(f"j{leader}", draw(st.floats(-2, 2))) if leader and leader != i else None
        parent = draw(st.integers(0, i - 1))
        joints.append(Joint(f"j{i}", draw(kinds), f"b{parent}", f"b{i}", mimic=mimic))
    ends = st.lists(st.sampled_from(range(size)), min_size=2, max_size=2, unique=True)
    loops = [
        Loop(f"l{k}", draw(kinds), *(f"b{i}" for i in draw(ends)))
        for k in range(draw(st.integers(0, 4)))
    ]
    ratios = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(
        [1.0, -1.0, 2.0, 0.5]
    )
    couplings = [
        Coupling(f"c{k}", *(f"b{i}" for i in draw(ends)), draw(ratios))
        for k in range(draw(st.integers(0, 6)))
    ]
    return Robot("tree", [Link(f"b{i}") for i in range(size)], joints, loops, couplings)


@settings(max_examples=40)
@given(trees())
def test_a_tree_with_any_loop_joints_is_checked_grouped_and_drawn(robot):
    allowed = {"S108", "S122", "G312", "G331", *(f"G32{k}" for k in range(9))}
    assert {d.code for d in check(robot)} <= allowed
    assert sum(len(cluster.bodies) for cluster in clusters(robot)) == len(robot.links)
    for format in FORMATS:
        assert draw(robot, format=format)
