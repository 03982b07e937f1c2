"""One job for many robots: what is found, what is done, what a fault of one robot does."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from PIL import Image

import fourbar as fb
from fourbar.cli import main
from fourbar.fleet import Limits
from fourbar.fleet.limited import release

from .fleets import fleet, results, robot

pytestmark = pytest.mark.slow

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """Eight robots in a folder, an archive and a list; two are the same, one is not XML."""
    folder = tmp_path_factory.mktemp("fleet")
    robots = fleet(folder / "robots", 4)
    (robots / "again.urdf").write_text(robot(2))
    (robots / "broken.urdf").write_text("<robot")
    (robots / "macros.xacro").write_text(
        '<robot xmlns:xacro="http://ros.org/wiki/xacro"><xacro:macro name="m" params=""/></robot>'
    )
    (robots / "cart.urdf.xacro").write_text(
        '<robot name="cart" xmlns:xacro="http://ros.org/wiki/xacro">'
        '<xacro:property name="n" value="body"/><link name="${n}"/></robot>'
    )
    (robots / "scene.xml").write_text("<scene/>")
    with zipfile.ZipFile(folder / "packed.zip", "w") as archive:
        archive.writestr("deep/inside.urdf", robot(10))
    with tarfile.open(folder / "packed.tar.gz", "w:gz") as archive:
        archive.add(robots / "r0001.urdf", "same.urdf")
    (folder / "list.txt").write_text("# these\nrobots\npacked.zip\n\npacked.tar.gz\n")
    outcome = fb.fleet.run("check", [folder / "list.txt"], output=folder / "out", workers_count=2)
    return folder, outcome


def test_descriptions_are_found_by_name_and_content_and_each_is_done_once(checked):
    folder, outcome = checked
    names = [Path(row.file).relative_to(folder).as_posix() for row in outcome.rows]
    assert names == [
        "packed.tar.gz/same.urdf",
        "packed.zip/deep/inside.urdf",
        "robots/again.urdf",
        "robots/broken.urdf",
        "robots/cart.urdf.xacro",
        "robots/r0000.urdf",
        "robots/r0003.urdf",
    ]
    twice = {Path(row.file).name: [Path(d).name for d in row.duplicates] for row in outcome.rows}
    assert twice["same.urdf"] == ["r0001.urdf"]
    assert twice["again.urdf"] == ["r0002.urdf"]
    assert [Path(name).name for name, _ in outcome.found.left_out] == ["macros.xacro"]


def test_rows_have_what_the_command_for_one_robot_finds(checked):
    folder, outcome = checked
    row = next(row for row in outcome.rows if row.file.endswith("r0000.urdf"))
    report = fb.check(folder / "robots" / "r0000.urdf")
    assert row.status == "ok"
    assert row.facts["warnings"] == report.count(fb.Severity.WARNING)
    assert sum(row.facts["codes"].values()) == len(report)
    found = json.loads((outcome.output / row.artefact).read_text())
    assert [each["code"] for each in found["diagnostics"]] == [d.code for d in report]
    assert (row.robot["links"], row.robot["dof"]) == (2, 1)


def test_a_file_without_a_robot_is_a_row_with_its_findings(checked):
    _, outcome = checked
    row = next(row for row in outcome.rows if row.file.endswith("broken.urdf"))
    assert row.facts["errors"] >= 1
    assert row.robot == {}
    assert row.status == "refused"
    assert row.problem.startswith("no robot can be read: ")
    assert row.problem.endswith("unclosed token")
    assert row.artefact


def test_thumbnails_show_the_robot(checked):
    _, outcome = checked
    row = next(row for row in outcome.rows if row.file.endswith("r0000.urdf"))
    picture = Image.open(outcome.output / row.thumbnail)
    assert picture.size == (160, 120)
    alpha = np.asarray(picture)[..., 3]
    assert 0.1 < (alpha > 0).mean() < 0.9


def test_the_page_needs_nothing_from_elsewhere(checked):
    _, outcome = checked
    text = (outcome.output / "summary.html").read_text()
    assert "http" not in text
    assert text.count("data:image/png") == sum(bool(row.thumbnail) for row in outcome.rows)
    assert "r0003.urdf" in text


def test_pages_have_the_findings_of_one_robot_and_lead_back(checked):
    _, outcome = checked
    summary = (outcome.output / "summary.html").read_text()
    for row in outcome.rows:
        assert f'href="{row.page}"' in summary
        page = outcome.output / row.page
        text = page.read_text()
        found = json.loads((outcome.output / row.artefact).read_text())["diagnostics"]
        assert text.count("<tr><td") == len(found) == sum(row.facts["codes"].values())
        assert all(html.escape(each["message"]) in text for each in found)
        assert (page.parent / "../../summary.html").resolve() == outcome.output / "summary.html"
        assert ("<img" in text) == bool(row.thumbnail)
        if row.thumbnail:
            address = text.partition('src="')[2].partition('"')[0]
            assert (page.parent / address).resolve() == outcome.output / row.thumbnail


def test_tables_have_a_row_for_each_robot(checked):
    parquet = pytest.importorskip("pyarrow.parquet")
    _, outcome = checked
    table = parquet.read_table(outcome.output / "results.parquet").to_pydict()
    assert table["file"] == [row.file for row in outcome.rows]
    for name in ("links", "visuals", "collisions"):
        assert table[name] == [row.robot.get(name) for row in outcome.rows]
    assert table["robot_problem"] == [row.robot.get("problem") for row in outcome.rows]


def test_a_second_run_does_what_is_missing_or_changed(tmp_path):
    robots = fleet(tmp_path / "robots", 3)
    mesh = robots / "part.stl"
    mesh.write_bytes(b"solid x\nendsolid x\n")
    with_mesh = robot(9).replace('<box size="0.1 0.2 0.3"/>', '<mesh filename="part.stl"/>')
    (robots / "mesh.urdf").write_text(with_mesh)
    output = tmp_path / "out"
    first = fb.fleet.run("info", [robots], output=output, thumbnails=False)
    assert not any(row.resumed for row in first.rows)
    before = results(output)
    again = fb.fleet.run("info", [robots], output=output, thumbnails=False)
    assert all(row.resumed for row in again.rows)
    assert results(output) == before
    mesh.write_bytes(b"solid y\nendsolid y\n")
    (robots / "r0001.urdf").write_text(robot(1, links=3))
    third = fb.fleet.run("info", [robots], output=output, thumbnails=False)
    assert [Path(row.file).name for row in third.rows if not row.resumed] == [
        "mesh.urdf",
        "r0001.urdf",
    ]


def test_a_line_that_was_cut_short_or_an_artefact_that_is_gone_is_done_again(tmp_path):
    robots, output = fleet(tmp_path / "robots", 4), tmp_path / "out"
    run = partial(fb.fleet.run, "info", [robots], output=output, thumbnails=False, workers_count=1)
    first = run()
    before = results(output)
    journal = output / "rows.jsonl"
    journal.write_bytes(journal.read_bytes()[:-30])  # as a power failure leaves it
    (output / first.rows[1].artefact).unlink()
    (output / "artefacts" / "00").mkdir(exist_ok=True)
    (output / "artefacts" / "00" / ".x.json.0123456789ab.fourbar-tmp").write_text("half")
    assert [row.resumed for row in run().rows] == [True, False, True, False]
    assert results(output) == before  # what a killed process left behind is gone, too
    assert all(row.resumed for row in run().rows)


def test_a_folder_is_held_by_one_run_at_a_time(tmp_path):
    robots, output = fleet(tmp_path / "robots", 3), tmp_path / "out"
    said = []

    def meanwhile(row, done, total):
        with pytest.raises(fb.FleetError, match="another run writes into"):
            fb.fleet.run("info", [robots], output=output, thumbnails=False)
        said.append(done)

    fb.fleet.run("info", [robots], output=output, thumbnails=False, on_row=meanwhile)
    assert said == [1, 2, 3]
    fb.fleet.run("info", [robots], output=output, thumbnails=False)  # it is free again


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_names_that_are_no_text_are_rows_as_any_other(tmp_path):
    robots = fleet(tmp_path / "robots", 2)
    for number, name in enumerate((b"\xff.urdf", b"\xfe.urdf", b"a\n<b>.urdf")):
        Path(os.fsdecode(os.fsencode(robots) + b"/" + name)).write_text(robot(7 + number))
    run = partial(fb.fleet.run, "check", [robots], output=tmp_path / "out")
    names = [Path(row.file).name for row in run().rows]
    assert sorted(names) == ["\\xfe.urdf", "\\xff.urdf", "a\n<b>.urdf", "r0000.urdf", "r0001.urdf"]
    again = run()
    assert all(row.status == "ok" and row.resumed and row.thumbnail for row in again.rows)
    page = (tmp_path / "out" / "summary.html").read_text()
    assert "&lt;b&gt;.urdf" in page
    assert "<b>.urdf" not in page


def test_results_of_a_run_are_not_robots_of_the_next(tmp_path, monkeypatch):
    fleet(tmp_path / "robots", 2)
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        outcome = fb.fleet.run("convert", ["."], output="fleet", options={"to": ".urdf"})
        assert [row.file for row in outcome.rows] == ["robots/r0000.urdf", "robots/r0001.urdf"]
    assert outcome.found.left_out == (("fleet", "it has the results of a run"),)
    asked = fb.fleet.run("info", ["fleet"], output="other", thumbnails=False)
    assert len(asked.rows) == 2


def test_blocks_are_as_large_as_robots_are_small():
    from fourbar.fleet.blocks import Blocks
    from fourbar.fleet.rows import Place, Row, Task

    def task(number):
        return Task(
            (Place(f"{number}", f"/{number}"),), "info", "{}", "/out", Limits(), False, False
        )

    def row(seconds):
        return Row("", (), "k", "ok", "", {}, {}, "", "", 0, seconds=seconds)

    tasks = [task(number) for number in range(200)]
    blocks = Blocks(tasks, together=True)
    given, sizes = [], []
    for block in blocks:
        sizes.append(len(block))
        done = block if len(sizes) != 5 else block[:1]  # one took long: the rest comes back
        given += done
        blocks.note(block, [[row(0.001 if len(sizes) != 5 else 1.0)] for _ in done])
    assert sizes[:6] == [1, 2, 4, 8, 16, 1]
    assert max(sizes) == 32
    assert sorted(given, key=tasks.index) == tasks
    assert len(given) == 200
    assert {len(block) for block in Blocks(tasks, together=False)} == {1}


def test_results_do_not_depend_on_workers_or_order(tmp_path):
    robots = fleet(tmp_path / "robots", 12)
    one, two = tmp_path / "one", tmp_path / "two"
    fb.fleet.run("convert", [robots], output=one, workers_count=1, options={"to": ".urdf"})
    with ThreadPoolExecutor(3) as executor:
        files = sorted(robots.iterdir(), reverse=True)
        fb.fleet.run("convert", files, output=two, executor=executor, options={"to": ".urdf"})
    assert results(one) == results(two)


def laughs() -> str:
    """Macros that call themselves: more work than any time limit allows, little text."""
    macros = '<xacro:macro name="m0" params=""><link name="x"/></xacro:macro>'
    macros += "".join(
        f'<xacro:macro name="m{i}" params="">{f"<xacro:m{i - 1}/>" * 10}</xacro:macro>'
        for i in range(1, 9)
    )
    return f'<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">{macros}<xacro:m8/></robot>'


def test_a_robot_beyond_a_limit_is_one_row(tmp_path):
    robots = fleet(tmp_path / "robots", 3)
    (robots / "endless.xacro").write_text(laughs())
    (robots / "long.urdf").write_text(robot(0, links=40_000))
    release()
    outcome = fb.fleet.run(
        "info", [robots], output=tmp_path / "out", limits=Limits(1.0, 60 << 20), thumbnails=False
    )
    status = {Path(row.file).name: row.status for row in outcome.rows}
    assert status.pop("long.urdf") in ("memory", "timeout", "crashed")
    assert status.pop("endless.xacro") in ("timeout", "memory", "refused")
    assert set(status.values()) == {"ok"}


_PEAK = """
import sys
from pathlib import Path
from fourbar.fleet.work import do, warm
class Nothing:
    def check(self): pass
