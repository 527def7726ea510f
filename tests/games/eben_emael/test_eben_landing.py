"""Before the first turn: the air attack and the gliders."""

import pytest
from eben import RULES, fresh, lay, ready, sally

from wardesk.engine.types import Path, replace
from wardesk.games.eben_emael.state import FortCounter

READY = ready()


def landed(*rolls):
    """A game whose gliders went to the first free sectors with these dice."""
    game = fresh()
    for dice in rolls:
        sectors = [c for c, bad in RULES.showing.reach(game.state, ()).items() if not bad]
        game.go(game.ask.pieces[0], sectors[0]).roll(*dice)
    return game


@pytest.mark.rule("EE N40", "EE 1.0", "EE N1")
def test_eleven_gliders_bring_85_men():
    squads = [p for p in fresh().pieces.values() if p.kind == "squad"]
    assert len(squads) == 11
    assert sum(s.men for s in squads) == 85
    assert sorted({s.men for s in squads}) == [7, 8]
    assert sum(s.equipment for s in squads) == 6
    assert sum(s.flamethrowers for s in squads) == 4


@pytest.mark.rule("EE N47")
def test_one_sector_may_be_bombed_first_where_the_works_are_manned():
    game = READY.fresh()
    assert game.ask.kind == "strike-target"
    game.at("MN")
    assert game.ask.chart == "artillery"
    assert game.ask.column == "26+"
    game.roll(1, 1)
    assert game.ask.kind == "land"
    assert game.pieces["MN.machine_gun"].equipment < 3


@pytest.mark.rule("EE N47")
def test_the_strike_may_be_declined():
    assert READY.fresh().choose("decline").ask.kind == "land"


@pytest.mark.rule("EE N47")
def test_a_strike_that_can_hit_nobody_is_not_asked_but_told():
    game = fresh()
    assert game.ask.kind == "land"
    told = [(line.text, line.how) for line in game.event.story]
    assert ("No air attack first", "no target: the works stand empty") in told


@pytest.mark.rule("EE 2.1-L")
@pytest.mark.parametrize(
    ("dice", "men"),
    [((1, 1), None), ((1, 2), None), ((6, 6), None), ((2, 2), 6), ((5, 6), 7), ((3, 4), 8)],
)
def test_landing_table(dice, men):
    game = landed(dice)
    glider = game.pieces["glider-1"]
    if men is None:
        assert glider.at is None
        assert game.state.tracks["german_absent"] == 8
    else:
        assert glider.men == men
        assert glider.at in RULES.setting.fort.cells
        assert game.state.tracks["german_losses"] == 8 - men


@pytest.mark.rule("EE 2.1-L")
def test_every_face_of_the_landing_dice():
    fates = [RULES.setting.tables.landing.lost(a + b) for a in range(1, 7) for b in range(1, 7)]
    assert sum(fates) == 4


@pytest.mark.rule("EE 2.1-L")
def test_one_glider_to_a_sector_and_none_in_the_ditch():
    game = fresh().go("glider-1", "MN").roll(3, 4)
    assert game.against(Path(("glider-2",), ("MN",))) == ["EE N34"]
    assert game.against(Path(("glider-2",), ("W1",))) == ["EE 2.1-L"]
    assert game.against(Path(("glider-2", "glider-3"), ("MS",))) == ["EE 2.1-L"]


@pytest.mark.rule("EE N46")
def test_after_nine_landings_the_rest_turn_back():
    game = landed(*[(3, 4)] * 9)
    assert game.ask.kind == "draw"
    assert game.state.tracks["landed"] == 9
    assert game.pieces["glider-10"].at is None
    assert game.pieces["glider-11"].at is None
    assert game.state.tracks["german_absent"] == 14


@pytest.mark.rule("EE N46")
def test_lost_gliders_do_not_count_as_landings():
    game = landed((1, 1), (1, 1), *[(3, 4)] * 9)
    assert game.state.tracks["landed"] == 9
    assert game.ask.kind == "draw"


@pytest.mark.rule("EE N48")
def test_if_no_glider_comes_down_the_game_is_over():
    game = landed(*[(1, 1)] * 11)
    assert game.state.result.winner == "belgian"


@pytest.mark.rule("EE N34")
def test_glider_12_lands_where_no_glider_lies():
    game = lay(
        "german_cards", {"glider-1": "G5"}, german_hand=("glider-12",), marks={"G5/glider": "1"}
    )
    game.choose("glider-12")
    assert game.ask.pieces == ("glider-12",)
    assert game.against(Path(("glider-12",), ("G5",))) == ["EE N34"]
    game.go("glider-12", "MN").roll(3, 3)
    assert game.pieces["glider-12"].at == "MN"
    assert game.pieces["glider-12"].men == 7
    assert game.state.stack[-1].step == "german_move"


@pytest.mark.rule("EE N34", "EE 3.4")
def test_glider_12_does_not_come_down_on_belgians():
    held = (sally("a", "G5"), sally("b", "MN", inside=True))
    game = lay("german_cards", {"glider-1": "KS"}, held, german_hand=("glider-12",))
    game.choose("glider-12")
    assert game.against(Path(("glider-12",), ("G5",))) == ["EE 3.4"]
    assert game.against(Path(("glider-12",), ("G2",))) == []
    assert game.against(Path(("glider-12",), ("MN",))) == []  # its roof; they stand inside


@pytest.mark.rule("EE N34")
def test_glider_12_needs_a_free_sector():
    marks = {f"{cell}/glider": "x" for cell in RULES.setting.fort.landing}
    game = lay("german_cards", {"glider-1": "G5"}, german_hand=("glider-12",), marks=marks)
    assert game.ask.kind != "play-counter"


FULL = FortCounter(
    id="company", side="german", at="G5", kind="sappers", name="Company", men=74, full_men=74
)


@pytest.mark.rule("EE 3.6", "EE N34")
@pytest.mark.parametrize(("men", "against"), [(73, []), (74, ["EE 3.6"])])
def test_glider_12_finds_no_room_beside_more_than_73_men(men, against):
    company = (replace(FULL, men=men),)
    game = lay("german_cards", {"glider-1": "KS"}, company, german_hand=("glider-12",))
    game.choose("glider-12")
    assert game.against(Path(("glider-12",), ("G5",))) == against
    assert bool(RULES.showing.reach(game.state, ("glider-12",))["G5"]) == bool(against)


@pytest.mark.rule("EE 3.6", "EE N34")
def test_glider_12_waits_where_every_free_sector_is_full():
    marks = {f"{cell}/glider": "x" for cell in RULES.setting.fort.landing if cell != "G5"}
    hand = {"german_hand": ("glider-12",), "marks": marks}
    assert lay("german_cards", {"glider-1": "KS"}, (FULL,), **hand).ask.kind != "play-counter"
