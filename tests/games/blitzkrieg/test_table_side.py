"""What the table tells of formations, cup and reactions, and what it keeps of hidden guns."""

from random import Random

import msgspec
import pytest
from field import HANNUT, STONNE, acting, fresh, lay, rules

from wardesk.engine.types import Choose, Path, Pieces
from wardesk.games.blitzkrieg.state import ReactionWindow, Turn
from wardesk.render.counters.symbols import known_symbol
from wardesk.services.play.session import PlaySession

SOMUA, PAK, PANZER = "1-cuir-somua-1", "kg-pak-1", "I-5-pzr-pz-iv-1"
HIDDEN = rules(hidden_guns="yes")


def marching(gun_at, its_rules=HIDDEN, **more):
    """A Somua has come to 1807; a German gun stands in *gun_at*, hidden where the option says."""
    hidden = its_rules.setting.options.hidden_guns == "yes"
    units = {"1-cuir-hq": "0604", SOMUA: "1806", PAK: {"at": gun_at, "hidden": hidden}, **more}
    table = lay(units, *acting("french", "1-cuir"), its_rules=its_rules)
    table.go(SOMUA, "1807")
    return table


# ---- formations and the cup ---------------------------------------------------------------------


def test_a_formation_lists_its_units_with_steps_and_what_is_the_matter():
    units = {
        "1-cuir-hq": "0604",
        SOMUA: {"at": "0605", "steps": 1, "neutralised": True},
        "1-cuir-somua-2": "0904",
    }
    table = lay(units, *acting("french", "1-cuir"), marks={"1-cuir/exhausted": True})
    found = {f.id: f for f in HANNUT.showing.formations(table.state)}["1-cuir"]
    lines = {unit.piece: unit for unit in found.units}
    assert [p for p, unit in lines.items() if unit.at] == ["1-cuir-hq", SOMUA, "1-cuir-somua-2"]
    assert (lines[SOMUA].steps, lines[SOMUA].full, lines[SOMUA].state) == (1, 2, "neutralised")
    assert lines["1-cuir-somua-2"].state == "out of command"
    assert found.now
    assert found.summary == "in command 1 of 2"
    assert found.hq == "1-cuir-hq"


def test_command_reaches_two_hexes_for_the_french_and_three_for_the_germans():
    table = lay({"1-cuir-hq": "0604", "I-5-pzr-hq": "1604"}, *acting("french", "1-cuir"))
    for formation, seat, radius in (("1-cuir", "0604", 2), ("I-5-pzr", "1604", 3)):
        found = HANNUT.showing.command(table.state, formation)
        far = {HANNUT.setting.distance(seat, cell) for cell in found.cells}
        assert far == set(range(radius + 1))
        assert found.line == (seat,)
    assert HANNUT.showing.command(table.state, "2-cuir") is None


def test_the_cup_says_what_acts_what_is_held_and_what_is_still_in_it():
    cups = {"french_hand": ("french/general",), "german_done": ("german/kg",)}
    table = lay({"1-cuir-hq": "0604", SOMUA: "0605"}, *acting("french", "1-cuir"), cups=cups)
    (cup,) = HANNUT.showing.cups(table.state)
    by_state = {}
    for chit in cup.chits:
        by_state.setdefault(chit.state, []).append((chit.title, chit.count))
    assert by_state == {
        "now": [("1 Cuir", 1)],
        "held": [("French general", 1)],
        "drawn": [("KG", 1)],
        "left": [("French replay", 1), ("German replay", 2)],
    }
    assert cup.left == 3


def test_there_is_no_cup_while_the_battle_is_set_up():
    assert HANNUT.showing.cups(fresh(proposed=False).state) == ()


# ---- reactions ----------------------------------------------------------------------------------


def test_who_may_react_is_told_with_its_chance_and_who_may_not_with_the_reason():
    table = marching("1809", HANNUT, **{"kg-armoured-cars-1": {"at": "1808", "opp": True}})
    found = {one.piece: one for one in HANNUT.showing.candidates(table.state)}
    assert found[PAK].figure.endswith("%")
    assert "2 hexes" in found[PAK].text
    assert table.ask.context == "S 35 1/1 Cuir is in 1807."
    cars = found["kg-armoured-cars-1"]
    assert "%" not in cars.figure
    assert (cars.refused or cars.text) in ("has reacted this turn", "may fall back")


def test_a_blocked_line_names_the_hex_in_its_way():
    units = {"1-cuir-hq": "0604", SOMUA: "1807", PAK: "1610"}
    table = lay(units, *acting("french", "1-cuir"))
    setting, pieces = HANNUT.setting, table.state.pieces
    from wardesk.games.blitzkrieg.ch08_fire import why_no_shot

    unseen = next(
        cell
        for cell in setting.neighbours
        if setting.distance(cell, "1807") <= 3
        and cell not in setting.seen("1807", "vehicle")
        and setting.board.sight("1807", cell, target_class="vehicle").blocked_by
    )
    gun = msgspec.structs.replace(pieces[PAK], at=unseen)
    why, blocked = why_no_shot(setting, table.state, gun, pieces[SOMUA])
    assert blocked in setting.neighbours
    assert blocked in str(why)


