"""XML: bytes to elements that know where they were written, and back to bytes."""

from .node import Node
from .tree import Comment, Document, Element, Origin
from .write import serialise

__all__ = ["Comment", "Document", "Element", "Node", "Origin", "serialise"]
