"""Images as glTF takes them: PNG and JPEG pass through, others become PNG."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Mapping
from typing import Any

from .. import rules
from ..diagnostics import NO_FACTS, PartPath, Report, Rule, Span
from ..record import record
from .limits import MAX_BYTES, MAX_PIXELS
from .material import Texture
from .readers.sniff import is_git_lfs_pointer

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
# Start-of-frame markers; the other three in their range define tables.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


@record
class Image:
    """An image ready for glTF."""

    name: str
    media_type: str
    width: int
    height: int
    data: bytes

    def __repr__(self) -> str:
        return f"Image({self.name!r}, {self.media_type}, {self.width} x {self.height})"


def prepare_texture(
    texture: Texture,
    *,
    report: Report,
    max_size: int | None = None,
    path: PartPath | None = None,
    png: bool = False,
) -> Image | None:
    """The image of a texture, at most `max_size` pixels wide and high.

    PNG and JPEG files that are small enough are not touched. Everything else (TGA, BMP, TIFF,
    ...) is decoded by Pillow, shrunk if need be, and written as PNG; a JPEG stays JPEG, unless
    `png` asks for PNG in any case.
    None, with the reason in the report, where that cannot be done.
    """

    def found(
        rule: Rule, message: str, *notes: str, facts: Mapping[str, object] = NO_FACTS
    ) -> None:
        span = Span(texture.name, 0, 0, 1, 1, 1, 1)
        report.add(rule, message, span=span, path=path, notes=notes, facts=facts)

    data = texture.data
    if is_git_lfs_pointer(data):
        note = "Run 'git lfs pull' in the repository it came from."
        found(
            rules.assets.MESH_GIT_LFS,
            "the image is a Git LFS pointer whose content was not fetched",
            note,
        )
        return None
    if len(data) > MAX_BYTES:
        found(
            rules.assets.TEXTURE_SIZE,
            f"the image has {len(data):,} bytes; the limit is {MAX_BYTES:,}",
        )
        return None
    known = _dimensions(data)
    if known is not None:
        media_type, width, height = known
        wanted = media_type == "image/png" or not png
        if wanted and (max_size is None or max(width, height) <= max_size):
            return Image(texture.name, media_type, width, height, data)
    elif data.startswith((_PNG, _JPEG)):
        found(rules.assets.TEXTURE_FORMAT, "the image is truncated or damaged")
        return None
    try:
        return _transcode(texture, max_size, png=png)
    except ImportError:
        what = "shrunk" if known else "converted to PNG"
        note = "Install it with: pip install Pillow"
        message = f"the image cannot be {what} without Pillow"
        found(rules.assets.TEXTURE_FORMAT, message, note, facts={"needs": "Pillow"})
    except _TooLargeError as error:
        found(
            rules.assets.TEXTURE_SIZE,
            f"the image has {error} pixels; the limit is {MAX_PIXELS:,}",
        )
    except Exception as error:  # any error of a library that was given any bytes
        # Pillow names the buffer by its address, which is another one every time.
        reason = str(error).partition(" <_io.")[0][:120] or type(error).__name__
        found(
            rules.assets.TEXTURE_FORMAT, f"the image cannot be decoded: {reason}", "Save it as PNG."
        )
    return None


class _TooLargeError(Exception):
    pass


def _transcode(texture: Texture, max_size: int | None, *, png: bool = False) -> Image:
    from PIL import Image as pillow  # noqa: N813

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pillow.DecompressionBombWarning)  # checked here
        image: Any = pillow.open(io.BytesIO(texture.data))
    if image.width * image.height > MAX_PIXELS:
        raise _TooLargeError(f"{image.width * image.height:,}")
    is_jpeg = image.format == "JPEG" and not png
    image.load()
    has_alpha = "A" in image.getbands() or "transparency" in image.info
    image = image.convert("RGBA" if has_alpha else "RGB")
    if max_size is not None and max(image.size) > max_size:
        image.thumbnail((max_size, max_size), pillow.Resampling.LANCZOS)
    out = io.BytesIO()
    if is_jpeg:
        image.save(out, "JPEG", quality=90)
    else:
        image.save(out, "PNG")
    media_type = "image/jpeg" if is_jpeg else "image/png"
    return Image(texture.name, media_type, image.width, image.height, out.getvalue())


def _dimensions(data: bytes) -> tuple[str, int, int] | None:
    """Media type, width and height of a PNG or JPEG file with a sound beginning and end."""
    if data.startswith(_PNG):
        if len(data) < 45 or data[12:16] != b"IHDR" or b"IEND" not in data[-16:]:
            return None
        width, height = struct.unpack_from(">II", data, 16)
        return ("image/png", width, height) if width and height else None
    if not data.startswith(_JPEG) or b"\xff\xd9" not in data[-64:]:
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return ("image/jpeg", width, height) if width and height else None
        at += 1 if marker == 0xFF else 2 + struct.unpack_from(">H", data, at + 2)[0]
    return None
