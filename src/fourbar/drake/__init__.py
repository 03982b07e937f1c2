"""Drake's dialect of URDF and SDFormat: its joints, its constraints, its collision filters."""

from __future__ import annotations
