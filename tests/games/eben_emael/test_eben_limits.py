"""Where a rule begins and ends: exact limits, who is left, and what follows what."""

import pytest
from eben import RULES, garrison, lay, make, ready, sally

from wardesk.engine.types import Allocate, Cells, Choose, Path, Pieces
from wardesk.games.eben_emael.state import Battle, Demolition, Losses, MarchFire, UnderFire

SOLITAIRE = make(solitaire="yes")


def squads(**at):
    return {key.replace("_", "-"): cell for key, cell in at.items()}


# ---- limits -------------------------------------------------------------------------------------


@pytest.mark.rule("EE N13")
@pytest.mark.parametrize(("men", "out", "cites"), [(60, 0, []), (61, 0, ["EE N13"]),
                                                   (20, 40, []), (20, 41, ["EE N13"])])  # fmt: skip
def test_sixty_men_leave_a_work_in_a_turn_and_no_more(men, out, cites):
    marks = {"BL1/out": out} if out else {}
    game = lay("belgian_move", squads(glider_1="KN"), (garrison("a", "BL1", men),), marks=marks)
    assert game.against_path("a", "W1") == cites
    reach = RULES.showing.reach(game.state, ("a",))
    hard = {r.cite for told in reach.values() for r in told if r.level != "note"}
    assert hard == set(cites)


@pytest.mark.rule("EE N13")
def test_men_who_leave_are_counted_for_the_turn():
    men = (garrison("a", "BL1", 30), garrison("b", "BL1", 31))
    game = lay("belgian_move", squads(glider_1="KN"), men).go("a", "W1")
    assert game.state.marks["BL1/out"] == 30
    assert game.against_path("b", "OUT") == ["EE N13"]


@pytest.mark.rule("EE N3")
@pytest.mark.parametrize(("men", "cites"), [(72, []), (73, ["EE N3"])])
def test_eighty_points_may_attack_across_an_edge_and_no_more(men, cites):
    strong = {"glider-1": {"men": men, "full_men": men}}
    germans = squads(glider_1="G5", glider_2="G5")
    game = lay("german_attack", germans, (sally("a", "G7"),), changes=strong).at("G7")
    assert game.against(Pieces(("glider-1", "glider-2"))) == cites
    team = RULES.thinking.policy(game.state, __import__("random").Random(1))
    assert team == Pieces(("glider-1", "glider-2") if men == 72 else ("glider-1",))


@pytest.mark.rule("EE 4.2")
@pytest.mark.parametrize(("men", "rolled"), [(1, True), (0, False)])
def test_a_man_left_is_enough_for_a_battle(men, rolled):
    crew = (garrison("m", "MN"), sally("a", "D2", 1))
    weak = {"glider-6": {"men": men + 1, "equipment": 0}}
    germans = squads(glider_6="G3", glider_1="KS")
    game = lay("german_attack", germans, crew, changes=weak).at("D2")
    game.choose("MN.machine_gun@G3").roll(1, 6) if men == 0 else game.choose("hold")
    assert (game.ask.kind == "combat") == rolled


@pytest.mark.rule("EE N62", "EE N51")
@pytest.mark.parametrize(("guns", "column"), [(3, "9"), (2, "6"), (1, "3")])
def test_each_machine_gun_lost_takes_three_points_of_column(guns, column):
    men = (garrison("m", "MICA", inside=False),)
    lost = {"MICA.machine_gun": {"equipment": guns}}
    game = lay("german_attack", squads(glider_1="G8"), men, changes=lost).at("MICA")
    assert game.choose("MICA.machine_gun@G8").ask.column == column


@pytest.mark.rule("EE N10", "EE 5.0")
def test_a_gun_that_is_lost_fires_no_more():
    men = (garrison("g", "BL3"), garrison("h", "BL5"))
    lost = {"BL3.artillery": {"equipment": 0}}
    game = lay("belgian_artillery", squads(glider_6="D1"), men, changes=lost)
    assert game.ask.pieces == ("BL5.artillery",)


