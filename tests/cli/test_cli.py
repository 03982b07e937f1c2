"""The command line, as a user types it."""

import io
import json
import math
import re
import subprocess
import sys

import pytest

from fourbar.cli import COMMANDS, main

BROKEN = '<robot name="r"><link name="a"/><joint name="j" type="revolut"/></robot>'


@pytest.fixture
def broken(tmp_path):
    file = tmp_path / "broken.urdf"
    file.write_text(BROKEN)
    return str(file)


def test_info_draws_the_tree(capsys):
    assert main(["info", "gallery:four_bar"]) == 0
    out = capsys.readouterr().out
    assert "├─ crank_link  [crank: continuous, independent]" in out
    assert "│  └─ coupler_link" in out
    assert "cluster    crank_link + coupler_link + rocker_link" in out


def test_info_as_json(capsys):
    assert main(["info", "gallery:four_bar", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["links"], facts["joints"], facts["loops"]) == (4, 3, 1)
    assert (facts["treeDof"], facts["constraints"], facts["rank"], facts["dof"]) == (3, 5, 2, 1)
    assert facts["independent"] == ["crank"]


def test_info_of_a_mechanism_that_cannot_close_says_so(tmp_path, capsys):
    file = tmp_path / "open.urdf"
    file.write_text(
        '<robot name="r"><link name="a"/><link name="b"/>'
        '<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint>'
        '<loop name="l" type="fixed"><predecessor link="a"><origin xyz="5 0 0"/></predecessor>'
        '<successor link="b"/></loop></robot>'
    )
    main(["info", str(file)])
    out = capsys.readouterr().out
    assert "problem    " in out
    assert "cannot be closed" in out


def test_info_does_not_close_what_takes_long(tmp_path, capsys):
    links = "".join(f'<link name="l{i}"/>' for i in range(300))
    joints = "".join(
        f'<joint name="j{i}" type="revolute"><parent link="l{i}"/><child link="l{i + 1}"/></joint>'
        for i in range(299)
    )
    loop = '<loop name="c" type="fixed"><predecessor link="l0"/><successor link="l299"/></loop>'
    file = tmp_path / "chain.urdf"
    file.write_text(f'<robot name="r">{links}{joints}{loop}</robot>')
    main(["info", str(file)])
    assert "299 joint variables are coupled" in capsys.readouterr().out


def test_info_of_a_cycle_ends(tmp_path, capsys):
    file = tmp_path / "cycle.urdf"
    file.write_text(
        '<robot name="r"><link name="a"/><link name="b"/>'
        '<joint name="ab" type="fixed"><parent link="a"/><child link="b"/></joint>'
        '<joint name="ba" type="fixed"><parent link="b"/><child link="a"/></joint></robot>'
    )
    assert main(["info", str(file)]) == 0
    captured = capsys.readouterr()
    assert "joint 'ba' closes a cycle of joints" in captured.err
    assert "└─ b  [ab: fixed]" in captured.out


def test_check_exits_with_1_on_errors_and_0_without(broken, capsys):
    assert main(["check", broken]) == 1
    assert "did you mean 'revolute'?" in capsys.readouterr().out
    assert main(["check", "gallery:four_bar"]) == 0


def test_check_json_has_the_documented_fields(broken, capsys):
    main(["check", broken, "--format", "json"])
    for finding in json.loads(capsys.readouterr().out)["diagnostics"]:
        assert {"code", "severity", "message", "file", "line", "column", "path"} <= set(finding)


def test_check_reads_standard_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BROKEN.encode())))
    assert main(["check", "-"]) == 1
    assert "<stdin>:1:" in capsys.readouterr().out.replace("<stream>", "<stdin>")


def test_check_looks_into_folders(broken, tmp_path, capsys):
    (tmp_path / "b.urdf").write_text('<robot name="b"><link name="a"/></robot>')
    assert main(["check", str(tmp_path)]) == 1
    assert "in 2 files" in capsys.readouterr().out


def test_check_writes_the_report_to_a_file(broken, tmp_path):
    target = tmp_path / "report.sarif"
    main(["check", broken, "--format", "sarif", "-o", str(target)])
    assert json.loads(target.read_text())["version"] == "2.1.0"


def test_convert_writes_canonical_urdf(tmp_path):
    target = tmp_path / "out.urdf"
    assert main(["convert", "gallery:four_bar", str(target)]) == 0
    import fourbar as fb

    assert fb.load(target) == fb.load("gallery:four_bar")


