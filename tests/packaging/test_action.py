"""The script of the GitHub Action, run as the action runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".github" / "actions" / "check" / "check.sh"
GOOD = '<robot name="r"><link name="a"/></robot>\n'
BAD = '<robot name="r"><link name="a"/><link name="a"/></robot>\n'


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a good and a bad file, in which nothing was changed yet."""
    (tmp_path / "good robot.urdf").write_text(GOOD)
    (tmp_path / "old.urdf").write_text(BAD)
    _git(tmp_path, "init", "-q")
    _commit(tmp_path)
    return tmp_path


def _git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    command = ["git", *identity, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def _commit(folder: Path) -> str:
    _git(folder, "add", "-A")
    _git(folder, "commit", "-q", "-m", "state")
    return _git(folder, "rev-parse", "HEAD").strip()


def _check(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path} | {f"CHECK_{key.upper()}": v for key, v in inputs.items()}
    return subprocess.run(
        ["bash", SCRIPT], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


def test_findings_are_annotations(repository: Path) -> None:
    done = _check(repository)
    assert done.returncode == 1
    assert "::error file=old.urdf,line=1" in done.stdout, done


def test_only_what_changed_is_checked(repository: Path) -> None:
    since = _git(repository, "rev-parse", "HEAD").strip()
    done = _check(repository, changed_since=since)
    assert (done.returncode, done.stdout) == (0, f"No robot description changed since {since}.\n")
    (repository / "good robot.urdf").write_text(GOOD.replace('"a"', '"b"'))
    _commit(repository)
    assert _check(repository, changed_since=since).returncode == 0
    (repository / "good robot.urdf").write_text(BAD)
    _commit(repository)
    done = _check(repository, changed_since=since)
    assert done.returncode == 1
    assert "good robot.urdf" in done.stdout
    assert "old.urdf" not in done.stdout


def test_every_format_of_a_search_counts_as_changed(repository: Path) -> None:
    since = _git(repository, "rev-parse", "HEAD").strip()
    (repository / "notes.txt").write_text("not a robot\n")
    (repository / "model.sdf").write_text('<sdf version="1.11"><model name="m"/></sdf>\n')
    _commit(repository)
    done = _check(repository, changed_since=since)
    assert done.returncode == 1
    assert "file=model.sdf" in done.stdout
    assert "notes.txt" not in done.stdout


def test_a_list_of_changes_that_fails_is_not_green(repository: Path, tmp_path: Path) -> None:
    since = _git(repository, "rev-parse", "HEAD").strip()
    broken = tmp_path / "programs"
    broken.mkdir()
    (broken / "python").write_text("#!/bin/sh\nexit 3\n")
    (broken / "python").chmod(0o755)
    env = {**os.environ, "PATH": f"{broken}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", SCRIPT], cwd=repository, env=env | {"CHECK_CHANGED_SINCE": since}, check=False
    )
    assert done.returncode != 0


def test_a_commit_that_is_not_there_is_said(repository: Path) -> None:
    done = _check(repository, changed_since="main~99; echo pwned")
    assert done.returncode == 2
    assert "is not a commit of this clone" in done.stdout
    assert "\npwned" not in done.stdout


def test_the_first_push_of_a_branch_checks_everything(repository: Path) -> None:
    assert "old.urdf" in _check(repository, changed_since="0" * 40).stdout


def test_inputs_are_options(repository: Path) -> None:
    done = _check(repository, paths="old.urdf", arguments="--ignore R203", targets="mujoco")
    assert done.returncode == 0, done
    missing = _check(repository, paths="none.urdf")
    assert missing.returncode == 2
    wrong = _check(repository, targets="$(touch pwned)")
    assert wrong.returncode == 2
    assert not (repository / "pwned").exists()


def test_findings_for_code_scanning(repository: Path) -> None:
    done = _check(repository, sarif="out.sarif")
    assert done.returncode == 1
    (run,) = json.loads((repository / "out.sarif").read_text())["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["R203"]
