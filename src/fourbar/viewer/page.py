"""The built page: the only files of the disk that are served."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from ..error import FourbarError

INDEX = "index.html"
_NOTEBOOK = "notebook.js"
_STATIC = Path(__file__).parent / "static"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webp": "image/webp",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
_SCRIPT = re.compile(r'<script\b[^>]*\btype="module"[^>]*\bsrc="\./([^"]+)"[^>]*></script>')
_STYLE = re.compile(r'<link\b[^>]*\brel="stylesheet"[^>]*\bhref="\./([^"]+)"[^>]*>')


class PageMissingError(FourbarError, FileNotFoundError):
    """The page was not built: a checkout of the source that has not seen `make web`."""

    def __init__(self) -> None:
        super().__init__(
            "the viewer's page has not been built in this source checkout; run `make web` "
            "(installed packages include it)"
        )


def check_page() -> None:
    """Raise PageMissingError unless the page is there."""
    if not (_STATIC / INDEX).is_file():
        raise PageMissingError


def page_file(name: str) -> tuple[str, bytes] | None:
    """Type and content of a file of the page; None for any other name.

    Names are compared with those of the files that are there, so none leads elsewhere.
    """
    file = _files().get(name)
    if file is None:
        return None
    try:
        return _TYPES.get(PurePosixPath(name).suffix, "application/octet-stream"), file.read_bytes()
    except OSError:
        return None


def page_parts() -> tuple[str, str, str]:
    """The page without its script and its style sheet, and these two."""
    check_page()
    text = (_STATIC / INDEX).read_text(encoding="utf-8")
    script, style = _SCRIPT.search(text), _STYLE.search(text)
    if script is None or len(_SCRIPT.findall(text)) != 1 or len(_STYLE.findall(text)) > 1:
        raise PageMissingError
    files = _files()
    if script[1] not in files or (style is not None and style[1] not in files):
        raise PageMissingError
    code = files[script[1]].read_text(encoding="utf-8")
    sheet = "" if style is None else files[style[1]].read_text(encoding="utf-8")
    return _STYLE.sub("", _SCRIPT.sub("", text)), code, sheet


def notebook_script() -> str:
    """The module that shows the page in a notebook's output."""
    try:
        return (_STATIC / _NOTEBOOK).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise PageMissingError from None


def _files() -> dict[str, Path]:
    found = {INDEX: _STATIC / INDEX}
    for path in (_STATIC / "assets").rglob("*"):
        if path.is_file() and not path.is_symlink():
            found[path.relative_to(_STATIC).as_posix()] = path
    return found
