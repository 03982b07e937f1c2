"""Byte offsets to lines and columns."""

import pickle
import re

from hypothesis import given
from hypothesis import strategies as st

from fourbar.diagnostics import SourceText


def test_columns_count_characters_not_bytes():
    text = SourceText("a.urdf", "<é ü='1'/>\n<b/>".encode())
    start = text.data.index(b"'1'")
    assert text.position(start) == (1, 6)


def test_a_span_over_two_lines_ends_on_the_second():
    span = SourceText("a.urdf", b"<a\n b='1'>").span(0, 10)
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 1, 2, 8)


def test_spans_outside_the_file_are_clipped():
    span = SourceText("a.urdf", b"abc").span(-5, 99)
    assert (span.start, span.end) == (0, 3)


def test_line_text_has_no_line_break():
    text = SourceText("a.urdf", b"one\r\ntwo")
    assert [text.line_text(i) for i in (0, 1, 2, 3)] == ["", "one", "two", ""]


@given(st.text(alphabet="ab\né", max_size=40), st.data())
def test_positions_agree_with_counting_by_hand(text, data):
    at = data.draw(st.integers(0, len(text)))
    before = text[:at]
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    source = SourceText("a", text.encode())
    assert source.position(len(before.encode())) == (line, column)


# The first character is beyond U+FFFF: two UTF-16 code units, four bytes of UTF-8.
ASTRAL = "\N{ROBOT FACE}é<b/>\n  \N{ROBOT FACE}"


def test_utf16_columns_count_a_character_beyond_the_basic_plane_twice():
    text = SourceText("a.urdf", ASTRAL.encode())
    start = text.data.index(b"<b/>")
    assert text.position(start) == (1, 3)
    assert text.utf16_column(start) == 4
    assert text.utf16_column(len(text.data)) == 5


@given(st.text(alphabet="a\n\r\u00e9\u4e2d\U0001f916", max_size=30), st.data())
def test_utf16_columns_are_those_of_an_encoder(text, data):
    at = data.draw(st.integers(0, len(text)))
    before = text[:at]
    source, offset = SourceText("a", text.encode()), len(before.encode())
    line_before = before[before.rfind("\n") + 1 :]
    column = len(line_before.encode("utf-16-be")) // 2 + 1
    assert source.utf16_column(offset) == column


def test_a_text_goes_to_another_process_without_what_was_worked_out_about_it():
    source = SourceText("x.urdf", b"<a/>\n<b/>")
    source.known["tags"] = re.match("x", "x")
    copied = pickle.loads(pickle.dumps(source))
    assert (copied.name, copied.data, copied.known) == ("x.urdf", b"<a/>\n<b/>", {})
    assert copied.span(5, 9) == source.span(5, 9)
