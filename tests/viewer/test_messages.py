"""Messages have the shapes that viewer/messages defines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fourbar.viewer.conform import conforms
from fourbar.viewer.messages import MalformedError, read_page_message, replaces

MOVED: dict[str, Any] = {"type": "pose", "robot": "r1", "values": {"a": 1.0, "b": [1, 2.5]}}
UPLOAD: dict[str, Any] = {"type": "upload", "name": "x", "add": False, "files": []}


@pytest.mark.parametrize(
    "message",
    [
        MOVED,
        {**MOVED, "play": "start"},
        {**MOVED, "more": 1},
        {"type": "explain", "code": "R201"},
        UPLOAD,
        {**UPLOAD, "files": [{"path": "a/b.urdf", "size": 3}]},
    ],
)
def test_pages_may_send(message: dict[str, Any]) -> None:
    assert read_page_message(json.dumps(message)) == message


@pytest.mark.parametrize(
    "message",
    [
        {**MOVED, "values": {"a": "1"}},
        {**MOVED, "values": {"a": True}},
        {**MOVED, "values": {"a": [1.0, None]}},
        {**MOVED, "play": "later"},
        {**MOVED, "play": None},
        {"type": "explain"},
        {**UPLOAD, "add": 1},
        {**UPLOAD, "files": [{"path": "a"}]},
        {**UPLOAD, "files": [{"path": "a", "size": 1.5}]},
        {**UPLOAD, "files": [{"path": "a", "size": True}]},
    ],
)
def test_malformed_messages_of_pages_are_refused(message: object) -> None:
    with pytest.raises(MalformedError):
        read_page_message(json.dumps(message))


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "{}", '{"type": 3}', '{"type": "scene"}', '{"type": NaN}', "[" * 5000],
)
def test_what_no_page_sends_is_ignored(text: str) -> None:
    assert read_page_message(text) is None


def test_a_type_without_a_form_in_json_is_an_error() -> None:
    with pytest.raises(TypeError, match="JSON"):
        conforms(3j, complex)


def test_newer_messages_replace_waiting_ones_of_the_same_robot() -> None:
    one = replaces({"type": "pose", "robot": "r1", "values": {}})
    assert one == replaces({"type": "pose", "robot": "r1", "values": {"a": 1.0}})
    assert one != replaces({"type": "pose", "robot": "r2", "values": {}})
    assert one != replaces(
        {"type": "play", "robot": "r1", "joints": [], "times": [], "values": [], "loop": False}
    )
    assert replaces({"type": "notice", "severity": "info", "text": "a"}) is None


def test_numbers_are_finite() -> None:
    assert conforms(1, float)
    assert not conforms(float("inf"), float)