@pytest.mark.rule("EE N7", "EE 2.1-II-B", "EE 2.1-IV")
def test_by_the_strip_each_kind_of_gun_has_its_line():
    men = (garrison("a", "BL1"), garrison("b", "BL3"))
    assert lay("belgian_mortars", squads(glider_6="D1"), men).ask.pieces == ("BL1.anti_tank",)
    assert lay("belgian_artillery", squads(glider_6="D1"), men).ask.pieces == ("BL3.artillery",)
    phased = make(sequence="phases")
    both = {"BL1.anti_tank", "BL3.artillery"}
    game = lay("belgian_mortars", squads(glider_6="D1"), men, rules=phased)
    assert (set(game.ask.pieces), game.ask.cite) == (both, "EE 2.1-II-B")


@pytest.mark.rule("EE 2.1-IV")
def test_a_gun_that_has_been_declined_leads_on():
    men = (garrison("a", "BL1"),)
    game = lay("belgian_mortars", squads(glider_6="D1", glider_1="MN"), men).choose("done")
    assert game.ask.cite == "EE 2.1-III"


# ---- battles ------------------------------------------------------------------------------------


@pytest.mark.rule("EE N18", "EE 4.3", "EE N41")
def test_a_retreat_costs_one_point_less_and_the_attacker_still_loses():
    """40 against 8 is 5:1; a 9 costs the attacker 1, the defender 4: in retreat 3."""
    strong = {"glider-1": {"men": 40, "full_men": 40}}
    men = (garrison("a", "G7", 8, inside=False), garrison("b", "OUT", inside=False))
    game = lay("german_attack", squads(glider_1="G5"), men, changes=strong).at("G7").roll(4, 5)
    assert game.ask.kind == "retreat"
    game.at("BL6")
    assert (game.pieces["a"].at, game.pieces["a"].men) == ("BL6", 5)
    assert game.pieces["glider-1"].men == 39
    assert game.state.tracks["belgian_losses"] == 3
    assert game.ask.kind == "advance"
    game.choose("stay")
    assert game.pieces["glider-1"].at == "G5"


@pytest.mark.rule("EE 4.2")
def test_who_stands_fast_takes_it_all():
    strong = {"glider-1": {"men": 40, "full_men": 40}}
    men = (garrison("a", "G7", 8, inside=False), garrison("b", "OUT", inside=False))
    game = lay("german_attack", squads(glider_1="G5"), men, changes=strong).at("G7").roll(4, 5)
    game.choose("stand")
    assert game.pieces["a"].men == 4
    assert game.ask is None or game.ask.kind != "advance"


@pytest.mark.rule("EE N22")
def test_a_flamethrower_that_is_kept_stays():
    men = (sally("a", "G7", 8),)
    game = lay("german_attack", squads(glider_4="G5"), men, umpire=True).at("G7")
    game.choose("no")
    assert game.ask.factors == ()
    assert game.pieces["glider-4"].flamethrowers == 1


@pytest.mark.rule("EE N22", "EE N17")
def test_by_option_a_flamethrower_moves_one_column_and_not_off_the_chart():
    rules, men = make(flamethrower="column"), (sally("a", "G7", 8),)
    assert (
        lay("german_attack", squads(glider_4="G5"), men, rules=rules)
        .at("G7")
        .choose("yes")
        .ask.column
        == "2:1"
    )
    huge = {"glider-4": {"men": 70, "full_men": 70}}
    game = lay("german_attack", squads(glider_4="G5"), men, rules=rules, changes=huge).at("G7")
    assert game.choose("yes").ask.column == "6:1"


@pytest.mark.rule("EE N10")
def test_a_loss_that_takes_the_last_man_is_settled_at_once():
    """The Germans lose their hold on the sector that they alone stood in, by option."""
    rules = make(control="present")
    marks = {"G5/control": "german"}
    men = (sally("a", "G7", 40),)
    weak = {"glider-1": {"men": 1}}
    game = lay("belgian_attack", squads(glider_1="G5", glider_2="KS"), men, rules=rules,
               changes=weak, marks=marks).at("G5").roll(6, 6).choose("stand")  # fmt: skip
    assert game.pieces["glider-1"].at is None
    assert "G5/control" not in game.state.marks
    assert game.state.tracks["german_losses"] == 1


