"""Links that no joint connects stay clear of each other wherever the gallery says they go."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from . import closure
from .closure import numbers, pose
from .facts import FACTS, path
from .test_closure import follow


def shapes(name: str, coal: Any) -> dict[str, list[tuple[Any, np.ndarray]]]:
    """The collision shapes of each link and their poses on it."""
    found: dict[str, list[tuple[Any, np.ndarray]]] = {}
    for link in ET.parse(path(name)).getroot().findall("link"):
        for collision in link.findall("collision"):
            (shape,) = collision.findall("geometry/*")
            sizes = [numbers(shape.get(key), "") for key in ("size", "radius", "length")]
            kind = {"box": coal.Box, "cylinder": coal.Cylinder, "sphere": coal.Sphere}[shape.tag]
            solid = kind(*np.concatenate(sizes))
            found.setdefault(link.get("name", ""), []).append((solid, pose(collision)))
    return found


@pytest.mark.peer
@pytest.mark.parametrize("name", FACTS)
def test_unconnected_links_do_not_touch(name: str) -> None:
    """By coal, at zero and along each drive."""
    coal: Any = pytest.importorskip("coal")
    mechanism, solids = closure.read(path(name)), shapes(name, coal)
    joined = {
        frozenset((joint.predecessor.link, joint.successor.link))
        for joint in mechanism.joints + mechanism.loops
    }
    apart = [pair for pair in combinations(solids, 2) if frozenset(pair) not in joined]
    positions = [np.zeros(mechanism.size)]
    for drive in FACTS[name].drives:
        positions += follow(mechanism, drive, FACTS[name].steps)
    for q in positions:
        T_root = closure.poses(mechanism, q)
        placed = {
            link: [(solid, T_root[link] @ T) for solid, T in parts]
            for link, parts in solids.items()
        }
        touching = [
            (one, other)
            for one, other in apart
            if any(touch(a, b, coal) for a in placed[one] for b in placed[other])
        ]
        assert touching == []


def touch(a: tuple[Any, np.ndarray], b: tuple[Any, np.ndarray], coal: Any) -> bool:
    """Whether two placed solids overlap by more than 0.1 mm."""
    request, result = coal.CollisionRequest(), coal.CollisionResult()
    (solid_a, T_a), (solid_b, T_b) = a, b
    at_a, at_b = (coal.Transform3s(T[:3, :3], T[:3, 3]) for T in (T_a, T_b))
    coal.collide(solid_a, at_a, solid_b, at_b, request, result)
    return any(contact.penetration_depth < -1e-4 for contact in result.getContacts())
