"""Limits that the text sets: each position lies just inside or just outside of one."""

from random import Random

import pytest
from rhine import INFO, RULES, fresh, lay

from wardesk.documents.maps.store import load_board
from wardesk.engine.legality import check
from wardesk.engine.types import OWN, Factor, Path, Roll
from wardesk.errors import UserError
from wardesk.games.registry import make_rules
from wardesk.games.remagen.ch13_morale import flights
from wardesk.games.remagen.state import Advance, Hits, Salvo, Transport, Turn
from wardesk.games.remagen.tables import TABLES, FiguresRow, Tables
from wardesk.services.play.session import PlaySession

SETTING = RULES.setting


def sectors(names: str) -> set[str]:
    return set(names.split())


# ---- chapter 13: rout and pursuit ---------------------------------------------------------------


def fled(*rows, length=2, piece="german-infantry-1", **more):
    """Where a German may be driven to, with nobody but *rows* in the game."""
    game = lay("us_move", *rows, **more)
    return set(flights(SETTING, game.state, game.unit(piece), length))


RING = sectors("B3 B4 B5 B6 B7 C3 D3 E3 C7 D7 E7 F3 F4 F5 F6 F7")
"""The sixteen sectors two away from D5: three are wooded, F6 is built up."""


@pytest.mark.rule("RB 13.10", "RB 13.12")
def test_a_rout_ends_at_its_full_length():
    assert fled("german infantry D5") == RING
    assert fled("german infantry D5", length=1) == sectors("C4 C5 C6 D4 D6 E4 E5 E6")


@pytest.mark.rule("RB 13.11")
def test_a_rout_leads_round_the_zone_of_the_winner():
    beside = fled("german infantry D5", "us infantry D4")
    assert beside == sectors("B5 B6 B7 C7 D7 E7 F5 F6 F7")
    ahead = fled("german infantry D5", "us infantry A5")  # its zone ends in row B
    assert ahead == RING - {"B4", "B5", "B6"}


@pytest.mark.rule("RB 13.11", "RB 1.3")
def test_a_rout_passes_full_sectors_but_needs_room_at_its_end():
    full = ("german infantry C6 x6", "german infantry D6 x6", "german infantry E6 x6")
    rows = ("german infantry D5", "us infantry D4", *full)
    assert fled(*rows) == sectors("B5 B6 B7 C7 D7 E7 F5 F6 F7")
    assert fled(*rows, "german machine_gun D7 x3") == sectors("B5 B6 B7 C7 E7 F5 F6 F7")


@pytest.mark.rule("RB 13.11")
def test_a_rout_never_ends_in_the_river_or_off_the_board():
    assert fled("german infantry B7") == sectors("A5 B5 C5 D5 D6 D7 D8")
    # over the railway bridge, as long as it stands
    assert fled("german infantry K7") == sectors("I5 I6 I7 J5 K5 L5 M5 M6 M7 K9")
    down = {"ludendorff/down": True}
    assert fled("german infantry K7", marks=down) == sectors("I5 I6 I7 J5 K5 L5 M5 M6 M7")


@pytest.mark.rule("RB 13.12")
def test_a_rout_never_turns_back():
    """From A1 only A2 is free: two sectors on lie A3 and B3, and nothing behind."""
    rows = ("german infantry A1", "us infantry C1")
    assert fled(*rows) == {"A3", "B3"}
    assert fled(*rows, length=3) == {"A4", "B4", "C4"}


@pytest.mark.rule("RB 13.13")
def test_only_closed_ground_hems_a_rout():
    wheels = {"piece": "german-truck-1"}
    assert fled("german truck D5", **wheels) == RING - {"B3", "E3", "F3", "F6"}
    assert fled("german truck A1", "us infantry C1", **wheels) == set()  # A3 and B3 are wooded
    boat = {"piece": "us-buffalo-1"}
    assert fled("us buffalo D5", **boat) == RING - {"F6"}
    loaded = fled("us buffalo D5", "us armoured_car D5", **boat,
                  changes={"us-armoured_car-1": {"carrier": "us-buffalo-1"}})  # fmt: skip
    assert loaded == RING - {"B3", "E3", "F3", "F6"}