def peak():
    return int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) // 1024
warm()
before = peak()
do({"name": "r", "path": sys.argv[1], "job": "info", "options": "{}", "output": sys.argv[2],
    "thumbnails": False, "pages": False, "known": [], "kept": [], "problem": "",
    "settings": ""}, Nothing())
print(peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="systems count memory in different ways")
def test_the_memory_limit_is_of_what_is_resident_whatever_came_before(tmp_path):
    """The system's own count of a process that does one robot says what that robot needs."""
    robots = fleet(tmp_path / "robots", 3)
    (robots / "long.urdf").write_text(robot(0, links=4000))
    (robots / "longer.urdf").write_text(robot(1, links=18_000))

    def needs(name: str) -> int:
        words = [sys.executable, "-c", _PEAK, str(robots / name), str(tmp_path / "peak")]
        return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)

    little, much = needs("long.urdf"), needs("longer.urdf")
    assert 10 < 2 * little < much
    middle = (little + much) // 2
    for order in (False, True):
        files = sorted(robots.iterdir(), key=lambda p: p.stat().st_size, reverse=order)
        release()
        outcome = fb.fleet.run(
            "info",
            files,
            output=tmp_path / f"out{order}",
            workers_count=1,
            limits=Limits(120.0, middle << 20),
            thumbnails=False,
        )
        (row,) = [row for row in outcome.rows if row.status != "ok"]
        assert Path(row.file).name == "longer.urdf"
        assert (row.status, row.problem) == ("memory", f"needs more than {middle} MB of memory")
    assert results(tmp_path / "outFalse") == results(tmp_path / "outTrue")


