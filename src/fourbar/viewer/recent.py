"""Files that `fourbar view` opened before, for its start page."""

from __future__ import annotations

import json
import os
from pathlib import Path

_MOST = 12


def recent_files() -> list[Path]:
    """Files that were opened and still exist, the last one first."""
    try:
        data = json.loads(_store().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    entries: list[object] = data if isinstance(data, list) else []  # pyright: ignore[reportUnknownVariableType]
    paths = [Path(entry) for entry in entries if isinstance(entry, str)]
    return [path for path in paths if path.is_file()][:_MOST]


def remember(files: list[str]) -> None:
    """Put files at the front; where nothing can be stored, nothing is."""
    from ..files import write_atomic

    new = [Path(file).resolve() for file in files]
    kept = [path for path in recent_files() if path not in new]
    entries = [str(path) for path in (*new, *kept)][:_MOST]
    store = _store()
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(store, json.dumps(entries, indent=2).encode())
    except OSError:
        return


def _store() -> Path:
    """As the XDG specification has it: state that is not worth a backup."""
    state = os.environ.get("XDG_STATE_HOME")
    home = Path(state) if state else Path.home() / ".local" / "state"
    return home / "fourbar" / "recent.json"
