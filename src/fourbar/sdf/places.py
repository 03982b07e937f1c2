"""Where the parts of a robot are written in an SDFormat file."""

from __future__ import annotations

from pathlib import Path

from ..diagnostics import PartPath, Related, Span
from ..reading import Options
from ..robot import Found
from ..robot.source import GltfUp, Source
from ..xml.tree import Document, Element


class SdfSource:
    """The side table of a robot that was read from SDFormat: places by name."""

    def __init__(self, document: Document, path: Path | None, options: Options) -> None:
        self.path = path
        self.file = document.text.name
        self.found: Found | None = None
        self.semantics: Source | None = None
        self.confined = options.confined
        self.packages = options.packages or {}
        self.gltf_up: GltfUp = options.gltf_up
        self._document = document
        self._places: dict[tuple[str, str], tuple[Document, Element]] = {}

    def place(self, kind: str, name: str, document: Document, element: Element) -> None:
        """Remember where a part was written."""
        self._places.setdefault((kind, name), (document, element))

    def span(self, path: PartPath) -> Span | None:
        """The start tag of the part, or of the file's root."""
        kind, key = path.part
        whole = (self._document, self._document.root)
        document, element = self._places.get((kind, str(key)), whole)
        return document.element_span(element)

    def calls_at(self, path: PartPath) -> tuple[Related, ...]:
        """None: SDFormat has no macros."""
        return ()
