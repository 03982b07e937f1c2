"""Write the reference of the TypeScript package from its declarations, or check it.

    python tools/typescript.py            # docs/reference/typescript/*.md
    python tools/typescript.py --check    # exit status 1 where a page is not current

The compiler writes the declarations (`.d.ts`), comments included; what an entry of the package
exports is found from there and printed as it is, without private members. A name without a
description fails `tests/web/test_typescript_reference.py`.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "web" / "three-robot-kinematics"
PAGES = ROOT / "docs" / "reference" / "typescript"
ENTRIES = {
    ".": ("robots", "Robots of a glTF file: load them, move their joints, drag their links."),
    "./urdf": ("urdf", "URDF in the browser: parse it, find what is wrong with it, build it."),
    "./stage": ("stage", "The stage of the viewer: camera, picking, layers, motions."),
    "./element": ("element", "The element `<robot-viewer>`; importing this defines it."),
}
_EXPORT = re.compile(
    r'^export (type )?(?:\{(?P<names>[^}]*)\}|\*)(?: from "(?P<file>[^"]+)")?;', re.M
)
_IMPORT = re.compile(r'^import (?:type )?\{(?P<names>[^}]*)\} from "(?P<file>\.[^"]+)";', re.M)
_DECLARED = re.compile(
    r"^export (?:declare )?(?:abstract )?(?P<kind>class|function|const|interface|type|enum) "
    r"(?P<name>\w+)",
    re.M,
)


class Name(NamedTuple):
    """An exported name: what it is called, its kind, its description and its declaration."""

    name: str
    kind: str
    about: str
    text: str


def declarations(folder: Path) -> dict[str, list[Name]]:
    """What each entry of the package exports, by entry, in the order of its files."""
    compiler = ROOT / "web" / "node_modules" / ".bin" / "tsc"
    options = ("--declaration", "--emitDeclarationOnly", "--outDir", str(folder))
    subprocess.run([compiler, "-p", PACKAGE / "tsconfig.build.json", *options], check=True)
    exports = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))["exports"]
    found: dict[str, list[Name]] = {}
    for entry in ENTRIES:
        types = exports[entry]["import"]["types"].removeprefix("./dist/")
        found[entry] = list(exported(folder / types).values())
    return found


def pages(found: dict[str, list[Name]]) -> dict[Path, str]:
    """The pages of the reference, by file."""
    return {PAGES / f"{ENTRIES[entry][0]}.md": _page(entry, found[entry]) for entry in ENTRIES}


def exported(file: Path) -> dict[str, Name]:
    """The names that a file exports, its own and those of others."""
    text = file.read_text(encoding="utf-8")
    names: dict[str, Name] = {}
    imported = {
        called: match["file"]
        for match in _IMPORT.finditer(text)
        for _, called in _items(match["names"])
    }
    for match in _EXPORT.finditer(text):
        if match["names"] is None:
            names |= exported(_beside(file, match["file"]))
            continue
        for own, called in _items(match["names"]):
            home = match["file"] or imported[own]
            found = exported(_beside(file, home))[own]
            renamed = re.sub(rf"\b{own}\b", called, found.text, count=1)
            names[called] = found._replace(name=called, text=renamed)
    for match in _DECLARED.finditer(text):
        if match["name"] in names:  # an overload
            before = names[match["name"]]
            more = _declaration(text, match.start())
            names[match["name"]] = before._replace(text=f"{before.text}\n{more}")
            continue
        declared = _declaration(text, match.start())
        about = _comment_before(text, match.start())
        names[match["name"]] = Name(match["name"], match["kind"], about, declared)
    return names


def _items(names: str) -> list[tuple[str, str]]:
    """What is in the braces of an import or export: the name there, and the name here."""
    items = (item.strip().removeprefix("type ").partition(" as ") for item in names.split(","))
    return [(own, called or own) for own, _, called in items if own]


def _beside(file: Path, address: str) -> Path:
    return file.parent / address.replace(".js", ".d.ts")


def _declaration(text: str, start: int) -> str:
    """The text of a declaration from its start to its end, without private members."""
    depth, at = 0, start
    body = re.match(r"export (?:declare )?(?:abstract )?(?:class|interface|enum)", text[start:])
    while at < len(text):
        comment = re.compile(r"/\*.*?\*/", re.S).match(text, at)
        if comment:
            at = comment.end()
            continue
        depth += (text[at] in "{([") - (text[at] in "})]")
        if depth == 0 and text[at] == ("}" if body else ";"):
            break
        at += 1
    whole = text[start : at + 1].removeprefix("export ").removeprefix("declare ")
    return _public(whole).replace("    ", "  ")


def _public(text: str) -> str:
    """A declaration without members that only the class itself reaches."""
    comment = r"(?:    /\*\*(?:(?!\*/).)*\*/\n)?"
    member = r"    (?:private|protected|#private)\b[^\n]*"
    rest = r"(?:\n     +[^\n]*|\n    [}\]][^\n]*)*\n"  # of a member on several lines
    return re.sub(comment + member + rest, "", text, flags=re.S)


def _comment_before(text: str, at: int) -> str:
    """The description in the comment that ends there; empty where there is none."""
    found = re.search(r"/\*\*((?:(?!\*/).)*)\*/\s*$", text[:at], re.S)
    if found is None:
        return ""
    lines = (re.sub(r"^\s*\* ?", "", line).strip() for line in found[1].strip().splitlines())
    return "\n".join(lines).strip()


def _page(entry: str, names: list[Name]) -> str:
    address = "three-robot-kinematics" + entry.removeprefix(".")
    lines = [
        "<!-- generated by tools/typescript.py -->",
        f"# `{address}`",
        "",
        ENTRIES[entry][1],
        "",
    ]
    for name in sorted(
        names, key=lambda name: (name.kind in ("interface", "type"), name.name.lower())
    ):
        lines += [f"## {name.name} {{#{name.name}}}", "", name.about, ""]
        lines += ["```ts", name.text, "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, report what differs")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder:
        made = pages(declarations(Path(folder)))
    stale = [p for p, text in made.items() if not p.is_file() or p.read_text("utf-8") != text]
    for page in stale:
        print(f"{page.relative_to(ROOT)} is not current" if check else f"wrote {page.name}")
        if not check:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(made[page], encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
