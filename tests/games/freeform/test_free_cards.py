"""Cards: drawn, played, given, laid aside, shuffled; none lost or doubled, none told to others."""

from __future__ import annotations

import json
from collections import Counter as Count

import pytest
from free_table import hexes, opened, played
from hypothesis import given, settings
from hypothesis import strategies as st

from wardesk.engine.kernel import Illegal
from wardesk.engine.types import Choose, Roll
from wardesk.errors import UserError
from wardesk.games.freeform import FreeformRules
from wardesk.games.freeform.scenario import as_setup
from wardesk.services.play.log import LogReader
from wardesk.words import encode

CARDS = [
    {"name": "Ambush", "deck": "Events", "text": "react", "count": 2, "colour": "#f4d7d2"},
    {"name": "Smoke", "deck": "Events", "text": "sight −2"},
    {"name": "Reserve", "deck": "Events"},
    {"name": "Delay", "deck": "Events", "at": "hand blue"},
    {"name": "Spy", "deck": "Plans", "count": 3},
]
SIDES = [{"id": s, "name": s.title()} for s in ("blue", "red", "green")]
DECKS = [{"id": "Plans", "title": "Plans of Red", "owner": "red"}]


def table(*, cards=CARDS, decks=DECKS):
    forces = {"counter": [], "card": cards}
    return FreeformRules(hexes(), {"sides": SIDES, "decks": decks, "forces": forces}, {})


def where(state):
    """Every card with the places in which it lies."""
    found = [(card, cup) for cup, items in state.cups.items() for card in items]
    return found + [(c.card, c.at) for c in state.pieces.values() if c.card]


def hand(journal, side):
    return journal.state().cups[f"hand/{side}"]


def deal(journal, deck="Events", die=1):
    return played(journal, Choose("deal", (deck,)), Roll((die,)))


# ---- what can be done ---------------------------------------------------------------------------


@pytest.mark.rule("FF 6.1")
def test_a_card_comes_by_the_die_into_the_hand_of_the_drawer():
    journal = deal(opened(table()), die=3)
    assert hand(journal, "blue") == ("card-Delay", "card-Smoke")
    assert journal.state().cups["Events"] == ("card-Ambush-1", "card-Ambush-2", "card-Reserve")


def test_a_card_can_be_turned_up_for_all():
    journal = played(opened(table()), Choose("reveal", ("Events",)), Roll((4,)))
    assert journal.state().cups["Events/drawn"] == ("card-Reserve",)
    assert journal.event.visible_to == ()
    assert "Reserve" in str(journal.event.story[0].text)


def test_an_empty_deck_gives_nothing_until_its_discards_are_shuffled_in():
    journal = opened(table())
    for _ in range(4):
        played(journal, Choose("reveal", ("Events",)), Roll((1,)))
    with pytest.raises(Illegal, match="empty"):
        played(journal, Choose("deal", ("Events",)))

    played(journal, Choose("shuffle", ("Events", "discards")))
    assert len(journal.state().cups["Events"]) == 4
    assert journal.state().cups["Events/drawn"] == ()


@pytest.mark.rule("FF 6.2")
@pytest.mark.parametrize(
    ("goal", "at"),
    [("discard", "Events/drawn"), ("deck", "Events"), ("top", "Events/top"),
     ("hand:red", "hand/red"), ("up:0505", "0505"), ("down:0505", "0505")],
)  # fmt: skip
def test_a_card_of_the_hand_goes_anywhere_and_comes_back(goal, at):
    journal = played(opened(table()), Choose("card", (goal, "card-Delay")))
    assert ("card-Delay", at) in where(journal.state())

    journal.go(journal.event.parent)
    assert hand(journal, "blue") == ("card-Delay",)


@pytest.mark.rule("FF 6.3")
def test_what_lies_on_top_comes_first_and_shuffling_takes_it_in():
    journal = played(opened(table()), Choose("card", ("top", "card-Delay")))
    deal(journal)
    assert hand(journal, "blue") == ("card-Delay",)

    played(journal, Choose("card", ("top", "card-Delay")), Choose("shuffle", ("Events",)))
    assert "card-Delay" in journal.state().cups["Events"]
    assert journal.state().cups["Events/top"] == ()


@pytest.mark.rule("FF 6.4")
def test_only_the_owner_looks_through_a_deck_and_takes_what_it_likes():
    found = table()
    journal = opened(found)
    with pytest.raises(Illegal, match="owner"):
        played(journal, Choose("look", ("Plans",)))
    with pytest.raises(Illegal, match="You cannot t"):
        played(journal, Choose("card", ("hand:blue", "card-Spy-1")))

    played(journal, "pass", Choose("look", ("Plans",)))
    assert journal.event.visible_to == ()
    assert found.view(journal.state(), "red").cups["Plans"] == journal.state().cups["Plans"]
    played(journal, Choose("card", ("hand:red", "card-Spy-2")))
    assert hand(journal, "red") == ("card-Spy-2",)


