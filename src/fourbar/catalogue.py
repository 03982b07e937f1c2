"""The robots of the package robot_descriptions: `robot:NAME` is accepted wherever a file is.

That package knows about 200 descriptions and fetches the repository of each with git, into a folder
of its own, when it is first asked for it. It is optional: `pip install robot_descriptions`.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from .diagnostics import did_you_mean
from .record import record
from .schemes import CATALOGUE

_PACKAGE = "robot_descriptions"
_ENDING = "_description"
_PATHS = ("URDF_PATH", "XACRO_PATH", "MJCF_PATH")
"""What modules of the package call their files, the preferred one first."""


@record
class Description:
    """The file of a robot, and what reading it takes unless the user says otherwise.

    Attributes
    ----------
    path
        The file on disk.
    packages
        Names and folders of the packages that it uses.
    arguments
        Values of xacro arguments that make this robot of a file for several.
    """

    path: Path
    packages: Mapping[str, str] = {}
    arguments: Mapping[str, str] = {}


def summaries() -> dict[str, str]:
    """What each robot is, by its name without `_description`; empty without the package."""
    known = _package()
    if known is None:
        return {}
    described: dict[str, str] = {}
    for name, entry in known.DESCRIPTIONS.items():
        described[name.removesuffix(_ENDING)] = " ".join(filter(None, (entry.maker, entry.robot)))
    return dict(sorted(described.items()))


def find(name: str) -> Description:
    """The description of a robot, fetched if it is not on this machine yet.

    Parameters
    ----------
    name
        As the package has it (`cassie_description`), or without its ending (`cassie`).

    Raises
    ------
    FileNotFoundError
        Where the package is not installed, or does not have the robot.
    OSError
        Where it cannot fetch the robot.
    """
    short = name.removeprefix(CATALOGUE).removesuffix(_ENDING)
    known = summaries()
    if not known:
        raise FileNotFoundError(
            f"'{CATALOGUE}{short}' is a robot of the package {_PACKAGE}, which is not installed; "
            f"use: pip install {_PACKAGE}"
        )
    if short not in known:
        hint = did_you_mean(short, known)
        raise FileNotFoundError(f"{_PACKAGE} has no robot {short!r}{hint}")
    module = _fetched(short + _ENDING)
    found = next(path for path in _PATHS if hasattr(module, path))
    return Description(
        Path(getattr(module, found)),
        getattr(module, "XACRO_PACKAGE_PATHS", {}),
        getattr(module, "XACRO_ARGS", {}) if found == "XACRO_PATH" else {},
    )


def _package() -> ModuleType | None:
    try:
        return import_module(_PACKAGE)
    except ModuleNotFoundError:
        return None


def _fetched(name: str) -> ModuleType:
    """The module of a description: importing it is what fetches the files."""
    try:
        # It prints what it does, which is not part of what a command gives.
        with contextlib.redirect_stdout(sys.stderr):
            return import_module(f"{_PACKAGE}.{name}")
    except Exception as error:  # whatever git, the network and the disk have to say
        reason = str(getattr(error, "stderr", "") or error).strip()
        raise OSError(f"{_PACKAGE} cannot fetch it: {reason}") from error
