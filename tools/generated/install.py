"""How to install, in README and pages: from a clone, or from an index once there is a release.

Each place is between `<!-- install: KIND -->` and `<!-- end -->`, with one of the kinds below.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_RELEASE = tomllib.loads((_ROOT / "tools" / "release.toml").read_text(encoding="utf-8"))
_SOURCE: str = _RELEASE["source"]

_CLONE = """In a clone of the repository:

```console
$ pip install .
```
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
_WORKFLOW = """```yaml
# .github/workflows/robots.yml
name: robots
on: [push, pull_request]
permissions:
  contents: read
  security-events: write           # only for upload-sarif
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
          changed-since: ${{{{ github.event.pull_request.base.sha }}}}
```
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

_UNRELEASED = {
    "python": _CLONE,
    "npm": _PACK,
    "workflow": _WORKFLOW.format(action="OWNER/fourbar/.github/actions/check@main  # where it is"),
    "hook": _HOOK.format(source="/path/to/a/clone/of/fourbar", revision="main"),
}
_RELEASED = {
    "python": "```console\n$ pip install fourbar\n```\n",
    "npm": "```console\n$ npm install three three-robot-kinematics\n```\n",
    "workflow": _WORKFLOW.format(
        action=f"{_SOURCE.partition('.com/')[2]}/.github/actions/check@v1"
    ),
    "hook": _HOOK.format(source=_SOURCE, revision="v0.1.0"),
}


def places() -> Iterator[tuple[str, str, str, str]]:
    """Every place in README and pages."""
    blocks = _RELEASED if _RELEASE["released"] else _UNRELEASED
    pages = sorted((_ROOT / "docs").rglob("*.md"))
    for page in (_ROOT / "README.md", *pages, *(_ROOT / "web").glob("*/README.md")):
        name = page.relative_to(_ROOT).as_posix()
        for kind in re.findall(r"<!-- install: (\w+) -->", page.read_text(encoding="utf-8")):
            yield name, f"<!-- install: {kind} -->", "<!-- end -->", f"\n{blocks[kind]}"
