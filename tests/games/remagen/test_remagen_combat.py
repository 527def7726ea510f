"""Chapters 12 and 13: the battle front, odds, and every result of the morale chart."""

import pytest
from rhine import RULES, lay

from wardesk.engine.types import COLUMN_SHIFT, Roll
from wardesk.games.remagen.ch12_combat import (
    battles_of,
    column_of,
    hopeless,
    input_fields,
    overwhelming,
    ratio,
)
from wardesk.games.remagen.ch13_morale import flights

CHART = """
1 FC FC FC EN DW DW DR2 DR2 DR3 DX DX
2 AR2 AW AW FC FC DW DW DR2 DR2 DR3 DX
3 AR3 AR2 AW AW EN FC DW DW DR2 DR2 DR3
4 AX AR3 AR2 AW FC EN FC DW DW DR2 DR3
5 AX AX AR3 AR2 AW FC EN FC DW DW DR2
6 AX AX AX AR3 AR2 AW AW EN FC FC DW
"""
PAIRS = ((1, 6), (1, 5), (1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1))


@pytest.mark.rule("RB 12.7")
def test_every_cell_of_the_morale_chart():
    table = RULES.setting.tables.morale
    rows = [line.split()[1:] for line in CHART.split("\n") if line]
    for face, row in enumerate(rows, start=1):
        for pair, cell in zip(PAIRS, row, strict=True):
            assert table.cell(face, table.column(*pair)) == cell


@pytest.mark.rule("RB 12.6", "RB 12.10", "RB 12.4")
def test_odds_are_rounded_for_the_defender():
    assert ratio(29, 10) == (2, 1)
    assert ratio(6, 7) == (1, 2)
    assert ratio(5, 0) == (5, 1)
    assert [ratio(a, d) for a, d in ((7, 7), (7, 1), (41, 6), (1, 6), (1, 7), (2, 13))] == [
        (1, 1), (7, 1), (6, 1), (1, 6), (1, 7), (1, 7)]  # fmt: skip
    assert not hopeless(1, 6)
    assert hopeless(1, 7)
    assert not overwhelming(41, 6)
    assert overwhelming(42, 6)


@pytest.mark.rule("RB 12.10")
def test_beyond_the_chart_no_die_is_rolled():
    won = lay("us_combat", "us heavy_tank D5", "german infantry D6")
    assert won.at("german-infantry-1") is None
    assert won.ask.kind == "advance"
    lost = lay("us_combat", "us infantry D5", "german heavy_tank D6")
    assert lost.at("us-infantry-1") is None


@pytest.mark.rule("RB 12.1", "RB 12.2", "RB 12.3", "RB 12.5", "RB 12.7")
def test_the_front_is_divided_and_every_enemy_attacked():
    game = lay("us_combat", "us medium_tank D5", "us infantry E5 x2", "us infantry B2",
               "german infantry C6 x2", "german infantry E6")  # fmt: skip
    assert game.ask.kind == "front"
    assert "us-infantry-3" not in game.ask.pieces  # far from any enemy
    assert game.keys == set()
    assert {c.key for c in game.ask.choices if c.refused} == {"ready"}
    game.go("us-infantry-1", "E6")
    assert game.keys == {"ready", "again"}
    game.choose("again")
    assert game.keys == set()
    game.go("us-infantry-2", "E6").choose("ready")
    assert game.ask.kind == "battle"
    assert {c.label for c in game.ask.choices} == {"C6 at 2–1", "E6 at 2–1"}
    game.choose("1")
    assert game.ask.column == "2:1"
    assert game.ask.about == ("E5", "E6")
    game.roll(2)  # withdraws, at once
    game.cell(game.ask.cells[0])
    assert game.ask.about == ("D5", "C6")
    whole = battles_of((("A1", "B1"), ("A2", "B1"), ("A2", "B2"), ("C5", "C6")))
    assert whole == ((("A1", "A2"), ("B1", "B2")), (("C5",), ("C6",)))


