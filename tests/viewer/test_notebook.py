"""Pages in notebooks: frames through the kernel instead of a WebSocket and HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any

import pytest

import fourbar as fb
from fourbar.viewer import View, limits, notebook
from fourbar.viewer.messages import KernelFrame
from fourbar.viewer.notebook import NotebookPages

WAIT = 20.0


class Notebook:
    """A notebook's end of the channel."""

    def __init__(self, view: View) -> None:
        self.sent: SimpleQueue[tuple[KernelFrame, Sequence[bytes]]] = SimpleQueue()
        self.pages = NotebookPages(view._backstage, lambda *frame: self.sent.put(frame))

    def say(self, kind: str, *buffers: bytes, page: str = "a", **members: Any) -> None:
        self.pages.receive({"page": page, "kind": kind, **members}, buffers)

    def hear(self, kind: str, *, page: str = "a", type: str | None = None) -> dict[str, Any]:
        """The next frame of a kind; of a message, what it says, of a type if one is given."""
        while True:
            frame, buffers = self.sent.get(timeout=WAIT)
            if frame["kind"] != kind or frame["page"] != page:
                continue
            if kind != "message":
                return {**frame, "buffers": buffers}
            message = json.loads(frame.get("text", ""))
            if type is None or message["type"] == type:
                return message


@pytest.fixture
def view() -> Iterator[View]:
    with fb.view("gallery:four_bar", open=False) as shown:
        next(iter(shown)).ready(WAIT)
        yield shown


def test_a_page_is_greeted_and_moves_the_robot(view: View) -> None:
    book = Notebook(view)
    book.say("open")
    book.hear("open")
    scene = book.hear("message", type="scene")
    assert [robot["name"] for robot in scene["robots"]] == ["four_bar"]
    assert view.pages == 1
    moved: SimpleQueue[float] = SimpleQueue()
    view.on_change(lambda robot: moved.put(robot.values["crank"]))  # pyright: ignore[reportArgumentType]
    robot = scene["robots"][0]["id"]
    book.say("message", text=json.dumps({"type": "pose", "robot": robot, "values": {"crank": 0.5}}))
    assert moved.get(timeout=WAIT) == pytest.approx(0.5, abs=1e-12)
    view.set({"crank": 0.4})
    assert book.hear("message", type="pose")["values"]["crank"] == pytest.approx(0.4, abs=1e-12)


def test_pages_of_one_widget_see_each_others_moves(view: View) -> None:
    book = Notebook(view)
    for page in "ab":
        book.say("open", page=page)
        scene = book.hear("message", page=page, type="scene")
    robot = scene["robots"][0]["id"]
    pose = {"type": "pose", "robot": robot, "values": {"crank": 0.3}}
    book.say("message", text=json.dumps(pose))
    assert book.hear("message", page="b", type="pose")["values"] == {"crank": 0.3}


def test_files_come_in_pieces(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PIECE_BYTES", 1000)
    book = Notebook(view)
    address = next(iter(view._backstage.scene.robots.values())).addresses["robot.glb"]
    whole = view._backstage.scene.file(address)
    assert whole is not None
    received = b""
    while len(received) < len(whole):
        book.say("fetch", address=address, start=len(received))
        piece = book.hear("piece")
        assert (piece["size"], piece["start"]) == (len(whole), len(received))
        assert 0 < len(piece["buffers"][0]) <= 1000
        received += piece["buffers"][0]
    assert received == whole


def test_the_page_itself_is_a_file(view: View) -> None:
    book = Notebook(view)
    book.say("fetch", address=view._backstage.notebook_address, start=0)
    assert book.hear("piece")["buffers"][0].startswith(b"<!doctype html>")


@pytest.mark.parametrize(
    "address", ["", "robots/r1/1/../../x", "/etc/passwd", "robots/r9/1/robot.glb"]
)
def test_other_files_do_not_exist(view: View, address: str) -> None:
    book = Notebook(view)
    book.say("fetch", address=address, start=0)
    piece = book.hear("piece")
    assert (piece["size"], piece["buffers"]) == (None, ())


def test_uploads_come_as_bytes(view: View) -> None:
    book = Notebook(view)
    book.say("open")
    text = b'<robot name="sent"><link name="a"/></robot>'
    files = [{"path": "sent.urdf", "size": len(text)}]
    book.say("message", text=json.dumps({"type": "upload", "name": "sent", "files": files}))
    book.say("bytes", text[:10], text[10:])
    while book.hear("message", type="robot")["robot"]["name"] != "sent":
        pass
    assert [handle.key for handle in view] == ["sent"]


def test_a_page_that_goes_is_counted_no_more(view: View) -> None:
    book = Notebook(view)
    for page in "ab":
        book.say("open", page=page)
        book.hear("open", page=page)
    book.say("close")
    book.say("open", page="c")
    book.hear("message", page="c")
    assert view.pages == 2


def test_a_silent_page_is_let_go_and_comes_back(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Notebook(view)
    book.say("open")
    book.hear("message", type="scene")
    monkeypatch.setattr(limits, "SILENT_SECONDS", -1.0)
    book.say("alive", page="b")
    book.hear("close")
    monkeypatch.undo()
    book.say("alive")
    book.hear("close")
    book.say("open")
    book.hear("message", type="scene")


def test_too_many_pages_are_refused(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PAGES", 1)
    book = Notebook(view)
    book.say("open")
    book.hear("message", type="scene")
    book.say("open", page="b")
    assert book.hear("close", page="b")["text"] == "too many pages are showing this robot"


def test_a_closed_view_says_so(view: View) -> None:
    book = Notebook(view)
    book.say("open")
    book.hear("message", type="scene")
    view.close()
    book.hear("close")
    book.say("open")
    assert book.hear("close")["text"] == "the view is closed"


@pytest.mark.parametrize(
    "content", [None, [], {}, {"page": 1, "kind": "open"}, {"page": "a", "kind": "x"}]
)
def test_what_no_page_sends_is_left_alone(view: View, content: object) -> None:
    book = Notebook(view)
    book.pages.receive(content, ())
    with pytest.raises(Empty):
        book.sent.get(timeout=0.1)


def test_a_widget_has_no_file_in_its_state(view: View) -> None:
    pytest.importorskip("anywidget")
    widget = view.widget(height=300)
    state = json.dumps({key: widget.get_state()[key] for key in ("_esm", "address", "height")})
    assert len(state) < 10_000
    assert '"height": 300' in state


def test_without_anywidget_the_way_out_is_named(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(notebook.NotebookError, match=r"pip install 'fourbar\[notebook\]'"):
        view.widget()
    # A frame of the local server does where kernel and browser share a machine.
    shown, _ = view._repr_mimebundle_()
    assert view.url in shown["text/html"]
