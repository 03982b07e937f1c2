"""Numbers as users type them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import isfinite


def positive(text: str) -> float:
    """A positive finite number."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None
    if not (isfinite(value) and value > 0.0):
        raise argparse.ArgumentTypeError(f"'{text}' must be positive and finite")
    return value


def named_value(text: str) -> tuple[str, float]:
    """A name and a positive finite number."""
    name, sign, value = text.rpartition("=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, got '{text}'")
    return name, positive(value)


def not_negative(text: str) -> float:
    """A finite number of zero or more."""
    return 0.0 if text.strip() in ("0", "0.0") else positive(text)


def share(text: str) -> float:
    """A number between 0 and 1."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"'{text}' must be between 0 and 1")
    return value


def positive_length(text: str) -> float:
    """A length [m], in metres or as `0.5mm`."""
    word, factor = (text[:-2], 1e-3) if text.endswith("mm") else (text.removesuffix("m"), 1.0)
    try:
        value = float(word) * factor
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a length: use 0.5mm or 0.0005") from None
    if not (isfinite(value) and value > 0.0):
        raise argparse.ArgumentTypeError(f"'{text}' must be positive and finite")
    return value


def link_mass(text: str) -> tuple[str, float]:
    """A link and the mass [kg] that it carries, zero or more."""
    link, sign, word = text.rpartition("=")
    if not sign or not link:
        message = f"expected LINK=MASS, such as tool=2.5 for 2.5 kg on link 'tool', got '{text}'"
        raise argparse.ArgumentTypeError(message)
    try:
        mass = float(word)
    except ValueError:
        message = f"the mass on link '{link}' must be one number [kg], got '{word}'"
        raise argparse.ArgumentTypeError(message) from None
    if not (isfinite(mass) and mass >= 0.0):
        message = f"the mass on link '{link}' must be finite and not negative [kg], got '{word}'"
        raise argparse.ArgumentTypeError(message)
    return link, mass


def vector(text: str) -> tuple[float, float, float]:
    """Three finite numbers."""
    try:
        x, y, z = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not X,Y,Z") from None
    if not all(map(isfinite, (x, y, z))):
        raise argparse.ArgumentTypeError(f"'{text}' must be finite")
    return x, y, z


def direction(text: str) -> tuple[float, float, float]:
    """Three finite numbers, not all zero."""
    found = vector(text)
    if not any(found):
        raise argparse.ArgumentTypeError(f"'{text}' is zero, which has no direction")
    return found


def whole_number(least: int) -> Callable[[str], int]:
    """A whole number that is at least so large."""

    def parse(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of at least {least}")
        return int(text)

    return parse
