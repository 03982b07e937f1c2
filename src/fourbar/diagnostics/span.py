"""Where something is in a file: byte range, line and column."""

from __future__ import annotations

from bisect import bisect_right

from ..record import record


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
    """The bytes of one file (UTF-8) and the way from a byte offset to line and column."""

    __slots__ = ("_line_starts", "data", "name")

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data
        self._line_starts: list[int] | None = None

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
        starts = self._starts()
        line = bisect_right(starts, offset)
        text = self.data[starts[line - 1] : offset]
        return line, len(text.decode("utf-8", "replace")) + 1

    def utf16_column(self, offset: int) -> int:
        """The column (from 1) of a byte offset in UTF-16 code units, as editors count them.

        A character beyond U+FFFF is two of them.
        """
        starts = self._starts()
        text = self.data[starts[bisect_right(starts, offset) - 1] : offset]
        return len(text.decode("utf-8", "replace").encode("utf-16-le")) // 2 + 1

    def offset_at(self, line: int, utf16_column: int) -> int:
        """The byte offset of a line and a column in UTF-16 code units (both from 1).

        Clipped to the file and to the line; the middle of a character is its start.
        """
        starts = self._starts()
        if line > len(starts):
            return len(self.data)
        start, units = starts[max(line, 1) - 1], utf16_column - 1
        at = start
        for character in self.line_text(max(line, 1)):
            units -= 1 if character <= "\uffff" else 2
            if units < 0:
                break
            at += len(character.encode())
        return at

    def line_text(self, line: int) -> str:
        """The text of one line (from 1) without its line break."""
        starts = self._starts()
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] if line < len(starts) else len(self.data)
        return self.data[starts[line - 1] : end].decode("utf-8", "replace").rstrip("\r\n")

    def _starts(self) -> list[int]:
        if self._line_starts is None:
            starts = [0]
            at = self.data.find(b"\n")
            while at >= 0:
                starts.append(at + 1)
                at = self.data.find(b"\n", at + 1)
            self._line_starts = starts
        return self._line_starts
