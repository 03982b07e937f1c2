"""The rules' documentation: for the terminal, and as pages of the catalogue."""

from __future__ import annotations

import re

from ..diagnostics import Rule
from ..rules.families import FAMILIES
from ..rules.registry import REDIRECTS, all_rules, documentation, rules_of
from .targets import RAISED


def page(rule: Rule) -> str:
    """The documentation of one rule in Markdown."""
    lines = [f"# {rule.code} {rule.name}", "", facts(rule), "", documentation(rule).strip()]
    return "\n".join(lines) + "\n"


def facts(rule: Rule) -> str:
    """Severity, fix and status in one line."""
    parts = [f"Severity: {rule.severity}."]
    if rule.fix != "none":
        parts.append(f"Fix: {rule.fix}.")
    if rule.preview:
        parts.append("Preview: runs with `--preview` only.")
    if rule.targets:
        parts.append(f"Runs for `--target` {', '.join(rule.targets)}.")
    for target, levels in RAISED.items():
        level = levels.get(rule.code)
        if level is not None:
            parts.append(f"For {target}: {level}.")
    return " ".join(parts)


def index() -> str:
    """The catalogue's first page: every rule in a table per family."""
    lines = ["# Rules", "", f"{len(all_rules())} rules, in the order in which they look at a file."]
    for name, family in FAMILIES.items():
        lines += ["", f"## {family.title}", "", family.about, ""]
        lines += ["| code | name | severity | what |", "| --- | --- | --- | --- |"]
        for rule in rules_of(name):
            link = f"[{rule.code}]({rule.code}.md)"
            summary = re.sub(r"<(\w+)>", r"`<\1>`", rule.summary)
            lines.append(f"| {link} | {rule.name} | {rule.severity} | {summary} |")
    if REDIRECTS:
        lines += ["", "## Renamed", ""]
        lines += [f"- {old} is now [{new}]({new}.md)" for old, new in sorted(REDIRECTS.items())]
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """File names and contents of the whole catalogue."""
    return {"index.md": index(), **{f"{rule.code}.md": page(rule) for rule in all_rules()}}
