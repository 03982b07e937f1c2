"""The model of an SDFormat file, with the models that are nested in it or included from others."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ..formats.folder import model_file
from ..reading import Job
from ..record import record
from ..transfer.error import TransferError
from ..xml.parse import parse
from ..xml.tree import Document, Element

_DEEPEST = 16
_MOST_MODELS = 1000
_MOST_ELEMENTS = 200_000
_MOST_BYTES = 1 << 26
NESTING = "::"
"""Between the name of a model and that of a part inside it."""


@record
class SdfModel:
    """A model and where it was written.

    Attributes
    ----------
    element, document, path
        The `<model>`, the text that has it, and the file of that text.
    placed, placing
        The element whose `<pose>` says where the model is, and the text that has it: the model, or
        the `<include>`.
    nested
        The models inside by name.
    """

    element: Element
    document: Document
    path: Path | None
    placed: Element
    placing: Document
    nested: dict[str, SdfModel]

    def text(self, element: Element, tag: str) -> str:
        """The text of a child element; empty without one."""
        child = child_of(element, tag)
        return "" if child is None else self.document.inner_text(child)

    @property
    def placement_frame(self) -> str:
        """Which frame of the model is put at its pose; empty for the model's own."""
        of_include = child_of(self.placed, "placement_frame")
        if of_include is not None:
            return self.placing.inner_text(of_include)
        return self.element.attributes.get("placement_frame", "")

    @property
    def canonical(self) -> str:
        """The link that stands for the whole model."""
        given = self.element.attributes.get("canonical_link", "")
        if given:
            return given
        for child in self.element.children:
            if child.tag == "link":
                return child.attributes.get("name", "")
        for name, inner in self.nested.items():
            found = inner.canonical
            if found:
                return f"{name}{NESTING}{found}"
        return ""

    def inside(self, name: str) -> tuple[SdfModel, str, str]:
        """The model that has a part, the way to it with `::` at its end, and its name there."""
        model, way = self, ""
        while NESTING in name:
            head, _, rest = name.partition(NESTING)
            if head not in model.nested:
                break
            model, way, name = model.nested[head], f"{way}{head}{NESTING}", rest
        return model, way, name

    def all(self, way: str = "") -> Iterator[tuple[str, SdfModel]]:
        """The model and all inside it, each with the way to it."""
        yield way, self
        for name, inner in self.nested.items():
            yield from inner.all(f"{way}{name}{NESTING}")


