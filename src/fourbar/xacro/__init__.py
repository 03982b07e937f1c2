"""xacro: macros, properties and includes expanded to plain URDF.

The `xacro` package does the work; it is imported when the first file is expanded.
"""

from .expand import Expanded, expand
from .origin import Place

__all__ = ["Expanded", "Place", "expand"]
