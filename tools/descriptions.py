"""Give every page of the built site a description of its own: its first paragraph.

    python tools/descriptions.py SITE

The generator writes the same description of the project into every page. Needs nothing but Python.
"""

from __future__ import annotations

import argparse
import html
import re
from pathlib import Path

_LONGEST = 200
_META = re.compile(r'<meta name="description" content="[^"]*">')
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)


def described(page: str) -> str:
    """A page with its first paragraph of some length as its description."""
    article = page.partition("<article")[2].partition("</article>")[0]
    for found in _PARAGRAPH.finditer(article):
        text = " ".join(html.unescape(re.sub(r"<[^>]+>", "", found[1])).split())
        if len(text) >= 40 and not text.startswith("Severity: "):  # of a rule
            break
    else:
        return page
    if len(text) > _LONGEST:
        text = text[:_LONGEST].rpartition(" ")[0] + " ..."
    meta = f'<meta name="description" content="{html.escape(text)}">'
    return _META.sub(lambda _: meta, page, count=1)


def main() -> None:
    """Change the pages of a built site."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("site", type=Path)
    for file in parser.parse_args().site.rglob("*.html"):
        page = file.read_text(encoding="utf-8")
        changed = described(page)
        if changed != page:
            file.write_text(changed, encoding="utf-8")


if __name__ == "__main__":
    main()
