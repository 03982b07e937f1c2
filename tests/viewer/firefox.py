"""Firefox over WebDriver BiDi, which it speaks by itself: no driver between.

Headless it has no WebGL on machines without a graphics card, so it gets a display in memory.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import connect

from .page import PATIENCE

_ADDRESS = re.compile(r"WebDriver BiDi listening on (ws:\S+)")


def find() -> tuple[str, str] | None:
    """The Firefox and the Xvfb of the system, if it has both; FOURBAR_FIREFOX names another."""
    named = os.environ.get("FOURBAR_FIREFOX")
    programs = [named] if named else [shutil.which(name) for name in ("firefox-esr", "firefox")]
    firefox = next(filter(None, programs), None)
    display = shutil.which("Xvfb")
    return None if firefox is None or display is None else (firefox, display)


class Firefox:
    """One page in a Firefox of its own, whose profile is in an empty folder."""

    def __init__(self, programs: tuple[str, str], folder: Path) -> None:
        self.problems: list[str] = []
        self._firefox, self._display = programs
        self._folder = folder
        self._ending = ExitStack()
        self._count = 0

    def __enter__(self) -> Self:
        with self._ending as ending:
            session = connect(f"{self._start(ending)}/session", max_size=None)
            self._socket = ending.enter_context(session)
            self._send("session.new", capabilities={})
            self._send("session.subscribe", events=["log.entryAdded"])
            tree = self._send("browsingContext.getTree")
            self._context = str(tree["contexts"][0]["context"])
            viewport = {"width": 1000, "height": 640}
            self._send("browsingContext.setViewport", context=self._context, viewport=viewport)
            self._ending = ending.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.close()

    def open(self, url: str) -> None:
        """Go to a page."""
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, as JSON has it."""
        answer = self._send(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._context},
            awaitPromise=False,
        )
        if "result" not in answer:
            raise RuntimeError(answer["exceptionDetails"]["text"])
        text = answer["result"].get("value")
        return None if text is None else json.loads(text)

    def wait_for(self, expression: str) -> Any:
        """The value of an expression once it is true."""
        end = time.monotonic() + PATIENCE
        while not (found := self.evaluate(expression)):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.05)
        return found

    def move(self, x: float, y: float) -> None:
        """Move the pointer."""
        self._act(_to(x, y))

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        """Press at a place, go to another on a straight line, and let go."""
        (x, y), (u, v) = start, end
        path = [_to(x + (u - x) * k / steps, y + (v - y) * k / steps) for k in range(steps + 1)]
        down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        self._act(path[0], down, *path[1:], up)

    def _act(self, *actions: dict[str, Any]) -> None:
        mouse = {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": list(actions),
        }
        self._send("input.performActions", context=self._context, actions=[mouse])

    def _start(self, ending: ExitStack) -> str:
        """Start the display and the browser; the address that it listens at."""
        profile = self._folder / "profile"
        profile.mkdir()
        # In software, on machines whose graphics it does not trust.
        (profile / "user.js").write_text('user_pref("webgl.force-enabled", true);\n')
        reading, writing = os.pipe()
        screen = ("-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp")
        with os.fdopen(reading) as number:
            self._run(ending, (self._display, *screen), keep=(writing,))
            os.close(writing)
            display = f":{number.readline().strip()}"
        said = self._folder / "firefox.log"
        arguments = ("--no-remote", "--profile", str(profile), "--remote-debugging-port", "0")
        own = {"HOME": str(self._folder), "DISPLAY": display}
        process = self._run(ending, (self._firefox, *arguments), log=said, own=own)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and process.poll() is None:
            if found := _ADDRESS.search(said.read_text(errors="replace")):
                return found[1]
            time.sleep(0.05)
        raise RuntimeError(f"Firefox did not start: {said.read_text(errors='replace')}")

    def _run(
        self,
        ending: ExitStack,
        command: tuple[str, ...],
        *,
        log: Path | None = None,
        keep: tuple[int, ...] = (),
        own: Mapping[str, str] | None = None,
    ) -> subprocess.Popen[bytes]:
        with (log or Path(os.devnull)).open("wb") as said:
            process = subprocess.Popen(
                command,
                stdout=said,
                stderr=subprocess.STDOUT,
                pass_fds=keep,
                env={**os.environ, **(own or {})},
            )
        ending.callback(process.wait, PATIENCE)
        ending.callback(process.terminate)
        return process

    def _send(self, method: str, **params: Any) -> dict[str, Any]:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(PATIENCE))
            if message["type"] == "event":
                entry = message["params"]
                if entry.get("level") == "error":
                    self.problems.append(entry["text"])
            elif message["type"] == "error":
                raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
            elif message["id"] == self._count:
                return message["result"]


def _to(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 50}
