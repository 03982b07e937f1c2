"""Robots to glTF files: nodes, meshes, materials and the extension's JSON."""
