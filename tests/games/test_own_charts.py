"""Charts of one's own: played, shown, stored, refused; and the book that they are typed into."""

from __future__ import annotations

import pytest
from chart_laws import LAWS, ChartCase, play, write_own

from wardesk import paths
from wardesk.errors import UserError
from wardesk.games.shared.printed import laid_over
from wardesk.services.play.chart_book import ChartBook
from wardesk.services.play.own_charts import own_file
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_game_table, load_table
from wardesk.services.studies.study_desk import plan_study

CONTACT, DRIVE = "hannut-stonne/first-contact", "market-garden/a-drive-in-the-country"
FORT = "eben-emael/historical"
CASES = (
    ChartCase("blitzkrieg", CONTACT, "combat.rows", "1", "combat", {"factor": "3"},
              "combat.rows.4.4", 160),
    ChartCase("gts", DRIVE, "fire", "E", "fire", {"weapon": "white", "rating": "6"},
              "fire.unarmoured.white.1", 700),
    ChartCase("eben-emael", FORT, "combat.rows", "1/1", "combat",
              {"attackers": "30", "defenders": "20"}, "combat.rows.5.3", 260),
    ChartCase("europa", "may-1940/proving-ground", "main.rows", "DE", "attack",
              {"attackers": "3x infantry 7", "defenders": "infantry 5"}, "main.rows.5.6", 120),
)  # fmt: skip


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
def test_own_charts_keep_the_laws(case, law, tmp_path):
    law(case, tmp_path)


def test_cells_of_a_pack_lie_over_those_of_its_game():
    write_own("gts", {"fire.unarmoured.white.1": "E", "fire.unarmoured.white.2": "E"})
    write_own("market-garden", {"fire.unarmoured.white.2": "1"})

    with PlaySession.new(DRIVE, seed=1, keep=False) as session:
        found = {cell.path: cell.value for cell in laid_over(session.rules)}
    assert found == {"fire.unarmoured.white.1": "E", "fire.unarmoured.white.2": "1"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('combat.rows.2.1 = "Q"', "combat.rows.2.1: Q is no result of this chart"),
        ("combat.rows.2.77 = 1", "no such row or column"),
        ("combat.rows.2.1 = [1, 2]", "combat.rows.2.1"),
        ("combat = 7", "combat"),
        ("combat.rows.2.1 = ", "blitzkrieg.toml"),
        ("fire.moved = 'far'", "whole number"),
    ],
)
def test_a_bad_file_is_told_of_and_stays(text, words):
    file = own_file("blitzkrieg")
    file.parent.mkdir(parents=True)
    file.write_text(f"{text}\nfire.same_hex = 2\n", "utf-8")

    with pytest.raises(UserError) as told:
        PlaySession.new(CONTACT, seed=1, keep=False)
    assert words in str(told.value)
    assert "blitzkrieg.toml" in str(told.value)
    book = ChartBook("blitzkrieg")
    assert book.problems or book.faults
    if book.own:
        book.reset(*(path for path in book.own if path != "fire.same_hex"))
    book.put("fire.moved", "-3")
    book.keep()
    aside = own_file("blitzkrieg").with_suffix(".toml.old")
    assert aside.exists() == ("no result" not in words)
    with PlaySession.new(CONTACT, seed=1, keep=False) as session:
        assert session.rules.setting.tables.fire.moved == -3


@pytest.mark.parametrize(
    ("played", "cell", "value", "words"),
    [
        (CONTACT, "combat.rows.0.0", "zz", "no result of this chart"),
        (DRIVE, "fire.armoured.blue.0", "miss", "no result of this chart"),
        (DRIVE, "sky.weather.0", "snow", "the weather is"),
        (DRIVE, "drop.rows.0.1", "zz", "no result of this chart"),
        (DRIVE, "drop.rows.1.0", 3, "does not rise above"),
        (DRIVE, "drop.rows.5.0", 12, "the drop table ends below"),
        (DRIVE, "rearguard.weapon", "bow", "the weapons are"),
        (FORT, "combat.columns.3", "1/1", "no odds"),
        (FORT, "combat.columns.3", "1:4", "do not rise"),
        (FORT, "combat.rows.0.0", "5", "no result of this chart"),
        (FORT, "landing.faces.0", "down", "no result of this chart"),
        (FORT, "work.BL1.arcs.W1", 5, "no column 5"),
        (FORT, "counter.blocked-mi.works.0", "BL9", "no work BL9"),
        (FORT, "constants.turns", 12, "the scenario says this"),
        (FORT, "level.defeat.least", 3, "must begin at 0"),
        ("may-1940/proving-ground", "size.division.halves", 0, "not above nothing"),
        ("may-1940/proving-ground", "share.one_in.0", 0, "not above nothing"),
        ("may-1940/proving-ground", "main.columns.0", "2:1", "do not rise"),
        ("may-1940/proving-ground", "kind.armour.size", 7, "sizes"),
    ],
)
def test_what_a_game_cannot_be_played_by_is_refused(played, cell, value, words):
    with pytest.raises(UserError) as told:
        load_table(played, {cell: value})
    assert words in str(told.value)


