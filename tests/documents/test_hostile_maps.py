"""Every file that somebody damaged, cut short or made to do harm: one sentence, nothing changed."""

import copy
import io
import json
import os
import stat
import struct
import time
import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wardesk.documents.files.container import Limits, pack, read_parts, write_parts
from wardesk.documents.maps.store import document_from_parts, load_board, read_map, write_map
from wardesk.drawing.issues.whole_map import issues
from wardesk.errors import DamagedFile, NewerFile, UserError

SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"
GOOD = SPECIMEN.read_bytes()
PARTS = read_parts(SPECIMEN)


def refused(path, *says, kind=UserError):
    """Reading fails with one clear sentence, and the file is as it was."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(kind) as caught:
        read_map(path)
    message = str(caught.value)
    for words in says:
        assert words in message
    assert str(path) in message
    assert "\n" not in message
    assert "Traceback" not in message
    assert len(message) < 600
    if before is not None:
        assert path.read_bytes() == before
    with pytest.raises(kind):
        load_board(path)


def save(tmp_path, data, name="x.wdmap"):
    path = tmp_path / name
    path.write_bytes(data)
    return path


def changed(part, change):
    """The specimen with one part changed as plain JSON."""
    value = json.loads(PARTS[part])
    result = change(value)
    data = json.dumps(value if result is None else result).encode()
    return pack({**PARTS, part: data})


# ---- the container ------------------------------------------------------------------------------


def zipped(*entries):
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # zipfile itself warns of duplicate names
        for name, data in entries:
            archive.writestr(name, data)
    return buffer.getvalue()


def link_entry():
    entry = zipfile.ZipInfo("cells.json")
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def with_name(name):
    """A zip whose entry really bears this name (zipfile mends some on writing)."""
    stand_in = "Q" * len(name)
    return zipped((stand_in, b"{}")).replace(stand_in.encode(), name.encode())


def patched(field_offset, value, size=2):
    """The specimen with a field of its first central directory entry overwritten."""
    data = bytearray(GOOD)
    at = data.find(b"PK\x01\x02") + field_offset
    data[at : at + size] = value.to_bytes(size, "little")
    return bytes(data)


MANY = zipped(*((f"p{n}", b"") for n in range(2_001)))
CONTAINERS = {
    "empty file": (b"", "is empty"),
    "text": (b"hello, this is no zip at all", "not a zip"),
    "only the start of a zip": (b"PK\x03\x04", "cut short"),
    "cut in half": (GOOD[: len(GOOD) // 2], "cut short"),
    "last byte missing": (GOOD[:-1], "damaged or cut short"),
    "start missing": (GOOD[100:], "damaged or cut short"),
    "absolute": (with_name("/etc/passwd"), "forbidden name"),
    "upwards": (with_name("../../x.json"), "forbidden name"),
    "upwards inside": (with_name("art/../../x"), "forbidden name"),
    "backslash": (with_name("art\\..\\x"), "forbidden name"),
    "drive": (with_name("C:/x.json"), "forbidden name"),
    "zero byte": (with_name("cells.json\0.exe"), "forbidden name"),
    "line break": (with_name("a\nb"), "forbidden name"),
    "hidden": (with_name(".git/config"), "forbidden name"),
    "very long": (zipped(("x" * 300, b"")), "forbidden name"),
    "link": (zipped((link_entry(), "/etc/passwd")), "link"),
    "same name twice": (zipped(("a.json", b"1"), ("a.json", b"2")), "twice"),
    "same name but for case": (zipped(("a.json", b"1"), ("A.JSON", b"2")), "twice"),
    "part inside a part": (zipped(("a", b"1"), ("a/b", b"2")), "inside another"),
    "too many parts": (MANY, "parts"),
    "encrypted": (patched(8, 1), "encrypted"),
    "odd compression": (patched(10, 14), "packed in a way"),
    "wrong checksum": (patched(16, 0, 4), "damaged"),
    "bomb": (zipped(("manifest.json", b" " * (8 << 20))), "zip bomb"),
    "no manifest": (zipped(("readme.txt", b"hello")), "manifest.json"),
}


@pytest.mark.parametrize("case", CONTAINERS)
def test_bad_containers(case, tmp_path):
    data, says = CONTAINERS[case]
    refused(save(tmp_path, data), says, kind=DamagedFile)


def test_a_lying_header_does_not_get_a_bomb_through(tmp_path):
    """Declared small and packed large, or the other way round: either is damage."""
    for declared in (10, 0, 500_001, 0xFFFF_FFFF):
        data = bytearray(zipped(("manifest.json", b"x" * 500_000)))
        at = data.find(b"PK\x01\x02") + 24
        data[at : at + 4] = struct.pack("<I", declared)
        refused(save(tmp_path, data), kind=DamagedFile)


@pytest.mark.parametrize(
    "limits",
    [Limits(part_bytes=50_000), Limits(total_bytes=150_000), Limits(ratio=50, ratio_from=1_000)],
)
def test_every_limit_counts_while_unpacking(limits, tmp_path):
    path = save(tmp_path, zipped(("a", b"x" * 100_000), ("b", b"y" * 100_000)))
    with pytest.raises(DamagedFile, match="zip bomb"):
        read_parts(path, limits)


def test_a_directory_of_millions_is_refused_before_it_is_parsed(tmp_path):
    record = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 65535, 65535, 1 << 30, 0, 0)
    refused(save(tmp_path, b"PK\x03\x04" + record), "more parts", kind=DamagedFile)


def test_zip64_is_not_needed_and_not_read(tmp_path):
    record = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, 46, 0, 0)
    data = b"PK\x03\x04" + b"PK\x06\x07" + bytes(16) + record
    refused(save(tmp_path, data), "more parts", kind=DamagedFile)


def test_an_oversized_file_is_refused_unread(tmp_path):
    path = tmp_path / "x.wdmap"
    with path.open("wb") as stream:
        stream.truncate((256 << 20) + 1)
    with pytest.raises(DamagedFile, match="too large"):
        read_map(path)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(st.data())
def test_no_damage_ever_gives_a_traceback(tmp_path_factory, data):
    """Bytes flipped or cut anywhere: the map opens, or one UserError says why not."""
    damaged = bytearray(GOOD)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(GOOD) - 1))] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del damaged[data.draw(st.integers(0, len(GOOD))) :]
    path = tmp_path_factory.mktemp("fuzz") / "x.wdmap"
    path.write_bytes(damaged)
    try:
        read_map(path)
    except UserError:
        return


# ---- folders and the file system ----------------------------------------------------------------


def folder_map(tmp_path):
    write_map(read_map(SPECIMEN), tmp_path / "map")
    return tmp_path / "map"


def test_nothing_there(tmp_path):
    refused(tmp_path / "none.wdmap", "There is nothing at")


def test_a_folder_without_manifest(tmp_path):
    refused(tmp_path, "no manifest.json", kind=DamagedFile)


def test_a_link_in_a_folder(tmp_path):
    folder = folder_map(tmp_path)
    (folder / "art" / "x.svg").symlink_to("/etc/passwd")
    refused(folder, "art/x.svg", "link", kind=DamagedFile)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_does_not_hang_us(tmp_path):
    folder = folder_map(tmp_path)
    os.mkfifo(folder / "pipe")
    refused(folder, "pipe", kind=DamagedFile)
    os.mkfifo(tmp_path / "pipe.wdmap")
    refused(tmp_path / "pipe.wdmap", "is a pipe, not a file")


def test_folders_too_deep(tmp_path):
    folder = folder_map(tmp_path)
    folder.joinpath(*"abcdefghijk").mkdir(parents=True)
    refused(folder, "too deeply", kind=DamagedFile)


def test_a_folder_that_holds_too_much(tmp_path):
    folder = folder_map(tmp_path)
    with pytest.raises(DamagedFile, match="more than a map can hold"):
        read_parts(folder, Limits(part_bytes=100))
    with pytest.raises(DamagedFile, match="more than"):
        read_parts(folder, Limits(parts=3))


@pytest.mark.parametrize("shape", ["file", "folder"])
def test_permission_denied(shape, tmp_path, monkeypatch):
    path = folder_map(tmp_path) if shape == "folder" else save(tmp_path, GOOD)

    def denied(*_args):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(UserError, match="may not be read"):
        read_map(path)


def test_a_failing_disk(tmp_path, monkeypatch):
    path = save(tmp_path, GOOD)

    def broken(*_args):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "open", broken)
    with pytest.raises(UserError, match="Input/output error"):
        read_map(path)


# ---- the parts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "part", ["manifest.json", "grid.json", "borders.json", "cells.json", "palette.json"]
)
def test_a_missing_part_is_named(part, tmp_path):
    left = {name: data for name, data in PARTS.items() if name != part}
    refused(save(tmp_path, pack(left)), part, kind=DamagedFile)


@pytest.mark.parametrize("part", [name for name in PARTS if name.endswith("json")])
@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff", b"[" * 100_000, b'{"a": NaN}', b"null", b"[]", b'"x"', b"7", b'{"a": 1}'],
    ids=str,
)
def test_every_part_may_be_rubbish(part, data, tmp_path):
    if (part, data) == ("styles.json", b'{"a": 1}'):
        return  # styles are free
    refused(save(tmp_path, pack({**PARTS, part: data})), part, kind=DamagedFile)


def put(*path_and_value):
    *steps, last, value = path_and_value

    def change(plain):
        for step in steps:
            plain = plain[step]
        plain[last] = value

    return change


def drop(*path):
    def change(plain):
        for step in path[:-1]:
            plain = plain[step]
        del plain[path[-1]]

    return change


def again(*path):
    def change(plain):
        for step in path:
            plain = plain[step]
        plain.append(copy.deepcopy(plain[0]))

    return change


DAMAGED = {
    "id of a wrong type": ("cells.json", put("cells", 1, "id", 7), "cells, row 2, id"),
    "id with a blank": ("cells.json", put("cells", 1, "id", "a b"), "row 2"),
    "id with an escape": ("cells.json", put("cells", 1, "id", "a\x1b[2J"), "row 2"),
    "id with a line break": ("cells.json", put("cells", 1, "id", "a\n"), "row 2"),
    "entry with a line break": ("cells.json", put("cells", 1, "a\nb\x1b", 1), "a?b?"),
    "title with an escape": ("manifest.json", put("title", "\x1b]0;x\x07"), "title"),
    "feature with an escape": (
        "features.geojson",
        put("features", 0, "properties", "kind", "\x1b[2J"),
        "plain text",
    ),
    "empty id": ("cells.json", put("cells", 1, "id", ""), "row 2"),
    "anchor of text": ("cells.json", put("cells", 0, "anchor", "here"), "row 1, anchor"),
    "anchor of three": ("cells.json", put("cells", 0, "anchor", [1, 2, 3]), "row 1, anchor"),
    "terrain missing": ("cells.json", drop("cells", 2, "terrain"), "cells, row 3"),
    "misspelt entry": ("cells.json", put("cells", 2, "terain", "open"), "terain"),
    "nested property": ("cells.json", put("cells", 0, "properties", {"a": [1]}), "row 1"),
    "cell twice": ("cells.json", again("cells"), "row 6: the id B is given twice"),
    "node twice": ("borders.json", again("nodes"), "the id 1 is given twice"),
    "border twice": ("borders.json", again("edges"), "the id 1 is given twice"),
    "outline twice": ("borders.json", again("faces"), "the id A is given twice"),
    "terrain twice": ("palette.json", again("terrain"), "given twice"),
    "border id zero": ("borders.json", put("edges", 0, "id", 0), "edges, row 1, id"),
    "border id true": ("borders.json", put("edges", 0, "id", True), "edges, row 1, id"),
    "coordinate of text": ("borders.json", put("nodes", 3, 1, "x"), "nodes, row 4"),
    "other kind": ("grid.json", put("kind", "torus"), "grid.json, kind"),
    "other grid": ("grid.json", put("steps_per_unit", 10), "steps_per_unit"),
    "passable maybe": ("palette.json", put("borders", 0, "passable", "yes"), "borders, row 1"),
    "override of three": ("sides.json", put("overrides", 0, "pair", ["A"] * 3), "row 1, pair"),
    "override maybe": ("sides.json", put("overrides", 0, "change", "maybe"), "row 1, change"),
    "no format": ("manifest.json", drop("format"), "manifest.json"),
    "other format": ("manifest.json", put("format", "tmx"), "manifest.json"),
    "version of text": ("manifest.json", put("version", "one"), "version"),
    "feature no kind": ("features.geojson", drop("features", 0, "properties", "kind"), "row 1"),
    "feature null": ("features.geojson", put("features", 1, None), "row 2"),
    "geometry null": ("features.geojson", put("features", 1, "geometry", None), "row 2"),
    "geometry odd": ("features.geojson", put("features", 1, "geometry", "type", "Blob"), "row 2"),
    "geometry flat": (
        "features.geojson",
        put("features", 1, "geometry", "coordinates", [1, 2]),
        "row 2",
    ),
    "geometry far": (
        "features.geojson",
        put("features", 1, "geometry", "coordinates", [[0, 0], [1e30, 0]]),
        "row 2",
    ),
    "line of one": (
        "features.geojson",
        put("features", 1, "geometry", "coordinates", [[1, 2]]),
        "two points",
    ),
    "ring open": (
        "features.geojson",
        put("features", 0, "geometry", "coordinates", [[[0, 0], [1, 0], [1, 1], [2, 2]]]),
        "does not close",
    ),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_damaged_rows_are_named(case, tmp_path):
    part, change, says = DAMAGED[case]
    refused(save(tmp_path, changed(part, change)), part, says, kind=DamagedFile)


WRONG = {
    "coordinate off the grid": ("borders.json", put("nodes", 0, 1, 0.3), "multiple of 1/64"),
    "bend off the grid": ("borders.json", put("edges", 2, "points", 0, 0, 60.51), "1/64"),
    "coordinate too far": ("borders.json", put("nodes", 0, 1, -2_000_000), "farther than"),
    "unknown node": ("borders.json", put("edges", 0, "from", 99), "node 99"),
    "unknown border": ("borders.json", put("faces", 0, "outer", 0, 99), "border 99"),
    "border zero": ("borders.json", put("faces", 0, "outer", 0, 0), "border 0"),
    "ring open": ("borders.json", put("faces", 0, "outer", [1, 2, 3]), "does not close"),
    "ring empty": ("borders.json", put("faces", 0, "outer", []), "names no border"),
    "ring turned": ("borders.json", put("faces", 0, "outer", [-4, -3, -2, -1]), "wrong way"),
    "ring crossing itself": (
        "borders.json",
        put("edges", 2, "points", [[-30, 40], [66, 20]]),
        "away from a common node",
    ),
    "border tangled": (
        "borders.json",
        put("edges", 2, "points", [[60, 20], [70, 40], [60, 40], [70, 20]]),
        "crosses or touches itself",
    ),
    "faces overlap": ("borders.json", put("faces", 4, "outer", [-10, 11, 12, -5]), "overlap"),
    "face inside a face": ("borders.json", drop("faces", 3, "holes"), "overlaps another area"),
    "outline missing": ("borders.json", drop("faces", 0), "has no outline"),
    "outline of nobody": ("borders.json", put("faces", 0, "cell", "Z"), "no outline"),
    "kind unknown": ("borders.json", put("edges", 0, "kind", "lava"), "“lava”"),
    "terrain unknown": ("cells.json", put("cells", 0, "terrain", "lava"), "“lava”"),
    "anchor outside": ("cells.json", put("cells", 0, "anchor", [1, 1]), "lies outside it"),
    "anchor on the line": ("cells.json", put("cells", 1, "anchor", [0, 32]), "lies outside it"),
    "anchor in a hole": ("cells.json", put("cells", 3, "anchor", [95, 95]), "lies outside it"),
    "no cells": ("cells.json", put("cells", []), "no areas"),
    "override unknown": ("sides.json", put("overrides", 0, "pair", ["A", "Z"]), "area Z"),
    "override silent": ("sides.json", put("overrides", 0, "reason", " "), "no reason"),
    "override twice": ("sides.json", again("overrides"), "two overrides"),
    "override self": ("sides.json", put("overrides", 0, "pair", ["A", "A"]), "itself"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_maps_are_refused_with_advice(case, tmp_path):
    part, change, says = WRONG[case]
    path = save(tmp_path, changed(part, change))
    with pytest.raises(UserError) as caught:
        read_map(path)
    assert says in str(caught.value)
    assert "map check" in str(caught.value)
    found = issues(read_map(path, check=False))
    assert says in next(issue.text for issue in found if issue.level == "error")
    assert len({issue.id for issue in found}) == len(found)


def test_a_newer_map_names_the_version_that_wrote_it(tmp_path):
    def later(manifest):
        manifest |= {"version": 99, "written_by": "7.1.0", "shape": {"quite": ["other"]}}

    refused(save(tmp_path, changed("manifest.json", later)), "WarDesk 7.1.0", kind=NewerFile)


def test_a_newer_map_may_have_parts_that_would_puzzle_us(tmp_path):
    manifest = {"format": "wardesk-map", "version": 2, "written_by": "0.2.0"}
    parts = {"manifest.json": json.dumps(manifest).encode(), "cells.json": b"\x00binary"}
    refused(save(tmp_path, pack(parts)), "WarDesk 0.2.0", kind=NewerFile)


def test_a_map_with_unknown_needs_is_refused(tmp_path):
    data = changed("manifest.json", put("needs", ["bridges"]))
    refused(save(tmp_path, data), "bridges", kind=NewerFile)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(st.data())
def test_any_value_anywhere_gives_a_map_or_a_sentence(data):
    part = data.draw(st.sampled_from([name for name in PARTS if name.endswith("json")]))
    plain = json.loads(PARTS[part])
    place, holder, key = plain, None, None
    for _ in range(data.draw(st.integers(1, 5))):
        if not isinstance(place, dict | list) or not place:
            break
        key = data.draw(st.sampled_from([*place] if isinstance(place, dict) else range(len(place))))
        holder, place = place, place[key]
    if holder is not None:
        holder[key] = data.draw(JSON)
    parts = {**PARTS, part: json.dumps(plain).encode()}
    try:
        document = document_from_parts(parts)
    except UserError:
        return
    issues(document)


def test_a_part_whose_name_is_no_text_is_refused_in_a_folder_and_in_a_zip(tmp_path):
    parts = {**read_parts(SPECIMEN), "art/\udcff.svg": b"<svg/>"}
    for place in (tmp_path / "map", tmp_path / "map.wdmap"):
        with pytest.raises(DamagedFile, match="forbidden name"):
            write_parts(parts, place)
    assert list(tmp_path.iterdir()) == []


# ---- what would take gigabytes or minutes -------------------------------------------------------


DOTS = [[n * 7919 % 30011, n * 104729 % 30013] for n in range(400_000)]


def test_a_folder_that_is_no_map_is_not_walked():
    begin = time.process_time()
    with pytest.raises(UserError, match=r"no manifest\.json"):
        load_board("/")
    assert time.process_time() - begin < 1


@pytest.mark.parametrize(
    ("feature", "says"),
    [
        ({"geometry": {"type": "LineString", "coordinates": DOTS},
          "properties": {"kind": "road"}}, "more than 100,000 points"),
        ({"geometry": {"type": "Point", "coordinates": [0, 0]},
          "properties": {"kind": "label", "name": "x" * 10**6}}, "name has more than 500 letters"),
    ],
    ids=["points", "letters"],
)  # fmt: skip
def test_features_out_of_all_measure_are_refused(tmp_path, feature, says):
    row = {"type": "Feature", **feature}
    part = json.dumps({"type": "FeatureCollection", "features": [row]}).encode()
    path = save(tmp_path, pack({**PARTS, "features.geojson": part}))
    with pytest.raises(DamagedFile, match=f"features.geojson, row 1.*{says}"):
        read_map(path)


@pytest.mark.skipif(os.name == "nt", reason="names are bytes on POSIX")
def test_a_part_whose_name_is_not_utf8_is_told_when_it_is_read(tmp_path):
    folder = folder_map(tmp_path)
    (folder / "art").mkdir(exist_ok=True)
    try:
        (folder / os.fsdecode(b"art/\xff.png")).write_bytes(b"x")
    except OSError:
        pytest.skip("this disk keeps no such names")
    refused(folder, "forbidden name", kind=DamagedFile)
