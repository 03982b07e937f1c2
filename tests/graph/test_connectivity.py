import pytest

from fourbar.graph import ConnectivityGraph, GraphError
from fourbar.robot import Joint, Link, Loop, Robot, UnknownNameError


def test_a_file_that_lists_parents_first_keeps_its_order(build):
    graph = ConnectivityGraph(build("base>a>b>c, a>d, base>e"))
    assert graph.bodies == ("base", "a", "b", "c", "d", "e")
    assert graph.parents == (-1, 0, 1, 2, 1, 0)


def test_a_joint_listed_before_its_parent_waits_for_it():
    joints = [
        Joint("j_c", "revolute", "b", "c"),
        Joint("j_b", "revolute", "a", "b"),
        Joint("j_d", "revolute", "a", "d"),
    ]
    graph = ConnectivityGraph(Robot("r", [Link(n) for n in "dcba"], joints))
    assert graph.bodies == ("a", "b", "c", "d")


def test_edge_i_joins_body_i_to_its_parent(build):
    graph = ConnectivityGraph(build("base>a>b, base>c>d, a>e"))
    for i, joint in enumerate(graph.joints, start=1):
        assert joint.child == graph.bodies[i]
        assert joint.parent == graph.bodies[graph.parents[i]]
        assert graph.parents[i] < i
        assert graph.joint_index(joint.name) == i


def test_counts_of_bodies_joints_and_loop_joints(build):
    graph = ConnectivityGraph(build("base>a>b, base>c", loops=["b-c"], couplings={"a-c": 2.0}))
    assert (graph.N_B, graph.N_L, graph.N_J) == (3, 2, 5)
    assert [joint.name for joint in graph.loop_joints] == ["l0", "c0"]


def test_a_robot_of_one_link_has_one_body():
    graph = ConnectivityGraph(Robot("r", [Link("only")]))
    assert graph.bodies == ("only",)
    assert (graph.N_B, graph.N_J, graph.N_L) == (0, 0, 0)


def test_ancestors_run_from_the_root_to_the_body_itself(build):
    graph = ConnectivityGraph(build("base>a>b, base>c"))
    assert graph.ancestors(graph.index("b")) == (0, 1, 2)
    assert graph.ancestors(0) == (0,)


def test_subchains_are_the_bodies_below_the_nca_parent_first(build):
    graph = ConnectivityGraph(build("base>hip>a>b, hip>c>d", loops=["b-d"]))
    nu_p, nu_s = graph.subchains(graph.loop_joints[0])
    assert [graph.bodies[i] for i in nu_p] == ["a", "b"]
    assert [graph.bodies[i] for i in nu_s] == ["c", "d"]


@pytest.mark.parametrize("loop", ["base-c", "c-base"])
def test_the_subchain_of_an_ancestor_is_empty(build, loop):
    graph = ConnectivityGraph(build("base>a>b>c", loops=[loop]))
    chains = graph.subchains(graph.loop_joints[0])
    assert sorted(chains) == [(), (1, 2, 3)]


def test_an_unknown_link_is_told_with_the_closest_name(build):
    graph = ConnectivityGraph(build("base>shank"))
    with pytest.raises(UnknownNameError, match="did you mean 'shank'"):
        graph.index("shnk")


def test_a_robot_that_is_no_tree_raises_with_its_report():
    robot = Robot("r", [Link("a"), Link("b")])
    with pytest.raises(GraphError, match="a robot has one root") as error:
        ConnectivityGraph(robot)
    assert [d.code for d in error.value.report] == ["G303"]
    assert isinstance(error.value, ValueError)


def test_a_loop_to_nowhere_raises_without_a_report_and_is_left_out_with_one(build):
    from fourbar.diagnostics import Report

    robot = build("base>a>b", loops=["a-nowhere"]).add(Loop("good", "revolute", "base", "b"))
    with pytest.raises(GraphError, match="nowhere"):
        ConnectivityGraph(robot)
    report = Report()
    graph = ConnectivityGraph(robot, report=report)
    assert [d.code for d in report] == ["R201"]
    assert [joint.name for joint in graph.loop_joints] == ["good"]
