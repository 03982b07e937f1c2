"""`fourbar fix`: repair what can be repaired; the same as `fourbar check --fix`."""

from __future__ import annotations

import argparse

from . import check

HELP = "Repair robot descriptions (same as check --fix)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    check.add_checking(parser)
    parser.set_defaults(fix=True)


run = check.run