def test_a_process_that_is_killed_is_replaced(tmp_path, monkeypatch):
    from fourbar.fleet import limited

    release()
    one = limited.Child(1 << 30)
    one._process.kill()
    with pytest.raises(limited.ChildError, match="signal 9"):
        list(one.ask([{}], 5.0))
    limited._own.child = one  # one that has died while nobody looked
    (tmp_path / "r.urdf").write_text(robot(0))
    request = {
        "name": "r.urdf",
        "path": str(tmp_path / "r.urdf"),
        "job": "info",
        "options": "{}",
        "output": str(tmp_path / "out"),
        "thumbnails": False,
        "pages": False,
        "known": [],
        "kept": [],
        "problem": "",
        "settings": "",
    }
    (answer,) = limited.ask([request], Limits(20.0, 1 << 30))
    assert answer["status"] == "ok"
    release()


def test_what_cannot_be_written_is_tried_again(tmp_path):
    robots = fleet(tmp_path / "robots", 2)
    output = tmp_path / "out"
    output.mkdir()
    (output / "artefacts").write_text("no folder")  # as a full disk, nothing can be written
    outcome = fb.fleet.run("info", [robots], output=output, thumbnails=False)
    assert {row.status for row in outcome.rows} == {"crashed"}
    assert "NotADirectoryError" in outcome.rows[0].problem or "FileExistsError" in str(outcome.rows)
    (output / "artefacts").unlink()
    again = fb.fleet.run("info", [robots], output=output, thumbnails=False)
    assert [(row.status, row.resumed) for row in again.rows] == [("ok", False)] * 2


