"""What an MJCF file has besides a mechanism with shapes: counted, with the place of the first."""

from __future__ import annotations

from typing import Any

from ...diagnostics import Span
from ...transfer.missing import Missing, Place
from .compiled import CompiledFile

MIXED_CLASSES = "contact classes that differ among the shapes of a link"
MANY_CLASSES = "contact classes of more than 1,000 kinds, or that keep 5,000 pairs of links apart"
NO_JOINT = "actuators of tendons, sites, bodies and joints of several motions"
STATES = "actuators with states or curves of their own (muscles, filters)"
GAINS = "gains of actuators"
SEVERAL = "springs of joints with several motions"
BENT = "springs that are not in proportion to displacement"
NOT_LINEAR = "damping that is not in proportion to velocity"
_OFF = "parts of the physics that <flag> switches off"
_HELD = "springs, limits and damping of tendons that equalities hold"
_PHYSICAL = frozenset(
    (
        *(SEVERAL, BENT, "limits of ball joints", "damping of free joints", NOT_LINEAR),
        *("gravity other than 9.81 m/s^2 along -z", "air and fluid (density, viscosity, wind)"),
        *("gravity compensation of bodies", MIXED_CLASSES, MANY_CLASSES, _OFF),
        *(NO_JOINT, STATES, GAINS, _HELD),
        *("spatial tendons", "fixed tendons that no equality holds"),
        *("geoms of type hfield", "geoms of type sdf"),
        "meshes with a reference frame and unequal scales",
    )
)
"""Without these the robot moves or collides in another way, which a warning says."""
_SWITCHES = (
    "CONSTRAINT",
    "EQUALITY",
    "FRICTIONLOSS",
    "LIMIT",
    "CONTACT",
    "DAMPER",
    "SPRING",
    "ACTUATION",
)
"""Switches of `<flag>` without which a robot moves in another way."""
_GRAVITY = (0.0, 0.0, -9.81)
_FRICTION = (1.0, 0.005, 0.0001)
_SOFTNESS = ((0.02, 1.0), (0.9, 0.95, 0.001, 0.5, 2.0))
"""MuJoCo's solref and solimp where a file says nothing."""


def new_missing() -> Missing:
    """Counts what is not read of a file."""
    return Missing(_PHYSICAL.__contains__)


def count_others(file: CompiledFile, missing: Missing) -> None:
    """Count tendons, actuators, sensors and the like, and what bodies touch and feel."""
    model: Any = file.model
    spatial, loose = _tendons(file)
    for what, count, tags in (
        ("spatial tendons", spatial, ("spatial",)),
        ("fixed tendons that no equality holds", loose, ("fixed",)),
        ("sensors", model.nsensor, ("sensor",)),
        ("cameras", model.ncam, ("camera",)),
        ("lights", model.nlight, ("light",)),
        ("sites", _sites(file), ("site",)),
        ("contact pairs", model.npair, ("pair",)),
        ("skins", model.nskin, ("skin",)),
        ("flexible bodies", model.nflex, ("flex", "flexcomp")),
        ("plugins", model.nplugin, ("plugin",)),
    ):
        missing.add(what, lambda tags=tags: file.source.first(*tags), count=int(count))
    for body in _nonzero(model.body_gravcomp):
        missing.add("gravity compensation of bodies", lambda body=body: file.place("bodies", body))
    soft = [k for k in range(int(model.njnt)) if not _is_usual_joint(model, k)]
    moving = sum(any(model.key_qvel[k]) or any(model.key_ctrl[k]) for k in range(int(model.nkey)))
    # Of keyframes MuJoCo keeps no lines.
    missing.add(
        "velocities and controls of keyframes", lambda: file.source.first("key"), count=moving
    )
    for what, kind, numbers in (
        ("softness of limits and friction of joints (solref, solimp, margin)", "joints", soft),
        ("bodies that a program moves (mocap)", "bodies", _moved(model)),
    ):
        for number in numbers:
            missing.add(what, lambda kind=kind, number=number: file.place(kind, number))
    for tendon in _held_with_more(file):
        missing.add(_HELD, lambda tendon=tendon: file.place("tendons", tendon))
    _count_options(file, missing, lambda: file.source.first("option"))


def _count_options(file: CompiledFile, missing: Missing, place: Place) -> None:
    option, bits = file.model.opt, file.mj.mjtDisableBit
    off = int(option.disableflags)
    if off & int(bits.mjDSBL_GRAVITY) or not _same(option.gravity, _GRAVITY):
        missing.add("gravity other than 9.81 m/s^2 along -z", place)
    if float(option.density) or float(option.viscosity) or any(option.wind):
        missing.add("air and fluid (density, viscosity, wind)", place)
    switched = sum(bool(off & int(getattr(bits, f"mjDSBL_{name}"))) for name in _SWITCHES)
    missing.add(_OFF, place, count=switched)
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
    soft = not is_usual(model.geom_solref[geom], model.geom_solimp[geom])
    if soft or float(model.geom_margin[geom]) or float(model.geom_gap[geom]):
        missing.add("softness of contacts (solref, solimp, margin)", place)


def _is_usual_joint(model: Any, joint: int) -> bool:
    dof = int(model.jnt_dofadr[joint])
    return (
        is_usual(model.jnt_solref[joint], model.jnt_solimp[joint])
        and is_usual(model.dof_solref[dof], model.dof_solimp[dof])
        and not float(model.jnt_margin[joint])
    )


def _moved(model: Any) -> list[int]:
    return [body for body in range(int(model.nbody)) if int(model.body_mocapid[body]) >= 0]


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
    model, mj, tied = file.model, file.mj, set(_tied(file))
    spatial = loose = 0
    for tendon in range(int(model.ntendon)):
        first = int(model.wrap_type[int(model.tendon_adr[tendon])])
        if first != int(mj.mjtWrap.mjWRAP_JOINT):
            spatial += 1
        elif tendon not in tied:
            loose += 1
    return spatial, loose


def _tied(file: CompiledFile) -> list[int]:
    """The tendons that equalities hold."""
    model = file.model
    kind = int(file.mj.mjtEq.mjEQ_TENDON)
    tied = [k for k in range(int(model.neq)) if int(model.eq_type[k]) == kind]
    both = {int(each) for k in tied for each in (model.eq_obj1id[k], model.eq_obj2id[k])}
    return sorted(each for each in both if each >= 0)


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


def _held_with_more(file: CompiledFile) -> list[int]:
    """Tendons of joints that an equality holds, and that a spring, a limit or friction acts on."""
    model = file.model
    found: list[int] = []
    for tendon in _tied(file):
        values = (
            *(model.tendon_stiffness[tendon], model.tendon_damping[tendon]),
            *(model.tendon_frictionloss[tendon], model.tendon_armature[tendon]),
            model.tendon_limited[tendon],
        )
        if any(values):
            found.append(tendon)
    return found


def _nonzero(values: Any) -> list[int]:
    return [number for number, value in enumerate(values) if float(value)]


def _same(values: Any, expected: tuple[float, ...]) -> bool:
    return all(
        abs(float(a) - b) <= 1e-9 for a, b in zip(values[: len(expected)], expected, strict=True)
    )
