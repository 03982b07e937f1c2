"""Files dropped on the page: received into a temporary folder and read like any other input."""

from __future__ import annotations

import shutil
from typing import IO, TYPE_CHECKING

from ..formats.table import readable_text
from .choose import choose_below
from .limits import MAX_FILES, MAX_UPLOAD
from .scene_changes import SceneChanges, folder_labels
from .source import Source
from .unpack import RefusedError, safe_path, unpack

if TYPE_CHECKING:
    from .backstage import Backstage
    from .client import Client
    from .messages import UploadMessage


class Upload:
    """The files one page is sending, in the order it announced them.

    Raises RefusedError for an announcement that is not taken.
    """

    def __init__(self, view: Backstage, message: UploadMessage) -> None:
        announced = _announced(message)
        self._view = view
        self._adds = message.get("add", False)
        self._folder = view.new_folder()
        received = self._folder / "received"
        received.mkdir()
        self._names = [received.joinpath(*parts) for parts, _ in announced]
        self._sizes = [size for _, size in announced]
        self._total = sum(self._sizes)
        self._done = 0
        self._stream: IO[bytes] | None = None
        self._left = 0
        try:
            self._advance()
        except OSError as error:
            self.abandon()
            raise RefusedError(error.strerror or str(error)) from None

    @property
    def is_complete(self) -> bool:
        """Whether all bytes are there."""
        return self._stream is None and not self._names

    @property
    def fraction(self) -> float:
        """The part of the bytes that is there."""
        return self._done / self._total if self._total else 1.0

    def write(self, data: bytes) -> None:
        """Take the next bytes; they may run on into the next file."""
        self._done += len(data)
        rest = memoryview(data)
        try:
            while len(rest):
                if self._stream is None:
                    raise RefusedError("received more bytes than announced")
                part = rest[: self._left]
                self._stream.write(part)
                self._left -= len(part)
                rest = rest[len(part) :]
                if not self._left:
                    self._advance()
        except OSError as error:
            raise RefusedError(error.strerror or str(error)) from None

    def finish(self) -> Source:
        """The robot among the files; it knows the others that may be one."""
        folder = self._folder / "received"
        only = list(folder.iterdir())
        if len(only) == 1 and only[0].is_file() and only[0].suffix.lower() == ".zip":
            folder = self._folder / "unpacked"
            folder.mkdir()
            unpack(only[0], folder)
            only[0].unlink()
        chosen, others = choose_below(folder, {}, xacro=self._view.takes_xacro)
        if chosen is None and not self._view.takes_xacro and choose_below(folder, {})[0]:
            raise RefusedError(
                "xacro files contain expressions and are not expanded when they are uploaded; "
                "upload the URDF, or start the viewer with --xacro-uploads"
            )
        if chosen is None:
            raise RefusedError(f"none of the files is a {readable_text()} file")
        label = chosen.relative_to(folder).as_posix()
        return Source(
            str(chosen),
            label,
            {"confined": True},
            folders=(folder,),
            watched=False,
            others=folder_labels(folder, others),
        )

    @property
    def adds(self) -> bool:
        """Whether the robot comes to those that are there, instead of replacing them."""
        return self._adds

    def abandon(self) -> None:
        """Delete what came."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def _advance(self) -> None:
        """Go on to the next file that has bytes."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None
        while self._names:
            name, self._left = self._names.pop(0), self._sizes.pop(0)
            name.parent.mkdir(parents=True, exist_ok=True)
            stream = name.open("xb")
            if self._left:
                self._stream = stream
                return
            stream.close()


class Uploads:
    """Takes announcements and bytes from pages, and shows what came."""

    def __init__(self, view: Backstage, changes: SceneChanges) -> None:
        self._view = view
        self._changes = changes

    async def begin(self, client: Client, message: UploadMessage) -> None:
        """A page announces files."""
        if client.upload is not None:
            client.upload.abandon()
            client.upload = None
        try:
            client.upload = Upload(self._view, message)
        except RefusedError as error:
            _refuse(client, error)
            return
        await self._go_on(client, client.upload)

    async def receive(self, client: Client, data: bytes) -> None:
        """A page sends bytes; those of an upload that was refused are left alone."""
        import asyncio

        upload = client.upload
        if upload is None:
            return
        try:
            await asyncio.to_thread(upload.write, data)
        except RefusedError as error:
            client.upload = None
            upload.abandon()
            _refuse(client, error)
            return
        await self._go_on(client, upload)

    async def _go_on(self, client: Client, upload: Upload) -> None:
        import asyncio

        if not upload.is_complete:
            client.put({"type": "progress", "text": "receiving", "fraction": upload.fraction})
            return
        client.upload = None
        client.put({"type": "progress", "text": "reading", "fraction": None})
        try:
            source = await asyncio.to_thread(upload.finish)
        except RefusedError as error:
            upload.abandon()
            _refuse(client, error)
            return
        client.put({"type": "progress", "text": "", "fraction": None})
        if not upload.adds:
            self._changes.take_all()
        self._view.add(source)


def _announced(message: UploadMessage) -> list[tuple[tuple[str, ...], int]]:
    """Paths and sizes, checked."""
    files = message["files"]
    if not files:
        raise RefusedError("no files were announced")
    if len(files) > MAX_FILES:
        raise RefusedError(f"too many files: {len(files):,}; the limit is {MAX_FILES:,}")
    announced: list[tuple[tuple[str, ...], int]] = []
    for file in files:
        if file["size"] < 0:
            raise RefusedError(
                f"the size of '{file['path']}' must not be negative, got {file['size']}"
            )
        announced.append((safe_path(file["path"]), file["size"]))
    if sum(size for _, size in announced) > MAX_UPLOAD:
        raise RefusedError(f"the files exceed {MAX_UPLOAD >> 20} MiB in total")
    return announced


def _refuse(client: Client, error: RefusedError) -> None:
    client.put({"type": "progress", "text": "", "fraction": None})
    client.put({"type": "notice", "severity": "error", "text": f"upload rejected: {error}"})
