"""What pages do to the scene: open, choose, remove, bring back, fix."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..record import record

if TYPE_CHECKING:
    from .backstage import Backstage
    from .client import Client
    from .messages import ChooseMessage, DiffMessage, FixMessage, OpenMessage, StartMessage
    from .scene import ShownRobot
    from .source import Source


@record
class Taken:
    """A robot that was taken out, to be brought back."""

    source: Source
    key: str
    position: tuple[float, float, float] | None


class SceneChanges:
    """Carries out what pages ask for; what was replaced last can be brought back."""

    def __init__(self, view: Backstage) -> None:
        self._view = view
        self._taken: list[Taken] = []
        self._is_replaced = False

    def start(self) -> StartMessage:
        """What a page without a robot offers."""
        from .. import gallery
        from .recent import recent_files

        return {
            "type": "start",
            "gallery": [
                {"name": name, "summary": gallery.summary(name)} for name in gallery.names()
            ],
            "recent": [
                {"path": str(path), "name": path.name, "folder": str(path.parent)}
                for path in (recent_files() if self._view.is_local else [])
            ],
        }

    def open(self, client: Client, message: OpenMessage) -> None:
        """Open a robot of the gallery or a recent file: nothing else is opened for a page."""
        from .source import as_source

        start = self.start()
        offered = {f"gallery:{entry['name']}" for entry in start["gallery"]}
        offered |= {entry["path"] for entry in start["recent"]}
        what = message["what"]
        if what not in offered:
            _refuse(client, f"'{what[:200]}' is not among the robots that are offered")
            return
        if not message.get("add"):
            self.take_all()
        self._view.add(as_source(what))

    def choose(self, client: Client, message: ChooseMessage) -> None:
        """Show another description of the folder or archive that a robot came from."""
        shown = self._view.scene.robots.get(message["robot"])
        path = None if shown is None else shown.source.others.get(message["path"])
        if shown is None or path is None:
            _refuse(client, f"'{message['path'][:200]}' does not exist")
            return
        self._view.replace(shown, other_source(shown.source, message["path"], path))

    def remove(self, robot: str) -> None:
        """Take one robot out; it can be brought back."""
        shown = self._view.scene.robots.get(robot)
        if shown is None:
            return
        self._keep([shown], replaced=False)
        self._view.remove(shown.id)
        self._offer(f"{shown.name or shown.key} was removed")

    def take_all(self) -> None:
        """Take all robots out, because others take their place."""
        robots = list(self._view.scene.robots.values())
        if not robots:
            return
        self._keep(robots, replaced=True)
        names = ", ".join(shown.name or shown.key for shown in robots[:3])
        more = f" and {len(robots) - 3} more" if len(robots) > 3 else ""
        self._view.clear()
        self._offer(f"{names}{more} replaced")

    def restore(self) -> None:
        """Bring back what was taken out last, in place of what took its place."""
        taken, self._taken = self._taken, []
        if not taken:
            return
        if self._is_replaced:
            self._view.clear()
        for entry in taken:
            self._view.add(entry.source, name=entry.key, position=entry.position)

    def diff(self, message: FixMessage) -> DiffMessage | str:
        """What fixing would change, or has changed; a text says why it cannot be done."""
        from ..error import FourbarError
        from ..lint.fixing import fix_text

        shown = self._view.scene.robots.get(message["robot"])
        source = None if shown is None else shown.source
        path = None if source is None else source.path
        if source is None or path is None or not (source.can_be_fixed and self._view.is_local):
            return "only URDF files of this machine can be fixed here"
        code, unsafe = message.get("code"), message.get("unsafe", False)
        try:
            settings = source.settings()
            fixed = fix_text(
                path, settings=settings, unsafe=unsafe, only=code, **dict(source.options)
            )
            if message.get("apply") and fixed.data != fixed.before:
                from ..files import write_atomic

                write_atomic(path, fixed.data, replacing=fixed.before)
        except (FourbarError, OSError, ValueError) as error:
            return f"{path.name} cannot be fixed: {error}"
        return {
            "type": "diff",
            "robot": message["robot"],
            "code": code,
            "unsafe": unsafe,
            "count": len(fixed.applied),
            "text": fixed.diff(path.name),
            "applied": bool(message.get("apply")),
        }

    def _keep(self, robots: list[ShownRobot], *, replaced: bool) -> None:
        """Remember robots that go; uploads that nobody can bring back any more are deleted."""
        import shutil

        forgotten = self._taken
        self._taken = [Taken(shown.source, shown.key, shown.position) for shown in robots]
        self._is_replaced = replaced
        kept = {id(entry.source) for entry in self._taken}
        kept |= {id(shown.source) for shown in self._view.scene.robots.values()}
        for entry in forgotten:
            if id(entry.source) not in kept and entry.source.is_upload:
                for folder in entry.source.folders:
                    shutil.rmtree(folder.parent, ignore_errors=True)

    def _offer(self, text: str) -> None:
        self._view.post({"type": "notice", "severity": "info", "text": text, "action": "restore"})


def other_source(source: Source, label: str, path: str) -> Source:
    """The same folder, another description; the one that was shown is now among the others."""
    others = {key: file for key, file in source.others.items() if key != label}
    if isinstance(source.content, str) and source.label is not None:
        others[source.label] = source.content
    return replace(source, content=path, label=label, others=dict(sorted(others.items())))


def _refuse(client: Client, text: str) -> None:
    client.put({"type": "notice", "severity": "error", "text": text})


def folder_labels(folder: Path, files: list[Path]) -> dict[str, str]:
    """Descriptions below a folder by the paths that pages show."""
    return {file.relative_to(folder).as_posix(): str(file) for file in files}
