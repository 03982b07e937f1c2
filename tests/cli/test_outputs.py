"""What commands print and how they end: JSON by its schema, colours, exit status, idle options."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import fourbar as fb
from fourbar import gallery
from fourbar.cli import COMMANDS, build_parser, main
from fourbar.diagnostics.render.sarif import DOCUMENTATION

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
BROKEN = '<robot name="r"><link name="a"/><joint name="j" type="revolut"/></robot>'
PLANAR = (
    '<robot name="table"><link name="a"/><link name="b"/>'
    '<joint name="slide" type="planar"><parent link="a"/><child link="b"/>'
    '<axis xyz="0 0 1"/></joint></robot>'
)

# A run of every command that prints JSON; {} is the robot.
RUNS = {
    "info": ["info", "{}", "--json"],
    "check": ["check", "{}", "--json"],
    "explain": ["explain", "--all", "--json"],
    "graph": ["graph", "{}", "--json"],
    "fk": ["fk", "{}", "--json"],
    "jacobian": ["jacobian", "{}", "--json"],
    "ik": ["ik", "{}", "--to", "0.1,0.2,0.3", "--json"],
    "assemble": ["assemble", "{}", "--json"],
    "branches": ["assemble", "{}", "--branch", "--json"],
    "trace": ["trace", "{}", "--to", "0.01", "--steps", "2", "--json"],
    "dynamics": ["dynamics", "{}", "--json"],
    "simulate": ["simulate", "{}", "--duration", "0.005", "--no-limits", "--json"],
    "loads": ["loads", "{}", "--by", "0.01", "--json"],
    "efforts": ["efforts", "{}", "--json"],
    "demo": ["demo", "--list", "--json"],
    "inertia": ["inertia", "{}", "--json"],
    "collide": ["collide", "{}", "--json"],
    "coverage": ["collide", "{}", "--measure", "--json"],
    "meshes": ["meshes", "{}", "--json"],
    "compare": ["compare", "{}", "gallery:gripper", "--json"],
}


def validator(command):
    """The schema of a command, closed: users get fields that were added, tests ask for each."""
    schema = json.loads((SCHEMAS / f"{command}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(closed(schema))


def closed(schema):
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        inner.setdefault("additionalProperties", False)
    return inner


def test_schemas_are_named_and_open_to_fields_that_are_added():
    for file in SCHEMAS.iterdir():
        schema = json.loads(file.read_text())
        assert schema["$id"] == f"{DOCUMENTATION}schemas/{file.name}"
        assert '"additionalProperties": false' not in file.read_text()


def test_every_command_with_json_has_a_schema_and_is_run_here():
    parser = build_parser()
    have = {name for name in COMMANDS if "--json" in parser.command(name).options()}
    have.discard("fix")  # the same as check
    # `branches` is what assemble prints with --branch, `coverage` what collide does with --measure;
    # tests of their own run the others. `workspace` is what fleet prints about configurations.
    assert have | {"branches", "coverage"} == {*RUNS, "convert", "edit", "fleet", "view"}
    assert {file.name for file in SCHEMAS.iterdir()} == {
        f"{command}.schema.json"
        for command in (*RUNS, "convert", "edit", "fleet", "variations", "view", "workspace")
    }


@pytest.mark.parametrize("command", RUNS)
def test_json_is_what_its_schema_says_for_every_gallery_robot(command, capsys):
    schema = validator(command)
    once = "{}" not in RUNS[command]
    for robot in gallery.names()[:1] if once else gallery.names():
        status = main([word.format(f"gallery:{robot}") for word in RUNS[command]])
        out = capsys.readouterr().out
        if command in ("trace", "loads", "efforts") and status != 0:
            continue  # more than one joint could be the drive, or none is, or drives are too few
        document = json.loads(out, parse_constant=lambda word: pytest.fail(word))
        schema.validate(document)
        assert (document["format"], document["version"]) == (f"fourbar.{command}", 1)


@pytest.mark.parametrize("suffix", ["urdf", "glb", "gltf", "html"])
def test_convert_prints_what_it_wrote(suffix, tmp_path, capsys):
    output = tmp_path / f"r.{suffix}"
    more = ["--external"] if suffix == "gltf" else []
    assert main(["convert", "gallery:four_bar", str(output), "--json", *more]) == 0
    document = json.loads(capsys.readouterr().out)
    validator("convert").validate(document)
    assert (document["links"], document["joints"], document["loops"]) == (4, 3, 1)
    written = {entry["file"]: entry["bytes"] for entry in document["files"]}
    assert written == {str(file): file.stat().st_size for file in tmp_path.iterdir()}


def test_edit_prints_what_it_wrote_and_changed(tmp_path, capsys):
    files = [tmp_path / "r.urdf", tmp_path / "r.glb"]
    words = ["--rename", "crank=drive", "--prove", "-o", str(files[0]), "-o", str(files[1])]
    assert main(["edit", "gallery:four_bar", *words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    validator("edit").validate(document)
    assert document["operations"] == ["rename"]
    assert document["joints"] == {
        "before": 3,
        "after": 3,
        "added": ["drive"],
        "removed": ["crank"],
    }
    assert document["links"]["added"] == document["links"]["removed"] == []
    (proof,) = document["proofs"]
    assert (proof["operation"], proof["bodies"]) == ("rename", 4)
    assert max(proof["position"], proof["inertia"]) < 1e-12
    written = {entry["file"]: (entry["format"], entry["bytes"]) for entry in document["files"]}
    sizes = [file.stat().st_size for file in files]
    assert written == {str(files[0]): ("urdf", sizes[0]), str(files[1]): ("gltf", sizes[1])}


def test_edit_needs_a_file_beside_json(tmp_path, capsys):
    assert main(["edit", "gallery:four_bar", "--prefix", "x_", "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "--output" in captured.err


def test_trace_prints_json_beside_a_file(tmp_path, capsys):
    main(["trace", "gallery:four_bar", "--to", "1", "--json", "-o", str(tmp_path / "m.json")])
    assert capsys.readouterr().out == (tmp_path / "m.json").read_text()


def test_findings_with_fixes_follow_the_schema_too(tmp_path, capsys):
    file = tmp_path / "x.urdf"
    file.write_text(
        '<robot name="r"><link name="shank"/><link name="a"/><link name="a"/>'
        '<joint name="j" type="fixed"><parent link="a"/><child link="shnk"/></joint></robot>'
    )
    main(["check", str(file), "--json"])
    document = json.loads(capsys.readouterr().out)
    assert any("fix" in finding for finding in document["diagnostics"])
    assert any(finding["related"] for finding in document["diagnostics"])
    validator("check").validate(document)


def test_positions_are_the_same_in_every_command(capsys):
    found = []
    for command in (["fk"], ["jacobian"], ["assemble"]):
        main([*command, "gallery:four_bar", "--set", "crank=0.3", "--json"])
        found.append(json.loads(capsys.readouterr().out)["positions"])
    assert found[0]["crank"] == 0.3
    for other in found[1:]:
        assert other == pytest.approx(found[0], abs=1e-9)


def test_explain_as_json_has_the_page_of_the_rule(capsys):
    assert main(["explain", "zero-axis", "--json"]) == 0
    (rule,) = json.loads(capsys.readouterr().out)["rules"]
    assert (rule["code"], rule["severity"]) == ("P401", "error")
    assert "## Why it matters" in rule["documentation"]


# Motions as files


def trace_to(file):
    assert main(["trace", "gallery:four_bar", "--to", "1", "--steps", "5", "-o", str(file)]) == 0
    return file


def expected():
    model = fb.Model(fb.load("gallery:four_bar"))
    return model, fb.trace(model, "crank", np.linspace(0.0, 1.0, 6))


def test_trace_writes_csv(tmp_path):
    names, *rows = csv.reader(io.StringIO(trace_to(tmp_path / "m.csv").read_text()))
    model, motion = expected()
    assert names == list(model.joint_names)
    assert np.allclose(np.array(rows, dtype=float), motion.q, rtol=0.0, atol=1e-10)
    exact = json.loads(trace_to(tmp_path / "m.json").read_text())["positions"]
    assert [float(row[2]) for row in rows] == exact["rocker"]  # every digit


def test_trace_writes_npz_that_is_the_same_every_time(tmp_path):
    first = trace_to(tmp_path / "m.npz").read_bytes()
    _, motion = expected()
    arrays = np.load(tmp_path / "m.npz")
    assert list(arrays) == ["q", "joints"]
    assert arrays["joints"].tolist() == ["crank", "coupler", "rocker"]
    assert np.allclose(arrays["q"], motion.q, rtol=0.0, atol=1e-10)
    os.utime(tmp_path, (0, 0))
    assert trace_to(tmp_path / "n.npz").read_bytes() == first


def test_trace_writes_json(tmp_path):
    document = json.loads(trace_to(tmp_path / "m.json").read_text())
    validator("trace").validate(document)
    assert len(document["positions"]["rocker"]) == 6


@pytest.mark.parametrize("name", ["m.txt", "m", "m.xlsx"])
def test_trace_refuses_formats_that_it_does_not_know(name, tmp_path, capsys):
    target = tmp_path / name
    assert main(["trace", "gallery:four_bar", "-o", str(target)]) == 2
    assert "expected one of: .json, .csv, .npz" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.parametrize("first", ["-40deg", "-0.5", "-.5", "-5e-1"])
def test_negative_values_may_follow_an_option(first, capsys):
    assert (
        main(["trace", "gallery:four_bar", "--from", first, "--to", "0", "--steps", "1", "--json"])
        == 0
    )
    value = json.loads(capsys.readouterr().out)["values"][0]
    assert value == pytest.approx(-0.5 if first != "-40deg" else -40 * np.pi / 180)


def test_several_negative_values_may_follow_an_option(capsys):
    command = ["jacobian", "gallery:ur20", "--link", "flange", "--json", "--point"]
    assert main([*command, "-1e-1", "-.2", "3"]) == 0
    facts = json.loads(capsys.readouterr().out)
    model = fb.Model(fb.load("gallery:ur20"))
    J = fb.kinematics(model, model.neutral, "flange", point=[-0.1, -0.2, 3.0]).jacobian
    assert np.allclose(facts["jacobian"], J, atol=1e-12)


# Colour


@pytest.mark.parametrize(
    ("variables", "options", "colored"),
    [
        ({}, [], False),  # not a terminal
        ({}, ["--color", "always"], True),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "0"}, [], False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
        ({"NO_COLOR": "1"}, ["--color", "always"], True),
    ],
)
def test_colour_follows_options_and_variables(variables, options, colored, tmp_path):
    (tmp_path / "x.urdf").write_text(BROKEN)
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    for command in ("check", "info"):
        done = subprocess.run(
            [sys.executable, "-m", "fourbar", command, "x.urdf", *options],
            cwd=tmp_path,
            env=clean | variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ("\x1b[" in done.stdout + done.stderr) is colored


@pytest.mark.parametrize(
    ("variables", "colored"),
    [({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False), ({"NO_COLOR": "1"}, False)],
)
def test_colour_on_a_terminal(variables, colored, tmp_path):
    import pty

    (tmp_path / "x.urdf").write_text(BROKEN)
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    master, slave = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "fourbar", "check", "x.urdf"],
        cwd=tmp_path,
        env=clean | variables,
        stdout=slave,
        check=False,
    )
    shown = os.read(master, 65536)
    os.close(master)
    os.close(slave)
    assert (b"\x1b[" in shown) is colored


def test_a_report_in_a_file_has_colours_only_on_request(tmp_path, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    (tmp_path / "x.urdf").write_text(BROKEN)
    target = tmp_path / "report.txt"
    main(["check", str(tmp_path / "x.urdf"), "-o", str(target)])
    assert "\x1b[" not in target.read_text()


# How commands end


@pytest.mark.parametrize(
    "command",
    [
        ["info"],
        ["check"],
        ["fix"],
        ["graph"],
        ["fk"],
        ["jacobian"],
        ["ik", "--to", "0,0,0"],
        ["assemble"],
        ["trace"],
        ["convert"],
        ["view", "--no-open"],
    ],
)
@pytest.mark.parametrize("missing", ["nowhere.urdf", "folder", "secret.urdf", "gallery:four_bra"])
def test_a_file_that_cannot_be_opened_is_2_in_every_command(
    command, missing, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret.urdf").symlink_to(tmp_path / "secret.urdf")  # nobody can open it
    after = ["out.urdf"] if command == ["convert"] else []
    assert main([command[0], missing, *after, *command[1:]]) == 2
    captured = capsys.readouterr()
    assert captured.out + captured.err
    assert not (tmp_path / "out.urdf").exists()


def test_a_missing_file_offers_the_one_that_was_meant(tmp_path, capsys):
    (tmp_path / "robot.urdf").write_text(BROKEN)
    for command in ("info", "view"):
        assert main([command, str(tmp_path / "robt.urdf")]) == 2
        assert "does not exist; did you mean 'robot.urdf'?" in capsys.readouterr().err


def test_an_srdf_that_cannot_be_opened_is_2(capsys):
    assert main(["fk", "gallery:ur20", "--srdf", "nowhere.srdf"]) == 2
    assert "'nowhere.srdf' does not exist" in capsys.readouterr().err


def test_status_1_is_for_what_the_description_or_the_question_is_to_blame(tmp_path, capsys):
    loose = tmp_path / "loose.urdf"
    loose.write_text(
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
        '<parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>'
        '<joint name="k" type="fixed"><parent link="a"/><child link="gone"/></joint></robot>'
    )
    empty = tmp_path / "empty.urdf"
    empty.write_text('<robot name="r"/>')
    assert main(["check", str(loose)]) == 1
    assert main(["fk", str(loose)]) == 0  # without the joint that leads nowhere
    assert "R201" in capsys.readouterr().err
    assert main(["fk", str(loose), "--strict"]) == 1
    assert main(["fk", str(empty)]) == 1
    assert main(["ik", "gallery:ur20", "--to", "9,9,9"]) == 1
    assert main(["assemble", "gallery:slider_crank", "--set", "slider=9"]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "gallery:four_bar", "--duration", "-1"], "must be positive"),
        (["simulate", "gallery:four_bar", "--duration", "0"], "must be positive"),
        (["simulate", "gallery:four_bar", "--duration", "1e12"], "too many steps"),
        (["simulate", "gallery:four_bar", "--spring", "nope=1"], "'nope'"),
        (["loads", "gallery:four_bar", "--speed", "0"], "must not be zero"),
        (["loads", "gallery:four_bar", "--drive", "nope"], "expected one of: crank"),
        (["efforts", "gallery:four_bar", "--over", "nope"], "'nope'"),
        (["efforts", "gallery:four_bar", "--link", "nope"], "'nope'"),
    ],
)
def test_values_and_names_that_a_command_does_not_take_are_2(arguments, message, capsys):
    try:
        status = main(arguments)
    except SystemExit as end:  # what the parser itself refuses
        status = end.code
    assert status == 2
    assert message in capsys.readouterr().err


def test_unknown_options_print_the_usage_of_their_command(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["fk", "gallery:ur20", "--sett", "elbow=1"])
    assert stopped.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith("usage: fourbar fk ")
    assert "unknown option '--sett'; did you mean '--set'?" in err


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["info", "--bogus"], ["[options] FILE ", "unknown option '--bogus'"]),
        (["info", "-x"], ["[options] FILE ", "unknown option '-x'"]),
        (["completion"], ["usage: fourbar completion bash|zsh|fish ", "required: SHELL"]),
        (["check"], ["[options] FILE... ", "required: FILE"]),
        (["view", "--bogus=1"], ["[options] [FILE...] ", "unknown option '--bogus'"]),
        (["fk", "gallery:ur20", "--package", "a=/nowhere"], ["", "'/nowhere' of package 'a'"]),
        (["fleet", "info", "x", "--package", "a=/nowhere"], ["", "'/nowhere' of package 'a'"]),
    ],
)
def test_wrong_usage_shows_what_is_wrong_and_the_arguments(arguments, lines, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    for line, words in zip(capsys.readouterr().err.splitlines(), lines, strict=True):
        assert words in line


def test_drives_that_are_missing_are_not_answered_with_python(capsys):
    for command in ("loads", "efforts"):
        assert main([command, "gallery:drone"]) == 1
        err = capsys.readouterr().err
        assert "that no drive can give" in err
        assert "=" not in err
        assert "`fourbar dynamics`" in err


def test_explain_lists_the_rules_of_a_beginning(capsys):
    assert main(["explain", "p40"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 3
    assert all(line.startswith("P40") for line in lines)
    assert main(["explain", "P4", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rules"]) > len(lines)


def test_a_suppression_in_brackets_is_told_the_right_form(tmp_path, capsys):
    file = tmp_path / "x.urdf"
    file.write_text('<robot name="r"><!-- fourbar: ignore[P441] --><link name="a"/></robot>')
    main(["check", str(file)])
    assert "write without brackets: fourbar: ignore P441: reason" in capsys.readouterr().out


def test_a_fleet_is_not_made_of_gallery_robots(tmp_path, capsys):
    assert main(["fleet", "info", "gallery:four_bar", "-o", str(tmp_path)]) == 2
    assert "fleets are made of files and folders" in capsys.readouterr().err


def test_python_says_what_was_meant():
    with pytest.raises(TypeError, match="a @ b"):
        fb.Pose() * fb.Pose()
    with pytest.raises(fb.LoadError, match=r"^'':1:1"):
        fb.load("")
    model = fb.Model(fb.load("gallery:four_bar"))
    with pytest.raises(TypeError, match="threads must be a whole number, got 'x'"):
        fb.kinematics(model, model.random(3, seed=0), "base", threads="x")


def test_options_are_not_guessed_from_their_beginning(capsys):
    with pytest.raises(SystemExit):
        main(["check", "gallery:four_bar", "--form", "json"])
    assert "unknown option '--form'; did you mean '--format'?" in capsys.readouterr().err


def test_an_unknown_command_offers_the_one_that_was_meant(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["chek", "x.urdf"])
    assert stopped.value.code == 2
    assert "unknown command 'chek'; did you mean 'check'?" in capsys.readouterr().err


def test_junit_fails_where_the_command_does(tmp_path, capsys):
    file = tmp_path / "x.urdf"
    file.write_text(  # one warning: no inertial
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
        '<parent link="a"/><child link="b"/><axis xyz="1 0 0"/></joint></robot>'
    )
    for level, status, failures in (("error", 0, 0), ("warning", 1, 1)):
        assert main(["check", str(file), "--format", "junit", "--fail-on", level]) == status
        out = capsys.readouterr().out
        assert f'failures="{failures}"' in out.splitlines()[1]
        assert "P441" in out


# Options that would change nothing


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["convert", "gallery:ur20", "x.urdf", "--compress"], "--compress has no effect on"),
        (["convert", "gallery:ur20", "x.urdf", "--planar", "xyt"], "--planar has no effect on"),
        (["convert", "gallery:ur20", "x.glb", "--external"], "it is for .gltf"),
        (["convert", "gallery:ur20", "x.urdf", "--meshes", "m"], "--meshes is for the meshes ins"),
        (["convert", "gallery:ur20", "x.glb", "--meshes", "m"], "it is for .urdf, .sdf"),
        (["convert", "gallery:ur20", "x.srdf"], "has no named configurations"),
        (["info", "gallery:ur20", "--arg", "a:=1"], "--arg is for xacro files"),
        (["check", "gallery:ur20", "--arg", "a:=1"], "--arg is for xacro files"),
        (["view", "gallery:ur20", "--arg", "a:=1"], "--arg is for xacro files"),
        (["graph", "gallery:ur20", "--layout", "tree"], "--layout is for SVG"),
        (["check", "gallery:ur20", "--statistics", "--json"], "--statistics is text"),
        (["check", "gallery:ur20", "--json", "--format", "sarif"], "cannot be combined"),
        (["explain", "P402", "--all"], "cannot be combined"),
        (["demo", "four_bar", "--list"], "cannot be combined"),
        (["demo", "--json"], "--json is for --list"),
        (["graph", "gallery:four_bar", "-o", "x.svg", "--json"], "use x.json"),
    ],
)
def test_options_without_effect_are_refused(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "value"), [("-j", "0"), ("-j", "x"), ("--time-limit", "0"), ("--time-limit", "nan")]
)
def test_impossible_numbers_are_refused(option, value, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["check", "gallery:four_bar", option, value])
    assert stopped.value.code == 2
    assert f"'{value}' is not a" in capsys.readouterr().err


def test_help_of_fix_and_of_targets(capsys):
    for command in ("fix", "check"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
    fix, check = capsys.readouterr().out.split("usage: fourbar check")
    assert "--fix " not in fix
    assert "--fix " in check
    assert "pinocchio" in check


# Planar joints with their angle


def test_planar_joints_have_their_angle_on_request(tmp_path, capsys):
    file = tmp_path / "table.urdf"
    file.write_text(PLANAR)
    turned = ["--planar", "xyt", "--set", "slide=1,2,90deg", "--json"]
    assert main(["fk", str(file), *turned]) == 0
    pose = np.array(json.loads(capsys.readouterr().out)["poses"]["b"])
    # A right angle about z, at (1, 2): the closed form of the joint.
    assert np.allclose(pose, [[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 0], [0, 0, 0, 1]], atol=1e-12)
    assert main(["jacobian", str(file), *turned]) == 0
    assert len(json.loads(capsys.readouterr().out)["columns"]) == 3
    assert main(["assemble", str(file), *turned]) == 0
    assert json.loads(capsys.readouterr().out)["positions"]["slide"][2] == pytest.approx(np.pi / 2)
    target = ["--to", "1,2,0,0,0,1.5", "--planar", "xyt", "--json"]
    assert main(["ik", str(file), *target]) == 0
    assert json.loads(capsys.readouterr().out)["positions"]["slide"] == pytest.approx([1, 2, 1.5])
    assert main(["fk", str(file), "--set", "slide=1,2,90deg"]) == 2
    assert "takes 2 numbers, not 3" in capsys.readouterr().err


def test_fix_says_in_json_what_it_fixed(tmp_path, capsys):
    file = tmp_path / "arm.urdf"
    file.write_text(
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
        '<parent link="a"/><child link="b"/><axis xyz="0 0 2"/></joint></robot>'
    )
    for more in (["--diff", "-o", str(tmp_path / "rep.json")], []):
        main(["fix", str(file), "--isolated", "--json", *more])
        text = (tmp_path / "rep.json").read_text() if more else capsys.readouterr().out
        capsys.readouterr()
        document = json.loads(text)
        validator("check").validate(document)
        assert [each["code"] for each in document["fixed"]] == ["P402"]
    main(["check", str(file), "--isolated", "--json"])
    assert "fixed" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("run", ["info", "fk", "jacobian", "assemble", "branches"])
def test_json_tells_of_parts_that_are_left_out(run, tmp_path, capsys):
    file = tmp_path / "r.urdf"
    file.write_text(
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed">'
        '<parent link="zz"/><child link="b"/></joint></robot>'
    )
    assert main([word.format(file) for word in RUNS[run]]) == 0
    document = json.loads(capsys.readouterr().out)
    validator(run).validate(document)
    assert document["errors"] == 2
