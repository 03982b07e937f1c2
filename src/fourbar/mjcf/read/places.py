"""Where the parts of a robot are written in an MJCF file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath

from ...diagnostics import PartPath, Related, Span
from ...reading import Options
from ...robot import Found
from ...robot.source import GltfUp, Source
from ...transfer.keeping import DIGEST, WORDS, Kept, digest_of_elements
from ...transfer.missing import Place
from ...xml.tree import Document, Element
from .includes import Model

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

    def __init__(
        self,
        document: Document,
        path: Path | None,
        options: Options,
        *,
        whole: Document | None = None,
        models: Iterable[Model] = (),
    ) -> None:
        """`whole` is the document with the files that it includes, `models` those it attaches."""
        whole = whole or document
        self.path = path
        self.found: Found | None = None
        self.semantics: Source | None = None
        self.confined = options.confined
        self.packages = options.packages or {}
        self.gltf_up: GltfUp = options.gltf_up
        self._own = document
        self._document = whole
        self._places: dict[tuple[str, str], Place] = {}
        self._texts = [(whole, 0), *((model.document, model.offset) for model in models)]
        self._lines: dict[int, list[tuple[Document, Element]]] = {}
        self._elements: dict[tuple[str, str], Element] = {}
        pending = [whole.root]
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
        return PurePath(self._own.text.name).name

    @property
    def model_name(self) -> str:
        """The name that the file gives the model; empty without one."""
        return self._own.root.attributes.get("model", "")

    def kept(self) -> tuple[Kept | None, str]:
        """The words of the description inside the file, and the digest of all else."""
        custom = [e for e in self._own.root.children if e.tag == "custom"]
        own = {
            element.attributes.get("name", ""): element
            for each in custom
            for element in each.children
            if element.tag == "text" and element.attributes.get("name") in (WORDS, DIGEST)
        }
        if len(own) != 2:
            return None, ""
        text, digest = (own[name].attributes.get("data", "") for name in (WORDS, DIGEST))
        return Kept(text, digest), digest_of_elements(self._own.root, leave=own.values())

    def register(self, kind: str, name: str, written: str, place: Place) -> None:
        """Say that a part is written where another of that kind and name is, or else at a place."""
        element = self._elements.get((kind, written))
        if element is not None:
            self._elements.setdefault((kind, name), element)
        else:
            self._places.setdefault((kind, name), place)

    def span(self, path: PartPath) -> Span | None:
        """The start tag of the part, or the root's where the part has no name in this file."""
        kind, key = path.part
        element = self._elements.get((kind, str(key)))
        if element is not None:
            return self._document.element_span(element)
        place = self._places.get((kind, str(key)))
        found = None if place is None else place()
        return self._document.element_span(self._document.root) if found is None else found

    def first(self, *tags: str) -> Span | None:
        """The first element of one of these tags."""
        pending = [self._document.root]
        while pending:
            element = pending.pop()
            if element.tag in tags:
                return self._document.element_span(element)
            pending += reversed(element.children)
        return None

    def line_span(self, line: int, *tags: str) -> Span | None:
        """The last element that begins on a line of what MuJoCo read: the innermost one.

        One of these tags, if there is any.
        """
        if not self._lines:
            for document, offset in self._texts:
                pending = [document.root]
                while pending:
                    element = pending.pop()
                    pending += element.children
                    at = offset + document.text.line(element.start)
                    self._lines.setdefault(at, []).append((document, element))
        there = self._lines.get(line, [])
        chosen = [each for each in there if each[1].tag in tags] or there
        if not chosen:
            return None
        document, element = max(chosen, key=lambda each: each[1].start)
        return document.element_span(element)

    def calls_at(self, path: PartPath) -> tuple[Related, ...]:
        """None: MJCF has no macros."""
        return ()
