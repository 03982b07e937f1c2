"""Fleets beside a plain loop: robots and configurations per second, and memory against size.

    python benchmarks/fleet.py [--robots N] [--configurations N] [--robot gallery:NAME LINK]

Processor time is that of all processes, so that the overhead shows on a busy machine too.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

import fourbar as fb
from fourbar.fleet import Samples, map_configurations, reach
from fourbar.fleet.tables import write_columns

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

    def loop() -> None:
        for file in files:
            text = fb.check(file).render("json")
            (folder / f"{file.stem}.json").write_text(text)

    measured("check, plain loop", count, "robots", loop)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--robots", type=int, default=1000)
    parser.add_argument("--configurations", type=int, default=1_000_000)
    parser.add_argument("--robot", nargs=2, default=("gallery:ur20", "tool0"))
    parser.add_argument("--chunk", type=int, default=1 << 16)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if args.robots:
            robots(Path(folder), args.robots)
        if args.configurations:
            configurations(Path(folder), args.configurations, *args.robot, args.chunk)


if __name__ == "__main__":
    main()
