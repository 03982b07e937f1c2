"""`fourbar check`, `fix` and `explain` as users type them."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from fourbar.cli import main
from fourbar.rules.registry import all_rules

CLEAN = '<robot name="arm">\n  <link name="base"/>\n</robot>\n'
BAD = """<robot name="arm">
  <link name="base"/>
  <link name="tip">
    <inertial>
      <mass value="2"/>
      <inertia ixx="0.03" iyy="0.03" izz="0.01" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <joint name="elbow" type="continuous">
    <parent link="base"/>
    <child link="tip"/>
    <axis xyz="0 0 2"/>
  </joint>
</robot>
"""
WORSE = BAD.replace('"tip"/>', '"tpi"/>', 1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clean.urdf").write_text(CLEAN)
    (tmp_path / "bad.urdf").write_text(BAD)
    (tmp_path / "worse.urdf").write_text(WORSE)
    return tmp_path


class TestStatus:
    def test_clean_files_and_warnings_exit_with_0(self, folder, capsys) -> None:
        assert main(["check", "clean.urdf"]) == 0
        assert capsys.readouterr().out == "no findings\n"
        assert main(["check", "bad.urdf"]) == 0

    def test_errors_exit_with_1(self, folder) -> None:
        assert main(["check", "worse.urdf"]) == 1
        assert main(["check", "clean.urdf", "worse.urdf"]) == 1

    def test_what_counts_can_be_chosen(self, folder) -> None:
        assert main(["check", "--fail-on", "warning", "bad.urdf"]) == 1
        assert main(["check", "--fail-on", "warning", "clean.urdf"]) == 0

    @pytest.mark.parametrize(
        "options",
        [
            ["--select", "P999"],
            ["--target", "gazbo"],
            ["--baseline", "none.json"],
            ["--config", "none.toml"],
            ["--fix", "-"],
        ],
    )
    def test_what_cannot_run_exits_with_2(self, folder, capsys, options) -> None:
        assert main(["check", *options, "bad.urdf"]) == 2
        assert capsys.readouterr().err.startswith("fourbar check: ")

    def test_a_missing_file_is_a_finding(self, folder, capsys) -> None:
        assert main(["check", "none.urdf"]) == 2
        assert "X013" in capsys.readouterr().out


class TestRules:
    def test_select_and_ignore(self, folder, capsys) -> None:
        main(["check", "--select", "R,G", "bad.urdf"])
        assert "P402" not in capsys.readouterr().out
        main(["check", "--ignore", "P402", "bad.urdf"])
        assert "P402" not in capsys.readouterr().out

    def test_the_configuration_beside_the_file_counts(self, folder, capsys) -> None:
        (folder / "fourbar.toml").write_text('[severity]\nP402 = "error"\n')
        assert main(["check", "bad.urdf"]) == 1
        assert main(["check", "--isolated", "bad.urdf"]) == 0
        assert main(["check", "--ignore", "P402", "bad.urdf"]) == 0

    def test_targets(self, folder, capsys) -> None:
        (folder / "loop.urdf").write_text(
            BAD.replace(
                "</robot>",
                '<loop name="l" type="spherical"><predecessor link="base"/>'
                '<successor link="tip"/></loop></robot>',
            )
        )
        main(["check", "--target", "mujoco,drake", "loop.urdf"])
        assert "mujoco and drake will ignore loop 'l'" in capsys.readouterr().out

    def test_standard_input(self, folder, capsys, monkeypatch) -> None:
        stream = io.TextIOWrapper(io.BytesIO(BAD.encode()))
        monkeypatch.setattr(sys, "stdin", stream)
        main(["check", "-"])
        assert "<stdin>:12:16: warning[P402]" in capsys.readouterr().out

    def test_an_srdf_file_is_checked_with_the_robot(self, folder, capsys) -> None:
        (folder / "arm.srdf").write_text(
            '<robot name="arm"><disable_collisions link1="base" link2="none"/></robot>'
        )
        assert main(["check", "--srdf", "arm.srdf", "bad.urdf"]) == 1
        assert "arm.srdf:1:59: error[C670]" in capsys.readouterr().out


class TestOutput:
    def test_statistics(self, folder, capsys) -> None:
        main(["check", "--statistics", "bad.urdf", "worse.urdf"])
        first = capsys.readouterr().out.split("\n")[0]
        assert first.split() == ["2", "P402", "warning", "axis-not-unit", "2", "fixable"]

    def test_machine_formats_hold_the_fix(self, folder, capsys) -> None:
        main(["check", "--format", "json", "bad.urdf"])
        (finding,) = json.loads(capsys.readouterr().out)["diagnostics"]
        edit = finding["fix"]["edits"][0]
        start, end = edit["byteRange"]
        fixed = BAD[:start] + edit["text"] + BAD[end:]
        assert '<axis xyz="0 0 1"/>' in fixed

    def test_the_report_goes_to_a_file(self, folder, capsys) -> None:
        main(["check", "--format", "sarif", "-o", "out.sarif", "bad.urdf"])
        assert json.loads((folder / "out.sarif").read_text())["version"] == "2.1.0"
        assert capsys.readouterr().out == ""


class TestFix:
    def test_safe_fixes_are_written_and_the_rest_reported(self, folder, capsys) -> None:
        assert main(["check", "--fix", "worse.urdf"]) == 1
        captured = capsys.readouterr()
        listed, counted = captured.err.splitlines()
        assert listed == "fixed worse.urdf:12: P402: normalise the axis"
        assert counted == "fixed 1 finding in 1 file"
        assert "R201" in captured.out
        assert (folder / "worse.urdf").read_text() == WORSE.replace("0 0 2", "0 0 1")

    def test_unsafe_fixes_on_demand(self, folder) -> None:
        assert main(["fix", "--unsafe-fixes", "worse.urdf"]) == 0
        assert (folder / "worse.urdf").read_text() == BAD.replace("0 0 2", "0 0 1")

    def test_diff_shows_and_does_not_write(self, folder, capsys) -> None:
        assert main(["check", "--diff", "bad.urdf"]) == 1
        out = capsys.readouterr().out
        assert '-    <axis xyz="0 0 2"/>\n+    <axis xyz="0 0 1"/>\n' in out
        assert (folder / "bad.urdf").read_text() == BAD
        assert main(["check", "--diff", "clean.urdf"]) == 0

    @pytest.mark.parametrize("command", [["fix"], ["check"]])
    def test_diff_is_not_green_where_no_fix_helps(self, folder, capsys, command) -> None:
        (folder / "number.urdf").write_text(BAD.replace("0 0 2", "0 0 x"))
        assert main([*command, "--diff", "number.urdf"]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "error[S105]" in captured.err
        assert captured.err.endswith("1 error\n")

    def test_diff_says_what_would_remain_apart_from_the_changes(self, folder, capsys) -> None:
        assert main(["fix", "--diff", "worse.urdf"]) == 1
        captured = capsys.readouterr()
        assert captured.out.startswith("--- worse.urdf\n+++ worse.urdf\n")
        assert "R201" not in captured.out
        assert "error[R201]" in captured.err

    def test_diff_writes_a_report_to_a_file_only(self, folder, capsys) -> None:
        assert main(["fix", "--json", "--diff", "worse.urdf"]) == 2
        assert "write the json report to a file with --output" in capsys.readouterr().err
        assert main(["fix", "--json", "--diff", "-o", "report.json", "worse.urdf"]) == 1
        assert capsys.readouterr().out.startswith("--- worse.urdf\n")
        found = json.loads((folder / "report.json").read_text())["diagnostics"]
        assert [finding["code"] for finding in found] == ["G303", "R201"]

    def test_diff_writes_no_baseline(self, folder, capsys) -> None:
        assert main(["fix", "--diff", "--write-baseline", "known.json", "worse.urdf"]) == 2
        assert "cannot be combined with --write-baseline" in capsys.readouterr().err
        assert not (folder / "known.json").exists()

    def test_a_file_that_changes_while_it_is_fixed_is_left_alone(
        self, folder, capsys, monkeypatch
    ) -> None:
        from fourbar import lint

        file = folder / "bad.urdf"
        edited = file.read_text(encoding="utf-8").replace("elbow", "knee")

        def fix_while_somebody_saves(*args, **options):
            result = fix_text(*args, **options)
            file.write_text(edited, encoding="utf-8")
            return result

        fix_text = lint.fix_text
        monkeypatch.setattr(lint, "fix_text", fix_while_somebody_saves)
        assert main(["fix", str(file)]) == 2
        assert file.read_text(encoding="utf-8") == edited
        assert "bad.urdf': the file was changed by somebody else" in capsys.readouterr().err

    def test_nothing_to_fix_leaves_the_file_alone(self, folder) -> None:
        before = (folder / "clean.urdf").stat()
        assert main(["fix", "clean.urdf"]) == 0
        assert (folder / "clean.urdf").stat().st_mtime_ns == before.st_mtime_ns


class TestBaseline:
    def test_known_findings_are_left_out_even_when_lines_move(self, folder, capsys) -> None:
        assert main(["check", "--write-baseline", "base.json", "worse.urdf"]) == 0
        (folder / "worse.urdf").write_text(WORSE.replace("  <link", "\n\n  <link", 1))
        capsys.readouterr()
        assert main(["check", "--baseline", "base.json", "worse.urdf"]) == 0
        assert capsys.readouterr().out == "no findings\n"

    def test_new_findings_are_reported(self, folder, capsys) -> None:
        main(["check", "--write-baseline", "base.json", "bad.urdf"])
        (folder / "bad.urdf").write_text(WORSE)
        assert main(["check", "--baseline", "base.json", "bad.urdf"]) == 1
        out = capsys.readouterr().out
        assert "R201" in out
        assert "P402" not in out

    def test_findings_that_are_gone_are_mentioned(self, folder, capsys) -> None:
        main(["check", "--write-baseline", "base.json", "bad.urdf"])
        (folder / "bad.urdf").write_text(BAD.replace("0 0 2", "0 0 1"))
        main(["check", "--baseline", "base.json", "bad.urdf"])
        assert "1 baseline finding no longer occurs" in capsys.readouterr().err

    def test_it_does_not_depend_on_the_current_folder(self, folder, monkeypatch) -> None:
        main(["check", "--write-baseline", "base.json", "worse.urdf"])
        first = (folder / "base.json").read_text()
        (folder / "sub").mkdir()
        monkeypatch.chdir(folder / "sub")
        main(["check", "--write-baseline", "../base.json", "../worse.urdf"])
        assert (folder / "base.json").read_text() == first


class TestManyFiles:
    def test_folders_are_searched_and_order_is_kept(self, folder, capsys) -> None:
        for i in range(20):
            (folder / f"r{i:02}.urdf").write_text(BAD)
        main(["check", "-j", "2", "."])
        heads = [line for line in capsys.readouterr().out.split("\n") if ": warning[" in line]
        assert len(heads) == 22
        assert heads == sorted(heads)

    def test_processes_and_one_process_say_the_same(self, folder, capsys) -> None:
        files = ["bad.urdf", "worse.urdf", "clean.urdf"]
        main(["check", *files])
        alone = capsys.readouterr().out
        main(["check", "-j", "2", *files])
        assert capsys.readouterr().out == alone

    def test_a_time_limit_ends_one_file_and_not_the_others(self, folder, capsys) -> None:
        entangled = b"".join(b"v %d %d 0\n" % (i, 1000 * (i % 2)) for i in range(60_000))
        (folder / "slow.obj").write_bytes(
            entangled + b"v 1 -9 0\nf " + b" ".join(b"%d" % (i + 1) for i in range(60_001)) + b"\n"
        )
        slow = CLEAN.replace(
            "/>", '><visual><geometry><mesh filename="slow.obj"/></geometry></visual></link>'
        )
        (folder / "slow.urdf").write_text(slow)
        assert main(["check", "--time-limit", "0.05", "slow.urdf"]) == 1
        assert "slow.urdf:1:1: error[X015] time-limit" in capsys.readouterr().out


def test_watch_checks_again_after_a_change(folder) -> None:
    command = [sys.executable, "-m", "fourbar", "check", "--watch", "bad.urdf"]
    # A test run in the background of a script inherits an ignored SIGINT: give it back.
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        give_up = threading.Timer(120, process.kill)
        give_up.start()
        assert process.stdout is not None
        assert "P402" in process.stdout.readline()
        time.sleep(0.2)
        (folder / "bad.urdf").write_text(CLEAN)
        lines = []
        while "no findings" not in "".join(lines):
            lines.append(process.stdout.readline())
            assert lines[-1], "the command ended"
        process.send_signal(signal.SIGINT)
        status = process.wait()
        give_up.cancel()
    assert status in (0, 130)


class TestExplain:
    def test_by_code_and_by_name(self, capsys) -> None:
        assert main(["explain", "p402"]) == 0
        by_code = capsys.readouterr().out
        assert by_code.startswith("# P402 axis-not-unit\n\nSeverity: warning. Fix: safe.")
        main(["explain", "axis-not-unit"])
        assert capsys.readouterr().out == by_code

    @pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
    def test_every_rule_is_explained(self, rule, capsys) -> None:
        assert main(["explain", rule.code]) == 0
        assert "## Why it matters" in capsys.readouterr().out

    def test_all(self, capsys) -> None:
        assert main(["explain", "--all"]) == 0
        assert len(capsys.readouterr().out.splitlines()) > 200

    def test_unknown_rules(self, capsys) -> None:
        assert main(["explain", "axis-not-unt"]) == 2
        assert "did you mean 'axis-not-unit'" in capsys.readouterr().err
        assert main(["explain"]) == 2


def test_check_imports_no_numpy_and_no_network_stack(folder) -> None:
    code = (
        "import sys; from fourbar.cli import main; main(['check', 'bad.urdf']);"
        "print([m for m in ('numpy', 'scipy', 'trimesh', 'urllib.request', 'tomllib',"
        " 'tqdm', 'multiprocessing') if m in sys.modules])"
    )
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert result.stdout.splitlines()[-1] == "[]"


XACRO = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <link name="base"/>
  ${xacro.warning('no inertias')}
  <xacro:limb/>
</robot>
"""


