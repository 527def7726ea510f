"""Chapter 6: the counters of the pool, sallies and charges."""

import pytest
from eben import RULES, STAY, garrison, lay, make, sally

from wardesk.engine.types import replace

CHARGES = next(g.charges for g in RULES.setting.forces.glider if g.id == "glider-1")
DOORS = ("BL1", "BL2", "BL3", "BL4", "BL5", "BL6", "MN", "MS")


def played(name, germans=None, belgians=(), **more):
    """A German counter played from the hand in phase 0."""
    game = lay("german_cards", germans or {"glider-6": "D1"}, belgians, german_hand=(name,), **more)
    return game.choose(name)


def countered(name, germans=None, **more):
    """A Belgian counter played before the Belgian move."""
    game = lay("belgian_cards", germans or {"glider-6": "D1"}, belgian_hand=(name,), **more)
    return game.choose(name)


@pytest.mark.rule("EE N24", "EE N25", "EE N26")
@pytest.mark.parametrize(
    ("name", "works"),
    [
        ("blocked-1-2", ("BL1", "BL2")),
        ("blocked-mi", ("MN", "MS")),
        ("blocked-4-5", ("BL4", "BL5")),
    ],
)
def test_nobody_gets_out_of_a_blocked_door(name, works):
    crew = tuple(sally(f"c{work}", work, 15, inside=True) for work in works)
    game = played(name, belgians=crew)
    assert all(game.state.marks[f"{w}/blocked"] for w in works)
    assert name not in game.state.cups["german_hand"]
    squads, marks = {"glider-6": works[0], "glider-1": "D1"}, game.state.marks
    moving = lay("belgian_move", {"glider-6": "D1"}, (*crew, sally("x", "OUT")), marks=marks)
    assert moving.ask.pieces == ("x",)
    attack = lay("belgian_attack", squads, crew, marks=marks)
    assert attack.ask.kind != "attack-target", "they cannot fight on their own roof either"


@pytest.mark.rule("EE N24", "EE N25")
def test_whoever_is_behind_a_blocked_door_stays_and_fires():
    crew = (garrison("c", "BL1", 15), garrison("m", "MN", 15))
    game = played("blocked-1-2", {"glider-6": "G9", "glider-3": "KS"}, crew)
    assert game.pieces["c"].at == "BL1"
    assert game.state.tracks["barracks"] == 329
    guns = lay("belgian_mortars", {"glider-6": "G9"}, crew, marks=game.state.marks)
    assert guns.ask.pieces == ("BL1.anti_tank",)
    both = {"BL1/blocked": True, "MN/blocked": True}
    attack = lay("german_attack", {"glider-6": "G5"}, (*crew, sally("a", "G7")), marks=both)
    assert attack.at("G7").ask.kind == "machine-guns"


@pytest.mark.rule("EE N24", "EE N41")
def test_a_blocked_work_that_is_manned_scores_only_when_it_is_blown_up():
    crew, marks = (garrison("m", "MN", 15),), {"MN/blocked": True}
    game = lay("german_move", {"glider-1": "G3"}, crew, marks=marks).go("glider-1", "MN")
    assert game.state.tracks["victory_points"] == 0
    game.choose("charge:glider-1").choose("hold").roll(6, 3)
    assert game.state.tracks["victory_points"] == 2
    empty = lay("german_move", {"glider-1": "G3"}, marks=marks).go("glider-1", "MN")
    assert empty.state.tracks["victory_points"] == 0
    silenced = make(control="silenced")
    empty = lay("german_move", {"glider-1": "G3"}, marks=marks, rules=silenced)
    assert empty.go("glider-1", "MN").state.tracks["victory_points"] == 2


@pytest.mark.rule("EE N24")
def test_by_option_blocked_works_fall_silent():
    crew = (sally("c", "BL1", 15, inside=True),)
    game = played("blocked-1-2", belgians=crew, rules=make(doors="silent"))
    assert "c" not in game.pieces
    assert game.state.tracks["barracks"] == 329 + 15
    assert game.state.marks["BL1/sealed"]


@pytest.mark.rule("EE N24")
def test_nobody_comes_out_of_a_blocked_door():
    game = lay(
        "belgian_cards",
        {"glider-6": "D1"},
        belgian_hand=("artillery-1", "counterattack-1"),
        marks={"BL1/blocked": True},
    )
    assert game.ask is None or game.ask.kind != "play-counter"


