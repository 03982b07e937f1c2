"""Write every file that is generated from a table in the code, or check that they are current.

    python tools/generate.py            write what differs
    python tools/generate.py --check    write nothing; exit status 1 if something differs

Each module of `tools/generated/` has a function `files()`: texts by path from the root of the
repository; `places()`: parts of files, each as path, first line, last line and the text between
them; or `rewrites()`: paths and functions from the text of a file to the text it should be.
`tests/test_generated.py` runs the check.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


def generated() -> dict[str, str]:
    """All generated files: path from the root, and text."""
    sys.path.insert(0, str(HERE))
    found: dict[str, str] = {}
    for module in sorted((HERE / "generated").glob("[!_]*.py")):
        loaded = import_module(f"generated.{module.stem}")
        files: dict[str, str] = loaded.files() if hasattr(loaded, "files") else {}
        twice = found.keys() & files.keys()
        if twice:
            raise ValueError(f"generated twice: {', '.join(sorted(twice))}")
        found |= files
        for path, start, end, text in loaded.places() if hasattr(loaded, "places") else ():
            found[path] = _between(found.get(path, _current(path) or ""), path, start, end, text)
        for path, rewrite in loaded.rewrites() if hasattr(loaded, "rewrites") else ():
            found[path] = rewrite(found.get(path, _current(path) or ""))
    return found


def _between(whole: str, path: str, start: str, end: str, text: str) -> str:
    before, found, rest = whole.partition(start)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"{path} has no place for what is generated: {start} ... {end}")
    return f"{before}{start}\n{text}\n{end}{after}"


def stale() -> list[str]:
    """The generated files that are missing or differ from what the tables give."""
    return [path for path, text in generated().items() if _current(path) != text]


def _current(path: str) -> str | None:
    file = ROOT / path
    return file.read_text(encoding="utf-8") if file.is_file() else None


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, report what differs")
    check = parser.parse_args().check
    texts = generated()
    paths = stale()
    for path in paths:
        print(f"{path} is not current" if check else f"wrote {path}")
        if not check:
            file = ROOT / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(texts[path], encoding="utf-8")
    if check and paths:
        print("run `make generate`", file=sys.stderr)
    return 1 if check and paths else 0


if __name__ == "__main__":
    raise SystemExit(main())
