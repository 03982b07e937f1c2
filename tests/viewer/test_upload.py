"""Files dropped on the page: taken, unpacked, shown; and what is refused."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

import pytest

from fourbar.viewer import View, limits, unpack, upload
from fourbar.viewer.unpack import RefusedError, safe_path

from .page import ARM, PATIENCE

MESH = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
MESHED = (
    '<robot name="dropped"><link name="a"><visual><geometry>'
    '<mesh filename="package://arm_description/meshes/part.obj"/>'
    "</geometry></visual></link></robot>"
)


def drop(page, files: dict[str, bytes], *, chunk: int = 1 << 20, **options) -> None:
    listed = [{"path": path, "size": len(data)} for path, data in files.items()]
    page.send(type="upload", name="dropped", files=listed, **options)
    for data in files.values():
        for start in range(0, len(data), chunk):
            page.socket.send(data[start : start + chunk])


def packed(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def arm_text(name: str) -> bytes:
    return ARM.format(name=name, length=0.5).encode()


def refusal(page) -> str:
    notice = page.until(lambda m: m["type"] == "notice")
    assert notice["severity"] == "error"
    return notice["text"]


@pytest.fixture
def page(view, open_page):
    made = open_page(view)
    made.receive()
    return made


@pytest.mark.parametrize("chunk", [7, 1 << 20])
def test_a_dropped_folder_replaces_the_scene(view, page, arm, chunk):
    view.add(arm)
    drop(
        page,
        {
            "arm_description/urdf/robot.urdf": MESHED.encode(),
            "arm_description/empty.txt": b"",
            "arm_description/meshes/part.obj": MESH,
        },
        chunk=chunk,
    )
    robot = page.robot(lambda r: r["name"] == "dropped" and r["glb"] and r["graph"])
    assert robot["file"] == "arm_description/urdf/robot.urdf"
    assert b'"meshes"' in page.get(robot["glb"])[1]
    assert [handle.robot.name for handle in view] == ["dropped"]


def test_a_dropped_robot_can_be_added(view, page, arm):
    view.add(arm)
    drop(page, {"second.urdf": arm_text("second")}, add=True)
    page.robot(lambda r: r["name"] == "second" and r["glb"])
    assert [handle.robot.name for handle in view] == ["arm", "second"]


def test_a_dropped_archive_is_unpacked(view, page):
    data = packed(
        {"arm_description/robot.urdf": MESHED.encode(), "arm_description/meshes/part.obj": MESH}
    )
    drop(page, {"robot.zip": data})
    robot = page.robot(lambda r: r["name"] == "dropped" and r["glb"] and r["graph"])
    assert b'"meshes"' in page.get(robot["glb"])[1]


def test_of_several_robots_the_one_nearest_the_top_that_reads_is_shown(view, page):
    drop(
        page,
        {
            "broken.urdf": b"<robot",
            "deep/er/other.urdf": arm_text("other"),
            "deep/good.urdf": arm_text("good"),
            "meshes/part.glb": b"glTF",
        },
    )
    robot = page.robot(lambda r: r["glb"])
    assert (robot["name"], robot["file"]) == ("good", "deep/good.urdf")
    assert robot["others"] == ["broken.urdf", "deep/er/other.urdf"]


def test_a_dropped_robot_with_errors_shows_them(view, page):
    drop(page, {"torn/robot.urdf": b"<robot name='torn'><link>"})
    robot = page.robot(lambda r: r["failed"])
    assert robot["failed"].startswith("torn/robot.urdf:1")
    assert robot["diagnostics"][0]["file"] == "torn/robot.urdf"


def test_uploads_are_deleted_in_the_end(view, page):
    drop(page, {"first.urdf": arm_text("first")})
    page.robot(lambda r: r["name"] == "first" and r["glb"])
    first = Path(next(iter(view)).robot.source.path)
    drop(page, {"second.urdf": arm_text("second")})
    page.robot(lambda r: r["name"] == "second" and r["glb"])
    second = Path(next(iter(view)).robot.source.path)
    assert second.is_file()
    assert first.is_file()  # can be brought back
    drop(page, {"third.urdf": arm_text("third")})
    page.robot(lambda r: r["name"] == "third" and r["glb"])
    assert not first.exists()
    view.close()
    assert not second.parents[2].exists()


def test_an_upload_that_is_broken_off_is_deleted(view, open_page):
    page = open_page(view)
    page.send(type="upload", name="x", files=[{"path": "a.urdf", "size": 100}])
    page.until(lambda m: m["type"] == "progress")
    folder = next(Path(view._backstage._temporary.name).iterdir())
    page.close()
    view.close()
    assert not folder.exists()


@pytest.mark.parametrize(
    "path",
    ["../out.urdf", "/etc/out.urdf", "a/../../out.urdf", "a//b.urdf", "c:\\out.urdf", "", "a\0b",
     "./a.urdf", "..", "a/" * 40 + "b", "x" * 300, 7, None],
)  # fmt: skip
def test_names_that_lead_out_of_the_folder_are_refused(page, path):
    page.send(type="upload", name="x", files=[{"path": path, "size": 1}])
    assert "rejected: " in refusal(page)


@pytest.mark.parametrize(
    "files",
    [None, [], "x", [1], [{"path": "a"}], [{"path": "a", "size": -1}], [{"path": "a", "size": "1"}],
     [{"path": "a", "size": True}], [{"path": "a", "size": 1}, {"path": "a", "size": 1}],
     [{"path": "a", "size": 0}, {"path": "a/b", "size": 1}],
     [{"path": "big", "size": limits.MAX_UPLOAD + 1}],
     [{"path": "big", "size": limits.MAX_UPLOAD}, {"path": "bigger", "size": 1}],
     [{"path": f"{i}", "size": 0} for i in range(limits.MAX_FILES + 1)]],
)  # fmt: skip
def test_announcements_that_make_no_sense_are_refused(view, page, files):
    page.send(type="upload", name="x", files=files)
    page.socket.send(b"12")
    assert "rejected: " in refusal(page)
    drop(page, {"robot.urdf": arm_text("after")})
    assert page.robot(lambda r: r["name"] == "after" and r["glb"])


def test_more_bytes_than_announced_are_refused(page):
    page.send(type="upload", name="x", files=[{"path": "a.urdf", "size": 3}])
    page.socket.send(b"12345")
    assert "more bytes" in refusal(page)


def test_files_without_a_robot_are_refused(page):
    drop(page, {"readme.txt": b"hello"})
    assert "none of the files is a .urdf" in refusal(page)


@pytest.mark.parametrize(
    "name", ["../slip.urdf", "/slip.urdf", "a/../../slip.urdf", "..\\slip.urdf", "c:/slip.urdf"]
)
def test_an_archive_cannot_write_outside(view, page, name, tmp_path):
    info = zipfile.ZipInfo("x")
    info.filename = name
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(info, arm_text("slip"))
    drop(page, {"slip.zip": stream.getvalue()})
    assert "rejected: " in refusal(page)
    assert not list(Path(view._backstage._temporary.name).rglob("slip.urdf"))


def test_an_archive_with_links_is_refused(page):
    info = zipfile.ZipInfo("link.urdf")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(info, "/etc/passwd")
    drop(page, {"links.zip": stream.getvalue()})
    assert "link" in refusal(page)


def test_an_archive_that_grows_without_end_is_refused(page, monkeypatch):
    monkeypatch.setattr(unpack, "MAX_UPLOAD", 1 << 20)
    bomb = packed({"robot.urdf": bytes(8 << 20)})
    assert len(bomb) < 1 << 16
    drop(page, {"bomb.zip": bomb})
    assert "larger than" in refusal(page)


def test_an_archive_that_lies_about_its_size_is_refused(page, monkeypatch):
    monkeypatch.setattr(unpack, "MAX_UPLOAD", 1 << 20)
    bomb = bytearray(packed({"robot.urdf": bytes(8 << 20)}))
    for signature, offset in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        at = bomb.find(signature) + offset
        bomb[at : at + 4] = (100).to_bytes(4, "little")
    drop(page, {"bomb.zip": bytes(bomb)})
    assert "rejected: " in refusal(page)


def test_an_archive_of_too_many_files_is_refused(page, monkeypatch):
    monkeypatch.setattr(unpack, "MAX_FILES", 3)
    drop(page, {"many.zip": packed({f"{i}.urdf": b"" for i in range(4)})})
    assert "more than 3 files" in refusal(page)


def test_what_is_no_archive_is_refused(page):
    drop(page, {"broken.zip": b"PK\3\4 and nothing more"})
    assert "cannot be unpacked" in refusal(page)


def test_safe_paths():
    assert safe_path("a/b c/d.urdf") == ("a", "b c", "d.urdf")
    assert safe_path("folder/") == ("folder",)
    with pytest.raises(RefusedError):
        safe_path("/")


def test_a_slow_upload_does_not_stop_other_pages(view, arm, open_page):
    slow, other = open_page(view), open_page(view)
    slow.send(type="upload", name="x", files=[{"path": "a.urdf", "size": 100}])
    slow.socket.send(b"half")
    handle = view.add(arm)
    assert handle.ready(PATIENCE)
    assert other.robot(lambda r: r["glb"])


def test_limits_are_shared():
    assert upload.MAX_UPLOAD == unpack.MAX_UPLOAD == limits.MAX_UPLOAD


XACRO = (
    b'<robot name="made" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    b'<link name="${1 + 1}"/></robot>'
)


@pytest.mark.parametrize("name", ["arm.xacro", "arm.urdf.xacro", "folder/arm.XACRO"])
def test_xacro_is_not_expanded_unless_asked_for(view, page, name):
    drop(page, {name: XACRO})
    text = refusal(page)
    assert "xacro files contain expressions" in text
    assert "--xacro-uploads" in text
    assert not len(view)


def test_a_urdf_beside_a_xacro_file_is_shown(view, page):
    drop(page, {"arm.xacro": XACRO, "deep/down/arm.urdf": arm_text("plain")})
    page.until(lambda m: m["type"] == "scene")
    (handle,) = view
    assert handle.robot.name == "plain"


def test_xacro_is_expanded_where_asked_for(open_page):
    with View(xacro_uploads=True) as view:
        page = open_page(view)
        drop(page, {"arm.xacro": XACRO})
        page.until(lambda m: m["type"] == "scene" and m["robots"])
        (handle,) = view
        assert handle.robot.links.names == ("2",)


def test_half_a_surrogate_pair_is_not_a_name():
    with pytest.raises(RefusedError, match="not a valid file name"):
        safe_path("arm\ud800.urdf")
