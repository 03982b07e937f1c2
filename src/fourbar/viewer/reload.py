"""Hot reload: robots are read again when one of their files changes."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread

from ..watch import INTERVAL, Stamps, stamps
from .scene import ShownRobot

# Looks at files that change all the time before they are read as they are.
_PATIENCE = 4


class Watcher:
    """One thread that looks at the files of all robots.

    A file that is still being written changes again: a robot is read when its files have been
    the same for one look, and after some looks in any case.
    """

    def __init__(self, reload: Callable[[ShownRobot], None], *, interval: float = INTERVAL) -> None:
        self._reload = reload
        self._interval = interval
        self._known: dict[str, tuple[ShownRobot, Stamps]] = {}
        self._lock = Lock()
        self._end = Event()
        self._thread = Thread(target=self._run, name="fourbar viewer watch", daemon=True)
        self._thread.start()

    def watch(self, shown: ShownRobot, known: Stamps) -> None:
        """Look at these files, which were like this when the robot was read."""
        with self._lock:
            self._known[shown.id] = (shown, known)

    def forget(self, id: str) -> None:
        """Look at a robot's files no more."""
        with self._lock:
            self._known.pop(id, None)

    def close(self) -> None:
        """End the thread."""
        self._end.set()

    def _run(self) -> None:
        changing: dict[str, tuple[Stamps, int]] = {}
        while not self._end.wait(self._interval):
            with self._lock:
                known = dict(self._known)
            for id, (shown, before) in known.items():
                now = stamps(before)
                last, looks = changing.get(id, (before, 0))
                if now == before:
                    changing.pop(id, None)
                elif last == now or looks >= _PATIENCE:
                    changing.pop(id, None)
                    with self._lock:
                        if self._known.get(id) == (shown, before):
                            self._known[id] = (shown, now)
                    self._reload(shown)
                else:
                    changing[id] = (now, looks + 1)
