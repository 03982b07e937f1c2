"""Between sRGB, in which people pick colours, and linear light, in which renderers compute.

IEC 61966-2-1: the transfer function of sRGB.
"""

from __future__ import annotations

from collections.abc import Sequence


def linear_channel(value: float) -> float:
    """One sRGB channel (0 to 1) as linear light; what lies outside is clipped, NaN is 0."""
    value = min(max(value, 0.0), 1.0) if value == value else 0.0
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def srgb_channel(value: float) -> float:
    """One channel of linear light (0 to 1) as sRGB; what lies outside is clipped, NaN is 0."""
    value = min(max(value, 0.0), 1.0) if value == value else 0.0
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1.0 / 2.4) - 0.055


def linear_rgba(rgba: Sequence[float]) -> tuple[float, float, float, float]:
    """An sRGB colour of three or four channels as linear; opacity is linear already."""
    alpha = rgba[3] if len(rgba) > 3 else 1.0
    alpha = min(max(alpha, 0.0), 1.0) if alpha == alpha else 1.0
    red, green, blue = (linear_channel(c) for c in rgba[:3])
    return (red, green, blue, alpha)