@pytest.mark.rule("RB 13.8", "RB 13.9")
def test_whoever_finds_no_room_withdraws_elsewhere_or_is_lost():
    """Three trays leave D6, and C7, D7 and E7 have one point of room each."""
    rows = ("us heavy_tank D5", "us infantry D5", "german infantry D6 x3",
            "german infantry C7 x5", "german infantry E7 x5", "german infantry D7 x6")  # fmt: skip
    game = lay("us_combat", *rows).roll(4)  # 8 to 3 is 2–1: FC
    assert game.ask.kind == "contact"
    game = lay("us_combat", *rows, turn=2).roll(3)  # DW
    assert set(game.ask.cells) == {"C7", "E7"}
    game.cell("C7")
    assert set(game.ask.cells) == {"E7"}
    game.cell("E7")
    where = [u.at for u in game.state.pieces.values() if u.id in (
        "german-infantry-1", "german-infantry-2", "german-infantry-3")]  # fmt: skip
    assert where == ["C7", "E7", None]


def pursuit(*rows, face):
    """Where the winner may go after the losers fled to the sector that is farthest west."""
    game = lay("us_combat", "us medium_tank D3", *rows).roll(face)
    assert game.ask.kind == "rout"
    game.cell("D6" if face == 3 else "D7")
    return game


@pytest.mark.rule("RB 13.15", "RB 13.16")
def test_pursuit_is_one_sector_shorter_than_the_rout():
    one = pursuit("german infantry D4", face=3)  # 5–1: DR2
    assert set(one.rules.showing.reach(one.state, ("us-medium_tank-1",))) == {"D4"}
    two = pursuit("german infantry D4", face=2)  # DR3
    reach = set(two.rules.showing.reach(two.state, ("us-medium_tank-1",)))
    assert reach == sectors("D4 C3 C4 C5 D5 E3 E4 E5")
    assert two.rules.showing.route(two.state, ("us-medium_tank-1",), "E5") == ("D4", "E5")
    assert "RB 13.15" in two.against("us-medium_tank-1", "C2")  # none of those that were left
    two.go("us-medium_tank-1", "D4", "E5")
    assert two.at("us-medium_tank-1") == "E5"
    assert two.ask is None or two.ask.kind != "advance"


@pytest.mark.rule("RB 13.16")
def test_pursuit_stops_in_the_first_hostile_zone():
    held = pursuit("german infantry D4", "german infantry B5", face=2)
    reach = set(held.rules.showing.reach(held.state, ("us-medium_tank-1",)))
    assert reach == sectors("D4 C3 C4 C5 D5 E3 E4 E5")  # into C4 and C5, not beyond
    stopped = pursuit("german infantry D4", "german infantry F5", "german infantry D8", face=2)
    assert "E5" in stopped.rules.showing.reach(stopped.state, ("us-medium_tank-1",))
    near = lay("us_combat", "us medium_tank D3", "german infantry D4", "german infantry E5")
    near.roll(2).cell("B7")
    assert set(near.rules.showing.reach(near.state, ("us-medium_tank-1",))) == {"D4"}


@pytest.mark.rule("RB 13.16")
def test_pursuit_obeys_the_ground():
    """The wood in E3 is closed to an armoured car and stops the tank."""
    game = lay("us_combat", "us medium_tank E4", "us armoured_car E4", "german infantry E3 x2")
    game.roll(1)  # 8 to 2 is 4–1: DR3
    while game.ask.kind == "rout":
        game.cell(game.ask.cells[0])
    assert game.ask.kind == "advance"
    assert game.ask.pieces == ("us-medium_tank-1",)
    assert set(game.rules.showing.reach(game.state, game.ask.pieces)) == {"E3"}


# ---- chapter 14: caution by day -----------------------------------------------------------------


@pytest.mark.rule("RB 14.3", "RB 14.5")
def test_caution_leaves_one_sector_and_woods_as_they_are():
    wood = {"A16", "A17", "A18", "B16", "B18", "C16", "C17", "C18"}
    for turn in (3, 4):  # by night and by day
        game = lay("german_move", "german infantry B17", "german howitzer K14", turn=turn)
        reach = game.rules.showing.reach(game.state, ("german-infantry-1",))
        bad = {c for c, found in reach.items() if any(r.level == "illegal" for r in found)}
        assert set(reach) - bad == wood
        gun = game.rules.showing.reach(game.state, ("german-howitzer-1",))
        assert set(gun) == {"J13", "J14", "J15", "K13", "K15", "L13", "L14", "L15"}


