"""Names as users type them."""

from __future__ import annotations

import argparse


def old_and_new(text: str) -> tuple[str, str]:
    """OLD=NEW as the command line has it."""
    old, sign, new = text.partition("=")
    if not sign or not old or not new:
        raise argparse.ArgumentTypeError(f"expected OLD=NEW, got '{text}'")
    return old, new
