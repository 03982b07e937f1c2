"""`fourbar explain`: what a rule looks for, why, and what to do about it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .failure import OK, CommandError
from .options.json_output import add_json, json_text

if TYPE_CHECKING:
    from ..diagnostics import Rule

HELP = "Explain a rule by its code or name"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    parser.add_argument(
        "rule",
        metavar="CODE",
        nargs="?",
        help="code or name of a rule, such as P402; the beginning of codes, such as P4, lists them",
    )
    parser.add_argument("--all", action="store_true", help="list all rules, one per line")
    parser.add_argument(
        "--write", metavar="FOLDER", help="write all rules to this folder as Markdown pages"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the documentation; 2 if there is no such rule."""
    from ..diagnostics import did_you_mean
    from ..lint.catalogue import page
    from ..rules.registry import REDIRECTS, all_rules, lookup

    if sum((args.rule is not None, args.all, args.write is not None)) > 1:
        raise CommandError("CODE, --all and --write cannot be combined")
    if args.json and args.write is not None:
        raise CommandError("--json and --write cannot be combined")
    if args.all and args.json:
        _print_json(all_rules())
        return OK
    if args.all:
        _print_lines(all_rules())
        return OK
    if args.write is not None:
        return _write(Path(args.write))
    if args.rule is None:
        raise CommandError("give a rule, such as P402, or use --all")
    rule = lookup(args.rule)
    family = [each for each in all_rules() if each.code.startswith(args.rule.upper())]
    if rule is None and family and args.rule:
        (_print_json if args.json else _print_lines)(family)
        return OK
    if rule is None:
        known = [word for each in all_rules() for word in (each.code, each.name)]
        hint = did_you_mean(args.rule, known) or "; see: fourbar explain --all"
        raise CommandError(f"unknown rule '{args.rule}'{hint}")
    if args.json:
        _print_json([rule])
        return OK
    moved = REDIRECTS.get(args.rule.upper())
    if moved is not None:
        print(f"{args.rule.upper()} is now called {moved}.\n")
    print(page(rule), end="")
    return OK


def _print_lines(rules: Iterable[Rule]) -> None:
    for rule in rules:
        print(f"{rule.code}  {rule.severity:<7}  {rule.name:<34}  {rule.summary}")


def _print_json(rules: Iterable[Rule]) -> None:
    print(json_text("explain", 1, {"rules": [_facts(rule) for rule in rules]}), end="")


def _facts(rule: Rule) -> dict[str, Any]:
    """What the page of a rule shows, as values."""
    from ..lint.targets import RAISED
    from ..rules.registry import documentation

    raised = {t: str(levels[rule.code]) for t, levels in RAISED.items() if rule.code in levels}
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": str(rule.severity),
        "summary": rule.summary,
        "since": rule.since,
        "fix": rule.fix,
        "preview": rule.preview,
        "targets": list(rule.targets),
        "severityForTarget": raised,
        "documentation": documentation(rule).strip(),
    }


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
