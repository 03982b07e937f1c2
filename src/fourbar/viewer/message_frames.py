"""What a kernel and a page in a notebook send each other: they have no server between them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class PageFrame(TypedDict):
    """What a page in a notebook sends through the kernel: it has no server to connect to.

    `open` and `close` begin and end its line, `alive` says that it is still there. A `message` has
    a PageMessage as `text`; `bytes` come beside the frame, for an upload. `fetch` asks for a file,
    from its byte `start` on.
    """

    page: str
    kind: Literal["open", "close", "alive", "message", "bytes", "fetch"]
    text: NotRequired[str]
    address: NotRequired[str]
    start: NotRequired[int]


class KernelFrame(TypedDict):
    """What the kernel sends to a page in a notebook.

    A `message` has a ServerMessage as `text`. The bytes of a `piece` come beside the frame; `size`
    is the whole file's, None where the file does not exist.
    """

    page: str
    kind: Literal["open", "close", "message", "piece"]
    text: NotRequired[str]
    address: NotRequired[str]
    start: NotRequired[int]
    size: NotRequired[int | None]