@pytest.mark.rule("RB 12.4")
def test_a_soak_off_is_no_worse_than_one_to_six():
    game = lay("us_combat", "us infantry D5", "us medium_tank E5", "german heavy_tank D6",
               "german infantry F6")  # fmt: skip
    game.go("us-infantry-1", "D6")
    ready = next(c for c in game.ask.choices if c.key == "ready")
    assert [r.cite for r in ready.refused] == ["RB 12.4"]  # the tank is set elsewhere, but touches
    game.go("us-medium_tank-1", "D6").choose("ready")
    assert game.ask.column == "1:2"  # one battle: 6 against 8
    bare = lay("us_combat", "us infantry D5", "german heavy_tank D6")
    assert bare.at("us-infantry-1") is None  # nobody could join
    idle = lay("us_combat", "us infantry D5", "us medium_tank E5", "german heavy_tank D6")
    idle.go("us-infantry-1", "D6")
    ready = next(c for c in idle.ask.choices if c.key == "ready")
    assert [r.cite for r in ready.refused] == ["RB 12.4"]


@pytest.mark.rule("RB 12.8", "RB 12.9")
def test_an_automatic_victory_is_attacked_even_if_the_division_begins_again():
    game = lay("us_move", "us heavy_tank D5", "us infantry C4", "german infantry D6",
               "german infantry C5", turn=3)  # fmt: skip
    game.choose("overrun:D6").choose("done")
    assert game.frame.links == (("D5", "D6"),)
    assert "again" not in game.keys  # nothing was chosen yet
    game.go("us-infantry-1", "C5").choose("again")
    assert game.frame.links == (("D5", "D6"),)
    game.go("us-infantry-1", "C5").choose("ready")
    assert not any("overrun" in key for key in game.state.marks)


@pytest.mark.rule("RB 12.8")
def test_a_declared_victory_is_set_though_others_touch_the_sector_too():
    game = lay("us_move", "us heavy_tank D5", "us infantry E5", "german infantry D6", turn=3)
    game.choose("overrun:D6").choose("done")
    assert game.frame.links == (("D5", "D6"),)


@pytest.mark.rule("RB 12.3", "RB 12.5")
def test_an_edit_in_the_midst_of_the_division_leaves_no_front_that_cannot_be_divided():
    """Whoever went away attacks no more; what only one sector touches now can still be set."""
    rows = ("us infantry D5", "us infantry E5", "us infantry C5", "german infantry D6",
            "german infantry B6")  # fmt: skip
    game = lay("us_combat", *rows, umpire=True).go("us-infantry-2", "D6")
    assert game.frame.links == (("C5", "B6"), ("E5", "D6"))
    game.put("us-infantry-2", "H2")
    assert (game.frame.links, game.keys) == ((("C5", "B6"),), set())  # D6 is free again
    game.put("us-infantry-3", "H3")  # now D5 alone touches D6, and nobody B6
    assert game.against("us-infantry-1", "D6") == set()
    assert game.go("us-infantry-1", "D6").ask.about == ("D5", "D6")


@pytest.mark.rule("RB 7.7")
def test_paratroops_that_landed_beside_the_enemy_attack():
    rows = ("us paratroops D5", "us infantry D7", "german infantry D6")
    game = lay("us_combat", *rows, changes={"us-paratroops-1": {"pinned": True}})
    game.go("us-infantry-1", "D6")
    ready = next(c for c in game.ask.choices if c.key == "ready")
    assert [r.cite for r in ready.refused] == ["RB 7.7"]
    game.go("us-paratroops-1", "D6").choose("ready")
    assert game.ask.about == ("D5", "D7", "D6")
    free = lay("us_combat", *rows).go("us-infantry-1", "D6")
    assert "ready" in free.keys  # others may stand by


# ---- results ------------------------------------------------------------------------------------


def battle(face, *rows, step="us_combat", **more):
    return lay(step, *rows, **more).roll(face)


