"""Chapter 1: the German set-up, and who comes on in a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Choice, Choose, Path, Reason, replace
from wardesk.games.remagen import guns
from wardesk.games.remagen.asked import RemagenQuestion
from wardesk.games.remagen.position import in_yard, on_board, standing, strength
from wardesk.games.remagen.pulls import site_of
from wardesk.games.remagen.room import against_place, fits
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    GERMAN,
    GERMAN_YARD,
    US,
    SetUp,
    State,
    Turn,
    Unit,
    steps,
)
from wardesk.words import join, say, say_count

NO_MORE = Choice("done", say("No more arrivals"), "RB 1.5")
FIRST = (("anti_tank", "howitzer", "heavy_howitzer"), ("armoured_car", "half_track", "truck",
         "medium_tank", "heavy_tank", "weasel", "buffalo"),
         ("machine_gun", "bazooka"))  # fmt: skip
"""The set-up goes from the largest to the smallest, so that everything finds its room."""
COMING = {
    US: ("buffalo", "armoured_car", "engineers", "heavy_tank", "medium_tank", "weasel",
         "half_track", "machine_gun", "infantry", "bazooka"),
    GERMAN: ("heavy_tank", "medium_tank", "machine_gun", "bazooka", "infantry", "armoured_car",
             "half_track"),
}  # fmt: skip
"""Who is brought on first; the others are not wanted."""
MOST = {"engineers": 3, "buffalo": 1, "armoured_car": 1, "weasel": 2}
"""So many of a kind on the board are enough for the Americans."""
TO_THE_SITE = ("engineers", "armoured_car", "weasel", "buffalo")
"""Who comes on where a bridge is to be built."""
TOWED = {US: ("howitzer",), GERMAN: ("howitzer", "heavy_howitzer", "anti_tank")}
"""Guns that come on behind a vehicle."""


def loaded(setting: Setting, units: Sequence[Unit]) -> list[Unit]:
    """*units* that come on together, guns hitched to what tows and men on trucks (RB 4.1, 5.1).

    Guns come before men, and half-tracks tow before trucks, which men can ride on.
    """
    rows = {u.id: setting.row(u) for u in units}
    free = sorted((c for c in rows if rows[c].tows), key=lambda c: rows[c].load)
    carrier = dict(zip((u for u in rows if rows[u].gun), free, strict=False))
    room = {c: rows[c].load for c in free[len(carrier) :]}
    for unit in (u for u in rows if rows[u].foot):
        if found := next((c for c, left in room.items() if rows[unit].as_load <= left), ""):
            carrier[unit] = found
            room[found] -= rows[unit].as_load
    found = ((u, carrier.get(u.id, "")) for u in units)
    return [u if u.carrier == on else replace(u, carrier=on) for u, on in found]


# ---- the German set-up --------------------------------------------------------------------------


def to_set_up(setting: Setting, state: State) -> list[Unit]:
    """Germans that are placed next: guns, then vehicles, then weapons, then men (RB 1.4)."""
    left: list[Unit] = []
    for kind, count in setting.start.items():
        come = sum(u.kind == kind and u.at not in (None, GERMAN_YARD) and u.side == GERMAN
                   for u in state.pieces.values())  # fmt: skip
        waiting = [u for u in in_yard(state.pieces, GERMAN) if u.kind == kind]
        left += waiting[: max(0, count - come)]
    for kinds in FIRST:
        if found := [u for u in left if u.kind in kinds]:
            return found
    return left


@steps.asks(SetUp, "place", "placed")
class Placing(RemagenQuestion[SetUp]):
    """The Germans set up first, in the five sectors beside the east bridgehead (RB 1.4)."""

    kind, cite, shape, chart = "set-up", "RB 1.4", "path", "units"
    text = say("Who stands where?")

    @cached_property
    def ready(self) -> list[Unit]:
        return to_set_up(self.setting, self.state)

    def who(self) -> str:
        return GERMAN

    def context(self) -> str:
        return say_count("{n} unit to place", "{n} units to place", n=len(self.ready))

    def goals(self, units: Sequence[Unit]) -> Goals:
        cells = self.setting.rhine.setup
        return {c: ((c,), against_place(self.setting, self.state, units, c)) for c in cells}

    def script(self, rng: Random) -> Answer:
        """Guns where they see the bridge, men under cover."""
        unit, setting = self.state.pieces[self.asked.pieces[0]], self.setting
        open_to = [c for c in setting.rhine.setup if fits(setting, self.state, [unit], c)]
        foot, cover = setting.row(unit).foot, setting.rhine.figures
        return Path((unit.id,), (max(open_to, key=lambda c: (cover[c].cover == foot, c)),))

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        """They stand there."""
        for piece in answer.pieces:
            d.set(piece, at=answer.cells[-1])
        d.goto("place")


# ---- who comes on -------------------------------------------------------------------------------


def quota_left(setting: Setting, state: State) -> int:
    """Combat value that the Americans may still bring on this turn (RB N11)."""
    return max(0, setting.quota(state.tracks["turn"]) - state.tracks.get("quota used", 0))


def arriving(setting: Setting, state: State, side: str) -> list[Unit]:
    """Units of the yard that may come on; paratroops only drop (RB 1.5, 7.1)."""
    found = [u for u in in_yard(state.pieces, side) if u.kind != "paratroops"]
    if side == US:
        left = quota_left(setting, state)
        return [u for u in found if setting.row(u).value <= left]
    return found


def open_arrivals(setting: Setting, state: State, units: Sequence[Unit]) -> list[str]:
    """Sectors where *units* may come on together."""
    if not _in_quota(setting, state, units):
        return []
    together = loaded(setting, units)
    cells = setting.rhine.entries(units[0].side)
    return [c for c in cells if fits(setting, state, together, c)]


def _in_quota(setting: Setting, state: State, units: Sequence[Unit]) -> bool:
    left = quota_left(setting, state) if units[0].side == US else 0
    return units[0].side != US or strength(setting, units) <= left


@steps.asks(Turn, "us_arrivals", "us_arrived")
@steps.asks(Turn, "german_arrivals", "german_arrived")
class Arrivals(RemagenQuestion[Turn]):
    """Units come on where there is room (RB 1.5, N11)."""

    kind, shape, chart = "arrive", "path", "units"
    together = True
    text, choices = say("Who comes on where?"), (NO_MORE,)

    def nothing_there(self, place: str) -> str:
        return say("Nobody of them comes on at {place}", place=place)

    @cached_property
    def ready(self) -> list[Unit]:
        return arriving(self.setting, self.state, self.side)

    def rule(self) -> str:
        return "RB N11" if self.side == US else "RB 1.5"

    def asks(self) -> bool:
        """Whether one of them finds room."""
        kinds = {u.kind: u for u in self.ready}.values()
        cells = self.setting.rhine.entries(self.side)
        return any(fits(self.setting, self.state, [u], c) for u in kinds for c in cells)

    def passed(self, d: Draft[Setting]) -> None:
        d.goto(f"{self.side}_move")

    def pieces(self) -> tuple[str, ...]:
        """The strongest kinds first: nobody looks for a tank behind all the infantry."""
        kinds = {unit.kind: unit for unit in reversed(self.ready)}
        first = sorted(kinds.values(), key=lambda u: (-self.setting.row(u).value, u.id))
        return tuple(dict.fromkeys(unit.id for unit in (*first, *self.ready)))

    def context(self) -> str:
        if self.side == US:
            return say("Quota left: {left} of {all}", left=quota_left(self.setting, self.state),
                       all=self.setting.quota(self.state.tracks["turn"]))  # fmt: skip
        number = len(self.ready)
        return say_count("{n} unit in the yard", "{n} units in the yard", n=number)

    def goals(self, units: Sequence[Unit]) -> Goals:
        """Sectors where *units* may come on together, with the reasons against each."""
        setting, state = self.setting, self.state
        spent: tuple[Reason, ...] = ()
        if not _in_quota(setting, state, units):
            text = say("The quota has {left} left", left=quota_left(setting, state))
            spent = (Reason(text, "RB N11"),)
        together = loaded(setting, units)
        return {
            c: ((c,), (*spent, *against_place(setting, state, together, c)))
            for c in setting.rhine.entries(units[0].side)
        }

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        """They stand at the edge of the board; a gun does not fire this turn (RB 4.7)."""
        cell = answer.cells[-1]
        units = loaded(d.setting, self.units(answer.pieces))
        for unit in units:
            d.set(unit.id, at=cell)
            if unit.carrier:
                d.set(unit.id, carrier=unit.carrier)
            if d.setting.row(unit).gun:
                d.set(unit.id, moved=True)
        if self.side == US:
            d.count("quota used", strength(d.setting, units))
        names = join(", ", [unit.name for unit in units])
        text = say("{units} came on at {place}", units=names, place=self.name(cell))
        d.say(text, self.rule(), cell)
        d.goto(f"{self.side}_arrivals")

    # ---- for a program --------------------------------------------------------------------------

    def weighs(self, script: Answer) -> bool:
        """Most arrivals change the order only."""
        return False

    def script(self, rng: Random) -> Answer:
        """The strongest first, by the road to a bridge; guns behind what tows them."""
        state, side = self.state, self.side
        if pair := self._gun_pair():
            return pair
        kinds = {state.pieces[p].kind: p for p in reversed(self.asked.pieces)}
        if side == US:
            here = Counter(u.kind for u in on_board(state, US))
            for kind, most in MOST.items():
                if here[kind] >= most or (kind == "engineers" and state.tracks["turn"] == 1):
                    kinds.pop(kind, None)
        for kind in COMING[side]:
            piece = kinds.get(kind)
            goals = open_arrivals(self.setting, state, [state.pieces[piece]]) if piece else []
            if piece is None or not goals:
                continue
            rank = self._rank(kind)
            near = 4 if kind in TO_THE_SITE and kind != "engineers" else 99
            open_to = [c for c in goals if rank(c) <= near]
            if open_to:
                return Path((piece,), (min(open_to, key=lambda c: (rank(c), c)),))
        return Choose("done")

    def _gun_pair(self) -> Path | None:
        """A gun with its vehicle: two a turn for the Americans, beside their armour."""
        setting, state, side = self.setting, self.state, self.side
        units = self.units(self.asked.pieces)
        come = sum(setting.row(u).gun for u in on_board(state, side))
        if side == US and come >= 2 * state.tracks["turn"]:
            return None
        for pair in guns.pairs(setting, units, TOWED[side]):
            goals = open_arrivals(setting, state, [state.pieces[p] for p in pair])
            rank = self._gun_rank()
            if goals:
                return Path(pair, (min(goals, key=lambda c: (rank(c), c)),))
        return None

    def _gun_rank(self) -> Callable[[str], int]:
        """American guns leave the ways of the armour and of the engineers free."""
        if self.side == GERMAN:
            return self._rank("howitzer")
        rhine, site = self.setting.rhine, site_of(self.setting, self.state)
        busy = (rhine.railway.west, site.west)
        return lambda c: 20 * (min(rhine.distance(c, b) for b in busy) <= 4) + rhine.distance(
            c, rhine.railway.east)  # fmt: skip

    def _rank(self, kind: str) -> Callable[[str], int]:
        """How far an entry is from where a unit of *kind* is wanted."""
        rhine, rows = self.setting.rhine, standing(self.setting, self.state)
        if kind in TO_THE_SITE or not rows:
            west = site_of(self.setting, self.state).west
            return lambda c: rhine.distance(c, west)
        far = rhine.to_heads(rows)
        return lambda c: far.get(c, 99)
