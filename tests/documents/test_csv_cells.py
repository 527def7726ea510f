"""CSV out: a spreadsheet opens it and never runs a cell; CSV in: the same texts again."""

import csv
import io
from string import printable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.documents.files.csv_cells import guarded, unguarded
from wardesk.documents.packs.csv_forces import read_csv_forces
from wardesk.documents.packs.pack_writer import csv_text
from wardesk.services.campaign.files import csv_table

SIGNS = ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"]


@pytest.mark.parametrize("sign", SIGNS)
def test_what_begins_like_a_formula_is_kept_from_running(sign):
    table = csv_table(("a", "b"), [(f"{sign}2+3+cmd|' /C calc'!A0", "fine")])
    _, row = csv.reader(io.StringIO(table.decode(), newline=""))
    assert row[0].startswith("'" + sign.replace("\r", "\n"))
    assert row[1] == "fine"


@pytest.mark.parametrize("sign", ["=", "+", "-", "@"])
def test_names_of_counters_are_kept_from_running_and_come_back(tmp_path, sign):
    name = f"{sign}2+3+cmd"
    text = csv_text([{"name": name, "side": "Ants"}])
    assert f"'{name}" in text
    (tmp_path / "forces.csv").write_text(text, "utf-8")
    (row,) = read_csv_forces(tmp_path / "forces.csv")
    assert row["name"] == name


@pytest.mark.parametrize("cell", [-3, 0.5, "-3", "+1", "-0.5", "-", "", "4-3", "a=b"])
def test_numbers_and_plain_texts_stay_as_they_are(cell):
    assert guarded(cell) == cell


def test_a_carriage_return_begins_no_row_of_its_own():
    table = csv_table(("a",), [("fine\r=1+1",), ("fine\r\n=1+1",)])
    rows = list(csv.reader(io.StringIO(table.decode(), newline="")))
    assert rows == [["a"], ["fine\n=1+1"], ["fine\n=1+1"]]


@given(st.text(st.sampled_from([*SIGNS, "'", "1", "a", *printable]), max_size=12))
def test_every_text_comes_back_and_none_begins_like_a_formula(text):
    out = guarded(text)
    assert unguarded(out) == text
    assert out[:1] not in SIGNS or (out == text and not any(c.isalpha() for c in text))
