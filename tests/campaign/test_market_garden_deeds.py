"""Every deed of Market Garden with the events that it writes, and what each of them hangs on.

An event that hangs on another one is taken back with it; so a deed is taken back as a whole where
all of it hangs on its first event.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import every_kind as k
import pytest
from garden import Garden, bring, marker_at, wired

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import kind_of
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
    s03_events,
    s03_random,
    s05_german,
    s06_allied,
)
from wardesk.campaign.operation.places import Place

NONCE = bytes(range(16))
HEX = Place("hex", "61.141", game="WED")
Deed = Callable[[Garden], list[EventDraft]]


def told(garden: Garden, drafts: list[EventDraft]) -> str:
    """``kind`` of each draft, ``<n`` behind one that hangs on draft n of the same deed.

    One that hangs on an earlier event of the ledger has a number below zero.
    """
    found: list[str] = []
    for number, draft in enumerate(drafts):
        cause = draft.caused_by
        if cause is not None:
            cause = number + cause if cause < 0 else cause - garden.ledger.head - 1
        found.append(kind_of(draft.payload) + ("" if cause is None else f"<{cause}"))
    rows = [(key, len(list(same))) for key, same in groupby(found)]
    return " ".join(key if times == 1 else f"{key} x{times}" for key, times in rows)


def of(rule, *args, **more) -> Deed:
    return lambda garden: rule(garden.design, garden.state, *args, **more)


def at(turn: str, before: str = "") -> Deed:
    def done(garden: Garden) -> list[EventDraft]:
        garden.go(turn, before)
        return []

    return done


def by(*payloads) -> Deed:
    return lambda garden: [EventDraft(payload=each) for each in payloads]


def unit(garden_formation: str) -> str:
    return Garden().design.members[garden_formation][0]


def arrives(garden_formation: str, game: str = "WED") -> Deed:
    def done(garden: Garden) -> list[EventDraft]:
        bring(garden, garden_formation, game=game)
        return []

    return done


def marker(stop: str) -> Deed:
    def done(garden: Garden) -> list[EventDraft]:
        marker_at(garden, stop)
        return []

    return done


def wires(bridge: str, side: str) -> Deed:
    def done(garden: Garden) -> list[EventDraft]:
        wired(garden, bridge, side)
        return []

    return done


BLOWN = [wires("son", "german"), of(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)]
PLACED = [*BLOWN, at("18 Sep 0700"),
          of(ch02_bridges.place_bailey, "son", "gds.ind.14", fire_zone=False)]  # fmt: skip
SHAKY = by(k.BridgeChanged(bridge="aa", state="unstable", by="allied"))
DOZER = of(ch02_bridges.bulldozer, "aa", fire_zone=False)
OUT = by(k.Released(entry="guards.group_hot", how="ruling"))
MORNING = at("18 Sep 0700")
EVENING = at("18 Sep 1900", "release")
ONE, LOST = unit("101.502"), unit("101.lost")

DEEDS: list[tuple[str, list[Deed], Deed, str]] = [
    ("rain", [MORNING], of(ch01_weather.weather, 9),
     "proposal.decided weather.set<0 drop.postponed<1 x3"),
    ("fog", [MORNING], of(ch01_weather.weather, 3), "proposal.decided weather.set<0"),
    ("clear", [MORNING], of(ch01_weather.weather, 0), "proposal.decided weather.set<0"),
    ("fog that clears", [MORNING, of(ch01_weather.weather, 3), at("18 Sep 0900")],
     of(ch01_weather.fog, 0), "proposal.decided weather.set<0"),
    ("fog that stays", [MORNING, of(ch01_weather.weather, 3), at("18 Sep 0900")],
     of(ch01_weather.fog, 9), "proposal.decided weather.set<0"),
    ("fog that stays at 1100", [MORNING, of(ch01_weather.weather, 3), at("18 Sep 1100")],
     of(ch01_weather.fog, 9), "proposal.decided weather.set<0 drop.postponed<1 x3"),
    ("weak bridge", [], of(ch02_bridges.weak, "aa", 9), "proposal.decided bridge.changed<0"),
    ("bulldozer", [SHAKY], DOZER, "bridge.work pool.changed<0"),
    ("another bulldozer", [SHAKY, DOZER, of(ch02_bridges.bulldozer_lost, "aa")], DOZER,
     "bridge.work fact.set<0 pool.changed<0"),
    ("repair", [SHAKY, DOZER], of(ch02_bridges.repair, "aa", 2),
     "proposal.decided bridge.changed<0 pool.changed<0"),
    ("no repair", [SHAKY, DOZER], of(ch02_bridges.repair, "aa", 3), "proposal.decided"),
    ("blown", BLOWN[:1], BLOWN[1], "proposal.decided bridge.changed<0 bridge.control<0"),
    ("blown behind the marker", [marker("st-oedenrode"), *BLOWN[:1]], BLOWN[1],
     "proposal.decided bridge.changed<0 route.status<1 bridge.control<0"),
    ("not blown", BLOWN[:1], of(ch02_bridges.demolition, "son", "german", 9, fire_zone=False),
     "proposal.decided bridge.changed<0 bridge.control<0"),
    ("blown, and nobody held it", [*BLOWN[:1], by(k.BridgeControl(bridge="son", side="allied"))],
     BLOWN[1], "proposal.decided bridge.changed<0"),
    ("bailey", PLACED[:3], PLACED[3], "bridge.changed unit.arrived<0 pool.changed<0"),
    ("bailey hit", PLACED, of(ch02_bridges.bailey_hit, "son", lost=False), "bridge.changed"),
    ("bailey lost", PLACED, of(ch02_bridges.bailey_hit, "son", lost=True),
     "bridge.changed unit.eliminated<0"),
    ("bailey lost on the road", [marker("st-oedenrode"), *PLACED],
     of(ch02_bridges.bailey_hit, "son", lost=True),
     "bridge.changed unit.eliminated<0 route.status<0"),
    ("plan", [MORNING, of(ch01_weather.weather, 0)],
     lambda g: ch03_drops.plan(g.design, g.state, "101", g.state.ordinal + 1, NONCE),
     "drop.planned secret.committed<0 secret.kept<1"),
    ("assign", [], of(ch03_free_drop.assign, "101", [
        ch03_free_drop.Assignment(formation="101.501", number=1, zone="A"),
        ch03_free_drop.Assignment(formation="101.502", number=2, zone="A")], NONCE),
     "secret.committed secret.kept<0 secret.committed secret.kept<2"),
    ("other zones", [MORNING], of(ch03_drops.zone_change, "101", 0),
     "proposal.decided drop.zones_changed<0 fact.set<0"),
    ("no other zones", [MORNING], of(ch03_drops.zone_change, "101", 5),
     "proposal.decided drop.zones_changed<0"),
    ("other zones and a delay", [MORNING], of(ch03_drops.zone_change, "101", 9),
     "proposal.decided drop.zones_changed<0 drop.postponed<1"),
    ("fate: lost", [of(ch03_drops.first_drop)],
     of(ch03_drop_table.drop_fate, "101.502.a", 9, ch03_drop_table.FateLoad(germans=9, zone="A")),
     "proposal.decided unit.eliminated<0 unit.flagged<0"),
    ("advance", [at("18 Sep 1900")], of(ch04_club_route.advance, "border"),
     "route.marker_advanced"),
    ("exit", [marker("zeeland"), at("18 Sep 1900")], of(ch04_club_route.advance, "exit"),
     "route.marker_advanced route.left<0 vp.awarded<1"),
    ("attack", [], of(ch04_club_route.attack, attacked=True, closed=True, cause="guns"),
     "route.attacked vp.awarded<0 x2"),
    ("cut", [of(ch04_club_route.attack, closed=True)], of(ch04_club_route.check, 0),
     "proposal.decided route.status<0 route.markers_spent<0"),
    ("open", [of(ch04_club_route.attack, closed=True)], of(ch04_club_route.check, 9),
     "proposal.decided route.markers_spent<0"),
    ("released", [EVENING], of(ch04_release.release),
     "release.released vp.awarded<0 unit.arrived<0 x17"),
    ("rolled", [EVENING, OUT], of(ch04_release.release, 0),
     "proposal.decided release.released<0 vp.awarded<1 unit.arrived<1 x17"),
    ("not released", [EVENING, OUT, of(bookkeeping.give_dispatch, "gds", 3)],
     of(ch04_release.release, 9, 1), "proposal.decided release.failed<0 fact.set<0"),
    ("hot enters", [], of(ch04_release.enter_early), "unit.arrived unit.arrived<0 x7"),
    ("corps", [at("18 Sep 1900", "corps")], of(ch05_off_map.corps, "xii", 0),
     "proposal.decided corps.advanced<0"),
    ("no corps", [at("18 Sep 1900", "corps")], of(ch05_off_map.corps, "xii", 9),
     "proposal.decided corps.failed<0"),
    ("into a box", [at("21 Sep 0700")], of(ch05_off_map.move, "chi.drey", "oirschot"),
     "box.moved unit.arrived<0 x9"),
    ("rout of the 59th", [arrives("59.dew"), by(k.StepsLost(unit=unit("59.dew"), steps=1))],
     of(s03_events.rout_59, "59.dew", 0), "proposal.decided unit.removed<0 x9"),
    ("rout", [arrives("wal.hof"), by(k.StepsLost(unit=unit("wal.hof"), steps=1))],
     of(s03_events.rout, "wal.hof", "east-2"), "box.moved unit.moved<0 fact.set<0"),
    ("back from a rout", [arrives("wal.hof"), by(k.StepsLost(unit=unit("wal.hof"), steps=1)),
                          of(s03_events.rout, "wal.hof", "east-2"), MORNING],
     of(s03_events.come_back, "wal.hof", "east-2"), "box.moved unit.moved<0 fact.set<0"),
    ("draw", [], of(s03_random.draw, "allied", 0), "proposal.decided fact.set<0"),
    ("draw after a hero", [by(k.UnitFlagged(unit=ONE, flag="heroic (allied)"),
                              k.FactSet(fact="dutch.allied", value="61.141"))],
     of(s03_random.draw, "allied", 0), "proposal.decided unit.flagged<0 fact.set<0 x2"),
    ("draw by hand after a hero", [by(k.UnitFlagged(unit=ONE, flag="heroic (allied)"))],
     of(s03_random.drawn_by_hand, "allied", "rally"), "unit.flagged fact.set<0"),
    ("hero", [arrives("101.502"), of(s03_random.drawn_by_hand, "allied", "heroic")],
     of(s03_random.resolve, "allied", unit=ONE), "fact.set unit.flagged<0"),
    ("mines on the road", [of(s03_random.drawn_by_hand, "german", "minefield")],
     of(s03_random.resolve, "german", hex_="61.141", on_route=True),
     "fact.set fact.set<0 route.attacked<0 vp.awarded<0"),
    ("intelligence", [of(s03_random.drawn_by_hand, "allied", "intelligence")],
     of(s03_random.resolve, "allied", division="101"), "fact.set fact.set<0"),
    ("the dutch", [of(s03_random.drawn_by_hand, "allied", "dutch")],
     of(s03_random.resolve, "allied", hex_="61.141"), "fact.set fact.set<0"),
    ("ambush", [arrives("101.502"), of(s03_random.drawn_by_hand, "allied", "ambush")],
     of(s03_random.resolve, "allied", unit=ONE, steps=1), "fact.set unit.step_lost<0"),
    ("reinforcement", [arrives("101.502"), by(k.StepsLost(unit=ONE, steps=1)),
                       of(s03_random.drawn_by_hand, "allied", "reinf")],
     of(s03_random.resolve, "allied", unit=ONE, steps=1), "fact.set unit.step_recovered<0"),
    ("lost men", [of(s03_random.drawn_by_hand, "allied", "reinf")],
     of(s03_random.resolve, "allied", unit=LOST, hex_="61.141", formation="101.502"),
     "fact.set unit.arrived<0 pool.changed<0"),
    ("raid bound", [], of(s05_german.hide_raid, 1, NONCE), "secret.committed secret.kept<0"),
    ("raid", [of(s05_german.hide_raid, 1, NONCE), at("18 Sep Night")],
     of(s05_german.reveal_raid), "fact.set secret.revealed<-3 fact.set<0"),
    ("raid chit, paid", [of(s05_german.hide_raid, 1, NONCE), at("18 Sep Night"),
                         of(s05_german.reveal_raid), of(bookkeeping.give_dispatch, "101", 5)],
     of(s05_german.raid_on_chit, "101", 4), "route.attacked vp.awarded<0 fact.set<0 x3"),
    ("raid paid by another", [of(s05_german.hide_raid, 1, NONCE), at("18 Sep Night"),
                              of(s05_german.reveal_raid), of(bookkeeping.give_dispatch, "82", 5)],
     of(s05_german.raid_on_chit, "82", 2), "fact.set fact.set<0"),
    ("raid paid, points not kept", [of(s05_german.hide_raid, 1, NONCE), at("18 Sep Night"),
                                    of(s05_german.reveal_raid)],
     of(s05_german.raid_on_chit, "82", 2), "fact.set"),
    ("drop", [of(ch03_drops.first_drop), MORNING, of(ch01_weather.weather, 0),
              lambda g: ch03_drops.plan(g.design, g.state, "101", g.state.ordinal + 1, NONCE),
              at("18 Sep 0900")],
     of(ch03_drops.land, "101"), "secret.revealed<-3 drop.landed unit.arrived<1 x11"),
    ("rolled and paid", [EVENING, OUT, of(bookkeeping.give_dispatch, "gds", 3)],
     of(ch04_release.release, 0, 1),
     "proposal.decided release.released<0 vp.awarded<1 unit.arrived<1 x17 fact.set<0"),
    ("hero of the 502nd", [arrives("101.502"), by(k.StepsLost(unit=ONE, steps=1))],
     of(s06_allied.hero, ONE, 1, HEX), "pool.changed unit.step_recovered<0"),
    ("chits", [arrives("101.502"), of(bookkeeping.give_dispatch, "101", 3)],
     of(bookkeeping.buy_chits, "101", ("101.502",)), "fact.set fact.set<0"),
    ("a number", [], lambda g: common.set_number(g.design, "points.release", 3, "the box"),
     "fact.set fact.set<0"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "before", "deed", "events"), DEEDS, ids=[d[0] for d in DEEDS])
def test_a_deed_writes_these_events_and_each_hangs_on_its_cause(name, before, deed, events):
    garden = Garden(free_drop=name == "assign")
    for each in before:
        drafts = each(garden)
        if drafts:
            garden.add(drafts)
    assert told(garden, deed(garden)) == events
