"""Tasks that go to a worker together: small robots in blocks, large ones by themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from .rows import Row, Task

_LENGTH = 0.1
"""How long a block should take [s]: a row is seen that much later than it could be."""
_MOST = 32
_BYTES = 1 << 15
"""Of all requests of a block: no more than a pipe takes while nobody reads."""


class Blocks(Iterator[tuple[Task, ...]]):
    """Blocks of tasks, as large as the last ones let expect; not `together`, of one task each.

    A block whose robots take longer than expected comes back with some of its tasks not done
    (`note`); these come first then. So there may be another one after there was none.
    """

    def __init__(self, tasks: Iterable[Task], *, together: bool) -> None:
        self._tasks = iter(tasks)
        self._back: deque[Task] = deque()
        self._together = together
        self._size = 1

    def __next__(self) -> tuple[Task, ...]:
        """The next block."""
        block: list[Task] = []
        room = _BYTES
        while len(block) < self._size and room > 0:
            task = self._back.popleft() if self._back else next(self._tasks, None)
            if task is None:
                break
            block.append(task)
            room -= 300 + len(task.options) + 3 * len(task.output) + 33 * len(task.kept)
            room -= sum(len(place.name) + len(place.path) for place in task.places)
        if not block:
            raise StopIteration
        return tuple(block)

    def note(self, block: Sequence[Task], result: Sequence[Sequence[Row]]) -> None:
        """Take back what was not done, and learn how long robots take."""
        self._back.extend(block[len(result) :])
        if self._together:
            spent = sum(row.seconds for rows in result for row in rows if not row.resumed)
            mean = spent / max(1, len(result))
            self._size = min(_MOST, 2 * self._size, max(1, int(_LENGTH / max(mean, 1e-9))))
