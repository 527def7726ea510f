"""Chapter 4: attacks, from the target to the advance."""

import printed
import pytest
from eben import RULES, STAY, garrison, lay, make, sally

from wardesk.engine.kernel import Illegal
from wardesk.engine.types import Allocate, Pieces, Roll, replace

FOUR = {"glider-1": "G8", "glider-9": "G8", "glider-10": "G8", "glider-11": "G8"}
"""8 + 7 + 7 + 7 = 29 men in the open, next to the MICA trench."""
IN_TRENCH = (garrison("squad", "MICA", inside=False),)


def without_weapons(*units):
    """Squads that only have men."""
    return {u: {"equipment": 0, "charges": 0, "flamethrowers": 0} for u in units}


# ---- the printed example ------------------------------------------------------------------------


@pytest.mark.rule("EE N5", "EE 4.0", "EE 4.1", "EE 4.2", "EE N6", "EE N62", "EE N14", "EE N17")
def test_worked_example():
    game = lay(
        "german_attack",
        FOUR,
        IN_TRENCH,
        changes={"MICA.machine_gun": {"equipment": 1}, **without_weapons(*FOUR)},
    )
    game.at("MICA").pick(*FOUR)
    assert game.ask.kind == "machine-guns"
    assert game.ask.who == "belgian"
    game.choose("MICA.machine_gun@G8")
    assert game.ask.column == "3"
    game.roll(3, 5)
    game.give(Allocate({"glider-1": 2}))
    assert game.ask.column == "1:2"
    assert game.ask.context == "14 against 20"
    case = RULES.showing.case(game.state)
    assert case.sum_text == "27 / 2 = 13.5 → 14; 14 : 20 → 1 : 2"
    game.roll(4, 6)
    assert game.ask.kind == "losses"
    assert game.ask.least == 3
    game.give(Allocate({"glider-9": 3}))
    assert game.state.tracks["german_losses"] == 5
    assert game.state.tracks["belgian_losses"] == 0
    assert game.pieces["glider-9"].men == 4
    assert game.pieces["glider-9"].at == "G8"


@pytest.mark.rule("EE N5")
def test_worked_example_before_an_umpire():
    game = lay(
        "german_attack",
        FOUR,
        IN_TRENCH,
        umpire=True,
        changes={"MICA.machine_gun": {"equipment": 1}, **without_weapons(*FOUR)},
    )
    game.at("MICA").pick(*FOUR).choose("MICA.machine_gun@G8").roll(3, 5)
    assert game.ask.who == "umpire"
    assert game.ask.proposed == {"loss": 2}
    game.rule(loss=2).give(Allocate({"glider-1": 2})).roll(4, 6)
    assert game.ask.proposed == {"attacker_loss": 3, "defender_loss": 0}
    assert RULES.showing.case(game.state).chart.row == 8
    assert game.state.tracks["german_losses"] == 2
    with pytest.raises(Illegal, match="reason"):
        game.rule(attacker_loss=3, defender_loss=4)
    game.rule("the trench gave way", attacker_loss=3, defender_loss=4)
    assert game.event.proposed == {"attacker_loss": 3, "defender_loss": 0}
    game.choose("stand").give(Allocate({"glider-9": 3}))
    assert game.state.tracks["belgian_losses"] == 4 - 1  # the machine gun went first


# ---- who attacks whom ---------------------------------------------------------------------------


@pytest.mark.rule("EE 2.1-III")
def test_germans_may_decline_to_attack():
    game = lay("german_attack", {"glider-1": "G5"}, (sally("a", "G7"),))
    assert game.ask.cells == ("G7",)
    game.choose("done")
    assert game.state.stack[-1].step == "belgian_move"


@pytest.mark.rule("EE 2.1-III", "EE 2.1-VI")
def test_a_unit_attacks_once():
    two = (sally("a", "G7"), sally("b", "G2"))
    game = lay("german_attack", {"glider-1": "G5"}, two, changes=without_weapons("glider-1"))
    game.at("G7").roll(3, 4)
    assert game.pieces["glider-1"].attacked
    assert game.state.stack[-1].step == "belgian_move"


@pytest.mark.rule("EE 2.1-VI")
def test_belgians_next_to_germans_must_attack():
    game = lay("belgian_attack", {"glider-1": "G5"}, (sally("a", "G7"),))
    assert [c.refused[0].cite for c in game.ask.choices] == ["EE 2.1-VI"]
    with pytest.raises(Illegal):
        game.choose("done")


