"""Readings that can be chosen: gliders, guns, targets, closed hands, and games from before them."""

from pathlib import Path as File
from random import Random

import pytest
from eben import INFO, RULES, fresh, garrison, lay, make, ready, sally

from wardesk.engine.types import Path
from wardesk.games.eben_emael.setting import OPTIONS
from wardesk.players.bots import make_player
from wardesk.players.match import play_match
from wardesk.services.play.session import PlaySession

CLOSED = make(hands="closed")


# ---- which stands first ----


PRINTED = {
    "sallies": "leave", "doors": "shut", "hands": "open", "target": "nearest",
    "march_fire": "moving", "guns": "all", "gliders": "fort", "charge": "sure",
    "flamethrower": "die",
}  # fmt: skip


def test_the_printed_reading_of_every_option_stands_first():
    """And says that it is printed, but for hands: of those the text says nothing."""
    first = {option.id: option.choices[0] for option in OPTIONS}
    assert {name: first[name].key for name in PRINTED} == PRINTED
    silent = {"hands", "gliders"}
    assert all("as printed" in str(first[name].label) for name in PRINTED if name not in silent)
    # What is not printed but played by default says whose it is.
    for option in OPTIONS:
        played = next(one for one in option.choices if one.key == option.default)
        if PRINTED.get(option.id, played.key) != played.key:
            assert "(ours)" in str(played.label)


# ---- gliders, guns, targets ---------------------------------------------------------------------


@pytest.mark.rule("EE 2.1-L")
def test_by_option_a_squad_begins_anywhere_in_the_fort():
    game = fresh(make(gliders="fort")).go("glider-1", "MN").roll(3, 4)
    assert (game.ask.who, game.ask.kind) == ("german", "place")
    assert "OUT" not in game.ask.cells
    game.at("VI1")
    assert game.pieces["glider-1"].at == "VI1"
    assert game.state.marks["VI1/control"] == "german"
    assert game.ask.kind == "land"
    assert "EE N34" in game.against_path("glider-2", "MN")  # the glider itself lies there
    assert game.against_path("glider-2", "VI1") == []


@pytest.mark.rule("EE 2.1-L")
def test_without_the_option_it_begins_where_its_glider_lies():
    game = fresh().go("glider-1", "MN").roll(3, 4)
    assert game.ask.kind == "land"
    assert game.pieces["glider-1"].at == "MN"


@pytest.mark.rule("EE N11", "EE N54")
def test_by_option_every_gun_reaches_the_roof_in_full_readiness():
    def guns(**options):
        pieces = ready(**options).fresh().pieces
        return {p for p in pieces if p.endswith((".artillery", ".anti_tank"))}

    works = {f"BL{n}.anti_tank" for n in (1, 2, 4, 6)}
    assert guns() == {"BL5.artillery"}
    assert guns(guns="all") == works | {"BL5.artillery", "BL3.artillery", "C120.artillery"}


@pytest.mark.rule("EE N59")
def test_the_automaton_attacks_the_nearest_or_by_option_the_weakest():
    """At Bloc 6 eight Germans stand next to it, in G7, and three by the village."""

    def answer(target: str):
        rules = make(solitaire="yes", target=target)
        squads, weak = {"glider-1": "G7", "glider-2": "OUT"}, {"glider-2": {"men": 3}}
        men = (sally("a", "BL6"),)
        game = lay("belgian_move", squads, men, rules=rules, changes=weak)
        return rules.thinking.automaton(game.state)

    assert answer("nearest") == Path(("a",), ("VI2",))  # next to G7, one march from the door
    assert answer("weakest") == Path(("a",), ("W1", "BL1"))


# ---- closed hands -------------------------------------------------------------------------------


@pytest.mark.rule("EE N65")
def test_a_closed_hand_is_known_to_its_side_only():
    held = {"german_hand": ("airstrike-14",), "belgian_hand": ("artillery-1", "counterattack-3")}
    game = lay("german_cards", {"glider-1": "MN"}, rules=CLOSED, **held)
    seen = CLOSED.view(game.state, "german")
    assert seen.cups["german_hand"] == ("airstrike-14",)
    assert seen.cups["belgian_hand"] == ("unknown", "unknown")
    assert {"artillery-1", "counterattack-3"} <= set(seen.cups["pool"])
    assert "airstrike-14" not in seen.cups["pool"]
    hands = [b.text for b in CLOSED.showing.look(seen).boxes if b.id.endswith("hand")]
    assert hands == ["Air attack 14", "2 counters"]
    assert CLOSED.view(game.state, "chance") == game.state


