"""Counters from CSV files: what is read, and how hostile files are refused."""

from __future__ import annotations

import shutil

import pytest

from wardesk import paths
from wardesk.documents.packs.csv_forces import LARGEST, MOST_ROWS, read_csv_forces
from wardesk.documents.packs.store import find_scenario, read_pack
from wardesk.errors import DamagedFile, UserError


@pytest.fixture
def read(tmp_path):
    def call(data):
        file = tmp_path / "forces.csv"
        file.write_bytes(data if isinstance(data, bytes) else data.encode())
        return read_csv_forces(file)

    return call


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_any_usual_separator_is_found(sign, read):
    rows = read(f"name{sign}side{sign}place\nTank{sign}blue{sign}0101\n")

    assert rows == [
        {"name": "Tank", "side": "blue", "place": "0101", "where": "forces.csv, line 2"}
    ]


def test_empty_lines_empty_cells_and_a_byte_order_mark_do_no_harm(read):
    rows = read("\ufeffName,Side,steps\r\n\r\nTank,blue,\r\n,,\r\nGun,red,2\r\n")

    assert [(row["name"], row["where"]) for row in rows] == [
        ("Tank", "forces.csv, line 3"),
        ("Gun", "forces.csv, line 5"),
    ]
    assert "steps" not in rows[0]


@pytest.mark.parametrize("text", ["=1+1", "@SUM(A1)", "-2+3", "=cmd|' /C calc'!A0"])
def test_what_looks_like_a_formula_is_plain_text(text, read):
    assert read(f"name,side\n{text},blue\n")[0]["name"] == text


def test_a_quoted_separator_is_part_of_the_text(read):
    assert read('name,side\n"Tank, heavy",blue\n')[0]["name"] == "Tank, heavy"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "line 1: there is no column 'name'"),
        (b"name,place\nTank,0101\n", "line 1: there is no column 'side'"),
        (b"name,side,name\n", "the column 'name' is there twice"),
        (b"name,side,where\n", "called where"),
        (b"name,,side\n", "line 1: column 2 has no name"),
        (b"name,side\nTank,blue,oops\n", "line 2, column 3: there are only 2 columns"),
        (b"name,side\n\nT\xe4nk,blue\n", "line 3: this is not UTF-8 text .byte 13"),
        ("name,side\nTank,blue\n".encode("utf-16"), "not plain text"),
        (b"name,side\nTa\0nk,blue\n", "not plain text"),
        (b'name,side\n"Ta\nnk",blue\n', "column 'name': the text has line breaks"),
        (b"name,side\nTa\x1bnk,blue\n", "column 'name': the text has line breaks or control"),
        (b'name,side\n"Tank,blue\n', "line 2"),
        (b"name,side\n" + b"x" * 300 + b",blue\n", "column 'name': the text is too long"),
        (b"name,side\n" + b"x" * 200_000 + b",blue\n", "line 2: field larger"),
        (b"name,side" + b",x" * 50 + b"\n", "more than 40 columns"),
        (b"name,side\n" + b"a,b\n" * (MOST_ROWS + 1), f"more than {MOST_ROWS} rows"),
        (b"x" * (LARGEST + 1), "too large"),
    ],
)
def test_a_hostile_file_is_refused_with_line_and_column(data, says, read):
    with pytest.raises(DamagedFile, match=says):
        read(data)


def test_a_missing_file_and_a_folder_are_told(tmp_path):
    with pytest.raises(UserError, match="is missing"):
        read_csv_forces(tmp_path / "none.csv")
    with pytest.raises(UserError, match="could not be read"):
        read_csv_forces(tmp_path)


def test_a_pack_joins_counters_from_both_tables(tmp_path):
    pack = tmp_path / "freeform"
    shutil.copytree(paths.campaigns() / "freeform", pack)
    (pack / "forces.toml").write_text('[[counter]]\nname = "Extra"\nside = "blue"\n', "utf-8")

    names = [row["name"] for row in read_pack(pack).forces["counter"]]

    assert names[:2] == ["Extra", "Sample tanks"]


def test_a_shipped_map_is_named_without_a_copy():
    map_ = find_scenario("freeform/hannut-table").map

    assert map_ == str((paths.campaigns() / "hannut-stonne" / "maps" / "hannut").resolve())


def test_a_shipped_map_cannot_lie_elsewhere(tmp_path):
    pack = tmp_path / "freeform"
    shutil.copytree(paths.campaigns() / "freeform", pack)
    file = pack / "scenarios" / "hannut-table.toml"
    text = file.read_text("utf-8").replace("shipped:hannut-stonne", "shipped:../../etc")
    file.write_text(text, "utf-8")

    with pytest.raises(DamagedFile, match="outside"):
        find_scenario("freeform/hannut-table", tmp_path)
