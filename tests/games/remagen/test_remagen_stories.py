"""What the log tells of each deed: the sentence, its rule and the place, word by word."""

import pytest
from rhine import RULES, lay

from wardesk.engine.types import COLUMN_SHIFT, OWN, Factor, Roll

SEEN = {"B8/visited": True, "B11/visited": True}


def news(game):
    """Sentences of the last answer: text, rule, place."""
    return [(line.text, line.cite, line.at) for line in game.event.story]


def test_units_are_called_by_kind_and_number():
    game = lay("us_move", "us medium_tank D5 x2", "us anti_tank D6")
    assert [u.name for u in game.state.pieces.values()] == [
        "Medium tank 1", "Medium tank 2", "Anti-tank gun 1"]  # fmt: skip
    assert RULES.setting.rhine.name("I7") == "Remagen (I7)"


@pytest.mark.rule("RB 14.1", "RB 2.1")
def test_a_turn_begins():
    for turn, line in ((2, ("Turn 3 began, a night move", "RB 14.1", None)),
                       (3, ("Turn 4 began", "RB 2.1", None))):  # fmt: skip
        assert news(lay("start", "us infantry D5", turn=turn))[:1] == [line]


@pytest.mark.rule("RB 1.5", "RB N11")
def test_arrivals():
    us = lay("us_arrivals", "us infantry us_yard x2", "us howitzer us_yard", turn=2)
    assert (us.ask.prompt, us.ask.cite, us.ask.most) == ("Who comes on where?", "RB N11", 3)
    us.go("us-infantry-1 us-infantry-2", "A7")
    assert news(us)[0] == ("Infantry 1, Infantry 2 came on at A7", "RB N11", "A7")
    us.go("us-howitzer-1", "J4")
    assert us.unit("us-howitzer-1").moved
    assert us.state.tracks["quota used"] == 6
    german = lay("german_arrivals", "german truck german_yard").go("german-truck-1", "H18")
    assert news(german)[0] == ("Truck 1 came on at H18", "RB 1.5", "H18")


@pytest.mark.rule("RB 2.1", "RB 2.9", "RB 12.8")
def test_movement():
    game = lay("us_move", "us infantry B4 x2", "us medium_tank C5", "us heavy_tank D7",
               "german infantry D8", changes={"us-medium_tank-1": {"hits": 3}})  # fmt: skip
    assert (game.ask.prompt, game.ask.context) == (
        "Which units move where?", "3 units have not moved")  # fmt: skip
    assert [c.label for c in game.ask.choices] == [
        "Destroy Medium tank 1", "Automatic victory at D8", "End movement"]  # fmt: skip
    game.go("us-infantry-1 us-infantry-2", "C4")
    assert news(game)[0] == ("Infantry 1, Infantry 2 moved to C4", "RB 2.1", "C4")
    game.choose("scuttle:us-medium_tank-1")
    assert news(game)[0] == ("Medium tank 1 was destroyed to clear the way", "RB 2.9", None)
    game.choose("overrun:D8")
    assert news(game)[0] == ("D8 is as good as taken", "RB 12.8", "D8")


@pytest.mark.rule("RB 4.1", "RB 4.5")
def test_transport():
    game = lay("us_move", "us howitzer C4", "us truck C5", "us infantry A1").choose("load")
    game.pick("us-howitzer-1")
    assert (game.ask.kind, game.ask.prompt, game.ask.about) == (
        "carrier", "Which vehicle takes it?", ("us-howitzer-1",))  # fmt: skip
    game.pick("us-truck-1")
    assert news(game)[0] == ("Truck 1 took Howitzer 1", "RB 4.1", "C5")
    assert (game.at("us-howitzer-1"), game.unit("us-howitzer-1").spent) == ("C5", 1)
    game.go("us-truck-1", "C6").choose("unload").pick("us-howitzer-1")
    assert (game.ask.prompt, game.ask.about) == ("Where does it get off?", ("us-howitzer-1",))
    game.cell("C7")
    assert news(game)[0] == ("Howitzer 1 got off at C7", "RB 4.5", "C7")
    assert game.unit("us-truck-1").spent == 2  # one sector, and the gun's own factor was used


@pytest.mark.rule("RB 7.3", "RB 7.4", "RB 7.5")
def test_the_drop():
    rows = ("us paratroops us_yard x3", "us infantry A1")
    game = lay("drop", *rows, turn=8).choose("drop").roll(2, 3)
    assert news(game)[-1] == ("Paratroops come down around F14", "RB 7.4", "F14")
    assert (game.ask.prompt, game.ask.context, game.ask.most) == (
        "Which trays land where?", "3 trays in the air", 3)  # fmt: skip
    game.go("us-paratroops-1 us-paratroops-2", "E13")
    assert news(game)[0] == ("2 trays landed at E13", "RB 7.4", "E13")
    nine = ("F14", *RULES.setting.rhine.around["F14"])
    held = [f"german infantry {cell}" for cell in nine]
    shut = lay("drop", *rows, *held, turn=8).choose("drop").roll(2, 3)
    assert ("The drop found no place", "RB 7.5", "F14") in news(shut)


