"""Which edges look sharp."""

from __future__ import annotations

import math

CREASE_ANGLE = math.radians(40.0)
"""Edges that bend more look sharp [rad]. Rounded CAD parts stay below, chamfers of 45 degrees
above."""
