"""xacro: macros, properties and includes expanded to plain XML, with the place of every part."""

from .expansion import Expansion, expand
from .place import Call, Place

__all__ = ["Call", "Expansion", "Place", "expand"]
