"""How much a file stands for: references repeat what they point to, and may nest."""

from __future__ import annotations

from typing import Any

from ...transfer.error import TransferError
from ..library import Library

MOST_PRIMS = 200_000
_MOST_LAYERS = 200
_DEEPEST = 100


def check_size(usd: Library, layer: Any) -> list[str]:
    """Raise TransferError for more prims than anyone can read; gives the other files it needs."""
    size = _Size(usd)
    total = sum(size.of(layer, prim.path, 0) for prim in layer.rootPrims)
    if total > MOST_PRIMS:
        raise TransferError(f"the file expands to {total:.3g} prims; the limit is {MOST_PRIMS:,}")
    return size.files


class _Size:
    """Prims after composition, at most: variants count all together."""

    def __init__(self, usd: Library) -> None:
        self.files: list[str] = []
        self._usd = usd
        self._known: dict[tuple[str, str], float] = {}
        self._open: set[tuple[str, str]] = set()
        self._layers: dict[str, Any] = {}

    def of(self, layer: Any, path: Any, depth: int) -> float:
        """The prims at and below a path of a layer and what it is composed of."""
        key = (layer.identifier, str(path))
        if key in self._known:
            return self._known[key]
        if key in self._open or depth > _DEEPEST:
            return 0.0  # OpenUSD leaves out what refers to itself
        self._open.add(key)
        total = 0.0
        for sub in self._sublayers(layer):
            total += self.of(sub, path, depth + 1)
        spec = layer.GetPrimAtPath(path)
        if spec is not None:
            total += 1.0 + self._arcs(layer, spec, depth)
            for child in spec.nameChildren:
                total += self.of(layer, child.path, depth + 1)
            for variants in spec.variantSets.values():
                for variant in variants.variants.values():
                    inner = variant.primSpec
                    total += self._arcs(layer, inner, depth)
                    for child in inner.nameChildren:
                        total += self.of(layer, child.path, depth + 1)
        self._open.discard(key)
        self._known[key] = total
        return total

    def _arcs(self, layer: Any, spec: Any, depth: int) -> float:
        total = 0.0
        for field in ("references", "payload"):
            for arc in _items(spec.GetInfo(field)):
                other = layer if not arc.assetPath else self._layer(layer, arc.assetPath)
                if other is not None:
                    target = arc.primPath or f"/{other.defaultPrim}"
                    if str(target) != "/":
                        total += self.of(other, self._usd.Sdf.Path(str(target)), depth + 1)
        for field in ("inheritPaths", "specializes"):
            for path in _items(spec.GetInfo(field)):
                total += self.of(layer, path, depth + 1)
        return total

    def _sublayers(self, layer: Any) -> list[Any]:
        found = (self._layer(layer, path) for path in layer.subLayerPaths)
        return [each for each in found if each is not None]

    def _layer(self, anchor: Any, asset: str) -> Any:
        """Another layer; None where it is missing, which OpenUSD goes on without."""
        identifier = self._usd.Sdf.ComputeAssetPathRelativeToLayer(anchor, asset)
        if identifier not in self._layers:
            if len(self._layers) >= _MOST_LAYERS:
                raise TransferError(f"the file needs more than {_MOST_LAYERS} others")
            try:
                found = self._usd.Sdf.Layer.FindOrOpen(identifier)
            except self._usd.Tf.ErrorException:
                found = None
            self._layers[identifier] = found
            if found is not None and "[" not in identifier:
                self.files.append(found.realPath or identifier)
        return self._layers[identifier]


def _items(listed: Any) -> list[Any]:
    return [] if listed is None else list(listed.GetAddedOrExplicitItems())