def test_a_reaction_shows_both_chances_before_it_is_tried():
    table = marching("1808", HANNUT).pick(PAK)
    case = HANNUT.showing.case(table.state, Choose(f"fire:{SOMUA}"))
    assert sum(line.ways for line in case.odds) == case.odds[0].of
    assert case.inputs[0].label == "Gets its shot off"
    assert case.odds[-1].label == "No shot"


def test_nobody_is_said_to_fire_at_his_own_men_after_shells():
    """Guns stand off the map: whoever was shelled may fall back, and that is all there is."""
    units = {SOMUA: "1807", "1-cuir-hq": "1804", "1-cuir-somua-2": "1805", PAK: "2001"}
    shelled = ReactionWindow(step="ask", side="french", units=(SOMUA,), cause="barrage")
    table = lay(units, Turn(step="used", chit="german/artillery"), shelled)
    (only,) = HANNUT.showing.candidates(table.state)
    assert (only.piece, str(only.text)) == (SOMUA, "may fall back")
    assert str(table.ask.context) == "1807 was shelled."


# ---- 13.1 what the enemy is not told ------------------------------------------------------------


@pytest.mark.rule("BK 13.1")
def test_nothing_tells_whether_a_hidden_gun_could_have_fired():
    """Near or far: the same question, the same event, the same log, the same formations."""
    told = []
    for cell in ("1808", "2018"):
        table = marching(cell)
        showing = HIDDEN.showing
        before = HIDDEN.view(table.state, "french")
        assert table.ask.kind == "react"
        assert showing.candidates(before) == ()
        table.press("pass")
        after = HIDDEN.view(table.state, "french")
        event = table.event
        told.append(
            (before.ask, after, event.story, event.visible_to, event.answer, event.ask,
             showing.look(before), showing.look(after), showing.formations(after),
             showing.cups(after), event.chances, event.id)
        )  # fmt: skip
    assert told[0] == told[1]


@pytest.mark.rule("BK 13.1")
def test_a_gun_that_was_only_thought_of_stays_a_secret():
    table = marching("1808").pick(PAK)
    assert table.event.visible_to == ("german",)
    assert PAK not in str(msgspec.to_builtins(HIDDEN.view(table.state, "french").stack))
    table.press("back")
    assert table.event.visible_to == ("german",)


@pytest.mark.rule("BK 13.1")
@pytest.mark.parametrize(("foe", "asked"), [("policy", False), ("human", True)])
def test_a_window_passes_by_itself_unless_a_person_would_notice(foe, asked):
    """Beside a person who must not know, somebody has to be asked whatever can be done."""
    players = {"french": foe, "german": "human"}
    session = PlaySession.new(
        "hannut-stonne/first-contact", seed=5, keep=False, options={"hidden_guns": "yes"},
        players=players,
    )  # fmt: skip
    idle = 0
    for _ in range(260):
        session.run(1)
        ask = session.ask
        if ask is None or session.waiting != "person" or session.automatic:
            continue
        idle += bool(ask.idle)
        answer = Choose(ask.idle) if ask.idle else session.bot_answer(ask.who)
        session.answer(answer)
        if asked and idle:
            break
    assert bool(idle) == asked
    authors = {e.author for e in session.journal.line() if e.asked and e.asked.idle}
    assert authors <= {"german", "french", "policy"}  # Never who, or what, pressed it.


def test_the_window_of_a_game_without_hidden_guns_does_not_open_for_nobody():
    table = marching("2018", HANNUT)
    assert table.ask.kind != "react"


# ---- what a march would meet --------------------------------------------------------------------


def told(table, goal, piece=SOMUA):
    return {r.level: str(r.text) for r in HANNUT.showing.reach(table.state, [piece])[goal]}


def test_a_march_says_what_it_costs_and_whose_fire_waits():
    units = {"1-cuir-hq": "1805", SOMUA: "1806", PAK: "1809", PANZER: "1808"}
    table = lay(units, *acting("french", "1-cuir"))
    assert told(table, "1706") == {
        "note": "2 of 8 points",
        "warning": "in the fire of Pz IV I/5 PzR",
    }
    beside = told(table, "1707")
    assert beside["warning"] == "in the fire of Pz IV I/5 PzR, 37 mm Pak KG"
    assert beside["note"] == "fire waits in 1 hex on the way"
    assert told(table, "1603") == {"note": "fire waits in 1 hex on the way"}  # nobody reaches it
    fight = [str(r.text) for r in HANNUT.showing.reach(table.state, [SOMUA])["1808"]]
    assert fight == ["6 of 8 points", "close combat", "fire waits in 1 hex on the way"]


