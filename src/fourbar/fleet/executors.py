"""Where tasks run: local workers, a Dask cluster, or what the caller has."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Any

from .._native import available_cores
from .error import FleetError

_NEEDS = "a cluster needs the packages dask and distributed: pip install 'fourbar[fleet]'"


_PATIENCE = 60
"""How long to wait for a cluster that is gone, or for its first worker [s]."""


class Workers:
    """An executor, how many tasks it may run at once, and how to replace it after a failure."""

    def __init__(
        self, executor: Executor, count: int, renew: Callable[[], Executor] | None = None
    ) -> None:
        self.executor = executor
        self.count = count
        self._renew = renew

    def replaced(self) -> bool:
        """Replace a broken executor; whether that can be done."""
        if self._renew is None:
            return False
        self.executor = self._renew()
        return True


@contextmanager
def workers(where: Any = None, *, count: int | None = None, threads: bool) -> Generator[Workers]:
    """Somewhere to run tasks.

    `where` is None (this machine), the address of a Dask scheduler, a `distributed.Client`, or an
    executor. With `threads`, tasks only wait for processes of their own. What was made here is
    closed in the end; what the caller gave stays open.
    """
    if where is None:
        yield from _local(count or available_cores(), threads)
    elif isinstance(where, str):
        yield from _cluster(where)
    elif hasattr(where, "get_executor"):
        yield _of_client(where)
    elif hasattr(where, "submit"):
        yield Workers(where, count or getattr(where, "_max_workers", available_cores()))
    else:
        raise TypeError(
            "expected an executor, a distributed.Client or the address of a scheduler, got "
            f"{type(where).__name__}"
        )


def _local(count: int, threads: bool) -> Iterator[Workers]:
    def made() -> Executor:
        if threads:
            return ThreadPoolExecutor(count, "fleet")
        from multiprocessing import get_context

        # A fork of a process with threads may hang; a new interpreter does not.
        return ProcessPoolExecutor(count, mp_context=get_context("spawn"))

    def renewed() -> Executor:
        found.executor.shutdown(wait=False, cancel_futures=True)
        return made()

    found = Workers(made(), count, renewed)
    try:
        yield found
    finally:
        found.executor.shutdown(wait=True, cancel_futures=True)


def _cluster(address: str) -> Iterator[Workers]:
    """The workers of a scheduler, which may go and come back meanwhile."""
    clients = [_connected(address)]

    def renewed() -> Executor:
        _close(clients.pop())
        until = monotonic() + _PATIENCE
        while True:
            try:
                clients.append(_connected(address, seconds=5))
                return _of_client(clients[-1]).executor
            except FleetError as error:
                if monotonic() > until:
                    raise FleetError(
                        f"the cluster at '{address}' is gone; run the same again to do what is "
                        "missing"
                    ) from error
                sleep(0.5)

    try:
        first = _of_client(clients[0])
        yield Workers(first.executor, first.count, renewed)
    finally:
        for client in clients:
            _close(client)


def _close(client: Any) -> None:
    """Close a client, whose scheduler may be gone."""
    with suppress(Exception):
        client.close(timeout=2)


def _connected(address: str, *, seconds: int = 10) -> Any:
    """A client of the scheduler at an address; TLS is configured as for all of Dask."""
    try:
        from distributed import Client  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]
    except ImportError:
        raise FleetError(_NEEDS) from None
    made: Any = Client
    try:
        return made(address, timeout=f"{seconds}s", set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise FleetError(f"cannot connect to the cluster at '{address}': {error}") from error


def _of_client(client: Any) -> Workers:
    threads = sum(client.nthreads().values())
    if not threads:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError as error:
            raise FleetError(f"the cluster has no workers after {_PATIENCE} s") from error
        threads = sum(client.nthreads().values())
    # Every task counts by itself, also one that is given again after its worker was lost.
    return Workers(client.get_executor(pure=False), max(1, threads))