@pytest.mark.rule("EE N39", "EE N10")
def test_a_blast_costs_men_and_no_weapons():
    men = (garrison("g", "MN", 20),)
    game = ready().lay("german_attack", squads(glider_4="MN"), men, umpire=True,
                       without=("MN.garrison",))  # fmt: skip
    game.choose("charge:glider-4")
    while game.ask.kind == "machine-guns":
        game.choose("hold")
    assert game.ask.dice == (6, 6)
    game.roll(4, 6).rule(work="destroyed", garrison_loss=6)
    assert game.state.tracks["belgian_losses"] == 6
    assert game.state.tracks["barracks"] == 29 + 14
    assert game.state.marks["MN/destroyed"]
    assert game.pieces["MN.machine_gun"].at is None


@pytest.mark.rule("EE N39")
@pytest.mark.parametrize(("work", "least"), [("MN", 4), ("C120", 5), ("BL5", 6), ("KN", 4)])
def test_a_charge_works_from_its_figure_on(work, least):
    for face in range(1, 7):
        game = lay("german_attack", squads(glider_4=work, glider_1="G9"), umpire=True)
        game.choose("charge:glider-4").roll(face)
        done = "destroyed" if face >= least else "stands"
        assert game.ask.proposed == {"work": done, "garrison_loss": 0}


# ---- counters -----------------------------------------------------------------------------------


