"""The axes that a model of a file is written in."""

from __future__ import annotations

from ...gltf_file.json_value import as_object, as_text
from ..basis import GLTF, Basis, basis_named
from .extension import ModelRecord


def basis_of(model: ModelRecord) -> Basis:
    """The axes that a model says it is written in; glTF's by default."""
    name = as_text((as_object(model.place.value.get("source")) or {}).get("basis"))
    try:
        return GLTF if name is None else basis_named(name)
    except ValueError:
        return GLTF
