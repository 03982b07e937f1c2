"""Where tasks run: local workers, a Dask cluster, or what the caller has."""

from __future__ import annotations

import ast
import asyncio
import sys
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from socket import create_connection
from time import monotonic, sleep
from typing import Any, cast

from .._native import available_cores
from . import limited
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
    if count is not None and count < 1:
        raise ValueError(f"workers_count must be positive, got {count}")
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

        # A fork of a process with threads may hang; a new interpreter does not. Ctrl-C reaches all
        # processes of a terminal, and is for the one that waits.
        return ProcessPoolExecutor(
            count, get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_IGN)
        )

    def renewed() -> Executor:
        found.executor.shutdown(wait=False, cancel_futures=True)
        return made()

    if not threads:
        check_guard()
    found = Workers(made(), count, renewed)
    try:
        yield found
    except KeyboardInterrupt:
        _stop(found.executor, threads)
        raise
    finally:
        found.executor.shutdown(wait=True, cancel_futures=True)


def _stop(executor: Executor, threads: bool) -> None:
    """End what runs: whatever it writes is whole or not there, and is done again the next time."""
    if threads:
        executor.shutdown(wait=False, cancel_futures=True)  # nothing else may begin
        limited.stop_all()
        return
    processes: dict[int, Any] | None = getattr(executor, "_processes", None)
    for process in list((processes or {}).values()):
        process.terminate()


def check_guard() -> None:
    """FleetError where the script that runs would be run again by every worker, or is not there.

    New processes import the script. What it does there is done in each of them, except below a
    condition on `__name__`; whether it is at such a place now can be read from its text.
    """
    main: Any = sys.modules.get("__main__")
    file = getattr(main, "__file__", None)
    spec = getattr(main, "__spec__", None)
    if file is None or (spec is not None and spec.name.rpartition(".")[2] == "__main__"):
        return  # not a script: a notebook, a prompt, `python -c` or `python -m package`
    if not Path(file).is_file():  # `python - < script`
        raise FleetError(
            f"workers import the script that runs, and '{file}' is not a file; save it"
        )
    frame: Any = sys._getframe()  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals is vars(main):
            break
        frame = frame.f_back
    else:
        return  # another thread
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    for statement in tree.body:
        if statement.lineno <= frame.f_lineno <= (statement.end_lineno or 0):
            if any(isinstance(x, ast.Name) and x.id == "__name__" for x in ast.walk(statement)):
                return
            raise FleetError(
                f"line {frame.f_lineno} of '{Path(file).name}' starts workers that import this "
                "script, and would run it again in each of them; put it below "
                "'if __name__ == \"__main__\":'"
            )


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


def _connected(address: str, *, seconds: float = 10) -> Any:
    """A client of the scheduler at an address; TLS is configured as for all of Dask."""
    try:
        from distributed import Client  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]
    except ImportError:
        raise FleetError(_NEEDS) from None
    made: Any = Client
    try:
        # A client that was made in vain tells so later, once more and at length.
        _check_address(address, seconds)
        _greet(address, seconds)
        return made(address, timeout=f"{seconds}s", set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        why = getattr(error, "strerror", None) or str(error) or "no answer"
        raise FleetError(f"cannot connect to the cluster at '{address}': {why}") from error


def _check_address(address: str, seconds: float) -> None:
    """ValueError for what cannot be the address of a scheduler; OSError where nobody listens.

    Dask would try for as long as it may wait, also where a connection is refused at once.
    """
    from distributed.comm import addressing, registry  # pyright: ignore[reportMissingTypeStubs]

    words: Any = addressing
    scheme, place = words.parse_address(address)
    known = sorted(name for name in cast("Any", registry).backends if name != "inproc")
    if scheme not in known:
        raise ValueError(f"expected one of {', '.join(known)} before '://'")
    if scheme in ("tcp", "tls"):
        host, port = words.parse_host_port(place)
        create_connection((host, port), timeout=seconds).close()


def _greet(address: str, seconds: float) -> None:
    """Say hello to a scheduler; OSError where what listens there is something else."""
    from distributed.comm.core import connect  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]
    from distributed.security import Security  # pyright: ignore[reportMissingTypeStubs]

    async def hello() -> None:
        arguments: Any = cast("Any", Security)().get_connection_args("client")
        comm: Any = await cast("Any", connect)(address, timeout=seconds, **arguments)
        comm.abort()

    async def in_time() -> None:
        await asyncio.wait_for(hello(), seconds)

    try:
        with ThreadPoolExecutor(1) as thread:  # there may be a loop in this one, as in notebooks
            thread.submit(lambda: asyncio.run(in_time())).result()
    except MemoryError as error:  # it takes what it reads for the length of a message
        raise OSError("what answers there is not a Dask scheduler") from error
    except TimeoutError as error:
        raise OSError(f"no Dask scheduler answers within {seconds:g} s") from error


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