# ---- chapter 9 and 10: fire ---------------------------------------------------------------------


@pytest.mark.rule("RB 4.7", "RB 9.2")
def test_a_gun_that_moved_does_not_fire_on_in_its_own_turn():
    rows = ("us machine_gun D4", "us anti_tank D4", "german infantry D6")
    towed = lay("us_fire", *rows, changes={"us-anti_tank-1": {"moved": True}})
    towed.go("us-machine_gun-1", "D6").roll(1, 1)
    assert towed.ask.kind != "fire-on"
    still = lay("us_fire", *rows).go("us-machine_gun-1", "D6").roll(1, 1)
    assert (still.ask.who, still.ask.kind) == ("us", "fire-on")
    assert still.ask.pieces == ("us-anti_tank-1",)


@pytest.mark.rule("RB 4.7", "RB 9.3")
def test_a_gun_that_moved_fires_on_in_defence():
    rows = ("us medium_tank D4", "us machine_gun E4", "german machine_gun D6",
            "german anti_tank D6")  # fmt: skip
    game = lay("us_fire", *rows, changes={"german-anti_tank-1": {"moved": True}})
    game.go("us-medium_tank-1", "D6").roll(1, 1)
    assert game.ask.kind == "return-fire"
    game.go("german-machine_gun-1", "E4").roll(1, 1)
    assert (game.ask.who, game.ask.kind) == ("german", "fire-on")
    assert game.ask.pieces == ("german-anti_tank-1",)
    game.choose("enough")
    assert (game.ask.who, game.ask.kind) == ("us", "fire")  # E4 was answered, it has not fired
    assert game.ask.pieces == ("us-machine_gun-1",)


def test_an_umpire_may_rule_that_nobody_is_hurt():
    game = lay("us_fire", "us medium_tank D5", "german infantry D6", umpire=True)
    game.go("us-medium_tank-1", "D6").roll(6, 6)
    assert [(f.name, f.least, f.most) for f in game.ask.fields] == [("hits", 0, 60)]
    game.rule("They were dug in", hits=1)
    assert [(f.name, f.least, f.most) for f in game.ask.fields] == [("pips", 1, 6)]
    game.roll(2)
    assert [(f.name, f.least, f.most) for f in game.ask.fields] == [("men", 0, 99)]
    game.rule("None fell", men=0)
    assert game.unit("german-infantry-1").figures == 3
    site = lay("labour", "us engineers B8", "us infantry A1", umpire=True,
               marks={"B8/visited": True, "B11/visited": True})  # fmt: skip
    assert site.pick("us-engineers-1").ask.sums  # an umpire may add to the dice
    site.roll(6)
    assert [(f.name, f.least, f.most) for f in site.ask.fields] == [("labour", 0, 99)]
    site.rule("The boats did not come", labour=0)
    assert site.state.tracks["labour B"] == 0
    shelled = lay("german_fire", "us infantry A1", "german howitzer B13", umpire=True,
                  tracks={"labour B": 5})  # fmt: skip
    shelled.go("german-howitzer-1", "B9").roll(1, 1, 1, 5).rule(hits=1).roll(5)
    assert [(f.name, f.least, f.most) for f in shelled.ask.fields] == [("labour", 0, 400)]
    assert dict(shelled.ask.proposed) == {"labour": 5}
    shelled.rule("It was only spray", labour=0)
    assert shelled.state.tracks["labour B"] == 5
    fight = lay("us_combat", "us infantry D5", "german infantry D6", umpire=True).roll(3)
    fight.rule(result="FC").roll(1)
    assert [(f.name, f.least, f.most) for f in fight.ask.fields] == [("hits", 0, 60)]
    drop = lay("drop", "us paratroops us_yard", turn=8, umpire=True).choose("drop").roll(2, 3)
    assert [(f.name, f.least, f.most) for f in drop.ask.fields] == [
        ("first", 1, 6), ("second", 1, 6)]  # fmt: skip
    assert drop.ask.about == ("F14",)


def short(game, *dice, **inputs):
    """Give *dice* with nine taken off by an umpire, and the *inputs* that he changes."""
    fog = Factor(f"{OWN}1", "Fog", -9, "", why="It came down at noon")
    return game.give(Roll(dice, (fog,), {**game.ask.proposed, **inputs}), "It came down at noon")


