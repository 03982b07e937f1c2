"""Rotors as Pinocchio's users write them down: beside the states of an SRDF file."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from .drive import Drive
from .error import ModelError

if TYPE_CHECKING:
    from pathlib import Path

    from ..packages import StrPath
    from ..xml.tree import Element


def srdf_drives(file: StrPath) -> tuple[Drive, ...]:
    """The drives of the `<rotor_params>` of an SRDF file, for `Model(robot, drives=...)`.

    Of each `<joint name mass gear_ratio>` the `mass` is the inertia of the rotor about its own
    shaft [kg m^2], as Pinocchio's `loadRotorParameters` takes it; joints that are not listed have
    no drive. Raises ModelError where the file cannot be read or has no rotors.
    """
    from pathlib import Path

    from ..diagnostics import Report, Severity
    from ..urdf.srdf import parse_srdf

    path = Path(file)
    report = Report()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"'{path}' cannot be read: {error.strerror}") from error
    document = parse_srdf(data, file=str(path), report=report)
    if document is None:
        (first, *_) = (d for d in report if d.severity is Severity.ERROR)
        raise ModelError(f"'{path}' cannot be read: {first.message}")
    found = [
        _drive(path, joint)
        for params in document.root.children
        if params.tag == "rotor_params"
        for joint in params.children
        if joint.tag == "joint"
    ]
    if not found:
        raise ModelError(f"'{path}' has no <rotor_params> with joints")
    return tuple(found)


def _drive(path: Path, element: Element) -> Drive:
    name = element.attributes.get("name", "")
    if not name:
        raise ModelError(f"'{path}': a <joint> of <rotor_params> has no name")
    inertia = _number(path, name, element, "mass")
    return Drive(name, _number(path, name, element, "gear_ratio"), inertia)


def _number(path: Path, joint: str, element: Element, attribute: str) -> float:
    text = element.attributes.get(attribute, "")
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise ModelError(
            f"'{path}': {attribute} of joint '{joint}' in <rotor_params> must be a number, "
            f"got '{text}'"
        )
    return value
