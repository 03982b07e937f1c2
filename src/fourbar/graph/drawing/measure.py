"""How wide a text is, without a font: the widths of Helvetica, which Arial and others share."""

from __future__ import annotations

from unicodedata import east_asian_width

# Advance widths in thousandths of the font size, from space to tilde.
_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
# Substitutes for Helvetica (DejaVu, Roboto) run up to this much wider.
_SLACK = 1.08
_LONGEST = 28


def text_width(text: str, size: float) -> float:
    """Width [px] of a text in a sans-serif font of that size [px]."""
    return sum(map(_width, text)) * size * _SLACK / 1000


def _width(character: str) -> int:
    at = ord(character) - 32
    if 0 <= at < len(_WIDTHS):
        return _WIDTHS[at]
    return 1000 if east_asian_width(character) in "WF" else 620


def shorten(text: str, longest: int = _LONGEST) -> str:
    """The text with its middle left out where it is long; both ends tell names apart."""
    if len(text) <= longest:
        return text
    head = longest // 2
    return f"{text[:head]}…{text[head + 1 - longest :]}"


def visible(text: str) -> str:
    """The text with characters that no drawing can show (controls, line breaks) replaced."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
