"""The solitaire game: the Belgians as an automaton, and counters that nobody keeps."""

from random import Random

import pytest
from eben import garrison, make, ready, sally
from eben import lay as laid

from wardesk.engine.types import Path
from wardesk.games.eben_emael.ch03_movement import BelgianMove
from wardesk.players.bots import make_player
from wardesk.players.match import play_match

ALONE = make(solitaire="yes")
READY = ready(solitaire="yes")


def lay(*args, **more):
    return laid(*args, rules=ALONE, **more)


def auto(game):
    """Let the automaton answer."""
    assert game.ask.who == "belgian"
    return game.give(game.rules.thinking.automaton(game.state))


def go_on(game, *kinds):
    """Automaton, seven on every roll, Germans who stand and hold, until one of *kinds* is asked."""
    while game.ask is not None and game.ask.kind not in kinds:
        if game.ask.who == "chance":
            game.roll(3, 4)
        elif game.ask.who == "german":
            game.choose(game.ask.choices[-1].key)
        else:
            auto(game)
    return game


@pytest.mark.rule("EE N59")
def test_machine_guns_fire_at_the_first_unit_that_moves_into_their_field():
    game = READY.lay("german_move", {"glider-1": "D1", "glider-2": "G6"}).go("glider-1", "D2")
    assert (game.ask.who, game.ask.kind) == ("belgian", "machine-guns")
    auto(game)
    assert game.ask.about[-1] == "D2"
    game.roll(6, 6)
    assert game.state.marks["fort/first"] == "glider-1"
    assert game.pieces["MN.machine_gun"].fired
    game.go("glider-2", "C120")
    assert game.ask.kind != "machine-guns", "Mi-Nord has fired this turn"


@pytest.mark.rule("EE N59", "EE N50")
def test_no_gun_fires_at_its_own_roof():
    game = READY.lay("german_move", {"glider-1": "D2"}).go("glider-1", "MA2")
    assert game.ask.kind == "machine-guns"
    game = READY.lay("german_move", {"glider-1": "MA1"}).go("glider-1", "MS")
    assert game.ask.kind != "machine-guns"


@pytest.mark.rule("EE N59")
def test_nobody_fires_on_a_move_in_a_game_of_two():
    game = ready().lay("german_move", {"glider-1": "D1", "glider-2": "G6"})
    assert game.go("glider-1", "D2").ask.kind == "move"


@pytest.mark.rule("EE N59")
def test_artillery_aims_at_the_first_mover_else_at_the_nearest():
    where = {"glider-1": "D1", "glider-2": "G7"}
    game = READY.lay("belgian_artillery", where, marks={"fort/first": "glider-1"})
    assert auto(auto(game)).ask.about[-1] == "D1"
    game = READY.lay("belgian_artillery", where, marks={"fort/first": "glider-2"})
    assert auto(auto(game)).ask.about[-1] == "G7"
    game = READY.lay("belgian_artillery", where)
    assert auto(auto(game)).ask.about[-1] == "G7", "beside Coupole Sud"


def test_an_answer_that_the_rules_refuse_is_never_given(monkeypatch):
    game = READY.lay("belgian_move", {"glider-1": "G7"})
    wrong = Path(("glider-1",), ("D1",))
    monkeypatch.setattr(BelgianMove, "prescribed", lambda _: wrong)
    found = game.rules.thinking.automaton(game.state)
    assert game.against(wrong)
    assert (found != wrong, game.against(found)) == (True, [])


@pytest.mark.rule("EE N59")
def test_the_first_mover_is_forgotten_with_the_turn():
    game = lay("start", {"glider-1": "D1"}, marks={"fort/first": "glider-1", "BL1/out": 20})
    assert not {"fort/first", "BL1/out"} & set(game.state.marks)


@pytest.mark.rule("EE N59")
def test_the_door_nearest_to_a_german_opens():
    game = READY.lay("belgian_move", {"glider-1": "G7"})
    auto(game)
    assert [p.id for p in game.pieces.values() if p.kind == "garrison" and not p.inside] == [
        "BL5.garrison"
    ], "Blocs 5 and 6 are one sector away; ties go by id"
    crews = [p for p in go_on(game, "attack-target").pieces.values() if p.kind == "garrison"]
    assert sum(not p.inside for p in crews) == 1, "one garrison a turn"


@pytest.mark.rule("EE N59", "EE N24")
def test_a_blocked_door_does_not_open():
    marks = {"BL5/blocked": True}
    game = READY.lay("belgian_move", {"glider-1": "G7"}, marks=marks)
    auto(game)
    assert [p.id for p in game.pieces.values() if p.kind == "garrison" and not p.inside] == [
        "BL6.garrison"
    ]


@pytest.mark.rule("EE N59")
def test_with_germans_on_the_roof_the_garrison_fights_from_its_door():
    game = READY.lay("belgian_move", {"glider-1": "MS"})
    auto(game)
    assert game.ask.kind == "attack-target"
    auto(game).roll(3, 4)
    assert game.pieces["MS.garrison"].inside


