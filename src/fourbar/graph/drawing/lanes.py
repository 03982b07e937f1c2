"""Lanes beside a column of boxes, for edges that jump rows."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush


def lanes(intervals: Sequence[tuple[float, float]]) -> list[int]:
    """A lane for each interval so that intervals in one lane are disjoint; as few as possible.

    Short intervals that start at one place get the inner lanes.
    """
    result = [0] * len(intervals)
    free: list[int] = []
    busy: list[tuple[float, int]] = []
    count = 0
    for i in sorted(range(len(intervals)), key=lambda i: (intervals[i], i)):
        start, end = intervals[i]
        while busy and busy[0][0] < start:
            heappush(free, heappop(busy)[1])
        if free:
            lane = heappop(free)
        else:
            lane, count = count, count + 1
        result[i] = lane
        heappush(busy, (end, lane))
    return result
