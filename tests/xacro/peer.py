"""The `xacro` package, run in this process, and its results in a form that can be compared."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.dom import Node, minidom

from fourbar.diagnostics import Report
from fourbar.packages import PackageFinder
from fourbar.xacro import expand


class Refused:
    """The file was not expanded, and why."""

    def __init__(self, reason: object) -> None:
        self.reason = reason

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Refused({self.reason})"


def theirs(
    path: Path, *, packages: Mapping[str, Path] | None = None, arguments: Mapping[str, str]
) -> Any:
    """What the `xacro` package makes of a file."""
    xacro = _peer(packages or {})
    try:
        document = xacro.process_file(str(path), mappings=dict(arguments), verbosity=0)
        return form(document.documentElement)
    except Exception as error:
        return Refused(f"{type(error).__name__}: {error}")


def ours(
    path: Path, *, packages: Mapping[str, Path] | None = None, arguments: Mapping[str, str]
) -> Any:
    """What fourbar makes of a file."""
    report = Report()
    expansion = expand(
        path.read_bytes(),
        file=str(path),
        path=path,
        arguments=arguments,
        finder=PackageFinder(packages, environ={}),
        report=report,
    )
    if expansion is None:
        return Refused("; ".join(map(str, report.errors)))
    return form(minidom.parseString(expansion.document.text.data).documentElement)


def form(node: Any) -> Any:
    """An element as tag, attributes and content: elements, comments, and words of text."""
    attributes: dict[str, str] = {}
    for name, value in node.attributes.items():
        if not isinstance(value, str):
            raise TypeError(f"{name}={value!r} cannot be written")  # xacro fails when it prints
        attributes[name] = value
    content: list[Any] = []
    for child in node.childNodes:
        match child.nodeType:
            case Node.ELEMENT_NODE:
                content.append(form(child))
            case Node.COMMENT_NODE:
                content.append(("comment", child.data))
            case Node.PROCESSING_INSTRUCTION_NODE:
                content.append(("instruction", child.target, child.data))
            case _:
                words = child.data.split()
                if words and content and content[-1][0] == "words":
                    content[-1][1].extend(words)
                elif words:
                    content.append(("words", words))
    return (node.tagName, attributes, content)


def _peer(packages: Mapping[str, Path]) -> Any:
    """The package, with a package index as ROS would have it, and silent."""
    index = ModuleType("ament_index_python")
    inside: Any = ModuleType("ament_index_python.packages")

    def share(name: str) -> str:
        return str(packages[name])

    inside.get_package_share_directory = share
    sys.modules["ament_index_python"] = index
    sys.modules["ament_index_python.packages"] = inside
    printer = minidom.Element.writexml
    import xacro  # type: ignore[import-untyped]

    minidom.Element.writexml = printer  # xacro replaces the one of the standard library
    silent: Any = xacro
    silent.warning = silent.message = silent.error = lambda *_, **__: None
    silent.print_location = lambda *_, **__: None
    return silent