def test_a_card_on_the_table_is_turned_over_like_a_counter():
    found = table()
    journal = played(opened(found), Choose("card", ("down:0505", "card-Delay")))
    assert "card-Delay" not in found.view(journal.state(), "red").pieces
    played(journal, Choose("flip", ("card-Delay",)))
    assert found.view(journal.state(), "red").pieces["card-Delay"].name == "Delay"
    assert journal.event.visible_to == ()


@pytest.mark.rule("FF 6.2")
def test_a_card_face_down_shows_the_back_of_its_deck_and_no_more():
    own = {"name": "Marked", "deck": "Events", "back": "scratch.png", "at": "hand blue"}
    found = table(cards=[{**card, "at": "hand blue"} for card in CARDS] + [own])
    lays = [Choose("card", ("down:0505", card)) for card in ("card-Delay", "card-Spy-1")]
    marked = Choose("card", ("down:0505", "card-Marked"))
    journal = played(opened(found), *lays, marked)
    seen = found.view(journal.state(), "red")
    assert not {"card-Delay", "card-Spy-1", "card-Marked"} & {c.card for c in seen.pieces.values()}
    looks = [look for look in found.showing.look(seen).counters if look.at == "0505"]
    events, plans, other = looks
    assert all(look.face_down and look.title == "Face down" for look in looks)
    assert (events.bar, events.picture) == (other.bar, other.picture)
    assert "scratch" in events.picture
    assert (plans.bar != events.bar, plans.picture) == (True, "")
    assert "card of Plans of Red" in str(plans.text)
    assert "Delay" not in str(events)


def test_a_card_that_lies_open_says_its_name_and_its_words():
    found = table(cards=[{**card, "at": "hand blue"} for card in CARDS])
    laid = Choose("card", ("up:0505", "card-Ambush-1"))
    state = played(opened(found), laid).state()
    (card,) = [one for one in found.showing.look(state).counters if one.at == "0505"]
    assert str(card.text).startswith("Blue card Ambush, 0505")
    assert "react" in [str(fact.text) for fact in found.showing.facts(state, card.piece)]


def test_a_card_cannot_be_doubled_changed_or_thrown_out_of_the_game():
    journal = played(opened(table()), Choose("card", ("up:0505", "card-Delay")))
    for key, words in (("copy", ("card-Delay",)), ("edit", ("card-Delay", "name=X"))):
        with pytest.raises(Illegal):
            played(journal, Choose(key, words))
    with pytest.raises(Illegal):
        played(journal, Choose("add", ("name=X", "side=blue", "card=card-Delay")))

    played(journal, Choose("remove", ("card-Delay",)))
    assert journal.state().cups["Events/drawn"] == ("card-Delay",)


@pytest.mark.parametrize(
    "words",
    [(), ("discard",), ("discard", "card-Delay", "card-Delay"), ("discard", "nobody"),
     ("hand:nobody", "card-Delay"), ("up:nowhere", "card-Delay"), ("deck:x", "card-Delay"),
     ("discard", "card-Smoke")],
)  # fmt: skip
def test_what_cannot_be_done_with_cards_is_told_and_changes_nothing(words):
    journal = opened(table())
    before = journal.state()
    with pytest.raises(Illegal):
        played(journal, Choose("card", words or ("",)))
    assert journal.state() == before


def test_a_refusal_does_not_tell_anothers_card_from_none():
    found = table()
    journal = deal(played(opened(found), "pass"), "Plans")
    played(journal, "pass")
    said = [
        [r.text for r in found.check(journal.state(), Choose("card", ("discard", name)))]
        for name in (hand(journal, "red")[0], "card-of-nobody")
    ]
    assert said[0] == said[1] != []


# ---- none lost, none doubled, none told ---------------------------------------------------------

KEYS = ("deal", "reveal", "shuffle", "reshuffle", "card", "flip", "remove", "pass", "box")
GOALS = ("hand:blue", "hand:red", "hand:green", "discard", "deck", "top", "up:0505", "down:0606")
STEP = st.tuples(st.sampled_from(KEYS), st.sampled_from(GOALS), st.integers(0, 20))


def stride(journal, key, goal, pick):
    """One deed of a random player, as far as it is allowed."""
    state = journal.state()
    cards = sorted(card for card, _ in where(state))
    card, deck = cards[pick % len(cards)], ("Events", "Plans")[pick % 2]
    answer = {
        "card": Choose("card", (goal, card)),
        "flip": Choose("flip", (card,)),
        "remove": Choose("remove", (card,)),
        "box": Choose("box", ("aside", card)),
        "shuffle": Choose("shuffle", (deck,)),
        "reshuffle": Choose("shuffle", (deck, "discards")),
        "pass": Choose("pass"),
    }.get(key, Choose(key, (deck,)))
    try:
        played(journal, answer)
    except Illegal:
        return
    while journal.state().ask is not None and journal.state().ask.shape == "roll":
        (faces,) = journal.state().ask.dice
        played(journal, Roll((pick % faces + 1,)))


