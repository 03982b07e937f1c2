"""The formats that fourbar reads and writes: one row each.

Every list of extensions, help text and choice is made from this table. Functions are named, not
imported: the package of a format is imported when a file of its kind comes along.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from enum import IntEnum
from importlib import import_module
from typing import Any

from ..gltf_file.suffixes import GLTF_SUFFIXES
from ..record import record
from .sniff import is_glb, is_mjcf, is_sdf, is_usd


class Likelihood(IntEnum):
    """What a file of an extension is, as far as the extension tells; likelier ones first."""

    ROBOT = 0
    ROBOT_OR_PART = 1
    ROBOT_OR_MESH = 2
    ANYTHING = 3


@record
class Format:
    """A file format.

    Attributes
    ----------
    name
        What `format=` and `--input-format` call it.
    title
        What people call it.
    suffixes
        The extensions of files that can be read, in lower case.
    sniff
        Whether content is certainly of this format, whatever the file is called.
    read
        `module:function` from a `fourbar.reading.Job` to a Robot or None.
    validate
        `module:function` that checks the file itself, where more than the robot is to be checked.
    writers
        `module:function` from a Robot to text or bytes, by extension.
    several
        Whether these write several files, and take the `stem` of the one that is asked for.
    addresses
        Whether written files have the addresses of meshes, and not the meshes themselves.
    inside
        The extensions of files that have their meshes inside, for whoever reads them.
    configurations
        Whether written files have the named configurations.
    options
        The keywords that the writers take; with an extension, those of its writer only.
    prove
        `module:function` that compares a robot with what was written.
    """

    name: str
    title: str
    suffixes: Mapping[str, Likelihood] = {}
    sniff: Callable[[bytes], bool] | None = None
    read: str | None = None
    validate: str | None = None
    writers: Mapping[str, str] = {}
    several: bool = False
    addresses: bool = False
    inside: tuple[str, ...] = ()
    configurations: bool = False
    options: tuple[str | tuple[str, str], ...] = ()
    prove: str | None = None

    def takes(self, suffix: str, option: str) -> bool:
        """Whether the writer for an extension takes an option."""
        return option in self.options or (suffix, option) in self.options


_USD = (".usd", ".usda", ".usdc", ".usdz")

# Options of writers, by keyword.
_ROBOT = ("report", "lossless")
_SHAPES = (
    *_ROBOT,
    *("planar", "visuals", "collisions", "texture_size"),
    *("packages", "roots", "confined", "opened"),
)
_PICTURES = (
    *_SHAPES,
    *("basis", "animations", "motions", "clouds", "compress", "simplify", "simplify_error"),
    *("placements", "progress"),
)
_PHYSICS = (*_SHAPES, "base", "inertia", "assets")

FORMATS: tuple[Format, ...] = (
    Format(
        "urdf",
        "URDF",
        suffixes={".urdf": Likelihood.ROBOT, ".xml": Likelihood.ANYTHING},
        read="fourbar.formats.robot_xml:read_urdf",
        writers={".urdf": "fourbar.urdf.write:write_urdf"},
        addresses=True,
        options=("report",),
    ),
    Format(
        "xacro",
        "xacro",
        suffixes={".xacro": Likelihood.ROBOT_OR_PART},
        read="fourbar.formats.robot_xml:read_xacro",
    ),
    Format(
        "gltf",
        "glTF",
        suffixes=dict.fromkeys(GLTF_SUFFIXES, Likelihood.ROBOT_OR_MESH),
        sniff=is_glb,
        read="fourbar.gltf.format:read",
        validate="fourbar.gltf.format:validate",
        writers={
            ".glb": "fourbar.gltf.write.glb:glb_parts",
            ".gltf": "fourbar.gltf.write.glb:write_gltf",
        },
        inside=GLTF_SUFFIXES,
        configurations=True,
        options=(*_PICTURES, (".gltf", "buffer")),
    ),
    Format(
        "mjcf",
        "MJCF",
        suffixes={".mjcf": Likelihood.ROBOT, ".mjz": Likelihood.ROBOT},
        sniff=is_mjcf,
        read="fourbar.mjcf.read.robot:read",
        writers={
            ".xml": "fourbar.mjcf.write:write_mjcf",
            ".mjcf": "fourbar.mjcf.write:write_mjcf",
            ".mjz": "fourbar.mjcf.archive:write_mjz",
        },
        several=True,
        inside=(".mjz",),
        configurations=True,
        options=(*_PHYSICS, "loop_style", "actuators", "mesh_format", "scene"),
        prove="fourbar.mjcf.prove:prove",
    ),
    Format(
        "sdf",
        "SDFormat",
        suffixes={".sdf": Likelihood.ROBOT},
        sniff=is_sdf,
        read="fourbar.sdf.read:read",
        writers={".sdf": "fourbar.sdf.write:write_sdf"},
        addresses=True,
        options=(*_ROBOT, "base", "inertia"),
        prove="fourbar.sdf.prove:prove",
    ),
    Format(
        "usd",
        "USD",
        suffixes=dict.fromkeys(_USD, Likelihood.ROBOT_OR_MESH),
        sniff=is_usd,
        read="fourbar.usd.read.robot:read",
        writers={
            ".usd": "fourbar.usd.write:write_usdc",
            ".usda": "fourbar.usd.write:write_usda",
            ".usdc": "fourbar.usd.write:write_usdc",
            ".usdz": "fourbar.usd.write:write_usdz",
        },
        several=True,
        inside=_USD,
        options=_PHYSICS,
        prove="fourbar.usd.prove:prove",
    ),
    Format("srdf", "SRDF", writers={".srdf": "fourbar.urdf.srdf:write_srdf"}, configurations=True),
    Format(
        "html",
        "HTML",
        writers={".html": "fourbar.viewer.html:write_html"},
        configurations=True,
        options=_PICTURES,
    ),
)

DIALECTS: Mapping[str, tuple[Format, ...]] = {
    "drake": (
        Format(
            "urdf",
            "URDF for Drake",
            suffixes={".xml": Likelihood.ANYTHING},
            writers={".urdf": "fourbar.drake.urdf:write_drake_urdf"},
            addresses=True,
            options=("report", "base", "inertia", "planar"),
        ),
        Format(
            "sdf",
            "SDFormat for Drake",
            writers={".sdf": "fourbar.sdf.write:write_drake_sdf"},
            addresses=True,
            options=(*_ROBOT, "base", "inertia"),
        ),
    ),
}
"""What some programs write into files of a format, by the program: rows of the same names."""

READERS: Mapping[str, Format] = {f.name: f for f in FORMATS if f.read is not None}
"""The formats that can be read, by name; the first is taken for files of unknown extension."""

SUFFIXES: Mapping[str, Likelihood] = {
    suffix: likelihood for f in READERS.values() for suffix, likelihood in f.suffixes.items()
}
"""The extensions that can be read."""

_BY_SUFFIX = {suffix: f for f in READERS.values() for suffix in f.suffixes}
_WRITERS = {suffix: target for f in FORMATS for suffix, target in f.writers.items()}


def format_of(data: bytes, file: str, name: str | None = None) -> Format:
    """The format of some content: the one asked for, what the bytes tell, or the extension."""
    if name is not None:
        if name not in READERS:
            known = ", ".join(READERS)
            raise ValueError(f"unknown format '{name}'; expected one of: {known}")
        return READERS[name]
    for format in READERS.values():
        if format.sniff is not None and format.sniff(data):
            return format
    default = next(iter(READERS.values()))
    return _BY_SUFFIX.get(suffix_of(file), default)


def suffix_of(file: str | os.PathLike[str]) -> str:
    """A file's extension in lower case: `.urdf`."""
    name = os.path.basename(os.fspath(file).rstrip(f"/{os.sep}"))  # noqa: PTH119 - for each of many files
    at = name.rfind(".")
    return name[at:].lower() if 0 < at < len(name) - 1 else ""