def test_convert_writes_what_could_be_read_unless_it_is_to_be_strict(broken, tmp_path, capsys):
    target = tmp_path / "out.urdf"
    assert main(["convert", broken, str(target), "--strict"]) == 1
    assert not target.exists()
    assert "S110" in capsys.readouterr().err
    assert main(["convert", broken, str(target)]) == 0
    assert target.exists()
    assert "S110" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["convert", "gallery:four_bar", "out.docx"], "expected one of: .urdf"),
        (["convert", "gallery:four_bar", "/nowhere/at/all.urdf"], "No such file"),
        (["demo", "four_bra"], "did you mean 'four_bar'"),
    ],
)
def test_what_cannot_run_exits_with_2_and_says_why(arguments, message, capsys):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert "Traceback" not in captured.err


def test_a_missing_file_is_a_finding_of_check(capsys):
    assert main(["check", "nowhere.urdf"]) == 2
    assert "nowhere.urdf:1:1: error[X013]" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["dance"], ["info"], ["info", "x", "--arg", "novalue"]])
def test_wrong_usage_exits_with_2(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: fourbar" in capsys.readouterr().err


def test_demo_runs_to_its_end(capsys):
    assert main(["demo"]) == 0
    out = capsys.readouterr().out
    assert out.count("$ fourbar") >= 4


def test_demo_lists_the_gallery(capsys):
    assert main(["demo", "--list"]) == 0
    assert "four_bar" in capsys.readouterr().out


def test_help_lists_every_command_with_its_line(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    out = capsys.readouterr().out
    assert all(re.search(rf"\n    {command}\b", out) for command in COMMANDS)


@pytest.mark.parametrize(
    "command", [["check", "gallery:humanoid"], ["info", "gallery:humanoid"], ["--version"]]
)
def test_start_up_imports_nothing_heavy(command):
    heavy = ("numpy", "xacro", "tqdm", "yaml")
    code = (
        "import sys; from fourbar.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        f"print([m for m in {heavy} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip().endswith("[]")


def test_a_closed_pipe_is_no_traceback():
    done = subprocess.run(
        f"{sys.executable} -m fourbar info gallery:four_bar | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "four_bar\n"
    assert "Traceback" not in done.stderr


def test_the_process_says_everything_and_tidies_up_before_it_leaves(tmp_path):
    (tmp_path / "bad.urdf").write_text("<robot/>")
    code = (
        "import atexit, sys; from fourbar.__main__ import run\n"
        "atexit.register(print, 'tidied up')\n"
        "sys.argv = ['fourbar', 'check', 'bad.urdf']; run()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "G304" in done.stdout
    assert done.stdout.endswith("tidied up\n")


def test_the_process_waits_for_its_threads():
    code = (
        "import sys, threading; from fourbar.__main__ import run\n"
        "threading.Thread(target=lambda: (threading.main_thread().join(), print('done'))).start()\n"
        "sys.argv = ['fourbar', 'info', 'gallery:four_bar']; run()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("done\n")


def test_commands_other_than_check_show_fixes_too(capsys):
    from argparse import Namespace

    from fourbar import rules
    from fourbar.cli.options.robot import show_findings
    from fourbar.diagnostics import Edit, Fix, Report

    report = Report()
    fix = Fix("write 'shank'", (Edit("leg.urdf", 0, 4, "shank"),))
    report.add(rules.references.UNKNOWN_LINK, "no", fix=fix)
    none = {"input_format": None, "coupling": None, "srdf": None}
    args = Namespace(file="leg.urdf", color="auto", arg=[], package=[], **none)
    show_findings(report, args)
    assert "fix: write 'shank'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["r.zip", "r.tar.gz", "R.TGZ"])
@pytest.mark.parametrize("command", ["info", "check", "fk", "view"])
def test_an_archive_is_told_what_opens_it(command, name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(b"PK\x03\x04noise")
    assert main([command, name]) == 2
    assert f"'{name}' is an archive; unpack it" in capsys.readouterr().err


@pytest.mark.parametrize("run", [["fix"], ["fix", "--diff"], ["check", "--fix"]])
def test_a_robot_by_name_is_not_fixed(run, capsys):
    assert main([*run, "gallery:four_bar"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "fourbar convert gallery:four_bar four_bar.urdf" in captured.err


def test_a_joint_that_mimics_another_takes_it_along(capsys):
    """As `assemble` has it: half a turn of the screw moves each finger by 5 mm."""
    assert main(["assemble", "gallery:gripper", "--set", "left_finger=0.005", "--json"]) == 0
    wanted = json.loads(capsys.readouterr().out)["positions"]
    for command in (["fk"], ["jacobian"]):
        assert main([*command, "gallery:gripper", "--set", "left_finger=0.005", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["positions"] == pytest.approx(wanted)
    assert wanted["screw"] == pytest.approx(math.pi, abs=1e-6)
    run = ["fk", "gallery:gripper", "--set", "left_finger=0.005", "--set", "screw=0"]
    assert main(run) == 1
    assert main(["fk", "gallery:gripper", "--open", "--set", "left_finger=0.005"]) == 2