def strings(value):
    """Every text in plain data, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from strings(key)
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def known(state, side):
    """What a side may know: the whitelist, written anew here."""
    found = set(state.cups[f"hand/{side}"])
    found |= {c for cup in ("Events/drawn", "Plans/drawn") for c in state.cups[cup]}
    found |= {c.card for c in state.pieces.values() if c.card and side not in c.down_for.split(",")}
    if side == "red":
        found |= {*state.cups["Plans"], *state.cups["Plans/top"]}
    return found


@settings(max_examples=25, deadline=None)
@given(st.lists(STEP, min_size=1, max_size=25))
def test_no_card_is_lost_doubled_or_told(steps):
    found = table()
    journal = opened(found)
    all_cards = Count(list(found.setting.cards))
    for key, goal, pick in steps:
        stride(journal, key, goal, pick)
        state = journal.state()
        assert Count(card for card, _ in where(state)) == all_cards
        for side in found.sides:
            view = found.view(state, side)
            told = {text for text in strings(json.loads(encode(view))) if text in all_cards}
            assert told <= known(state, side)
            assert {k: len(v) for k, v in view.cups.items()} == {
                k: len(v) for k, v in state.cups.items()
            }


@settings(max_examples=10, deadline=None)
@given(st.lists(STEP, min_size=1, max_size=20))
def test_the_log_that_a_side_reads_names_no_card_that_it_never_could_know(steps):
    found = table()
    journal = opened(found)
    ever = {side: set(known(journal.state(), side)) for side in found.sides}
    reader = LogReader(pieces=False)
    list(reader.read(journal.event))
    for key, goal, pick in steps:
        before = journal.head
        stride(journal, key, goal, pick)
        for side in found.sides:
            ever[side] |= known(journal.state(), side)
        new = [e for e in journal.line() if e.id > before]
        for event in new:
            for side in found.sides:
                if event.visible_to and side not in event.visible_to:
                    continue
                text = json.dumps(json.loads(encode(event.story)))
                text += json.dumps(json.loads(encode(event.answer)))
                secret = set(found.setting.cards) - ever[side]
                names = {found.setting.cards[c].name for c in secret} - {
                    found.setting.cards[c].name for c in ever[side]
                }
                assert not any(f'"{name}"' in text for name in {*secret, *names})


@settings(max_examples=15, deadline=None)
@given(st.lists(STEP, max_size=20))
def test_a_table_saved_as_a_scenario_has_every_card_where_it_lay(steps):
    found = table()
    journal = opened(found)
    for step in steps:
        stride(journal, *step)
    setup, forces = as_setup(found.setting, journal.state())
    again = opened(FreeformRules(hexes(), {**setup, "forces": forces}, {}))
    assert sorted(map(str, where(again.state()))) == sorted(map(str, where(journal.state())))


def test_the_question_of_a_draw_names_no_card():
    journal = played(opened(table()), Choose("deal", ("Events",)))
    assert journal.state().ask.faces == ()
    assert "card-" not in encode(journal.state().ask).decode()


def test_a_hidden_hand_of_one_is_still_only_a_number():
    found = table()
    journal = deal(opened(found), die=2)
    view = found.view(journal.state(), "red")
    assert view.cups["hand/blue"] == ("", "")
    assert {look.side: [card.id for card in look.cards] for look in found.look(view).hands}[
        "blue"
    ] == ["", ""]


# ---- rows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"name": "", "deck": "E"}, "name"),
        ({"name": "X"}, "deck"),
        ({"name": "X", "deck": "a/b"}, "deck"),
        ({"name": "X", "deck": "E", "at": "nowhere"}, "at"),
        ({"name": "X", "deck": "E", "at": "hand nobody"}, "at"),
        ({"name": "X", "deck": "E", "picture": "/etc/passwd"}, "picture"),
        ({"name": "X", "deck": "E", "colour": "red"}, "colour"),
        ({"name": "X", "deck": "E", "count": "0"}, "count"),
        ({"name": "X", "deck": "E", "tekst": "y"}, "tekst"),
        ({"name": "X", "deck": "E", "at": "table"}, "No counter"),
        ({"name": "X", "deck": "E", "text": "y" * 300}, "text"),
    ],
)
def test_a_wrong_row_of_cards_is_told(row, says):
    with pytest.raises(UserError, match=says):
        table(cards=[row])


def test_a_deck_of_a_side_that_is_not_there_is_told():
    with pytest.raises(UserError, match="belongs to"):
        table(decks=[{"id": "Plans", "title": "Plans", "owner": "nobody"}])
