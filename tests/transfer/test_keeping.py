"""URDF -> X -> URDF: a file that nobody has changed gives back the robot that was written."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.gallery import names
from fourbar.robot import CollisionPair, ContactExtension

FORMATS = (".xml", ".sdf", ".usda", ".usdc", ".usdz")


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("name", names())
def test_the_gallery_comes_back_equal(name: str, suffix: str, tmp_path: Path) -> None:
    robot = fb.load(f"gallery:{name}")
    fb.save(robot, tmp_path / f"robot{suffix}")
    other = fb.load(tmp_path / f"robot{suffix}")
    assert fb.dumps(other) == fb.dumps(robot.replace(source=None))
    assert other.replace(configurations=()) == robot


@pytest.mark.parametrize("suffix", [".xml", ".sdf"])
def test_what_is_indented_anew_is_the_same(suffix: str, tmp_path: Path) -> None:
    robot = fb.load("gallery:gripper")
    path = tmp_path / f"robot{suffix}"
    fb.save(robot, path)
    path.write_text(path.read_text().replace("\n  ", "\n\t "))
    assert fb.load(path).replace(configurations=()) == robot


@pytest.mark.parametrize(
    ("suffix", "old", "new"),
    [(".xml", 'mass="0.124"', 'mass="0.5"'), (".sdf", "<mass>0.124<", "<mass>0.5<")],
)
def test_what_was_changed_counts(suffix: str, old: str, new: str, tmp_path: Path) -> None:
    robot = fb.load("gallery:four_bar")
    path = tmp_path / f"robot{suffix}"
    fb.save(robot, path)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    assert fb.load(path).mass == pytest.approx(robot.mass + 0.376, abs=1e-4)


@pytest.mark.parametrize("suffix", [".xml", ".sdf", ".usda"])
def test_the_base_that_was_asked_for_is_kept(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"robot{suffix}"
    fb.save(fb.load("gallery:ur20"), path, base="floating")
    assert [j.type for j in fb.load(path).joints].count("floating") == 1


@pytest.mark.parametrize("suffix", [".xml", ".usda", ".srdf"])
@pytest.mark.parametrize("lossless", [True, False])
def test_disabled_collisions_travel(suffix: str, lossless: bool, tmp_path: Path) -> None:
    robot = fb.load("gallery:four_bar")
    pairs = (CollisionPair("crank_link", "rocker_link"), CollisionPair("base", "coupler_link"))
    robot = robot.with_extension(ContactExtension(pairs))
    path = tmp_path / f"robot{suffix}"
    if suffix == ".srdf":
        fb.save(robot, path)
        other = fb.load("gallery:four_bar", srdf=path)
    else:
        fb.save(robot, path, lossless=lossless)
        other = fb.load(path)
    sides = {frozenset((pair.link1, pair.link2)) for pair in other.disabled_collisions}
    assert sides == {frozenset((pair.link1, pair.link2)) for pair in pairs}


def test_disabled_collisions_follow_operations() -> None:
    robot = fb.load("gallery:ur20")
    names = robot.links.names
    pairs = (CollisionPair(names[2], names[4], "Never"), CollisionPair(names[-1], names[-2]))
    robot = robot.with_extension(ContactExtension(pairs))
    renamed = robot.rename_link(names[2], "new")
    assert renamed.disabled_collisions[0] == CollisionPair("new", names[4], "Never")
    assert robot.remove_link(names[-1]).disabled_collisions == pairs[:1]
    twice = robot.attach(robot, to=names[0], prefix="b_")
    assert CollisionPair(f"b_{names[2]}", f"b_{names[4]}", "Never") in twice.disabled_collisions
    assert all(
        pair.link1 in merged.links and pair.link2 in merged.links
        for merged in [robot.merge_fixed()]
        for pair in merged.disabled_collisions
    )


@pytest.mark.parametrize("suffix", [".urdf", ".sdf", ".glb"])
def test_formats_without_pairs_report_them(suffix: str, tmp_path: Path) -> None:
    from fourbar.diagnostics import Report

    robot = fb.load("gallery:four_bar").with_extension(
        ContactExtension((CollisionPair("crank_link", "rocker_link"),))
    )
    report = Report()
    fb.save(robot, tmp_path / f"robot{suffix}", report=report)
    assert any("disable" in finding.message for finding in report)
