"""Loads of a motion as text, JSON, CSV and a page, with what they are of."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ..numerics import REPORTS_ROUNDING, REPORTS_UNLOADED
from .rounding import least_shown, shown_number

if TYPE_CHECKING:
    from ..mechanics import Model
    from ..mechanics.reports import DriveLoad, Sizing
    from ..mechanics.simulation import Motion

_MOTOR = ("peak", "rms", "velocity")
_AXES = ("fx", "fy", "fz", "mx", "my", "mz")


class Circumstances(NamedTuple):
    """What loads are of: the joint that moves, or the file of a motion, and masses on links."""

    model: Model
    motion: Motion
    joint: str
    file: str | None
    payload: dict[str, float]

    @property
    def way(self) -> tuple[float, float, float, str]:
        """From where to where the joint moves, how fast, and the unit of its positions."""
        slot = self.model.joint(self.joint)
        positions = self.motion.q[:, slot.q.start]
        speed = float(self.motion.v[0, slot.v.start])
        return float(positions[0]), float(positions[-1]), speed, str(slot.units[0])

    @property
    def drives(self) -> list[str]:
        """The joints with a motor."""
        return [drive.joint for drive in self.model.drives]


def describe(under: Circumstances, found: Sizing) -> dict[str, Any]:
    """What `--json` prints."""
    start, end, speed, _ = under.way if under.joint else (None, None, None, "")
    return {
        "robot": under.model.name,
        "duration": float(under.motion.t[-1]),
        "joint": under.joint or None,
        "from": start,
        "to": end,
        "speed": speed,
        "motion": under.file,
        "gravity": list(map(float, under.model.gravity)),
        "payload": under.payload,
        "drives": [
            {
                "joint": load.joint,
                "peak": load.peak,
                "time": load.t,
                "effortLimit": load.effort_limit,
                "rms": load.rms,
                "velocity": load.velocity,
                "velocityLimit": load.velocity_limit,
                "power": load.power,
                "braking": load.braking,
                "motorPeak": load.motor_peak,
                "motorRms": load.motor_rms,
                "motorVelocity": load.motor_velocity,
            }
            for load in found.drives
        ],
        "joints": [
            {"name": load.name, "peak": load.peak.tolist(), "time": load.t.tolist()}
            for load in found.joints
        ],
        "couplings": [
            {"name": load.name, "peak": load.peak, "time": load.t} for load in found.couplings
        ],
    }


def as_csv(under: Circumstances, found: Sizing) -> str:
    """One table: what each line is of, a quantity, its value and unit, and when it is largest."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["part", "name", "quantity", "value", "unit", "time"])
    for part, name, quantity, value, unit, time in _lines(under, found):
        known = ["" if x is None or x != x else x for x in (value, time)]
        writer.writerow([part, name, quantity, known[0], unit, known[1]])
    return text.getvalue()


def _lines(
    under: Circumstances, found: Sizing
) -> Iterator[tuple[str, str, str, Any, str, float | None]]:
    if under.joint:
        start, end, speed, unit = under.way
        yield "motion", under.joint, "from", start, unit, None
        yield "motion", under.joint, "to", end, unit, None
        yield "motion", under.joint, "speed", speed, f"{unit}/s", None
    else:
        yield "motion", "", "file", under.file, "", None
    yield "motion", under.joint, "duration", float(under.motion.t[-1]), "s", None
    for axis, x in zip("xyz", under.model.gravity, strict=True):
        yield "gravity", "", axis, float(x), "m/s^2", None
    for link, mass in under.payload.items():
        yield "payload", link, "mass", mass, "kg", None
    for load, (effort, speed) in zip(found.drives, _units(under.model), strict=True):
        for quantity, value, unit, time in (
            ("peak", load.peak, effort, load.t),
            ("effort limit", load.effort_limit, effort, None),
            ("rms", load.rms, effort, None),
            ("velocity", load.velocity, speed, None),
            ("velocity limit", load.velocity_limit, speed, None),
            ("power", load.power, "W", None),
            ("braking", load.braking, "W", None),
            ("motor peak", load.motor_peak, effort, None),
            ("motor rms", load.motor_rms, effort, None),
            ("motor velocity", load.motor_velocity, speed, None),
        ):
            yield "drive", load.joint, quantity, value, unit, time
    for each in found.joints:
        for axis, x, t in zip(_AXES, each.peak.tolist(), each.t.tolist(), strict=True):
            yield "joint", each.name, axis, x, "N" if axis[0] == "f" else "N m", t
    for coupling in found.couplings:
        yield "coupling", coupling.name, "peak", coupling.peak, "N m or N", coupling.t


def _units(model: Model) -> Iterator[tuple[str, str]]:
    """Of efforts and velocities, for every velocity that a drive acts on."""
    from ..mechanics.effort_unit import effort_unit
    from ..mechanics.reports.limits import driven_columns

    for column in driven_columns(model).tolist():
        effort = effort_unit(model, [column])
        yield effort, "m/s" if effort == "N" else "rad/s"


