"""One reader per mesh format: from a `Reading` to primitives, findings on the way."""