@pytest.mark.rule("EE N27")
def test_a_charge_is_dropped():
    game = played("charge", {"glider-5": "D1", "glider-6": "G3"}).pick("glider-5")
    assert game.pieces["glider-5"].charges == CHARGES + 1


@pytest.mark.rule("EE N22")
def test_a_flamethrower_goes_to_a_squad():
    assert played("flamethrower").pick("glider-6").pieces["glider-6"].flamethrowers == 1


@pytest.mark.rule("EE N28")
def test_sappers_shut_bloc_1_and_silence_it():
    game = played("sappers", belgians=(sally("c", "BL1", 15, inside=True),))
    assert game.pieces["sappers"].at == "OUT"
    assert game.pieces["sappers"].men == 60
    assert game.state.marks["BL1/sealed"]
    assert "c" not in game.pieces
    crew, marks = (sally("c", "BL1", inside=True),), game.state.marks
    assert lay("belgian_mortars", {"glider-6": "G9"}, crew, marks=marks).ask.kind != "guns"
    more = {"belgian_hand": ("artillery-1", "counterattack-1"), "marks": marks}
    game = lay("belgian_cards", {"glider-6": "D1"}, **more)
    assert game.ask is None or game.ask.kind != "play-counter"


@pytest.mark.rule("EE N28")
def test_sappers_wait_while_belgians_hold_the_village_side():
    hand = ("charge", "sappers")
    game = lay("german_cards", {"glider-6": "D1"}, (sally("a", "OUT"),), german_hand=hand)
    refused = {c.key: bool(c.refused) for c in game.ask.choices}
    assert refused == {"charge": False, "sappers": True, "none": False}


@pytest.mark.rule("EE N29", "EE N30", "EE N31", "EE N32", "EE N33")
@pytest.mark.parametrize(("number", "men"), [(1, 40), (2, 40), (3, 20), (4, 20), (5, 20)])
def test_counterattacks(number, men):
    game = countered(f"counterattack-{number}")
    unit = game.pieces[f"counterattack-{number}:BL{number}"]
    assert (unit.at, unit.men, unit.inside) == (f"BL{number}", men, True)
    assert game.state.tracks["barracks"] == 329 - men


@pytest.mark.rule("EE N12")
def test_a_sally_at_an_occupied_door_is_twenty():
    unit = countered("counterattack-1", {"glider-6": "BL1"}).pieces["counterattack-1:BL1"]
    assert unit.men == 20


@pytest.mark.rule("EE N13")
def test_a_free_door_lets_sixty_out():
    from wardesk.games.eben_emael.garrison import sally_men

    state = lay("german_move", {"glider-6": "D1"}).state
    assert sally_men(RULES.setting, state, 200, "BL1") == 60
    few = replace(state, tracks={**state.tracks, "barracks": 7})
    assert sally_men(RULES.setting, few, 40, "BL1") == 7


@pytest.mark.rule("EE N29")
def test_survivors_of_a_sally_are_not_lost():
    game = lay(
        "belgian_attack", {"glider-6": "G5"}, (sally("a", "G7", 40),), tracks={"barracks": 289}
    )
    game.at("G5").roll(3, 4)  # 5:1, 7: attacker 2
    if game.ask is not None and game.ask.kind == "retreat":
        game.choose("stand")
    assert "a" not in game.pieces
    assert game.state.tracks["barracks"] == 289 + 38
    assert game.state.tracks["belgian_losses"] == 2


@pytest.mark.rule("EE N29")
def test_a_counterattack_that_is_attacked_is_removed_after_the_battle():
    game = lay("german_attack", {"glider-6": "G5"}, (sally("a", "G7", 40),), tracks={"barracks": 5})
    game.at("G7").roll(3, 4)  # 8 to 40 is 1:4: five of the attackers fall, nobody else
    assert "a" not in game.pieces
    assert game.state.tracks["barracks"] == 45
    assert game.state.tracks["belgian_losses"] == 0


@pytest.mark.rule("EE N29")
def test_by_option_being_attacked_does_not_end_a_counterattack():
    men = (sally("a", "G7", 40),)
    game = lay("german_attack", {"glider-6": "G5"}, men, rules=STAY).at("G7").roll(3, 4)
    assert game.pieces["a"].at == "G7"