def test_what_an_umpire_takes_off_the_dice_never_leaves_less_than_nothing():
    game = lay("us_fire", "us medium_tank D5", "german infantry D6", umpire=True)
    short(game.go("us-medium_tank-1", "D6"), 1, 2, divisor=1)
    assert dict(game.ask.proposed) == {"hits": 0}
    short(game.rule("One shot went home", hits=1), 2)
    assert dict(game.ask.proposed) == {"men": 0}
    site = lay("labour", "us engineers B8", "us infantry A1", umpire=True,
               marks={"B8/visited": True, "B11/visited": True})  # fmt: skip
    assert dict(short(site.pick("us-engineers-1"), 6).ask.proposed) == {"labour": 0}
    shelled = lay("german_fire", "us infantry A1", "german howitzer B13", umpire=True,
                  tracks={"labour B": 5})  # fmt: skip
    shelled.go("german-howitzer-1", "B9").roll(1, 1, 1, 5).rule(hits=1)
    assert dict(short(shelled, 5).ask.proposed) == {"labour": 0}


# ---- chapter 11: a full bridge ------------------------------------------------------------------


@pytest.mark.rule("RB 11.8", "RB 11.10")
def test_a_full_bridge_takes_no_more_labour():
    rows = ("us engineers B8", "us infantry A1")
    for points, asked in ((29, True), (30, False)):
        game = lay("labour", *rows, marks={"B/pontoon": 2}, tracks={"labour B": points})
        assert (game.ask.kind == "labour") == asked


@pytest.mark.rule("RB 11.2")
def test_one_labour_unit_is_enough_to_go_on_with():
    for points, asked in ((0, False), (1, True)):
        game = lay("labour", "us engineers B8", "us infantry A1", tracks={"labour B": points})
        assert (game.ask.kind == "labour") == asked


# ---- chapter 12: the front ----------------------------------------------------------------------


@pytest.mark.rule("RB 12.3", "RB 12.4")
def test_nobody_has_to_join_an_attack_that_may_be_made():
    rows = ("us infantry D5", "us infantry E5", "german infantry D6")
    game = lay("us_combat", *rows)
    game.go("us-infantry-1", "D6")
    assert game.keys == {"ready", "again"}
    game.choose("ready")
    assert game.ask.column == "1:1"
    assert set(game.ask.about) == {"D5", "D6"}


# ---- what the kernel asks -----------------------------------------------------------------------


def test_a_procedure_without_its_units_is_dropped():
    alive = RULES.alive
    game = lay("us_move", "us infantry D5", "us truck D5", "german infantry D6",
               changes={"us-truck-1": {"at": None}})  # fmt: skip
    one, gone = "us-infantry-1", "us-truck-1"

    def salvo(*firing):
        return Salvo(step="roll", side="us", sector="D5", firing=firing, target="D6")

    assert alive(game.state, salvo(one, gone))
    assert not alive(game.state, salvo(gone, "nobody"))
    hits = {"step": "choose", "side": "us", "hits": 1, "against": 1}
    assert alive(game.state, Hits(cell="D6", **hits))
    assert not alive(game.state, Hits(cell="B9", **hits))
    assert alive(game.state, Hits(cell="B9", bridge="B", **hits))
    assert alive(game.state, Transport(step="carrier", side="us", doing="load", unit=one))
    assert not alive(game.state, Transport(step="carrier", side="us", doing="load", unit=gone))
    assert alive(game.state, Transport(step="unit", side="us", doing="load"))

    def advance(*units):
        return Advance(step="ask", side="us", into=("D6",), units=units, length=1)

    assert alive(game.state, advance(gone, one))
    assert not alive(game.state, advance(gone))
    assert alive(game.state, Turn(step="start"))


def legal(game, n, seed=1):
    """At most *n* answers, each of which the rules accept."""
    found = game.rules.options(game.state, n, Random(seed))
    for answer in found:
        assert not check(game.rules, game.state, answer, umpire=False)[0], answer
    assert len(set(map(repr, found))) == len(found) <= n
    return found


