"""Clusters of random mechanisms against independent definitions, with networkx."""

import random

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from fourbar.graph import AggregateGraph, ConnectivityGraph, clusters
from fourbar.graph.components import strong_components
from fourbar.robot import Coupling, Joint, Link, Loop, Mimic, Robot


@st.composite
def mechanisms(draw, mimics=True):
    """A random tree with random loops, couplings and mimics; any link may be any end."""
    size = draw(st.integers(2, 25))
    parents = [
        draw(st.integers(max(0, i - draw(st.integers(1, 25))), i - 1)) for i in range(1, size)
    ]
    pair = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(
        lambda p: p[0] != p[1]
    )
    loops = draw(st.lists(pair, max_size=5))
    couplings = draw(st.lists(pair, max_size=3))
    joints = []
    for i, parent in enumerate(parents, start=1):
        mimic = None
        if mimics and i > 1 and draw(st.integers(0, 9)) == 0:
            mimic = Mimic(f"j{draw(st.integers(1, i - 1))}")
        joints.append(Joint(f"j{i}", "revolute", f"b{parent}", f"b{i}", mimic=mimic))
    return Robot(
        "random",
        [Link(f"b{i}") for i in range(size)],
        joints,
        [Loop(f"l{k}", "spherical", f"b{p}", f"b{s}") for k, (p, s) in enumerate(loops)],
        [Coupling(f"c{k}", f"b{p}", f"b{s}") for k, (p, s) in enumerate(couplings)],
    )


def tree_of(robot):
    tree = nx.DiGraph()
    tree.add_nodes_from(link.name for link in robot.links)
    tree.add_edges_from((joint.parent, joint.child) for joint in robot.joints)
    return tree


def bound_sets(robot):
    """For each loop joint and mimic the links whose joints it relates, with the way between."""
    tree = tree_of(robot)
    up = {name: nx.ancestors(tree, name) | {name} for name in tree}
    sets = [up[x.predecessor] ^ up[x.successor] for x in (*robot.loops, *robot.couplings)]
    for joint in robot.joints:
        if joint.mimic:
            leader = robot.joints[joint.mimic.joint]
            shared = up[joint.parent] & up[leader.parent]
            sets.append((up[joint.child] | up[leader.child]) - shared)
    return sets


def partition(result):
    return {frozenset(cluster.links) for cluster in result}


def aggregate_tree(result):
    """Each group of links and the group it hangs from."""
    groups = [frozenset(cluster.links) for cluster in result]
    return {(groups[c.index], groups[c.parent] if c.index else None) for c in result}


@given(mechanisms())
def test_links_are_together_iff_each_is_reachable_from_the_other(robot):
    """A body's motion depends on its parent's, and on all that a constraint relates it to."""
    depends = tree_of(robot)
    for bound in bound_sets(robot):
        depends.add_edges_from((a, b) for a in bound for b in bound)
    expected = {frozenset(part) for part in nx.strongly_connected_components(depends)}
    assert partition(clusters(robot)) == expected


@given(mechanisms())
def test_clusters_are_minimal(robot):
    """No finer partition keeps each constraint in one part: they are what overlaps joins."""
    overlaps = nx.Graph()
    overlaps.add_nodes_from(link.name for link in robot.links)
    for bound in bound_sets(robot):
        nx.add_path(overlaps, sorted(bound))
    expected = {frozenset(part) for part in nx.connected_components(overlaps)}
    assert partition(clusters(robot)) == expected


@given(mechanisms())
def test_the_aggregate_graph_is_a_tree_in_topological_order(robot):
    aggregate = AggregateGraph(robot)
    graph = aggregate.graph
    assert aggregate.clusters[0].bodies == (0,)
    for cluster in aggregate.clusters[1:]:
        assert 0 <= cluster.parent < cluster.index
        outside = {graph.parents[i] for i in cluster.bodies} - set(cluster.bodies)
        assert outside == {cluster.parent_body}
        assert list(cluster.bodies) == sorted(cluster.bodies)
    tree = nx.DiGraph((c.parent, c.index) for c in aggregate.clusters[1:])
    assert not tree or nx.is_arborescence(tree)


@given(mechanisms())
def test_every_loop_joint_lies_in_one_cluster(robot):
    aggregate = AggregateGraph(robot)
    held = [x for c in aggregate.clusters for x in (*c.loops, *c.couplings)]
    assert sorted(x.name for x in held) == sorted(x.name for x in aggregate.graph.loop_joints)
    for cluster in aggregate.clusters:
        for joint in (*cluster.loops, *cluster.couplings):
            nu_p, nu_s = aggregate.graph.subchains(joint)
            assert {*nu_p, *nu_s} <= set(cluster.bodies)


@given(mechanisms(mimics=False))
def test_subchains_and_nca_agree_with_networkx(robot):
    graph = ConnectivityGraph(robot)
    tree = tree_of(robot)
    for joint in graph.loop_joints:
        nca = nx.lowest_common_ancestor(tree, joint.predecessor, joint.successor)
        nu_p, nu_s = graph.subchains(joint)
        down_p = nx.shortest_path(tree, nca, joint.predecessor)[1:]
        down_s = nx.shortest_path(tree, nca, joint.successor)[1:]
        assert [graph.bodies[i] for i in nu_p] == down_p
        assert [graph.bodies[i] for i in nu_s] == down_s


@given(mechanisms(), st.randoms(use_true_random=False))
def test_element_order_changes_no_group(robot, shuffle: random.Random):
    def shuffled(items):
        items = list(items)
        shuffle.shuffle(items)
        return items

    other = robot.replace(
        links=shuffled(robot.links),
        joints=shuffled(robot.joints),
        loops=shuffled(robot.loops),
        couplings=shuffled(robot.couplings),
    )
    assert aggregate_tree(clusters(robot)) == aggregate_tree(clusters(other))
    # The order of links, loops and couplings does not even change a number.
    numbered = other.replace(joints=robot.joints)
    assert [c.bodies for c in clusters(numbered)] == [c.bodies for c in clusters(robot)]


@given(mechanisms())
def test_among_ready_joints_the_one_earliest_in_the_document_is_next(robot):
    graph = ConnectivityGraph(robot)
    numbered = {graph.bodies[0]}
    for joint in graph.joints:
        ready = [j for j in robot.joints if j.parent in numbered and j.child not in numbered]
        assert joint is ready[0]
        numbered.add(joint.child)


@given(
    st.integers(1, 30).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=4), min_size=n, max_size=n)
    )
)
def test_strong_components_agree_with_networkx(heads):
    digraph = nx.DiGraph()
    digraph.add_nodes_from(range(len(heads)))
    digraph.add_edges_from((tail, head) for tail, row in enumerate(heads) for head in row)
    found = strong_components(heads)
    assert {frozenset(part) for part in found} == {
        frozenset(part) for part in nx.strongly_connected_components(digraph)
    }
    place = {node: k for k, part in enumerate(found) for node in part}
    assert all(place[tail] >= place[head] for tail, row in enumerate(heads) for head in row)


def test_ten_thousand_bodies_and_two_thousand_loops_need_no_recursion():
    size = 10_000
    robot = Robot(
        "chain",
        [Link(f"b{i}") for i in range(size + 1)],
        [Joint(f"j{i}", "revolute", f"b{i - 1}", f"b{i}") for i in range(1, size + 1)],
        [Loop(f"l{k}", "revolute", f"b{5 * k}", f"b{5 * k + 3}") for k in range(2000)],
    )
    result = clusters(robot)
    assert len(result) == 1 + size - 2 * 2000
    assert {len(c.links) for c in result} == {1, 3}
