"""The long run by hand: `python -m tests.comparison.sweep rewrites|changes|operations N [SEED]`.

Random robots of the gallery and the corpus: rewrites must make no difference, changes must be found
where they were made, operations must leave the same robot and come undone. Prints what went wrong
and how much was run; the exit status is 1 where anything went wrong.
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator

import fourbar as fb
from fourbar import gallery
from fourbar.record import replace

from ..conftest import CORPUS
from ..robot.operations import OTHER, SAME
from .changes import CHANGES, faults
from .rewrites import REWRITES, composed

_LARGEST = 150
"""Links of a robot; larger ones are left out for time."""

Trial = Callable[[fb.Robot, random.Random, int], tuple[str, str]]
"""A robot to what was done (empty where nothing could be) and what went wrong (empty: nothing)."""


def robots(rng: random.Random) -> Iterator[tuple[str, fb.Robot]]:
    """Robots without errors, a third of them from the gallery, for ever."""
    shelf = [f"gallery:{name}" for name in gallery.names()]
    files = sorted(str(p) for p in CORPUS.rglob("*") if p.suffix.lower() == ".urdf")
    known: dict[str, fb.Robot | None] = {}
    while True:
        file = rng.choice(shelf if rng.random() < 0.33 or not files else files)
        if file not in known:
            try:
                known[file] = _sprung(fb.load(file, strict=True))
                fb.compare(known[file], known[file], poses=0)
            except (fb.FourbarError, OSError):
                known[file] = None
        robot = known[file]
        if robot is not None and robot.joints and len(robot.links) <= _LARGEST:
            yield file, robot


def _sprung(robot: fb.Robot) -> fb.Robot:
    """With a spring at every second joint of one position, since few descriptions have any."""
    single = [joint for joint in robot.joints if joint.dof == 1][::2]
    springs = [fb.Spring(2.0 + number, 0.125 * number - 0.5) for number in range(len(single))]
    return robot.update(
        *(replace(joint, spring=own) for joint, own in zip(single, springs, strict=True))
    )


def rewrite(robot: fb.Robot, rng: random.Random, number: int) -> tuple[str, str]:
    steps = rng.sample(REWRITES, rng.randint(1, 3))
    other, names = composed(robot, steps, rng)
    found = fb.compare(robot, other, names=names)
    what = " + ".join(step.__name__ for step in steps)
    return what, "" if found.equal else f"{what}\n{found}"


def change(robot: fb.Robot, rng: random.Random, number: int) -> tuple[str, str]:
    make = CHANGES[number % len(CHANGES)]
    made = make(robot, rng)
    if made is None:
        return "", ""
    wrong = list(faults(robot, made))
    return make.__name__, f"{make.__name__} {made.path}: {wrong}" if wrong else ""


def operation(robot: fb.Robot, rng: random.Random, number: int) -> tuple[str, str]:
    operations = (*SAME, *OTHER)
    operate = operations[number % len(operations)]
    try:
        done = operate(robot, rng)
    except fb.RobotError:
        return f"{operate.__name__} refused", ""
    if operate in SAME:
        found = fb.compare(robot, done.robot)
        if not found:
            return operate.__name__, f"{operate.__name__}\n{found}"
    if done.back is not None:
        found = fb.compare(robot, done.back, strict_names=True)
        if not found:
            return operate.__name__, f"{operate.__name__}, undone\n{found}"
    return operate.__name__, ""


TRIALS: dict[str, Trial] = {"rewrites": rewrite, "changes": change, "operations": operation}


def run(kind: str, count: int, seed: int) -> int:
    """Run so many trials; how many went wrong."""
    warnings.simplefilter("ignore")
    rng, began = random.Random(seed), time.perf_counter()
    done: Counter[str] = Counter()
    files: set[str] = set()
    wrong = 0
    for file, robot in robots(rng):
        total = sum(done.values())
        if total == count:
            break
        what, fault = TRIALS[kind](robot, rng, total)
        if what:
            done[what if kind != "rewrites" else kind] += 1
            files.add(file)
        if fault:
            wrong += 1
            print(f"{file}: {fault}", flush=True)
    took = time.perf_counter() - began
    print(f"{count} {kind} of {len(files)} robots, {wrong} wrong, {took:.0f} s: {dict(done)}")
    return wrong


if __name__ == "__main__":
    words = sys.argv[1:]
    raise SystemExit(run(words[0], int(words[1]), int((words[2:] or ["0"])[0])) > 0)
