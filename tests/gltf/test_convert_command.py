"""`fourbar convert` to and from glTF."""

import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.gltf import write_glb


def test_to_glb_and_back(tmp_path):
    glb, urdf = tmp_path / "a.glb", tmp_path / "a.urdf"
    assert main(["convert", "gallery:ur20", str(glb)]) == 0
    assert main(["convert", str(glb), str(urdf)]) == 0
    assert fb.load(urdf) == fb.load("gallery:ur20")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.glb", "a.urdf"]


def test_options(tmp_path):
    target = tmp_path / "a.gltf"
    options = ["--basis", "root", "--no-collisions", "--no-animations", "--external"]
    assert main(["convert", "gallery:four_bar", str(target), *options]) == 0
    assert (tmp_path / "a.bin").is_file()
    text = target.read_text()
    assert '"basis": "root"' in text
    assert "collisionNodes" not in text
    assert "animations" not in text


@pytest.mark.parametrize(
    "options", [["--simplify", "2"], ["--simplify", "x"], ["--texture-size", "-1"]]
)
def test_wrong_values_are_refused(options, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["convert", "gallery:four_bar", str(tmp_path / "a.glb"), *options])
    assert options[1] in capsys.readouterr().err


def test_missing_meshes_are_reported_and_the_file_is_written(tmp_path, capsys):
    urdf = tmp_path / "r.urdf"
    urdf.write_text(
        '<robot name="r"><link name="l"><visual><geometry><mesh filename="gone.stl"/>'
        "</geometry></visual></link></robot>"
    )
    assert main(["convert", str(urdf), str(tmp_path / "r.glb"), "--strict"]) == 1
    assert "A501" in capsys.readouterr().err
    assert not (tmp_path / "r.glb").exists()
    assert main(["convert", str(urdf), str(tmp_path / "r.glb")]) == 0
    assert "A501" in capsys.readouterr().err
    assert fb.load(tmp_path / "r.glb") == fb.load(urdf)


def test_a_joint_to_nowhere_is_left_out(tmp_path, capsys):
    urdf = tmp_path / "r.urdf"
    urdf.write_text(
        '<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="a"/>'
        '<child link="b"/></joint></robot>'
    )
    assert main(["convert", str(urdf), str(tmp_path / "r.glb")]) == 0
    assert "R201" in capsys.readouterr().err
    assert fb.load(tmp_path / "r.glb").links.names == ("a",)


def test_a_world_that_is_not_declared_is_no_error(tmp_path):
    urdf = tmp_path / "r.urdf"
    urdf.write_text(
        '<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="world"/>'
        '<child link="a"/></joint></robot>'
    )
    assert main(["convert", str(urdf), str(tmp_path / "r.glb")]) == 0
    assert fb.load(tmp_path / "r.glb").links.names == ("world", "a")


def test_warnings_that_check_cannot_give_are_shown_in_full(tmp_path, capsys):
    glb = tmp_path / "two.glb"
    robots = [fb.load("gallery:four_bar"), fb.load("gallery:ur20")]
    glb.write_bytes(write_glb(robots, animations=False))
    assert main(["convert", str(glb), str(tmp_path / "one.urdf")]) == 0
    assert "E706" in capsys.readouterr().err
    assert main(["check", str(glb)]) == 0
    assert "no findings" in capsys.readouterr().out
