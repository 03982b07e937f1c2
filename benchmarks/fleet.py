"""Fleets beside plain loops and `xargs -P`: rates, processor time, memory against size.

    python benchmarks/fleet.py [--robots N] [--configurations N] [--robot gallery:NAME LINK]
    python benchmarks/fleet.py --memory             # how much one worker needs, against size
    python benchmarks/fleet.py --simulate 200       # that many workers that only wait

Processor time is that of all processes, so that the overhead shows on a busy machine too.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, sleep

import fourbar as fb
from fourbar.fleet import Samples, map_configurations, reach
from fourbar.fleet.executors import workers as workers_of
from fourbar.fleet.gather import gather
from fourbar.fleet.tables import write_columns
from fourbar.overview import overview

SHAPE = '<visual><geometry><box size="0.1 0.2 0.3"/></geometry></visual>'
LINKS = 30


def robot(number: int) -> str:
    """A chain of 30 links; each number is another robot."""
    links = "".join(f'<link name="l{i}">{SHAPE}</link>' for i in range(LINKS))
    joints = "".join(
        f'<joint name="j{i}" type="continuous"><parent link="l{i - 1}"/><child link="l{i}"/>'
        f'<origin xyz="0 0 {0.1 + number * 1e-6:.7f}"/><axis xyz="0 0 1"/></joint>'
        for i in range(1, LINKS)
    )
    return f'<robot name="r{number}">{links}{joints}</robot>'


def measured(what: str, count: int, unit: str, function: Callable[[], object]) -> None:
    before, since = os.times(), perf_counter()
    function()
    after, seconds = os.times(), perf_counter() - since
    cpu = sum(after[:4]) - sum(before[:4])
    most = max(resource.getrusage(who).ru_maxrss for who in (0, -1)) / 1024
    print(
        f"{what:<34}{count / seconds:>12,.0f} {unit}/s {cpu / count * 1e6:>10,.1f} us of CPU each"
        f" {most:>7,.0f} MB at most"
    )


def robots(folder: Path, count: int) -> None:
    source = folder / "robots"
    source.mkdir()
    for number in range(count):
        (source / f"{number:05}.urdf").write_text(robot(number))
    files = sorted(source.iterdir())

    def loop(same: bool) -> None:
        for file in files:
            reading = fb.read(file)
            (folder / f"{file.stem}.json").write_text(fb.check(reading).render("json"))
            if same and reading.robot is not None:
                facts = json.dumps(overview(reading.robot))
                (folder / f"{file.stem}.row.json").write_text(facts)

    def xargs() -> None:
        words = [sys.executable, "-m", "fourbar", "check", "--format", "json"]
        names = "\n".join(map(str, files)).encode()
        run = ["xargs", "-P", "2", "-n", "25", *words]
        subprocess.run(run, input=names, stdout=subprocess.DEVNULL, check=False)

    measured("check, plain loop", count, "robots", partial(loop, False))
    measured("check and overview, plain loop", count, "robots", partial(loop, True))
    measured("check, xargs -P 2 -n 25", count, "robots", xargs)
    for workers in (1, 2):
        measured(
            f"check, fleet of {workers}",
            count,
            "robots",
            partial(
                fb.fleet.run,
                "check",
                [source],
                output=folder / f"r{workers}",
                workers_count=workers,
                thumbnails=False,
            ),
        )


def configurations(folder: Path, count: int, name: str, link: str, chunk: int) -> None:
    model = fb.Model(fb.load(name))
    source, job = Samples(count), partial(reach, link=link)

    def loop() -> None:
        for start in range(0, count, chunk):
            columns = job(model, source.rows(model, start, min(start + chunk, count)))
            write_columns(folder / f"plain-{start}.parquet", columns)

    measured("configurations, plain loop", count, "configurations", loop)
    for workers in (1, 2):
        output = folder / f"c{workers}"
        measured(
            f"configurations, fleet of {workers}",
            count,
            "configurations",
            partial(
                map_configurations,
                model,
                job,
                source,
                output=output,
                chunk=chunk,
                workers_count=workers,
            ),
        )


def memory(name: str, link: str, chunk: int) -> None:
    """The most that any process of a run has, for more and more configurations."""
    code = (
        "import sys, resource, tempfile, fourbar as fb\n"
        "from functools import partial\n"
        "from fourbar.fleet import Samples, map_configurations, reach\n"
        "if __name__ == '__main__':\n"
        "    count, chunk, name, link = int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]\n"
        "    with tempfile.TemporaryDirectory() as folder:\n"
        "        map_configurations(fb.Model(fb.load(name)), partial(reach, link=link),\n"
        "            Samples(count), output=folder, chunk=chunk, workers_count=1)\n"
        "    print(*(resource.getrusage(who).ru_maxrss // 1024 for who in (0, -1)))\n"
    )
    for count in (chunk, 4 * chunk, 16 * chunk, 64 * chunk):
        words = [sys.executable, "-c", code, str(count), str(chunk), name, link]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
        print(f"{count:>12,} configurations: client {said[0]} MB, worker {said[1]} MB")


SECONDS = 1.0


def wait(task: tuple[int, bytes]) -> int:
    """A task that takes a second, with as many bytes as a chunk has."""
    sleep(SECONDS)
    return task[0]


def simulate(count: int) -> None:
    """Many workers that only wait: what scheduler and client manage by themselves."""
    from distributed import Client, LocalCluster

    options = {"n_workers": count, "threads_per_worker": 1, "processes": False}
    with (
        LocalCluster(**options, dashboard_address=None, silence_logs=50) as cluster,
        Client(cluster, timeout="300s") as client,
        workers_of(client, threads=False) as where,
    ):
        packed = os.urandom(3000)
        tasks = 10 * count
        before, since = os.times(), perf_counter()
        done = {result for _, result in gather(where, wait, ((k, packed) for k in range(tasks)))}
        seconds, after = perf_counter() - since, os.times()
        assert done == set(range(tasks))
    cpu = sum(after[:4]) - sum(before[:4])
    print(
        f"{tasks:,} tasks of {SECONDS:g} s on {count} workers: {seconds:.1f} s, "
        f"{tasks / seconds:,.0f} tasks/s, {tasks * SECONDS / count / seconds:.0%} of the workers' "
        f"time, {cpu / tasks * 1e3:.2f} ms of CPU for each task"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--robots", type=int, default=1000)
    parser.add_argument("--configurations", type=int, default=1_000_000)
    parser.add_argument("--robot", nargs=2, default=("gallery:ur20", "tool0"))
    parser.add_argument("--chunk", type=int, default=1 << 16)
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--simulate", type=int, metavar="WORKERS")
    args = parser.parse_args()
    if args.memory:
        memory(*args.robot, args.chunk)
    if args.simulate:
        simulate(args.simulate)
    if args.memory or args.simulate:
        return
    with tempfile.TemporaryDirectory() as folder:
        if args.robots:
            robots(Path(folder), args.robots)
        if args.configurations:
            configurations(Path(folder), args.configurations, *args.robot, args.chunk)


if __name__ == "__main__":
    main()