def readable(path: str | os.PathLike[str]) -> bool:
    """Whether a file's extension is one that `read` expects."""
    return suffix_of(path) in SUFFIXES


def readable_suffixes(most: Likelihood = Likelihood.ROBOT_OR_MESH) -> tuple[str, ...]:
    """The extensions whose files are robots at least as likely as `most`."""
    return tuple(suffix for suffix, likelihood in SUFFIXES.items() if likelihood <= most)


def readable_text() -> str:
    """The extensions of robots, for people: `.urdf, .xacro, .glb or .gltf`."""
    return either(readable_suffixes())


def writable() -> tuple[str, ...]:
    """The extensions that `save` knows."""
    return tuple(_WRITERS)


def writable_text() -> str:
    """The extensions that `save` knows, for people: `.urdf, .srdf, .glb, .gltf or .html`."""
    return either(writable())


def output_format(
    path: str | os.PathLike[str], name: str | None = None, dialect: str | None = None
) -> Format:
    """The format that is written to a path: the one of that name, or the extension's.

    With a dialect, the format as a program has it. SaveError where there is none, or files of this
    extension do not hold it.
    """
    found = _written_to(path, name)
    return found if dialect is None else _in_dialect(found, dialect)


def _in_dialect(found: Format, dialect: str) -> Format:
    from .error import SaveError

    if dialect not in DIALECTS:
        raise SaveError(f"unknown dialect '{dialect}'; expected one of: {', '.join(DIALECTS)}")
    rows = {row.name: row for row in DIALECTS[dialect]}
    if found.name not in rows:
        suffixes = tuple(suffix for row in rows.values() for suffix in row.writers)
        raise SaveError(
            f"{found.title} has no dialect '{dialect}'; it is for {either(suffixes, 'and')}"
        )
    return rows[found.name]


