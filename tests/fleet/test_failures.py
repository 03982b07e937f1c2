"""What breaks around a run: the network, the scheduler, the disk, a robot."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import pytest

import fourbar as fb
from fourbar.fleet import Limits, Samples, map_configurations, reach

from .fleets import fleet, lines_of, results, start
from .proxy import Proxy

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.slow,
    # What Dask's own event loop leaves behind when its connections are cut is not ours.
    pytest.mark.filterwarnings("ignore"),
]

# 500 were tried (docs/how-to/fleets.md).
ROBOTS = int(os.environ.get("FOURBAR_FLEET_FAULTS", "60"))


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    """Robots, and what one process makes of them."""
    folder = tmp_path_factory.mktemp("single")
    robots = fleet(folder / "robots", ROBOTS)
    fb.fleet.run("check", [robots], output=folder / "out", workers_count=1, thumbnails=False)
    return robots, results(folder / "out")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def worker_of(port: int, folder: Path) -> subprocess.Popen[bytes]:
    """A worker of the scheduler at a port."""
    return start(
        "-m", "distributed.cli.dask_worker", f"tcp://127.0.0.1:{port}", "--host", "127.0.0.1",
        "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder),
    )  # fmt: skip


@contextmanager
def cluster(port: int, folder: Path, *, worker_port: int | None = None):
    """A scheduler at a port and one worker, which may talk to it by another one."""
    scheduler = start(
        "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port),
        "--no-dashboard",
    )  # fmt: skip
    until = monotonic() + 60.0
    while monotonic() < until:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            break
        sleep(0.05)
    worker = worker_of(worker_port or port, folder)
    try:
        yield scheduler, worker
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()


def rows_in(output: Path) -> int:
    return lines_of(output / "rows.jsonl")


class Breaker(threading.Thread):
    """Does something once there are a few results."""

    def __init__(self, output: Path, action) -> None:
        super().__init__(daemon=True)
        self.output, self.action, self.done = output, action, False

    def run(self) -> None:
        until = monotonic() + 60.0
        while rows_in(self.output) < 15 and monotonic() < until:
            sleep(0.02)
        if rows_in(self.output) < ROBOTS:
            self.done = True
            self.action()


def run_with(robots: Path, output: Path, port: int, action) -> None:
    breaker = Breaker(output, action)
    breaker.start()
    fb.fleet.run(
        "check", [robots], output=output, executor=f"tcp://127.0.0.1:{port}", thumbnails=False
    )
    breaker.join()
    assert breaker.done


@pytest.mark.parametrize("whose", ["client", "worker"])
def test_a_network_that_is_cut_for_a_while_costs_nothing_but_time(whose, single, tmp_path):
    robots, expected = single
    port = free_port()
    proxy = Proxy(port)

    def cut() -> None:
        proxy.cut()
        sleep(1.0)
        proxy.mend()
        if whose == "worker":  # one that has lost its scheduler ends; a supervisor starts another
            more.append(worker_of(proxy.port, tmp_path / "more"))

    more: list[subprocess.Popen[bytes]] = []
    through = proxy.port if whose == "worker" else None
    try:
        with cluster(port, tmp_path / "work", worker_port=through):
            client_port = proxy.port if whose == "client" else port
            run_with(robots, tmp_path / "out", client_port, cut)
    finally:
        proxy.close()
        for process in more:
            process.kill()
            process.wait()
    assert results(tmp_path / "out") == expected


def test_a_scheduler_that_is_killed_and_started_again_is_waited_for(single, tmp_path):
    robots, expected = single
    port = free_port()
    again: list = []
    with cluster(port, tmp_path / "one") as (scheduler, worker):

        def restart() -> None:
            scheduler.kill()
            scheduler.wait()
            worker.kill()
            worker.wait()
            entered = cluster(port, tmp_path / "two")
            entered.__enter__()
            again.append(entered)

        try:
            run_with(robots, tmp_path / "out", port, restart)
        finally:
            for entered in again:
                entered.__exit__(None, None, None)
    assert results(tmp_path / "out") == expected


def test_a_cluster_that_does_not_come_back_ends_the_run_and_the_rest_is_done_later(
    single, tmp_path, monkeypatch
):
    robots, expected = single
    port = free_port()
    with cluster(port, tmp_path / "work") as (scheduler, _):

        def kill() -> None:
            # Not before: its first worker may take longer on a busy machine.
            monkeypatch.setattr("fourbar.fleet.executors._PATIENCE", 1)
            scheduler.kill()

        with pytest.raises(fb.FleetError, match="is gone; run the same again"):
            run_with(robots, tmp_path / "out", port, kill)
    assert 15 <= rows_in(tmp_path / "out") < ROBOTS
    outcome = fb.fleet.run("check", [robots], output=tmp_path / "out", thumbnails=False)
    assert sum(row.resumed for row in outcome.rows) >= 15
    assert results(tmp_path / "out") == expected


@contextmanager
def small_disk(folder: Path, size: str):
    """A real file system of a few kilobytes."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(words, capture_output=True).returncode:
        pytest.skip("a small file system cannot be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_ends_a_run_with_a_message_and_a_larger_one_goes_on(single, tmp_path):
    robots, expected = single
    with small_disk(tmp_path / "disk", "160k") as disk:
        with pytest.raises(fb.FleetError, match="No space left on device"):
            fb.fleet.run("check", [robots], output=disk, workers_count=1, thumbnails=False)
        done = rows_in(disk)
        assert 3 < done < ROBOTS
        assert not list(disk.rglob("*.fourbar-tmp"))
        subprocess.run(["mount", "-o", "remount,size=16m", str(disk)], check=True)
        outcome = fb.fleet.run("check", [robots], output=disk, thumbnails=False)
        assert sum(row.resumed for row in outcome.rows) == done
        assert results(disk) == expected


def test_a_full_disk_ends_a_map_and_chunks_that_are_there_stay(tmp_path):
    model = fb.Model(fb.load("gallery:ur20"))
    run = partial(map_configurations, model, partial(reach, link="tool0"), chunk=2000)
    run(Samples(20_000), output=tmp_path / "whole", workers_count=1)
    with small_disk(tmp_path / "disk", "1200k") as disk:
        with pytest.raises(fb.FleetError, match="No space left on device"):
            run(Samples(20_000), output=disk, workers_count=1)
        kept = {path.name: path.read_bytes() for path in disk.glob("*.parquet")}
        assert 1 < len(kept) < 10
        for name, data in kept.items():
            assert data == (tmp_path / "whole" / name).read_bytes()
        subprocess.run(["mount", "-o", "remount,size=16m", str(disk)], check=True)
        run(Samples(20_000), output=disk, workers_count=1)
        for path in (tmp_path / "whole").iterdir():
            assert (disk / path.name).read_bytes() == path.read_bytes()


def test_a_file_that_may_not_grow_is_a_row_and_others_go_on(tmp_path):
    """Where no file system can be mounted: files that may have no more than 3 kB (EFBIG)."""
    robots = fleet(tmp_path / "robots", 3)
    (robots / "large.urdf").write_text(
        "<robot name='l'>" + "".join(f"<link name='l{i}'/>" for i in range(60)) + "</robot>"
    )

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(
            resource.RLIMIT_FSIZE, (3000, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
        )

    code = (
        "import sys; from fourbar.fleet.running import do_tasks, Task; from pathlib import Path\n"
        "from fourbar.fleet.rows import Place, Limits\n"
        "for file in sorted(Path(sys.argv[1]).iterdir()):\n"
        "    place = Place(file.name, str(file))\n"
        "    task = Task((place,), 'check', '{}', sys.argv[2], Limits(), False, False)\n"
        "    [[row]] = do_tasks([task])\n"
        "    print(row.status, row.problem)"
    )
    words = [sys.executable, "-c", code, str(robots), str(tmp_path / "out")]
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=limited, check=True)
    lines = done.stdout.splitlines()
    assert "File too large" in lines[0]
    assert [line.split()[0] for line in lines] == ["crashed", "ok", "ok", "ok"]


def test_a_poisoned_robot_is_one_row_on_a_cluster_too(tmp_path):
    robots = fleet(tmp_path / "robots", 6)
    deep = "<a>" * 400_000
    (robots / "deep.urdf").write_text(f"<robot name='d'>{deep}")
    wide = "".join(f"<link name='l{i}'/>" for i in range(120_000))
    (robots / "wide.urdf").write_text(f"<robot name='w'>{wide}</robot>")
    port = free_port()
    with cluster(port, tmp_path / "work"):
        outcome = fb.fleet.run(
            "check",
            [robots],
            output=tmp_path / "out",
            executor=f"tcp://127.0.0.1:{port}",
            thumbnails=False,
            limits=Limits(seconds=5.0, memory=60 << 20),
        )
    statuses = {Path(row.file).stem: row.status for row in outcome.rows}
    assert [statuses[f"r{k:04}"] for k in range(6)] == ["ok"] * 6
    assert statuses["wide"] in ("memory", "timeout")
    assert len(outcome.rows) == 8


def interrupted(words: list[str], ready: Callable[[], bool]) -> subprocess.CompletedProcess[str]:
    """What a command does on Ctrl-C, which a terminal sends to all its processes."""
    process = subprocess.Popen(
        [sys.executable, "-m", "fourbar", "fleet", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # What runs in the background of a shell ignores it, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        start_new_session=True,
    )
    until = monotonic() + 60
    while not ready() and monotonic() < until:
        sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def test_ctrl_c_leaves_what_is_done_and_the_same_command_does_the_rest(single, tmp_path):
    robots, expected = single
    output = tmp_path / "out"
    words = ["check", str(robots), "-o", str(output), "-j", "1", "--no-thumbnails"]
    done = interrupted(words, lambda: rows_in(output) >= 8)
    assert done.returncode == 130
    found = re.search(
        rf"interrupted: (\d+) of {ROBOTS} robots are done; the same command", done.stderr
    )
    assert found is not None, done.stderr
    assert "Traceback" not in done.stderr
    lines = (output / "results.jsonl").read_text().splitlines()
    assert 8 <= len(lines) < ROBOTS
    assert abs(len(lines) - int(found[1])) <= 1
    assert all(json.loads(line)["status"] == "ok" for line in lines)
    assert (output / "summary.html").is_file()
    outcome = fb.fleet.run("check", [robots], output=output, thumbnails=False)
    assert sum(row.resumed for row in outcome.rows) >= len(lines)
    assert results(output) == expected


def test_ctrl_c_of_configurations_leaves_whole_chunks(tmp_path):
    output = tmp_path / "out"
    words = ["reach", "gallery:ur20", "--link", "flange", "-n", "400000", "--chunk", "2000"]
    words += ["-o", str(output), "-j", "1"]
    done = interrupted(words, lambda: len(list(output.glob("*.parquet"))) >= 3)
    assert done.returncode == 130
    assert "of 400000 configurations are done" in done.stderr.replace(",", "")
    assert "Traceback" not in done.stderr
    whole = list(output.glob("*.parquet"))
    assert 3 <= len(whole) < 200
    assert not list(output.glob("*.fourbar-tmp"))


def test_a_folder_is_for_one_job_and_lists_may_name_what_is_gone(tmp_path):
    robots = fleet(tmp_path / "robots", 2)
    names = tmp_path / "list.txt"
    names.write_text(f"{robots}\nnothere.urdf\n")
    outcome = fb.fleet.run("info", [names], output=tmp_path / "out", thumbnails=False)
    assert [row.status for row in outcome.rows] == ["refused", "ok", "ok"]
    assert "nothere.urdf" in outcome.rows[0].file
    assert outcome.rows[0].problem == "cannot open the file: No such file or directory"
    with pytest.raises(fb.FleetError, match="has the results of 'info'; use another folder"):
        fb.fleet.run("check", [names], output=tmp_path / "out")
    with pytest.raises(fb.FleetError, match="does not exist"):
        fb.fleet.run("info", [tmp_path / "nothere.urdf"], output=tmp_path / "out")
