"""Real files, good and bad, as users have them."""

import xml.etree.ElementTree as ET

import pytest

import fourbar as fb

pytestmark = pytest.mark.corpus


def is_well_formed_robot(path) -> bool:
    try:
        return ET.parse(path).getroot().tag.rpartition("}")[2] == "robot"
    except ET.ParseError:
        return False


def test_there_are_156_files(corpus_files):
    assert len(corpus_files) == 156


def test_every_well_formed_robot_reads(corpus_files):
    unread = [p.name for p in corpus_files if fb.read(p)[0] is None]
    assert unread == ["test.urdf"]
    assert not any(is_well_formed_robot(p) for p in corpus_files if p.name in unread)


def test_every_error_has_a_place(corpus_files):
    for path in corpus_files:
        for finding in fb.check(path).errors:
            assert finding.span is not None, f"{path.name}: {finding}"
            assert finding.span.line >= 1


def test_writing_what_was_read_gives_an_equal_robot(corpus_files):
    for path in corpus_files:
        robot, _ = fb.read(path)
        if robot is None:
            continue
        text = fb.dumps(robot)
        again, _ = fb.read(text.encode())
        assert again == robot, path
        assert fb.dumps(again) == text, path


def test_links_and_joints_agree_with_pinocchio(corpus_files):
    pin = pytest.importorskip("pinocchio")
    compared = 0
    for path in corpus_files:
        robot, report = fb.read(path)
        if robot is None or not report.ok or robot.loops or len(robot.roots) != 1:
            continue
        try:
            model = pin.buildModelFromUrdf(str(path))
        except (ValueError, RuntimeError):
            continue
        compared += 1
        bodies = {f.name for f in model.frames if f.type == pin.FrameType.BODY}
        assert bodies == set(robot.links.names), path
        # Pinocchio lumps the root's inertia into its universe, outside the model's total.
        root = robot.root.inertial
        lumped = root.mass if root else 0.0
        total = sum(i.mass for i in model.inertias)
        assert total == pytest.approx(robot.mass - lumped, rel=1e-12) or total == pytest.approx(
            robot.mass, rel=1e-12
        ), path
    assert compared > 100