def test_answers_for_programs_are_legal_and_as_many_as_asked_for():
    first = fresh()
    assert len(legal(first, 1)) == 1
    assert len(legal(first, 4)) == 4
    moves = lay("us_move", "us infantry D5 x2", "us medium_tank C3", "german infantry D6")
    found = legal(moves, 7)
    assert len(found) == 7
    assert [answer.key for answer in found if hasattr(answer, "key")] == ["done"]
    assert len(legal(moves, 1)) == 1
    front = lay("us_combat", "us infantry D5", "us infantry E5", "german infantry D6")
    ways = {(a.pieces, a.cells) for a in legal(front, 9)}
    assert ways >= {(("us-infantry-1",), ("D6",)), (("us-infantry-2",), ("D6",))}
    shut = lay("us_fire", "us medium_tank D4", "german infantry D6")
    assert {repr(a) for a in legal(shut, 5)} == {repr(a) for a in legal(shut, 99)}
    fight = lay("us_combat", "us infantry D5", "german infantry D6").roll(1)  # DW
    assert {a.cells for a in legal(fight, 99)} == {("C7",), ("D7",), ("E7",)}
    assert len(legal(fight, 2)) == 2
    answer = moves.rules.sample(moves.state, Random(3))
    assert not check(moves.rules, moves.state, answer, umpire=False)[0]
    over = lay("end", "us infantry K7", "german infantry A18", turn=9)
    assert over.rules.options(over.state, 5, Random(1)) == []
    with pytest.raises(ValueError, match="nothing is asked"):
        over.rules.sample(over.state, Random(1))


def test_programs_attack_with_whole_sectors_and_draw_again_what_they_drew_before():
    game = lay("us_combat", "us infantry D5 x2", "us infantry E5", "german infantry D6")
    teams = {answer.pieces for answer in legal(game, 9)}
    assert ("us-infantry-1", "us-infantry-2") in teams
    assert sum(len(legal(game, 2, seed)) for seed in range(20)) >= 38  # of 40


# ---- files and names ----------------------------------------------------------------------------


def test_the_game_begins_with_nothing_used_up():
    assert dict(fresh().state.tracks) == {"turn": 0, "quota used": 0}


def test_a_sector_without_a_name_is_called_by_letter_and_number():
    assert SETTING.rhine.name("D5") == "D5"


def test_forces_of_a_file_have_limits():
    board = load_board(INFO.map)
    row = {"side": "us", "kind": "infantry", "count": 200}
    pool = [row, {"side": "german", "kind": "infantry", "count": 1}]
    rules = make_rules("remagen", board, {"pool": pool, "start": []}, {})
    assert sum(u.side == "us" for u in fresh(rules).state.pieces.values()) == 200
    start = [{"kind": "infantry", "count": 1}]
    assert make_rules("remagen", board, {"pool": pool, "start": start}, {}).setting.start == {
        "infantry": 1
    }
    for wrong in (
        {"pool": [{**row, "count": 201}], "start": []},
        {"pool": [{**row, "count": -1}], "start": []},
        {"pool": [], "start": []},
        {"pool": pool, "start": [], "last_turn": 0},
        {"pool": pool, "start": [], "last_turn": 100},
        {"pool": [{**row, "note": "x" * 401}], "start": []},
        {"pool": pool * 31, "start": []},
        {"pool": pool, "start": start * 21},
    ):
        with pytest.raises(UserError, match="forces"):
            make_rules("remagen", board, wrong, {})


def test_the_shipped_tables_are_read_whole():
    assert Tables.read() == TABLES
    squad = FiguresRow(kind="infantry", value=1, movement=3, road=0, dice=1, range=1, size=1,
                    figures=1)  # fmt: skip
    assert squad.foot  # one man is a tray too
    assert not squad.vehicle
    boat = FiguresRow(kind="weasel", value=1, movement=6, road=0, dice=0, range=0, size=3, river=1)
    assert boat.swims
    assert boat.vehicle


# ---- why not ------------------------------------------------------------------------------------


@pytest.mark.rule("RB 1.5")
def test_a_sector_where_nobody_comes_on_says_so():
    """A bare *cannot* helps nobody."""
    session = PlaySession.new("remagen/7-march-1945", seed=7, keep=False)
    while (ask := session.ask) is not None and ask.kind != "arrive":
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, Random(1)))
    assert ask is not None
    (reason,) = session.rules.check(session.state, Path(ask.pieces[:1], ("D5",)))
    assert str(reason.text) == "Nobody of them comes on at D5"