@pytest.mark.rule("EE N29", "EE N38")
@pytest.mark.parametrize(("rules", "guns"), [(RULES, ()), (STAY, ("BL3.artillery",))])
def test_men_of_a_counterattack_serve_guns_by_option_only(rules, guns):
    men = (sally("a", "BL3", inside=True),)
    game = lay("belgian_artillery", {"glider-6": "D1"}, men, rules=rules)
    assert tuple(p for p in game.ask.pieces if p.endswith("artillery")) == guns


@pytest.mark.rule("EE N29")
def test_a_garrison_that_is_attacked_stays():
    men = (garrison("a", "G7", 40, inside=False),)
    game = lay("german_attack", {"glider-6": "G5"}, men).at("G7").roll(3, 4)
    assert game.pieces["a"].at == "G7"


@pytest.mark.rule("EE N36", "EE N51")
def test_the_last_sally_comes_from_every_open_door():
    game = countered(
        "counterattack-all", turn=14, marks={"MN/destroyed": True, "BL2/blocked": True}
    )
    doors = {p.at for p in game.pieces.values() if p.kind == "sally"}
    assert doors == set(DOORS) - {"MN", "BL2"}


@pytest.mark.rule("EE N36", "EE N37")
@pytest.mark.parametrize(("turn", "allowed"), [(13, False), (14, True), (15, True)])
def test_two_counters_are_for_the_last_turns(turn, allowed):
    hand = ("charge", "tunnels")
    game = lay("german_cards", {"glider-6": "D1"}, german_hand=hand, turn=turn)
    assert next(c for c in game.ask.choices if c.key == "tunnels").refused == () or not allowed
    assert bool(next(c for c in game.ask.choices if c.key == "tunnels").refused) != allowed
    game = lay("belgian_cards", {"glider-6": "D1"}, belgian_hand=("counterattack-all",), turn=turn)
    kind = game.ask.kind if game.ask else ""
    assert (kind == "play-counter") == allowed


@pytest.mark.rule("EE N67")
def test_the_bonus_lasts_for_the_turn_of_its_play():
    game = played("combat")
    assert game.state.marks["fort/bonus"]
    assert game.state.cups["german_hand"] == ()
    assert "fort/bonus" not in lay("start", {"glider-6": "D1"}, marks=game.state.marks).state.marks


@pytest.mark.rule("EE N67")
def test_the_bonus_may_be_held():
    game = lay("german_cards", {"glider-6": "D1"}, german_hand=("combat",)).choose("none")
    assert game.state.cups["german_hand"] == ("combat",)
    assert "fort/bonus" not in game.state.marks


@pytest.mark.rule("EE N37")
def test_the_tunnels_need_a_german():
    hand = {"german_hand": ("blocked-mi", "tunnels"), "turn": 14}
    refused = {c.key: bool(c.refused) for c in lay("german_cards", {}, **hand).ask.choices}
    assert refused == {"blocked-mi": False, "tunnels": True, "none": False}


@pytest.mark.rule("EE N37")
def test_the_tunnels_end_the_game_with_the_turn():
    game = lay("german_cards", {"glider-6": "D1"}, german_hand=("tunnels",), turn=14)
    game.choose("tunnels")
    assert game.state.result is None
    game.choose("done")
    assert game.state.result is not None


@pytest.mark.rule("EE N35")
@pytest.mark.parametrize(("face", "work"), [(1, "KN"), (2, "KS")])
def test_a_coin_names_the_canal_work(face, work):
    assert played("canal").roll(face).state.marks[f"{work}/destroyed"]