def test_an_option_that_is_no_chart_is_refused():
    for wrong in ("{", "[1]", '{"combat.rows.2.1": [1]}', "x" * 100_000, 3):
        with pytest.raises(UserError, match="charts"):
            load_table(CONTACT, {"charts": wrong})
    with pytest.raises(UserError, match="no such row"):
        load_table(CONTACT, {"charts": '{"combat.rows.99.1": "N"}'})
    with pytest.raises(UserError, match="no charts"):
        load_table("freeform/hannut-table", {"charts": '{"combat.rows.9.1": "N"}'})


def test_a_guided_game_is_played_as_it_is_told():
    write_own("blitzkrieg", {"combat.rows.4.4": "1"})
    pack = next(p for p in paths.campaigns().glob("*/pack.toml") if "hannut-stonne" in str(p))
    lessons = [line for line in pack.read_text("utf-8").splitlines() if line.startswith("lessons")]
    name = lessons[0].split('"')[1]
    with PlaySession.new(f"hannut-stonne/{name}", seed=1, keep=False) as session:
        assert not laid_over(session.rules)


def test_a_study_sweeps_a_cell_over_the_owner_s_charts():
    write_own("blitzkrieg", {"combat.rows.4.4": "1"})
    sweep = [{"combat.rows.2.1": "N"}, {"combat.rows.2.1": 1}]

    record = plan_study(CONTACT, {}, (), players={}, n=1, seed=1, sweep=sweep)

    assert len({spec.rules for spec in record.study.specs}) == 3
    assert [spec.label for spec in record.study.specs] == [
        "charts own", "charts own, combat.rows.2.1 N", "charts own, combat.rows.2.1 1",
    ]  # fmt: skip
    with pytest.raises(UserError, match="no such row or column"):
        plan_study(CONTACT, {}, (), players={}, n=1, seed=1,
                   sweep=[{"combat.rows.2.99": "N"}])  # fmt: skip


def test_what_a_side_sees_hides_as_much_under_own_charts():
    scenario = FORT
    cells_of = {"combat.rows.5.4": "1/1"}
    plain = load_table(scenario, {"hands": "closed"}).rules
    own = load_table(scenario, {"hands": "closed", **cells_of}).rules
    state = play_to_a_hand(plain)
    assert own.view(state, "german") == plain.view(state, "german")
    assert own.view(state, "german").cups != state.cups


def play_to_a_hand(rules):
    with PlaySession.new(FORT, seed=5, keep=False, options={"hands": "closed"}) as session:
        play(session, 120)
        return session.state


# ---- the book that the owner types into ---------------------------------------------------------


def test_an_example_turns_wrong_with_its_cell_and_right_again():
    book = ChartBook("blitzkrieg")
    assert book.put("combat.rows.4.4", "N") == ""
    wrong = [one for one in book.examples() if one.wrong]
    assert [one.wrong for one in wrong] == [(("combat.rows.4.4", "r", "N"),)]
    assert book.undo()
    assert not any(one.wrong for one in book.examples())
    assert book.redo()
    book.reset("combat.rows.4.4")
    assert not book.own
    assert not any(one.wrong for one in book.examples())


def test_what_cannot_stand_is_not_taken():
    book = ChartBook("blitzkrieg")
    assert "no result" in book.put("combat.rows.4.4", "Q")
    assert "whole number" in book.put("fire.moved", "far")
    assert "no such" in book.put("combat.rows.4.99", "N")
    assert book.put_many({"fire.moved": "-3", "combat.rows.4.99": "N"})
    assert dict(book.own) == {"fire.moved": -3}
    assert book.changed
    assert not book.undo() or not book.own


