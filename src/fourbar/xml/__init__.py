"""XML: bytes to elements that know where they were written, and back to bytes."""