def test_no_fire_waits_from_those_who_have_fired_or_are_not_found():
    units = {"1-cuir-hq": "1805", SOMUA: "1806", PANZER: {"at": "1808", "opp": True}}
    table = lay(units, *acting("french", "1-cuir"))
    assert told(table, "1706") == {"note": "2 of 8 points"}
    hidden = {"1-cuir-hq": "1805", SOMUA: "1806", PAK: {"at": "1808", "hidden": True}}
    table = lay(hidden, *acting("french", "1-cuir"), its_rules=HIDDEN)
    for seen in (table.state, HIDDEN.view(table.state, "french")):
        found = HIDDEN.showing.reach(seen, [SOMUA])
        assert {r.level for reasons in found.values() for r in reasons} == {"note"}
        assert not [r for reasons in found.values() for r in reasons if "fire" in str(r.text)]


def test_a_fight_is_weighed_for_both_sides_before_it_is_ordered_and_in_each_round():
    other = "1-cuir-somua-2"
    units = {"1-cuir-hq": "1805", SOMUA: "1807", other: "1807", PANZER: "1808"}
    table = lay(units, *acting("french", "1-cuir"))
    case = HANNUT.showing.case(table.state, Path((SOMUA, other), ("1808",)))
    rows = [(str(line.label), str(line.text), str(line.figure)) for line in case.lines]
    assert rows == [
        ("Defends: Pz IV I/5 PzR",
         "7 − 4 + 1 = 4 at S 35 1/1 Cuir", "58 %"),
        ("Attacks: S 35 1/1 Cuir",
         "9 − 3 + 1 = 7 at Pz IV I/5 PzR", "100 %"),
        ("Attacks: S 35 2/1 Cuir",
         "9 − 3 + 1 = 7 at Pz IV I/5 PzR", "100 %"),
    ]  # fmt: skip
    assert case.sum_text == "The defenders fire, then the attackers who are left"
    assert [line.tone for line in case.lines] == ["bad", "good", "good"]
    assert HANNUT.showing.case(table.state, Path((SOMUA,), ("1806",))) is None
    table.go((SOMUA, other), "1808")
    assert table.ask.kind == "assault-target"
    again = HANNUT.showing.case(table.state)
    assert [line.text for line in again.lines] == [line.text for line in case.lines]
    assert [line.tone for line in again.lines] == ["good", "bad", "bad"]  # the German looks at it
    shot = HANNUT.showing.case(table.state, Pieces((other,)))
    assert (shot.title, len(shot.odds) > 0) == ("Fire", True)


def test_the_card_of_a_fight_tells_nothing_of_a_gun_that_is_not_found():
    units = {"1-cuir-hq": "1805", SOMUA: "1807", PAK: {"at": "1808", "hidden": True}}
    table = lay(units, *acting("french", "1-cuir"), its_rules=HIDDEN)
    assert HIDDEN.showing.case(table.state, Path((SOMUA,), ("1808",))) is None


def test_a_refused_target_says_why():
    cars = "kg-armoured-cars-1"
    units = {"1-cuir-hq": "1805", SOMUA: "1807", PANZER: "1808", cars: "1809", PAK: "1812"}
    table = lay(units, *acting("french", "1-cuir")).press("fire").pick(SOMUA)
    assert table.ask.pieces == (PANZER,)
    (reason,) = HANNUT.showing.against(table.state, "1809")
    assert (str(reason.text), reason.cite) == ("An enemy beside it: only at neighbours", "BK 8.1")
    (reason,) = HANNUT.showing.against(table.state, "1812")
    assert str(reason.text).startswith("5 hexes off, range ")
    assert HANNUT.showing.against(table.state, "1707") == ()


def test_a_target_behind_something_is_refused_at_the_hex_in_the_way():
    units = {"1-cuir-hq": "1805", SOMUA: "1408", PANZER: "1709", "I-5-pzr-pz-ii-iii-1": "1410"}
    table = lay(units, *acting("french", "1-cuir")).press("fire").pick(SOMUA)
    assert table.ask.pieces == ("I-5-pzr-pz-ii-iii-1",)
    (reason,) = HANNUT.showing.against(table.state, "1709")
    assert (str(reason.text), reason.cite) == ("No line: 1609, Orchard, level 1", "BK 4.3")
    assert reason.at == "1609"


def test_every_counter_has_a_symbol_that_somebody_drew():
    for its_rules in (HANNUT, STONNE):
        for kind in its_rules.setting.kinds.values():
            assert known_symbol(kind.symbol), kind.id


@pytest.mark.rule("BK 13.1")
def test_a_guess_puts_a_hidden_gun_where_it_may_have_begun_and_leaves_the_rest():
    table = fresh(HIDDEN)
    hidden = [u.id for u in table.state.pieces.values() if u.hidden and u.side == "german"]
    assert PAK in hidden
    view = HIDDEN.view(table.state, "french")
    places = set()
    for seed in range(12):
        guess = HIDDEN.thinking.guess(view, "french", Random(seed))
        assert HIDDEN.view(guess, "french") == view
        gun = guess.pieces[PAK]
        places.add(gun.at)
        assert (gun.formation, gun.steps, gun.hidden) == ("kg", 2, True)
    assert len(places) > 1
    group = next(g for g in HIDDEN.setting.groups if "kg" in g.formations)
    assert places <= set(HIDDEN.setting.area(group))
    assert HIDDEN.thinking.guess(table.state, "french", Random(1)) == table.state