def test_folders_are_compared_file_by_file(tmp_path):
    old, new = fleet(tmp_path / "old", 3), fleet(tmp_path / "new", 3)
    (new / "r0001.urdf").write_text(robot(1).replace('upper="1"', 'upper="2"'))
    (new / "r0002.urdf").unlink()
    outcome = fb.fleet.run(
        "compare", [old], output=tmp_path / "out", thumbnails=False, options={"against": new}
    )
    assert [(row.status, row.facts.get("equal")) for row in outcome.rows] == [
        ("ok", True),
        ("ok", False),
        ("refused", None),
    ]
    assert "no file for" in outcome.rows[2].problem


@pytest.mark.parametrize("job", ["inertia", "collide", "info", "convert"])
def test_every_job_does_the_gallery(job, tmp_path):
    from fourbar import gallery

    files = [gallery.path(name) for name in ("four_bar", "gripper")]
    outcome = fb.fleet.run(job, files, output=tmp_path, thumbnails=False)
    assert [row.status for row in outcome.rows] == ["ok", "ok"]
    assert all((tmp_path / row.artefact).stat().st_size > 100 for row in outcome.rows)


def test_robots_get_collision_shapes_and_inertia_in_descriptions(tmp_path):
    """A link with a visual and nothing else has both in what is written, beside its meshes."""
    robots = tmp_path / "robots"
    (robots / "meshes").mkdir(parents=True)
    wedge = "solid w\n" + "".join(
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {x} {y} {z}\n" for x, y, z in triangle)
        + "endloop\nendfacet\n"
        for triangle in (
            ((0, 0, 0), (0, 1, 0), (1, 0, 0)),
            ((0, 0, 0), (1, 0, 0), (0, 0, 1)),
            ((0, 0, 0), (0, 0, 1), (0, 1, 0)),
            ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        )
    )
    (robots / "meshes" / "w.stl").write_text(wedge + "endsolid w\n")
    (robots / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="meshes/w.stl"/>'
        "</geometry></visual></link></robot>"
    )
    made = {}
    for job, options in (("collide", {"method": "hull"}), ("inertia", {"density": 600.0})):
        outcome = fb.fleet.run(job, [robots], output=tmp_path / job, options=options)
        (row,) = outcome.rows
        assert row.status == "ok"
        made[job] = fb.load(tmp_path / job / row.artefact)
        assert not fb.check(tmp_path / job / row.artefact, select=["A"]).errors
    (shape,) = made["collide"].links["a"].collisions
    folder = Path(made["collide"].source.path).parent
    assert (folder / shape.geometry.filename).is_file()
    inertial = made["inertia"].links["a"].inertial
    assert inertial.mass == pytest.approx(600.0 / 6.0, rel=1e-6)  # of a corner of the unit cube
    assert inertial.origin.xyz == pytest.approx((0.25,) * 3, rel=1e-6)


