"""Text and code for cells of tables, which a `|` would end.

A backslash before it is enough for GitHub, but the generator of the site shows it inside code. An
entity is right in both, and needs `<code>`: between backticks it would be text.
"""

from __future__ import annotations

import re

_BAR = "&#124;"
_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_MARKUP = str.maketrans({mark: f"&#{ord(mark)};" for mark in "*_[]<>\\`|"})


def code(text: str) -> str:
    """Code in a cell, which may be broken after a bar; nothing for an empty text."""
    if "|" not in text:
        return f"`{text}`" if text else ""
    escaped = text.replace("&", "&amp;").translate(_MARKUP)
    return f"<code>{re.sub(_BAR + r'(?! )', _BAR + '<wbr>', escaped)}</code>"


def prose(text: str) -> str:
    """Text in a cell, with code between backticks."""
    return _SPAN.sub(lambda span: code(span[1]), text).replace("|", _BAR)
