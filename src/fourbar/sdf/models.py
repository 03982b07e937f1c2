"""The model of an SDFormat file, with the models that are nested in it or included from others."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from ..formats.folder import model_file
from ..reading import Job
from ..record import record
from ..transfer.error import TransferError
from ..transfer.missing import Missing, Place
from ..xml.parse import parse
from ..xml.tree import Document, Element

_DEEPEST = 16
_MOST_MODELS = 1000
_MOST_ELEMENTS = 200_000
_MOST_BYTES = 1 << 26
_LONGEST = 200
_SAME = 0.02
"""[m/s^2] Gravity is 9.8 to SDFormat, 9.81 to others, and 9.806 to some."""
OTHERS = "<model>s beside the first"
JOINTS = "joints between the models of a world"
GRAVITY = "gravity other than 9.8 m/s^2 along -z"
NESTING = "::"
"""Between the name of a model and that of a part inside it."""


@record
class SdfModel:
    """A model and where it was written.

    Attributes
    ----------
    element, document, path
        The `<model>`, the text that has it, and the file of that text.
    include
        The `<include>` by which the model came, and the text that has it.
    nested
        The models inside by name.
    """

    element: Element
    document: Document
    path: Path | None
    include: tuple[Element, Document] | None
    nested: dict[str, SdfModel]

    @property
    def name(self) -> str:
        """The name of the model; an `<include>` may give it another."""
        return self._of_include("name") or self.element.attributes.get("name", "")

    @property
    def static(self) -> bool:
        """Whether the model stays where it is; an `<include>` may say otherwise."""
        given = self._of_include("static") or self.text(self.element, "static")
        return given in ("true", "1")

    @property
    def placed(self) -> tuple[Element, Document]:
        """The element whose `<pose>` says where the model is: the model, or the `<include>`."""
        if self.include is not None and child_of(self.include[0], "pose") is not None:
            return self.include
        return self.element, self.document

    def _of_include(self, tag: str) -> str:
        if self.include is None:
            return ""
        child = child_of(self.include[0], tag)
        return "" if child is None else self.include[1].inner_text(child)

    def place(self, element: Element) -> Place:
        """Where an element of the model is written."""
        return lambda: self.document.element_span(element)

    def text(self, element: Element, tag: str) -> str:
        """The text of a child element; empty without one."""
        child = child_of(element, tag)
        return "" if child is None else self.document.inner_text(child)

    @property
    def placement_frame(self) -> str:
        """Which frame of the model is put at its pose; empty for the model's own."""
        given = self._of_include("placement_frame")
        return given or self.element.attributes.get("placement_frame", "")

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

    def __init__(self, job: Job, missing: Missing) -> None:
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
            includes = [child for child in place.children if child.tag == "include"]
            if models:
                found = self._whole(models[0], document, path, trail)
                self._leave(place, [*models[1:], *includes], document)
                return found
            for number, include in enumerate(includes):
                try:
                    found = self._included(include, document, path, trail)
                except TransferError:  # often the ground or the sun, which nobody has here
                    if number + 1 == len(includes):
                        raise
                    continue
                self._leave(place, [each for each in includes if each is not include], document)
                return found
        return None

    def _leave(self, place: Element, models: list[Element], document: Document) -> None:
        """Count what a world has beside its first model."""
        joints = [child for child in place.children if child.tag == "joint"]
        for what, elements in ((OTHERS, models), (JOINTS, joints)):
            for element in elements:
                self._missing.add(what, lambda element=element: document.element_span(element))
        gravity = child_of(place, "gravity")
        if gravity is None:
            return
        try:
            x, y, z = (float(word) for word in document.inner_text(gravity).split())
        except ValueError:
            raise TransferError("<gravity> has 3 numbers") from None
        if not (abs(x) <= _SAME and abs(y) <= _SAME and abs(z + 9.8) <= _SAME):
            self._missing.add(GRAVITY, lambda: document.element_span(gravity))

    def _whole(
        self,
        element: Element,
        document: Document,
        path: Path | None,
        trail: tuple[Path, ...],
        include: tuple[Element, Document] | None = None,
        depth: int = 0,
    ) -> SdfModel:
        self._models += 1
        if self._models > _MOST_MODELS or depth > _DEEPEST:
            most = f"{_MOST_MODELS:,} models, or models nested more than {_DEEPEST} deep"
            raise TransferError(f"the file has more than {most}")
        nested: dict[str, SdfModel] = {}
        for child in element.children:
            if child.tag == "model":
                inner = self._whole(child, document, path, trail, depth=depth + 1)
            elif child.tag == "include" and child.attributes.get("merge") in ("true", "1"):
                place = document.element_span(child)
                self._missing.add("<include merge>", lambda place=place: place)
                continue
            elif child.tag == "include":
                inner = self._included(child, document, path, trail, depth + 1)
            else:
                continue
            name = inner.name
            if not name:
                raise TransferError(
                    f"a model inside '{element.attributes.get('name', '')}' has no name"
                )
            if name in nested or NESTING in name:
                reason = "exists twice" if name in nested else f"must not contain '{NESTING}'"
                raise TransferError(f"the name of model '{name}' {reason}")
            nested[name] = inner
        return SdfModel(element, document, path, include, nested)

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
        """The file of an address; TransferError where there is none, or none may be used."""
        found, exists = None, False
        try:
            found = self._address(address, path)
            if found is not None and found.is_dir():
                self._check_confined(found, address)
                found = model_file(found) or found / "model.sdf"
            exists = found is not None and _is_file(found)
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:  # which no file can have
                reason = error.strerror or type(error).__name__
                text = f"<include>: cannot open '{_short(address)}': {reason}"
                raise TransferError(text) from None
        if found is None or not exists:
            raise TransferError(f"<include>: '{_short(address)}' does not exist")
        self._check_confined(found, address)
        return found

    def _address(self, address: str, path: Path | None) -> Path | None:
        """Where `model://NAME`, `package://NAME`, or a path from the file leads."""
        scheme, colon, rest = address.partition("://")
        folder = None if path is None else path.parent
        if not colon or scheme == "file":
            rest = rest if colon else address
            return None if folder is None or not rest else folder / rest
        if scheme not in ("model", "package"):
            raise TransferError(f"<include>: '{_short(address)}' is not downloaded; use a file")
        name, _, below = rest.partition("/")
        home = self._job.finder.find(name)
        return None if home is None else home / below

    def _check_confined(self, file: Path, address: str) -> None:
        own = self._job.content.path
        if not self._job.options.confined or own is None:
            return
        folders = [own.parent, *map(Path, (self._job.options.packages or {}).values())]
        if not any(file.resolve().is_relative_to(each.resolve()) for each in folders):
            raise TransferError(f"<include>: '{address}' is outside the folder of the file")


def address_from(model: SdfModel, file: Path | None, uri: str) -> str:
    """The address of a mesh as the file that is read would write it."""
    if model.path == file or "://" in uri or not uri or Path(uri).is_absolute():
        return uri
    if model.path is None or file is None:
        return uri
    there = model.path.resolve().parent / uri
    return Path(os.path.relpath(there, file.resolve().parent)).as_posix()


def child_of(element: Element, tag: str) -> Element | None:
    """The first child of that tag."""
    return next((child for child in element.children if child.tag == tag), None)


def _is_file(path: Path) -> bool:
    """As `Path.is_file`, which hides from Python 3.14 on that a folder may not be looked into."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def _short(address: str) -> str:
    return address if len(address) <= _LONGEST else f"{address[:_LONGEST]}..."


def _size(root: Element) -> int:
    count, pending = 0, [root]
    while pending:
        element = pending.pop()
        count += 1
        pending += element.children
    return count