@pytest.mark.rule("RB 8.1", "RB 8.3", "RB 8.4")
def test_the_bridge():
    rows = ("us truck K8", "us infantry K9", "german infantry Q12")
    stands = lay("collapse", *rows, turn=5).roll(3)
    assert news(stands)[0] == ("The Ludendorff Bridge stands", "RB 8.1", "K8")
    falls = lay("collapse", *rows, turn=5).roll(2)
    assert news(falls)[:3] == [
        ("The Ludendorff Bridge collapsed", "RB 8.4", "K8"),
        ("Truck 1 was lost with the bridge", "RB 8.3", "K8"),
        ("Infantry 1 was lost with the bridge", "RB 8.3", "K9"),
    ]


@pytest.mark.rule("RB 11.5", "RB 11.8", "RB 11.9", "RB 11.11")
def test_pontoons():
    work = lay("labour", "us engineers B8 x2", "us infantry A1", marks=SEEN)
    assert (work.ask.prompt, work.ask.about) == ("Which engineers work there?", ("B9", "B10"))
    work.pick("us-engineers-1", "us-engineers-2")
    assert (work.ask.dice, work.ask.about) == (
        (6, 6), ("us-engineers-1", "us-engineers-2", "B9", "B10"))  # fmt: skip
    work.roll(1, 2)
    assert news(work)[0] == ("The pontoon bridge in row B stands at 3 of 30", "RB 11.5", "B9")
    last = lay("labour", "us engineers B8", "us infantry A1", marks=SEEN, tracks={"labour B": 26})
    assert news(last.pick("us-engineers-1").roll(5))[:2] == [
        ("The pontoon bridge in row B stands at 30 of 30", "RB 11.5", "B9"),
        ("The pontoon bridge in row B was completed", "RB 11.8", "B9"),
    ]
    whole = {"marks": {"B/pontoon": 2}}
    rows = ("german howitzer B13", "us infantry A1")
    hit = lay("german_fire", *rows, **whole, tracks={"labour B": 20}).go("german-howitzer-1", "B9")
    assert (hit.ask.context, hit.ask.about) == (
        "4 dice, divided by 5", ("german-howitzer-1", "B9"))  # fmt: skip
    hit.roll(1, 1, 1, 2)
    assert news(hit)[0] == ("B9 took 1 hit", "RB 10.2", "B9")
    assert (hit.ask.kind, hit.ask.dice, hit.ask.about) == ("damage", (6,), ("B9",))
    hit.roll(6)
    assert news(hit)[0] == ("The pontoon bridge in row B stands at 14 of 30", "RB 11.9", "B9")
    sunk = lay("german_fire", *rows, **whole, tracks={"labour B": 3}).go("german-howitzer-1", "B9")
    assert news(sunk.roll(1, 1, 1, 2).roll(6))[:2] == [
        ("The pontoon bridge in row B stands at 0 of 30", "RB 11.9", "B9"),
        ("The pontoon bridge in row B was destroyed", "RB 11.11", "B9"),
    ]


@pytest.mark.rule("RB 9.7", "RB 9.8", "RB 10.5", "RB N10")
def test_hits():
    tank = lay("us_fire", "us medium_tank D5", "german medium_tank D6", "german infantry Q12")
    assert (tank.ask.prompt, tank.ask.context) == ("Which units fire at what?", "1 unit can fire")
    tank.go("us-medium_tank-1", "D6").roll(2, 2)  # two hits of five
    assert news(tank) == [("D6 took 2 hits", "RB 10.2", "D6"),
                          ("Medium tank 1 was hit", "RB N10", "D6")]  # fmt: skip
    tank.go("german-medium_tank-1", "D5").roll(3, 3)
    assert news(tank)[1] == ("Medium tank 1 was disabled", "RB N10", "D5")
    gun = lay("us_fire", "us heavy_tank D5", "german anti_tank D6", "german infantry Q12")
    gun.go("us-heavy_tank-1", "D6").roll(1, 1, 2)
    assert news(gun)[1] == ("Anti-tank gun 1 was hit", "RB N10", "D6")  # guns are not disabled
    gun.choose("hold")
    two = lay("us_fire", "us heavy_tank D5", "german anti_tank D6", "german infantry Q12")
    two.go("us-heavy_tank-1", "D6").roll(2, 2, 2)
    assert news(two)[1] == ("Anti-tank gun 1 was destroyed", "RB 9.7", "D6")
    men = lay("us_fire", "us medium_tank D5", "german infantry D6 x2", "german infantry Q12")
    men.go("us-medium_tank-1", "D6").roll(1, 1)
    assert (men.ask.kind, men.ask.about) == ("hit-dice", ("D6",))
    assert news(men.roll(4)) == [("4 men fell at D6", "RB 10.5", "D6")]
    assert [men.unit(f"german-infantry-{n}").figures for n in (1, 2)] == [0, 2]
    none = lay("us_fire", "us medium_tank E4", "german infantry E3", "german infantry Q12")
    assert news(none.go("us-medium_tank-1", "E3").roll(1, 1).roll(1)) == []


