"""The groups of bodies that known mechanisms must give."""

import pytest

import fourbar
from fourbar.graph import (
    AggregateGraph,
    ConnectivityGraph,
    ConstraintDependencyDigraph,
    check,
    clusters,
)
from fourbar.robot import Coupling, Joint, Link, Loop, Robot


def groups(robot, **options):
    return [set(cluster.links) for cluster in clusters(robot, **options)]


def test_a_tree_has_one_cluster_per_link(build):
    assert groups(build("base>a>b, base>c")) == [{"base"}, {"a"}, {"b"}, {"c"}]


@pytest.mark.parametrize(
    ("tree", "loop"),
    [
        ("ground>crank>coupler, ground>rocker", "coupler-rocker"),
        ("ground>crank>coupler, ground>rocker", "rocker-coupler"),
        ("ground>crank, ground>rocker>coupler", "crank-coupler"),
        ("ground>crank>coupler>rocker", "rocker-ground"),
        ("ground>crank>coupler>rocker", "ground-rocker"),
    ],
)
def test_a_four_bar_is_one_cluster_wherever_it_is_cut(build, tree, loop):
    assert groups(build(tree, loops=[loop])) == [{"ground"}, {"crank", "coupler", "rocker"}]


def test_a_six_bar_is_one_cluster_of_five(build):
    robot = build(
        "ground>crank>coupler, ground>rocker>link5, ground>output",
        loops=["coupler-rocker", "link5-output"],
    )
    assert groups(robot) == [{"ground"}, {"crank", "coupler", "rocker", "link5", "output"}]


def test_the_leg_linkage_leaves_the_thigh_alone(build):
    robot = build("base>thigh>shank_driver>shank_support, thigh>foot", loops=["shank_support-foot"])
    assert groups(robot) == [{"base"}, {"thigh"}, {"shank_driver", "shank_support", "foot"}]


def test_the_lims2_wrist_groups_its_rods_and_output():
    """Figure 4 of the URDF+ paper, with its names."""
    robot = Robot(
        "wrist",
        [Link(n) for n in ("Base", "Link 1", "Link 2", "Link 3", "Output")],
        [
            Joint("1", "universal", "Base", "Link 1", independent=True),
            Joint("2", "universal", "Base", "Link 2", independent=False),
            Joint("3", "universal", "Base", "Link 3", independent=False),
            Joint("4", "universal", "Link 1", "Output", independent=False),
        ],
        [
            Loop("1", "universal", "Link 2", "Output"),
            Loop("2", "universal", "Link 3", "Output"),
        ],
    )
    aggregate = AggregateGraph(robot)
    assert [set(c.links) for c in aggregate.clusters] == [
        {"Base"},
        {"Link 1", "Link 2", "Link 3", "Output"},
    ]
    assert aggregate.freedom == (8, 8)


def test_the_belt_transmission_groups_shank_motor_and_foot():
    """Figure 5 of the URDF+ paper: q_shank + q_foot = ratio * q_motor."""
    robot = Robot(
        "belt",
        [Link(n) for n in ("thigh", "shank", "motor", "foot")],
        [
            Joint("knee", "revolute", "thigh", "shank", independent=True),
            Joint("rotor", "revolute", "thigh", "motor", independent=False),
            Joint("ankle", "revolute", "shank", "foot", independent=True),
        ],
        couplings=[Coupling("belt", "foot", "motor", 2.0)],
    )
    aggregate = AggregateGraph(robot)
    assert [c.links for c in aggregate.clusters] == [("thigh",), ("shank", "motor", "foot")]
    assert aggregate.freedom == (3, 1)
    nu_p, nu_s = aggregate.graph.subchains(robot.couplings[0])
    assert [aggregate.graph.bodies[i] for i in nu_p] == ["shank", "foot"]
    assert [aggregate.graph.bodies[i] for i in nu_s] == ["motor"]


def test_nested_and_overlapping_loops_merge_and_separate_ones_do_not(build):
    """As figure 3 of the URDF+ paper: several aggregate links in one mechanism.

    b-d and f-d overlap in d; g-e is nested in the chain of f-d; j-k stands alone below them.
    """
    robot = build(
        "base>a>b, base>c>d, base>e>f, e>g, f>h>i>j, h>k",
        loops=["b-d", "f-d", "g-f", "j-k"],
    )
    assert groups(robot) == [
        {"base"},
        {"a", "b", "c", "d", "e", "f", "g"},
        {"h"},
        {"i", "j", "k"},
    ]


def test_a_loop_nested_in_anothers_subchain_belongs_to_it(build):
    robot = build("base>a>b>c>d, base>x", loops=["d-x", "b-c"])
    assert groups(robot) == [{"base"}, {"a", "b", "c", "d", "x"}]


def test_loops_that_share_only_the_nca_stay_apart(build):
    robot = build("base>a>b, base>c, base>d>e, base>f", loops=["b-c", "e-f"])
    assert groups(robot) == [{"base"}, {"a", "b", "c"}, {"d", "e", "f"}]


