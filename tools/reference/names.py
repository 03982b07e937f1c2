"""The public names of the package, the page of each, and links to them."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path, PurePosixPath

import fourbar

from .cells import code

MODULES: dict[str, tuple[str, ...]] = fourbar._MODULES  # pyright: ignore[reportPrivateUsage]
OWN: dict[str, tuple[str, ...]] = {
    "assets": (
        *("Hull", "Located", "MassProperties", "Primitive", "TriangleMesh"),
        *("convex_hull", "load_mesh", "locate", "measure_mass", "read_mesh", "with_normals"),
    ),
    "fleet": tuple(name for name in fourbar.fleet.__all__ if name not in MODULES["fleet"]),
    "gltf": ("GlbOptions", "convert", "read_robots", "validate", "write_glb"),
    "graph": ("AggregateGraph", "Cluster", "ConnectivityGraph", "check", "clusters", "draw"),
    "lint": ("fix_text",),
    "mjcf.prove": ("Agreement", "prove"),
    "packages": ("PackageFinder",),
    "usd": ("UsdOptions",),
    "viewer": ("inline",),
    "xacro": ("Expansion", "expand"),
}
"""Public names of packages that are not in `fourbar` itself: they are called by their package."""
PAGES: tuple[str, ...] = tuple(sorted({*MODULES, *OWN}))
"""The modules with a page."""
_TABLE = Path(__file__).parents[1] / "fields.toml"
FIELDS: dict[str, dict[str, str]] = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
TYPES: dict[str, dict[str, str]] = FIELDS.pop("types")  # pyright: ignore[reportAssignmentType]
"""Words for fields by class, and for names of types by page."""
FOLDER = PurePosixPath("docs/reference/python")
_HOME = {name: module for module, names in MODULES.items() for name in names}
_HOME |= {f"{module}.{name}": module for module, names in OWN.items() for name in names}
_HOME |= {name: module for module, names in TYPES.items() for name in names}
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_TYPE = re.compile(r"[A-Za-z_][\w.]*")


def page_of(module: str) -> str:
    """The file of the page about a module."""
    return f"{module.replace('.', '-')}.md"


def summary_of(module: str) -> str:
    """The first sentence of the module's docstring."""
    doc = import_module(f"fourbar.{module}").__doc__ or ""
    return doc.strip().partition("\n\n")[0].replace("\n", " ")


def link(name: str, text: str | None = None) -> str | None:
    """A link to a public name; None where there is none of that name."""
    plain = name.removeprefix("fourbar.").removeprefix("fb.")
    home = _HOME.get(plain)
    return None if home is None else f"[`{text or name}`]({page_of(home)}#{anchor(plain)})"


def anchor(name: str) -> str:
    """Where a public name is on its page."""
    return name.rpartition(".")[2]


def linked(text: str, *, own: str = "") -> str:
    """Prose, with names in backticks as links; blocks of code stay as they are."""

    def replace(found: re.Match[str]) -> str:
        return (found[1] != own and link(found[1])) or found[0]

    lines = text.splitlines()
    return "\n".join(
        line if line.startswith("    ") else _CODE.sub(replace, line) for line in lines
    )


def linked_type(text: str) -> str:
    """A type as it is written, with public names in it as links."""
    parts: list[str] = []
    start = 0
    for found in _TYPE.finditer(text):
        to = link(found[0])
        if to is not None:
            parts += [code(text[start : found.start()]), to]
            start = found.end()
    return "".join([*parts, code(text[start:])])