@pytest.mark.rule("EE 2.1-VI", "EE N38")
def test_belgians_inside_need_not_and_cannot_attack_their_neighbours():
    game = lay("belgian_attack", {"glider-1": "G5"}, (sally("a", "MN", inside=True),))
    assert game.ask.kind == "draw"


@pytest.mark.rule("EE 2.1-VI")
@pytest.mark.parametrize(("cell", "must"), [("MICA", False), ("GRA", True), ("G8", True)])
def test_belgians_in_a_trench_may_attack_but_need_not(cell, must):
    game = lay("belgian_attack", {"glider-1": "BL3", "glider-3": "BL4"}, (sally("a", cell),))
    assert set(game.ask.cells) & {"BL3", "BL4"}
    assert bool(game.ask.choices[0].refused) == must


@pytest.mark.rule("EE N12", "EE 2.1-VI")
def test_men_at_the_door_may_attack_germans_on_their_roof():
    game = lay("belgian_attack", {"glider-6": "MN"}, (sally("a", "MN", inside=True),))
    assert game.ask.cells == ("MN",)
    assert not game.ask.choices[0].refused
    game.at("MN")
    assert game.ask.context == "20 against 8"
    game.roll(3, 4).choose("stand")
    assert "a" not in game.pieces


@pytest.mark.rule("EE 4.1")
def test_several_sectors_attack_one():
    game = lay("german_attack", {"glider-1": "G5", "glider-10": "GRA"}, (sally("a", "G7"),))
    game.at("G7").pick("glider-1", "glider-10")
    assert game.ask.context == "15 against 20"


@pytest.mark.rule("EE N3")
def test_eighty_points_attack_across_one_edge():
    crowd = tuple(sally(f"s{i}", "G5", 30) for i in range(3))
    game = lay("belgian_attack", {"glider-1": "G7"}, (*crowd, sally("x", "G9", 60)))
    game.at("G7")
    assert game.against(Pieces(("s0", "s1", "s2"))) == ["EE N3"]
    assert game.against(Pieces(("s0", "s1", "x"))) == []


@pytest.mark.rule("EE N4")
def test_no_more_than_eighty_points_defend():
    crowd = tuple(sally(f"s{i}", "G7", 40) for i in range(3))
    game = lay("german_attack", {"glider-10": "G5"}, crowd).at("G7")
    assert game.ask.context == "7 against 80"


@pytest.mark.rule("EE N6")
@pytest.mark.parametrize(
    ("defender", "by"),
    [
        (sally("a", "G7"), 1),
        (sally("a", "G9"), 2),
        (sally("a", "MN", inside=True), 3),
        (sally("a", "MN"), 1),
    ],
)
def test_ground_divides_the_attack(defender, by):
    game = lay(
        "german_attack", {"glider-1": "G5"}, (defender,), changes=without_weapons("glider-1")
    )
    game.at(defender.at)
    while game.ask.kind == "machine-guns":
        game.choose("hold")
    assert RULES.showing.case(game.state).inputs[1].value == f"/ {by}"


@pytest.mark.rule("EE N6", "EE N39")
def test_a_roof_shelters_no_german():
    game = lay("belgian_attack", {"glider-6": "MN"}, (sally("a", "G5"),)).at("MN")
    assert RULES.showing.case(game.state).inputs[1].value == "/ 1"


# ---- flamethrower -------------------------------------------------------------------------------


@pytest.mark.rule("EE N22")
def test_a_flamethrower_adds_one_and_is_spent():
    game = lay("german_attack", {"glider-8": "G5"}, (sally("a", "G7", 8),)).at("G7")
    assert game.ask.kind == "flamethrower"
    game.choose("yes")
    assert [(f.id, f.value) for f in game.ask.factors] == [("flamethrower", 1)]
    assert game.pieces["glider-8"].flamethrowers == 0
    game.roll(5, 6)  # 12 on 1:1 is 2/3
    assert game.ask.context.startswith("3 points")


