"""A real Dask cluster, in this process and in others, with TLS, while workers are killed."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

import fourbar as fb

from .fleets import children_of, fleet, lines_of, results, start

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.slow,
    # What Dask's own event loop leaves behind when its workers are killed is not ours.
    pytest.mark.filterwarnings("ignore"),
]

ROBOTS = int(os.environ.get("FOURBAR_FLEET_ROBOTS", "500"))
# 10,000,000 in chunks of 65,536 were tried (docs/how-to/fleets.md).
CONFIGURATIONS = int(os.environ.get("FOURBAR_FLEET_CONFIGURATIONS", "400000"))
CHUNK = 65_536 if CONFIGURATIONS >= 10_000_000 else 8192


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    """Robots, and what one process makes of them."""
    folder = tmp_path_factory.mktemp("single")
    robots = fleet(folder / "robots", ROBOTS)
    fb.fleet.run("check", [robots], output=folder / "out", workers_count=1, thumbnails=False)
    return robots, results(folder / "out")


def test_a_local_cluster_gives_the_same_bytes(single, tmp_path):
    robots, expected = single
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        outcome = fb.fleet.run(
            "check", [robots], output=tmp_path, executor=client, thumbnails=False
        )
    assert len(outcome.rows) == ROBOTS
    assert results(tmp_path) == expected


def certificate(folder: Path) -> dict[str, str]:
    """A key and a certificate that it signs itself, as Dask's settings."""
    key, cert = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", "/CN=fleet", "-keyout", str(key), "-out", str(cert)),
        ],
        check=True,
        capture_output=True,
    )
    start = "DASK_DISTRIBUTED__COMM__"
    settings = {f"{start}REQUIRE_ENCRYPTION": "True", f"{start}TLS__CA_FILE": str(cert)}
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        settings[f"{start}TLS__{role}__KEY"] = str(key)
        settings[f"{start}TLS__{role}__CERT"] = str(cert)
    return settings


def _wait_for(port: int, seconds: float = 60.0) -> None:
    """Until something listens there."""
    until = monotonic() + seconds
    while monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1.0).close()
        except OSError:
            sleep(0.1)
        else:
            return
    raise TimeoutError(f"nothing listens at port {port}")


@pytest.fixture
def secured(tmp_path):
    """The address of a scheduler with TLS, its two workers, and the settings of a client."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    settings = certificate(tmp_path)
    address = f"tls://127.0.0.1:{port}"
    place = ["--host", "127.0.0.1"]
    scheduler = start(
        "-m", "distributed.cli.dask_scheduler", *place, "--protocol", "tls",
        "--port", str(port), "--no-dashboard", env=settings,
    )  # fmt: skip
    workers = [
        start(
            "-m", "distributed.cli.dask_worker", address, *place, "--nthreads", "1",
            "--nworkers", "1", "--no-dashboard", "--local-directory", str(tmp_path / str(number)),
            env=settings,
        )
        for number in range(2)
    ]  # fmt: skip
    _wait_for(port)  # a scheduler that does not answer is told at once
    yield address, workers, settings
    for process in (*workers, scheduler):
        process.terminate()
    for process in (*workers, scheduler):
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Killer(threading.Thread):
    """Kills a worker's process after every few results; its nanny starts another."""

    def __init__(self, workers, results: Callable[[], int], every: int) -> None:
        super().__init__(daemon=True)
        self.workers, self.results, self.killed = workers, results, 0
        self.every = every
        self.over = threading.Event()

    def run(self) -> None:
        choose = random.Random(1)
        following = self.every // 2
        while not self.over.wait(0.05):
            if self.results() < following:
                continue
            following += choose.randrange(self.every, 2 * self.every)
            for process in children_of(choose.choice(self.workers).pid):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    self.killed += 1


RUN = """
import sys, fourbar as fb
fb.fleet.run("check", [sys.argv[1]], output=sys.argv[2], executor=sys.argv[3], thumbnails=False)
"""


def test_workers_killed_at_random_lose_nothing_and_do_nothing_twice(single, secured, tmp_path):
    robots, expected = single
    address, workers, settings = secured
    output = tmp_path / "out"
    killer = Killer(workers, lambda: lines_of(output / "rows.jsonl"), 60)
    run_while_killing(killer, settings, RUN, str(robots), str(output), address)
    assert killer.killed > 1
    print(f"{ROBOTS} robots, {killer.killed} workers killed")
    assert results(output) == expected


def run_while_killing(killer: Killer, settings: dict[str, str], code: str, *words: str) -> str:
    """What a script with these words prints."""
    killer.start()
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            timeout=1200,
        )
    finally:
        killer.over.set()
        killer.join()
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


MAP = """
import sys, fourbar as fb
from functools import partial
from fourbar.fleet import Samples, map_configurations, reach
if __name__ == "__main__":
    model = fb.Model(fb.load("gallery:ur20"))
    said = []
    map_configurations(
        model, partial(reach, link="tool0"), Samples(int(sys.argv[1]), seed=5),
        chunk=int(sys.argv[2]), output=sys.argv[3], executor=sys.argv[4] or None, workers_count=1,
        on_chunk=lambda done, total: said.append(done),
    )
    print(len(said), said[-1])
"""


def test_configurations_are_the_same_files_while_workers_are_killed(secured, tmp_path):
    address, workers, settings = secured
    sizes = (str(CONFIGURATIONS), str(CHUNK))
    alone, output = tmp_path / "alone", tmp_path / "out"
    subprocess.run([sys.executable, "-c", MAP, *sizes, str(alone), ""], check=True)
    chunks = -(-CONFIGURATIONS // CHUNK)
    killer = Killer(workers, lambda: len(list(output.glob("chunk-*.parquet"))), chunks // 6)
    said = run_while_killing(killer, settings, MAP, *sizes, str(output), address)
    assert said.split() == [str(chunks), str(CONFIGURATIONS)]  # each once
    assert killer.killed > 1
    print(f"{CONFIGURATIONS:,} configurations, {chunks} chunks, {killer.killed} workers killed")
    names = sorted(path.name for path in alone.iterdir())
    assert names == sorted(path.name for path in output.iterdir())
    assert len(names) == chunks + 1
    for name in names:
        assert (alone / name).read_bytes() == (output / name).read_bytes()


def test_what_answers_and_is_not_a_scheduler_is_told(tmp_path):
    """Such as a web server, whose first words Dask takes for the length of a message."""
    fleet(tmp_path / "robots", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            for _ in range(2):  # a look whether anybody listens, and who it is
                connection, _ = server.accept()
                with connection, suppress(OSError):
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                    connection.recv(1 << 16)

        talking = threading.Thread(target=answer, daemon=True)
        talking.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(fb.FleetError, match="what answers there is not a Dask scheduler"):
            fb.fleet.run("info", [tmp_path / "robots"], output=tmp_path / "out", executor=address)
        talking.join(timeout=10)
    assert not (tmp_path / "out").exists()
