"""Formats that a file's first bytes give away."""

from __future__ import annotations

_MJB = (54321).to_bytes(4, "little")
_FAR = 1 << 16
"""Bytes of comments before the first element that are looked through."""


def is_glb(data: bytes) -> bool:
    """Whether content is binary glTF."""
    return data.startswith(b"glTF")


def is_mjb(data: bytes) -> bool:
    """Whether content is a model that MuJoCo has compiled."""
    return data.startswith(_MJB)


def is_mjcf(data: bytes) -> bool:
    """Whether content is XML whose root is `<mujoco>`, or a part of such a file; or compiled."""
    return is_mjb(data) or _root(data).startswith(
        (b"<mujoco>", b"<mujoco/", b"<mujoco ", b"<mujoco\n", b"<mujocoinclude")
    )


def is_sdf(data: bytes) -> bool:
    """Whether content is XML whose root is `<sdf>`."""
    return _root(data).startswith((b"<sdf>", b"<sdf/", b"<sdf ", b"<sdf\n"))


def is_usd(data: bytes) -> bool:
    """Whether content is USD as text or binary; archives are known by their extension."""
    return data.startswith((b"#usda ", b"PXR-USDC"))


def _root(data: bytes) -> bytes:
    """The beginning of the first element, after declarations and comments; empty without one."""
    at, end = 3 if data.startswith(b"\xef\xbb\xbf") else 0, min(len(data), _FAR)
    while at < end:
        if data[at] in b" \t\r\n":
            at += 1
        elif data.startswith(b"<!--", at):
            at = data.find(b"-->", at, end) + 3
            if at < 3:
                return b""
        elif data.startswith((b"<?", b"<!"), at):
            at = data.find(b">", at, end) + 1
            if at < 1:
                return b""
        else:
            return data[at : at + 20].replace(b"\t", b" ").replace(b"\r", b" ")
    return b""
