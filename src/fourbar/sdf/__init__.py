"""SDFormat, the description format of Gazebo: robots written and read, loops as second parents."""

from __future__ import annotations
