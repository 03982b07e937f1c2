"""The same robot written otherwise has no differences."""

from __future__ import annotations

import random

import pytest

import fourbar as fb
from fourbar import gallery

from .rewrites import REWRITES

RUNS = [
    (name, REWRITES[(i + k) % len(REWRITES)])
    for i, name in enumerate(gallery.names())
    for k in (0, 3)
]


@pytest.mark.parametrize(("name", "rewrite"), RUNS, ids=lambda x: getattr(x, "__name__", x))
def test_a_rewritten_gallery_robot_is_the_same(name, rewrite):
    robot = fb.load(f"gallery:{name}")
    other, names = rewrite(robot, random.Random(f"{name} {rewrite.__name__}"))
    found = fb.compare(robot, other, names=names)
    assert found.equal, str(found)
    assert found.matched["joints"] == sum(joint.kind.moves for joint in robot.joints)
    if found.farthest is not None:
        assert found.farthest < 1e-9


@pytest.mark.parametrize("rewrite", REWRITES, ids=lambda x: x.__name__)
def test_a_rewritten_corpus_robot_is_the_same(rewrite, corpus_files):
    rng = random.Random(rewrite.__name__)
    compared = 0
    for file in rng.sample(corpus_files, len(corpus_files)):
        if compared == 3:
            break
        reading = fb.read(file)
        if reading.robot is None or not reading.report.ok or len(reading.robot.links) > 60:
            continue
        try:
            robot = fb.load(file, strict=True)
            other, names = rewrite(robot, rng)
            found = fb.compare(robot, other, names=names)
        except fb.FourbarError:
            continue  # no connected robot
        assert found.equal, f"{file}\n{found}"
        compared += 1
    assert compared == 3


@pytest.mark.parametrize("name", gallery.names())
def test_a_gallery_robot_is_the_same_as_its_glb(name, tmp_path):
    file = tmp_path / "robot.glb"
    fb.save(fb.load(f"gallery:{name}"), file)
    found = fb.compare(f"gallery:{name}", file)
    assert found.equal, str(found)


@pytest.mark.parametrize("name", gallery.names())
def test_of_a_gallery_robot_mjcf_keeps_all_but_velocities(name, tmp_path):
    pytest.importorskip("mujoco")
    file = tmp_path / "robot.xml"
    fb.save(fb.load(f"gallery:{name}"), file, lossless=False)
    found = fb.compare(f"gallery:{name}", file)
    assert {d.category for d in found.differences} <= {"velocity"}, str(found)
    assert found.farthest is not None
    assert found.farthest < 1e-9