@pytest.mark.rule("RB 12.6", "RB 12.7")
def test_battles_in_any_sequence():
    rows = ("us medium_tank D5", "us infantry Q4", "german machine_gun D6", "german infantry Q5")
    game = lay("us_combat", *rows, turn=2)
    assert (game.ask.kind, game.ask.prompt, game.ask.about) == (
        "battle", "Which battle is fought next?", ("D6", "Q5"))  # fmt: skip
    assert [c.label for c in game.ask.choices] == ["D6 at 2–1", "Q5 at 1–1"]
    game.choose("1")
    assert (game.ask.column, game.ask.context, game.ask.about) == (
        "1:1", "1 to 1: 1–1", ("Q4", "Q5"))  # fmt: skip
    game.roll(5)
    assert news(game)[0] == ("Battle at Q5: Fire contact", "RB 12.7", "Q5")


@pytest.mark.rule("RB 13.8", "RB 13.10", "RB 13.14", "RB 13.15")
def test_losers_and_winners():
    rows = ("us infantry D5", "german infantry D6", "german infantry Q12")
    withdrawn = lay("us_combat", *rows, turn=2).roll(1)
    assert (withdrawn.ask.who, withdrawn.ask.prompt, withdrawn.ask.context) == (
        "german", "Where do they withdraw to?", "Infantry 1, 1 sector from D6")  # fmt: skip
    assert news(withdrawn.cell("D7"))[0] == ("Infantry 1 fell back to D7", "RB 13.8", "D7")
    wreck = {"german-medium_tank-1": {"hits": 3}}
    rout = lay("us_combat", "us heavy_tank D5 x2", "german machine_gun D6",
               "german medium_tank D6", changes=wreck, turn=2).roll(1)  # fmt: skip
    assert ("Medium tank 1 was abandoned", "RB 13.14", "D6") in news(rout)
    assert (rout.ask.who, rout.ask.prompt, rout.ask.about) == (
        "us", "Where are they routed to?", ("german-machine_gun-1", "D6"))  # fmt: skip
    assert news(rout.cell("D8"))[0] == ("Machine gun 1 fell back to D8", "RB 13.10", "D8")
    assert (rout.ask.prompt, rout.ask.about, rout.ask.most) == (
        "Who advances where?", ("D6",), 2)  # fmt: skip
    rout.go("us-heavy_tank-1 us-heavy_tank-2", "D6")
    assert news(rout)[0] == ("Heavy tank 1, Heavy tank 2 advanced to D6", "RB 13.15", "D6")
    shut = lay("us_combat", *rows, "us infantry D8", turn=2).roll(1)
    assert ("Infantry 1 had no way out", "RB 13.9", "D6") in news(shut)


@pytest.mark.rule("RB 13.17", "RB 12.10")
def test_elimination():
    game = lay("us_combat", "us heavy_tank D5", "german infantry D6", "german infantry Q12")
    assert ("Everybody at D6 was eliminated", "RB 13.17", "D6") in news(game)
    assert ("Battle at D6: Defender eliminated", "RB 12.7", "D6") in news(game)


@pytest.mark.rule("RB 13.1")
def test_fire_contact():
    game = lay("us_combat", "us infantry D5", "german infantry C6", "german infantry E6", turn=2)
    game.roll(2)  # 1–2: FC
    assert (game.ask.prompt, game.ask.about) == ("At which sector do they fire?", ("D5",))
    game.cell("E6")
    assert (game.ask.context, game.ask.about, game.ask.dice) == (
        "1 die, divided by 2", ("D5", "E6"), (6,))  # fmt: skip
    game.roll(2)
    assert news(game)[0] == ("E6 took 1 hit", "RB 13.1", "E6")


