"""``wardesk counters cut``: a sheet becomes a table of counters with pictures of both sides."""

from __future__ import annotations

import csv
import json

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.cli.main import main
from wardesk.documents.packs.csv_forces import read_csv_with_pictures


def sheet(file, *, backs=False):
    """Three columns, two rows of 40 pixels, margins of 10, gaps of 4: a colour for each counter.

    The back is the sheet turned over sideways: the first back stands at the right.
    """
    image = QImage(2 * 10 + 3 * 40 + 2 * 4, 2 * 10 + 2 * 40 + 4, QImage.Format.Format_RGB32)
    image.fill(QColor("#000000"))
    painter = QPainter(image)
    for row in range(2):
        for column in range(3):
            number = row * 3 + (2 - column if backs else column)
            ink = QColor(255 if backs else 20, 30 * number + 40, 100)
            painter.fillRect(10 + column * 44, 10 + row * 44, 40, 40, ink)
    painter.end()
    image.save(str(file))
    return file


def colours(folder, row):
    """Red and green in the middle of both sides of a counter."""
    return [
        (c.red(), c.green())
        for name in (row["picture"], row["back"])
        for c in [QImage(str(folder / name)).pixelColor(18, 18)]
    ]


def table(folder):
    return list(csv.DictReader((folder / "counters.csv").read_text("utf-8").splitlines()))


ARGS = ["--rows", "2", "--columns", "3", "--margin", "10", "--gap", "4", "--side", "blue"]


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch, qapp):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


def test_every_counter_gets_its_own_front_and_back(tmp_path, capsys):
    front, back = sheet(tmp_path / "f.png"), sheet(tmp_path / "b.png", backs=True)
    out = tmp_path / "cut"
    code = main(["counters", "cut", str(front), "--back", str(back), "--out", str(out), *ARGS,
                 "--names", "Unit {n}", "--trim", "2", "--json"])  # fmt: skip

    assert code == 0
    assert json.loads(capsys.readouterr().out)["counters"] == 6
    found = table(out)
    assert [row["name"] for row in found] == [f"Unit {n}" for n in range(1, 7)]
    for number, row in enumerate(found):
        assert colours(out, row) == [(20, 30 * number + 40), (255, 30 * number + 40)]
    assert QImage(str(out / found[0]["picture"])).width() == 36


def test_the_table_can_be_read_as_counters(tmp_path):
    out = tmp_path / "cut"
    main(["counters", "cut", str(sheet(tmp_path / "f.png")), "--out", str(out), *ARGS])
    rows = read_csv_with_pictures(out / "counters.csv")
    assert len({row["picture"] for row in rows}) == 6
    assert {row["side"] for row in rows} == {"blue"}


def test_names_and_values_come_from_a_table_and_a_dash_leaves_one_out(tmp_path):
    (tmp_path / "n.csv").write_text("name,side,steps,place\nLion,red,2,0101\n-,,,\nElk,,,\n")
    out = tmp_path / "cut"
    main(["counters", "cut", str(sheet(tmp_path / "f.png")), "--out", str(out), *ARGS,
          "--table", str(tmp_path / "n.csv")])  # fmt: skip
    found = table(out)
    assert [row["name"] for row in found] == ["Lion", "Elk", "Counter 4", "Counter 5", "Counter 6"]
    assert (found[0]["side"], found[0]["place"], found[1]["side"]) == ("red", "0101", "blue")


def test_a_back_scanned_twice_as_large_is_cut_at_the_same_places(tmp_path):
    front, back = sheet(tmp_path / "f.png"), sheet(tmp_path / "b.png", backs=True)
    large = QImage(str(back))
    large.scaled(large.width() * 2, large.height() * 2).save(str(back))
    out = tmp_path / "cut"
    main(["counters", "cut", str(front), "--back", str(back), "--out", str(out), *ARGS])
    assert [colours(out, row)[1][1] for row in table(out)] == [40, 70, 100, 130, 160, 190]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--gap", "a"], "--gap"),
        (["--margin", "1,2"], "--margin"),
        (["--mirror", "round"], "turn a sheet over"),
        (["--trim", "30"], "pixels"),
        (["--rows", "0"], "rows and columns"),
        (["--back", "none.png"], "none.png"),
        (["--names", " "], "pattern"),
    ],
)
def test_bad_use_is_told_and_leaves_nothing_behind(tmp_path, capsys, more, says):
    out = tmp_path / "cut"
    front = sheet(tmp_path / "f.png")
    assert main(["counters", "cut", str(front), "--out", str(out), *ARGS, *more]) == 2
    assert says in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("data", "says"), [(b"hello", "no picture"), (b"\x89PNG\r\n\x1a\n", "no picture")]
)
def test_a_sheet_that_is_no_picture_is_told(tmp_path, capsys, data, says):
    (tmp_path / "f.png").write_bytes(data)
    assert main(["counters", "cut", str(tmp_path / "f.png"), "--out", str(tmp_path / "o"), *ARGS])
    assert says in capsys.readouterr().err


def test_a_sheet_that_is_cut_short_is_told(tmp_path, capsys, qtbot):
    data = sheet(tmp_path / "f.png").read_bytes()
    (tmp_path / "f.png").write_bytes(data[: len(data) // 2])
    assert main(["counters", "cut", str(tmp_path / "f.png"), "--out", str(tmp_path / "o"), *ARGS])
    assert "cut short" in capsys.readouterr().err


def test_a_folder_that_is_there_stays(tmp_path, capsys):
    (tmp_path / "cut").mkdir()
    front = sheet(tmp_path / "f.png")
    assert main(["counters", "cut", str(front), "--out", str(tmp_path / "cut"), *ARGS]) == 2
    assert "there already" in capsys.readouterr().err
