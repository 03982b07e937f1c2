"""URDF and URDF+ (all dialects) and SRDF: documents to Robot and back."""

from .read import read_document
from .srdf import parse_srdf, read_states, write_srdf
from .write import write_urdf

__all__ = ["parse_srdf", "read_document", "read_states", "write_srdf", "write_urdf"]