@pytest.mark.rule("RB 13.3")
def test_after_the_fire_of_a_contact_winners_go_into_what_was_left_and_no_farther():
    game = lay("us_combat", "us infantry D5", "german infantry D6", "german infantry Q12", turn=2)
    game.roll(3).roll(6).roll(1).roll(1, 1, 1)  # FC, three hits and none, three men
    assert (game.ask.kind, game.frame.length) == ("advance", 1)
    assert set(game.rules.showing.reach(game.state, ("us-infantry-1",))) == {"D6"}


@pytest.mark.rule("RB 13.9", "RB N9")
def test_who_rides_is_lost_with_a_truck_that_has_no_way_out():
    game = lay("us_combat", "us infantry D5", "german truck D6", "german infantry D6",
               "german infantry Q12", "us infantry D8", turn=2,
               changes={"german-infantry-1": {"carrier": "german-truck-1"}}).roll(1)  # fmt: skip
    assert ("Truck 1 had no way out", "RB 13.9", "D6") in news(game)
    for piece in ("german-truck-1", "german-infantry-1"):
        assert (game.at(piece), game.unit(piece).carrier) == (None, "")


@pytest.mark.rule("RB 9.6")
def test_who_falls_first_is_asked_only_where_it_matters():
    rows = ("us medium_tank D5", "german infantry D6", "german engineers D6", "german infantry Q12")
    hurt = {"german-infantry-1": {"figures": 2}, "german-engineers-1": {"figures": 2}}
    for die, asked in ((3, True), (4, False), (5, False)):
        game = lay("us_fire", *rows, changes=hurt).go("us-medium_tank-1", "D6").roll(1, 1).roll(die)
        assert (game.ask.kind == "casualties") == asked
        if asked:
            assert [c.label for c in game.ask.choices] == ["Engineers", "Infantry"]
            game.choose("engineers")
            assert game.unit("german-engineers-1").figures == 0
            assert game.unit("german-infantry-1").figures == 1


@pytest.mark.rule("RB 12.7")
def test_an_umpire_cannot_take_a_die_off_the_morale_chart():
    """1–1: a one withdraws the defender, a six the attacker, however much is added."""
    ruled = lay("us_combat", "us infantry D5", "german infantry D6", umpire=True)
    assert [(f.name, f.least, f.most) for f in ruled.ask.fields] == [
        ("attackers", 1, 99), ("defenders", 1, 99), (COLUMN_SHIFT, -10, 10)]  # fmt: skip
    for face, plus, result in ((1, -3, "DW"), (6, 3, "AW"), (2, -9, "DW"), (3, -1, "DW")):
        game = lay("us_combat", "us infantry D5", "german infantry D6", umpire=True)
        more = Factor(f"{OWN}1", "Luck", plus, "", why="It was said so")
        game.give(Roll((face,), (more,), dict(game.ask.proposed)), "It was said so")
        assert dict(game.ask.proposed) == {"result": result}
        assert game.frame.face == max(1, min(face + plus, 6))


@pytest.mark.rule("RB 13.7")
def test_the_attack_of_one_side_does_not_end_the_lock_of_the_other():
    """The Americans locked D5 in turn 3, the Germans H5: in turn 4 the American one is over."""
    locks = {"D5/engaged": "us", "D6/engaged": "us", "H5/engaged": "german", "H6/engaged": "german"}
    rows = ("us infantry D5", "german infantry D6", "us infantry H5", "german infantry H6")
    since = {f"engaged {cell}": 3 for cell in ("D5", "D6", "H5", "H6")}
    game = lay("us_combat", *rows, marks=locks, tracks=since, turn=4).choose("ready")
    left = {key for key in game.state.marks if key.endswith("engaged")}
    assert left == {"H5/engaged", "H6/engaged"}


@pytest.mark.rule("RB 9.1")
def test_a_salvo_whose_units_an_umpire_takes_away_is_not_fired():
    game = lay("us_fire", "us medium_tank D5", "german infantry D6", "german infantry Q12",
               umpire=True).go("us-medium_tank-1", "D6")  # fmt: skip
    assert game.ask.kind == "salvo"
    assert game.put("us-medium_tank-1", "A1").ask.kind != "salvo"


@pytest.mark.rule("RB 11.5", "RB 14.2")
def test_nine_results_are_told_in_spans_of_two():
    game = lay("labour", "us engineers B8 x3", "us infantry A1", marks=SEEN, turn=3)
    game.pick("us-engineers-1", "us-engineers-2", "us-engineers-3")  # by night 1 to 9 units
    lines = game.rules.showing.case(game.state, None).odds
    assert [one.label for one in lines] == [
        "9 labour units", "7 to 8", "5 to 6", "3 to 4", "1 to 2"]  # fmt: skip
    assert RULES.setting.tables.morale.dice == (6,)