@pytest.mark.rule("EE N59")
def test_sallies_march_to_the_nearest_germans_not_to_the_weakest():
    units = (sally("a", "BL6", inside=True),)
    where = {"glider-1": "G7", "glider-9": "OUT"}
    game = lay("belgian_move", where, units, changes={"glider-9": {"men": 3}})
    auto(game)
    assert game.pieces["a"].at == "BL6", "they stand at the door"
    assert not game.pieces["a"].inside
    go_on(game, "attack-target")
    auto(game)
    assert game.ask.about[0] == "G7"


@pytest.mark.rule("EE N59")
def test_of_germans_equally_near_sallies_choose_the_weakest():
    units = (sally("a", "BL3", inside=True),)
    where = {"glider-1": "G8", "glider-9": "MN"}
    game = lay("belgian_move", where, units, changes={"glider-9": {"men": 3}})
    auto(game)
    assert game.pieces["a"].at == "C120", "beside Mi-Nord, two sectors away like the meadow"
    go_on(game, "attack-target")
    auto(game)
    assert game.ask.about[0] == "MN"


@pytest.mark.rule("EE N59")
def test_sallies_go_down_after_the_fight():
    units = (sally("a", "BL1", 40, inside=True),)
    game = lay("belgian_move", {"glider-1": "G2"}, units)
    go_on(game, "attack-target")
    auto(game)
    assert "a" not in go_on(game, "draw").pieces


@pytest.mark.rule("EE N59")
def test_machine_guns_fire_at_a_unit_that_crosses_their_field():
    squads, crew = {"glider-1": "KN", "glider-2": "D1"}, (garrison("m", "MN"),)
    game = lay("german_move", squads, crew).go("glider-1", "G6", "MICA")
    assert (game.ask.who, game.ask.about) == ("belgian", ("G6",))
    auto(game).roll(3, 4)  # [3], 7: one man
    assert game.state.marks["fort/first"] == "glider-1"
    assert game.ask.kind == "move"
    assert (game.pieces["glider-1"].men, game.pieces["glider-1"].at) == (7, "MICA")
    assert game.pieces["MN.machine_gun"].fired


@pytest.mark.rule("EE N59")
def test_a_unit_that_falls_on_the_way_goes_no_further():
    weak = {"glider-1": {"men": 1}}
    squads, crew = {"glider-1": "KN", "glider-2": "D1"}, (garrison("m", "MN"),)
    game = lay("german_move", squads, crew, changes=weak).go("glider-1", "G6", "MICA")
    auto(game).roll(3, 4)
    assert game.pieces["glider-1"].at is None
    assert game.ask.kind == "move"


@pytest.mark.rule("EE N59")
def test_a_garrison_that_marched_out_goes_down_too():
    crew = {"MN.garrison": {"at": "G3", "inside": False}}
    game = READY.lay("belgian_attack", {"glider-1": "MA2"}, changes=crew)
    assert "MN.garrison" not in go_on(game, "draw").pieces


@pytest.mark.rule("EE N59", "EE N29")
def test_a_drawn_counter_is_played_at_once():
    game = lay("draw", {"glider-1": "D1"})
    face = game.state.cups["pool"].index("counterattack-2") + 1
    auto(game.roll(face))
    assert "counterattack-2:BL2" in game.pieces


@pytest.mark.rule("EE N60")
def test_counters_left_at_the_end_of_the_turn_are_out_of_play():
    hands = {"german_hand": ("tunnels",), "belgian_hand": ("counterattack-all",)}
    game = lay("belgian_attack", {"glider-1": "D1"}, **hands)
    assert game.state.cups["german_hand"] == game.state.cups["belgian_hand"] == ()
    assert "tunnels" not in game.state.cups["pool"]
    game = laid("belgian_attack", {"glider-1": "D1"}, **hands)
    assert game.state.cups["german_hand"] == ("tunnels",)


@pytest.mark.plays
@pytest.mark.rule("EE N59")
@pytest.mark.parametrize("rules", [ALONE, READY.rules], ids=["historical", "full-readiness"])
def test_whole_games_against_the_automaton(rules):
    players = {"german": make_player("policy"), "belgian": make_player("automaton")}
    for seed in range(8):
        assert play_match(rules, players, seed).result is not None


@pytest.mark.rule("EE N59")
def test_the_automaton_needs_no_luck_and_is_never_illegal():
    rules, rng = READY.rules, Random(3)
    game = READY.fresh()
    for _ in range(400):
        if game.ask is None:
            break
        if game.ask.who == "belgian":
            answer = rules.thinking.automaton(game.state)
            assert answer == rules.thinking.automaton(game.state)
            assert not rules.check(game.state, answer)
            game.give(answer)
        elif game.ask.who == "chance":
            game.roll(*(rng.randint(1, faces) for faces in game.ask.dice))
        else:
            game.give(rules.sample(game.state, rng))
    assert game.state.tracks["turn"] >= 1