@pytest.mark.rule("RB 13.1", "RB 13.3")
def test_fire_contact():
    game = battle(3, "us infantry D5", "german infantry D6")  # 1–1
    assert game.ask.kind == "contact"
    game.roll(6)
    assert game.unit("german-infantry-1").figures == 3  # both fire before anybody falls
    game.roll(6)
    assert game.ask.kind == "hit-dice"
    assert len(game.ask.dice) == 3
    game.roll(1, 1, 1)  # the German tray is gone
    assert game.at("german-infantry-1") is None
    game.roll(1, 1, 1)
    assert game.at("us-infantry-1") is None
    half = battle(3, "us infantry D5", "german infantry D6").roll(6).roll(1).roll(1, 1, 1)
    assert half.ask.kind == "advance"
    half.go("us-infantry-1", "D6")
    assert half.at("us-infantry-1") == "D6"
    none = battle(3, "us infantry D5", "german infantry D6").roll(1).roll(1)
    assert none.ask.kind == "morale"  # rolled again
    none.roll(3)  # a second contact does nothing
    assert none.ask is None or none.ask.kind not in ("contact", "morale")
    quiet = battle(3, "us infantry D5", "german infantry D6").roll(1).roll(1).roll(4)
    assert not any(key.endswith("engaged") for key in quiet.state.marks)


@pytest.mark.rule("RB 13.2", "RB 12.3")
def test_whoever_stays_beside_the_enemy_attacks_in_his_turn():
    game = battle(3, "us infantry D5", "german infantry D6", turn=2)
    game.roll(1).roll(1).roll(3)
    assert (game.ask.who, game.ask.kind) == ("german", "move")
    game.choose("done").choose("done")
    assert game.ask.kind == "morale"


LOCK = {"D5/engaged": "us", "D6/engaged": "us"}


@pytest.mark.rule("RB 13.4", "RB 13.6")
def test_engaged_defenders_stay_and_may_wait():
    game = battle(4, "us infantry D5", "german infantry D6", "german infantry H12", turn=2)  # EN
    assert {k: v for k, v in game.state.marks.items() if "engaged" in k} == LOCK
    assert {k: v for k, v in game.state.tracks.items() if "engaged" in k} == {
        "engaged D5": 2, "engaged D6": 2}  # fmt: skip
    assert game.ask.pieces == ("german-infantry-2",)  # the locked tray cannot move
    game.choose("done")
    assert game.ask.who == "us" or game.ask.kind in ("front", "morale")
    locked = lay("german_combat", "us infantry D5", "german infantry D6", marks=LOCK)
    assert locked.ask.kind == "front"
    assert "ready" in locked.keys
    locked.choose("ready")
    assert locked.frame.side == "us"  # the Germans waited, the Americans must attack again
    fire = lay("german_fire", "us infantry D5", "german infantry D6", "german machine_gun E6",
               "us infantry F5", marks=LOCK)  # fmt: skip
    assert fire.ask.pieces == ("german-machine_gun-1",)
    assert fire.against("german-machine_gun-1", "D5")
    assert fire.against("german-machine_gun-1", "F5") == set()


@pytest.mark.rule("RB 13.6")
def test_engaged_sectors_are_silent_in_the_following_turn_only():
    rows = ("us infantry D5", "us machine_gun F5", "german infantry D6")
    held = {"marks": LOCK, "tracks": {"engaged D5": 4, "engaged D6": 4}}
    german = lay("german_fire", *rows, "german machine_gun F6", **held)
    assert german.ask.pieces == ("german-machine_gun-1",)
    assert german.against("german-machine_gun-1", "D5")
    later = lay("us_fire", *rows, turn=5, **held)
    assert set(later.ask.pieces) == {"us-infantry-1", "us-machine_gun-1"}
    assert later.against("us-machine_gun-1", "D6") == set()
    later.go("us-infantry-1", "D6").roll(1)
    assert later.ask.pieces == ("german-infantry-1",)  # and fires back


