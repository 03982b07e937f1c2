"""Answers what pages send over the live link."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any

from .pose import read_pose
from .scene_changes import SceneChanges
from .upload import Uploads

if TYPE_CHECKING:
    from .backstage import Backstage
    from .client import Client
    from .handle import RobotHandle
    from .messages import (
        AskForcesMessage,
        FixMessage,
        MovedMessage,
        PageMessage,
        ServerMessage,
        TargetMovedMessage,
    )
    from .mover import RobotMover

Callback = Callable[["RobotHandle"], object]
_LONGEST_STATE = 100_000
log = logging.getLogger("fourbar.viewer")


class PageAnswers:
    """Answers pages, passes poses on, and calls back into Python."""

    def __init__(self, view: Backstage) -> None:
        self._view = view
        self.callbacks: list[Callback] = []
        self._caller = _Caller()
        self._changes = SceneChanges(view)
        self._uploads = Uploads(view, self._changes)

    def close(self) -> None:
        """Call back no more."""
        self._caller.close()

    # In the server's thread

    def greet(self) -> Iterable[ServerMessage]:
        """What a page that comes is told: the scene, what is being played, and what it offers."""
        scene = self._view.scene
        with scene.lock:
            playing = [shown.playing for shown in scene.robots.values()]
            start = self._changes.start()
            playing = [message for message in playing if message is not None]
            return [scene.message(), *playing, self._view.marks.message(), start]

    async def receive(self, client: Client, message: PageMessage | bytes) -> None:
        """Take one message of a page."""
        if isinstance(message, bytes):
            await self._uploads.receive(client, message)
            return
        match message["type"]:
            case "pose":
                self._pose(client, message)
            case "explain":
                await self._explain(client, message["code"])
            case "forces":
                await self._forces(client, message)
            case "coverage":
                await self._coverage(client, message["robot"])
            case "reply":
                self._view.take_reply(message)
            case "source":
                await self._source(client, message["robot"])
            case "html":
                await self._html(client, message["state"])
            case "target":
                self._target(message)
            case "open":
                self._changes.open(client, message)
            case "choose":
                self._changes.choose(client, message)
            case "remove":
                self._changes.remove(message["robot"])
            case "restore":
                self._changes.restore()
            case "fix":
                await self._fix(client, message)
            case "drop":
                await self._drop(client, message["robot"])
            case "upload":
                await self._uploads.begin(client, message)

    def _pose(self, client: Client, message: MovedMessage) -> None:
        mover = self._view.mover(message["robot"])
        if mover is None:
            return
        pose = read_pose(message["values"], mover.shown.robot, mover.planar)
        if not pose or not mover.moved_by_page(pose, client, play=message.get("play")):
            return
        if self.callbacks or mover.callbacks:
            self._caller.put(mover.id, lambda: self._call(mover))

    def _target(self, message: TargetMovedMessage) -> None:
        pulled = self._view.marks.pulled(message)
        if pulled is not None:
            target, callback = pulled
            self._caller.put(message["id"], lambda: self._safely(callback, target, "target"))

    async def _source(self, client: Client, robot: str) -> None:
        import asyncio

        from .source_text import source_message

        shown = self._view.scene.robots.get(robot)
        if shown is not None:
            client.put(await asyncio.to_thread(source_message, shown))

    async def _html(self, client: Client, state: str) -> None:
        import asyncio

        answer = await asyncio.to_thread(self._view.html_file, state[:_LONGEST_STATE])
        client.put(answer)

    async def _explain(self, client: Client, code: str) -> None:
        import asyncio

        text = await asyncio.to_thread(_explanation, code[:64])
        client.put({"type": "explanation", "code": code[:64], "markdown": text})

    async def _fix(self, client: Client, message: FixMessage) -> None:
        import asyncio

        answer = await asyncio.to_thread(self._changes.diff, message)
        if isinstance(answer, str):
            client.put({"type": "notice", "severity": "error", "text": answer})
        else:
            client.put(answer)

    async def _forces(self, client: Client, message: AskForcesMessage) -> None:
        import asyncio

        mover = self._view.mover(message["robot"])
        if mover is None:
            return
        pose = read_pose(message["values"], mover.shown.robot, mover.planar)
        client.put(await asyncio.to_thread(mover.forces_message, pose))

    async def _coverage(self, client: Client, robot: str) -> None:
        import asyncio

        mover = self._view.mover(robot)
        if mover is not None:
            client.put(await asyncio.to_thread(mover.coverage_message))

    async def _drop(self, client: Client, robot: str) -> None:
        import asyncio

        mover = self._view.mover(robot)
        if mover is None:
            return
        reason = await asyncio.to_thread(_let_go, mover.handle)
        if reason is not None:
            client.put({"type": "notice", "severity": "error", "text": reason})

    # In the thread of callbacks

    def _call(self, mover: RobotMover) -> None:
        for callback in (*mover.callbacks, *self.callbacks):
            self._safely(callback, mover.handle, "on_change")

    def _safely(self, callback: Callable[[Any], object], argument: object, what: str) -> None:
        """Call a function of the user's; what it raises is logged and shown."""
        try:
            callback(argument)
        except Exception as error:
            name = getattr(callback, "__name__", type(callback).__name__)
            log.exception("%s callback '%s' failed", what, name)
            text = f"{what} callback '{name}' failed: {type(error).__name__}: {error}"
            self._view.notice("error", text)


def _let_go(handle: RobotHandle) -> str | None:
    """Drop a robot; why that cannot be done, or None."""
    from ..error import FourbarError

    try:
        handle.drop()
    except (FourbarError, ValueError) as error:
        return f"{handle.key} cannot be let go: {error}"
    return None


def _explanation(code: str) -> str:
    from ..lint.catalogue import page
    from ..rules.registry import lookup

    rule = lookup(code)
    return f"Unknown rule `{code}`." if rule is None else page(rule)


class _Caller:
    """Calls functions in a thread of its own, each once for all moves that came meanwhile."""

    def __init__(self) -> None:
        self._moved: dict[str, Callable[[], None]] = {}
        self._changed = Condition()
        self._closed = False
        self._thread: Thread | None = None

    def put(self, key: str, call: Callable[[], None]) -> None:
        """Note that something was moved, and what to call then."""
        with self._changed:
            if self._closed:
                return
            self._moved[key] = call
            if self._thread is None:
                self._thread = Thread(target=self._run, name="fourbar on_change", daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """End the thread after the call it is in."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._moved or self._closed)
                if self._closed:
                    return
                call = self._moved.pop(next(iter(self._moved)))
            call()
