"""`fourbar explain`: what a rule looks for, why, and what to do about it."""

from __future__ import annotations

import argparse
from pathlib import Path

from .failure import OK, CommandError

HELP = "Explain a rule by its code or name"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    parser.add_argument(
        "rule", metavar="CODE", nargs="?", help="code or name of the rule, such as P402"
    )
    parser.add_argument("--all", action="store_true", help="list all rules, one per line")
    parser.add_argument(
        "--write", metavar="FOLDER", help="write all rules to this folder as Markdown pages"
    )


def run(args: argparse.Namespace) -> int:
    """Print the documentation; 2 if there is no such rule."""
    from ..diagnostics import did_you_mean
    from ..lint.catalogue import page
    from ..rules.registry import REDIRECTS, all_rules, lookup

    if args.all:
        for rule in all_rules():
            print(f"{rule.code}  {rule.severity:<7}  {rule.name:<34}  {rule.summary}")
        return OK
    if args.write is not None:
        return _write(Path(args.write))
    if args.rule is None:
        raise CommandError("give a rule, such as P402, or use --all")
    rule = lookup(args.rule)
    if rule is None:
        known = [word for each in all_rules() for word in (each.code, each.name)]
        hint = did_you_mean(args.rule, known) or "; see: fourbar explain --all"
        raise CommandError(f"unknown rule '{args.rule}'{hint}")
    moved = REDIRECTS.get(args.rule.upper())
    if moved is not None:
        print(f"{args.rule.upper()} is now called {moved}.\n")
    print(page(rule), end="")
    return OK


def _write(folder: Path) -> int:
    from ..files import write_atomic
    from ..lint.catalogue import pages

    folder.mkdir(parents=True, exist_ok=True)
    content = pages()
    for old in folder.glob("*.md"):
        if old.name not in content:
            old.unlink()
    for name, text in content.items():
        write_atomic(folder / name, text)
    print(f"{len(content)} pages written to {folder}")
    return OK
