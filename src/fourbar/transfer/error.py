"""The exception of conversions to other formats."""

from __future__ import annotations

from ..error import FourbarError


class TransferError(FourbarError, ValueError):
    """A robot or an option that another format cannot have, or a program that is not installed."""
