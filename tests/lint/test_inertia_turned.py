"""P446 tells why axes may be apart: signs of products, or glTF that another tool does not turn."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.diagnostics import Diagnostic, Report
from fourbar.gltf.write.extract_meshes import mesh_to_glb
from fourbar.lint import Settings

TILTED = fb.Pose((0.1, 0.05, 0.2), (0.3, -0.2, 0.5))
BOX = fb.Box((0.1, 0.2, 0.4))


def found(source: object, **options: object) -> list[Diagnostic]:
    report = fb.check(source, settings=Settings(select=("P446",)), **options)  # pyright: ignore
    return [finding for finding in report if finding.code == "P446"]


def robot_with(inertial: fb.Inertial) -> fb.Robot:
    return fb.Robot("r", links=[fb.Link("a", inertial, [fb.Visual(BOX, TILTED)])])


def right() -> fb.Inertial:
    return fb.inertial_from_shapes(robot_with(fb.Inertial(3.0)), "a")


def test_inertia_from_the_shapes_is_not_reported():
    assert found(robot_with(right())) == []


def test_opposite_products_of_inertia():
    own = right()
    i = own.inertia
    wrong = fb.Inertial(
        own.mass, fb.Inertia(i.ixx, i.iyy, i.izz, -i.ixy, -i.ixz, -i.iyz), own.origin
    )
    (finding,) = found(robot_with(wrong))
    assert finding.facts["opposite_products"] is True
    assert "opposite signs" in finding.notes[0]


def test_a_rotation_that_is_missing_has_no_note():
    own = fb.inertial_from_shapes(robot_with(fb.Inertial(3.0)), "a", principal=True)
    wrong = fb.Inertial(own.mass, own.inertia, fb.Pose(own.origin.xyz))
    (finding,) = found(robot_with(wrong))
    assert finding.notes == ()


def test_gltf_that_was_not_turned(tmp_path: Path):
    """The inertia of the mesh as its file has it, y up: (x, y, z) there is (x, -z, y) here."""
    from fourbar.assets import TriangleMesh, box

    mesh = TriangleMesh((box((0.1, 0.2, 0.4)),))
    (tmp_path / "part.glb").write_bytes(mesh_to_glb(mesh, report=Report()))
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"><inertial><mass value="12"/>'
        '<inertia ixx="0.2" iyy="0.05" izz="0.17" ixy="0" ixz="0" iyz="0"/></inertial>'
        '<visual><geometry><mesh filename="part.glb"/></geometry></visual></link></robot>'
    )
    (finding,) = found(tmp_path / "r.urdf")
    assert finding.facts["gltf"] is True
    assert finding.fix is None
    assert "glTF" in finding.notes[0]


@pytest.mark.corpus
def test_the_hands_of_the_corpus_are_explained_by_gltf(corpus):
    files = sorted(corpus.rglob("inspire_hand_*.urdf"))
    findings = [finding for file in files for finding in found(file, gltf_up="y")]
    assert len(findings) > 40
    # Not turned, which their collision shapes agree with, they fit.
    assert not any(found(file) for file in files)
    assert all(finding.facts["gltf"] for finding in findings)