class TestCodesOfXacro:
    """Codes that a reader prints are like all others."""

    @pytest.fixture
    def file(self, tmp_path) -> Path:
        file = tmp_path / "a.xacro"
        file.write_text(XACRO)
        return file

    def codes(self, capsys) -> list[str]:
        return re.findall(r"(\w+)\[(X\d+)\]", capsys.readouterr().out)

    def test_they_are_printed(self, file, capsys) -> None:
        assert main(["check", str(file)]) == 1
        assert self.codes(capsys) == [("warning", "X060"), ("error", "X053")]

    def test_they_are_ignored(self, file, capsys) -> None:
        assert main(["check", str(file), "--ignore", "X053"]) == 0
        assert self.codes(capsys) == [("warning", "X060")]

    def test_they_are_selected(self, file, capsys) -> None:
        assert main(["check", str(file), "--select", "xacro-unknown-macro"]) == 1
        assert self.codes(capsys) == [("error", "X053")]

    def test_they_are_graded(self, file, capsys) -> None:
        settings = '[severity]\nX060 = "error"\nX053 = "info"\n'
        file.with_name("fourbar.toml").write_text(settings)
        assert main(["check", str(file)]) == 1
        assert self.codes(capsys) == [("error", "X060"), ("info", "X053")]

    def test_they_are_suppressed_even_where_there_is_no_robot(self, file, capsys) -> None:
        file.write_text(
            XACRO.replace("<xacro:limb/>", "<xacro:limb/> <!-- fourbar: ignore X053: -->")
        )
        assert main(["check", str(file)]) == 0
        assert self.codes(capsys) == [("warning", "X060")]
