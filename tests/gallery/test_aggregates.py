"""Which links must be solved together: strongly connected sets of the dependency digraph."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from .closure import SIDES, link_of
from .facts import path


def aggregates(name: str) -> list[set[str]]:
    """URDF+ algorithm 3, then mutual reachability by repeated expansion; singles included."""
    robot = ET.parse(path(name)).getroot()
    parent = {link_of(j, "child"): link_of(j, "parent") for j in robot.findall("joint")}
    links = [link.get("name", "") for link in robot.findall("link")]
    leads = {link: {link} for link in links}
    for child, above in parent.items():
        leads[above].add(child)
    for loop in robot.findall("loop") + robot.findall("coupling"):
        ends = [link_of(loop, side) for side in SIDES]
        above = [lineage(end, parent) for end in ends]
        tops = [
            [link for link in mine if link not in theirs][-1:]
            for mine, theirs in (above, above[::-1])
        ]
        leads[ends[0]].update(tops[1])
        leads[ends[1]].update(tops[0])
    for _ in links:
        for link in links:
            leads[link] = set().union(*(leads[next_link] for next_link in leads[link]))
    found = {frozenset(o for o in leads[link] if link in leads[o]) for link in links}
    return sorted((set(group) for group in found), key=lambda group: min(map(links.index, group)))


def lineage(link: str, parent: dict[str, str]) -> list[str]:
    """The link, its parent, and so on up to the root."""
    found = [link]
    while found[-1] in parent:
        found.append(parent[found[-1]])
    return found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("four_bar", [{"crank_link", "coupler_link", "rocker_link"}]),
        (
            "six_bar",
            [{"crank_link", "arm_link", "leg_link", "lower_rocker_link", "upper_rocker_link"}],
        ),
        ("leg_linkage", [{"thigh"}, {"shank_driver", "shank_support", "foot"}]),
        ("belt_leg", [{"thigh"}, {"shank", "foot", "motor"}]),
        ("lims2_wrist", [{"link_1", "link_2", "link_3", "output"}]),
    ],
)
def test_aggregates(name: str, expected: list[set[str]]) -> None:
    assert aggregates(name) == [{"base"}, *expected]


def test_stewart_legs_and_platform_are_one_aggregate() -> None:
    base, rest = aggregates("stewart")
    assert base == {"base"}
    assert len(rest) == 13
