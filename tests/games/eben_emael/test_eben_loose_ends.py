"""Small things that a rule says by the way: each could be wrong and nobody would notice."""

from random import Random

import pytest
from eben import INFO, RULES, Table, fresh, garrison, lay, make, sally

from wardesk.engine.types import Path, replace
from wardesk.errors import UserError
from wardesk.games.eben_emael.forces import Glider, judge_places
from wardesk.games.eben_emael.losses import shares
from wardesk.games.eben_emael.state import Losses
from wardesk.games.registry import make_rules

CLOSED, FORT = make(hands="closed"), make(gliders="fort")


def texts(game):
    return [line.text for line in game.event.story]


@pytest.mark.rule("EE N48")
def test_by_option_the_track_counts_every_german():
    def shown(rules):
        game = lay("german_move", {"glider-1": "G5"}, rules=rules, tracks={"german_losses": 12})
        tracks = rules.showing.tracks(game.state)
        return next(track.value for track in tracks if track.id == "german_losses")

    assert shown(make(losses="any")) == 12
    assert shown(RULES) == 0  # all 85 men of the gliders are there


@pytest.mark.rule("EE 4.2")
@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ((5, 6), "Germans −2, Belgians −2"),
        ((3, 4), "Germans −4"),
        ((1, 1), "Germans −7, Belgians −1"),
    ],
)
def test_a_result_is_told_with_those_who_lost_and_nobody_else(dice, told):
    game = lay("german_attack", {"glider-1": "G5"}, (sally("a", "G7", 8),)).at("G7").roll(*dice)
    found = [line.text for event in game.events for line in event.story if line.cite == "EE 4.2"]
    assert found == [told]


@pytest.mark.rule("EE 4.2")
@pytest.mark.parametrize(
    ("attacker", "defender", "told"),
    [(0, 2, "Belgians −2"), (3, 0, "Germans −3"), (0, 0, "No losses")],
)
def test_who_loses_nobody_by_the_umpires_word_is_not_told_of(attacker, defender, told):
    men = (sally("a", "G7", 8),)
    game = lay("german_attack", {"glider-1": "G5"}, men, umpire=True).at("G7").roll(3, 4)
    game.rule("as agreed", attacker_loss=attacker, defender_loss=defender)
    assert [t.text for t in game.event.story if t.cite == "EE 4.2"] == [told]
    assert game.pieces["glider-1"].men == 8 - attacker


@pytest.mark.rule("EE N18", "EE N41")
def test_who_falls_back_into_a_sector_takes_it_back_at_once():
    marks = {"VI1/control": "german"}
    game = lay("german_attack", {"glider-1": "G5"}, (sally("a", "G7", 8),), marks=marks)
    goal = "VI1" if "VI1" in game.at("G7").roll(5, 6).ask.cells else game.ask.cells[0]
    game = lay(
        "german_attack", {"glider-1": "G5"}, (sally("a", "G7", 8),),
        marks={f"{goal}/control": "german"},
    )  # fmt: skip
    game.at("G7").roll(5, 6).at(goal)
    assert game.ask.kind == "advance"
    assert f"{goal}/control" not in game.state.marks


def test_a_glider_without_a_leader_goes_by_its_number():
    assert Glider(id="g", number=3, leader="").name == "Glider 3"
    assert Glider(id="g", number=3, leader="Arent").name == "3 Arent"


def test_a_wrong_sector_is_named_with_its_row():
    forces = RULES.setting.forces
    first = forces.glider[0].target[0]
    cells = [cell for cell in RULES.setting.fort.cells if cell != first]
    with pytest.raises(UserError, match=rf"glider, row 1: there is no sector .*{first}"):
        judge_places(forces, cells, ())


@pytest.mark.rule("EE 2.1-L")
def test_by_option_no_squad_begins_among_belgians_or_where_the_sector_is_full():
    game = fresh(FORT).go("glider-1", "MN").roll(3, 4)
    free = set(game.ask.cells)
    assert {"G5", "G7"} <= free
    begun = fresh(FORT)
    pieces = {**begun.pieces, "a": sally("a", "G5", 8)}
    game = Table(FORT, replace(begun.state, pieces=pieces), begun.event)
    assert set(game.go("glider-1", "MN").roll(3, 4).ask.cells) == free - {"G5"}