def _written_to(path: str | os.PathLike[str], name: str | None) -> Format:
    from .error import SaveError

    suffix = suffix_of(path)
    what = suffix or os.fspath(path)
    if name is not None:
        named = {f.name: f for f in FORMATS if f.writers}
        if name not in named:
            raise SaveError(f"unknown format '{name}'; expected one of: {', '.join(named)}")
        if not can_hold(path, named[name]):
            known = either(tuple(dict.fromkeys((*named[name].writers, *named[name].suffixes))))
            raise SaveError(f"'{what}' files cannot hold {named[name].title}; expected {known}")
        return named[name]
    found = next((f for f in FORMATS if suffix in f.writers), None)
    if found is None:
        known = ", ".join(_WRITERS)
        if not suffix:
            raise SaveError(f"'{what}' has no extension; expected one of: {known}")
        raise SaveError(f"cannot write '{what}' files; expected one of: {known}")
    return found


def can_hold(path: str | os.PathLike[str], format: Format) -> bool:
    """Whether a format can be written, and to files of a path's extension.

    An extension that the format is read from is one: `.xml` holds MJCF, but URDF as well.
    """
    suffix = suffix_of(path)
    return bool(format.writers) and (suffix in format.writers or suffix in format.suffixes)


def writer_of(path: str | os.PathLike[str], format: Format) -> Any:
    """The function that writes a format to a path; its first one for what is usually another's."""
    targets = format.writers
    return function(targets.get(suffix_of(path)) or next(iter(targets.values())))


def suffixes_with(option: str) -> tuple[str, ...]:
    """The extensions whose writers take an option."""
    return tuple(suffix for f in FORMATS for suffix in f.writers if f.takes(suffix, option))


def titles_with(option: str) -> str:
    """The formats whose writers take an option, for people: `glTF, MJCF and HTML`."""
    titles = [f.title for f in FORMATS if any(f.takes(suffix, option) for suffix in f.writers)]
    return either(tuple(titles), "and")


def function(target: str) -> Any:
    """The function that `module:function` names."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def either(words: tuple[str, ...], word: str = "or") -> str:
    """The words as a choice: `a, b or c`."""
    return f" {word} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
