"""Tests of pictures for underlays: sizes from headers, limits, what is none, what is cut short."""

import os
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pictures import jpeg, png

from wardesk.documents.files.container import pack, unpack
from wardesk.documents.files.images import image_part, read_image
from wardesk.errors import DamagedFile, UserError


def test_sizes_come_from_the_headers():
    assert image_part(png(1200, 900), "scan").size == (1200, 900)
    assert image_part(jpeg(640, 480), "scan").size == (640, 480)


def test_a_part_is_named_by_its_content():
    one, other = image_part(png(), "a"), image_part(png(shade=9), "b")
    assert one.part.startswith("art/underlay-")
    assert one.part.endswith(".png")
    assert one.part != other.part
    assert image_part(png(), "c") == one


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (png(40_000, 10), "40000 × 10 pixels; 30000 a side"),
        (png(20_000, 20_000), "200 million"),
        (png(0, 10), "no pixels"),
        (b"", "neither PNG nor JPEG"),
        (b"GIF89a", "neither PNG nor JPEG"),
        (b"%PDF-1.7", "neither PNG nor JPEG"),
    ],
)
def test_what_cannot_be_an_underlay_is_told(data, words):
    with pytest.raises(UserError, match=words) as caught:
        image_part(data, "scan.png")
    assert "scan.png" in caught.value.message
    assert caught.value.advice or "no pixels" in words


@given(st.data())
def test_a_picture_cut_short_is_damaged(data):
    whole = data.draw(st.sampled_from([png(), jpeg()]))
    end = data.draw(st.integers(8, len(whole) - 1))
    with pytest.raises(DamagedFile):
        image_part(whole[:end], "scan")


def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def picture(*chunks, depth=8, colour=0, interlaced=0):
    head = struct.pack(">IIBBBBB", 4, 3, depth, colour, 0, 0, interlaced)
    found = chunk(b"IHDR", head) + b"".join(chunks) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + found


@pytest.mark.parametrize(
    "chunks",
    [
        [],
        [chunk(b"IDAT", b"garbage")],
        [chunk(b"IDAT", os.urandom(200))],
        [chunk(b"IDAT", zlib.compress(bytes(14)))],
        [chunk(b"IDAT", zlib.compress(bytes(16)))],
        [chunk(b"IDAT", zlib.compress(bytes(1 << 24)))],
        [chunk(b"IDAT", zlib.compress(bytes(15))[:-2])],
        [chunk(b"IDAT", zlib.compress(bytes(15)))[:-1] + b"?"],
    ],
)
def test_a_png_with_garbage_for_pixels_is_damaged(chunks):
    with pytest.raises(DamagedFile, match="damaged PNG"):
        image_part(picture(*chunks), "scan")


@pytest.mark.parametrize(
    ("size", "more"),
    [
        (15, {}),
        (3 * 13, {"colour": 2}),
        (3 * 2, {"depth": 1}),
        (3 * 33, {"colour": 6, "depth": 16}),
        (2 + 2 + 3 + 2 * 3 + 5, {"interlaced": 1}),
    ],
)
def test_a_png_of_any_kind_whose_pixels_are_there_is_taken(size, more):
    packed = zlib.compress(bytes(size))
    cut = [chunk(b"IDAT", packed[:5]), chunk(b"IDAT", packed[5:])]
    assert image_part(picture(*cut, **more), "scan").size == (4, 3)


@given(st.binary(max_size=80), st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"]))
def test_noise_never_does_more_than_refuse(noise, start):
    with pytest.raises(UserError):
        image_part(start + noise, "scan")


def test_files_that_are_none_or_too_large(tmp_path):
    with pytest.raises(UserError, match="no picture at"):
        read_image(tmp_path / "missing.png")
    with pytest.raises(UserError, match="no picture at"):
        read_image(tmp_path)
    big = tmp_path / "big.png"
    big.touch()
    os.truncate(big, 65 << 20)
    with pytest.raises(UserError, match="larger than 64 MB"):
        read_image(big)


def test_pictures_are_packed_as_they_are(tmp_path):
    parts = {"manifest.json": b"{}", "art/underlay-0.png": png()}
    packed = pack(parts)
    assert png() in packed
    assert unpack(packed, tmp_path) == parts
