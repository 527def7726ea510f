"""Campaigns of one's own: begun from templates, changed on sheets, played, given away."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from small_campaign import NOW

from wardesk.campaign.operation.condition_text import parse
from wardesk.campaign.operation.conditions import type_troubles
from wardesk.campaign.operation.facts import fact_types
from wardesk.documents.files.csv_cells import pasted
from wardesk.documents.packs.campaign_maps import find_atlas
from wardesk.documents.packs.campaign_packs import (
    campaign_ids,
    find_design,
    own_packs,
    read_design,
)
from wardesk.errors import DamagedFile, UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.needs import go_on, settle
from wardesk.services.campaign.places import Gazetteer
from wardesk.services.campaign.workshop import chart, graph
from wardesk.services.campaign.workshop.check import mend_all, troubles
from wardesk.services.campaign.workshop.draft import (
    DesignDraft,
    changed,
    keep_draft,
    read_draft,
    with_units,
)
from wardesk.services.campaign.workshop.graph import with_link
from wardesk.services.campaign.workshop.knowledge import knowledge
from wardesk.services.campaign.workshop.packs import (
    TEMPLATES,
    give_away,
    judge,
    new_design,
    take_in,
)
from wardesk.services.campaign.workshop.sheets import (
    sheet_of,
    sheets_of,
    with_cells,
)
from wardesk.services.campaign.workshop.start import Start, start_of, with_start
from wardesk.services.campaign.workshop.table_import import (
    matched,
    read_pasted,
    take,
    with_taken,
)


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


def made(template, name="Our June", **more):
    return new_design(name, template, first_day=date(1944, 6, 6), **more)


def kept(folder, sheets, start=None):
    """The campaign with these sheets in place of its own, written and judged."""
    draft = read_draft(folder)
    for key, cells in sheets.items():
        draft = with_cells(draft, key, cells)
    return keep_draft(folder, with_start(draft, start or start_of(draft)))


def rows_of(folder):
    return {sheet.key: sheet.rows for sheet in sheets_of(read_draft(folder))}


@pytest.mark.parametrize("template", [each.id for each in TEMPLATES])
def test_every_template_can_be_played_as_it_is(template, tmp_path):
    folder = made(template)
    found = judge(folder)
    assert found.playable, found.findings
    assert campaign_ids()[-1] or "our-june" in campaign_ids()
    design, _ = find_design("our-june")
    numbers = count(1)
    with CampaignDesk.create(
        tmp_path / "a.wdcamp", design, name="A", campaign="a", seed=1, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    ) as desk:  # fmt: skip
        met = []
        for _ in range(12):
            need = go_on(desk).need
            if need is None or not (need.action or need.key.startswith("step:")):
                break
            met.append(need.key)
            settle(desk, need, {word: values[0][0] for word, values in need.choices.items()})
        assert met


@pytest.mark.parametrize("template", [each.id for each in TEMPLATES])
def test_sheets_that_nobody_changed_leave_the_campaign_as_it_is(template):
    folder = made(template)
    before, _ = read_design(folder)
    found = kept(folder, rows_of(folder))
    assert found.playable, found.findings
    assert found.design == before


def test_may_1940_goes_through_the_sheets_unchanged(tmp_path):
    from shutil import copytree

    from wardesk import paths

    folder = tmp_path / "may"
    copytree(paths.campaigns() / "may-1940", folder)
    before, _ = read_design(folder)
    assert kept(folder, rows_of(folder)).design == before


def test_a_campaign_of_two_battles_is_made_from_cells_alone(tmp_path):
    folder = made("linked-scenarios")
    sheets = rows_of(folder)
    head = [column.key for column in sheet_of(read_draft(folder), "units").columns]
    unit = dict.fromkeys(head, "") | {
        "unit": "r9", "side": "red", "formation": "red-9", "arrives": "start", "first": "r9",
        "steps": "3",
    }  # fmt: skip
    sheets["units"] = (*sheets["units"], tuple(unit[key] for key in head))
    sheets["flags"] = (("ford", "The ford is open", "bool", "", "no"),)
    sheets["tables"] = (
        ("river", "The river", "d6", "", "", "2", "high", "flag ford = no"),
        ("river", "", "", "", "3", "", "low", "flag ford = yes; points red 1"),
    )
    sheets["modifiers"] = (("river", "a dry night", "3", "day >= 1"),)
    sheets["checklist"] = (*sheets["checklist"], ("river", "The river", "Evening", "", "river", ""))
    start = Start(name="The ford", first_day=date(1943, 7, 5), days=3, slots=("Morning", "Evening"))
    kept(folder, sheets, start)
    draft = with_link(read_draft(folder), "first", "second", condition="flag.ford")
    found = keep_draft(folder, draft)
    assert found.playable, found.findings
    assert found.design.name == "The ford"
    assert found.design.unit["r9"].steps_full == 3
    assert found.design.table("river").row(7).then == ("flag ford = yes", "points red 1")
    assert found.design.links[0].condition is not None


def test_another_calendar_takes_its_turns_along():
    folder = made("double-blind")
    draft = read_draft(folder)
    draft = with_units(draft, [{**draft.units[0], "arrives": "7 Jun Night"}, *draft.units[1:]])
    slots = ("Dawn", "Noon", "Dusk", "Dark")
    start = Start(name="X", first_day=date(1943, 7, 1), days=3, slots=slots)
    moved = with_start(draft, start)
    assert moved.rows("nodes")[0]["start"] == "2 Jul Noon"
    assert [line["arrives"] for line in moved.units] == ["2 Jul Dark"] + ["start"] * 5
    assert moved.rows("checklist")[1]["slots"] == ["Dawn", "Noon", "Dusk"]
    assert keep_draft(folder, moved).playable
    assert with_start(moved, start_of(draft)) == draft


def test_a_wrong_cell_is_told_with_its_line_and_nothing_is_written():
    folder = made("week-on-a-map")
    before = (folder / "campaign.toml").read_bytes()
    sheets = rows_of(folder)
    sheets["tables"] = (("weather", "Weather", "d10", "", "low", "9", "clear", ""),)
    with pytest.raises(UserError, match="Tables, line 1: Lowest roll is a number, not 'low'"):
        kept(folder, sheets)
    assert (folder / "campaign.toml").read_bytes() == before


def test_a_wrong_effect_and_a_gap_in_a_table_are_found():
    folder = made("week-on-a-map")
    sheets = rows_of(folder)
    sheets["tables"] = (("weather", "Weather", "d10", "", "0", "5", "clear", "sun shines"),)
    sheets["modifiers"] = ()
    found = kept(folder, sheets)
    assert not found.playable
    texts = " ".join(each.text for each in found.findings)
    assert "cannot read the effect 'sun shines'" in texts
    assert "No line covers the roll 6" in texts
    assert "no table 'supply'" in texts


def test_a_pack_is_given_away_and_taken_in_and_a_broken_one_is_not_kept(tmp_path):
    folder = made("linked-scenarios")
    file = give_away(folder, tmp_path / "friend")
    assert file.name == "friend.wdpack"
    taken = take_in(file)
    assert file.is_file()
    assert replace(read_design(taken)[0], id="our-june") == read_design(folder)[0]
    with pytest.raises(UserError, match="there already"):
        take_in(file)
    (folder / "campaign.toml").write_text("id = 3")
    with pytest.raises(UserError):
        give_away(folder, tmp_path / "bad")
    assert not (tmp_path / "bad.wdpack").exists()


def test_cells_come_from_a_spreadsheet_or_a_csv_file():
    assert pasted("a\tb\nc\td\n") == (("a", "b"), ("c", "d"))
    assert pasted('a;"b;c"') == (("a", "b;c"),)


# ---- battles, ways and what goes on -------------------------------------------------------------


def test_battles_are_added_joined_and_taken_out_again():
    draft = read_draft(made("linked-scenarios"))
    more, key = graph.add_node(draft, "The mill")
    assert key == "the-mill"
    assert all(line["the-mill"] == line["unit"] for line in more.units)
    joined = graph.add_link(more, "second", key)
    assert graph.layers(joined) == [["first"], ["second"], ["the-mill"]]
    with pytest.raises(UserError, match="back to itself"):
        graph.add_link(joined, key, "first")
    with pytest.raises(UserError, match="a way already"):
        graph.add_link(joined, "second", key)
    assert graph.without_node(joined, key) == draft


@pytest.mark.parametrize("text", [
    "", "scenario.first.winner = red", "day >= 1 and known weather", "weather = rain or day <= 1",
])  # fmt: skip
def test_a_condition_in_rows_says_what_its_text_says(text):
    found = graph.terms(text)
    assert found is not None
    assert graph.condition_text(*found) == text


def test_what_rows_cannot_say_stays_text():
    assert graph.terms("at least 2 of (day = 1, turn = 2, weather = rain)") is None
    assert graph.terms("not day = 1") is None
    assert graph.terms("day =") is None


@pytest.mark.parametrize("template", [each.id for each in TEMPLATES])
def test_every_offered_fact_can_be_asked_for(template):
    design = judge(made(template)).design
    for offer in graph.offers(design):
        values = [value for value, _ in offer.values] or [offer.kind.low or 0]
        for value in values:
            text = graph.condition_text("and", [graph.Term(offer.fact, "=", value)])
            assert type_troubles(parse(text), fact_types(design)) == []
            assert graph.sentence(design, text)


def test_a_way_is_tried_out_on_losses_that_are_typed():
    design = judge(made("linked-scenarios")).design
    preview = graph.try_out(design, design.links[0], {"r1": 0, "r3": 1})
    rows = {row.unit: (row.steps_in, row.restored, row.steps_out) for row in preview.rows}
    assert rows == {"r1": (0, 0, 0), "r2": (2, 0, 2), "r3": (1, 1, 2), "b1": (2, 0, 2),
                    "b2": (2, 0, 2), "b3": (1, 0, 1)}  # fmt: skip
    assert preview.balanced


# ---- what is wrong, and what mends it -----------------------------------------------------------


def _gap(draft):
    return with_cells(draft, "tables", (("weather", "W", "d6", "", "1", "2", "a", ""),
                                        ("weather", "", "", "", "5", "6", "b", "")))  # fmt: skip


def _overlap(draft):
    return with_cells(draft, "tables", (("weather", "W", "d6", "", "1", "4", "a", ""),
                                        ("weather", "", "", "", "3", "6", "b", "")))  # fmt: skip


BREAKS = {
    "a gap in a table": _gap,
    "two lines for one roll": _overlap,
    "no umpire": lambda d: with_cells(d, "seats", sheet_of(d, "seats").rows[1:]),
    "a checklist without its table": lambda d: with_cells(d, "tables", ()),
    "a way to no box": lambda d: with_cells(d, "box_edges", (("north", "moon", ""),)),
    "nobody commands a side": lambda d: with_cells(d, "seats", sheet_of(d, "seats").rows[:1]),
    "units that never arrive": lambda d: with_units(d, ({**x, "arrives": ""} for x in d.units)),
    "a battle without counters": lambda d: with_units(graph.add_node(d, "Mill")[0], d.units),
    "a condition that never holds": lambda d: graph.with_link(
        graph.add_link(graph.add_node(graph.add_node(d, "A")[0], "B")[0], "a", "b"), "a", "b",
        condition="day >= 99",
    ),
    "a circle": lambda d: changed(graph.add_link(
        graph.add_node(graph.add_node(d, "A")[0], "B")[0], "a", "b"),
        lambda raw: raw["links"].append({"start": "b", "end": "a"})),
    "a table that nothing rolls on": lambda d: with_cells(d, "checklist", ()),
}  # fmt: skip


@pytest.mark.parametrize("wrong", BREAKS)
def test_what_is_wrong_is_found_and_its_mends_mend_it(wrong):
    folder = made("week-on-a-map")
    draft = BREAKS[wrong](read_draft(folder))
    found = troubles(draft, keep_draft(folder, draft).findings)
    assert any(each.mend for each in found), found
    for _ in range(4):
        draft = mend_all(draft, found)
        judged = keep_draft(folder, draft)
        found = troubles(draft, judged.findings)
    assert judged.playable, judged.findings
    assert not [each for each in found if each.mend]


# ---- tables of somebody's -----------------------------------------------------------------------


def test_columns_of_a_table_are_matched_and_wrong_lines_told():
    draft = read_draft(made("linked-scenarios"))
    table = read_pasted("Seite\tEinheit\tStufen\tTyp\nRed\tI./69\t4\tinfantry\n"
                        "Blue\t41e BCC\tfive\tarmour\nGreen\tx\t1\t\n\t\t\t\n")  # fmt: skip
    columns = matched(draft, table.head)
    assert columns == ("side", "name", "steps", "symbol")
    taken = take(draft, table, columns, add=True)
    assert [(each.line, each.column) for each in taken.wrong] == [(3, 2)]
    assert [line["side"] for line in taken.units] == ["red", "green"]
    assert taken.sides == (("green", "Green"),)
    made_ = with_taken(draft, taken, add=True)
    assert len(made_.units) == len(draft.units) + 2
    assert made_.units[-1]["first"] == "x"


@pytest.mark.parametrize("text", ["", "one line", 'a,"b\nc', "a" + ",b" * 60 + "\n1"])
def test_what_is_no_table_is_refused(text):
    with pytest.raises(UserError):
        read_pasted(text)


@given(st.lists(st.lists(st.text(max_size=6), min_size=3, max_size=3), min_size=1, max_size=8))
def test_whatever_is_pasted_either_fits_or_is_told(rows):
    draft = DesignDraft({"sides": [{"id": "red", "name": "Red"}], "games": {"a": "A"}})
    text = "unit\tname\tsteps\n" + "\n".join("\t".join(
        cell.replace("\t", " ").replace("\n", " ").replace("\r", " ").replace('"', "'")
        for cell in row) for row in rows)  # fmt: skip
    try:
        table = read_pasted(text)
    except UserError:
        return
    taken = take(draft, table, ("unit", "name", "steps"), add=True)
    assert len(taken.units) + len(taken.wrong) == len(table.rows)
    assert len({line["unit"] for line in taken.units}) == len(taken.units)


# ---- the map ------------------------------------------------------------------------------------

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000004000000020802000000f0caea34"
    "0000000e49444154789c63fccf00024c0c10000a0e0103fa7d3bcf0000000049454e44ae426082"
)


def test_places_are_put_on_a_picture_and_found_there_again():
    folder = made("week-on-a-map")
    draft = with_cells(read_draft(folder), "bridges", (("ford", "Ford", "battle", "river"),))
    draft = chart.with_picture(draft, folder, PNG, 40)
    assert chart.width_of(draft) == 40
    for mark, at in zip(chart.marks(draft), [(0.25, 0.5), (0.5, 0.5), (0.75, 0.5), (0.1, 0.9)],
                        strict=True):  # fmt: skip
        draft = chart.placed(draft, mark, at)
    found = keep_draft(folder, draft)
    assert found.playable
    assert read_draft(folder) == draft
    atlas = find_atlas("our-june")
    assert atlas.picture == PNG
    places = Gazetteer(found.design, atlas)
    wide, tall = atlas.frame.size
    assert places.box("north").middle == pytest.approx((wide / 4, tall / 2), rel=1e-3)
    assert places.bridge("ford") == pytest.approx((wide / 10, tall * 0.9), rel=1e-3)
    other = chart.with_picture(draft, folder, PNG, 80)
    assert [m.at for m in chart.marks(other)] == [
        pytest.approx(m.at, abs=1e-4) for m in chart.marks(draft)
    ]
    keep_draft(folder, chart.without_picture(draft))
    assert find_atlas("our-june") is None


SVG = b"<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'></svg>"


@pytest.mark.parametrize("data", [b"", b"no picture", SVG, PNG[:16] + b"\xff" * 40])
def test_what_is_no_picture_is_refused(data):
    folder = made("week-on-a-map")
    with pytest.raises(UserError):
        chart.with_picture(read_draft(folder), folder, data, 40)


def test_a_map_that_names_a_picture_elsewhere_is_refused(tmp_path):
    folder = made("week-on-a-map")
    keep_draft(folder, chart.with_picture(read_draft(folder), folder, PNG, 40))
    file = folder / "map.geojson"
    file.write_text(file.read_text().replace('"map-', '"../map-'))
    with pytest.raises(DamagedFile):
        find_atlas("our-june")


# ---- packs of strangers -------------------------------------------------------------------------


def packed(parts):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return stream.getvalue()


def hostile(good):
    text = good["campaign.toml"]
    return {
        "no pack": b"PK no pack at all",
        "a way out": packed(good | {"../escape.toml": b"x = 1"}),
        "a program": packed(good | {"run.py": b"print(1)"}),
        "no campaign": packed({"units.csv": good["units.csv"]}),
        "wrong units": packed(good | {"units.csv": b"unit,side\nx\0,red"}),
        "a huge calendar": packed(good | {
            "campaign.toml": text.replace(b"days = 2", b"days = 999999999")}),
        "an unknown field": packed(good | {"campaign.toml": b'spell = "x"\n' + text}),
        "an id like a path": packed(good | {
            "campaign.toml": text.replace(b'id = "our-june"', b'id = "../../x"')}),
        "deep conditions": packed(good | {
            "campaign.toml": text.replace(b'[[links.carry]]', b'condition = "' + b"not " * 500
                                          + b'day = 1"\n[[links.carry]]')}),
    }  # fmt: skip


@pytest.mark.parametrize("kind", [
    "no pack", "a way out", "a program", "no campaign", "wrong units", "a huge calendar",
    "an unknown field", "an id like a path", "deep conditions",
])  # fmt: skip
def test_a_hostile_pack_is_refused_and_leaves_nothing(kind, tmp_path):
    folder = made("linked-scenarios", folder=tmp_path / "mine")
    good = {file.name: file.read_bytes() for file in folder.iterdir()}
    file = tmp_path / "theirs.wdpack"
    file.write_bytes(hostile(good)[kind])
    before = sorted(tmp_path.rglob("*"))
    if kind == "an id like a path":  # it comes in under a name of ours
        assert take_in(file) == own_packs() / "x"
        return
    with pytest.raises(UserError):
        take_in(file)
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted(
        path for path in before if path.is_file()
    )


def test_a_seat_that_sees_by_hexes_plays_by_fog_from_the_start(tmp_path):
    folder = made("double-blind")
    rows = {row.id: row for row in knowledge(read_draft(folder))}
    assert rows["red"].cells[1].words == "seen within one hex"
    assert rows["umpire"].cells[1].words == "yes"
    numbers = count(1)
    with CampaignDesk.create(
        tmp_path / "a.wdcamp", read_design(folder)[0], name="A", campaign="a", seed=1, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    ) as desk:  # fmt: skip
        assert desk.state.fog == {"red": 1, "red-left": 1, "blue": 1, "blue-right": 1}


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("template", [each.id for each in TEMPLATES])
def test_the_examples_of_a_template_are_named_in_the_organisers_language(template, language):
    folder = made(template, language=language)
    found = judge(folder)
    assert found.playable, found.findings
    design, plain = found.design, read_design(made(template, "Their June"))[0]

    def read(of):
        """Everything with a name or a title, by its kind and id."""
        rows = {
            (kind, each.id): getattr(each, field)
            for kind, field in (("sides", "name"), ("seats", "name"), ("formations", "name"),
                                ("units", "name"), ("nodes", "name"), ("boxes", "name"),
                                ("tables", "title"), ("checklist", "title"))
            for each in getattr(of, kind)
        }  # fmt: skip
        return rows | {("games", key): name for key, name in of.games.items()}

    ours, theirs = read(design), read(plain)
    assert ours.keys() == theirs.keys()
    assert not [key for key, words in ours.items() if words == theirs[key]]
    assert not set(design.calendar.slots) & set(plain.calendar.slots)
    assert [node.start for node in design.nodes] == [node.start for node in plain.nodes]
    # what rules compare stays as it is
    assert [table.rows[0].then for table in design.tables] == [
        table.rows[0].then for table in plain.tables
    ]


def test_a_campaign_called_as_something_in_the_catalogue_keeps_its_name():
    assert judge(made("double-blind", "Red", language="de")).design.name == "Red"
    quoted = 'The "Long" \\ Day'
    assert judge(made("double-blind", quoted)).design.name == quoted
