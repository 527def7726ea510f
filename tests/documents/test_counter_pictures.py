"""Pictures for counters: kept under their hash, refused by their heads."""

from __future__ import annotations

import contextlib
import struct
import time
import zlib

import pytest

from wardesk.documents.files.pictures import find_picture, judge_picture, keep_picture
from wardesk.errors import DamagedFile, UserError


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


def png(wide=2, tall=2):
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", wide, tall, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" + b"\x80" * (3 * min(wide, 2)))
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg(wide, tall):
    frame = b"\xff\xc0\x00\x11\x08" + struct.pack(">HH", tall, wide) + b"\x03" + b"\0" * 9
    return b"\xff\xd8\xff\xe0\x00\x04\0\0" + frame


def test_the_same_picture_has_one_name_and_is_found_again(tmp_path):
    for name in ("a.png", "b.png"):
        (tmp_path / name).write_bytes(png())

    one, other = keep_picture(tmp_path / "a.png"), keep_picture(tmp_path / "b.png")
    assert one == other
    assert find_picture(one).read_bytes() == png()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (png(40_000, 10), "40,000 × 10 pixels"),
        (png(10, 40_000), "10 × 40,000 pixels"),
        (png(0, 10), "0 × 10 pixels"),
        (jpeg(40_000, 8), "40,000 × 8 pixels"),
        (b"", "no picture"),
        (b"<svg onload='x'/>", "no picture"),
        (png()[:20], "no picture"),
        (b"\xff\xd8\xff" + b"\xff\xd9\0\0" * 400, "no picture"),
        (png() + b"\0" * (5 << 20), "MB"),
    ],
)
def test_what_is_no_picture_or_too_large_is_refused(tmp_path, data, says):
    (tmp_path / "x.png").write_bytes(data)

    with pytest.raises(UserError, match=says) as told:
        keep_picture(tmp_path / "x.png")
    assert "PNG or JPEG" in told.value.advice
    assert not (tmp_path / "home" / "pictures").exists()


def test_a_jpeg_is_measured_by_its_frame(tmp_path):
    (tmp_path / "x.jpg").write_bytes(jpeg(30, 20))

    assert keep_picture(tmp_path / "x.jpg").endswith(".jpg")


@pytest.mark.parametrize("name", ["../secret.png", "/etc/passwd", "", "a.png", "A" * 32 + ".png"])
def test_only_names_of_ours_are_looked_for(name):
    assert find_picture(name) is None


def test_a_missing_file_and_a_folder_are_told(tmp_path):
    with pytest.raises(UserError, match="missing"):
        keep_picture(tmp_path / "none.png")
    with pytest.raises(UserError, match="could not be read"):
        keep_picture(tmp_path)


def test_a_webp_is_measured_by_its_head(tmp_path):
    lossless = (7 - 1) | (9 - 1) << 14
    body = b"VP8L" + struct.pack("<I", 20) + b"\x2f" + lossless.to_bytes(4, "little") + bytes(15)
    data = b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body

    found = judge_picture(data, "x.webp")
    assert (found.suffix, found.width, found.height) == ("webp", 7, 9)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" {more} width="64" height="32">{inside}</svg>'


def svg(inside='<rect width="9" height="9" fill="url(#a)"/>', more=""):
    return SVG.format(inside=inside, more=more).encode()


def test_a_plain_drawing_is_a_picture():
    found = judge_picture(svg(), "x.svg")
    assert (found.suffix, found.width, found.height) == ("svg", 64, 32)


@pytest.mark.parametrize(
    "data",
    [
        svg("<script>1</script>"),
        svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
        svg('<g id="a"/><use href="#a"/>'),
        svg("<foreignObject/>"),
        svg("<style>@import url(x)</style>"),
        svg('<rect style="fill: URL( http://there/x )"/>'),
        svg(more='onload="go()"'),
        svg("<g>" * 70 + "</g>" * 70),
        b"<!DOCTYPE svg [<!ENTITY a 'b'>]>" + svg("&a;"),
        svg("<rect>"),
        svg("<g/>" * 21_000),
        svg("<!-- " + "x" * (1 << 20) + " -->"),
    ],
)
def test_a_drawing_that_loads_runs_or_swells_is_refused(data):
    with pytest.raises(DamagedFile) as told:
        judge_picture(data, "x.svg")
    assert "x.svg" in told.value.message
    assert "plain SVG" in told.value.advice


def test_a_huge_drawing_is_refused_like_any_picture():
    with pytest.raises(DamagedFile, match="99,999"):
        judge_picture(svg().replace(b'"64"', b'"99999"'), "x.svg")


@pytest.mark.parametrize("size", ['width="{0}" height="9"', 'viewBox="0 0 {0} 9"'])
def test_a_drawing_of_a_width_without_end_is_refused_like_any_picture(size):
    data = svg().replace(b'width="64" height="32"', size.format("9" * 400).encode())
    with pytest.raises(DamagedFile, match="pixels large"):
        judge_picture(data, "x.svg")


@pytest.mark.parametrize("text", ["9" * 900_000 + "x", "." + "9" * 900_000, " " * 900_000 + "9x"])
def test_a_length_takes_time_by_its_letters_and_not_by_their_square(text):
    data = svg().replace(b'"64"', f'"{text}"'.encode())
    before = time.process_time()
    with contextlib.suppress(DamagedFile):
        judge_picture(data, "x.svg")
    assert time.process_time() - before < 2
