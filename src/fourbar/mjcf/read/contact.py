"""Which links never touch: excluded pairs, and those that the contact classes keep apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from ...diagnostics import Span
from ...robot import CollisionPair, Robot
from ...transfer.missing import Missing
from ..marks import JOINED
from .compiled import CompiledFile
from .others import MANY_CLASSES, MIXED_CLASSES

_MOST_PAIRS = 5000
_MOST_CLASSES = 1000
"""Of all links together: each is compared with each."""
_PLAIN = (1, 1)
Classes = frozenset[tuple[int, int]]
"""The `contype` and `conaffinity` of all shapes of a link that touch anything."""


def apart(
    file: CompiledFile, links: dict[int, str], robot: Robot, missing: Missing
) -> tuple[CollisionPair, ...]:
    """The pairs of links that may overlap, but for those that our own writer excludes."""
    touching = _paired(file, links)
    found: dict[tuple[str, str], None] = dict.fromkeys(_excluded(file, links))
    found |= dict.fromkeys(_by_classes(file, links, missing))
    found = {pair: None for pair in found if frozenset(pair) not in touching}
    known = [(a, b) for a, b in found if a in robot.links and b in robot.links and a != b]
    return tuple(CollisionPair(one, two) for one, two in known)


def paired_geoms(file: CompiledFile) -> frozenset[int]:
    """The geoms of explicit pairs, which touch whatever their classes say."""
    model = file.model
    both = ((model.pair_geom1[k], model.pair_geom2[k]) for k in range(int(model.npair)))
    return frozenset(int(geom) for pair in both for geom in pair)


def _paired(file: CompiledFile, links: dict[int, str]) -> set[frozenset[str]]:
    """The links of explicit pairs, which no class and no `<exclude>` keeps apart."""
    model = file.model

    def link(geom: int) -> str:
        return links[int(model.geom_bodyid[int(geom)])]

    return {
        frozenset((link(model.pair_geom1[k]), link(model.pair_geom2[k])))
        for k in range(int(model.npair))
    }


def _excluded(file: CompiledFile, links: dict[int, str]) -> Iterator[tuple[str, str]]:
    model = file.model
    for number in range(int(model.nexclude)):
        if str(model.exclude(number).name).startswith(JOINED):
            continue
        both = int(model.exclude_signature[number])
        yield links[both >> 16], links[both & 0xFFFF]


def _by_classes(
    file: CompiledFile, links: dict[int, str], missing: Missing
) -> Iterator[tuple[str, str]]:
    """Pairs of which no shape of one may touch a shape of the other."""
    groups: dict[Classes, list[int]] = {}
    for body, classes in _classes(file).items():
        groups.setdefault(classes, []).append(body)
    if set(groups) <= {frozenset((_PLAIN,))}:
        return
    first = _first_odd(file)

    def odd() -> Span | None:
        return file.place("geoms", first)

    if sum(map(len, groups)) > _MOST_CLASSES:
        missing.add(MANY_CLASSES, odd)
        return
    pairs: list[tuple[int, int]] = []
    for (one, bodies), (two, others) in combinations_with_replacement(groups.items(), 2):
        if one != two or len(bodies) > 1:
            touching = {_touch(a, b) for a in one for b in two}
            if len(touching) > 1:
                missing.add(MIXED_CLASSES, odd)
            if touching != {False}:
                continue
            if len(pairs) + len(bodies) * len(others) > _MOST_PAIRS:
                missing.add(MANY_CLASSES, odd)
                return
            pairs += {(min(a, b), max(a, b)) for a in bodies for b in others if a != b}
    for a, b in sorted(pairs):
        yield links[a], links[b]


def _classes(file: CompiledFile) -> dict[int, Classes]:
    model, paired = file.model, paired_geoms(file)
    found: dict[int, set[tuple[int, int]]] = {}
    for geom in range(int(model.ngeom)):
        both = _class(file, geom)
        if any(both) or geom in paired:
            found.setdefault(int(model.geom_bodyid[geom]), set()).add(both)
    return {body: frozenset(classes) for body, classes in found.items()}


def _class(file: CompiledFile, geom: int) -> tuple[int, int]:
    return int(file.model.geom_contype[geom]), int(file.model.geom_conaffinity[geom])


def _first_odd(file: CompiledFile) -> int:
    """The first geom that is of another class than MuJoCo's own."""
    odd = (k for k in range(int(file.model.ngeom)) if _class(file, k) not in (_PLAIN, (0, 0)))
    return next(odd, 0)


def _touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return bool(a[0] & b[1] or b[0] & a[1])