def test_where_each_cell_is_from():
    book = ChartBook("blitzkrieg", load_game_table("blitzkrieg").rules.showing.charts())
    book.put("fire.range", "-2")
    found = {c.path: c.origin for s in book.sheets() for row in s.cells for c in row if c}
    assert [found[p] for p in ("fire.range", "fire.works", "fire.moved", "fire.uphill")] == [
        "own", "stated", "deduced", "rebuilt",
    ]  # fmt: skip
    assert (found["combat.rows.4.4"], found["combat.rows.0.0"]) == ("deduced", "rebuilt")


def test_a_scenario_s_cells_lie_under_the_owner_s():
    scenario = {"combat": {"rows": {"4": {"4": "N"}}}}
    write_own("blitzkrieg", {"combat.rows.4.4": "r"})
    book = ChartBook("blitzkrieg", (), scenario)

    def cell():
        found = {c.path: c for s in book.sheets() for row in s.cells for c in row if c}
        return found["combat.rows.4.4"]

    assert (cell().text, cell().origin, cell().shipped) == ("r", "own", "N")
    book.put("fire.moved", "-3")
    book.keep()
    assert ChartBook("blitzkrieg").own == {"combat.rows.4.4": "r", "fire.moved": -3}
    book.reset("combat.rows.4.4")
    assert (cell().text, cell().origin) == ("N", "scenario")


def test_a_book_of_a_pack_lies_over_that_of_its_game():
    write_own("gts", {"fire.unarmoured.white.1": "E"})
    book = ChartBook("gts", pack="market-garden")
    assert book.put("fire.unarmoured.white.1", "1") == ""
    assert book.put("fire.unarmoured.white.2", "E") == ""
    book.keep()

    assert own_file("market-garden").exists()
    with PlaySession.new(DRIVE, seed=1, keep=False) as session:
        found = {cell.path: cell.value for cell in laid_over(session.rules)}
    assert found == {"fire.unarmoured.white.1": "1", "fire.unarmoured.white.2": "E"}
    for wrong in ("../gts", "", "a/b", "x" * 80):
        with pytest.raises(UserError, match="no name"):
            own_file(wrong)


def test_without_a_place_for_own_data_there_are_no_charts_and_none_can_be_kept(
    tmp_path, monkeypatch
):
    home = tmp_path / "home"
    monkeypatch.setenv("WARDESK_HOME", str(home))
    PlaySession.new(DRIVE, seed=1, keep=False).close()
    assert not home.exists()

    home.write_text("no folder")
    PlaySession.new(DRIVE, seed=1, keep=False).close()
    book = ChartBook("gts")
    book.put("fire.armoured.blue.3", "E")
    with pytest.raises(UserError, match="could not be written"):
        book.keep()


def test_cells_go_out_to_a_file_and_come_in_again(tmp_path):
    book, file = ChartBook("gts"), tmp_path / "mine.toml"
    book.put("fire.armoured.blue.3", "E")
    book.put("sky.weather.0", "fog")
    book.give_out(file)
    book.reset()
    assert not book.own
    file.write_text(f"{file.read_text('utf-8')}no.such = 1\n", "utf-8")

    assert [words for words in book.take_in(file) if "no such figure" in words]
    assert dict(book.own) == {"fire.armoured.blue.3": "E", "sky.weather.0": "fog"}


@pytest.mark.parametrize(
    ("played", "cell", "value", "chart", "row", "column"),
    [
        (CONTACT, "fire.moved", -3, "modifiers", 0, 0),
        (CONTACT, "fire.cover.village", -3, "modifiers", 10, 0),
        (FORT, "charge.usual", 3, "charge", -1, 0),
        (FORT, "charge.least.C120", 6, "charge", 1, 0),
        (FORT, "level.minor.least", 8, "levels", None, None),
        (FORT, "work.BL1.exit", False, "fields_of_fire", 0, 4),
        ("may-1940/proving-ground", "terrain.woods.die", -3, "effects", None, None),
    ],
)
def test_a_figure_of_any_chart_says_that_it_is_laid_over(played, cell, value, chart, row, column):
    def origins(options):
        rules = load_table(played, options).rules
        look = next(look for look in rules.showing.charts() if look.id == chart)
        if row is None:
            return {origin for line in look.origins for origin in line}
        return look.origins[row][column] if look.origins else ""

    assert "own" not in origins({})
    assert "own" in origins({cell: value}) if row is None else origins({cell: value}) == "own"
