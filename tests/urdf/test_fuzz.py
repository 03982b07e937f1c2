"""No bytes make the reader raise, hang or grow without bound."""

import random
import resource

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fourbar as fb
from fourbar import gallery, graph
from fourbar.formats import connected

SEEDS = [gallery.path(name).read_bytes() for name in gallery.names()]
TOKENS = [
    b"<", b">", b"/>", b'"', b"&", b"&#0;", b"<!--", b"-->", b"<![CDATA[", b"<!DOCTYPE a>", b"\0",
    b"\xff\xfe", b"\xef\xbb\xbf", b"nan", b"1e999", b"-", b"<robot>", b"</robot>", b"<link/>",
    b'name=""', b"<loop>", b"<coupling/>", b"<ratio/>", b"<mimic/>", b"<?xml version='9'?>",
]  # fmt: skip


def mutated(data: bytes, random: random.Random) -> bytes:
    """A few cuts, copies, swaps and insertions."""
    text = bytearray(data)
    for _ in range(random.randint(1, 6)):
        at, to = sorted(random.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + random.choice((1, 8, 200, 5000)))
        match random.randrange(5):
            case 0:
                del text[at:to]
            case 1:
                text[at:at] = text[at:to]
            case 2:
                text[at:at] = random.choice(TOKENS)
            case 3 if text:
                text[min(at, len(text) - 1)] = random.randrange(256)
            case _:
                text[at:to] = random.choice(SEEDS)[at:to]
    return bytes(text)


def read_and_write(data: bytes) -> None:
    reading = fb.read(data)
    load_and_save(reading)
    robot, report = reading
    if robot is not None:
        graph.check(robot, report=report)
    report.render("text")
    if robot is not None:
        again, _ = fb.read(fb.dumps(robot).encode())
        assert again == robot


def load_and_save(reading: fb.Reading) -> None:
    """What remains of a robot has a graph, and is the same after it was written and read."""
    robot, report = connected(reading)
    if robot is None:
        assert not report.ok
        return
    if robot.links:
        graph.AggregateGraph(robot)
    assert not (report.ok and robot is not reading.robot)
    again, _ = connected(fb.read(fb.dumps(robot).encode()))
    assert again == robot


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_mutated_gallery_robots(seed):
    source = random.Random(seed)
    read_and_write(mutated(source.choice(SEEDS), source))


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_any_bytes(data):
    read_and_write(data)


@pytest.mark.slow
@pytest.mark.corpus
@pytest.mark.parametrize("part", range(4))
def test_ten_thousand_mutated_corpus_files(part, corpus_files):
    small = [p.read_bytes() for p in corpus_files if p.stat().st_size < 40_000]

    @settings(max_examples=2500, suppress_health_check=list(HealthCheck))
    @given(st.integers(0, 2**62))
    def check(seed):
        source = random.Random(seed * 4 + part)
        read_and_write(mutated(source.choice(small), source))

    check()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 4 * 2**20  # KiB