@pytest.mark.rule("EE N35")
@pytest.mark.parametrize(("die", "men"), [(1, 8), (2, 8), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_shells_on_germans_at_the_canal(die, men):
    game = played("canal", {"glider-2": "KN"}).roll(1).roll(die)
    assert game.pieces["glider-2"].men == men
    assert game.pieces["glider-2"].equipment == 1


@pytest.mark.rule("EE N35")
def test_the_other_canal_work_when_one_is_gone():
    game = played("canal", marks={"KN/destroyed": True})
    assert game.state.marks["KS/destroyed"]


# ---- charges ------------------------------------------------------------------------------------


@pytest.mark.rule("EE N39")
def test_a_charge_destroys_an_empty_work():
    game = lay("german_attack", {"glider-1": "MN", "glider-3": "MS"}).choose("charge:glider-1")
    game.roll(6)
    assert game.state.marks["MN/destroyed"]
    assert game.pieces["glider-1"].charges == CHARGES - 1
    assert game.pieces["glider-1"].attacked
    assert game.pieces["MN.machine_gun"].at is None


@pytest.mark.rule("EE N39")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_garrison_fires_then_suffers_and_withdraws(die):
    game = lay("german_attack", {"glider-1": "MN"}, (garrison("c", "MN", 20),))
    game.choose("charge:glider-1")
    assert game.ask.who == "belgian"
    game.choose("MN.machine_gun@MN")
    assert game.ask.column == "6"
    game.roll(6, 6).roll(6, die)
    assert game.state.tracks["belgian_losses"] == die
    assert game.state.tracks["barracks"] == 329 + 20 - die
    assert "c" not in game.pieces


@pytest.mark.rule("EE N39")
@pytest.mark.parametrize(
    ("work", "needs"),
    [("MN", 4), ("MA1", 4), ("VI2", 4), ("BL2", 5), ("C120", 5), ("KN", 4), ("BL5", 6)],
)
def test_a_charge_needs_its_die(work, needs):
    for die in range(1, 7):
        game = lay("german_attack", {"glider-1": work}).choose("charge:glider-1").roll(die)
        assert (f"{work}/destroyed" in game.state.marks) == (die >= needs)
        assert game.pieces["glider-1"].charges == CHARGES - 1


@pytest.mark.rule("EE N39")
def test_by_option_a_charge_always_works():
    game = lay("german_attack", {"glider-1": "C120"}, rules=make(charge="sure"))
    assert game.choose("charge:glider-1").state.marks["C120/destroyed"]


@pytest.mark.rule("EE N39", "EE N62")
def test_other_machine_guns_cover_a_work_that_is_blown_up():
    crew = (garrison("c", "MN", 20),)
    game = lay("german_attack", {"glider-1": "MA2"}, crew).choose("charge:glider-1")
    assert [c.key for c in game.ask.choices] == ["MN.machine_gun@MA2", "hold"]


@pytest.mark.rule("EE N39")
def test_an_umpire_may_let_the_work_stand():
    game = lay("german_attack", {"glider-1": "MN"}, umpire=True).choose("charge:glider-1")
    game.roll(6)
    assert game.ask.proposed == {"work": "destroyed", "garrison_loss": 0}
    game.rule("a dud", work="stands", garrison_loss=0)
    assert "MN/destroyed" not in game.state.marks


@pytest.mark.rule("EE N39")
@pytest.mark.parametrize(
    ("where", "belgians", "marks", "charge"),
    [
        ("MN", (), {}, True),
        ("MICA", (), {}, False),
        ("MN", (), {"MN/destroyed": True}, False),
        ("MN", (sally("a", "MN"),), {}, False),
        ("MN", (sally("a", "G3"),), {}, True),
        ("MN", (sally("a", "MN", inside=True),), {}, True),
    ],
)
def test_no_charge_without_a_work_or_beside_belgians(where, belgians, marks, charge):
    game = lay("german_attack", {"glider-1": where}, belgians, marks=marks)
    keys = {c.key for c in game.ask.choices}
    assert ("charge:glider-1" in keys) == charge


@pytest.mark.rule("EE N39")
def test_each_of_two_squads_on_a_work_may_blow_it_up():
    game = lay("german_attack", {"glider-6": "MA1", "glider-1": "MA1"})
    assert {choice.key for choice in game.ask.choices} == {
        "charge:glider-6",
        "charge:glider-1",
        "done",
    }


@pytest.mark.rule("EE 3.6", "EE N28")
def test_arrivals_leave_room_for_eighty_points():
    crowd = {"glider-1": "OUT", "glider-3": "OUT", "glider-4": "OUT"}
    game = lay("german_cards", crowd, german_hand=("charge", "sappers"))
    assert next(c for c in game.ask.choices if c.key == "sappers").refused
    game = lay(
        "belgian_cards",
        {"glider-6": "D1"},
        (sally("a", "BL1", 60, inside=True),),
        belgian_hand=("counterattack-1",),
    )
    assert game.choose("counterattack-1").pieces["counterattack-1:BL1"].men == 20