def test_the_command_counts_and_ends_as_check_does(tmp_path, capsys):
    robots = fleet(tmp_path / "robots", 2)
    words = ["fleet", "info", str(robots), "-o", str(tmp_path / "out"), "--json", "-j", "1"]
    assert main(words) == 0
    facts = json.loads(capsys.readouterr().out)
    schema = json.loads((SCHEMAS / "fleet.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(facts)
    assert (facts["robots"], facts["withoutRobot"]) == (2, 0)
    (robots / "broken.urdf").write_text("<robot")
    assert main(words[:-3]) == 1
    out = capsys.readouterr().out
    assert "broken.urdf: refused: no robot can be read" in out
    assert "2 robots, 1 file without one, 2 from an earlier run, 2 ok, 1 refused" in out
    page = (tmp_path / "out" / "summary.html").read_text()
    assert '<b class="">2</b>robots' in page
    assert '<b class="bad">1</b>without a robot' in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check", "nowhere"], "'nowhere' does not exist"),
        (["check", ".", "--to", ".glb"], "--to has no effect on check"),
        (["convert", ".", "--to", ".xyz"], "cannot write '.xyz' files"),
        (["compare", "."], "compare needs a folder"),
        (["info", "."], "there is no robot among the sources"),
        (["info", ".", "--cluster", "tcp://127.0.0.1:1", "-j", "2"], "--jobs is for this machine"),
        (["info", ".", "--no-pages"], "--no-pages has no effect on info"),
        (["reach", "gallery:ur20", "--time-limit", "9"], "--time-limit has no effect on reach"),
        (["info", "r.urdf", "-o", "r.urdf"], "is a file; results need a folder"),
    ],
)
def test_what_cannot_be_done_is_said(words, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    if "r.urdf" in words:
        (tmp_path / "r.urdf").write_text(robot(0))
    before = sorted(tmp_path.iterdir())
    assert main(["fleet", *words]) == 2
    assert message in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("job", "options", "message"),
    [
        ("infos", {}, "unknown job 'infos'; did you mean 'info'?"),
        ("check", {"selct": ["F101"]}, "unknown option 'selct'; did you mean 'select'?"),
        ("info", {"to": ".glb"}, "unknown option 'to'"),
        ("check", {"select": ["F99999"]}, "select: unknown rule 'F99999'"),
        ("convert", {"to": ".xyz"}, "cannot write '.xyz' files"),
        ("compare", {"against": "nowhere"}, "'nowhere' is not a folder"),
        ("info", {"reading": {"packages": {}, "x": object()}}, "options must be plain values"),
    ],
)
def test_options_are_looked_at_before_robots(job, options, message, tmp_path):
    fleet(tmp_path / "robots", 1)
    with pytest.raises((ValueError, TypeError, fb.FleetError), match=re.escape(message)):
        fb.fleet.run(job, [tmp_path / "robots"], output=tmp_path / "out", options=options)
    assert not (tmp_path / "out").exists()


