"""The server: what it serves, to whom, and nothing else."""

from __future__ import annotations

import json
import socket
import struct
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from fourbar.viewer.limits import MAX_MESSAGE, MAX_PAGES

from .page import PATIENCE, get


def token(view) -> str:
    return urlsplit(view.url).path


def host(view) -> str:
    return urlsplit(view.url).netloc


def test_the_page_comes_with_a_strict_policy(view):
    response, body = get(view.url, token(view))
    assert response.status == 200
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert b"<title>" in body
    policy = response.headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert directives["style-src"] == "'self'"
    assert directives["connect-src"] == f"'self' ws://{host(view)} data: blob:"
    assert directives["base-uri"] == directives["form-action"] == "'none'"
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy.replace("wasm-unsafe-eval", "")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "no-referrer"


def test_the_files_of_the_page_have_their_types(view):
    for name, kind in (("index.js", "text/javascript"), ("index.css", "text/css")):
        response, body = get(view.url, f"{token(view)}assets/{name}")
        assert (response.status, bool(body)) == (200, True)
        assert response.headers["Content-Type"].startswith(kind)


@pytest.mark.parametrize("path", ["/", "/live", "/wrong/", "/wrong/live", "/index.html", "//"])
def test_without_the_token_there_is_nothing(view, path):
    response, body = get(view.url, path)
    assert (response.status, body) == (404, b"")


@pytest.mark.parametrize(
    "path",
    [
        "../page.py",
        "assets/../../page.py",
        "assets/..%2f..%2fpage.py",
        "%2e%2e/page.py",
        "assets/%2e%2e/%2e%2e/page.py",
        "..\\page.py",
        "/etc/passwd",
        "//etc/passwd",
        "file:///etc/passwd",
        "robots/../../page.py",
        "robots/r1/1/../../../index.html",
        "robots/r1/1/robot.urdf",
        "robots/r1/0/robot.glb",
        "robots/r2/1/robot.glb",
        "robots/",
        "assets",
        "assets/",
        "assets/index.js%00.css",
        ".",
        "..",
    ],
)
def test_no_path_of_the_disk_is_served(view, arm, path):
    assert view.add(arm).ready(PATIENCE)
    response, body = get(view.url, token(view) + path)
    assert (response.status, body) == (404, b"")


@pytest.mark.parametrize(
    "name", ["evil.example:{port}", "127.0.0.1:1", "127.0.0.1", "localhost.evil.example:{port}"]
)
def test_other_hosts_are_refused(view, name):
    port = urlsplit(view.url).port
    response, body = get(view.url, token(view), Host=name.format(port=port))
    assert (response.status, body) == (403, b"")


def test_this_machine_may_be_called_localhost(view):
    name = f"localhost:{urlsplit(view.url).port}"
    assert get(view.url, token(view), Host=name)[0].status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}"])
def test_pages_of_other_sites_are_refused(view, origin):
    address = f"{view.url.replace('http', 'ws')}live"
    origin = origin.format(port=urlsplit(view.url).port)
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert get(view.url, token(view), Origin=origin)[0].status == 403


def test_the_own_page_is_let_in(view):
    origin = view.url.removesuffix(token(view))
    with connect(f"{view.url.replace('http', 'ws')}live", origin=origin) as socket:
        assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "scene"


def test_only_get_is_answered(view):
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert get(view.url, token(view), method=method)[0].status in (400, 405)


def test_a_request_that_is_none_harms_nobody(view):
    port = urlsplit(view.url).port
    for garbage in (b"\x00\xff\xfe\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"G" * 20000):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw:
            raw.sendall(garbage)
    assert get(view.url, token(view))[0].status == 200


def test_messages_that_are_none_are_left_alone(view, arm, open_page):
    view.add(arm)
    page = open_page(view)
    for text in ("", "nonsense", "[]", "{}", '{"type": 3}', '{"type": "surprise"}', "[" * 5000):
        page.socket.send(text)
    page.socket.send(b"bytes that nobody announced")
    for values in ('{"elbow": NaN}', '{"elbow": "x"}', '{"elbow": [1, 2]}', "[1]", '{"no": 1}'):
        page.socket.send(f'{{"type": "pose", "robot": "r1", "values": {values}}}')
    page.send(type="explain", code="P402")
    assert page.until(lambda m: m["type"] == "explanation")["markdown"].startswith("# P402")
    assert view.values == {"elbow": 0.0}


def test_a_message_that_is_too_long_ends_only_its_page(view, open_page):
    greedy, other = open_page(view), open_page(view)
    greedy.socket.send("x" * (MAX_MESSAGE + 1))
    with pytest.raises(ConnectionClosed):
        greedy.until(lambda message: False)
    other.send(type="explain", code="none")
    assert "Unknown rule" in other.until(lambda m: m["type"] == "explanation")["markdown"]


def test_there_is_an_end_to_pages(view, open_page):
    for _ in range(MAX_PAGES):
        assert open_page(view).receive()["type"] == "scene"
    with pytest.raises(ConnectionClosed) as closed:
        open_page(view).receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013


def test_a_page_that_does_not_read_holds_up_no_other(view, arm, open_page):
    handle = view.add(arm)
    assert handle.ready(PATIENCE)
    address = urlsplit(view.url)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE) as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.sendall(
            f"GET {address.path}live HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        page = open_page(view)
        page.receive()
        for number in range(400):  # more than may wait for one page
            text = f"{number} {'x' * 20000}"
            view.notice("info", text)
            assert page.until(lambda m, text=text: m.get("text") == text)["severity"] == "info"
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_closing_ends_pages_and_frees_the_port(view, open_page):
    page = open_page(view)
    page.receive()
    view.close()
    view.close()
    with pytest.raises(ConnectionClosed):
        page.until(lambda _: False)  # what was on its way comes first
    with pytest.raises(ConnectionRefusedError):
        get(view.url, token(view))
