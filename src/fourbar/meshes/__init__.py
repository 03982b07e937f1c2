"""The mesh files of a robot or a folder: what is in them, and smaller ones in their place."""

from __future__ import annotations

from .files import MeshSourceError
from .prepare import PreparedMesh, prepare_meshes
from .survey import MeshFacts, survey_meshes

__all__ = ["MeshFacts", "MeshSourceError", "PreparedMesh", "prepare_meshes", "survey_meshes"]
