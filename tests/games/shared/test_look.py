"""Looks that are read from a file: which line is said, of which values, in which slot."""

from __future__ import annotations

import msgspec
import pytest

from wardesk.engine.types import Decision, Piece
from wardesk.games.shared.look import Looks, Phrase, lit, told
from wardesk.model.look import BadgeLook, Overlay
from wardesk.words import shown

FILE = """
[value]
gait = { by = "kind", keys = { truck = "wheels" }, other = "kind" }
name_of_kind = { by = "kind", words = { truck = "Truck" } }

[[counter]]
when = "kind=truck|tank"
title = "{name_of_kind}"
left = [{ when = "!strength", put = "–" }, "{strength}"]
movement = "{gait}"
reduced = "hits"
text = ["at {place}", { when = "hits", say = "{n} hit", many = "{n} hits", given = { n = "hits" } }]
topic = "{kind}"

[[counter]]
title = "{kind}"
text = []
topic = ""

[sign]
moved = { when = "moved !pinned", letter = "M{hits}", name = "Moved", within = "moved", colour = "#112233" }
mine = { letter = "X", name = "Minefield", colour = "#112233", topic = "mines" }

[[fact]]
each = "guns"
when = "range"
text = { say = "range {n}", given = { n = "range" } }
origin = "range"

[[track]]
id = "turn"
title = "Turn"
value = "turn"
most = 9
steps = [[0, { say = "early" }], ["late", { say = "late" }]]

[[box]]
when = "waiting"
id = "box"
title = "Waiting"
text = { say = "{n} unit", many = "{n} units", given = { n = "count" } }
pieces = "waiting"

[chart.costs]
title = "Costs"
cite = "XX 1"
corner = "ground"
columns = ["cost"]
rows = [{ each = "grounds", name = "{name}", cells = ["{cost}"], origins = ["{name} cost"] }]
"""  # noqa: E501
LOOKS = msgspec.toml.decode(FILE, type=Looks)


class Gun(msgspec.Struct):
    """A thing with fields, some of them sure."""

    kind: str
    strength: int = 0
    hits: int = 0
    moved: bool = True
    pinned: bool = False
    range: int = 0
    stated: tuple[str, ...] = ()


def test_a_counter_is_made_of_the_first_row_that_holds_and_of_lines_that_do():
    values = LOOKS.values(Gun("truck", hits=2), place="A1")
    look = LOOKS.look(values, "p", "side", "A1")
    assert (look.title, look.left, look.movement, look.reduced) == ("Truck", "–", "wheels", True)
    assert look.text == "at A1, 2 hits, moved."
    assert look.badges == (BadgeLook("M2", "Moved", "#112233", "circle", "moved"),)
    other = LOOKS.look(LOOKS.values(Gun("tank", 3, moved=False), place="A1"), "p", "side", None)
    assert (other.title, other.left, other.movement, other.text) == ("", "3", "tank", "at A1.")
    assert LOOKS.look(LOOKS.values(Gun("gun", pinned=True)), "p", "s", None).badges == ()


def test_what_is_given_comes_before_the_fields_of_things_and_the_first_thing_before_others():
    assert LOOKS.values(Gun("truck"), kind="tank")["kind"] == "tank"
    assert LOOKS.values(Gun("gun"), Gun("truck"))["kind"] == "gun"
    assert LOOKS.values(gun=Gun("gun"))["gun.kind"] == "gun"
    with pytest.raises(KeyError, match="does not give: crew"):
        LOOKS.values(Gun("gun"))["crew"]


def test_a_sentence_counts_and_is_said_in_other_languages():
    line = Phrase(say="{n} man", many="{n} men", given={"n": "crew"})
    assert [told(line, LOOKS.values(crew=n)) for n in (1, 2)] == ["1 man", "2 men"]
    assert shown(told(line, LOOKS.values(crew=2)), "de") == "2 Mann"


def test_signs_in_cells_name_their_place():
    mark = LOOKS.mark("mine", LOOKS.values(place="Hill"), "A1", "mines")
    assert (mark.cell, mark.kind, mark.text, mark.badge.topic) == (
        "A1", "mines", "Hill: Minefield", "mines",
    )  # fmt: skip


def test_facts_say_where_a_figure_is_from_and_rows_hold_for_each_thing():
    guns = [Gun("gun"), Gun("gun", range=3, stated=("range",)), Gun("gun", range=2)]
    facts = LOOKS.facts(LOOKS.values(guns=guns))
    assert [(fact.text, fact.origin) for fact in facts] == [
        ("range 3", "stated"), ("range 2", "rebuilt"),
    ]  # fmt: skip


def test_tracks_boxes_and_charts_read_values_by_name():
    (track,) = LOOKS.tracks(LOOKS.values(turn=4, late=6))
    assert (track.value, track.most, track.steps) == (4, 9, ((0, "early"), (6, "late")))
    assert LOOKS.boxes(LOOKS.values(waiting=())) == ()
    (box,) = LOOKS.boxes(LOOKS.values(waiting=["a"], count=1))
    assert (box.text, box.pieces) == ("1 unit", ("a",))
    grounds = [{"name": "road", "cost": 1}, {"name": "wood", "cost": 2}]
    chart = LOOKS.table("costs", LOOKS.values(grounds=grounds, deduced=("wood cost",)), 0, 1)
    assert (chart.rows, chart.cells) == (("road", "wood"), (("1",), ("2",)))
    assert chart.origins == (("rebuilt",), ("deduced",))
    assert (chart.column, chart.row) == (0, 1)


def test_a_question_lights_its_cells_and_where_its_pieces_stand():
    pieces = {"p": Piece(id="p", side="s", at="B1"), "q": Piece(id="q", side="s", at="C1")}
    ask = Decision(who="s", kind="k", shape="pieces", prompt="Which?", cite="", then="t",
                   pieces=("p",), about=("q", "A1"))  # fmt: skip
    board = ("A1", "B1", "C1")
    assert list(lit(ask, pieces, board)) == [
        Overlay("source", ("B1",)), Overlay("selected", ("A1", "C1")),
    ]  # fmt: skip
    assert list(lit(ask, pieces, board, cells_only=True))[1] == Overlay("selected", ("A1",))
    assert list(lit(None, pieces, board)) == []
