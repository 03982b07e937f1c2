"""The rules' documentation: for the terminal, and as pages of the catalogue."""

from __future__ import annotations

import re

from .registry import REDIRECTS, Entry, entries, families, rules_of
from .targets import RAISED


def page(entry: Entry) -> str:
    """The documentation of one rule in Markdown."""
    rule = entry.rule
    lines = [f"# {rule.code} {rule.name}", "", facts(entry), "", entry.documentation.strip()]
    return "\n".join(lines) + "\n"


def facts(entry: Entry) -> str:
    """Severity, fix and status in one line."""
    parts = [f"Severity: {entry.rule.severity}."]
    safety = entry.documentation.rpartition("## Fix safety")[2].strip()
    if not safety.startswith("There is no fix"):
        parts.append(f"Fix: {'unsafe' if safety.startswith('Unsafe') else 'safe'}.")
    if entry.preview:
        parts.append("Preview: runs with `--preview` only.")
    if entry.targets:
        parts.append(f"Runs for `--target` {', '.join(entry.targets)}.")
    for target, levels in RAISED.items():
        level = levels.get(entry.rule.code)
        if level is not None:
            parts.append(f"For {target}: {level}.")
    return " ".join(parts)


def index() -> str:
    """The catalogue's first page: every rule in a table per family."""
    lines = ["# Rules", "", f"{len(entries())} rules, in the order in which they look at a file."]
    for family in families():
        title, _, what = family.title.partition(":")
        lines += ["", f"## {family.stage}xx {title}", "", what.strip().capitalize(), ""]
        lines += ["| code | name | severity | what |", "| --- | --- | --- | --- |"]
        for entry in rules_of(family.name):
            rule = entry.rule
            link = f"[{rule.code}]({rule.code}.md)"
            summary = re.sub(r"<(\w+)>", r"`<\1>`", rule.summary)
            lines.append(f"| {link} | {rule.name} | {rule.severity} | {summary} |")
    if REDIRECTS:
        lines += ["", "## Renamed", ""]
        lines += [f"- {old} is now [{new}]({new}.md)" for old, new in sorted(REDIRECTS.items())]
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """File names and contents of the whole catalogue."""
    return {"index.md": index(), **{f"{e.rule.code}.md": page(e) for e in entries()}}
