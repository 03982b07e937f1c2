"""URDF and URDF+ (all dialects), xacro and SRDF: bytes to Robot and back."""

from ..xml.tree import Document, Element
from .error import LoadError
from .parse import Limits, parse
from .read import read_document
from .read_loop import CouplingConvention
from .srdf import read_srdf, write_srdf
from .write import write_urdf

__all__ = [
    "CouplingConvention",
    "Document",
    "Element",
    "Limits",
    "LoadError",
    "parse",
    "read_document",
    "read_srdf",
    "write_srdf",
    "write_urdf",
]