@pytest.mark.rule("EE N35", "EE N10")
@pytest.mark.parametrize(("face", "men"), [(1, 8), (2, 8), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_shells_on_a_canal_work_kill_men_and_no_weapons(face, men):
    marks = {"KS/destroyed": True}
    game = lay("german_cards", squads(glider_4="KN"), german_hand=("canal",), marks=marks)
    game.choose("canal")
    assert game.ask.dice == (6,)
    game.roll(face)
    assert game.pieces["glider-4"].men == men
    assert game.pieces["glider-4"].equipment == 1
    assert game.state.marks["KN/destroyed"]


@pytest.mark.rule("EE N35")
@pytest.mark.parametrize(("coin", "work"), [(1, "KN"), (2, "KS")])
def test_a_coin_names_the_canal_work(coin, work):
    game = lay("german_cards", squads(glider_4="D1"), german_hand=("canal",)).choose("canal")
    assert game.ask.dice == (2,)
    game.roll(coin)
    assert {k for k in game.state.marks if k.endswith("/destroyed")} == {f"{work}/destroyed"}


@pytest.mark.rule("EE N34")
def test_glider_12_is_one_landing_more():
    game = lay("german_cards", squads(glider_1="D1"), german_hand=("glider-12",))
    game.choose("glider-12")
    assert game.ask.kind == "land"
    game.go(game.ask.pieces[0], "G2").roll(3, 4)
    assert game.state.tracks["landed"] == 10
    assert game.ask.kind != "land"


@pytest.mark.rule("EE N63", "EE N29")
def test_a_sally_comes_up_with_its_men_and_the_mortar():
    game = lay("belgian_cards", squads(glider_1="D1"), belgian_hand=("counterattack-4",),
               tracks={"barracks": 1})  # fmt: skip
    game.choose("counterattack-4")
    men = game.pieces["counterattack-4:BL4"]
    assert (men.men, men.full_men, men.inside, men.at) == (1, 1, True, "BL4")
    mortar = game.pieces["mortar"]
    assert (mortar.equipment, mortar.strength, mortar.inside) == (1, 6, True)
    assert game.state.tracks["barracks"] == 0


@pytest.mark.rule("EE 2.1-0")
@pytest.mark.parametrize(("counter", "hand"), [("charge", "german"), ("artillery-1", "belgian")])
def test_a_drawn_counter_goes_to_its_side(counter, hand):
    game = lay("start", squads(glider_1="D1"), turn=2)
    game.roll(game.state.cups["pool"].index(counter) + 1)
    assert counter in game.state.cups[f"{hand}_hand"]


@pytest.mark.rule("EE 2.1-0")
def test_with_an_empty_pool_the_turn_goes_on():
    rest = tuple(RULES.setting.tables.counters)
    game = lay("start", squads(glider_1="D1"), turn=2, german_hand=rest)
    assert game.state.tracks["turn"] == 3
    assert game.ask is not None
    assert game.ask.kind != "draw"


# ---- the automaton ------------------------------------------------------------------------------


def auto(game):
    return SOLITAIRE.thinking.automaton(game.state)


@pytest.mark.rule("EE N59")
def test_the_automaton_attacks_the_weakest_beside_it_with_all_it_has():
    men = (sally("a", "G7", 40), sally("b", "G7", 40), sally("c", "G9", 30))
    weak = {"glider-2": {"men": 3}}
    germans = squads(glider_1="GRA", glider_2="G5")
    game = lay("belgian_attack", germans, men, rules=SOLITAIRE, changes=weak)
    assert auto(game) == Cells(("G5",))
    while game.ask.kind == "attack-target":
        game.give(auto(game))
    if game.ask.kind == "machine-guns":
        game.choose("hold")
    assert game.ask.kind == "attackers"
    assert auto(game) == Pieces(("a", "b", "c"))


@pytest.mark.rule("EE N59", "EE N10")
def test_the_automaton_takes_losses_from_the_largest_first():
    men = (sally("a", "BL6", 3), sally("b", "BL6", 9))
    game = lay("air", squads(glider_1="D1"), men, rules=SOLITAIRE, german_hand=("airstrike-26",))
    game.choose("airstrike-26").roll(3, 4)  # 12 points: all are gone
    assert "b" not in game.pieces or game.pieces["b"].at is None
    men = (sally("a", "BL6", 9), sally("b", "BL6", 9), sally("c", "BL6", 4))
    game = lay("air", squads(glider_1="D1"), men, rules=SOLITAIRE, german_hand=("airstrike-26",))
    game.choose("airstrike-26").roll(3, 4)
    assert auto(game) == Allocate({"a": 9, "b": 3})


@pytest.mark.rule("EE N59")
def test_the_automaton_fires_its_guns_in_order_at_the_nearest():
    men = (garrison("g", "BL3"), garrison("h", "C120"))
    germans = squads(glider_1="D1", glider_2="G8")
    game = lay("belgian_artillery", germans, men, rules=SOLITAIRE)
    assert auto(game) == Pieces(("BL3.artillery",))
    game.pick("BL3.artillery")
    assert auto(game) == Cells(("G8",))  # two sectors away; the north tip is four


@pytest.mark.rule("EE N59")
def test_the_nearest_sally_moves_first_and_none_without_a_reason():
    germans = squads(glider_1="G7")
    men = (sally("a", "OUT"), sally("b", "W1"))
    game = lay("belgian_move", germans, men, rules=SOLITAIRE)
    assert auto(game).pieces == ("b",)
    game = lay("belgian_move", squads(glider_1="KN"), (sally("a", "OUT"),), rules=SOLITAIRE)
    assert isinstance(auto(game), Path)


def test_nothing_asked_is_nothing_answered():
    game = lay("german_move", squads(glider_1="D1"))
    from wardesk.engine.types import replace

    state = replace(game.state, ask=None)
    for ask_for in (SOLITAIRE.thinking.automaton,):
        with pytest.raises(ValueError, match="nothing is asked"):
            ask_for(state)
    assert RULES.options(state, 5, __import__("random").Random(1)) == []
    assert RULES.check(state, Choose("done")) == ()
    assert RULES.showing.reach(state, ("glider-1",)) == {}
    assert RULES.showing.route(state, ("glider-1",), "D2") == ()


# ---- what lives on after an edit ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "there"),
    [
        (Battle(step="", side="german", target="G7", units=("glider-1",)), True),
        (Battle(step="", side="german", target="G7", units=("glider-2",)), False),
        (Battle(step="", side="german", target="G7", units=("nobody",)), False),
        (Battle(step="", side="german", target="G7"), True),
        (Losses(step="", side="german", pieces=("glider-1", "x"), points=1), True),
        (Losses(step="", side="german", pieces=("glider-2",), points=1), False),
        (Losses(step="", side="german", pieces=("x",), points=1), False),
        (Demolition(step="", unit="glider-1", work="MN"), True),
        (Demolition(step="", unit="glider-2", work="MN"), False),
        (Demolition(step="", unit="x", work="MN"), False),
        (UnderFire(step="", sector="D1", cite=""), True),
        (UnderFire(step="", sector="G7", cite=""), False),
        (MarchFire(step="", sector="G7", origin="BL6"), True),
        (MarchFire(step="", sector="D1", origin="BL6"), False),
    ],
)
def test_a_procedure_lives_while_its_subject_is_there(frame, there):
    state = lay("german_move", squads(glider_1="D1"), (sally("a", "G7"),)).state
    assert RULES.alive(state, frame) is there
