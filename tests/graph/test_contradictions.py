"""Couplings and mimics are linear: their rank is known without a pose."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fourbar.graph import check
from fourbar.graph.linear import LinearSystem, Outcome
from fourbar.robot import Coupling, Joint, Link, Robot


def codes(robot):
    return [d.code for d in check(robot)]


def test_two_ratios_between_the_same_links_hold_both_still(build):
    robot = build("base>a, base>b", couplings={"a-b": 2.0, "b-a": 2.0})
    (found,) = check(robot)
    assert found.code == "G325"
    assert str(found.path) == "coupling[c1]"
    assert "coupling 'c1' and coupling 'c0' together lock joints" in found.message
    assert "'j_a'" in found.message
    assert "'j_b'" in found.message


def test_the_same_ratio_said_backwards_is_redundant(build):
    assert codes(build("base>a, base>b", couplings={"a-b": 4.0, "b-a": 0.25})) == ["G326"]


def test_a_ratio_and_its_rounded_inverse_agree(build):
    assert codes(build("base>a, base>b", couplings={"a-b": 3.0, "b-a": 0.333333333333})) == ["G326"]


def test_a_circle_of_gears_must_close(build):
    gears = "base>a, base>b, base>c"
    assert codes(build(gears, couplings={"a-b": 2.0, "b-c": 3.0, "a-c": 6.0})) == ["G326"]
    assert codes(build(gears, couplings={"a-b": 2.0, "b-c": 3.0, "a-c": 5.0})) == ["G325"]


def test_large_gear_ratios_do_not_cancel_by_accident(build):
    stages = "base>a, base>b, base>c, base>d, base>e"
    ratios = {"a-b": 1e4, "b-c": 1e4, "c-d": 1e4, "d-e": 1e4}
    assert codes(build(stages, couplings=ratios)) == []
    assert codes(build(stages, couplings={**ratios, "a-e": 1e16})) == ["G326"]


def test_a_coupling_and_a_mimic_may_contradict(build):
    robot = build("base>a, base>b", couplings={"a-b": 2.0}, mimics={"a": ("b", 3.0)})
    assert codes(robot) == ["G325"]


def test_mimics_with_different_offsets_have_no_solution(build):
    """q_b = q_a, q_c = q_b + 0.5, and a belt that says q_c = q_a."""
    robot = build(
        "base>a, base>b, base>c",
        couplings={"c-a": 1.0},
        mimics={"b": ("a", 1.0), "c": ("b", 1.0)},
    )
    joint = robot.joints["j_c"]
    robot = robot.update(replace(joint, mimic=replace(joint.mimic, offset=0.5)))
    (found,) = check(robot)
    assert found.code == "G325"
    assert "no position satisfies them all" in found.message


def test_sums_along_chains_are_compared(build):
    """q_a + q_b = q_m and q_a = q_m hold b still; nothing else does."""
    robot = build("base>a>b, base>m", couplings={"b-m": 1.0, "a-m": 1.0})
    (found,) = check(robot)
    assert found.code == "G325"
    assert "lock joint 'j_b'" in found.message


def test_parallel_belts_leave_all_joints_free(build):
    """Two motors on the base drive two joints of a chain: a coupled but regular transmission."""
    robot = build("base>a>b, base>m, base>n", couplings={"a-m": 0.5, "b-n": 0.5})
    assert codes(robot) == []


def test_a_coupling_to_an_ancestor_keeps_the_far_link_parallel(build):
    (found,) = check(build("base>a>b", couplings={"b-base": 1.0}))
    assert (found.code, str(found.severity)) == ("G324", "info")


def test_a_coupling_that_holds_a_single_joint_is_told(build):
    assert sorted(codes(build("base>a", couplings={"a-base": 1.0}))) == ["G324", "G328"]
    assert codes(build("base>a, base>b", mimics={"b": ("a", 0.0)})) == ["G328"]


def test_comparing_stops_when_it_becomes_too_much_work_and_says_so(build, monkeypatch):
    monkeypatch.setattr("fourbar.graph.contradictions._WORK", 3)
    gears = "base>a, base>b, base>c, base>d"
    report = check(build(gears, couplings={"a-b": 2.0, "b-c": 2.0, "c-d": 2.0, "a-d": 9.0}))
    (found,) = report
    assert (found.code, str(found.severity)) == ("G327", "info")
    assert "coupling 'c" in found.message


matrices = st.integers(1, 6).flatmap(
    lambda n: st.lists(st.lists(st.integers(-3, 3), min_size=n, max_size=n), min_size=1, max_size=8)
)


@given(matrices)
def test_the_rank_is_numpys(rows):
    system = LinearSystem()
    added = 0
    for row in rows:
        outcome = system.add({i: float(v) for i, v in enumerate(row) if v}, 0.0)
        added += outcome is Outcome.INDEPENDENT
    assert added == np.linalg.matrix_rank(np.array(rows))


@given(matrices, st.data())
def test_what_is_determined_lies_in_the_row_space(rows, data):
    system = LinearSystem()
    for row in rows:
        system.add({i: float(v) for i, v in enumerate(row) if v}, 0.0)
    probe = data.draw(st.lists(st.integers(-2, 2), min_size=len(rows[0]), max_size=len(rows[0])))
    rank = np.linalg.matrix_rank(np.array(rows))
    inside = np.linalg.matrix_rank(np.array([*rows, probe])) == rank
    assert system.determines({i: float(v) for i, v in enumerate(probe) if v}) == inside


@given(matrices, st.data())
def test_a_system_with_a_solution_is_never_inconsistent(rows, data):
    point = data.draw(st.lists(st.integers(-5, 5), min_size=len(rows[0]), max_size=len(rows[0])))
    system = LinearSystem()
    for row in rows:
        constant = float(np.dot(row, point))
        outcome = system.add({i: float(v) for i, v in enumerate(row) if v}, constant)
        assert outcome is not Outcome.INCONSISTENT
    if rows[0][0]:
        wrong = float(np.dot(rows[0], point)) + 1.0
        coefficients = {i: float(v) for i, v in enumerate(rows[0]) if v}
        assert system.add(coefficients, wrong) is Outcome.INCONSISTENT


def test_a_joint_held_through_the_joint_above_it_is_found(build):
    """The gears hold a still, and a + b = 0 then holds b, though no equation names both."""
    robot = build("base>a>b, base>c", couplings={"base-b": 1.0, "a-c": 1.0, "c-a": 2.0})
    found = [d for d in check(robot) if d.code == "G325"]
    assert len(found) == 1
    assert all(f"'j_{name}'" in found[0].message for name in "abc")


@st.composite
def geared_trees(draw):
    size = draw(st.integers(3, 8))
    parents = [draw(st.integers(0, i - 1)) for i in range(1, size)]
    ends = st.lists(st.sampled_from(range(size)), min_size=2, max_size=2, unique=True)
    ratios = st.sampled_from([1.0, -1.0, 2.0, 0.5, 3.0])
    couplings = draw(st.lists(st.tuples(ends, ratios), min_size=1, max_size=6))
    return parents, couplings


@given(geared_trees())
def test_joints_are_held_exactly_where_the_null_space_says_so(tree):
    """Eq. 8 written out in joint positions, with numpy's singular values as the judge."""
    parents, couplings = tree
    links = [f"b{i}" for i in range(len(parents) + 1)]
    joints = [
        Joint(f"j{i}", "revolute", f"b{parent}", f"b{i}") for i, parent in enumerate(parents, 1)
    ]
    robot = Robot(
        "gears",
        [Link(name) for name in links],
        joints,
        couplings=[
            Coupling(f"c{k}", f"b{p}", f"b{s}", r) for k, ((p, s), r) in enumerate(couplings)
        ],
    )

    def path(body):
        row = np.zeros(len(parents))
        while body:
            row[body - 1] = 1
            body = parents[body - 1]
        return row

    rows = []
    for (p, s), ratio in couplings:
        shared = path(p) * path(s)
        rows.append((path(p) - shared) - ratio * (path(s) - shared))
    _, values, basis = np.linalg.svd(np.array(rows))
    null = basis[np.count_nonzero(values > 1e-9) :]
    held = {f"'j{i + 1}'" for i in range(len(parents)) if np.all(np.abs(null[:, i]) < 1e-9)}
    said = " ".join(d.message for d in check(robot) if d.code in ("G325", "G328"))
    assert bool(held) == bool(said)
    if "more" not in said:
        assert {name for name in held if name in said} == held
    assert not any(f"'j{i + 1}'" in said for i in range(len(parents)) if f"'j{i + 1}'" not in held)
    redundant = sum(d.code == "G326" for d in check(robot))
    assert redundant == len(couplings) - np.count_nonzero(values > 1e-9)
