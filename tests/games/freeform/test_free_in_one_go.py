"""Deeds in one answer: the same as the chains of questions, and what they refuse."""

from __future__ import annotations

import json

import pytest
from free_table import opened, pick, played, rules

from wardesk.engine.kernel import Illegal
from wardesk.engine.types import Choose, Path, Roll
from wardesk.words import encode, shown


def do(journal, key, *words):
    return played(journal, Choose(key, words))


def counter(journal, name):
    return journal.state().pieces[name]


@pytest.mark.parametrize(
    ("deed", "chain"),
    [
        (("flip", "Tank"), ("flip", pick("Tank"))),
        (("face", "right", "Tank"), ("face", pick("Tank"), "right")),
        (("mark", "done", "Tank", "Foe"), ("mark", pick("Tank", "Foe"), "mark done")),
        (("group", "Tank", "Scout"), ("group", pick("Tank", "Scout"))),
        (("hide", "down red", "Tank"), ("hide", pick("Tank"), "down red")),
        (("hide", "from red", "Tank"), ("hide", pick("Tank"), "from red")),
        (("box", "reserve", "Tank"), ("box", pick("Tank"), "box reserve")),
        (("box", "aside", "Tank"), ("box", pick("Tank"), "aside")),
        (("track", "points", "2"), ("track", "track points", "+1")),
    ],
)
def test_a_deed_does_what_the_chain_of_questions_does(deed, chain):
    one, many = do(opened(), *deed), played(opened(), *chain)

    assert (one.state().pieces, one.state().tracks) == (many.state().pieces, many.state().tracks)
    assert one.event.visible_to == many.event.visible_to
    assert len(one.line()) == 2
    one.undo(0)
    assert one.state() == opened().state()


@pytest.mark.parametrize(
    ("deed", "says"),
    [
        (("flip", "Foe"), "no back"),
        (("flip", "Nobody"), "You cannot t"),
        (("flip", "Tank", "Tank"), "named twice"),
        (("face", "sideways", "Tank"), "none of the ways"),
        (("face", "7", "Tank"), "none of the ways"),
        (("group", "Tank", "Foe"), "one place"),
        (("hide", "down red", "Foe"), "own counters"),
        (("box", "0101", "Tank"), "none of the ways"),
        (("ground", "done", "9999"), "places of the map"),
        (("ground", "nothing", "0101"), "no marker"),
        (("marker", "Long", "TOOLONG", "#112233", "circle"), "one or two letters"),
        (("marker", "Bar|red", "B", "#112233", "circle"), "one or two letters"),
        (("roll", "a die"), "cannot be rolled"),
        (("roll", "99d6"), "cannot be rolled"),
        (("roll", "1d1"), "cannot be rolled"),
        (("draw", "soup"), "no chit"),
        (("return", "luck"), "Nothing has been drawn"),
        (("track", "points", "99"), "runs from 0 to 3"),
        (("track", "points", "1.5"), "runs from 0 to 3"),
        (("note", "add", " "), "1 to 400"),
        (("note", "drop", "7"), "no such note"),
        (("add", "name=Ant"), "no side"),
        (("add", "name=Ant", "side=blue", "place=9999"), "9999"),
        (("add", "name=Ant", "side=blue", "steps=0"), "whole number"),
        (("add", "name=Ant", "side=blue", "wings=2"), "no such column"),
        (("add", "name=Ant", "side=blue", "picture=../../etc/passwd"), "no name of a picture"),
        (("edit", "Tank", "name=Tank"), "Nothing is different"),
        (("remove", "Tank" * 200), "too much"),
        (("pass", "now"), "takes no words"),
    ],
)
def test_what_cannot_be_done_says_why(deed, says):
    journal = opened()
    before = journal.state()

    with pytest.raises(Illegal, match=says):
        do(journal, *deed)
    assert journal.state() == before


