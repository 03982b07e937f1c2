"""`fourbar inertia`, as a user types it."""

from __future__ import annotations

import json
from difflib import ndiff

import pytest

import fourbar as fb
from fourbar.cli import main

TEXT = """<?xml version="1.0"?>
<robot name="arm">
  <!-- the base is measured -->
  <link name="base">
    <inertial>
      <origin xyz="0 0 0.050" rpy="0 0 0"/> <!-- from the data sheet -->
      <mass value='4.0'/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
    <visual><origin xyz="0 0 0.05"/><geometry><box size="0.2 0.2 0.1"/></geometry></visual>
  </link>
  <link name="arm">
    <visual><geometry><cylinder radius="0.05" length="0.4"/></geometry></visual>
    <visual><geometry><sphere radius="0.06"/></geometry></visual>
  </link>
  <joint name="turn" type="continuous">
    <parent link="base"/><child link="arm"/>
  </joint>
</robot>
"""


@pytest.fixture
def arm(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(TEXT)
    return file


def changed(before: str, after: str) -> list[str]:
    return [line for line in ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]


def test_the_table(arm, capsys):
    assert main(["inertia", str(arm)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[2].split() == ["base", "visual", "4000", "4", "4", "0", "37.5", "to", "60", "locked"]
    assert "not computed: has no mass in the file; give a density or a mass" in out[4]
    assert "visual[0] and visual[1] overlap" in out[5]


def test_what_was_to_be_written_and_is_not_counts(arm, tmp_path, capsys):
    """Without a density the link that has no mass cannot be computed; locked ones do not count."""
    output = tmp_path / "out.urdf"
    assert main(["inertia", str(arm), "-o", str(output)]) == 1
    assert "nothing was computed" in capsys.readouterr().err
    assert not output.exists()
    assert main(["inertia", str(arm), "--link", "base", "-o", str(output)]) == 0
    assert main(["inertia", str(arm), "-o", str(tmp_path / "none" / "out.urdf")]) == 2
    assert "does not exist" in capsys.readouterr().err


def test_large_numbers_have_no_exponent(tmp_path, capsys):
    file = tmp_path / "hall.urdf"
    file.write_text(
        '<robot name="hall"><link name="a"><visual><geometry><box size="1 2 30"/></geometry>'
        "</visual></link></robot>"
    )
    assert main(["inertia", str(file), "--density", "1234.56"]) == 0
    row = capsys.readouterr().out.splitlines()[2]
    assert row.split() == ["a", "visual", "60000000", "74070", "computed"]


def test_where_all_links_are_locked_the_way_to_write_them_is_told(arm, tmp_path, capsys):
    whole, output = tmp_path / "whole.urdf", tmp_path / "out.urdf"
    assert main(["inertia", str(arm), "--density", "1000", "-o", str(whole)]) == 0
    assert "--all" not in capsys.readouterr().err
    assert main(["inertia", str(whole), "-o", str(output)]) == 0
    told = capsys.readouterr().err
    assert "wrote the inertia of 0 links to" in told
    assert "all links keep the inertia of the file; --all or --link NAME replaces it" in told


def test_a_link_without_shapes_that_was_asked_for_tells_why(tmp_path, capsys):
    file = tmp_path / "frame.urdf"
    file.write_text('<robot name="r"><link name="a"/></robot>')
    assert main(["inertia", str(file), "--link", "a"]) == 0
    assert "not computed: has no shapes" in capsys.readouterr().out


def test_only_links_without_inertia_are_written(arm, tmp_path, capsys):
    output = tmp_path / "out.urdf"
    assert main(["inertia", str(arm), "--density", "1000", "-o", str(output)]) == 0
    assert "wrote the inertia of 1 link to" in capsys.readouterr().err
    lines = changed(TEXT, output.read_text())
    assert all(line.startswith("+") for line in lines)
    assert lines[0].strip("+ ") == "<inertial>"
    assert len(lines) == 5
    assert fb.load(output).links["arm"].inertial is not None
    assert arm.read_text() == TEXT


def test_a_locked_link_is_written_when_it_is_named(arm, tmp_path, capsys):
    """Only numbers that change do: the mass, the origin and the quotes stay, comments too."""
    output = tmp_path / "out.urdf"
    assert main(["inertia", str(arm), "--link", "base", "-o", str(output)]) == 0
    lines = changed(TEXT, output.read_text())
    assert [line.strip("+- ") for line in lines] == [
        '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>',
        '<inertia ixx="0.0166667" ixy="0" ixz="0" iyy="0.0166667" iyz="0" izz="0.0266667"/>',
    ]


def test_writing_twice_changes_nothing(arm, tmp_path):
    first, second = tmp_path / "1.urdf", tmp_path / "2.urdf"
    options = ["--all", "--density", "1000", "-o"]
    assert main(["inertia", str(arm), *options, str(first)]) == 0
    assert main(["inertia", str(first), *options, str(second)]) == 0
    assert first.read_bytes() == second.read_bytes()


def test_in_place(arm):
    assert main(["inertia", str(arm), "--mass", "arm=2", "-o", str(arm)]) == 0
    inertial = fb.load(arm).links["arm"].inertial
    assert inertial is not None
    assert inertial.mass == 2.0


def test_json(arm, capsys):
    assert main(["inertia", str(arm), "--density", "arm=1000", "--json"]) == 0
    base, other = json.loads(capsys.readouterr().out)["links"]
    assert (base["locked"], other["locked"]) == (True, False)
    assert base["computed"]["mass"] == 4.0  # as in the file, for nobody gave it a density
    assert other["computed"]["mass"] == pytest.approx(1000 * 0.0040463, rel=1e-4)
    assert other["overlaps"][0]["shapes"] == ["link[arm].visual[0]", "link[arm].visual[1]"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--link", "arn"], "did you mean 'arm'"),
        (["--all", "--link", "arm"], "--all and --link cannot be combined"),
        (["--mass", "elbow=1"], "elbow"),
    ],
)
def test_what_cannot_be_is_refused(arm, capsys, options, words):
    assert main(["inertia", str(arm), *options]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("value", ["0", "-1", "nan", "x"])
def test_a_density_must_be_a_positive_number(arm, capsys, value):
    with pytest.raises(SystemExit):
        main(["inertia", str(arm), "--density", value])
    assert value in capsys.readouterr().err


def test_other_formats_are_written_whole(tmp_path):
    output = tmp_path / "out.glb"
    assert main(["inertia", "gallery:four_bar", "--density", "500", "-o", str(output)]) == 0
    assert fb.load(output).links["base"].inertial is not None