@pytest.mark.rule("RB 13.5")
def test_reinforced_defenders_must_strike_back():
    rows = ("us infantry D5", "german infantry D6 x2")
    game = lay("german_combat", *rows, marks=LOCK, changes={"german-infantry-2": {"moved": True}})
    assert game.ask.kind == "morale"
    assert game.frame.side == "german"
    assert not any("engaged" in key for key in game.state.marks)


@pytest.mark.rule("RB 13.7")
def test_engaged_attackers_stay_and_attack_again():
    rows = ("us infantry D5", "us infantry B2", "german infantry D6")
    held = {"marks": LOCK, "tracks": {"engaged D5": 3, "engaged D6": 3}}
    game = lay("us_move", *rows, **held)
    assert game.ask.pieces == ("us-infantry-2",)
    game.choose("done")
    game.choose("done")  # engaged sectors fire again in his own turn
    assert game.ask.kind == "morale"
    game.roll(6)  # withdraws: the lock is over
    assert not any("engaged" in key for key in game.state.marks)


@pytest.mark.rule("RB 13.8", "RB 13.9", "RB 13.15")
def test_withdrawal_of_one_sector():
    game = battle(1, "us infantry D5", "german infantry D6", turn=2)  # DW
    assert (game.ask.who, game.ask.kind) == ("german", "withdraw")
    assert set(game.ask.cells) == {"C7", "D7", "E7"}  # the others are in the American zone
    game.cell("D7")
    assert game.at("german-infantry-1") == "D7"
    assert game.ask.kind != "advance"  # the winner stays
    away = battle(6, "us infantry D5", "german infantry D6")  # AW
    assert (away.ask.who, away.ask.kind) == ("us", "withdraw")
    ring = [f"us infantry {c}" for c in ("B6", "D8", "F6")]
    shut = lay("us_combat", "us infantry D5", *ring, "german infantry D6")
    shut.roll(1)
    assert shut.at("german-infantry-1") is None


@pytest.mark.rule("RB 13.10", "RB 13.11", "RB 13.12", "RB 13.15")
def test_the_winner_routs_the_loser_and_follows():
    game = battle(1, "us medium_tank D5", "german machine_gun D6", turn=2)  # 2–1: DR2
    assert (game.ask.who, game.ask.kind) == ("us", "rout")
    far = {RULES.setting.rhine.distance("D6", c) for c in game.ask.cells}
    assert far == {2}
    assert not set(game.ask.cells) & RULES.setting.rhine.water
    game.cell("D8")
    assert game.ask.kind == "advance"
    assert set(game.rules.showing.reach(game.state, game.ask.pieces)) == {"D6"}
    game.go("us-medium_tank-1", "D6")
    corner = battle(1, "us medium_tank B2", "german machine_gun A1")
    assert corner.at("german-machine_gun-1") is None  # there is only the edge


@pytest.mark.rule("RB 13.15", "RB 13.16")
def test_pursuit_of_two_sectors_stops_beside_the_enemy():
    game = lay("us_combat", "us medium_tank D3", "german infantry D4", "german infantry G5",
               "german infantry B8")  # fmt: skip
    game.roll(2)  # 5–1: DR3
    assert game.ask.kind == "rout"
    game.cell(next(c for c in game.ask.cells if c == "C7"))
    reach = set(game.rules.showing.reach(game.state, ("us-medium_tank-1",)))
    assert {"D4", "D5", "C5", "C4", "C3"} <= reach | {"C3"}
    assert "D6" not in reach
    wood = lay("us_combat", "us medium_tank E4", "german infantry E3", "german infantry A18")
    wood.roll(2)
    assert wood.ask.kind in ("rout", "advance")