def as_html(under: Circumstances, found: Sizing) -> str:
    """A page with curves over time and all that the text has."""
    import numpy as np

    from ..graph.drawing.plot import Curve, Panel, plot
    from ..markup import escape
    from ..mechanics.dynamics import reactions
    from ..mechanics.effort_unit import effort_unit
    from ..mechanics.reports.limits import driven_columns

    model, motion = under.model, under.motion
    loads = reactions(model, None, motion.q, motion.v, a=motion.a)
    columns = driven_columns(model).tolist()
    unit = effort_unit(model, columns)
    driven = list(zip((load.joint for load in found.drives), columns, strict=True))
    efforts = [Curve(name, loads.tau[:, c].tolist()) for name, c in driven]
    powers = [Curve(name, (loads.tau[:, c] * motion.v[:, c]).tolist()) for name, c in driven]
    wrenches = np.concatenate([loads.joints, loads.loops], axis=1)
    known = np.concatenate([loads.determined.joints, loads.determined.loops])
    names = [*loads.joint_names, *loads.loop_names]

    def carried(part: slice) -> list[Curve]:
        shown = np.linalg.norm(np.where(known, wrenches, 0.0)[:, :, part], axis=2)
        return [
            Curve(name, shown[:, k].tolist())
            for k, name in enumerate(names)
            if known[k, part].any()
        ]

    panels = [Panel(f"effort [{unit}]", efforts), Panel("power [W]", powers)] if driven else []
    for label, part in (("force [N]", slice(0, 3)), ("moment [N m]", slice(3, 6))):
        whole = "" if known[:, part].all() else ", of the components that are determined"
        curves = carried(part)
        if curves:
            panels.append(Panel(f"{label} in joints{whole}", curves))
    picture = plot(f"{model.name}: drives and bearings", "time [s]", motion.t.tolist(), panels)
    name = escape(model.name)
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Loads of {name}</title>\n'
        f"<body>\n<h1>Loads of {name}</h1>\n{picture}\n<pre>{escape(as_text(under, found))}</pre>\n"
        "</body></html>\n"
    )


def _heading(under: Circumstances) -> list[str]:
    duration = f"{under.motion.t[-1]:.6g} s"
    if under.joint:
        start, end, speed, unit = under.way
        moves = f"'{under.joint}' from {start + 0.0:.6g} to {end + 0.0:.6g} {unit}"
        what = f"{moves} at {speed:.6g} {unit}/s, {duration}"
    else:
        what = f"{under.file}, {duration}"
    gravity = ",".join(f"{x + 0.0:g}" for x in under.model.gravity)
    facts = [f"gravity {gravity} m/s^2", f"drives {', '.join(under.drives) or 'none'}"]
    facts += [f"payload {mass:g} kg on '{link}'" for link, mass in under.payload.items()]
    return [f"{under.model.name}: {what}", "; ".join(facts), ""]


def _at_motor(load: DriveLoad) -> tuple[float, float, float]:
    return load.motor_peak, load.motor_rms, load.motor_velocity


def as_text(under: Circumstances, found: Sizing) -> str:
    """Tables of what each drive does and each bearing carries."""
    names = [x.joint for x in found.drives] + [x.name for x in (*found.joints, *found.couplings)]
    width = max([*map(len, names), 8])

    def row(name: str, words: Any) -> str:
        return f"{name:<{width}}" + "".join(f"{word:>12}" for word in words)

    lines = _heading(under)
    head = ("peak", "limit", "rms", "speed", "limit", "power", "braking")
    lines.append(row("drive", head))
    least = least_shown((load.peak for load in found.drives), REPORTS_ROUNDING)
    for load in found.drives:
        peak, rms, speed, *powers = (
            _shown(x, least) for x in (load.peak, load.rms, load.velocity, load.power, load.braking)
        )
        limits = _limit(load.effort_limit), _limit(load.velocity_limit)
        lines.append(row(load.joint, (peak, limits[0], rms, speed, limits[1], *powers)))
    if any(_at_motor(load) != (load.peak, load.rms, load.velocity) for load in found.drives):
        lines += ["", row("motor", _MOTOR)]
        lines += [row(x.joint, (_shown(y, least) for y in _at_motor(x))) for x in found.drives]
    lines += ["", row("joint", _AXES)]
    carried = (x for each in found.joints for x in each.peak.tolist() if x == x)
    unloaded = least_shown(carried, REPORTS_UNLOADED)
    for each in found.joints:
        lines.append(row(each.name, (_shown(x, unloaded) for x in each.peak.tolist())))
    if found.couplings:
        lines += ["", row("coupling", ("peak",))]
        lines += [row(x.name, (_shown(x.peak, least),)) for x in found.couplings]
    lines.append("\nlargest values [N, N m, rad/s, m/s, W]; - is not determined by rigid links")
    lines += _beyond(under.model, found)
    return "\n".join(lines) + "\n"


def _beyond(model: Model, found: Sizing) -> Iterator[str]:
    """What drives would have to do beyond their limits."""
    for load, (effort, speed) in zip(found.drives, _units(model), strict=True):
        if not load.is_beyond:
            continue
        needs = [
            f"{value:.5g} {unit}, limit {limit:.5g}"
            for value, limit, unit in (
                (load.peak, load.effort_limit, effort),
                (load.velocity, load.velocity_limit, speed),
            )
            if value > limit
        ]
        yield f"beyond its limits: '{load.joint}' needs {' and '.join(needs)}"


def _shown(value: float, least: float) -> str:
    """A number; what is not determined is a dash."""
    return "-" if value != value else shown_number(value, least, digits=5)


def _limit(value: float) -> str:
    return f"{value:.5g}" if isfinite(value) else "none"
