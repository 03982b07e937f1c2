import io
import sys

import pytest

from fourbar.assets import Texture, prepare_texture
from fourbar.diagnostics import Report

pillow = pytest.importorskip("PIL.Image")


def picture(form, size=(4, 2), mode="RGB", color=(255, 128, 0)):
    out = io.BytesIO()
    pillow.new(mode, size, color).save(out, form)
    return out.getvalue()


def prepared(data, name="a.png", **options):
    report = Report()
    image = prepare_texture(Texture(name, data), report=report, **options)
    return image, [finding.code for finding in report]


@pytest.mark.parametrize(("form", "media"), [("PNG", "image/png"), ("JPEG", "image/jpeg")])
def test_png_and_jpeg_pass_through(form, media):
    data = picture(form)
    image, codes = prepared(data)
    assert codes == []
    assert image.data is data
    assert (image.media_type, image.width, image.height) == (media, 4, 2)


@pytest.mark.parametrize("form", ["TGA", "BMP", "TIFF", "GIF"])
def test_others_become_png_with_the_same_pixels(form):
    image, codes = prepared(picture(form), name=f"a.{form}")
    assert codes == []
    assert image.media_type == "image/png"
    again = pillow.open(io.BytesIO(image.data)).convert("RGB")
    assert again.size == (4, 2)
    assert again.getpixel((3, 1)) == (255, 128, 0)


def test_transparency_is_kept():
    image, _ = prepared(picture("TGA", mode="RGBA", color=(1, 2, 3, 77)))
    assert pillow.open(io.BytesIO(image.data)).getpixel((0, 0)) == (1, 2, 3, 77)


@pytest.mark.parametrize(("form", "media"), [("PNG", "image/png"), ("JPEG", "image/jpeg")])
def test_a_size_limit_shrinks(form, media):
    image, codes = prepared(picture(form, (64, 32)), max_size=16)
    assert codes == []
    assert (image.media_type, image.width, image.height) == (media, 16, 8)
    assert pillow.open(io.BytesIO(image.data)).size == (16, 8)


def test_small_images_are_not_touched_by_the_limit():
    data = picture("PNG")
    assert prepared(data, max_size=4)[0].data is data


@pytest.mark.parametrize("form", ["PNG", "JPEG", "BMP", "TIFF"])
def test_truncated_images_are_reported(form):
    assert prepared(picture(form, (64, 64))[:60]) == (None, ["A545"])


def test_what_is_no_image_is_reported():
    assert prepared(b"pixels") == (None, ["A545"])


def test_a_git_lfs_pointer_is_reported():
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"
    assert prepared(pointer) == (None, ["A522"])


def test_too_many_pixels_are_reported():
    data = bytearray(picture("BMP"))
    data[18:26] = (10000).to_bytes(4, "little") * 2  # width and height
    assert prepared(bytes(data)) == (None, ["A546"])


def test_without_pillow_the_extra_is_named(monkeypatch):
    data = picture("TGA")
    monkeypatch.setitem(sys.modules, "PIL", None)
    report = Report()
    assert prepare_texture(Texture("a.tga", data), report=report) is None
    (finding,) = report
    assert finding.code == "A545"
    assert "pip install Pillow" in finding.notes[0]
