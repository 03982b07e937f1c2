"""A path is a value: what its text is, and that any name survives the text."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourbar.diagnostics import ROBOT, PartPath, Step

ELBOW = PartPath("joint", "elbow")
names = st.text(max_size=8) | st.text('[]".\\0123 \n', max_size=8)
kinds = names.filter(bool)
steps = st.tuples(kinds, st.none() | names | st.integers(0, 10**8))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (ROBOT / "name", "robot.name"),
        (ELBOW / "limit" / "lower", "joint[elbow].limit.lower"),
        (PartPath("link", "base").item("visual", 1) / "origin", "link[base].visual[1].origin"),
        (PartPath("material", ""), "material[]"),
        (PartPath("link", "left.arm v2"), "link[left.arm v2]"),
        (PartPath("link", 'a "b"'), 'link[a "b"]'),
        (PartPath("link", "a]b") / "inertial", 'link["a]b"].inertial'),
        (PartPath("link", "4"), 'link["4"]'),
        (PartPath("link", "007"), "link[007]"),
        (PartPath("link", '"'), 'link["\\""]'),
        (PartPath("gazebo", 4) / "a.b", 'gazebo[4]."a.b"'),
    ],
)
def test_text(path, text):
    assert str(path) == text
    assert PartPath.parse(text) == path


@given(steps, st.lists(steps, max_size=3))
def test_every_name_survives_the_text(first, rest):
    path = PartPath(*first)
    for kind, key in rest:
        path = path / kind if key is None else path.item(kind, key)
    assert PartPath.parse(str(path)) == path
    assert path.steps == (Step(*first), *(Step(*step) for step in rest))


@given(steps, steps)
def test_texts_are_equal_only_for_equal_paths(one, two):
    a, b = PartPath(*one), PartPath(*two)
    assert (str(a) == str(b)) == (a == b)


@pytest.mark.parametrize(
    "text", ["", ".", "joint[", "joint[a", 'joint["a]', "joint[a]b", "joint.", "[a]", 'joint["a"b]']
)
def test_other_text_is_refused(text):
    with pytest.raises(ValueError, match="is not a path"):
        PartPath.parse(text)


def test_parts():
    path = ELBOW / "limit" / "lower"
    assert path.part == ("joint", "elbow")
    assert path.last == "lower"
    assert path.owner == ELBOW / "limit"
    assert ELBOW.owner is None
    assert (path.name_of("joint"), path.name_of("link")) == ("elbow", None)
    assert path.has("limit")
    assert not path.has("elbow")


def test_a_number_is_not_a_name():
    assert PartPath("joint", 4) != PartPath("joint", "4")
    assert PartPath("joint", 4).name_of("joint") is None


def test_where_a_path_leads():
    limit = ELBOW / "limit"
    assert limit.leads_to(limit / "lower")
    assert limit.leads_to(limit)
    assert not limit.leads_to(ELBOW)
    base = PartPath("link", "base")
    assert (base / "visual").leads_to(base.item("visual", 3) / "origin")
    assert not base.item("visual", 3).leads_to(base.item("visual", 30))


def test_a_value_can_be_a_key_and_be_sent_elsewhere():
    path = ELBOW.item("visual", 2)
    assert {path: 1}[PartPath("joint", "elbow").item("visual", 2)] == 1
    assert pickle.loads(pickle.dumps(path)) == path
