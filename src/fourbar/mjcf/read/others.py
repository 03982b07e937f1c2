"""What an MJCF file has besides a mechanism with shapes: counted, with the place of the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import rules
from ...diagnostics import ROBOT, Report, Severity, Span
from .compiled import CompiledFile

Place = Callable[[], Span | None]

MIXED_CLASSES = "contact classes that differ among the shapes of a link"
MANY_CLASSES = "contact classes that keep more than 5,000 pairs of links apart"
_PHYSICAL = frozenset(
    (
        *("springs of joints", "limits of ball joints", "damping of free joints"),
        *("gravity other than 9.81 m/s^2 along -z", "air and fluid (density, viscosity, wind)"),
        *(
            "gravity compensation of bodies",
            "contact classes that differ among the shapes of a link",
        ),
        *("actuators", "spatial tendons", "fixed tendons that no equality holds"),
        *("geoms of type ellipsoid", "geoms of type hfield", "geoms of type sdf"),
        *("meshes without a file", "meshes with a reference frame and unequal scales"),
    )
)
"""Without these the robot moves or collides in another way, which a warning says."""
_GRAVITY = (0.0, 0.0, -9.81)
_FRICTION = (1.0, 0.005, 0.0001)
_SOFTNESS = ((0.02, 1.0), (0.9, 0.95, 0.001, 0.5, 2.0))
"""MuJoCo's solref and solimp where a file says nothing."""


class Missing:
    """Counts what is not read, by kind."""

    def __init__(self, file: CompiledFile) -> None:
        self._file = file
        self._counts: dict[str, int] = {}
        self._places: dict[str, Span | None] = {}

    def add(self, what: str, place: Place | None = None, *, count: int = 1) -> None:
        """One more, or several; `place` finds the first, and is asked once."""
        if count > 0:
            if what not in self._counts:
                self._places[what] = None if place is None else place()
            self._counts[what] = self._counts.get(what, 0) + count

    def report(self, report: Report) -> None:
        """A finding per kind."""
        for what, count in self._counts.items():
            report.add(
                rules.formats.PART_NOT_MODELLED,
                f"fourbar does not model {what} ({count} in this file)",
                span=self._places[what] or self._file.source.span(ROBOT),
                path=ROBOT,
                severity=Severity.WARNING if what in _PHYSICAL else None,
                facts={"what": what, "count": count},
            )


def count_others(file: CompiledFile, missing: Missing) -> None:
    """Count tendons, actuators, sensors and the like, and what bodies touch and feel."""
    model: Any = file.model
    spatial, loose = _tendons(file)
    for what, count, tags in (
        ("spatial tendons", spatial, ("spatial",)),
        ("fixed tendons that no equality holds", loose, ("fixed",)),
        ("actuators", model.nu, ("actuator",)),
        ("sensors", model.nsensor, ("sensor",)),
        ("cameras", model.ncam, ("camera",)),
        ("lights", model.nlight, ("light",)),
        ("sites", _sites(file), ("site",)),
        ("contact pairs", model.npair, ("pair",)),
        ("skins", model.nskin, ("skin",)),
        ("flexible bodies", model.nflex, ("flex", "flexcomp")),
        ("plugins", model.nplugin, ("plugin",)),
        ("gravity compensation of bodies", _nonzero(model.body_gravcomp), ("body",)),
    ):
        missing.add(what, lambda tags=tags: file.source.first(*tags), count=int(count))
    _count_options(model, missing, lambda: file.source.first("option"))


def _count_options(model: Any, missing: Missing, place: Place) -> None:
    option = model.opt
    if not _same(option.gravity, _GRAVITY):
        missing.add("gravity other than 9.81 m/s^2 along -z", place)
    if float(option.density) or float(option.viscosity) or _nonzero(option.wind):
        missing.add("air and fluid (density, viscosity, wind)", place)
    usual = (float(option.timestep), int(option.cone), float(option.impratio))
    if usual != (0.002, 0, 1.0):
        missing.add("options of the solver (timestep, cone, impratio)", place)


def count_contact(file: CompiledFile, geom: int, missing: Missing) -> None:
    """Count what a geom that touches others says about contact."""
    model = file.model

    def place() -> Span | None:
        return file.place("geoms", geom)

    classes = (int(model.geom_contype[geom]), int(model.geom_conaffinity[geom]))
    if classes != (1, 1):
        missing.add("contact classes towards other things (contype, conaffinity)", place)
    plain = _same(model.geom_friction[geom], _FRICTION) and int(model.geom_condim[geom]) == 3
    if not plain:
        missing.add("friction of contacts", place)
    if not is_usual(model.geom_solref[geom], model.geom_solimp[geom]):
        missing.add("softness of contacts (solref, solimp)", place)


def is_usual(
    solref: Any, solimp: Any, ours: tuple[tuple[float, ...], tuple[float, ...]] = _SOFTNESS
) -> bool:
    """Whether the softness of something is MuJoCo's own, or what our writer gives it."""
    return all(
        _same(values, one) or _same(values, two)
        for values, one, two in zip((solref, solimp), _SOFTNESS, ours, strict=True)
    )


def _tendons(file: CompiledFile) -> tuple[int, int]:
    """How many tendons are spatial, and how many are sums of joints that nothing ties."""
    model, mj = file.model, file.mj
    tied = {
        int(each)
        for number in range(int(model.neq))
        if int(model.eq_type[number]) == int(mj.mjtEq.mjEQ_TENDON)
        for each in (model.eq_obj1id[number], model.eq_obj2id[number])
    }
    spatial = loose = 0
    for tendon in range(int(model.ntendon)):
        first = int(model.wrap_type[int(model.tendon_adr[tendon])])
        if first != int(mj.mjtWrap.mjWRAP_JOINT):
            spatial += 1
        elif tendon not in tied:
            loose += 1
    return spatial, loose


def _sites(file: CompiledFile) -> int:
    """Sites but for those that equalities join, which loops have."""
    model, mj = file.model, file.mj
    used = {
        int(each)
        for number in range(int(model.neq))
        if int(model.eq_objtype[number]) == int(mj.mjtObj.mjOBJ_SITE)
        for each in (model.eq_obj1id[number], model.eq_obj2id[number])
    }
    return int(model.nsite) - len(used)


def _nonzero(values: Any) -> int:
    return sum(1 for value in values if float(value))


def _same(values: Any, expected: tuple[float, ...]) -> bool:
    return all(
        abs(float(a) - b) <= 1e-9 for a, b in zip(values[: len(expected)], expected, strict=True)
    )