def test_a_loop_to_an_ancestor_groups_the_bodies_between(build):
    robot = build("base>a>b>c>d", loops=["a-c"])
    assert groups(robot) == [{"base"}, {"a"}, {"b", "c"}, {"d"}]


def test_a_loop_to_the_parent_groups_nothing_new_and_stays_in_the_bodys_cluster(build):
    result = clusters(build("base>a>b", loops=["a-b"]))
    assert [c.links for c in result] == [("base",), ("a",), ("b",)]
    assert [len(c.loops) for c in result] == [0, 0, 1]


def test_a_floating_loop_groups_nothing(build):
    assert groups(build("base>a, base>b", loops=["a-b"], loop_type="floating")) == [
        {"base"},
        {"a"},
        {"b"},
    ]


def test_fixed_joints_in_a_coupled_subchain_are_grouped_but_not_counted(build):
    robot = build("base>a>b>c, base>d", couplings={"c-d": 3.0}, types={"b": "fixed"})
    _, cluster = clusters(robot)
    assert cluster.links == ("a", "b", "c", "d")
    assert cluster.freedom == (3, 1)


def test_a_mimic_groups_its_two_joints_unless_left_out(build):
    robot = build("palm>left, palm>right", mimics={"right": ("left", -1.0)})
    assert groups(robot) == [{"palm"}, {"left", "right"}]
    assert groups(robot, mimic=False) == [{"palm"}, {"left"}, {"right"}]


def test_a_mimic_along_a_chain_groups_leader_and_follower(build):
    """The leader's own joint takes part, unlike in a coupling to an ancestor."""
    robot = build("palm>proximal>middle>distal", mimics={"distal": ("proximal", 0.5)})
    assert groups(robot) == [{"palm"}, {"proximal", "middle", "distal"}]


def test_a_mimic_between_branches_groups_the_way_to_their_nca(build):
    robot = build("base>a>b, base>c>d, d>e", mimics={"b": ("d", 1.0)})
    assert groups(robot) == [{"base"}, {"a", "b", "c", "d"}, {"e"}]


def test_each_cluster_knows_its_joints_and_where_it_hangs(build):
    robot = build(
        "base>hip>a>b, hip>c, c>tool",
        loops=["b-c"],
        couplings={"a-c": -1.0},
        mimics={"c": ("a", 2.0)},
    )
    root, hip, linkage, tool = clusters(robot)
    assert (root.parent, root.parent_body) == (-1, -1)
    assert (hip.parent, linkage.parent, tool.parent) == (0, 1, 2)
    assert linkage.links == ("a", "b", "c")
    assert [j.child for j in linkage.joints] == ["a", "b", "c"]
    assert [x.name for x in linkage.loops] == ["l0"]
    assert [x.name for x in linkage.couplings] == ["c0"]
    assert [x.name for x in linkage.mimics] == ["j_c"]
    assert linkage.freedom == (3, 5 + 1 + 1)
    assert tool.parent_body == AggregateGraph(robot).graph.index("c")


@pytest.mark.parametrize(
    ("kind", "equations"),
    [
        ("fixed", 6),
        ("revolute", 5),
        ("continuous", 5),
        ("prismatic", 5),
        ("planar", 4),
        ("universal", 4),
        ("spherical", 3),
        ("floating", 0),
    ],
)
def test_each_loop_type_imposes_its_number_of_equations(build, kind, equations):
    robot = build("base>a, base>b", loops=["a-b"], loop_type=kind)
    assert AggregateGraph(robot).freedom == (2, equations)


def test_a_coupling_of_two_dof_joints_imposes_two_equations(build):
    robot = build(
        "base>a, base>b", couplings={"a-b": 1.0}, types={"a": "universal", "b": "universal"}
    )
    assert AggregateGraph(robot).freedom == (4, 2)


def test_the_digraph_has_the_edges_of_algorithm_3(build):
    graph = ConnectivityGraph(build("base>a>b, base>c>d", loops=["b-d"]))
    edges = ConstraintDependencyDigraph(graph).edges
    named = {(graph.bodies[e.tail], graph.bodies[e.head]) for e in edges}
    assert named == {
        ("base", "a"),
        ("a", "b"),
        ("base", "c"),
        ("c", "d"),
        ("b", "c"),
        ("d", "a"),
    }
    assert len(edges) == graph.N_J + graph.N_L


def test_cluster_of_takes_names_and_numbers(build):
    aggregate = AggregateGraph(build("base>a>b, base>c", loops=["b-c"]))
    assert aggregate.cluster_of("b") is aggregate.cluster_of(2) is aggregate.clusters[1]


@pytest.mark.parametrize(
    ("name", "together"),
    [
        ("four_bar", [3]),
        ("six_bar", [5]),
        ("leg_linkage", [3]),
        ("lims2_wrist", [4]),
        ("belt_leg", [3]),
        ("stewart", [13]),
        ("humanoid", []),
    ],
)
def test_gallery_robots_have_their_clusters(name, together):
    robot = fourbar.load(f"gallery:{name}")
    assert len(check(robot)) == 0
    assert [len(c.links) for c in clusters(robot) if len(c.links) > 1] == together