@pytest.mark.rule("FF 2.9")
def test_a_counter_made_at_the_table_lies_on_top():
    journal = do(opened(), "add", "name=New guns", "side=blue", "symbol=artillery", "place=0101",
                 "factors=4-2", "steps=2", "colour=#aabbcc")  # fmt: skip
    made = counter(journal, "New-guns")

    assert (made.name, made.symbol, made.at, made.full_steps) == (
        "New guns",
        "artillery",
        "0101",
        2,
    )
    looks = [c.piece for c in rules().look(journal.state()).counters if c.at == "0101"]
    assert looks[-1] == "New-guns"


@pytest.mark.rule("FF 2.9")
def test_a_counter_is_changed_doubled_and_taken_out():
    journal = do(opened(), "edit", "Tank", "name=Panzer", "factors=6-4", "steps=3")
    assert (counter(journal, "Tank").name, counter(journal, "Tank").steps) == ("Panzer", 3)

    do(journal, "copy", "Tank")
    assert counter(journal, "Panzer").at == "0101"

    do(journal, "remove", "Tank", "Panzer")
    assert set(journal.state().pieces) == {"Scout", "Guns", "Foe"}


def test_with_own_hands_nobody_makes_counters_for_another_side():
    with pytest.raises(Illegal, match="own side"):
        do(opened(rules(options={"hands": "own"})), "add", "name=Spy", "side=red")


@pytest.mark.rule("FF 2.2")
def test_a_counter_goes_to_the_bottom_of_its_pile_and_back():
    def pile(journal):
        looks = rules().look(journal.state()).counters
        return [look.piece for look in looks if look.at == "0101"]

    journal = do(opened(), "stack", "top", "Tank")
    assert pile(journal) == ["Scout", "Tank"]
    assert pile(do(journal, "stack", "bottom", "Tank")) == ["Tank", "Scout"]
    assert pile(played(journal, Path(("Foe",), ("0101",)))) == ["Tank", "Scout", "Foe"]


@pytest.mark.rule("FF 2.5")
def test_a_marker_of_ones_own_can_lie_anywhere():
    journal = do(opened(), "marker", "On fire", "Fi", "#cc4411", "diamond")
    do(journal, "mark", "on-fire", "Tank")
    do(journal, "ground", "on-fire", "0505")
    look = rules().look(journal.state())

    assert [mark.badge.name for mark in look.marks] == ["On fire"]
    tank = next(c for c in look.counters if c.piece == "Tank")
    assert "On fire" in [badge.name for badge in tank.badges]


@pytest.mark.rule("FF 3.1")
@pytest.mark.parametrize(
    ("dice", "fell", "told"),
    [
        ("2d6+1", (3, 4), "3 + 4 + 1 = 8"),
        ("d100", (57,), "57"),
        ("1d10-1d4-2", (9, 4), "9 - 4 - 2 = 3"),
        ("d%", (12,), "12"),
        ("1D6 + 2", (5,), "5 + 2 = 7"),
    ],
)
def test_dice_of_any_kind_are_added_up(dice, fell, told):
    journal = played(do(opened(), "roll", dice), Roll(fell))

    assert journal.event.story[0].text == f"Blue rolled {dice}: {told}"


@pytest.mark.rule("FF 3.2")
def test_a_chit_is_drawn_and_put_back_in_one_go():
    journal = played(do(opened(), "draw", "luck"), Roll((1,)))
    assert journal.state().cups == {"luck": ("bad",), "luck/drawn": ("good",)}

    assert do(journal, "return", "luck").state().cups["luck"] == ("bad", "good")


@pytest.mark.rule("FF 4.3")
def test_a_note_is_laid_down_and_taken_away():
    journal = do(opened(), "note", "add", "Bridge blown")
    assert journal.state().marks["note/1"] == "Bridge blown"

    assert "note/1" not in do(journal, "note", "drop", "1").state().marks


@pytest.mark.rule("FF 2.7")
def test_of_a_face_down_counter_the_other_side_sees_a_back_and_nothing_else():
    found = rules()
    journal = do(opened(found), "hide", "down red", "Tank")
    view = found.view(journal.state(), "red")
    (back,) = [look for look in found.look(view).counters if look.face_down]

    assert (back.at, back.side, back.title, back.symbol) == ("0101", "blue", "Face down", "none")
    assert b"Tank" not in encode(view)
    with pytest.raises(Illegal, match="You cannot t"):
        do(played(journal, "pass"), "remove", back.piece)
    assert journal.event.visible_to == ()


