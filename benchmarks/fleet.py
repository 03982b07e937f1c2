"""Fleets beside plain loops and `xargs -P`: rates, processor time, memory against size.

    python benchmarks/fleet.py [--robots N] [--configurations N] [--robot gallery:NAME LINK]
    python benchmarks/fleet.py --memory             # how much one worker needs, against size
    python benchmarks/fleet.py --simulate 200       # that many workers of one thread each

Processor time is that of all processes, so that the overhead shows on a busy machine too. Each is
measured several times in turn with the plain loop that does and writes the same, and the least
counts. Two workers are compared with two plain loops that run at the same time, because all that
runs on two cores shares their caches. Workers have to be started, which takes about as long for one
robot as for a million: that is measured by itself, with one of them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from shutil import rmtree
from time import perf_counter, sleep
from typing import NamedTuple

import fourbar as fb
from fourbar.diagnostics.render.json import finding
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


class Cost(NamedTuple):
    """Of one run: processor time and time [s]."""

    cpu: float
    seconds: float


def cost(function: Callable[[], object]) -> Cost:
    before, since = os.times(), perf_counter()
    function()
    after, seconds = os.times(), perf_counter() - since
    return Cost(sum(after[:4]) - sum(before[:4]), seconds)


def side_by_side(loop: Callable[..., object], *parts: tuple[object, ...]) -> Cost:
    """A plain loop in processes of its own, a part each, at the same time; without their start.

    They take caches and memory from each other as the workers of a fleet do.
    """
    context = get_context("spawn")
    ready = context.Barrier(len(parts))
    with context.Pool(len(parts), _wait_for_others, (ready,)) as pool:
        costs = pool.starmap(_timed, [(loop, part) for part in parts], chunksize=1)
    return Cost(sum(c.cpu for c in costs), max(c.seconds for c in costs))


def _wait_for_others(ready: Barrier) -> None:
    fb.check(fb.read(robot(0).encode()))  # what a first robot has to import
    ready.wait()


def _timed(loop: Callable[..., object], part: tuple[object, ...]) -> Cost:
    return cost(partial(loop, *part))


class Way(NamedTuple):
    """How to do something, and which way it is compared with; `start` is of its workers [s]."""

    function: Callable[[], object]
    beside: str = ""
    start: float = 0.0


def compared(count: int, unit: str, rounds: int, ways: dict[str, Way]) -> None:
    """The least of several rounds of each way, beside another one."""
    costs: dict[str, list[Cost]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            results: list[object] = []
            whole = cost(lambda way=way, results=results: results.append(way.function()))
            costs[name].append(results[0] if isinstance(results[0], Cost) else whole)
    least = {name: min(c.cpu for c in found) for name, found in costs.items()}
    for name, way in ways.items():
        cpu, seconds = least[name], min(c.seconds for c in costs[name])
        text = f"{name:<34}{count / seconds:>12,.0f} {unit}/s {cpu / count * 1e6:>10,.2f} us of CPU"
        if way.beside:
            text += f" each {100 * (cpu / least[way.beside] - 1):>+7.1f} %"
        if way.start:
            text += (
                f", {100 * ((cpu - way.start) / least[way.beside] - 1):+.1f} % without the start"
            )
        print(text, flush=True)


def started(what: str, function: Callable[[], object]) -> float:
    """What one robot or chunk costs, which is nearly all for the start [s of CPU]."""
    least = min(cost(function).cpu for _ in range(3))
    print(f"{what:<34}{least:>12.2f} s of CPU to start a worker", flush=True)
    return least


def check_loop(files: Sequence[Path], output: Path) -> None:
    """What `fourbar fleet check` does for a robot: findings in a file, overview in a line.

    The text of findings has the same bytes; `render("json")` takes longer, for line breaks.
    """
    output.mkdir()
    with (output / "results.jsonl").open("w") as lines:
        for file in files:
            reading = fb.read(file)
            found = {"file": str(file), "diagnostics": [*map(finding, fb.check(reading))]}
            text = json.dumps(found, ensure_ascii=False, allow_nan=False)
            (output / f"{file.stem}.json").write_text(text + "\n")
            if reading.robot is not None:
                lines.write(json.dumps(overview(reading.robot)) + "\n")


def robots(folder: Path, count: int, rounds: int) -> None:
    source, one = folder / "robots", folder / "one"
    source.mkdir()
    one.mkdir()
    (one / "r.urdf").write_text(robot(count + 1))
    for number in range(count):
        (source / f"{number:05}.urdf").write_text(robot(number))
    files = sorted(source.iterdir())
    fresh = (folder / f"out{number}" for number in range(1 << 30))

    def loop() -> None:
        check_loop(files, next(fresh))

    def xargs() -> None:
        words = [sys.executable, "-m", "fourbar", "check", "--format", "json"]
        names = "\n".join(map(str, files)).encode()
        run = ["xargs", "-P", "2", "-n", "25", *words]
        subprocess.run(run, input=names, stdout=subprocess.DEVNULL, check=False)

    def fleet(workers: int, place: Path) -> object:
        return fb.fleet.run(
            "check",
            [place],
            output=next(fresh),
            workers_count=workers,
            thumbnails=False,
            pages=False,  # as the loop
        )

    def two() -> Cost:
        return side_by_side(check_loop, *((files[k::2], next(fresh)) for k in range(2)))

    loop()
    start = started("check, fleet of 1", lambda: fleet(1, one))
    plain, beside = "check and overview, plain loop", "two plain loops side by side"
    ways = {
        plain: Way(loop),
        "check, fleet of 1": Way(lambda: fleet(1, source), plain, start),
        beside: Way(two, plain),
        "check, fleet of 2": Way(lambda: fleet(2, source), beside, 2 * start),
    }
    compared(count, "robots", rounds, ways)
    # Several times as much for its many starts: once will do.
    again = "plain loop again"
    compared(count, "robots", 1, {again: Way(loop), "check, xargs -P 2 -n 25": Way(xargs, again)})


def configuration_loop(
    model: fb.Model, link: str, count: int, starts: Sequence[int], chunk: int, folder: Path
) -> None:
    """What a fleet does for its chunks: configurations, columns, files.

    It gets a model that is ready; that a worker makes one is part of its start.
    """
    source = Samples(count)
    for start in starts:
        q = source.rows(model, start, min(start + chunk, count))
        write_columns(folder / f"plain-{start}.parquet", {"q": q, **reach(model, q, link=link)})


def configurations(folder: Path, count: int, name: str, link: str, chunk: int, rounds: int) -> None:
    model = fb.Model(fb.load(name))
    starts = range(0, count, chunk)
    fresh = (folder / f"c{number}" for number in range(1 << 30))

    def loop(some: Sequence[int] = starts) -> tuple[object, ...]:
        return model, link, count, some, chunk, folder

    def fleet(workers: int, number: int) -> None:
        output, job = next(fresh), partial(reach, link=link)
        source = Samples(number)
        map_configurations(model, job, source, output=output, chunk=chunk, workers_count=workers)
        rmtree(output)

    start = started("configurations, fleet of 1", lambda: fleet(1, 1))
    plain, beside = "configurations, plain loop", "two plain loops side by side"
    ways = {
        plain: Way(lambda: configuration_loop(*loop())),
        "configurations, fleet of 1": Way(lambda: fleet(1, count), plain, start),
        beside: Way(
            lambda: side_by_side(configuration_loop, *(loop(starts[k::2]) for k in range(2))), plain
        ),
        "configurations, fleet of 2": Way(lambda: fleet(2, count), beside, 2 * start),
    }
    compared(count, "configurations", rounds, ways)


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


def nothing(task: tuple[int, bytes]) -> int:
    """A task that takes no time, with as many bytes as a chunk has."""
    return task[0]


def wait(task: tuple[int, bytes]) -> int:
    """A task that takes some seconds."""
    sleep(WAIT)
    return task[0]


WAIT = 2.0
QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.http.routes": [],
    "distributed.scheduler.http.routes": [],
    "distributed.scheduler.work-stealing": False,
    "distributed.admin.system-monitor.interval": "60s",
    "distributed.admin.tick.interval": "10s",
    "distributed.admin.tick.limit": "600s",
    "distributed.comm.timeouts.connect": "300s",
    "distributed.comm.timeouts.tcp": "600s",
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
}
"""What many workers in one process do besides working is left out."""


def packed_sizes() -> tuple[int, int]:
    """Bytes of a task for a robot, and for a chunk of configurations, as a cluster gets them."""
    import pickle
    import zlib

    from fourbar.fleet.configurations import Chunk, compute
    from fourbar.fleet.rows import Limits, Place, Task
    from fourbar.fleet.running import do_tasks

    place = Place("robots/arm.urdf", "/data/robots/arm.urdf")
    one = Task((place,), "check", "{}", "/data/results", Limits(), True, True)
    model = fb.Model(fb.load("gallery:ur20"))
    packed = zlib.compress(pickle.dumps((model, partial(reach, link="tool0"), Samples(10**10))))
    chunk = Chunk(packed, 0, 0, 1 << 20, "/data/results/chunk-0000000.parquet", True)
    return len(pickle.dumps((do_tasks, (one,)))), len(pickle.dumps((compute, chunk)))


def simulate(count: int) -> None:
    """Many workers of one thread each in this process: what scheduler and client manage."""
    import dask

    dask.config.set(QUIET)  # before the other one is imported
    from distributed import Client, LocalCluster

    sizes = packed_sizes()
    print(f"bytes of a task: {sizes[0]:,} for a robot, {sizes[1]:,} for a chunk")
    options = {"n_workers": count, "threads_per_worker": 1, "processes": False}
    since = perf_counter()
    with (
        LocalCluster(
            **options,
            dashboard_address=None,
            worker_dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        Client(cluster, timeout="300s") as client,
        workers_of(client, threads=False) as where,
    ):
        print(f"{count} workers of one thread in one process, up in {perf_counter() - since:.0f} s")
        for function, size, tasks, seconds in (
            (nothing, sizes[0], 20 * count, 0.0),
            (nothing, sizes[1], 20 * count, 0.0),
            (wait, sizes[1], 10 * count, WAIT),
        ):
            packed = os.urandom(max(0, size - 100))
            done: set[object] = set()

            def through(
                function: Callable[[tuple[int, bytes]], int] = function,
                packed: bytes = packed,
                tasks: int = tasks,
                done: set[object] = done,
            ) -> None:
                given = ((k, packed) for k in range(tasks))
                done |= {result for _, result in gather(where, function, given)}

            spent = cost(through)
            assert done == set(range(tasks))
            share = f", workers busy {tasks * seconds / count / spent.seconds:.0%}"
            print(
                f"{tasks:,} tasks of {size:,} bytes and {seconds:g} s: "
                f"{tasks / spent.seconds:,.0f} tasks/s, {spent.cpu / tasks * 1e3:.2f} ms of CPU "
                f"each{share if seconds else ''}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--robots", type=int, default=3000)
    parser.add_argument("--configurations", type=int, default=4_000_000)
    parser.add_argument("--rounds", type=int, default=2)
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
            robots(Path(folder), args.robots, args.rounds)
        if args.configurations:
            configurations(Path(folder), args.configurations, *args.robot, args.chunk, args.rounds)


if __name__ == "__main__":
    main()