@pytest.mark.rule("RB 13.13", "RB 13.11")
def test_ground_in_a_rout():
    game = lay("us_move", "us infantry F15", "german infantry F14", "german truck F14")
    foot = flights(RULES.setting, game.state, game.unit("german-infantry-1"), 2)
    wheels = flights(RULES.setting, game.state, game.unit("german-truck-1"), 2)
    assert "F12" in foot  # past the hill in F13
    assert "F12" not in wheels or "E13" in RULES.setting.rhine.cells
    assert not any(c in ("G13", "E14") for c in wheels)
    bank = lay("us_move", "us infantry B6", "german infantry B7")
    assert flights(RULES.setting, bank.state, bank.unit("german-infantry-1"), 2) == ("D7", "D8")


@pytest.mark.rule("RB 2.9", "RB 13.11")
def test_nobody_drives_through_wrecks_in_a_rout():
    game = lay("us_move", "us medium_tank K9", "us infantry K9", "us half_track K8",
               changes={"us-half_track-1": {"hits": 2}})  # fmt: skip
    tank = flights(RULES.setting, game.state, game.unit("us-medium_tank-1"), 2)
    assert "K7" not in tank
    assert "K7" in flights(RULES.setting, game.state, game.unit("us-infantry-1"), 2)


@pytest.mark.rule("RB 13.14")
def test_disabled_vehicles_are_left_behind():
    game = lay(
        "us_combat",
        "us heavy_tank D5",
        "us medium_tank D5",
        "german medium_tank D6",
        "german infantry D6",
        changes={"german-medium_tank-1": {"hits": 3}},
        turn=2,
    )
    game.roll(1)  # 2–1: DR2
    assert game.at("german-medium_tank-1") is None
    assert game.ask.kind == "rout"


@pytest.mark.rule("RB 13.8")
@pytest.mark.parametrize(("face", "side"), [(1, "german"), (6, "us")])
def test_disabled_vehicles_do_not_survive_a_withdrawal_of_either_side(face, side):
    game = lay(
        "us_combat", "us medium_tank D5", "us infantry D5", "german medium_tank D6",
        "german infantry D6", changes={f"{side}-medium_tank-1": {"hits": 3}}, turn=2,
    )  # fmt: skip
    game.roll(face)  # 1–1: DW and AW
    assert (game.ask.who, game.ask.kind) == (side, "withdraw")
    assert game.at(f"{side}-medium_tank-1") is None
    assert game.at(f"{side}-infantry-1") is not None
    cites = {line.text: line.cite for line in game.event.story}
    assert cites["Medium tank 1 was abandoned"] == "RB 13.8"


@pytest.mark.rule("RB 13.17")
def test_eliminated_and_occupied():
    game = lay("us_combat", "us medium_tank D5", "us infantry D5", "german infantry D6")
    game.roll(1)  # 6–1: DX
    assert game.at("german-infantry-1") is None
    game.go("us-medium_tank-1 us-infantry-1", "D6")
    assert game.at("us-infantry-1") == "D6"
    house = lay("us_combat", "us heavy_tank K11", "us infantry K11", "german infantry L11")
    assert house.ask.pieces == ("us-infantry-1",)  # no tank enters a house
    lost = lay("us_combat", "us infantry D5", "german machine_gun D6 x3").roll(6)
    assert lost.at("us-infantry-1") is None
    assert lost.ask.who == "german"


def test_an_umpire_may_change_a_result():
    game = lay("us_combat", "us infantry D5", "german infantry D6", umpire=True).roll(1)
    assert dict(game.ask.proposed) == {"result": "DW"}
    game.rule("They break", result="DX")
    assert game.at("german-infantry-1") is None


def test_old_locks_end_before_battles_are_asked_for():
    """A lock ends when the front is divided, not when a battle is chosen."""
    held = {**LOCK, "F5/engaged": "us"}
    game = lay(
        "us_combat",
        "us infantry D5",
        "german infantry D6",
        "us infantry H4",
        "german infantry H3",
        marks=held,
        tracks={"engaged D5": 3, "engaged F5": 3},
    )
    assert game.ask.kind == "battle"
    assert "F5/engaged" not in game.state.marks


