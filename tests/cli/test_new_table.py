"""``wardesk new-table``: a pack that another person can open, and clear words when it cannot be."""

from __future__ import annotations

import json
import shutil

import pytest

from wardesk import paths
from wardesk.cli.main import main
from wardesk.services.play.session import PlaySession

FORT = paths.campaigns() / "eben-emael" / "maps" / "fort"
HANNUT = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"


@pytest.fixture
def csv(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("name,side,place\n=1+1,Ants,0101\nBee,Bees,\n", "utf-8")
    return file


def run(capsys, *words):
    code = main([str(word) for word in words])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.slow
def test_the_pack_can_be_given_away_and_played(capsys, csv, tmp_path):
    out = tmp_path / "my-table"
    code, said, _ = run(capsys, "new-table", HANNUT, "--counters", csv, "--out", out)
    assert code == 0
    assert "2 counters, Ants, Bees." in said

    elsewhere = tmp_path / "friend" / "my-table"
    shutil.move(out, elsewhere)
    scenario = elsewhere / "scenarios" / "table.toml"
    code, said, _ = run(
        capsys, "play", scenario, "--seed", 1, "--bot", "all=random", "--games", 2, "--json"
    )
    assert code == 0, said


def test_a_bare_table_on_an_area_map(capsys, tmp_path):
    out = tmp_path / "bare"
    code, said, _ = run(
        capsys, "new-table", FORT, "--sides", "North, South, East", "--out", out, "--json"
    )

    assert code == 0
    made = json.loads(said)
    assert (made["sides"], made["counters"]) == (["North", "South", "East"], 0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name,side,place\nAnt,Ants,9999\n", "line 2, column 'place'"),
        ("name,side\nAnt,chance\n", "chance"),
        ("name\nAnt\n", "no column 'side'"),
    ],
)
def test_wrong_counters_leave_nothing_behind(text, says, capsys, tmp_path):
    file = tmp_path / "bad.csv"
    file.write_text(text, "utf-8")

    code, _, err = run(capsys, "new-table", HANNUT, "--counters", file, "--out", tmp_path / "t")

    assert code == 2
    assert says in err
    assert [p.name for p in tmp_path.iterdir()] == ["bad.csv"]


STRANGE = "name,side,attack,move,Factor\n4th,Ants,4,5,\n5th,Ants,2,6,\n"


def test_columns_that_nobody_knows_are_left_out_and_told(capsys, tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text(STRANGE, "utf-8")
    code, said, _ = run(
        capsys, "new-table", HANNUT, "--counters", file, "--out", tmp_path / "t", "--json"
    )
    assert code == 0, said
    made = json.loads(said)
    assert (made["counters"], made["left_out"]) == (2, ["attack", "move"])
    code, said, _ = run(capsys, "new-table", HANNUT, "--counters", file, "--out", tmp_path / "u")
    assert "left out: attack, move" in said
    assert "--column attack=factors" in said


def test_columns_are_taken_as_others(capsys, tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text(STRANGE, "utf-8")
    taken = ("--column", "attack=factors", "--column", "move=factors")
    words = ("new-table", HANNUT, "--counters", file, "--out", tmp_path / "t", "--json", *taken)
    code, said, _ = run(capsys, *words)
    assert (code, json.loads(said)["left_out"]) == (0, [])
    with PlaySession.new(json.loads(said)["scenario"], seed=1, keep=False) as session:
        assert {c.factors for c in session.state.pieces.values()} == {"4-5", "2-6"}


@pytest.mark.parametrize(
    ("column", "says"), [("attack=wings", "wings"), ("wings=factors", "no strange column 'wings'")]
)
def test_a_column_that_cannot_be_taken_is_told(capsys, tmp_path, column, says):
    file = tmp_path / "mine.csv"
    file.write_text(STRANGE, "utf-8")
    words = ("new-table", HANNUT, "--counters", file, "--out", tmp_path / "t", "--column", column)
    code, _, err = run(capsys, *words)
    assert code == 2
    assert says in err


def test_a_side_that_the_counters_do_not_know_is_told(capsys, csv, tmp_path):
    code, _, err = run(
        capsys, "new-table", HANNUT, "--counters", csv, "--sides", "Ants", "--out", tmp_path / "t"
    )

    assert code == 2
    assert "no side 'Bees'" in err


def test_what_is_there_is_not_overwritten(capsys, tmp_path):
    code, _, err = run(capsys, "new-table", HANNUT, "--out", tmp_path)
    assert code == 2

    (tmp_path / "t").mkdir()
    code, _, err = run(capsys, "new-table", HANNUT, "--out", tmp_path / "t")
    assert code == 2
    assert "is there already" in err


def test_a_folder_name_that_is_no_id_is_refused(capsys, tmp_path):
    code, _, err = run(capsys, "new-table", HANNUT, "--out", tmp_path / "My Table")

    assert code == 2
    assert "cannot be the name of a pack" in err


def test_troubles_are_json_too(capsys, tmp_path):
    code, said, _ = run(capsys, "new-table", tmp_path / "no-map", "--json")

    assert code == 2
    assert json.loads(said)["error"]
