"""Edits change what they must and nothing else."""

from __future__ import annotations

import pytest

from fourbar.diagnostics import Report
from fourbar.xml.edits import Editor, apply_edits
from fourbar.xml.parse import parse

TEXT = b"""<robot name='arm'>
  <link name="base" />
  <link name="t&amp;p">
    <!-- kept -->
  </link>
  <joint name="j" type="fixed"><parent link="base"/></joint>
</robot>
"""


def edited(change, text: bytes = TEXT) -> str:
    document = parse(text, file="r.urdf", report=Report())
    assert document is not None
    return apply_edits(text, list(change(Editor(document), document.root))).decode()


def difference(after: str) -> list[tuple[str, str]]:
    before = TEXT.decode().split("\n")
    return [(a, b) for a, b in zip(before, after.split("\n"), strict=False) if a != b]


def test_an_attribute_gets_another_value_in_its_own_quotes() -> None:
    after = edited(lambda e, root: e.set_attribute(root, "name", "it's"))
    assert difference(after) == [("<robot name='arm'>", "<robot name='it&apos;s'>")]


def test_only_the_part_of_a_value_that_differs_is_replaced() -> None:
    document = parse(TEXT, file="r.urdf", report=Report())
    assert document is not None
    joint = document.root.children[2]
    (edit,) = Editor(document).set_attribute(joint, "type", "fixated")
    assert (TEXT[edit.start : edit.end], edit.text) == (b"", "at")


def test_a_new_attribute_goes_behind_the_others() -> None:
    after = edited(lambda e, root: e.set_attribute(root.children[0], "x", '"<'))
    assert '<link name="base" x="&quot;&lt;" />' in after


def test_attributes_are_renamed_and_removed() -> None:
    after = edited(lambda e, root: e.rename_attribute(root.children[2], "type", "kind"))
    assert '<joint name="j" kind="fixed">' in after
    after = edited(lambda e, root: e.remove_attribute(root.children[2], "type"))
    assert '<joint name="j"><parent' in after


def test_an_element_is_renamed_at_both_ends() -> None:
    after = edited(lambda e, root: e.rename_element(root.children[2], "loop"))
    assert '<loop name="j" type="fixed"><parent link="base"/></loop>' in after


def test_an_element_with_a_line_to_itself_is_removed_with_the_line() -> None:
    after = edited(lambda e, root: e.remove_element(root.children[0]))
    assert after == TEXT.decode().replace('  <link name="base" />\n', "")


def test_an_element_among_others_leaves_the_line() -> None:
    after = edited(lambda e, root: e.remove_element(root.children[2].children[0]))
    assert '  <joint name="j" type="fixed"></joint>\n' in after


def test_a_child_is_put_into_an_empty_element() -> None:
    after = edited(lambda e, root: e.append_child(root.children[0], "<inertial/>"))
    assert '  <link name="base">\n    <inertial/>\n  </link>\n' in after


def test_a_child_is_put_behind_comments() -> None:
    after = edited(lambda e, root: e.append_child(root.children[1], "<inertial/>"))
    assert "    <!-- kept -->\n    <inertial/>\n  </link>\n" in after


@pytest.mark.parametrize("text", [TEXT, TEXT.replace(b"\n", b"\r\n"), TEXT.replace(b"  ", b"\t")])
def test_no_edits_change_nothing(text: bytes) -> None:
    assert edited(lambda _e, _root: (), text).encode() == text
