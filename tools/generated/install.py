"""How to install, in README and pages: from a clone, or from an index once there is a release.

Each place is between `<!-- install: KIND -->` and `<!-- end -->`, with one of the kinds below; an
extra of the package may follow: `<!-- install: command mujoco -->`. In README, links are absolute
once there is a release: an index shows it without the files beside it.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from fourbar._version import __version__

Rewrite = Callable[[str], str]
_ROOT = Path(__file__).parents[2]
_RELEASE = tomllib.loads((_ROOT / "tools" / "release.toml").read_text(encoding="utf-8"))
_SOURCE: str = _RELEASE["source"]

_ENVIRONMENT = "$ python3 -m venv .venv\n$ . .venv/bin/activate\n"
_CLONE = f"""With the address of the repository for ADDRESS:

```console
$ git clone ADDRESS fourbar
$ cd fourbar
{_ENVIRONMENT}$ pip install .
```
"""
_COMPILES = """This compiles the core, which takes about a minute and a half on two idle cores, and
needs Python 3.11 or newer, a C++17 compiler (GCC or Clang) and, for the viewer, Node.js:
[installation]({docs}start/install.md).
"""
_PACK = """In a clone of the repository:

```console
$ cd web
$ npm ci
$ npm pack --workspace three-robot-kinematics
```

and in your project, with the path of the file that was made:

```console
$ npm install three ./three-robot-kinematics-0.1.0.tgz
```
"""
_ELEMENT = """`robot-viewer.js` is one file of about 280 kB (gzipped) with everything in it. {how}
"""
_MADE = (
    "`make web` in a clone of fourbar writes it to `web/three-robot-kinematics/dist/`; copy it from"
    " there."
)
_PUBLISHED = (
    "It is in the package `three-robot-kinematics`: `npm pack three-robot-kinematics` fetches an"
    " archive that holds it as `package/dist/robot-viewer.js`."
)
_WORKFLOW = """```yaml
# .github/workflows/robots.yml
name: robots
on: [push, pull_request]
permissions:
  contents: read
  security-events: write           # for upload-sarif
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          lfs: true                # meshes, not pointers to them
          fetch-depth: 0           # for changed-since
      - uses: {action}
        with:
          paths: robots
          targets: moveit,gazebo
          changed-since: ${{ github.event.pull_request.base.sha }}
          upload-sarif: true       # findings in code scanning
```
"""
_COPY = """
`OWNER` is the account on GitHub that has the copy of fourbar which you want to use, your own for
example.
"""
_HOOK = """```yaml
# .pre-commit-config.yaml
repos:
  - repo: {source}
    rev: {revision}
    hooks:
      - id: fourbar-check          # or fourbar-fix
        args: [--fail-on, warning]
```
"""


def _command(before: str, package: str) -> str:
    return f"{before}```console\n$ pip install {{quote}}{package}{{extras}}{{quote}}\n```\n"


_UNRELEASED = {
    "python": _CLONE,
    "needs": _COMPILES,
    "command": _command("In the clone, with its environment active:\n\n", "."),
    "npm": _PACK,
    "element": _ELEMENT.replace("{how}", _MADE),
    "workflow": _WORKFLOW.replace("{action}", "OWNER/fourbar/.github/actions/check@main") + _COPY,
    "hook": _HOOK.format(source="/path/to/a/clone/of/fourbar", revision="main"),
}
_RELEASED = {
    "python": f"```console\n{_ENVIRONMENT}$ pip install fourbar\n```\n",
    "needs": "It needs Python 3.11 or newer: [installation]({docs}start/install.md).\n",
    "command": _command("", "fourbar"),
    "npm": "```console\n$ npm install three three-robot-kinematics\n```\n",
    "element": _ELEMENT.replace("{how}", _PUBLISHED),
    "workflow": _WORKFLOW.replace(
        "{action}", f"{_SOURCE.partition('.com/')[2]}/.github/actions/check@v1"
    ),
    "hook": _HOOK.format(source=_SOURCE, revision=f"v{__version__}"),
}
_PLACE = re.compile(r"<!-- install: (\w+)(?: ([\w,]+))? -->")


def places(*, released: bool = _RELEASE["released"]) -> Iterator[tuple[str, str, str, str]]:
    """Every place in README and pages."""
    blocks = _RELEASED if released else _UNRELEASED
    pages = sorted((_ROOT / "docs").rglob("*.md"))
    for page in (_ROOT / "README.md", *pages, *(_ROOT / "web").glob("*/README.md")):
        name = page.relative_to(_ROOT).as_posix()
        docs = os.path.relpath(_ROOT / "docs", page.parent) + "/"
        for found in _PLACE.finditer(page.read_text(encoding="utf-8")):
            kind, extras = found.groups()
            text = blocks[kind].replace("{docs}", docs.removeprefix("./"))
            text = text.replace("{quote}", '"' if extras else "")
            text = text.replace("{extras}", f"[{extras}]" if extras else "")
            yield name, found[0], "<!-- end -->", f"\n{text}"
    link = (
        f'[[project.extra.social]]\nicon = "lucide/git-branch"\nlink = "{_SOURCE}"\nname = "Source"'
    )
    text = link if released else "# Once it is at its address."
    yield (
        "zensical.toml",
        "# repository: generated by tools/generate.py",
        "# end of repository",
        text,
    )


def rewrites(*, released: bool = _RELEASE["released"]) -> Iterator[tuple[str, Rewrite]]:
    """README, with addresses that lead somewhere from where it is shown."""
    yield "README.md", _absolute if released else _relative


_FILES = f"{_SOURCE}/blob/v{__version__}/"
_IMAGES = f"{_SOURCE}/raw/v{__version__}/"


def _absolute(text: str) -> str:
    text = _relative(text)
    text = re.sub(r"!\[([^\]]*)\]\((?!https?:)", rf"![\1]({_IMAGES}", text)
    return re.sub(r"(?<!\!)\[([^\]]*)\]\((?!https?:|#)", rf"[\1]({_FILES}", text)


def _relative(text: str) -> str:
    """As it is in the clone; whatever version the addresses have."""
    return re.sub(rf"\]\({re.escape(_SOURCE)}/(?:blob|raw)/v[^/]+/", "](", text)
