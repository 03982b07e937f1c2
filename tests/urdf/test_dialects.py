"""Every spelling of URDF+ means the same."""

import math

import pytest

import fourbar as fb
from fourbar.robot import Coupling, Loop, Pose

TREE = """<link name="a"/><link name="b"/><link name="c"/>
<joint name="ab" type="revolute"><parent link="a"/><child link="b"/></joint>
<joint name="ac" type="revolute"><parent link="a"/><child link="c"/></joint>"""


def read(inner: str, **options):
    robot, report = fb.read(f'<robot name="r">{TREE}\n{inner}</robot>'.encode(), **options)
    return robot, [d.code for d in report]


P = Pose((1.0, 0.0, 0.0))
S = Pose((0.0, 2.0, 0.0))
CANONICAL = Loop("l", "revolute", "b", "c", P, S, (0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (
            '<loop name="l" type="revolute"><predecessor link="b"><origin xyz="1 0 0"/>'
            '</predecessor><successor link="c"><origin xyz="0 2 0"/></successor>'
            '<axis xyz="0 0 1"/></loop>',
            [],
        ),
        (
            '<loop name="l" type="revolute"><predecessor name="b"><origin xyz="1 0 0"/>'
            '</predecessor><successor name="c"><origin xyz="0 2 0"/></successor>'
            '<axis xyz="0 0 1"/></loop>',
            ["S120", "S120"],
        ),
        (
            '<loop name="l" type="revolute"><predecessor link="b"/><origin xyz="1 0 0"/>'
            '<successor link="c"/><origin xyz="0 2 0"/><axis xyz="0 0 1"/></loop>',
            ["S120", "S120"],
        ),
        (
            '<loop name="l" type="revolute"><predecessor link="b"/><successor link="c"/>'
            '<predecessor_origin xyz="1 0 0"/><successor_origin xyz="0 2 0"/>'
            '<axis xyz="0 0 1"/></loop>',
            ["S120", "S120"],
        ),
        (
            '<constraint name="l" type="revolute"><predecessor link="b"><origin xyz="1 0 0"/>'
            '</predecessor><successor link="c"><origin xyz="0 2 0"/></successor>'
            '<axis xyz="0 0 1"/></constraint>',
            ["S120"],
        ),
        (
            '<constraint name="l" type="revolute"><parent link="b"/><child link="c"/>'
            '<parent_origin xyz="1 0 0"/><child_origin xyz="0 2 0"/>'
            '<parent_axis xyz="0 0 1"/><child_axis xyz="0 0 1"/></constraint>',
            ["S120"],
        ),
        (
            '<loop_joint name="l" type="revolute"><link1 link="b" xyz="1 0 0" rpy="0 0 0"/>'
            '<link2 link="c" xyz="0 2 0"/><axis xyz="0 0 1"/></loop_joint>',
            ["S120"],
        ),
    ],
)
def test_every_spelling_of_a_loop_gives_the_same_loop(text, reported):
    robot, codes = read(text)
    assert tuple(robot.loops) == (CANONICAL,)
    assert codes == reported


def test_a_position_constraint_is_a_spherical_loop():
    robot, codes = read(
        '<constraint name="l" type="position"><predecessor link="b"/>'
        '<successor link="c"/></constraint>'
    )
    assert robot.loops["l"].type == "spherical"
    assert codes == ["S120"]


def test_different_axes_of_a_ros_constraint_turn_the_successor_frame():
    robot, _ = read(
        '<constraint name="l" type="revolute"><parent link="b"/><child link="c"/>'
        '<parent_axis xyz="0 0 1"/><child_axis xyz="1 0 0"/></constraint>'
    )
    loop = robot.loops["l"]
    rotation = loop.successor_origin.rotation()
    turned = [sum(row[k] * loop.axis[k] for k in range(3)) for row in rotation]
    assert turned == pytest.approx([1.0, 0.0, 0.0], abs=1e-15)


ENDS = '<predecessor link="b"/><successor link="c"/>'
NAMED_ENDS = '<predecessor name="b"/><successor name="c"/>'


