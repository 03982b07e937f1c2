"""How the names of archives end."""

from __future__ import annotations

UNPACKED = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
"""Of those that fleets unpack."""
SUFFIXES = (*UNPACKED, ".tar.zst", ".7z", ".rar")
"""Of all."""
