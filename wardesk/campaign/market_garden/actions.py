"""Everything that the rules of Market Garden let one do between the tables, by name."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.campaign.actions import CampaignAction, Param, Values, read_rows
from wardesk.campaign.market_garden import (
    bookkeeping,
    ch01_weather,
    ch02_bridges,
    ch03_drop_table,
    ch03_drops,
    ch03_free_drop,
    ch04_club_route,
    ch04_release,
    ch05_off_map,
    common,
    ground,
    s03_events,
    s03_random,
    s05_german,
    s06_allied,
)
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError
from wardesk.words import say


def _bridge(*more: Param) -> tuple[Param, ...]:
    return (Param("bridge", of="bridge"), *more)


_FIRE_ZONE = Param(
    "fire_zone", "yes-no", False, label=say("A fire zone reaches it"),
    reckon=lambda d, s, v: ground.fire_zone(
        d, s, v["bridge"], ground.ENEMY.get(v.get("side", "allied"), "german")),
)  # fmt: skip
_ENEMY = Param(
    "enemy_before", "text", "", "enemy-stop", say("An enemy lies before"),
    reckon=lambda d, s, v: ground.enemy_before(d, s),
)  # fmt: skip
_SIDE = Param("side", of="side")

_SWITCH = (
    Param("without", "list", (), label=say("Modifiers switched off")),
    Param("reason", "text", "", label=say("Why they are off")),
)
_LOAD = (
    Param(
        "germans",
        "number",
        0,
        label=say("German units in the zone"),
        reckon=ground.reckon_load("germans"),
    ),
    Param(
        "flak", "number", 0, label=say("Flak that reaches it"), reckon=ground.reckon_load("flak")
    ),
    Param(
        "flak_88",
        "number",
        0,
        label=say("88 mm flak that reaches it"),
        reckon=ground.reckon_load("flak_88"),
    ),
    Param("zone", "text", "", "zone"),
)
_ROW_LOAD = (
    Param("germans", "number", 0, label=say("Germans")),
    Param("flak", "number", 0, label=say("Flak")),
    Param("flak_88", "number", 0, label=say("88 mm")),
    _LOAD[3],
)
"""The same in one row of many."""


def _load(values: Values) -> ch03_drop_table.FateLoad:
    """What counts for a unit, or for the whole drop; a zone only where one was asked for."""
    return ch03_drop_table.FateLoad(
        germans=values["germans"], flak=values["flak"], flak_88=values["flak_88"],
        zone=values.get("zone", ""),
    )  # fmt: skip


def _dice(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    wrong = [word for word in words if not word.isdigit()]
    if wrong:
        raise UserError(say("{word!r} is no die.", word=wrong[0]), "Write dice=3,0,7,…")
    return tuple(map(int, words))


def _assignments(text: str) -> list[ch03_free_drop.Assignment]:
    return [_assignment(row) for row in text.split(",")]


def _assignment(text: str) -> ch03_free_drop.Assignment:
    formation, _, rest = text.partition(":")
    number, _, zone = rest.partition(":")
    if not (number.isdigit() and zone):
        raise UserError(
            say("{text!r} is no assignment.", text=text),
            "Write formation:drop:zone, e.g. 101.501:2:A",
        )
    return ch03_free_drop.Assignment(formation=formation, number=int(number), zone=zone)


GROUPS: Mapping[str, str] = {
    "turn": say("Weather and the turn"),
    "bridges": say("Bridges"),
    "drops": say("Drops and supply"),
    "route": say("Club Route and releases"),
    "boxes": say("Off the map"),
    "events": say("Events, routs and heroes"),
    "units": say("Units and formations"),
    "books": say("Points, pools and numbers"),
}
"""The kinds of actions in the order of a list."""

ACTIONS: tuple[CampaignAction, ...] = (
    CampaignAction(
        id="weather", group="turn",
        title=say("Weather of the day"), cite="1.2", seat="umpire",
        propose=lambda d, s, v: ch01_weather.propose_weather(d, s),
        run=lambda d, s, v: ch01_weather.weather(d, s, v["roll"]),
    ),
    CampaignAction(
        id="fog", group="turn",
        title=say("Does the fog clear?"), cite="1.2", seat="umpire",
        propose=lambda d, s, v: ch01_weather.propose_fog(d, s),
        run=lambda d, s, v: ch01_weather.fog(d, s, v["roll"]),
    ),
    CampaignAction(
        id="weak-bridge", group="bridges",
        title=say("Try a weak bridge"), cite="2.11", seat="umpire",
        params=_bridge(),
        propose=lambda d, s, v: ch02_bridges.propose_weak(d, s, v["bridge"]),
        run=lambda d, s, v: ch02_bridges.weak(d, s, v["bridge"], v["roll"]),
    ),
    CampaignAction(
        id="scenario-bridges", group="bridges",
        title=say("Bridges that a scenario decided"), cite="2.11", seat="umpire",
        run=lambda d, s, v: ch02_bridges.decided_by_scenario(d, s),
    ),
    CampaignAction(
        id="bulldozer", group="bridges",
        title=say("Put a bulldozer at a weak bridge"), cite="2.11", seat="allied",
        params=_bridge(_FIRE_ZONE),
        run=lambda d, s, v: ch02_bridges.bulldozer(d, s, v["bridge"], fire_zone=v["fire_zone"]),
    ),
    CampaignAction(
        id="bulldozer-lost", group="bridges",
        title=say("A bulldozer is lost at a weak bridge"), cite="2.11", seat="umpire",
        params=_bridge(),
        run=lambda d, s, v: ch02_bridges.bulldozer_lost(d, s, v["bridge"]),
    ),
    CampaignAction(
        id="repair", group="bridges",
        title=say("Repair a weak bridge"), cite="2.11", seat="allied",
        params=_bridge(Param("men_at_work", "number", 0), *_SWITCH),
        propose=lambda d, s, v: ch02_bridges.propose_repair(
            d, s, v["bridge"], v["men_at_work"], v["without"], v["reason"]),
        run=lambda d, s, v: ch02_bridges.repair(
            d, s, v["bridge"], v["roll"], v["men_at_work"], v["without"], v["reason"]),
    ),
    CampaignAction(
        id="control", group="bridges",
        title=say("Who controls a bridge"), cite="2.15.5", seat="umpire",
        params=_bridge(Param("side", "text", "", "holder", say("Held by"),
                             reckon=lambda d, s, v: ground.holder(d, s, v["bridge"]))),
        run=lambda d, s, v: ch02_bridges.control(
            d, s, v["bridge"], "" if v["side"] == ground.NOBODY else v["side"]),
    ),
    CampaignAction(
        id="wire", group="bridges",
        title=say("Wire a bridge"), cite="2.15.6", seat="umpire", params=_bridge(_SIDE),
        run=lambda d, s, v: ch02_bridges.wire(d, s, v["bridge"], v["side"]),
    ),
    CampaignAction(
        id="demolish", group="bridges",
        title=say("Blow a bridge"), cite="2.15.6", seat="umpire",
        params=_bridge(_SIDE, _FIRE_ZONE),
        propose=lambda d, s, v: ch02_bridges.propose_demolition(
            d, s, v["bridge"], v["side"], fire_zone=v["fire_zone"]),
        run=lambda d, s, v: ch02_bridges.demolition(
            d, s, v["bridge"], v["side"], v["roll"], fire_zone=v["fire_zone"]),
    ),
    CampaignAction(
        id="bailey", group="bridges",
        title=say("Bring a Bailey bridge"), cite="2.15.7", seat="allied",
        params=_bridge(Param("unit", of="bailey", label=say("Bridging unit")), _FIRE_ZONE),
        run=lambda d, s, v: ch02_bridges.place_bailey(
            d, s, v["bridge"], v["unit"], fire_zone=v["fire_zone"]),
    ),
    CampaignAction(
        id="bailey-works", group="bridges",
        title=say("The Bailey stands"), cite="2.15.7", seat="allied",
        params=_bridge(),
        run=lambda d, s, v: ch02_bridges.bailey_works(d, s, v["bridge"]),
    ),
    CampaignAction(
        id="bailey-hit", group="bridges",
        title=say("The Bailey is hit"), cite="2.15.7", seat="umpire",
        params=_bridge(Param("lost", "yes-no", False)),
        run=lambda d, s, v: ch02_bridges.bailey_hit(d, s, v["bridge"], lost=v["lost"]),
    ),
    CampaignAction(
        id="first-drop", group="drops",
        title=say("Drop One"), cite="3.1", seat="allied",
        run=lambda d, s, v: ch03_drops.first_drop(d, s),
    ),
    CampaignAction(
        id="choose-tanks", group="drops",
        title=say("Choose the airborne tanks"), cite="O4.0", seat="umpire",
        params=(Param("option", of="tanks"),),
        run=lambda d, s, v: ch03_drops.choose_tanks(d, s, v["option"]),
    ),
    CampaignAction(
        id="plan-drop", group="drops",
        title=say("Choose today's drop turn in secret"), cite="3.2", seat="allied",
        params=(Param("division", of="airborne"), Param("turn", "turn", of="turn"),
                Param("replanned", "yes-no", False, label=say("Other zones were won today"))),
        secret=True,
        run=lambda d, s, v: ch03_drops.plan(
            d, s, v["division"], v["turn"], v["nonce"], replanned=v["replanned"]),
    ),
    CampaignAction(
        id="land", group="drops",
        title=say("Turn the drop counter over"), cite="3.2", seat="allied",
        params=(Param("division", of="airborne"),),
        run=lambda d, s, v: ch03_drops.land(d, s, v["division"]),
    ),
    CampaignAction(
        id="assign-drops", group="drops",
        title=say("Assign all drops in secret"), cite="3.3.2", seat="allied",
        params=(Param("division", of="airborne"),
                Param("rows", "assignments", label=say("Formation:drop:zone, …"),
                      read=_assignments)),
        secret=True,
        run=lambda d, s, v: ch03_free_drop.assign(d, s, v["division"], v["rows"], v["nonce"]),
    ),
    CampaignAction(
        id="supply", group="drops",
        title=say("Supply drop"), cite="3.5", seat="umpire",
        params=(Param("division", of="airborne"),
                Param("enemy_in_zone", "yes-no", False,
                      reckon=lambda d, s, v: ground.enemy_in_zone(d, s, v["division"]))),
        run=lambda d, s, v: ch03_drops.supply(
            d, s, v["division"], enemy_in_zone=v["enemy_in_zone"]),
    ),
    CampaignAction(
        id="zones", group="drops",
        title=say("Ask for other drop zones"), cite="3.6", seat="allied",
        params=(Param("division", of="airborne"),),
        propose=lambda d, s, v: ch03_drops.propose_zone_change(d, s, v["division"]),
        run=lambda d, s, v: ch03_drops.zone_change(d, s, v["division"], v["roll"]),
    ),
    CampaignAction(
        id="spur", group="route",
        title=say("Choose a spur of Club Route"), cite="4.2", seat="allied",
        params=(Param("spur", of="spur"),),
        run=lambda d, s, v: ch04_club_route.choose_spur(d, s, v["spur"]),
    ),
    CampaignAction(
        id="advance", group="route",
        title=say("Advance the marker"), cite="4.2", seat="allied",
        params=(Param("stop", of="stop"), _ENEMY),
        run=lambda d, s, v: ch04_club_route.advance(d, s, v["stop"], v["enemy_before"]),
    ),
    CampaignAction(
        id="attack-route", group="route",
        title=say("Attacks on Club Route"), cite="4.3.3", seat="german",
        params=(Param("attacked", "yes-no", False), Param("closed", "yes-no", False),
                Param("cause", "text", "")),
        run=lambda d, s, v: ch04_club_route.attack(
            d, s, attacked=v["attacked"], closed=v["closed"], cause=v["cause"]),
    ),
    CampaignAction(
        id="check-route", group="route",
        title=say("Is Club Route cut?"), cite="4.3.3", seat="german",
        propose=lambda d, s, v: ch04_club_route.propose_check(d, s),
        run=lambda d, s, v: ch04_club_route.check(d, s, v["roll"]),
    ),
    CampaignAction(
        id="reopen", group="route",
        title=say("Club Route opens"), cite="1900-3", seat="umpire",
        run=lambda d, s, v: ch04_club_route.reopen(d, s),
    ),
    CampaignAction(
        id="hot-enters", group="route",
        title=say("Group Hot begins to enter"), cite="4.3.1", seat="allied",
        run=lambda d, s, v: ch04_release.enter_early(d, s),
    ),
    CampaignAction(
        id="release", group="route",
        title=say("Next release"), cite="4.3.1", seat="allied",
        run=lambda d, s, v: ch04_release.release(d, s),
    ),
    CampaignAction(
        id="roll-release", group="route",
        title=say("Roll for the next release"), cite="4.3.1", seat="allied",
        params=(Param("dispatch", "number", 0, label=say("Dispatch points paid")), *_SWITCH),
        propose=lambda d, s, v: ch04_release.propose_release(
            d, s, v["dispatch"], v["without"], v["reason"]),
        run=lambda d, s, v: ch04_release.release(
            d, s, v["roll"], v["dispatch"], v["without"], v["reason"]),
    ),
    CampaignAction(
        id="off-map", group="boxes",
        title=say("Move off the map"), cite="5.1", seat="german",
        params=(Param("formation", of="mover"), Param("box", of="box"),
                Param("display", "yes-no", False, label=say("Into the map display"))),
        run=lambda d, s, v: ch05_off_map.move(
            d, s, v["formation"], v["box"], display=v["display"]),
    ),
    CampaignAction(
        id="arrive", group="boxes",
        title=say("Come from the display"), cite="5.1", seat="german",
        params=(Param("formation", of="mover"), Param("entry", of="entry")),
        run=lambda d, s, v: ch05_off_map.arrive(d, s, v["formation"], v["entry"]),
    ),
    CampaignAction(
        id="corps", group="boxes",
        title=say("A flank corps advances"), cite="5.2", seat="allied",
        params=(Param("corps", of="corps"), *_SWITCH),
        propose=lambda d, s, v: ch05_off_map.propose_corps(
            d, s, v["corps"], v["without"], v["reason"]),
        run=lambda d, s, v: ch05_off_map.corps(
            d, s, v["corps"], v["roll"], v["without"], v["reason"]),
    ),
    CampaignAction(
        id="rout-59", group="events",
        title=say("Rout of the 59th"), cite="S3.1", seat="umpire",
        params=(Param("formation", of="formation-59"),
                Param("near", "list", (), "unit", say("Independents near its leader"))),
        propose=lambda d, s, v: s03_events.propose_rout_59(d, s, v["formation"]),
        run=lambda d, s, v: s03_events.rout_59(d, s, v["formation"], v["roll"], v["near"]),
    ),
    CampaignAction(
        id="rout", group="events",
        title=say("Rout of another German formation"), cite="S3.1", seat="umpire",
        params=(Param("formation", of="formation-german"), Param("box", of="box"),
                Param("stuck", "list", (), "unit", say("Units that had no way out"))),
        run=lambda d, s, v: s03_events.rout(d, s, v["formation"], v["box"], v["stuck"]),
    ),
    CampaignAction(
        id="reorganise", group="turn",
        title=say("KG Chill takes over"), cite="S5.1.1", seat="umpire",
        run=lambda d, s, v: s05_german.reorganise(d, s),
    ),
    CampaignAction(
        id="hide-raid", group="events",
        title=say("Choose the night of the air raid in secret"), cite="S5.2",
        seat="german", params=(Param("night", "number", of="night"),), secret=True,
        run=lambda d, s, v: s05_german.hide_raid(d, s, v["night"], v["nonce"]),
    ),
    CampaignAction(
        id="reveal-raid", group="events",
        title=say("Turn this night's raid marker over"), cite="S5.2", seat="german",
        run=lambda d, s, v: s05_german.reveal_raid(d, s),
    ),
    CampaignAction(
        id="raid-chit", group="events",
        title=say("A chit while Eindhoven burns"), cite="S5.2", seat="umpire",
        params=(Param("division", of="allied-division"),
                Param("dispatch", "number", 0, label=say("Dispatch points paid"))),
        run=lambda d, s, v: s05_german.raid_on_chit(d, s, v["division"], v["dispatch"]),
    ),
    CampaignAction(
        id="choose-huber", group="units",
        title=say("Choose the set of KG Huber"), cite="S5.5", seat="german",
        params=(Param("option", of="huber"),),
        run=lambda d, s, v: s05_german.choose_huber(d, s, v["option"]),
    ),
    CampaignAction(
        id="huber-arrives", group="units",
        title=say("KG Huber arrives"), cite="S5.5", seat="german",
        run=lambda d, s, v: s05_german.huber_arrives(d, s),
    ),
    CampaignAction(
        id="limit-231", group="units",
        title=say("A unit of 231 Brigade crosses its line"), cite="S6.10", seat="umpire",
        params=(Param("unit", of="unit"),),
        run=lambda d, s, v: s06_allied.crosses_limit(d, s, v["unit"]),
    ),
    CampaignAction(
        id="hero", group="events",
        title=say("PFC Mann"), cite="S6.9", seat="allied",
        params=(Param("unit", of="unit"), Param("steps", "number", 1),
                Param("hex", "text", "", label=say("Hex where it comes back"))),
        run=lambda d, s, v: s06_allied.hero(
            d, s, v["unit"], v["steps"], Place("hex", v["hex"], game="WED")),
    ),
    CampaignAction(
        id="set-number", group="books",
        title=say("Give a published number that is not known here"),
        cite="data",
        seat="umpire",
        params=(
            Param("key", of="number", label=say("Which number")),
            Param("value", "number", label=say("Its value")),
            Param("reason"),
        ),
        run=lambda d, s, v: common.set_number(d, v["key"], v["value"], v["reason"]),
    ),
    CampaignAction(
        id="drop-roll", group="drops",
        title=say("The fate of a unit that dropped"), cite="3.4.1",
        seat="allied", params=(Param("unit", of="dropped"), *_LOAD),
        propose=lambda d, s, v: ch03_drop_table.propose_unit_drop(d, s, v["unit"], _load(v)),
        run=lambda d, s, v: ch03_drop_table.drop_fate(d, s, v["unit"], v["roll"], _load(v)),
    ),
    CampaignAction(
        id="drop-rolls", group="drops",
        title=say("The fates of a whole drop"), cite="3.4.1", seat="allied",
        params=(Param("division", "text", "", "airborne"), *_LOAD[:3],
                Param("rows", "list", (), label=say("Units with their dice"), read=read_rows),
                Param("dice", "list", (), label=say("Dice from the table, in order"), read=_dice)),
        casts=lambda d, s, v: ch03_drop_table.fates(d, s, v["division"], _load(v), v["rows"]),
        row_params=_ROW_LOAD,
        run=lambda d, s, v: ch03_drop_table.drop_fates(
            d, s, v["division"], _load(v), v["rows"], v["dice"]),
    ),
    CampaignAction(
        id="draw-event", group="events",
        title=say("Draw an event"), cite="S3.0", seat="umpire",
        params=(_SIDE,),
        propose=lambda d, s, v: s03_random.propose_draw(d, s, v["side"]),
        run=lambda d, s, v: s03_random.draw(d, s, v["side"], v["roll"]),
    ),
    CampaignAction(
        id="event-drawn", group="events",
        title=say("An event from a real cup"), cite="S3.0",
        seat="umpire", params=(_SIDE, Param("chit", of="chit")),
        run=lambda d, s, v: s03_random.drawn_by_hand(d, s, v["side"], v["chit"]),
    ),
    CampaignAction(
        id="event", group="events",
        title=say("Deal with the drawn event"), cite="S3.1", seat="umpire",
        params=(_SIDE, Param("unit", "text", "", "unit"), Param("steps", "number", 0),
                Param("hex", "text", ""), Param("division", "text", "", "division"),
                Param("formation", "text", "", "formation", say("Formation that gets lost men")),
                Param("on_route", "yes-no", False, label=say("The minefield lies on Club Route"))),
        run=lambda d, s, v: s03_random.resolve(
            d, s, v["side"], unit=v["unit"], steps=v["steps"], hex_=v["hex"],
            division=v["division"], formation=v["formation"], on_route=v["on_route"]),
    ),
    CampaignAction(
        id="typhoons", group="events",
        title=say("Typhoons of an Air Strike"), cite="S3.1",
        seat="allied",
        propose=lambda d, s, v: s03_random.propose_typhoons(d, s),
        run=lambda d, s, v: s03_random.typhoons(d, s, v["roll"]),
    ),
    CampaignAction(
        id="clear-mines", group="events",
        title=say("A minefield is taken up"), cite="S3.1",
        seat="umpire", params=(Param("hex"),),
        run=lambda d, s, v: s03_random.clear_mines(d, s, v["hex"]),
    ),
    CampaignAction(
        id="rout-returns", group="events",
        title=say("A routed formation is back"), cite="S3.1",
        seat="german", params=(Param("formation", of="formation-german"), Param("box", of="box")),
        run=lambda d, s, v: s03_events.come_back(d, s, v["formation"], v["box"]),
    ),
    CampaignAction(
        id="dispatch", group="books",
        title=say("Dispatch points of a division"), cite="1900-6",
        seat="umpire", params=(Param("division", of="division"), Param("points", "number")),
        run=lambda d, s, v: bookkeeping.give_dispatch(d, s, v["division"], v["points"]),
    ),
    CampaignAction(
        id="buy-chits", group="books",
        title=say("Buy activation chits"), cite="1900-6", seat="umpire",
        params=(Param("division", of="division"),
                Param("formations", "list", of="formation", label=say("Formations"))),
        run=lambda d, s, v: bookkeeping.buy_chits(d, s, v["division"], v["formations"]),
    ),
    CampaignAction(
        id="carry-chit", group="books",
        title=say("The last chit of 1900"), cite="S6.4", seat="umpire",
        params=(Param("formation", of="formation"),),
        run=lambda d, s, v: bookkeeping.carry_chit(d, s, v["formation"]),
    ),
    CampaignAction(
        id="pool", group="books",
        title=say("Goods are used or come back"), cite="S5.3", seat="umpire",
        params=(Param("pool", of="pool"), Param("change", "number"), Param("cause", "text", "")),
        run=lambda d, s, v: bookkeeping.change_pool(d, s, v["pool"], v["change"], v["cause"]),
    ),
    CampaignAction(
        id="points", group="books",
        title=say("Victory points by hand"), cite="points", seat="umpire",
        params=(_SIDE, Param("points", "number"), Param("cause")),
        run=lambda d, s, v: bookkeeping.award(d, s, v["side"], v["points"], v["cause"]),
    ),
    CampaignAction(
        id="attach", group="units",
        title=say("A formation comes under another"), cite="forces",
        seat="umpire", params=(Param("attachment", of="attachment"),),
        run=lambda d, s, v: bookkeeping.attach(d, s, v["attachment"]),
    ),
)  # fmt: skip
