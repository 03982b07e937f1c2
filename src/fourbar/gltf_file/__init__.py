"""glTF files as files: chunks, JSON, buffers, accessors and codecs; used by meshes and robots."""
