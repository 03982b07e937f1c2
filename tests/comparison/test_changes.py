"""Every physical change is found, where it was made and nowhere else."""

from __future__ import annotations

import random

import pytest

import fourbar as fb
from fourbar import gallery
from fourbar.urdf.write import write_urdf

from .changes import CHANGES, faults


@pytest.mark.parametrize("make", CHANGES, ids=lambda x: x.__name__)
def test_a_change_is_found_at_its_place(make):
    rng = random.Random(make.__name__)
    made = 0
    for name in rng.sample(gallery.names(), len(gallery.names())):
        robot = fb.load(f"gallery:{name}")
        change = make(robot, rng)
        if change is not None and made < 4:
            assert list(faults(robot, change)) == [], f"{name}: {change.path}"
            made += 1
    assert made >= 1


@pytest.mark.parametrize("seed", range(12))
def test_the_place_is_the_text_that_was_changed(seed):
    """Both files have the number at the place: as it was, and as it is now."""
    rng = random.Random(seed)
    name = rng.choice(gallery.names())
    text = write_urdf(fb.load(f"gallery:{name}"))
    numbers = [
        (i, line.index('mass value="') + len('mass value="'))
        for i, line in enumerate(text.splitlines())
        if 'mass value="' in line
    ]
    row, column = rng.choice(numbers)
    lines = text.splitlines()
    old = lines[row][column:].partition('"')[0]
    new = f"{float(old) * 2 + 1:g}"
    lines[row] = lines[row][:column] + new + lines[row][column + len(old) :]
    other = "\n".join(["<!-- one line further down -->", *lines[1:]])
    found = fb.compare(fb.loads(text), fb.loads(f"{lines[0]}\n{other}"))
    first = found.differences[0]
    assert first.category == "mass"
    assert (first.a.span.line, first.a.span.column) == (row + 1, column + 1)
    assert (first.b.span.line, first.b.span.column) == (row + 2, column + 1)
    assert first.deviation is not None
