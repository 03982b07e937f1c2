"""What our own files have that their reader knows again."""

from __future__ import annotations

JOINED = "joined:"
"""How names of excludes begin that follow from joints and loops."""
SOLREF = (0.004, 1.0)
"""Of loops. Twice the time step: the gap of a driven four-bar is a twentieth of the default's."""
SOLIMP = (0.9999, 0.9999, 0.001, 0.5, 2.0)
"""For welds of light bodies: MuJoCo makes a constraint softer the less mass it moves."""
