"""Files that mesh files refer to: material libraries, images, buffers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

_NAMES = {
    ".obj": re.compile(rb"^[ \t]*mtllib[ \t]+(.+?)[ \t\r]*$", re.MULTILINE),
    ".mtl": re.compile(rb"^[ \t]*(?:map_\w+|bump|disp|decal|refl|norm)[ \t]+(.+?)[ \t\r]*$", re.M),
    ".dae": re.compile(rb"<init_from>\s*([^<]+?)\s*</init_from>"),
    ".gltf": re.compile(rb'"uri"\s*:\s*"([^"]+)"'),
}
"""Where formats have the names of other files."""


def companions(path: Path, data: bytes) -> Iterator[tuple[Path, bytes]]:
    """The files beside a mesh that it names, and those that they name, with their content.

    All that could be meant is taken: a hash over one file too many only does some work again.
    """
    waiting, seen = [(path, data)], {path}
    while waiting:
        at, content = waiting.pop()
        pattern = _NAMES.get(at.suffix.lower())
        for match in pattern.finditer(content) if pattern is not None else ():
            for name in _meant(match[1].decode("utf-8", "surrogateescape")):
                found = at.parent / name
                if found in seen:
                    continue
                seen.add(found)
                try:
                    if not found.is_file():
                        continue
                    inside = found.read_bytes()
                except (OSError, ValueError):
                    continue
                yield found, inside
                waiting.append((found, inside))


def _meant(text: str) -> Iterator[str]:
    """Paths that a text may stand for: as it is, without options before it, by its last part."""
    if text.startswith("data:"):
        return
    bare = unquote(text.removeprefix("file://")).replace("\\", "/")
    yield from dict.fromkeys([bare, bare.rpartition(" ")[2], bare.rpartition("/")[2]])
