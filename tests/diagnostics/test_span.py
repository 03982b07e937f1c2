"""Byte offsets to lines and columns."""

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
