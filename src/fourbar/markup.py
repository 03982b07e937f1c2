"""Text and numbers as XML has them."""

from __future__ import annotations

from collections.abc import Iterable


def escape(text: str) -> str:
    """Text as it is written between tags."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\r", "&#13;")


def escape_attribute(value: str, *, quote: str = '"') -> str:
    """A value as it is written between such quotes.

    A parser turns raw line breaks and tabs in attributes into spaces, so they become references.
    """
    text = escape(value).replace("\n", "&#10;").replace("\t", "&#9;")
    return text.replace(quote, "&quot;" if quote == '"' else "&apos;")


def attributes(values: dict[str, str]) -> str:
    """The attributes of a start tag, each with a blank before it."""
    return "".join(f' {name}="{escape_attribute(value)}"' for name, value in values.items())


def number(value: float) -> str:
    """The shortest decimal text that reads back as the same double."""
    return repr(float(value)).removesuffix(".0")


def numbers(values: Iterable[float]) -> str:
    """Numbers separated by spaces."""
    return " ".join(map(number, values))