@pytest.mark.rule("EE N65")
def test_a_guess_gives_the_other_side_as_many_of_its_own_counters_as_it_holds():
    held = {"german_hand": ("airstrike-14",), "belgian_hand": ("artillery-1", "counterattack-3")}
    game = lay("german_cards", {"glider-1": "MN"}, rules=CLOSED, **held)
    seen = CLOSED.view(game.state, "german")
    guessed = CLOSED.thinking.guess(seen, "german", Random(3))
    hand, known = guessed.cups["belgian_hand"], CLOSED.setting.tables.counters
    assert [known[counter].side for counter in hand] == ["belgian"] * 2
    assert guessed.cups["german_hand"] == ("airstrike-14",)
    assert sorted((*guessed.cups["pool"], *hand)) == sorted(seen.cups["pool"])
    assert CLOSED.thinking.guess(seen, "chance", Random(3)) is seen
    opened = lay("german_cards", {"glider-1": "MN"}, **held).state
    assert RULES.thinking.guess(opened, "german", Random(3)) is opened


@pytest.mark.rule("EE N65")
def test_a_draw_and_what_it_leads_to_tell_the_other_side_nothing():
    game = lay("start", {"glider-1": "MN"}, rules=CLOSED, turn=2)
    pool = game.state.cups["pool"]
    assert game.ask.faces == CLOSED.view(game.state, "german").ask.faces
    game.roll(pool.index("counterattack-2") + 1)
    assert game.event.visible_to == ("belgian",)
    assert game.ask.hidden_from == ("german",)
    seen = CLOSED.view(game.state, "german")
    assert "counterattack-2" not in repr(seen.ask) + repr(seen.stack)
    assert "counterattack-2" in seen.cups["pool"]
    assert "counterattack-2" in repr(CLOSED.view(game.state, "belgian").ask)


@pytest.mark.rule("EE N65")
@pytest.mark.parametrize(
    ("step", "other", "hands"),
    [
        ("german_cards", "belgian", {"german_hand": ("charge",)}),
        ("air", "belgian", {"german_hand": ("airstrike-14",)}),
        ("belgian_cards", "german", {"belgian_hand": ("counterattack-1",)}),
        ("belgian_artillery", "german", {"belgian_hand": ("artillery-1",)}),
    ],
)
def test_a_question_about_a_closed_hand_is_hidden(step, other, hands):
    men = (garrison("g", "VI1"),)
    game = lay(step, {"glider-1": "MN"}, men, rules=CLOSED, **hands)
    assert game.ask.hidden_from == (other,)
    assert CLOSED.view(game.state, other).ask.choices == ()
    open_game = lay(step, {"glider-1": "MN"}, men, **hands)
    assert open_game.ask.hidden_from == ()
    assert open_game.ask.choices == game.ask.choices


@pytest.mark.rule("EE N65")
@pytest.mark.parametrize("rules", [RULES, CLOSED])
def test_aircraft_that_find_no_target_are_not_told_of_one_by_one(rules):
    game = lay("air", {"glider-1": "MN"}, rules=rules, german_hand=("airstrike-14",))
    assert "Air attack 14" not in game.told()
    assert game.ask.kind == "move"


@pytest.mark.plays
def test_games_with_closed_hands_end():
    players = {side: make_player("policy") for side in CLOSED.sides}
    assert play_match(CLOSED, players, 3).result is not None


# ---- files from before --------------------------------------------------------------------------

OLD = File(__file__).with_name("attackers_fell_first.wdgame")


def test_a_game_from_before_an_option_is_played_as_it_was():
    with PlaySession.open(OLD, keep=False) as session:
        chosen = session.rules.setting.options
        played = (chosen.sallies, chosen.march_fire, chosen.control)
        assert played == ("stay", "attack", "silenced")


def test_a_new_game_names_what_a_later_program_must_know(tmp_path):
    path = tmp_path / "new.wdgame"
    named = {"control": "destroyed", "sallies": "leave", "march_fire": "moving"}
    with PlaySession.new(INFO.id, seed=1, path=path) as session:
        assert session.header.options == named
    with PlaySession.open(path, keep=False) as session:
        assert session.rules.setting.options == RULES.setting.options
        assert session.notices == ()


def test_a_program_that_plays_sees_its_own_view_only():
    game = lay("start", {"glider-1": "MN"}, rules=CLOSED, turn=2)
    view = CLOSED.view(game.state, "german")
    assert CLOSED.view(view, "german") == view
    assert CLOSED.thinking.policy(view, Random(1)) is not None
