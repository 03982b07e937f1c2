"""The exception of this package."""

from __future__ import annotations

from ..error import FourbarError


class FleetError(FourbarError, RuntimeError):
    """A run that cannot begin or go on; what was done is kept, and the same call resumes it."""