def test_backs_move_in_sight_and_their_story_stays_secret():
    found = rules()
    journal = do(opened(found), "hide", "down red", "Tank")
    played(journal, Path(("Tank",), ("0505",)))

    assert journal.event.visible_to == ("blue",)
    backs = [c.at for c in found.view(journal.state(), "red").pieces.values() if c.down_for]
    assert backs == ["0505"]


def test_a_refusal_does_not_tell_a_hidden_counter_from_none():
    journal = played(do(opened(), "hide", "from red", "Tank"), "pass")
    said = []
    for piece in ("Tank", "Nobody"):
        with pytest.raises(Illegal) as refusal:
            do(journal, "flip", piece)
        said.append(str(refusal.value))

    assert said[0] == said[1]


def test_every_deed_on_offer_can_be_done():
    found = rules()
    state = do(opened(found), "hide", "down red", "Tank").state()
    for deed in found.deeds(state, ("Tank", "Scout"), "0303"):
        if not deed.asks:
            refused = found.check(state, Choose(deed.key, deed.words))
            assert bool(refused) == bool(deed.refused), (deed, refused)


def test_names_given_at_the_table_stand_as_written_and_those_of_the_scenario_are_shown():
    counters = [{"name": name, "side": "blue", "place": "0101"} for name in ("Wood", "Scout")]
    journal = opened(rules(counters=counters))
    do(journal, "box", "aside", "Wood")
    assert shown(journal.event.story[0].text, "de") == "Wald: vom Tisch"

    do(journal, "add", "name=River", "side=blue", "place=0101")
    do(journal, "box", "aside", "River")
    assert shown(journal.event.story[0].text, "de") == "River: vom Tisch"
    titles = {look.piece: look.title for look in journal.rules.look(journal.state()).counters}
    assert (shown(titles["Wood"], "de"), shown(titles["River"], "de")) == ("Wald", "River")


def test_dice_and_notes_are_told_in_german_and_a_note_stays_as_it_is():
    journal = played(do(opened(), "roll", "2d6+1"), Roll((3, 4)))
    assert shown(journal.event.story[0].text, "de") == "Blau würfelte 2W6+1: 3 + 4 + 1 = 8"

    do(journal, "note", "add", "Road")
    assert shown(journal.event.story[0].text, "de") == "Notiz: Road"


@pytest.mark.rule("FF 2.9")
def test_the_counters_of_a_sheet_are_made_in_one_deed():
    journal = opened()
    head = journal.head
    rows = [
        {"name": f"Cut {n}", "side": "red", "symbol": "none", "picture": "a" * 32 + ".png"}
        for n in range(30)
    ]
    played(journal, Choose("sheet", tuple(json.dumps(row) for row in rows)))

    made = [c for c in journal.state().pieces.values() if c.name.startswith("Cut")]
    assert len(made) == 30
    assert {c.at for c in made} == {None}
    assert journal.event.parent == head


@pytest.mark.parametrize("word", ["{", "[]", '{"name": 1}', '{"name": "X"}', '{"nome": "X"}'])
def test_a_row_of_a_sheet_that_does_not_fit_is_refused_whole(word):
    journal = opened()
    good = json.dumps({"name": "Cut", "side": "red"})
    with pytest.raises(Illegal):
        played(journal, Choose("sheet", (good, word)))


@pytest.mark.rule("FF 2.1")
def test_a_formation_goes_to_a_place_each_in_one_deed():
    journal = opened()
    head = journal.head
    played(journal, Choose("place", ("Tank", "0505", "Scout", "0606")))
    state = journal.state()
    assert (state.pieces["Tank"].at, state.pieces["Scout"].at) == ("0505", "0606")
    assert journal.event.parent == head


@pytest.mark.parametrize(
    "words", [("Tank",), ("Tank", "nowhere"), ("Nobody", "0505"), ("Tank", "0101")]
)
def test_a_formation_without_proper_places_is_refused(words):
    with pytest.raises(Illegal):
        played(opened(), Choose("place", words))
