"""Who reports what: fourbar and other checkers on files with one known defect each.

    python benchmarks/peers_check.py [--python INTERPRETER] [--time-limit SECONDS]

The files are those of tests/lint/test_known_defects.py. A peer "reports" a defect when it says
anything about the file that it does not say about the same robot without the defect: an error, a
warning, or a refusal, whatever the words. INTERPRETER has the peers installed: cmeel-urdfdom,
simcheck, linkforge-core, urdf-validator, drake. Peers that are absent are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "lint"))

from test_known_defects import DEFECTS, INFOS, WITH_FILES, place, robot  # noqa: E402

from fourbar.lint import check  # noqa: E402

# Each script prints one JSON list with what the peer says about the file argv[1].
PEERS = {
    "check_urdf": """
import json, re, shutil, subprocess, sys, pathlib
tool = shutil.which("check_urdf", path=str(pathlib.Path(sys.executable).parent))
p = subprocess.run([tool, sys.argv[1]], capture_output=True, text=True, errors="replace")
lines = re.findall(r"^(?:Error|Warning):.*$", p.stdout + p.stderr, re.M)
print(json.dumps(lines + (["refused"] if p.returncode else [])))
""",
    "simcheck": """
import json, pathlib, subprocess, sys
tool = str(pathlib.Path(sys.executable).parent / "simcheck")
p = subprocess.run([tool, "check", "--format", "json", "--no-config", sys.argv[1]],
                   capture_output=True, text=True)
try:
    found = json.loads(p.stdout)[0]["results"]
    print(json.dumps([r["id"] + " " + f.get("message", "") for r in found for f in r["findings"]]))
except (ValueError, IndexError):
    print(json.dumps([p.stdout + p.stderr]))
""",
    "linkforge": """
import json, logging, pathlib, sys
said = []
class Keep(logging.Handler):
    def emit(self, record):
        if record.levelno >= logging.WARNING:
            said.append(record.getMessage())
logging.getLogger().addHandler(Keep())
from linkforge.core.parsers.urdf_parser import URDFParser
from linkforge.core.validation.validator import RobotValidator
try:
    robot = URDFParser().parse(pathlib.Path(sys.argv[1]))
    result = RobotValidator().validate(robot)
    said += [str(i) for i in result.errors] + [str(i) for i in result.warnings]
except Exception as error:
    said.append(type(error).__name__ + ": " + str(error))
print(json.dumps(said))
""",
    "urdf-validator": """
import json, pathlib, subprocess, sys, tempfile
tool = str(pathlib.Path(sys.executable).parent / "urdf_validate")
with tempfile.TemporaryDirectory() as folder:
    p = subprocess.run([tool, sys.argv[1], "--output-dir", folder], capture_output=True, text=True)
    files = list(pathlib.Path(folder).glob("*.json"))
    if files:
        report = json.loads(files[0].read_text())
        schema = report["schema"]
        said = [json.dumps(x) for k in ("critical_issues", "warnings", "infos") for x in schema[k]]
        said += [c + k for c, k in ((l["name"], l["mass_confidence"] + l["inertia_confidence"])
                                    for l in report.get("links", []))]
        said += [j["name"] + j["status"] for j in report.get("statics", {}).get("joints", [])]
    else:
        said = [p.stdout[-300:] + p.stderr[-300:]]
print(json.dumps(said))
""",
    "Drake": """
import json, logging, sys
said = []
class Keep(logging.Handler):
    def emit(self, record):
        if record.levelno >= logging.WARNING:
            said.append(record.getMessage())
logging.getLogger().addHandler(Keep())
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import AddMultibodyPlantSceneGraph
from pydrake.systems.framework import DiagramBuilder
try:
    plant, _ = AddMultibodyPlantSceneGraph(DiagramBuilder(), 0.0)
    Parser(plant).AddModels(sys.argv[1])
    plant.Finalize()
except Exception as error:
    said.append(str(error))
print(json.dumps(said))
""",
}


def say(python: str, script: str, file: Path, limit: float) -> set[str] | str:
    """What a peer says, as a set of sentences without numbers and paths; or why it says nothing."""
    process = subprocess.Popen(
        [python, "-W", "ignore", "-c", script, str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=file.parent,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # with the tool that the script has started
        process.communicate()
        return "no answer"
    lines = out.strip().splitlines()
    if not lines:
        return "absent" if "ModuleNotFoundError" in err or "NoneType" in err else "crashes"
    folder = re.escape(str(file.parent))
    return {re.sub(rf"{folder}\S*|\d+(\.\d+)?", "", str(s)) for s in json.loads(lines[-1])}


def cases() -> dict[str, tuple[str, str, dict[str, bytes]]]:
    """Defect, expected code, text and files."""
    plain = {name: (code, text, {}) for name, (code, text) in {**DEFECTS, **INFOS}.items()}
    return {**plain, **WITH_FILES}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--only", default="", help="defects whose name contains this")
    parser.add_argument("--time-limit", type=float, default=60.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        table(args.python, args.time_limit, Path(name), args.only)


def table(python: str, limit: float, folder: Path, only: str) -> None:
    clean = folder / "clean" / "robot.urdf"
    clean.parent.mkdir()
    clean.write_text(robot())
    usual = {peer: say(python, script, clean, limit) for peer, script in PEERS.items()}
    peers = [peer for peer, said in usual.items() if said != "absent"]
    print("| defect | fourbar | " + " | ".join(peers) + " |")
    print("| --- | --- |" + " --- |" * len(peers))
    score = dict.fromkeys(["fourbar", *peers], 0)
    chosen = {name: case for name, case in cases().items() if only in name}
    for number, (defect, (code, text, files)) in enumerate(chosen.items()):
        text, line, column = place(text)
        file = folder / str(number) / "robot.urdf"
        file.parent.mkdir()
        file.write_text(text)
        for beside, data in files.items():
            (file.parent / beside).write_bytes(data)
        places = {(d.code, d.span.line, d.span.column) for d in check(str(file)) if d.span}
        own = (code, line, column) in places
        score["fourbar"] += own
        cells = [f"{code} {line}:{column}" if own else "no"]
        for peer in peers:
            said = say(python, PEERS[peer], file, limit)
            known = usual[peer]
            if isinstance(said, str):
                cells.append(said)
            else:
                told = bool(said - (known if isinstance(known, set) else set()))
                score[peer] += told
                cells.append("yes" if told else "no")
        print(f"| {defect} | " + " | ".join(cells) + " |", flush=True)
    print(f"| **of {len(chosen)}** | " + " | ".join(f"**{n}**" for n in score.values()) + " |")


if __name__ == "__main__":
    main()
