"""Rewrite the reports and fixed descriptions in the Markdown tests: read the difference!

python tests/lint/update.py [CODE...]
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from cases import Case, cases, matches

from fourbar.lint.fixing import fix_text


def main(codes: list[str]) -> None:
    for case in cases():
        if not codes or case.code.startswith(tuple(codes)):
            update(case)


def update(case: Case) -> None:
    text = case.path.read_text(encoding="utf-8")
    reports: list[str] = []
    fixed = ""
    for example in case.fails:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            name = example.write(Path(folder))
            report = case.check(example, failing=True)
            reports.append(report.render("text"))
            if case.fixed is not None:
                result = fix_text(name, settings=case.settings, only=case.code, unsafe=True)
                fixed = result.data.decode()
            os.chdir("/")
    head, *parts = text.split("\n```text")
    for i, part in enumerate(parts):
        before, _, rest = part.partition("```\n")
        if not matches(reports[i], before.removeprefix("\n")):
            parts[i] = f"\n{reports[i]}```\n{rest}"
    text = "\n```text".join([head, *parts])
    if "## Fixed\n\n```xml\n" in text:
        before, _, after = text.partition("## Fixed\n\n```xml\n")
        tail = after.partition("```\n")[2]
        text = f"{before}## Fixed\n\n```xml\n{fixed}```\n{tail}"
    case.path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
