"""Robots in the browser: a local server with a live link, and pages that need no server."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .ask_pages import Camera, NoPageError
    from .handle import RobotHandle
    from .html import Inline, inline, write_html
    from .listen import ListenError
    from .live import View
    from .marks import Mark, Target
    from .notebook import NotebookError
    from .page import PageMissingError
    from .show import view

_HOME = {
    "Camera": "ask_pages",
    "Inline": "html",
    "ListenError": "listen",
    "Mark": "marks",
    "NoPageError": "ask_pages",
    "NotebookError": "notebook",
    "PageMissingError": "page",
    "RobotHandle": "handle",
    "Target": "marks",
    "View": "live",
    "inline": "html",
    "view": "show",
    "write_html": "html",
}

__all__ = [
    "Camera",
    "Inline",
    "ListenError",
    "Mark",
    "NoPageError",
    "NotebookError",
    "PageMissingError",
    "RobotHandle",
    "Target",
    "View",
    "inline",
    "view",
    "write_html",
]


def __getattr__(name: str) -> Any:
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module 'fourbar.viewer' has no attribute {name!r}")
    value = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value
