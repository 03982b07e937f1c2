"""Opening the page in the user's browser, without waiting for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from threading import Thread


def open_browser(url: str, *, failed: Callable[[], None] | None = None) -> None:
    """Start a browser in the background; `failed` is called where there is none."""

    def run() -> None:
        if not _open(url) and failed is not None:
            failed()

    Thread(target=run, name="fourbar browser", daemon=True).start()


def in_notebook() -> bool:
    """Whether a Jupyter kernel runs this: it shows the page itself."""
    return "ipykernel" in sys.modules


def _open(url: str) -> bool:
    graphical = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if sys.platform.startswith("linux") and not graphical and "WSL_DISTRO_NAME" not in os.environ:
        return False  # only a text browser could be found, and it would take the terminal
    import webbrowser

    try:
        return webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False