@pytest.mark.parametrize(
    ("text", "ratio", "reported"),
    [
        # Paper (eq. 8): predecessor = ratio * successor; parsers: the other way round.
        (f'<coupling name="k">{ENDS}<ratio value="6" of="predecessor"/></coupling>', 6.0, []),
        (f'<coupling name="k">{ENDS}<ratio value="6" of="successor"/></coupling>', 1 / 6, []),
        (f'<coupling name="k">{ENDS}<ratio value="6"/></coupling>', 1 / 6, ["S121"]),
        (
            f'<coupling name="k">{NAMED_ENDS}<ratio value="6"/></coupling>',
            6.0,
            ["S120", "S120", "S121"],
        ),
        (
            f'<constraint name="k" type="rolling">{ENDS}<ratio value="6"/></constraint>',
            1 / 6,
            ["S120", "S121"],
        ),
        (f'<coupling name="k" type="rolling">{ENDS}</coupling>', 1.0, ["S120"]),
        (f'<coupling name="k">{ENDS}<gear_ratio value="-2"/></coupling>', -0.5, ["S120", "S121"]),
        (f'<coupling name="k" gear_ratio="-2">{ENDS}</coupling>', -0.5, ["S120", "S121"]),
        (f'<coupling name="k">{ENDS}<ratio value="-1"/></coupling>', -1.0, []),
    ],
)
def test_every_spelling_of_a_coupling(text, ratio, reported):
    robot, codes = read(text)
    assert tuple(robot.couplings) == (Coupling("k", "b", "c", ratio),)
    assert sorted(codes) == sorted(reported)


@pytest.mark.parametrize(("convention", "ratio"), [("paper", 6.0), ("parser", 1 / 6)])
def test_the_caller_can_decide_which_side_the_ratio_multiplies(convention, ratio):
    text = f'<coupling name="k">{NAMED_ENDS}<ratio value="6"/></coupling>'
    robot, _ = read(text, coupling=convention)
    assert robot.couplings["k"].ratio == ratio


@pytest.mark.parametrize(
    ("ratio", "code"),
    [
        ("<ratio/>", "S103"),
        ('<ratio value="eta"/>', "S105"),
        ('<ratio value="0"/>', "S122"),
        ('<ratio value="2" of="motor"/>', "S109"),
    ],
)
def test_unusable_ratios_are_errors(ratio, code):
    robot, codes = read(f'<coupling name="k">{ENDS}{ratio}</coupling>')
    assert codes == [code]
    assert len(robot.couplings) == 0


def test_a_literal_symbol_is_named_as_such():
    coupling = f'<coupling name="k">{ENDS}<ratio value="eta"/></coupling>'
    _, report = fb.read(f'<robot name="r">{TREE}{coupling}</robot>'.encode())
    assert "'eta' is a symbol" in report.diagnostics[0].notes[0]


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("TRUE", True), ("1", True), ("False", False), ("0", False)]
)
def test_independent_takes_any_boolean(text, value):
    robot, report = fb.read(
        f'<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute" '
        f'independent="{text}"><parent link="a"/><child link="b"/></joint></robot>'.encode()
    )
    assert robot.joints["j"].independent is value
    assert report.ok


def test_a_misspelt_boolean_is_an_error_with_a_guess():
    _, report = fb.read(
        b'<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute" '
        b'independent="fasle"><parent link="a"/><child link="b"/></joint></robot>'
    )
    (finding,) = report
    assert finding.code == "S109"
    assert "did you mean 'false'" in finding.message


def test_unnamed_parts_get_stable_names():
    robot, codes = read(
        '<link name="d"/><joint type="fixed"><parent name="a"/><child name="d"/></joint>'
        '<loop type="fixed"><predecessor link="b"/><successor link="c"/></loop>'
        '<loop type="fixed"><predecessor link="b"/><successor link="c"/></loop>'
        f"<coupling>{ENDS}</coupling>"
    )
    assert "a_to_d" in robot.joints
    assert robot.loops.names == ("b_loop_c", "b_loop_c_2")
    assert robot.couplings.names == ("b_coupled_c",)
    assert codes.count("S114") == 4


def test_reading_a_gear_ratio_backwards_is_exact():
    robot, _ = read(f'<coupling name="k">{ENDS}<ratio value="9.33" of="successor"/></coupling>')
    assert math.isclose(robot.couplings["k"].ratio * 9.33, 1.0, rel_tol=1e-15)
