"""The package is installed by colcon; here its folder is enough."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "extensions" / "ros2" / "fourbar_ros"))