@pytest.mark.rule("EE N22")
def test_the_umpire_may_switch_the_flamethrower_off():
    game = lay("german_attack", {"glider-8": "G5"}, (sally("a", "G7", 8),), umpire=True)
    game.at("G7").choose("yes")
    off = tuple(replace(f, on=False) for f in game.ask.factors)
    game.give(Roll((5, 6), off))
    assert game.ask.proposed == {"attacker_loss": 2, "defender_loss": 2}


@pytest.mark.rule("EE N22")
def test_by_option_the_flamethrower_moves_the_column():
    rules = make(flamethrower="column")
    game = lay("german_attack", {"glider-8": "G5"}, (sally("a", "G7", 8),), rules=rules)
    game.at("G7").choose("yes")
    assert game.ask.column == "2:1"
    assert game.ask.factors == ()


@pytest.mark.rule("EE N22")
def test_one_flamethrower_burns_in_a_combat():
    two = {"glider-8": "G5", "glider-4": "G5"}
    game = lay("german_attack", two, (sally("a", "G7", 8),)).at("G7").pick(*two).choose("yes")
    assert game.ask.kind == "combat"
    assert sum(game.pieces[squad].flamethrowers for squad in two) == 1


# ---- the counter of the turn --------------------------------------------------------------------


def with_bonus(step="german_attack", **more):
    squads = {"glider-6": "G5", "glider-1": "KS"}
    return lay(step, squads, (sally("a", "G7", 8),), marks={"fort/bonus": True}, **more)


@pytest.mark.rule("EE N67")
def test_the_counter_of_the_turn_adds_one_to_every_german_attack():
    game = with_bonus().at("G7")
    assert [(f.value, f.cite) for f in game.ask.factors] == [(1, "EE N67")]
    case = RULES.showing.case(game.state)
    plain = RULES.showing.case(
        lay("german_attack", {"glider-6": "G5"}, (sally("a", "G7", 8),)).at("G7").state
    )
    assert case.odds != plain.odds
    game.roll(5, 6)  # 12 on 1:1 is 2/3
    assert game.ask.context.startswith("3 points")


@pytest.mark.rule("EE N67", "EE N22")
def test_it_adds_to_a_flamethrower():
    game = with_bonus(changes={"glider-6": {"flamethrowers": 1}}, umpire=True)
    game.at("G7").choose("yes")
    assert sum(f.value for f in game.ask.factors) == 2
    game.roll(4, 5)
    assert game.ask.proposed == {"attacker_loss": 2, "defender_loss": 2}  # 11 on 1:1


@pytest.mark.rule("EE N67")
def test_it_helps_no_belgian_attack():
    game = with_bonus("belgian_attack", changes={"glider-6": {"equipment": 0}}).at("G5")
    assert game.ask.kind == "combat"
    assert game.ask.factors == ()


# ---- machine guns -------------------------------------------------------------------------------


@pytest.mark.rule("EE N51", "EE N62", "EE 2.1-III")
def test_a_manned_work_fires_once_along_its_fields():
    crew = (garrison("m", "MN"), sally("a", "G7"), sally("b", "G2"))
    germans = {"glider-6": "G5", "glider-3": "G5"}
    game = lay("german_attack", germans, crew, changes=without_weapons(*germans))
    game.at("G7").pick("glider-6")
    assert game.ask.kind == "machine-guns"
    assert [c.key for c in game.ask.choices] == ["MN.machine_gun@G5", "hold"]
    game.choose("MN.machine_gun@G5").roll(6, 6).roll(3, 4)
    game.at("G2")
    assert game.pieces["MN.machine_gun"].fired
    assert game.ask.kind == "combat"


@pytest.mark.rule("EE N51", "EE N38")
def test_an_empty_or_sealed_work_does_not_fire():
    squad = {"glider-6": "G5"}
    assert lay("german_attack", squad, (sally("a", "G7"),)).at("G7").ask.kind == "combat"
    crew = (sally("m", "MN", inside=True), sally("a", "G7"))
    game = lay("german_attack", squad, crew, marks={"MN/sealed": True}).at("G7")
    assert game.ask.kind == "combat"


@pytest.mark.rule("EE N51")
def test_lost_machine_guns_weaken_the_column():
    crew = (garrison("m", "MN"), sally("a", "D2"))
    game = lay(
        "german_attack", {"glider-6": "G3"}, crew, changes={"MN.machine_gun": {"equipment": 1}}
    )
    game.at("D2").choose("MN.machine_gun@G3")
    assert game.ask.column == "3"