@pytest.mark.rule("RB 13.7")
def test_the_engaged_sector_itself_attacks_again():
    rows = ("us infantry D5", "us medium_tank E5", "german infantry D6")
    held = {"marks": LOCK, "tracks": {"engaged D5": 3, "engaged D6": 3}}
    game = lay("us_combat", *rows, **held)
    game.go("us-medium_tank-1", "D6")
    ready = next(c for c in game.ask.choices if c.key == "ready")
    assert [r.cite for r in ready.refused] == ["RB 13.7"]
    game.go("us-infantry-1", "D6").choose("ready")
    assert game.frame.attackers == ("D5", "E5")
    assert not any("engaged" in key for key in game.state.marks)
    free = lay("us_combat", *rows).go("us-medium_tank-1", "D6")
    assert "ready" in free.keys


@pytest.mark.rule("RB 13.5")
def test_the_engaged_sector_itself_strikes_back_when_reinforced():
    rows = ("us infantry D5", "german infantry D6", "german medium_tank C5")
    moved = {"german-medium_tank-1": {"moved": True}}
    game = lay("german_combat", *rows, marks=LOCK, changes=moved)
    game.go("german-medium_tank-1", "D5")
    ready = next(c for c in game.ask.choices if c.key == "ready")
    assert [r.cite for r in ready.refused] == ["RB 13.5"]
    game.go("german-infantry-1", "D5").choose("ready")
    assert game.frame.attackers == ("C5", "D6")
    # Who stood there before is no reinforcement: the engaged sector may wait.
    old = lay("german_combat", *rows, marks=LOCK).go("german-medium_tank-1", "D5")
    assert "ready" in old.keys
    # Nor is who came up to another American.
    rows = ("us infantry D5", "us infantry C3", "german infantry D6", "german medium_tank B4")
    other = lay("german_combat", *rows, marks=LOCK, changes=moved)
    assert "ready" in other.keys


@pytest.mark.rule("RB 12.8", "RB 13.4")
def test_whoever_cannot_move_helps_to_an_automatic_victory():
    rows = ("us paratroops D5 x6", "us infantry C6", "us infantry A1", "german infantry D6")
    landed = {f"us-paratroops-{n}": {"pinned": True} for n in range(1, 7)}
    game = lay("us_move", *rows, changes=landed)
    assert "overrun:D6" in game.keys
    game.choose("overrun:D6")
    assert game.unit("us-infantry-1").pinned
    assert not game.unit("us-infantry-2").pinned
    held = {"D5/engaged": "us", "D6/engaged": "us"}
    locked = lay("us_move", "us heavy_tank D5", "us infantry C6", "german infantry D6", marks=held,
                 tracks={"engaged D5": 3, "engaged D6": 3})  # fmt: skip
    locked.choose("overrun:D6")
    assert locked.unit("us-heavy_tank-1").pinned
    assert not locked.unit("us-infantry-1").pinned  # it may go on
    assert locked.against("us-infantry-1", "C7", "C8") == set()


def test_an_umpire_sets_values_and_column_within_the_chart():
    game = lay("us_combat", "us infantry D5", "german infantry D6", umpire=True)
    assert [(f.name, f.least, f.most) for f in game.ask.fields] == [
        ("attackers", 1, 99), ("defenders", 1, 99), (COLUMN_SHIFT, -10, 10)]  # fmt: skip
    assert dict(game.ask.proposed) == {"attackers": 1, "defenders": 1, COLUMN_SHIFT: 0}
    assert [input_fields(RULES.setting, 120, 1)[0].most, input_fields(RULES.setting, 1, 100)[1].most
            ] == [120, 100]  # fmt: skip
    shifts = [column_of(RULES.setting, 1, 1, shift) for shift in (-10, -5, -1, 0, 1, 5, 10)]
    assert shifts == [0, 0, 4, 5, 6, 10, 10]
    given = Roll((1,), inputs={"attackers": 3, "defenders": 1, COLUMN_SHIFT: 1})
    assert game.give(given, "They are brave").ask.proposed == {"result": "DR3"}  # 3–1, one further
