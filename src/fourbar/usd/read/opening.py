"""A USD file as a stage: only files of known size, from its own folder and below where confined."""

from __future__ import annotations

import io
import os
import re
import tempfile
import zipfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ... import rules
from ...archive import archive_errors
from ...diagnostics import ROBOT, Severity, SourceText, Span
from ...reading import Job
from ...transfer.error import TransferError
from ..library import Library
from .size import check_size

_MOST_BYTES = 1 << 29
_LONGEST = 200
_ADDRESS = re.compile(r",?@anon:[^@]*@|\s*<?0x[0-9a-f]+>?")
"""Layers in memory, which differ from run to run."""
_PARSE_ERROR = re.compile(r":(\d+):(\d+): ([^\n]*)")


@contextmanager
def opened_stage(usd: Library, job: Job) -> Generator[Any]:
    """The composed stage of a file; TransferError where it cannot be one."""
    content = job.content
    suffix = suffix_of(content.data, content.file)
    if len(content.data) > _MOST_BYTES:
        raise TransferError(f"the file is larger than {_MOST_BYTES >> 20} MB")
    if suffix == ".usdz":
        _check_archive(content.data)
    with tempfile.TemporaryDirectory() as folder:
        path = content.path
        if path is None or path.suffix.lower() != suffix:
            path = Path(folder) / f"robot{suffix}"
            path.write_bytes(content.data)
        inside = path.resolve().parent
        listener = usd.UsdUtils.CoalescingDiagnosticDelegate()  # else OpenUSD prints what it finds
        try:
            known = usd.Sdf.Layer.Find(str(path))
            if known is not None:
                known.Reload()  # another robot may hold what the file was before
            layer = known or usd.Sdf.Layer.FindOrOpen(str(path))
            if layer is None:
                raise TransferError("OpenUSD cannot read the file")
            for file in check_size(usd, layer):
                _check_file(Path(file), inside, job)
            yield usd.Usd.Stage.Open(layer)
        except usd.Tf.ErrorException as error:
            raise _unreadable(error, path, job) from None
        finally:
            _report(listener.TakeUncoalescedDiagnostics(), str(path), job)
            del listener


def _report(said: Iterable[Any], path: str, job: Job) -> None:
    """What OpenUSD warns of, each once: layers that are missing, cycles, names that it changed."""
    name = job.content.file
    texts = (" ".join(str(each.commentary).split()) for each in said)
    for text in dict.fromkeys(re.sub(_ADDRESS, "", each.replace(path, name)) for each in texts):
        job.report.add(
            rules.formats.PART_NOT_MODELLED,
            f"OpenUSD warns: {text[:_LONGEST]}{'...' if len(text) > _LONGEST else ''}",
            span=Span(name, 0, 0, 1, 1, 1, 1),
            path=ROBOT,
            severity=Severity.WARNING,
        )


def suffix_of(data: bytes, file: str) -> str:
    """The kind of a file by its first bytes: text, binary or an archive."""
    if data.startswith(b"PXR-USDC"):
        return ".usdc"
    if data.startswith(b"PK"):
        return ".usdz"
    if data.startswith((b"#usda", b"#sdf")):
        return ".usda"
    raise TransferError(f"'{file}' is not a USD file: it begins with none of its marks")


def _check_archive(data: bytes) -> None:
    """Archives of USD are not compressed, so that none is larger than its file."""
    with archive_errors(lambda reason: TransferError(f"the archive is damaged: {reason}")):
        entries = zipfile.ZipFile(io.BytesIO(data)).infolist()
    if not entries:
        raise TransferError("the archive is empty")
    for entry in entries:
        if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
            raise TransferError(f"'{entry.filename}' in the archive is compressed; USD allows none")
    if sum(entry.file_size for entry in entries) > len(data):
        raise TransferError("files in the archive overlap")


def _check_file(file: Path, folder: Path, job: Job) -> None:
    if job.options.confined and not file.resolve().is_relative_to(folder):
        raise TransferError(f"'{file.name}' is outside the folder of the file")
    job.opened.note(file)
    if file.is_file() and file.stat().st_size > _MOST_BYTES:
        raise TransferError(f"'{file.name}' is larger than {_MOST_BYTES >> 20} MB")


def _unreadable(error: Exception, path: Path, job: Job) -> TransferError:
    """What OpenUSD says, without the places in its own code; a fault in the text has its place."""
    _, _, own = str(error).partition(f"'{path}")
    place = _PARSE_ERROR.match(own)
    if place is not None:
        text = SourceText(job.content.file, job.content.data)
        before = job.content.data.splitlines(keepends=True)[: int(place[1]) - 1]
        at = sum(map(len, before)) + int(place[2]) - 1
        message = f"OpenUSD cannot read the file: {place[3].strip().rstrip(chr(39))[:_LONGEST]}"
        return TransferError(message, span=text.span(at, at + 1))
    lines = [line.strip() for line in str(error).splitlines() if line.strip(" '")]
    reason = lines[0].partition(" : '")[2] if lines else ""
    reason = reason.rpartition(f"{os.sep}robot.")[2][:_LONGEST] or "no reason"
    return TransferError(f"OpenUSD cannot read the file: {reason}")