def test_a_single_source_needs_no_list(tmp_path):
    robots = fleet(tmp_path / "robots", 2)
    for k, source in enumerate((robots, str(robots), [robots])):
        outcome = fb.fleet.run("info", source, output=tmp_path / f"out{k}", thumbnails=False)
        assert len(outcome.rows) == 2


def test_an_archive_without_a_robot_leaves_nothing_behind(tmp_path):
    with zipfile.ZipFile(tmp_path / "meshes.zip", "w") as made:
        made.writestr("a.stl", b"solid a\nendsolid a\n")
    with pytest.raises(fb.FleetError, match="there is no robot among the sources"):
        fb.fleet.run("info", [tmp_path / "meshes.zip"], output=tmp_path / "new" / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["meshes.zip"]


def test_a_run_that_could_not_begin_leaves_earlier_results_and_claims_nothing(tmp_path):
    pytest.importorskip("distributed")
    robots, output = fleet(tmp_path / "robots", 2), tmp_path / "out"
    run = partial(fb.fleet.run, sources=[robots], thumbnails=False)
    run("info", output=output)
    before = results(output)
    for job, folder in (("info", output), ("check", tmp_path / "new")):
        with pytest.raises(fb.FleetError, match=r"cannot connect.*: Connection refused"):
            run(job, output=folder, executor="tcp://127.0.0.1:1")
    assert not (tmp_path / "new").exists()
    for address, message in (("nowhere", "missing port"), ("http://x:1", "expected one of tcp")):
        with pytest.raises(fb.FleetError, match=message):
            run("info", output=output, executor=address)
    assert results(output) == before
    run("info", output=tmp_path / "new")  # which was for check, had it begun
    with pytest.raises(fb.FleetError, match="has the results of 'info'"):
        run("check", output=output)


@pytest.mark.parametrize("name", ["../out.urdf", "/out.urdf"])
def test_archives_stay_in_their_folder(name, tmp_path):
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        archive.writestr(name, robot(0))
    outcome = fb.fleet.run("info", [tmp_path / "bad.zip"], output=tmp_path / "out")
    (row,) = outcome.rows
    assert row.status == "refused"
    assert "outside its folder" in row.problem
    assert not list(tmp_path.rglob("out.urdf"))


def test_an_archive_that_cannot_be_unpacked_is_one_row(tmp_path):
    robots = fleet(tmp_path / "robots", 40)
    with zipfile.ZipFile(tmp_path / "leads_out.zip", "w") as archive:
        archive.writestr("../robots/copy.urdf", robot(0))
    with zipfile.ZipFile(tmp_path / "good.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in robots.iterdir():
            archive.write(path, path.name)
    with tarfile.open(tmp_path / "good.tgz", "w:gz") as archive:
        archive.add(robots, "robots")
    for name in ("good.zip", "good.tgz"):
        data = (tmp_path / name).read_bytes()
        (tmp_path / f"cut_{name}").write_bytes(data[: len(data) // 2])
        (tmp_path / f"bare_{name}").write_bytes(data[:9])
    crooked = bytearray((tmp_path / "good.zip").read_bytes())
    crooked[60:90] = bytes(30)  # the first file's content
    (tmp_path / "crooked.zip").write_bytes(crooked)
    (tmp_path / "fake.zip").write_text("<html>404</html>")
    (tmp_path / "empty.tar").touch()
    (tmp_path / "x.7z").write_bytes(b"7z\xbc\xaf\x27\x1c")
    bad = ["leads_out.zip", "cut_good.zip", "cut_good.tgz", "bare_good.zip", "bare_good.tgz"]
    bad += ["crooked.zip", "fake.zip", "empty.tar", "x.7z"]
    (tmp_path / "list.txt").write_text("\n".join([*bad, "good.zip"]))
    outcome = fb.fleet.run(
        "info", [tmp_path / "list.txt"], output=tmp_path / "out", thumbnails=False, workers_count=1
    )
    rows = {Path(row.file).relative_to(tmp_path).as_posix(): row for row in outcome.rows}
    assert len(rows) == 40 + len(bad)
    assert all(row.status == "ok" for name, row in rows.items() if name.startswith("good.zip"))
    assert {rows[name].status for name in bad} == {"refused"}
    assert "outside its folder: '../robots/copy.urdf'" in rows["leads_out.zip"].problem
    assert "cannot be unpacked; use .zip" in rows["x.7z"].problem
    for name in bad[1:-1]:
        assert rows[name].problem.startswith("damaged archive: "), name
    assert not (robots / "copy.urdf").exists()
    lines = (tmp_path / "out" / "results.jsonl").read_text().splitlines()
    assert len(lines) == len(rows)


def test_archives_below_a_folder_are_opened_like_those_that_are_given(
    tmp_path, monkeypatch, capsys
):
    robots = fleet(tmp_path / "robots", 2)
    with zipfile.ZipFile(robots / "meshes.zip", "w") as archive:
        archive.writestr("a.stl", "solid a\nendsolid a\n")
    with zipfile.ZipFile(robots / "parts.zip", "w") as archive:
        archive.writestr("materials.xml", "<materials/>")
    (robots / "sub").mkdir()
    with zipfile.ZipFile(robots / "sub" / "packed.zip", "w") as archive:
        archive.writestr("deep/new.urdf", robot(5))
        archive.writestr("same.urdf", robot(1))
        archive.write(robots / "meshes.zip", "inner.zip")
    with tarfile.open(robots / "sub" / "more.tar.gz", "w:gz") as archive:
        archive.add(robots / "r0000.urdf", "again.urdf")
    packed = (robots / "sub" / "packed.zip").read_bytes()
    (robots / "copy.zip").write_bytes(packed)
    (robots / "cut.zip").write_bytes(packed[:200])
    (robots / "cut_too.zip").write_bytes(packed[:200])
    os.mkfifo(robots / "pipe.zip")
    monkeypatch.chdir(tmp_path)
    for resumed in (False, True):  # results are below the folder: what is unpacked is not another
        outcome = fb.fleet.run("info", [".", "robots"], output="out", thumbnails=False)
        assert {row.file: row.duplicates for row in outcome.rows} == {
            "robots/copy.zip/deep/new.urdf": ("robots/sub/packed.zip/deep/new.urdf",),
            "robots/copy.zip/same.urdf": ("robots/r0001.urdf", "robots/sub/packed.zip/same.urdf"),
            "robots/cut.zip": (),
            "robots/cut_too.zip": (),
            "robots/r0000.urdf": ("robots/sub/more.tar.gz/again.urdf",),
        }
        refused = [row for row in outcome.rows if row.status == "refused"]
        assert [row.file for row in refused] == ["robots/cut.zip", "robots/cut_too.zip"]
        assert all(row.problem.startswith("damaged archive: it is cut short") for row in refused)
        expected = {
            "robots/copy.zip/inner.zip": "it is an archive in an archive",
            "robots/meshes.zip": "no robot is in it",
            "robots/parts.zip": "no robot is in it",
            "robots/pipe.zip": "it cannot be read",
            "robots/sub/packed.zip/inner.zip": "it is an archive in an archive",
        }
        if resumed:
            expected["out"] = "it has the results of a run"
        assert sorted(outcome.found.left_out) == sorted(expected.items())
    assert main(["fleet", "info", "robots", "-o", "other", "--no-thumbnails"]) == 1
    counts = "3 robots, 2 files without one, 4 duplicates, 3 ok, 2 refused, 5 left out\n"
    assert counts in capsys.readouterr().out
    # That of meshes was not unpacked at all.
    assert len(list((tmp_path / "other" / "sources").iterdir())) == 3


@pytest.mark.parametrize("job", ["collide", "inertia"])
def test_a_robot_for_which_nothing_was_made_is_refused(job, tmp_path, capsys):
    """Of three robots one has a mesh that is not there, one has a box too, one has only boxes."""
    box = '<visual><geometry><box size="0.1 0.2 0.3"/></geometry></visual>'
    gone = '<visual><geometry><mesh filename="gone.stl"/></geometry></visual>'
    robots = tmp_path / "robots"
    robots.mkdir()
    for name, first, second in (("none", gone, gone), ("part", box, gone), ("whole", box, box)):
        (robots / f"{name}.urdf").write_text(
            f'<robot name="{name}"><link name="a">{first}</link><link name="b">{second}</link>'
            '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>'
        )
    words = ["fleet", job, str(robots), "-o", str(tmp_path / "out"), "-j", "1"]
    words += ["--no-thumbnails", *(["--density", "100"] if job == "inertia" else [])]
    assert main(words) == 1
    text = capsys.readouterr().out
    made = "made" if job == "collide" else "computed"
    why = f"nothing was {made}: link 'a': visual[0] 'gone.stl' was not found (and 1 more link)"
    assert f"none.urdf: refused: {why}\n" in text
    assert "part.urdf: 1 link not computed\n" in text
    assert "3 robots, 2 ok, 1 refused, 1 link not computed\n" in text
    lines = (tmp_path / "out" / "results.jsonl").read_text().splitlines()
    rows = {Path(row["file"]).stem: row for row in map(json.loads, lines)}
    assert rows["none"]["problem"] == why
    assert not rows["none"]["artefact"]
    assert [rows[name]["facts"]["problems"] for name in ("part", "whole")] == [1, 0]
    assert main([*words, "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    assert (facts["problems"], facts["resumed"]) == (1, 3)
    schema = json.loads((SCHEMAS / "fleet.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(facts)
    for name in ("none", "part"):
        (robots / f"{name}.urdf").unlink()
    assert main([*words[:3], "-o", str(tmp_path / "good"), *words[5:]]) == 0


def test_fourbar_does_not_import_dask():
    code = (
        "import sys, fourbar as fb; fb.fleet.run; fb.load('gallery:four_bar');"
        "print(sorted({'dask', 'distributed', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_small_robots_have_a_size_on_the_page(tmp_path):
    (tmp_path / "r.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    fb.fleet.run("info", [tmp_path / "r.urdf"], output=tmp_path / "out", workers_count=1)
    page = (tmp_path / "out" / "summary.html").read_text()
    largest = page[page.index("<h2>Largest</h2>") :]
    assert '<td class="n">0.04</td>' in largest[: largest.index("</section>")]


def test_a_changed_material_library_is_a_changed_robot(tmp_path):
    """A mesh names its materials, and they name images: all of it counts as content."""
    robots = tmp_path / "robots"
    robots.mkdir()
    (robots / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="m.obj"/></geometry>'
        "</visual></link></robot>"
    )
    (robots / "m.obj").write_text("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl x\nf 1 2 3\n")
    (robots / "m.mtl").write_text("newmtl x\nKd 1 0 0\nmap_Kd -s 1 1 1 t.png\n")
    (robots / "t.png").write_bytes(b"one")

    def run():
        outcome = fb.fleet.run("info", [robots], output=tmp_path / "out", thumbnails=False)
        return outcome.rows[0].resumed

    assert [run(), run()] == [False, True]
    (robots / "m.mtl").write_text("newmtl x\nKd 0 0 1\nmap_Kd -s 1 1 1 t.png\n")
    assert [run(), run()] == [False, True]
    (robots / "t.png").write_bytes(b"two")
    assert [run(), run()] == [False, True]
