"""Where something is in a file: byte range, line and column."""

from __future__ import annotations

from bisect import bisect_right

from ..record import record

# Bytes between two places where the characters before are counted.
_STEP = 1024
_CONTINUATION = bytes(range(0x80, 0xC0))
_FOUR_BYTES = bytes(range(0xF0, 0x100))


@record
class Span:
    """A range of bytes in a file, with the position a person would look for.

    Lines and columns count from 1; a column counts characters, not bytes. `end` is exclusive.
    """

    file: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class SourceText:
    """The bytes of one file (UTF-8) and the way from a byte offset to line and column.

    A position takes the same time anywhere, in a file of one long line too. `known` is for readers
    of the text to keep what they have worked out about it.
    """

    __slots__ = ("_counts", "_line_starts", "data", "known", "name")

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data
        self.known: dict[str, object] = {}
        self._line_starts: list[int] | None = None
        self._counts: list[tuple[int, int]] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        # What readers have worked out stays in their process: it need not be a plain value.
        return SourceText, (self.name, self.data)

    def __repr__(self) -> str:
        return f"SourceText({self.name!r}, {len(self.data)} bytes)"

    def span(self, start: int, end: int) -> Span:
        """The span of bytes `start` to `end` (exclusive), clipped to the file."""
        start = max(0, min(start, len(self.data)))
        end = max(start, min(end, len(self.data)))
        line, column = self.position(start)
        end_line, end_column = self.position(end)
        return Span(self.name, start, end, line, column, end_line, end_column)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (from 1, in characters) of a byte offset."""
        line = self.line(offset)
        first = self._starts()[line - 1]
        return line, self._before(offset)[0] - self._before(first)[0] + 1

    def line(self, offset: int) -> int:
        """The line (from 1) that a byte offset is in."""
        return bisect_right(self._starts(), offset)

    def line_start(self, offset: int) -> int:
        """Where the line begins that a byte offset is in."""
        return self._starts()[self.line(offset) - 1]

    def line_end(self, offset: int) -> int:
        """Where the line ends that a byte offset is in, without its line feed."""
        starts = self._starts()
        line = self.line(offset)
        return starts[line] - 1 if line < len(starts) else len(self.data)

    def utf16_column(self, offset: int) -> int:
        """The column (from 1) of a byte offset in UTF-16 code units, as editors count them.

        A character beyond U+FFFF is two of them.
        """
        here, first = self._before(offset), self._before(self.line_start(offset))
        return sum(here) - sum(first) + 1

    def line_text(self, line: int) -> str:
        """The text of one line (from 1) without its line break."""
        starts = self._starts()
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] if line < len(starts) else len(self.data)
        return self.data[starts[line - 1] : end].decode("utf-8", "replace").rstrip("\r\n")

    def around(self, offset: int, width: int) -> tuple[str, str]:
        """At most `width` characters of the line before an offset, and as many from there on."""
        first = max(self.line_start(offset), offset - 4 * width)
        last = min(self.line_end(offset), offset + 4 * width)
        while first < offset and self.data[first] in _CONTINUATION:
            first += 1
        while last > offset and last < len(self.data) and self.data[last] in _CONTINUATION:
            last -= 1
        before = self.data[first:offset].decode("utf-8", "replace")
        after = self.data[offset:last].decode("utf-8", "replace").rstrip("\r")
        return before[-width:], after[:width]

    def _before(self, offset: int) -> tuple[int, int]:
        """How many characters are before an offset, and how many of them are beyond U+FFFF."""
        if self._counts is None:
            self._counts = [] if self.data.isascii() else _counted(self.data)
        if not self._counts:
            return offset, 0
        step = offset // _STEP
        more = _count(self.data[step * _STEP : offset])
        characters, beyond = self._counts[step]
        return characters + more[0], beyond + more[1]

    def _starts(self) -> list[int]:
        if self._line_starts is None:
            starts = [0]
            at = self.data.find(b"\n")
            while at >= 0:
                starts.append(at + 1)
                at = self.data.find(b"\n", at + 1)
            self._line_starts = starts
        return self._line_starts


def _counted(data: bytes) -> list[tuple[int, int]]:
    """What is before every step of the data."""
    counts = [(0, 0)]
    for start in range(0, len(data), _STEP):
        more = _count(data[start : start + _STEP])
        counts.append((counts[-1][0] + more[0], counts[-1][1] + more[1]))
    return counts


def _count(data: bytes) -> tuple[int, int]:
    """The characters that begin in these bytes, and those of them beyond U+FFFF."""
    characters = len(data.translate(None, _CONTINUATION))
    return characters, len(data) - len(data.translate(None, _FOUR_BYTES))