@pytest.mark.rule("EE N62", "EE 2.1-VI")
@pytest.mark.parametrize(("guns", "column"), [(1, "3"), (2, "6"), (3, "9"), (5, "9")])
def test_german_light_machine_guns_fire_before_a_belgian_attack(guns, column):
    arms = {"glider-2": {"equipment": guns}}
    game = lay("belgian_attack", {"glider-2": "G5"}, (sally("a", "G7"),), changes=arms).at("G5")
    assert game.ask.who == "german"
    game.choose("glider-2@G7")
    assert game.ask.column == column
    game.roll(3, 4)
    assert game.pieces["glider-2"].fired
    assert game.ask.kind == "combat", "they fire once"


@pytest.mark.rule("EE N62", "EE 2.1-VI")
def test_light_machine_guns_fire_once_in_two_belgian_attacks():
    two = (sally("a", "G7"), sally("b", "G2"))
    arms = {"glider-2": {"equipment": 2, "men": 20}}
    game = lay("belgian_attack", {"glider-2": "G5"}, two, changes=arms).at("G5").pick("a")
    game.choose("glider-2@G7").roll(6, 6).roll(4, 3)
    while game.ask.kind != "attack-target":
        game.choose("stand")
    game.at("G5")
    assert game.ask.kind == "combat", "they have fired this turn"


@pytest.mark.rule("EE 2.1-V-B")
def test_light_machine_guns_fire_at_belgians_who_move_off():
    arms = {"glider-2": {"equipment": 3}}
    men = (sally("a", "G7"), sally("b", "OUT"))
    game = lay("belgian_move", {"glider-2": "G5"}, men, changes=arms, umpire=True).go("a", "BL6")
    assert (game.ask.who, game.ask.cite) == ("german", "EE 2.1-V-B")
    assert [c.key for c in game.ask.choices] == ["glider-2@BL6", "hold"]
    game.choose("glider-2@BL6").roll(3, 4)
    assert game.ask.proposed == {"loss": 6}  # column [9], a 7; they stand before the door
    game.rule(loss=6)
    assert game.pieces["a"].men == 14
    assert game.pieces["glider-2"].fired
    assert game.ask.kind == "move"


@pytest.mark.rule("EE 2.1-V-B")
def test_light_machine_guns_fire_once_a_turn_and_only_next_to_the_march():
    arms = {"glider-2": {"equipment": 1}}
    men = (sally("a", "G7"), sally("b", "OUT"))
    game = lay("belgian_move", {"glider-2": "G5"}, men, changes=arms).go("b", "BL1")
    assert game.ask.kind == "move"  # Bloc 1 lies two sectors from them
    game.go("a", "BL6").choose("hold")
    assert game.ask is None or game.ask.kind != "machine-guns"
    tired = {"glider-2": {"equipment": 1, "fired": True}}
    game = lay("belgian_move", {"glider-2": "G5"}, men, changes=tired).go("a", "BL6")
    assert game.ask.kind == "move"


@pytest.mark.rule("EE 2.1-V-B")
def test_by_option_nobody_fires_at_belgians_who_move_off():
    arms = {"glider-2": {"equipment": 3}}
    men = (sally("a", "G7"), sally("b", "OUT"))
    game = lay("belgian_move", {"glider-2": "G5"}, men, changes=arms, rules=STAY)
    assert game.go("a", "BL6").choose("outside").ask.kind == "move"


@pytest.mark.rule("EE N62")
def test_an_attack_whose_men_all_fall_to_fire_is_over():
    crew = (garrison("m", "MN"), sally("a", "D2"))
    weak = {"glider-6": {"men": 2}}
    game = lay("german_attack", {"glider-6": "G3", "glider-1": "KS"}, crew, changes=weak)
    game.at("D2").choose("MN.machine_gun@G3").roll(1, 1)
    assert game.pieces["glider-6"].at is None
    assert game.state.stack[-1].step in ("german_attack", "belgian_move")


# ---- losses, retreat, advance -------------------------------------------------------------------


@pytest.mark.rule("EE N10")
def test_light_machine_guns_soak_up_no_losses():
    game = lay("belgian_attack", {"glider-2": "G5"}, (sally("a", "G7", 40),)).at("G5")
    game.choose("hold").roll(6, 6)  # 5:1, 12: attacker 1, defender 7
    game.choose("stand")
    assert game.pieces["glider-2"].men == 1
    assert game.pieces["glider-2"].equipment == 1
    assert game.state.tracks["german_losses"] == 7


