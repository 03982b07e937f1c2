"""The public names as type checkers see them, from the table in `fourbar/__init__.py`."""

from __future__ import annotations

import fourbar


def files() -> dict[str, str]:
    """The stub of the package."""
    modules: dict[str, tuple[str, ...]] = fourbar._MODULES  # pyright: ignore[reportPrivateUsage]
    lines = [
        "# Generated from the table in __init__.py by `make generate`; do not edit.",
        "",
        *(f"from . import {name} as {name}" for name in fourbar._PACKAGES),  # pyright: ignore[reportPrivateUsage]
        "from ._version import __version__",
    ]
    for module in sorted(modules):
        names = sorted(modules[module])
        if len(names) == 1:
            lines.append(f"from .{module} import {names[0]}")
        else:
            lines.append(f"from .{module} import (")
            lines += [f"    {name}," for name in names]
            lines.append(")")
    lines += ["", "__all__ = [", *(f'    "{name}",' for name in sorted(fourbar.__all__)), "]"]
    return {"src/fourbar/__init__.pyi": "\n".join(lines) + "\n"}
