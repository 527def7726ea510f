"""Rulebooks as documents: any change comes back, files say what was changed, packs travel."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk import paths
from wardesk.cli.main import main as run
from wardesk.documents.files.container import read_parts
from wardesk.documents.maps.store import read_map
from wardesk.errors import UserError
from wardesk.games.written.schema import Rulebook
from wardesk.services.maps.game_needs import all_issues, game_palettes
from wardesk.services.rulebooks.counters import matched_columns, with_face, with_table
from wardesk.services.rulebooks.draft import (
    BookDraft,
    files_of,
    found,
    keep_draft,
    moved,
    put,
    read_draft,
    renamed,
)
from wardesk.services.rulebooks.figures import chances
from wardesk.services.rulebooks.form import changes, form_of, text_of, type_at, value_of
from wardesk.services.rulebooks.judge import judge, judge_folder, judge_tables, steps_of_error
from wardesk.services.rulebooks.names import BookNames, kinds_of_map, map_of
from wardesk.services.rulebooks.packs import PATTERNS, give_away, new_book, own_book, take_in
from wardesk.services.rulebooks.pages import PAGES, all_to, entries, with_row
from wardesk.services.rulebooks.sentences import sentence
from wardesk.words import shown

CLASSIC = paths.resources() / "templates" / "rules" / "classic"


@pytest.fixture
def book(tmp_path):
    return new_book(tmp_path / "my-war", "classic", "My War")


@pytest.fixture
def draft(book):
    return read_draft(book)


plain = st.recursive(
    st.booleans() | st.integers(-999, 999) | st.text(st.characters(codec="utf-8"), max_size=9),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text("abc-.\"ü", min_size=1, max_size=4), inner, max_size=3),
    max_leaves=20,
)  # fmt: skip
books = st.dictionaries(st.sampled_from(["move", "turn", "zone", "hidden"]), plain, max_size=4)


def read_back(draft):
    files = files_of(draft)
    return {**tomllib.loads(files["rules.toml"].decode()),
            **tomllib.loads(files["charts.toml"].decode())}  # fmt: skip


@given(books, st.lists(st.dictionaries(st.sampled_from(["id", "rows"]), plain), max_size=2))
def test_whatever_a_rulebook_says_is_read_back_as_it_was(raw, charts):
    draft = BookDraft(raw={**raw, "chart": charts})

    def without_empty(said):
        return {k: v for k, v in said.items() if v != []}

    assert without_empty(read_back(draft)) == without_empty(draft.raw)


def all_places(values, steps=()):
    yield steps
    inside = values.items() if isinstance(values, dict) else enumerate(values) if isinstance(
        values, list) else ()  # fmt: skip
    for key, value in inside:
        yield from all_places(value, (*steps, key))


SHIPPED = read_draft(CLASSIC)


@given(st.sampled_from([p for p in all_places(dict(SHIPPED.raw)) if p]), st.integers(0, 99))
def test_a_change_has_an_exact_inverse_and_touches_nothing_else(steps, value):
    made = put(SHIPPED, steps, value)
    assert found(made.raw, steps) == value
    assert put(made, steps, found(SHIPPED.raw, steps)).raw == SHIPPED.raw
    for other in all_places(dict(SHIPPED.raw)):
        if other[: len(steps)] != steps and steps[: len(other)] != other:
            assert found(made.raw, other) == found(SHIPPED.raw, other)


def test_what_is_taken_away_leaves_no_empty_tables(draft):
    made = put(draft, ("move", 0, "cost", "foot", "wood"), None)
    assert "foot" not in made.raw["move"][0]["cost"]
    assert read_draft(CLASSIC).raw["move"][0]["cost"]["foot"] == {"wood": 2}


def test_a_row_moves_and_stays_at_the_ends(draft):
    first = [phase["id"] for phase in draft.raw["turn"]["phases"]]
    made = moved(draft, ("turn", "phases", 0), 1)
    assert [phase["id"] for phase in made.raw["turn"]["phases"]] == [first[1], first[0], *first[2:]]
    assert moved(draft, ("turn", "phases", 0), -1) is draft


def test_only_files_that_changed_are_written(book, draft):
    charts = (book / "charts.toml").read_bytes()
    (book / "charts.toml").write_bytes(charts + b"# mine\n")
    keep_draft(book, put(draft, ("stack", "most"), 3), draft)
    assert (book / "charts.toml").read_bytes().endswith(b"# mine\n")
    assert "most = 3" in (book / "rules.toml").read_text()


def test_a_person_can_read_what_is_written(draft):
    text = files_of(draft)["rules.toml"].decode()
    assert '  { id = "bm", title = "Blue moves", kind = "move", side = "blue" },\n' in text
    assert "cost = { foot = { wood = 2 }, armour = { wood = 3 } }\n" in text
    assert all(len(line) < 140 for line in text.splitlines())


# ---- patterns, packs ----------------------------------------------------------------------------


def test_a_pattern_has_no_faults_and_bears_the_name(book, draft):
    assert judge(draft) == ()
    assert draft.title == draft.raw["rules"]["title"] == "My War"
    assert draft.head["id"] == "my-war"


@pytest.mark.parametrize("pattern", [each.id for each in PATTERNS])
def test_every_pattern_is_sound_on_its_map(tmp_path, pattern):
    folder = new_book(tmp_path / "mine", pattern, "Mine")
    assert judge_folder(folder) == ()
    cells = kinds_of_map(map_of(folder, read_draft(folder))).cells
    places = {line["place"] for line in read_draft(folder).counters if not line.get("turn")}
    assert places <= set(cells)


def test_a_copy_of_a_game_is_one_of_its_own(book, tmp_path):
    copy = new_book(tmp_path / "other", str(book), "Other War")
    assert read_draft(copy).raw["move"] == read_draft(book).raw["move"]
    assert read_draft(copy).head["id"] == "other"


def test_what_is_given_away_comes_in_elsewhere(book, tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    file = give_away(book, tmp_path / "given")
    assert "maps/field/cells.json" in read_parts(file)
    there = take_in(file)
    assert read_draft(there).raw == read_draft(book).raw
    assert own_book("classic", "My War").name == "my-war-2"
    with pytest.raises(UserError):
        give_away(book, tmp_path / "given")


def test_a_pack_that_holds_a_program_is_not_given_away(book, tmp_path):
    (book / "hook.py").write_text("pass")
    with pytest.raises(UserError, match=r"hook\.py"):
        give_away(book, tmp_path / "given")


@pytest.mark.parametrize("file", ["rules.toml", "charts.toml", "counters.csv", "pack.toml"])
def test_a_damaged_file_is_named(book, file):
    (book / file).write_bytes(b"\xff\x00 = [")
    with pytest.raises(UserError, match=file):
        read_draft(book)


# ---- forms --------------------------------------------------------------------------------------


def names(folder, draft):
    return BookNames(draft, kinds_of_map(map_of(folder, draft)))


def test_every_field_of_every_entry_is_asked_and_comes_back(book, draft):
    for page in PAGES:
        for entry in entries(draft, page):
            if entry.kind is None:
                continue
            form = form_of(entry.kind, found(draft.raw, entry.steps, {}), names(book, draft))
            assert changes(form, form.values) == {}
            for field in form.fields.values():
                value = found(draft.raw, (*entry.steps, *field.steps))
                if value is not None:
                    told = text_of(value, field.type)
                    assert value_of(told, field.type) == value, field.key


def test_every_entry_of_a_rulebook_is_on_a_page(draft):
    heads = {e.steps[0] for page in PAGES for e in entries(draft, page) if e.steps}
    assert heads | {"hidden"} == set(Rulebook.__struct_fields__)


def test_one_changed_field_is_one_change(book, draft):
    entry = next(e for e in entries(draft, "fighting") if e.steps == ("combat", 0, "modifiers", 0))
    assert entry.kind is not None
    form = form_of(entry.kind, found(draft.raw, entry.steps), names(book, draft))
    assert changes(form, {**form.values, "by": "-2"}) == {("by",): -2}
    assert changes(form, {**form.values, "case.when.turns": "1, 3-5"}) == {
        ("case", "when", "turns"): [1, 3, 4, 5]
    }
    assert changes(form, {**form.values, "case.ground.terrain": ""}) == {
        ("case", "ground", "terrain"): None
    }


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ("counters", "check")])
def test_a_row_more_has_the_right_types(book, draft, page):
    for entry in entries(draft, page):
        for rows, _words in entry.adds:
            made, steps = with_row(draft, rows, names(book, draft))
            assert found(made.raw, steps) is not None
            kinds = [f.text for f in judge(made) if f.steps == ()]
            assert not kinds
            wrong_types = [f for f in judge(made) if f.text.startswith(str(rows[0]))]
            assert not wrong_types, wrong_types


def test_a_result_that_nobody_explains_is_offered_and_may_do_nothing(book, draft):
    made = put(draft, ("chart", 0, "rows", "1", 0), "XX")
    chart = next(e for e in entries(made, "fighting") if e.steps == ("chart", 0))
    assert [steps for steps, _words in chart.adds] == [("chart", 0, "results", "XX")]
    explained, row = with_row(made, ("chart", 0, "results", "XX"), names(book, made))
    assert judge(explained) == ()
    assert judge(put(explained, row, None)) == ()


def test_another_title_is_that_of_pack_and_scenario(draft):
    made = renamed(draft, "Other")
    assert made.title == made.raw["rules"]["title"] == made.scenarios["first"]["title"] == "Other"


def test_all_to_the_umpire_and_back_is_as_before(draft):
    umpired = all_to(draft, "proposes")
    assert umpired.raw["zone"]["by"] == umpired.raw["move"][0]["by"] == "proposes"
    assert all_to(umpired, "program") == draft


def test_an_entry_is_told_as_a_sentence(draft):
    told = shown(sentence(draft, ("combat", 0, "modifiers", 2)))
    assert told.startswith("All attackers across the stream: ")
    assert "-1" in told
    assert shown(sentence(draft, ("move", 0))) != shown(sentence(draft, ("zone",)))
    assert "3" in shown(sentence(put(draft, ("stack", "most"), 3), ("stack",)))


@pytest.mark.parametrize("dice", ["1d6", "2d6", "3d4", "1d100"])
def test_the_chances_of_a_column_are_those_of_the_dice(draft, dice):
    number, faces = map(int, dice.split("d"))
    rolls = [sum(one) for one in product(range(1, faces + 1), repeat=number)]
    rows = {str(k): ["lucky" if k % 3 else "not"] for k in range(number, number * faces + 1)}
    made = put(put(draft, ("chart", 0, "dice"), dice), ("chart", 0, "rows"), rows)
    wanted = Fraction(sum(roll % 3 > 0 for roll in rolls), len(rolls))
    assert dict(chances(made, ("chart", 0), 0)) == {"lucky": wanted, "not": 1 - wanted}


# ---- counters -----------------------------------------------------------------------------------


def test_a_table_of_somebody_takes_the_place_of_all(draft):
    rows = [{"Unit": "Guards", "Side": "Blue", "Type": "Armour", "Attack": "5", "MP": "6"}]
    columns = matched_columns(draft, list(rows[0]))
    assert columns["Side"] == "side"
    assert columns["Attack"] == "attack"
    made = with_table(draft, rows, columns | {"Unit": "name", "Type": "class", "MP": "move"})
    (line,) = made.counters
    assert line == {"id": "c1", "name": "Guards", "side": "blue", "class": "armour",
                    "attack": "5", "move": "6"}  # fmt: skip


def test_a_face_more_has_half_of_the_figures(draft):
    made = with_face(draft)
    assert made.counters[0]["attack.3"] == "2"


# ---- faults -------------------------------------------------------------------------------------


def test_a_fault_says_where_it_is(draft):
    wrong = put(draft, ("combat", 0, "chart"), "nothing")
    assert [fault.steps for fault in judge(wrong)] == [("combat", 0, "chart")]
    typo = put(draft, ("move", 0, "alowance"), 3)
    assert [fault.steps[:2] for fault in judge(typo)] == [("move", 0)]
    assert steps_of_error("Expected `int`, got `str` - at `$.turn.last`") == ("turn", "last")
    assert type_at(Rulebook, ("combat", 0, "modifiers", 0, "case")).__name__ == "If"


# ---- the command line ---------------------------------------------------------------------------


def test_the_command_line_begins_and_checks_a_game(tmp_path, capsys):
    folder = tmp_path / "cli-war"
    assert run(["rules", "new", str(folder), "--pattern", "classic"]) == 0
    assert run(["rules", "check", str(folder)]) == 0
    rules = folder / "rules.toml"
    rules.write_text(rules.read_text().replace('chart = "results"', 'chart = "gone"'))
    assert run(["rules", "check", str(folder)]) == 1
    assert "combat.0.chart" in capsys.readouterr().out
    assert run(["rules", "new", str(folder)]) != 0


def test_a_map_of_a_game_whose_rules_are_data_has_kinds_of_its_own(tmp_path):
    run(["rules", "new", str(tmp_path / "war"), "--pattern", "classic"])
    (place,) = (tmp_path / "war" / "maps").iterdir()
    assert not all_issues(place, read_map(place))
    assert "written" not in game_palettes("hex")


def test_a_cell_that_the_map_lacks_is_told_at_its_place(tmp_path):
    run(["rules", "new", str(tmp_path / "war"), "--pattern", "classic"])
    draft = read_draft(tmp_path / "war")
    wrong = put(draft, ("places", 0, "cells"), ["0101", "9999"])
    (fault,) = judge_tables(tmp_path / "war", wrong)
    assert fault.steps == ("places", 0, "cells")
    assert "9999" in shown(fault.text)
    assert judge_tables(tmp_path / "war", draft) == ()
