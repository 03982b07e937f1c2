"""One reader per mesh format: from a `MeshReading` to primitives, findings on the way."""
