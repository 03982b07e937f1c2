"""One animated property of a node at any time: section 3.11 and appendix C of glTF 2.0."""

from __future__ import annotations

from bisect import bisect_right
from math import acos, sin
from typing import Literal, NamedTuple

from ...robot import Vector3
from ...spatial.rotation import IDENTITY, Quaternion, unit_quaternion
from .animation import Channel
from .keys import Keys, Rows

Path = Literal["translation", "rotation"]

_PATHS: dict[str, Path] = {"translation": "translation", "rotation": "rotation"}
_KINDS = {"translation": "VEC3", "rotation": "VEC4"}


class Track(NamedTuple):
    """The translation or rotation of a node over time."""

    node: int
    path: Path
    interpolation: str
    times: tuple[float, ...]
    values: Rows

    def translation(self, time: float) -> Vector3:
        """Where the node is at a time [s]."""
        x, y, z = self._at(time)
        return (x, y, z)

    def rotation(self, time: float) -> Quaternion:
        """How the node is turned at a time [s]."""
        try:
            return unit_quaternion(self._at(time))
        except ValueError:
            return IDENTITY

    def _at(self, time: float) -> tuple[float, ...]:
        number = bisect_right(self.times, time) - 1
        last = len(self.times) - 1
        if number < 0 or number >= last or self.times[number] == time:
            return self._key(min(max(number, 0), last))
        a, b = self._key(number), self._key(number + 1)
        step = self.times[number + 1] - self.times[number]
        share = (time - self.times[number]) / step
        if self.interpolation == "STEP":
            return a
        if self.interpolation == "CUBICSPLINE":
            leaving, arriving = self.values.row(3 * number + 2), self.values.row(3 * number + 3)
            return _spline(a, leaving, arriving, b, share, step)
        return _slerp(a, b, share) if self.path == "rotation" else _mix(a, b, 1.0 - share, share)

    def _key(self, number: int) -> tuple[float, ...]:
        spline = self.interpolation == "CUBICSPLINE"
        return self.values.row(3 * number + 1 if spline else number)


def track(channel: Channel, keys: Keys) -> Track | None:
    """The track of a channel; None for scales, weights, and what cannot be read."""
    sampler = channel.sampler.value
    path = _PATHS.get(channel.path) if isinstance(channel.path, str) else None
    if path is None:
        return None
    interpolation = sampler.get("interpolation", "LINEAR")
    times = keys.times(sampler.get("input"))
    values = keys.rows(sampler.get("output"), _KINDS[path])
    needed = len(times) * (3 if interpolation == "CUBICSPLINE" else 1)
    if not times or values is None or values.count < needed:
        return None
    if interpolation not in ("LINEAR", "STEP", "CUBICSPLINE"):
        return None
    return Track(channel.node, path, interpolation, times, values)


def _mix(a: tuple[float, ...], b: tuple[float, ...], of_a: float, of_b: float) -> tuple[float, ...]:
    return tuple(of_a * x + of_b * y for x, y in zip(a, b, strict=True))


def _slerp(a: tuple[float, ...], b: tuple[float, ...], share: float) -> tuple[float, ...]:
    cosine = sum(x * y for x, y in zip(a, b, strict=True))
    sign = -1.0 if cosine < 0.0 else 1.0
    angle = acos(min(abs(cosine), 1.0))
    if angle < 1e-6:
        return _mix(a, b, 1.0 - share, sign * share)
    return _mix(
        a, b, sin((1.0 - share) * angle) / sin(angle), sign * sin(share * angle) / sin(angle)
    )


def _spline(
    a: tuple[float, ...],
    leaving: tuple[float, ...],
    arriving: tuple[float, ...],
    b: tuple[float, ...],
    share: float,
    step: float,
) -> tuple[float, ...]:
    """Cubic Hermite: two keys, and the slopes between them."""
    t, t2, t3 = share, share**2, share**3
    values = _mix(a, b, 2 * t3 - 3 * t2 + 1, 3 * t2 - 2 * t3)
    slopes = _mix(leaving, arriving, step * (t3 - 2 * t2 + t), step * (t3 - t2))
    return _mix(values, slopes, 1.0, 1.0)