@pytest.mark.rule("EE N10")
def test_the_weapons_of_a_manned_work_fall_before_its_men():
    crew = (garrison("c", "BL1", 8),)
    strong = {"glider-1": {"men": 60}}
    game = lay("german_attack", {"glider-1": "G9", "glider-3": "KS"}, crew, changes=strong)
    game.at("BL1").choose("hold").roll(6, 6)  # 60 / 3 = 20; 20:8 is 2:1 after rounding: 1/4
    assert game.pieces["BL1.machine_gun"].at is None
    assert game.pieces["BL1.anti_tank"].at is None
    assert game.state.tracks["belgian_losses"] == 1


@pytest.mark.rule("EE N10")
def test_the_owner_shares_losses_out():
    squads = {"glider-1": "G5", "glider-3": "G5"}
    game = lay("belgian_attack", squads, (sally("a", "G7", 40),)).at("G5").roll(6, 6)
    game.choose("stand")
    assert game.ask.who == "german"
    assert game.ask.shape == "allocate"
    assert game.against(Allocate({"glider-1": 1})) != []
    game.give(Allocate({"glider-1": 2, "glider-3": game.ask.most - 2}))
    assert game.pieces["glider-1"].men == 6


@pytest.mark.rule("EE N18", "EE 4.3")
def test_a_retreat_saves_one_point_and_opens_the_sector():
    game = lay("german_attack", {"glider-1": "G5"}, (sally("a", "G7", 8),))
    game.at("G7").roll(5, 6)  # 1:1, 11: 2/2
    assert game.ask.kind == "retreat"
    assert "G5" not in game.ask.cells
    game.at("BL6")
    assert game.pieces["a"].at == "BL6"
    assert game.state.tracks["belgian_losses"] == 1
    assert game.ask.kind == "advance"
    game.pick("glider-1")
    assert game.pieces["glider-1"].at == "G7"


@pytest.mark.rule("EE N18")
def test_nobody_retreats_without_a_loss_or_from_inside():
    game = lay("german_attack", {"glider-6": "G5"}, (sally("a", "G7", 8),))
    assert game.at("G7").roll(3, 4).ask.kind != "retreat"  # 1:1, 7: 4/–
    inside = (garrison("a", "MS", 8),)
    game = lay("german_attack", {"glider-6": "G5"}, inside).at("MS").choose("hold").roll(6, 6)
    assert game.ask is None or game.ask.kind != "retreat"


@pytest.mark.rule("EE 4.3")
def test_attackers_stay_on_the_map():
    game = lay("german_attack", {"glider-6": "G5"}, (sally("a", "G7", 8),)).at("G7").roll(3, 4)
    assert game.pieces["glider-6"].at == "G5"
    assert game.pieces["glider-6"].men == 4


@pytest.mark.rule("EE 4.3", "EE N29")
def test_a_sally_takes_the_sector_and_goes_back():
    game = lay(
        "belgian_attack",
        {"glider-1": "C120", "glider-3": "KS"},
        (sally("a", "G5", 40),),
        marks={"C120/control": "german"},
        tracks={"victory_points": 3},
    )
    game.at("C120").roll(6, 6).at("BL3")
    assert game.ask.kind == "advance"
    game.pick("a")
    assert "a" not in game.pieces
    assert "C120/control" not in game.state.marks
    assert game.state.tracks["barracks"] == 329 + 39


@pytest.mark.rule("EE 4.2")
def test_every_throw_gives_the_printed_result():
    squad, eight = {"glider-6": "G5"}, (sally("a", "G7", 8),)
    seen = {}
    for a in range(1, 7):
        for b in range(1, 7):
            game = lay("german_attack", squad, eight, umpire=True).at("G7").roll(a, b)
            losses = printed.combat(a + b, "1:1")
            value = game.ask.proposed
            assert (value["attacker_loss"], value["defender_loss"]) == losses
            seen[losses] = seen.get(losses, 0) + 1
    odds = RULES.showing.case(lay("german_attack", squad, eight, umpire=True).at("G7").state).odds
    assert sorted(line.ways for line in odds) == sorted(seen.values())