class Models:
    """Collects what is nested and included, within bounds. `missing` counts what is left out."""

    def __init__(self, job: Job, missing: Counter[str]) -> None:
        self._job = job
        self._missing = missing
        self._documents: dict[Path, tuple[Document, int]] = {}
        self._models = 0
        self._elements = 0

    def first(self, document: Document) -> SdfModel | None:
        """The first model of a file, or of its world; others are counted."""
        path = self._job.content.path
        trail = () if path is None else (path.resolve(),)
        for place in (document.root, child_of(document.root, "world")):
            if place is None:
                continue
            models = [child for child in place.children if child.tag == "model"]
            if models:
                others = len(models) - 1 + _count(place, "include")
                self._missing["<model>s beside the first"] += others
                return self._whole(models[0], document, path, trail)
            includes = [child for child in place.children if child.tag == "include"]
            for number, include in enumerate(includes):
                try:
                    found = self._included(include, document, path, trail)
                except TransferError:  # often the ground or the sun, which nobody has here
                    if number + 1 == len(includes):
                        raise
                    continue
                self._missing["<model>s beside the first"] += len(includes) - 1
                return found
        return None

    def _whole(
        self,
        element: Element,
        document: Document,
        path: Path | None,
        trail: tuple[Path, ...],
        placed: tuple[Element, Document] | None = None,
        depth: int = 0,
    ) -> SdfModel:
        self._models += 1
        if self._models > _MOST_MODELS or depth > _DEEPEST:
            most = f"{_MOST_MODELS:,} models, or models nested more than {_DEEPEST} deep"
            raise TransferError(f"the file has more than {most}")
        nested: dict[str, SdfModel] = {}
        for child in element.children:
            if child.tag == "model":
                name = child.attributes.get("name", "")
                inner = self._whole(child, document, path, trail, depth=depth + 1)
            elif child.tag == "include" and child.attributes.get("merge") in ("true", "1"):
                self._missing["<include merge>"] += 1
                continue
            elif child.tag == "include":
                inner = self._included(child, document, path, trail, depth + 1)
                named = child_of(child, "name")
                given = "" if named is None else document.inner_text(named)
                name = given or inner.element.attributes.get("name", "")
            else:
                continue
            if name in nested or NESTING in name:
                reason = "exists twice" if name in nested else f"must not contain '{NESTING}'"
                raise TransferError(f"the name of model '{name}' {reason}")
            nested[name] = inner
        around, placing = placed or (element, document)
        if child_of(around, "pose") is None:
            around, placing = element, document
        return SdfModel(element, document, path, around, placing, nested)

    def _included(
        self,
        include: Element,
        document: Document,
        path: Path | None,
        trail: tuple[Path, ...],
        depth: int = 0,
    ) -> SdfModel:
        uri = child_of(include, "uri")
        address = "" if uri is None else document.inner_text(uri)
        file = self._file(address, path)
        real = file.resolve()
        if real in trail:
            raise TransferError(f"<include>: '{address}' includes itself")
        inner, size = self._document(file, address)
        self._elements += size
        if self._elements > _MOST_ELEMENTS:
            raise TransferError(f"the includes have more than {_MOST_ELEMENTS:,} elements")
        model = child_of(inner.root, "model")
        if model is None:
            raise TransferError(f"<include>: '{address}' has no <model>")
        return self._whole(model, inner, file, (*trail, real), (include, document), depth)

    def _document(self, file: Path, address: str) -> tuple[Document, int]:
        if file not in self._documents:
            try:
                data = self._job.opened.read(file, most=_MOST_BYTES + 1)
            except OSError as error:
                reason = error.strerror or str(error)
                raise TransferError(f"<include>: cannot open '{address}': {reason}") from None
            if len(data) > _MOST_BYTES:
                raise TransferError(f"<include>: '{address}' has more than {_MOST_BYTES >> 20} MB")
            limits, report = self._job.options.limits, self._job.report
            found = parse(data, file=str(file), report=report, limits=limits)
            if found is None:
                raise TransferError(f"<include>: '{address}' is not XML")
            self._documents[file] = (found, _size(found.root))
        return self._documents[file]

    def _file(self, address: str, path: Path | None) -> Path:
        """The file of an address: `model://NAME`, `package://NAME`, or relative to the file."""
        scheme, colon, rest = address.partition("://")
        folder = None if path is None else path.parent
        if not colon or scheme == "file":
            rest = rest if colon else address
            found = None if folder is None or not rest else folder / rest
        elif scheme in ("model", "package"):
            name, _, below = rest.partition("/")
            home = self._job.finder.find(name)
            found = None if home is None else home / below
        else:
            raise TransferError(f"<include>: '{address}' is not downloaded; use a file")
        if found is not None and found.is_dir():
            found = model_file(found) or found / "model.sdf"
        if found is None or not found.is_file():
            raise TransferError(f"<include>: '{address}' does not exist")
        self._check_confined(found, address)
        return found

    def _check_confined(self, file: Path, address: str) -> None:
        own = self._job.content.path
        if not self._job.options.confined or own is None:
            return
        folders = [own.parent, *map(Path, (self._job.options.packages or {}).values())]
        if not any(file.resolve().is_relative_to(each.resolve()) for each in folders):
            raise TransferError(f"<include>: '{address}' is outside the folder of the file")


def address_from(model: SdfModel, top: SdfModel, uri: str) -> str:
    """The address of a mesh as the file of the top model would write it."""
    if model.path == top.path or "://" in uri or not uri or Path(uri).is_absolute():
        return uri
    if model.path is None or top.path is None:
        return uri
    return Path(
        os.path.relpath(model.path.resolve().parent / uri, top.path.resolve().parent)
    ).as_posix()


def child_of(element: Element, tag: str) -> Element | None:
    """The first child of that tag."""
    return next((child for child in element.children if child.tag == tag), None)


def _count(element: Element, tag: str) -> int:
    return sum(child.tag == tag for child in element.children)


def _size(root: Element) -> int:
    count, pending = 0, [root]
    while pending:
        element = pending.pop()
        count += 1
        pending += element.children
    return count
