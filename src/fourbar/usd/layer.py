"""A layer of USD in memory, to which prims are added without a stage that follows every step.

A stage composes all prims again after each new one and looks each attribute up in its schema, which
takes most of the time of writing a robot. Here callers give what schemas would: types, and what is
uniform.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..spatial.frame import Frame
from .library import Values, to_quaternion

TRANSLATE, ORIENT, SCALE = "xformOp:translate", "xformOp:orient", "xformOp:scale"


class Layer:
    """Prims by their paths; parents are added first."""

    def __init__(self, usd: Values) -> None:
        self.usd = usd
        self.sdf = usd.Sdf.Layer.CreateAnonymous(".usda")
        self._prims: dict[str, Any] = {"": self.sdf.pseudoRoot}
        self._applied: dict[str, list[str]] = {}
        self._types: dict[str, Any] = {}
        # Looked up once: a robot has thousands of attributes.
        self._attribute = usd.Sdf.AttributeSpec
        self._uniform, self._varying = usd.Sdf.VariabilityUniform, usd.Sdf.VariabilityVarying

    def define(self, path: str, kind: str, *, abstract: bool = False) -> Any:
        """The prim at a path, of a type; an abstract one is there to be referred to."""
        sdf = self.usd.Sdf
        above, _, name = path.rpartition("/")
        specifier = sdf.SpecifierClass if abstract else sdf.SpecifierDef
        prim = sdf.PrimSpec(self._prims[above], name, specifier, kind)
        self._prims[path] = prim
        return prim

    def set(
        self,
        prim: Any,
        name: str,
        kind: str,
        value: object,
        *,
        uniform: bool = False,
        custom: bool = False,
    ) -> Any:
        """A new attribute of a prim and its value; `kind` is a type such as `Float3`."""
        way = self._uniform if uniform else self._varying
        attribute = self._attribute(prim, name, self._type(kind), way, custom)
        attribute.default = value
        return attribute

    def declare(self, prim: Any, name: str, kind: str, source: str = "") -> Any:
        """An attribute without a value, which may have that of a `source`."""
        attribute = self._attribute(prim, name, self._type(kind))
        if source:
            attribute.connectionPathList.explicitItems = [self.usd.Sdf.Path(source)]
        return attribute

    def _type(self, kind: str) -> Any:
        found = self._types.get(kind)
        if found is None:
            found = self._types[kind] = getattr(self.usd.Sdf.ValueTypeNames, kind)
        return found

    def relate(self, prim: Any, name: str, targets: Iterable[str]) -> None:
        """Let a relationship of a prim have these targets."""
        sdf = self.usd.Sdf
        relation = sdf.RelationshipSpec(prim, name, False)
        relation.targetPathList.explicitItems = [sdf.Path(path) for path in targets]

    def apply(self, prim: Any, *schemas: str) -> None:
        """Give a prim schemas beside its type."""
        applied = self._applied.setdefault(str(prim.path), [])
        applied += [schema for schema in schemas if schema not in applied]
        made = self.usd.Sdf.TokenListOp.Create(prependedItems=applied)
        prim.SetInfo("apiSchemas", made)

    def put(self, prim: Any, place: Frame, scale: tuple[float, float, float] | None = None) -> None:
        """Place a prim in its parent."""
        Gf, order = self.usd.Gf, [TRANSLATE, ORIENT]
        self.set(prim, TRANSLATE, "Double3", Gf.Vec3d(*(c + 0.0 for c in place[0])))
        self.set(prim, ORIENT, "Quatd", to_quaternion(Gf.Quatd, place[1]))
        if scale is not None:
            self.set(prim, SCALE, "Float3", Gf.Vec3f(*scale))
            order.append(SCALE)
        tokens = self.usd.Vt.TokenArray(order)
        self.set(prim, "xformOpOrder", "TokenArray", tokens, uniform=True)
