import json
import subprocess
import sys

from fourbar.assets import load_mesh
from fourbar.diagnostics import Report
from fourbar.packages import PackageFinder

from .mesh_files import binary_stl, gltf_parts


def loaded(file, **options):
    report = Report()
    mesh = load_mesh(file, report=report, finder=PackageFinder(near=file, environ={}), **options)
    return mesh, list(report)


def test_files_beside_the_mesh_are_found(tmp_path):
    file = tmp_path / "a.obj"
    file.write_bytes(b"mtllib a.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (tmp_path / "a.mtl").write_bytes(b"newmtl m\nKd 1 0 0\nmap_Kd textures/t.png\n")
    (tmp_path / "textures").mkdir()
    (tmp_path / "textures" / "t.png").write_bytes(b"pixels")
    mesh, findings = loaded(file)
    assert findings == []
    assert mesh.primitives[0].material.texture.data == b"pixels"


def test_files_outside_are_not_read_when_confined(tmp_path):
    (tmp_path / "secret.bin").write_bytes(gltf_parts()[1])
    folder = tmp_path / "robot"
    folder.mkdir()
    (folder / "package.xml").write_text("<package><name>robot</name></package>")
    document, _ = gltf_parts()
    document["buffers"][0]["uri"] = "../secret.bin"
    file = folder / "a.gltf"
    file.write_text(json.dumps(document))
    mesh, findings = loaded(file, confined=True)
    assert mesh is None
    assert [finding.code for finding in findings] == ["A529"]


def test_a_file_that_cannot_be_read_is_reported(tmp_path):
    mesh, findings = loaded(tmp_path / "no.stl", name="meshes/no.stl")
    assert mesh is None
    (finding,) = findings
    assert (finding.code, finding.file) == ("A520", "meshes/no.stl")


def test_findings_use_the_given_name(tmp_path):
    file = tmp_path / "a.stl"
    file.write_bytes(binary_stl(count=7))
    _, (finding,) = loaded(file, name="package://robot/a.stl")
    assert finding.file == "package://robot/a.stl"


def test_locating_files_needs_no_numpy():
    code = "import sys, fourbar.assets; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
