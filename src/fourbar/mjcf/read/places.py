"""Where the parts of a robot are written in an MJCF file."""

from __future__ import annotations

from pathlib import Path, PurePath

from ...diagnostics import PartPath, Related, Span
from ...reading import Options
from ...robot import Found
from ...robot.source import GltfUp, Source
from ...transfer.keeping import DIGEST, WORDS, Kept, digest_of_elements
from ...xml.tree import Document, Element

_TAGS = {
    "body": "link",
    "joint": "joint",
    "freejoint": "joint",
    "connect": "loop",
    "weld": "loop",
    "key": "configuration",
    "material": "material",
}


class MjcfSource:
    """The side table of a robot that was read from MJCF: places by name."""

    def __init__(self, document: Document, path: Path | None, options: Options) -> None:
        self.path = path
        self.found: Found | None = None
        self.semantics: Source | None = None
        self.confined = options.confined
        self.packages = options.packages or {}
        self.gltf_up: GltfUp = options.gltf_up
        self._document = document
        self._elements: dict[tuple[str, str], Element] = {}
        pending = [document.root]
        while pending:
            element = pending.pop()
            pending += element.children
            kind = _TAGS.get(element.tag)
            name = element.attributes.get("name", "")
            if kind is not None and name and element.tag != "default":
                self._elements.setdefault((kind, name), element)

    @property
    def name(self) -> str:
        """The name of the file without its folder."""
        return PurePath(self._document.text.name).name

    @property
    def model_name(self) -> str:
        """The name that the file gives the model; empty without one."""
        return self._document.root.attributes.get("model", "")

    def kept(self) -> tuple[Kept | None, str]:
        """The words of the description inside the file, and the digest of all else."""
        custom = [e for e in self._document.root.children if e.tag == "custom"]
        own = {
            element.attributes.get("name", ""): element
            for each in custom
            for element in each.children
            if element.tag == "text" and element.attributes.get("name") in (WORDS, DIGEST)
        }
        if len(own) != 2:
            return None, ""
        text, digest = (own[name].attributes.get("data", "") for name in (WORDS, DIGEST))
        return Kept(text, digest), digest_of_elements(self._document.root, leave=own.values())

    def register(self, kind: str, name: str, written: str) -> None:
        """Say that a part is written where another of that kind and name is."""
        element = self._elements.get((kind, written))
        if element is not None:
            self._elements.setdefault((kind, name), element)

    def span(self, path: PartPath) -> Span | None:
        """The start tag of the part, or the root's where the part has no name in this file."""
        kind, key = path.part
        element = self._elements.get((kind, str(key)))
        return self._document.element_span(self._document.root if element is None else element)

    def first(self, *tags: str) -> Span | None:
        """The first element of one of these tags."""
        pending = [self._document.root]
        while pending:
            element = pending.pop()
            if element.tag in tags:
                return self._document.element_span(element)
            pending += reversed(element.children)
        return None

    def line_span(self, line: int) -> Span | None:
        """The last element that begins on a line of the file: the innermost one."""
        pending = [self._document.root]
        best: Span | None = None
        while pending:
            element = pending.pop()
            pending += element.children
            span = self._document.element_span(element)
            if span.line == line and (best is None or span.start > best.start):
                best = span
        return best

    def calls_at(self, path: PartPath) -> tuple[Related, ...]:
        """None: MJCF has no macros."""
        return ()
