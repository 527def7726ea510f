"""The turn: its phases, the draw, its end."""

import pytest
from eben import RULES, fresh, garrison, lay, sally

from wardesk.games.eben_emael.setting import PHASES


def phase(game):
    """Which line of the strip is now."""
    return next((p.id for p in RULES.showing.look(game.state).phases if p.state == "now"), "")


@pytest.mark.rule("EE 2.0", "EE 2.1", "EE N7")
def test_the_strip_is_played_in_its_order():
    order = [step for step, _, _ in PHASES]
    game, seen = fresh(), []
    from random import Random

    rng = Random(5)
    while game.ask is not None and game.state.tracks["turn"] < 12:
        now = phase(game)
        if now and (not seen or seen[-1] != (game.state.tracks["turn"], now)):
            seen.append((game.state.tracks["turn"], now))
        game.give(RULES.sample(game.state, rng))
    shots = {"belgian_machine_guns", "german_machine_guns"}  # inside attacks, either way round
    places = [(turn, order.index(step)) for turn, step in seen if step not in shots]
    assert places == sorted(places)
    assert len(places) > 30


@pytest.mark.rule("EE 2.1", "EE N7", "EE N62")
@pytest.mark.parametrize(
    ("step", "gun", "line"),
    [
        ("german_attack", "MN.machine_gun@G5", "belgian_machine_guns"),
        ("belgian_attack", "glider-2@G7", "german_machine_guns"),
    ],
)
def test_machine_guns_have_their_line_inside_the_attack_that_they_fire_at(step, gun, line):
    crew = (garrison("m", "MN"), sally("a", "G7"))
    game = lay(step, {"glider-2": "G5"}, crew)
    game.at("G7" if step == "german_attack" else "G5")
    assert phase(game) == step
    game.choose(gun)
    assert phase(game) == line
    game.roll(6, 6)
    assert phase(game) == step


@pytest.mark.rule("EE 2.1", "EE N7")
def test_the_ten_lines_stand_in_the_printed_order():
    assert [step for step, _, _ in PHASES] == [
        "draw",
        "air",
        "german_move",
        "belgian_mortars",
        "belgian_artillery",
        "belgian_machine_guns",
        "german_attack",
        "belgian_move",
        "german_machine_guns",
        "belgian_attack",
    ]


@pytest.mark.rule("EE N8")
def test_the_next_turn_begins_when_all_attacks_are_settled():
    game = lay("belgian_attack", {"glider-1": "G5"})
    assert game.state.tracks["turn"] == 4
    assert game.ask.kind == "draw"


@pytest.mark.rule("EE 2.1-0", "EE N44", "EE 6.0")
def test_one_counter_is_drawn_and_never_comes_back():
    game = lay("start", {"glider-1": "MN"}, turn=0)
    pool = game.state.cups["pool"]
    assert game.ask.dice == (20,)
    assert game.ask.faces == tuple(RULES.setting.tables.counters[c].name for c in pool)
    assert len(pool) == 20
    game.roll(pool.index("airstrike-14") + 1)
    assert "airstrike-14" not in game.state.cups["pool"]
    assert game.state.cups["german_hand"] == ("airstrike-14",)
    game.finish(2)
    assert len(game.state.cups["pool"]) == 20 - game.state.tracks["turn"]


@pytest.mark.rule("EE 2.1-0")
def test_every_counter_can_be_drawn_and_goes_to_the_side_it_helps():
    start = lay("start", {"glider-1": "MN"}, turn=13)
    for face, name in enumerate(start.state.cups["pool"], 1):
        game = lay("start", {"glider-1": "MN"}, turn=13).roll(face)
        counter = RULES.setting.tables.counters[name]
        assert name in game.state.cups[f"{counter.side}_hand"]


@pytest.mark.rule("EE 2.1-0", "EE N64")
def test_a_drawn_counterattack_is_played_or_held():
    game = lay("start", {"glider-1": "MN"}, turn=2)
    face = game.state.cups["pool"].index("counterattack-1") + 1
    game.roll(face)
    assert game.ask.kind == "play-or-hold"
    assert game.ask.who == "belgian"
    game.choose("none")
    assert game.state.cups["belgian_hand"] == ("counterattack-1",)
    game.choose("done").choose("done")
    assert game.ask.kind == "play-counter"
    assert game.state.stack[-1].step == "belgian_cards"


@pytest.mark.rule("EE N66", "EE 2.1-III")
def test_a_new_turn_refreshes_every_unit():
    flags = {"moved": True, "attacked": True, "fired": True}
    game = lay("start", {"glider-1": "MN"}, changes={"glider-1": flags})
    unit = game.pieces["glider-1"]
    assert [unit.moved, unit.attacked, unit.fired] == [False, False, False]


@pytest.mark.rule("EE N43")
def test_the_game_ends_after_turn_15():
    game = lay("belgian_attack", {"glider-1": "G5"}, turn=15)
    assert game.state.result is not None
    assert lay("belgian_attack", {"glider-1": "G5"}, turn=14).state.result is None


@pytest.mark.rule("EE N65")
def test_both_sides_see_the_same():
    game = lay("start", {"glider-1": "MN"}, (sally("a", "BL1", inside=True),))
    for side in RULES.sides:
        assert RULES.view(game.state, side) == game.state
    assert game.ask.hidden_from == ()


@pytest.mark.parametrize("umpire", [False, True])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.plays
def test_random_games_end(seed, umpire):
    game = fresh(umpire=umpire).finish(seed)
    assert game.state.result is not None
