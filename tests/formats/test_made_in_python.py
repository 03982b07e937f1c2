"""Robots made in Python are checked like files, and saved only if they can be loaded again."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar import gallery


def codes(robot: fb.Robot) -> set[str]:
    return {finding.code for finding in fb.check(robot)}


def pair(**joint: object) -> fb.Robot:
    made = {"name": "j", "type": "continuous", "parent": "a", "child": "b", "axis": (0, 0, 1)}
    return fb.Robot("r", [fb.Link("a"), fb.Link("b")], [fb.Joint(**(made | joint))])


FAULTY = {
    "R201": pair(child="c"),
    "R202": pair(mimic=fb.Mimic("nobody")),
    "G303": fb.Robot("r", [fb.Link("a"), fb.Link("b")]),
    "G304": fb.Robot("r"),
    "G302": fb.Robot(
        "r",
        [fb.Link("a"), fb.Link("b"), fb.Link("c")],
        [fb.Joint("j", "fixed", "a", "c"), fb.Joint("k", "fixed", "b", "c")],
    ),
}


@pytest.mark.parametrize("code", FAULTY)
@pytest.mark.parametrize("suffix", [".urdf", ".glb", ".gltf"])
def test_what_load_would_not_give_back_is_not_saved(code: str, suffix: str, tmp_path: Path) -> None:
    robot = FAULTY[code]
    assert code in codes(robot)
    target = tmp_path / f"r{suffix}"
    target.write_text("precious")
    with pytest.raises(fb.SaveError, match=code) as caught:
        fb.save(robot, target)
    assert code in {finding.code for finding in caught.value.report.errors}
    assert target.read_text() == "precious"


def test_findings_of_readers_are_found_in_robots_too() -> None:
    """A nameless material, an axis of a fixed joint and a revolute joint without limits."""
    look = fb.Visual(fb.Sphere(0.1), material=fb.Material(color=(1, 0, 0, 1)))
    robot = fb.Robot(
        "r",
        [fb.Link("a", visuals=[look]), fb.Link("b")],
        [fb.Joint("j", "revolute", "a", "b", axis=(0, 0, 1))],
    )
    built = {(d.code, str(d.path)) for d in fb.check(robot)}
    read = {(d.code, str(d.path)) for d in fb.check(fb.dumps(robot).encode())}
    assert built == read
    assert "S140" in {code for code, _ in built}  # missing limits
    assert all(finding.span is None for finding in fb.check(robot))


@pytest.mark.parametrize("name", gallery.names())
def test_a_robot_without_its_file_gets_the_report_of_its_text(name: str, tmp_path: Path) -> None:
    robot = fb.load(f"gallery:{name}").replace(source=None)
    # Meshes are found beside a file only.
    found = {(d.code, str(d.path)) for d in fb.check(robot) if not d.code.startswith("A")}
    text = {(d.code, str(d.path)) for d in fb.check(fb.dumps(robot).encode())}
    assert found == {(code, path) for code, path in text if not code.startswith("A")}
    fb.save(robot, tmp_path / "r.urdf")
    assert fb.load(tmp_path / "r.urdf") == robot


def test_a_file_with_errors_can_be_written_again(tmp_path: Path) -> None:
    file = tmp_path / "x.urdf"
    file.write_text(
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed">'
        '<parent link="a"/><child link="b"/></joint><joint name="k" type="fixed">'
        '<parent link="a"/><child link="gone"/></joint></robot>'
    )
    with pytest.warns(UserWarning, match="gone"):
        robot = fb.load(file)
    fb.save(robot, tmp_path / "y.urdf")
    fb.save(robot.replace(name="other"), tmp_path / "z.urdf")
    with pytest.raises(fb.LoadError):
        fb.load(tmp_path / "y.urdf", strict=True)


def test_settings_are_validated_as_on_the_command_line() -> None:
    for make, message in (
        (lambda: fb.Settings(targets=("mojoco",)), "unknown target 'mojoco'; did you mean 'mujoc"),
        (lambda: fb.Settings(ignore=("P44x",)), "ignore: unknown rule 'P44x'; did you mean 'P4"),
        (lambda: fb.Settings(select=["zero-axsi"]), "did you mean 'zero-axis'"),
        (lambda: fb.Settings(severity={"P402": "fatal"}), "severity of 'P402': unknown severity"),
        (lambda: fb.Settings(severity=["P402"]), "severity must be a mapping"),
        (lambda: fb.Settings(per_file_ignores={"*.urdf": ["Q1"]}), r"'\*.urdf': unknown rule 'Q1'"),
        (lambda: fb.Settings(preview="yes"), "preview must be True or False, got 'yes'"),
        (lambda: fb.Settings(select=5), "select must be a list of words, got 5"),
    ):
        with pytest.raises(fb.SettingsError, match=message):
            make()
    settings = fb.Settings(select=["p4"], ignore="P401, p402", targets=["MuJoCo"])
    assert settings.select == ("P4",)
    assert settings.ignore == ("P401", "P402")
    assert settings.targets == ("mujoco",)


def test_check_takes_rules_and_targets_directly() -> None:
    robot = pair(axis=(0, 0, 2))
    assert codes(robot) >= {"P402", "P441"}
    found = {d.code for d in fb.check(robot, ignore=["P402"])}
    assert "P402" not in found
    assert {d.code for d in fb.check(robot, select=["P402"])} == {"P402"}
    both = fb.check(robot, settings=fb.Settings(ignore=("P441",)), ignore="P402")
    assert not {"P402", "P441"} & {d.code for d in both}
    (inertial,) = (d for d in fb.check(robot, targets=["mujoco"]) if d.code == "P441")
    assert inertial.severity is fb.Severity.ERROR
    with pytest.raises(fb.SettingsError, match="unknown target"):
        fb.check(robot, targets=["mojoco"])
    with pytest.raises(TypeError, match="check\\(\\) has no option 'ignor'; did you mean 'ignore'"):
        fb.check(robot, ignor=["P402"])


def test_unknown_words_for_options_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown coupling 'papr'; expected one of"):
        fb.load("gallery:four_bar", coupling="papr")
    with pytest.raises(ValueError, match="unknown format 'dae'"):
        fb.load("gallery:four_bar", format="dae")


@pytest.mark.parametrize("file", ["nowhere.urdf", "gallery:four_bra"])
@pytest.mark.parametrize("function", [fb.load, lambda file: fb.view(file, open=False)])
def test_a_missing_file_is_one_error_everywhere(file: str, function: object) -> None:
    with pytest.raises(fb.FileMissingError) as caught:
        function(file)
    assert isinstance(caught.value, fb.LoadError)
    assert isinstance(caught.value, FileNotFoundError)
    assert "X013" in str(caught.value)


def test_a_folder_is_not_missing(tmp_path: Path) -> None:
    for function in (fb.load, lambda file: fb.view(file, open=False)):
        with pytest.raises(fb.LoadError, match="is a folder; use the") as caught:
            function(tmp_path)
        assert not isinstance(caught.value, FileNotFoundError)