@pytest.mark.rule("EE 3.2")
def test_a_program_is_offered_the_whole_stack_as_well():
    game = lay("german_move", {"glider-1": "G5", "glider-2": "G5"})
    offered = game.rules.options(game.state, 999, Random(1))
    teams = {answer.pieces for answer in offered if isinstance(answer, Path)}
    assert teams == {("glider-1",), ("glider-2",), ("glider-1", "glider-2")}


def test_victory_levels_of_a_scenario_are_part_of_its_digest():

    from wardesk.documents.maps.store import load_board

    board, setup = load_board(INFO.map), {**INFO.setup, **INFO.forces}
    setup.pop("victory", None)
    minor = {**setup, "victory": {"minor": 11}}
    higher = {**setup, "victory": {"minor": 12}}
    found = [make_rules("eben-emael", board, one, {}).digest for one in (setup, minor, higher)]
    assert len(set(found)) == 3


@pytest.mark.rule("EE 2.1-II-B")
def test_one_line_tells_of_both_phases_of_fire_where_nobody_fires_in_either():
    crew = (sally("a", "VI2", 8),)
    game = lay("belgian_mortars", {"glider-1": "G5"}, crew)
    assert "No Belgian fire" in texts(game)
    assert "No mortar fire" not in texts(game)


@pytest.mark.rule("EE 2.1-II-B")
def test_mortars_that_pass_are_told_of_by_themselves_where_artillery_may_fire():
    hand = ("artillery-1",)
    game = lay("belgian_mortars", {"glider-1": "G5"}, (sally("a", "VI2", 8),), belgian_hand=hand)
    assert "No mortar fire" in texts(game)
    assert "No Belgian fire" not in texts(game)


@pytest.mark.parametrize(("gun", "told"), [("BL5.artillery", False), ("BL1.anti_tank", True)])
def test_only_a_gun_of_the_phase_that_has_fired_keeps_its_silence_untold(gun, told):
    crew = (garrison("a", "BL5"),)
    game = lay("belgian_artillery", {"glider-1": "D1"}, crew, changes={gun: {"fired": True}},
               without=() if gun == "BL5.artillery" else ("BL5.artillery",))  # fmt: skip
    assert ("No artillery fire" in texts(game)) == told


@pytest.mark.rule("EE N28")
def test_the_tunnels_say_on_their_button_that_they_end_the_game():
    hand = ("blocked-mi", "tunnels")
    game = lay("german_cards", {"glider-6": "D1"}, german_hand=hand, turn=14)
    labels = {choice.key: choice.label for choice in game.ask.choices}
    known = RULES.setting.tables.counters
    assert labels["tunnels"] == f"{known['tunnels'].name}: the game ends"
    assert labels["blocked-mi"] == known["blocked-mi"].name


@pytest.mark.rule("EE N65")
def test_a_draw_shows_no_side_what_the_other_holds():
    game = lay("start", {"glider-1": "MN"}, rules=CLOSED, turn=2, belgian_hand=("artillery-1",))
    mine, theirs = CLOSED.view(game.state, "belgian").ask, CLOSED.view(game.state, "german").ask
    name = CLOSED.setting.tables.counters["artillery-1"].name
    assert name not in mine.faces
    assert name in theirs.faces
    assert theirs.dice == (len(theirs.faces),) == (len(mine.faces) + 1,)
    other = lay("german_move", {"glider-1": "MN"}, rules=CLOSED, belgian_hand=("artillery-1",))
    assert CLOSED.view(other.state, "german").ask == other.ask


@pytest.mark.rule("EE 2.1-L")
def test_no_more_men_are_lost_in_a_landing_than_sat_in_the_glider():
    from eben import Table

    from wardesk.engine.types import replace

    game = fresh()
    one = replace(game.pieces["glider-1"], men=1)
    state = replace(game.state, pieces={**game.pieces, "glider-1": one})
    game = Table(RULES, state, game.event).go("glider-1", "MN").roll(2, 2)  # two men fall
    assert game.pieces["glider-1"].men == 0
    assert game.pieces["glider-1"].at is None


@pytest.mark.rule("EE N10")
def test_nobody_is_asked_to_lose_men_whom_he_has_lost():
    game = lay("belgian_move", {"glider-1": "G5"}, (sally("a", "VI2", 8), sally("b", "VI2", 0)))
    what, limits = shares(
        game.pieces, Losses(step="share", side="belgian", pieces=("a", "b"), points=1)
    )
    assert (what, limits) == ("men", {"a": 8})
