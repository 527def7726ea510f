"""Chapter 2: chits. Command points, and which units act when a chit is drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Choice, Choose, Pieces, Reason, Roll
from wardesk.games.gts.agreed import raid_closes, raid_left
from wardesk.games.gts.asked import AboutItsUnit, GtsQuestion, GtsThrow, OfTurn
from wardesk.games.gts.ch02_command import (
    HELPED,
    HELPER,
    can_pay,
    chiefs,
    in_command,
    independent,
    led_by,
    pay,
    points,
    price,
)
from wardesk.games.gts.ch04_actions import begin_again, can_act_again
from wardesk.games.gts.ch05_fire import best_shot
from wardesk.games.gts.ch13_engineers import dozed, dozing, place, placings
from wardesk.games.gts.ch14_victory import home_of
from wardesk.games.gts.ch15_route import BY_BRIDGE, cut
from wardesk.games.gts.forces import Division, Side
from wardesk.games.gts.one_mug import part_of
from wardesk.games.gts.position import Table, counter, is_night, parked
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ALLIED,
    GERMAN,
    SIDE_NAMES,
    SIDES,
    Activation,
    Fate,
    Turn,
    Unit,
    UnitAction,
    steps,
)
from wardesk.games.shared import cup
from wardesk.words import Spoken, say

D = Draft[Setting]
END = Choice("end", say("End this activation"), "WED SR2")
BOUGHT = "bought"
"""The cup of formation chits that were bought for this turn."""
INDEPENDENTS, ARTILLERY = ".ind", ".art"
"""Ends of the ids of the two formations of a division that have no leader of their own."""
NO_NIGHTS = ("gds", "43")
"""S6.4 Divisions whose formations are not bought for the night."""
PAIRS: tuple[tuple[str, frozenset[str], tuple[str, ...]], ...] = (
    ("101", frozenset(), ("101.ind", "101.art")),
    ("gds", frozenset({"gds.hot", "gds.cold"}), ("gds.ind", "gds.art")),
)
"""S6.2 Two chits of a division bought together, these or any: independents and guns come free."""


def side_of(chit: str) -> str:
    """Whose chit it is: ``allied/division/101``."""
    return chit.split("/", 1)[0]


def kind_of(chit: str) -> tuple[str, str]:
    """``division``, ``formation`` or ``direct``, and of what."""
    kind, _, of = chit.split("/", 1)[1].partition("/")
    return kind, of


def chit_name(setting: Setting, chit: str) -> Spoken:
    """A chit in a sentence."""
    kind, of = kind_of(chit)
    match kind:
        case "division":
            return say("Division chit {name!s}", name=setting.divisions[of].name)
        case "formation":
            return say("Formation chit {name!s}", name=setting.formations[of].name)
        case _:
            return say("Direct command of the {side}", side=SIDE_NAMES[side_of(chit)])


def acting(setting: Setting, table: Table, chit: str) -> tuple[str, ...]:
    """2 The units that a chit lets act."""
    kind, of = kind_of(chit)
    found: list[str] = []
    for unit in table.pieces.values():
        if unit.side != side_of(chit) or not (unit.at in setting.beside or parked(unit)):
            continue
        if _acts(setting, table, unit, kind, of):
            found.append(unit.id)
    return tuple(found)


def _acts(setting: Setting, table: Table, unit: Unit, kind: str, of: str) -> bool:
    figures = counter(setting, unit)
    formation = setting.formations[figures.formation]
    loose = independent(setting, unit)
    if unit.on:
        return False  # S4.3
    if kind == "division":
        return formation.division == of
    if kind == "direct":
        return not figures.leads and can_pay(setting, table, unit)
    if figures.formation == of and (formation.independent or not loose):
        return in_command(setting, table, unit)
    if not loose or formation.division != setting.formations[of].division:
        return False
    if of == f"{formation.division}{INDEPENDENTS}" and not formation.id.endswith(ARTILLERY):
        return in_command(setting, table, unit)  # S6.5
    return parked(unit) or any(led_by(setting, c, unit) for c in chiefs(setting, table, of))


# ---- buying -------------------------------------------------------------------------------------


def barred_at_night(setting: Setting, table: Table, chit: str) -> bool:
    """S6.4 Formations of the Guards and the 43rd do not play at night."""
    kind, of = kind_of(chit)
    bars = kind == "formation" and setting.formations[of].division in NO_NIGHTS
    return bars and is_night(setting, table)


def plays(setting: Setting, table: Table, chit: str, bought: Collection[str]) -> bool:
    """2 Whether a chit of the scenario goes into the mug: formation chits where they are bought."""
    kind, _ = kind_of(chit)
    if kind == "direct":
        return setting.options.mug == "printed"
    if barred_at_night(setting, table, chit):
        return False
    return kind == "division" or not setting.scenario.buying or chit in bought


def for_sale(setting: Setting, table: Table, side: str) -> tuple[str, ...]:
    """2, N2 Formation chits that a side can buy: paid for, led on the map, not bought yet."""
    found: list[str] = []
    for row in setting.scenario.chits.get(_side(side), ()):
        chit = f"{side}/{row}"
        kind, of = kind_of(chit)
        if kind != "formation" or chit in table.cups.get(BOUGHT, ()):
            continue
        formation = setting.formations[of]
        if table.marks.get("turn/first") == chit or barred_at_night(setting, table, chit):
            continue
        there = any(
            counter(setting, unit).formation == of
            and unit.at in setting.beside
            and (formation.independent or counter(setting, unit).leads)
            for unit in table.pieces.values()
        )
        if there and _buys(setting, table, _purse(setting, table, of)):
            found.append(chit)
    return tuple(found)


def _purse(setting: Setting, table: Table, formation: str) -> str:
    """The dispatch points that buy a formation's chit: for the 231st also the Guards' (S6.10)."""
    own = f"dp/{setting.formations[formation].division}"
    helped = formation == HELPED and not _buys(setting, table, own)
    return f"dp/{HELPER}" if helped else own


def _buys(setting: Setting, table: Table, purse: str) -> bool:
    """Whether a track is there and has points enough for a chit."""
    return purse in table.tracks and table.tracks[purse] >= setting.tables.dispatch.chit


def _side(side: str) -> Side:
    return "allied" if side == ALLIED else "german"


@steps.asks(Turn, "buy", "bought")
class WhichChitIsBought(OfTurn):
    """2 Each side buys formation chits with the dispatch points of their divisions."""

    kind, cite, text = "buy", "WED SR2", say("Buy which chit?")

    @cached_property
    def offer(self) -> tuple[str, tuple[str, ...]]:
        """The side that buys, and what it can buy."""
        for side in SIDES if self.setting.scenario.buying else ():
            found = () if side in self.frame.left else for_sale(self.setting, self.state, side)
            if found:
                return side, found
        return "", ()

    def asks(self) -> bool:
        return bool(self.offer[0])

    def who(self) -> str:
        return self.offer[0]

    def buttons(self) -> tuple[Choice, ...]:
        side, found = self.offer
        enough = Choice(f"enough/{side}", say("Buy no more"), "WED SR2")
        return (enough, *(Choice(c, chit_name(self.setting, c), "WED SR2") for c in found))

    def pressed(self, d: D, key: str) -> None:
        """2, S6.2 Paid for; a pair brings the independents and guns of its division for nothing."""
        if key.startswith("enough/"):
            return d.goto("buy", left=(*self.frame.left, key.partition("/")[2]))
        of = kind_of(key)[1]
        division = d.setting.formations[of].division
        d.count(_purse(d.setting, d, of), -d.setting.tables.dispatch.chit)
        d.cup(BOUGHT, sorted((*d.cups.get(BOUGHT, ()), key)))
        d.say(say("{chit} was bought", chit=chit_name(d.setting, key)), "WED SR2")
        for free in discounts(d.setting, d, division):
            cup.put(d, BOUGHT, free)
            d.say(say("{chit} comes free", chit=chit_name(d.setting, free)), "WED S6.2")
        return d.goto("buy")

    def script(self, rng: Random) -> Answer:
        """Whatever there is a point for."""
        choices = self.asked.choices
        return Choose(choices[min(1, len(choices) - 1)].key)


def discounts(setting: Setting, table: Table, division: str) -> Iterator[str]:
    """S6.2 Chits that the two of a division that were bought bring for nothing."""
    side = setting.divisions[division].side
    have = [chit for chit in table.cups.get(BOUGHT, ()) if side_of(chit) == side]
    for name, pair, free in PAIRS:
        paid = {
            of
            for of in (kind_of(chit)[1] for chit in have)
            if setting.formations[of].division == division and of not in free
        }
        if name != division or len(paid) < 2 or not pair <= paid:
            continue
        for of in free:
            chit = f"{side}/formation/{of}"
            listed = f"formation/{of}" in setting.scenario.chits.get(_side(side), ())
            if listed and chit not in have:
                yield chit


# ---- an activation ------------------------------------------------------------------------------


@steps(Activation, "begin")
def begin(d: D, _: Activation, __: None) -> None:
    """2 Everybody is fresh; a division's chit brings command points first."""
    for unit in tuple(d.pieces.values()):
        if unit.acted or unit.again:
            d.set(unit.id, acted=False, again=False)
    d.goto("bring")


@steps(Activation, "bring")
def bring(d: D, frame: Activation, _: None) -> None:
    """S5.2 The raid closes the road once more; 4.3.3 it may be checked; N1 then command points."""
    kind, of = kind_of(frame.chit)
    if kind == "division" and d.marks.get("raid") and raid_closes(of, d.tracks.get("raid", 0)):
        for track in ("route/closed", "route/raid"):
            d.count(track)
        d.say(say("The ruins of Eindhoven close the road"), "WED S5.2")
    if kind == "division" and of == "gds" and checks_of(d.setting, d):
        return d.goto("status")
    return d.goto("command")


def checks_of(setting: Setting, table: Table) -> int:
    """4.3.3 What the markers that have not been used yet count in a check of the road."""
    by_check = table.marks.get("route/cut") not in (None, BY_BRIDGE)
    if not setting.scenario.status_checks or by_check:
        return 0
    attacked = table.tracks.get("route/attacked", 0) - table.tracks.get("route/used/attacked", 0)
    closed = table.tracks.get("route/closed", 0) - table.tracks.get("route/used/closed", 0)
    return attacked + 2 * closed


@steps.asks(Activation, "status", "status_known")
class RoadIsChecked(GtsQuestion[Activation]):
    """4.3.3 The Germans may try to cut the road when the Guards are drawn."""

    kind, cite, text = "status", "WED 4.3.3", say("Is the road checked?")
    next_step, usual = "command", -1

    def who(self) -> str:
        return GERMAN

    def buttons(self) -> tuple[Choice, ...]:
        count = checks_of(self.setting, self.state)
        return (
            Choice("no", say("Keep the markers"), "WED 4.3.3"),
            Choice("yes", say("Check: {count} or less cuts it", count=count), "WED 4.3.3"),
        )

    def pressed(self, d: D, key: str) -> None:
        if key == "no":
            return self.passed(d)
        return RoadCheck(d.setting, d.state, self.frame).put(d, "status_rolled")


@steps.answers(Activation, "status_rolled")
class RoadCheck(GtsThrow[Activation]):
    """4.3.3, S6.1.2 Cut until 1900; all markers are used, whatever comes of it."""

    kind, cite, text = "status", "WED 4.3.3", say("Is the road cut?")

    def context(self) -> str:
        return say("{n} or less", n=checks_of(self.setting, self.state))

    def answered(self, d: D, answer: Roll) -> None:
        if answer.dice[0] <= checks_of(d.setting, d):
            cut(d, "")
        else:
            d.say(say("Club Route stays open"), "WED 4.3.3")
        for kind in ("attacked", "closed"):
            d.track(f"route/used/{kind}", d.tracks.get(f"route/{kind}", 0))
        d.goto("command")


class OfDivision(GtsQuestion[Activation]):
    """A question about the division whose chit was drawn."""

    @property
    def division(self) -> Division:
        """Whose chit it is."""
        return self.setting.divisions[kind_of(self.frame.chit)[1]]

    def context(self) -> str:
        return self.division.name

    def gained(self, d: D, track: str, gain: int, most: int) -> None:
        """Points of the division, no less than none and no more than it keeps."""
        d.track(track, min(max(d.tracks.get(track, 0) + gain, 0), most))


@steps.asks(Activation, "command", "points")
class CommandPoints(OfDivision, GtsThrow[Activation]):
    """N1 Unspent points stay, up to the most that a division keeps."""

    kind, cite, text = "command-points", "WED N1", say("How many command points?")
    next_step = "muster"

    def asks(self) -> bool:
        return kind_of(self.frame.chit)[0] == "division" and self.setting.scenario.rolls

    def answered(self, d: D, answer: Roll) -> None:
        mug, track = d.setting.scenario.mug, f"cp/{self.division.id}"
        found = part_of(mug, self.division.id, answer.dice[0])
        self.gained(d, track, found, d.setting.tables.figures.most_points)
        text = say("{division} has {points} command points", division=self.division.name,
                   points=d.tracks[track])  # fmt: skip
        d.say(text, "WED N1", None, say("rolled {roll}", roll=answer.dice[0]))
        d.goto("dispatch" if d.setting.scenario.buying else "muster")


@steps.asks(Activation, "dispatch", "dispatched")
class DispatchPoints(OfDivision, GtsThrow[Activation]):
    """N2 At the division's rating or less one more, at nought two, at nine one less."""

    kind, cite, text = "dispatch-points", "WED N2", say("How many dispatch points?")

    def answered(self, d: D, answer: Roll) -> None:
        of, row, roll = self.division.id, d.setting.tables.dispatch, answer.dice[0]
        gain = 2 if roll == 0 else -1 if roll == 9 else int(roll <= row.ratings.get(of, row.usual))
        gain = part_of(d.setting.scenario.mug, of, gain)
        self.gained(d, f"dp/{of}", gain, row.most)
        text = say("{division} has {points} dispatch points", division=self.division.name,
                   points=d.tracks[f"dp/{of}"])  # fmt: skip
        d.say(text, "WED N2", None, say("rolled {roll}", roll=roll))
        d.goto("quell")


@steps.asks(Activation, "quell", "quelled")
class PaidAgainstTheRaid(OfDivision):
    """S5.2 Dispatch points of the division whose chit this is put out the fires of the raid."""

    kind, cite, text = "quell", "WED S5.2", say("Is a point paid against the raid?")
    next_step, usual = "muster", -1

    @property
    def left(self) -> int:
        """What is still to be paid."""
        return raid_left(self.state.tracks.get("raid", 0))

    def who(self) -> str:
        return self.division.side

    def asks(self) -> bool:
        most = min(self.left, self.state.tracks.get(f"dp/{self.division.id}", 0))
        return self.who() != GERMAN and bool(self.state.marks.get("raid")) and most >= 1

    def buttons(self) -> tuple[Choice, ...]:
        paid = say("Pay a dispatch point: {left} to go", left=self.left)
        return Choice("no", say("Pay nothing"), "WED S5.2"), Choice("pay", paid, "WED S5.2")

    def pressed(self, d: D, key: str) -> None:
        """S5.2 In as many parts as one likes."""
        if key == "no":
            return self.passed(d)
        d.count(f"dp/{self.division.id}", -1)
        d.count("raid")
        return d.goto("quell")


@steps(Activation, "muster")
def muster(d: D, frame: Activation, _: None) -> None:
    """2 Who may act by this chit."""
    d.goto("choose", waiting=acting(d.setting, d, frame.chit))


@steps.asks(Activation, "choose", "chosen")
class WhichUnitActs(GtsQuestion[Activation]):
    """2 One unit after the other, in any order; bridges are mended in between."""

    kind, cite, text, shape = "unit", "WED SR2", say("Which unit acts?"), "pieces"

    def pieces(self) -> tuple[str, ...]:
        return self.ready

    @cached_property
    def ready(self) -> tuple[str, ...]:
        return tuple(name for name in self.frame.waiting if self._can_act(self.state.pieces[name]))

    def _can_act(self, unit: Unit) -> bool:
        there = unit.at in self.setting.beside or parked(unit)
        direct = kind_of(self.frame.chit)[0] == "direct"
        paid = not direct or can_pay(self.setting, self.state, unit)
        return there and not unit.acted and not unit.on and paid

    @cached_property
    def placing(self) -> tuple[Choice, ...]:
        """2.11, 2.15.7 One bridging unit or bulldozer in an impulse of its division."""
        kind, of = kind_of(self.frame.chit)
        if kind != "division" or self.frame.side != ALLIED:
            return ()
        if not self.setting.scenario.bailey and "dozers" not in self.state.tracks:
            return ()
        found = placings(self.setting, self.state, of)
        bridged = self.frame.bridged
        return tuple(c for c in found if not (bridged and c.key.startswith("bailey/")))

    def asks(self) -> bool:
        return bool(self.ready or self.placing)

    def tag(self) -> str:
        return self.kind if self.ready else "place"

    def prompt(self) -> str:
        return self.text if self.ready else say("Is a bridge mended?")

    def rule(self) -> str:
        return self.cite if self.ready else "WED 2.15.7"

    def context(self) -> str:
        return chit_name(self.setting, self.frame.chit)

    def buttons(self) -> tuple[Choice, ...]:
        return (*self.placing, END)

    def pressed(self, d: D, key: str) -> None:
        if key == END.key:
            return d.done()
        place(d, key)
        kind, unit, bridge = key.split("/", 2)
        if kind == "bailey":  # placing it is its action, and a second one may follow
            return d.goto("acted", bridged=True, unit=unit)
        return d.goto("doze", unit=bridge)  # 2.11 knows no limit in an impulse

    def picked(self, d: D, answer: Pieces) -> None:
        frame, unit = self.frame, d.pieces[answer.pieces[0]]
        if kind_of(frame.chit)[0] == "direct":
            pay(d, unit)
        waiting = tuple(name for name in frame.waiting if name != unit.id)
        d.goto("acted", waiting=waiting, unit=unit.id, start=unit.at or "")
        d.call(_action(frame, unit.id), "acted")
        if unit.untested:
            d.call(Fate(step="roll", unit=unit.id), "order")

    def forecast(self, answer: Answer) -> Sequence[Reason]:
        """2 By direct command each unit is paid for as it is picked."""
        direct = kind_of(self.frame.chit)[0] == "direct"
        if not direct or not isinstance(answer, Pieces) or not answer.pieces:
            return ()
        unit = self.state.pieces[answer.pieces[0]]
        told = say("{n} of {of} command points", n=price(self.setting, self.state, unit),
                   of=points(self.setting, self.state, unit))  # fmt: skip
        return (Reason(told, "WED SR2", "note", unit.at),)

    def script(self, rng: Random) -> Answer | None:
        """A bridge is mended first; then whoever can fire best goes, leaders last."""
        keys = (choice.key for choice in self.asked.choices)
        placing = next((key for key in keys if key.startswith(("bailey/", "dozer/"))), "")
        if placing or not self.asked.pieces:
            return Choose(placing) if placing else None

        def worth(name: str) -> tuple[float, str]:
            unit = self.state.pieces[name]
            leads = counter(self.setting, unit).leads
            return (-1.0 if leads else best_shot(self.setting, self.state, unit)[0], name)

        return Pieces((max(self.asked.pieces, key=worth),))


@steps.asks(Activation, "doze", "dozed")
class Bulldozer(GtsThrow[Activation]):
    """2.11 The bulldozer's die: mended, or men at work."""

    kind, cite, text = "bulldozer", "WED 2.11", say("Is the bridge mended?")

    def context(self) -> str:
        return say("{n} or less", n=dozing(self.setting, self.state, self.frame.unit))

    def about(self) -> tuple[str, ...]:
        return self.setting.bridges[self.frame.unit].between

    def answered(self, d: D, answer: Roll) -> None:
        dozed(d, self.frame.unit, answer.dice[0])
        d.goto("choose", unit="")


def _action(frame: Activation, unit: str, *, again: bool = False) -> UnitAction:
    return UnitAction(step="order", unit=unit, chit=frame.chit.split("/", 1)[1], again=again)


@steps.asks(Activation, "acted", "again")
class ActsAgain(AboutItsUnit[Activation]):
    """4 A second action, right away, for a command point."""

    kind, cite, text = "second-action", "WED SR4", say("Does it act once more?")
    choices = (
        Choice("no", say("No second action"), "WED SR4"),
        Choice("again", say("Pay a command point: act once more"), "WED SR4"),
    )

    def who(self) -> str:
        return self.frame.side

    def asks(self) -> bool:
        return can_act_again(self.setting, self.state, self.unit)

    def passed(self, d: D) -> None:
        d.goto("choose", unit="")

    def pressed(self, d: D, key: str) -> None:
        if key == "no":
            return self.passed(d)
        begin_again(d, self.unit)
        return d.call(_action(self.frame, self.unit.id, again=True), "acted")

    def script(self, rng: Random) -> Answer:
        """A point is paid for who has to come home."""
        setting, unit = self.setting, self.unit
        must = any(r.unit == unit.id for a in setting.scenario.victory for r in a.stand)
        away = must and unit.at not in home_of(setting, self.state, unit)
        return Choose("again" if away and "again" in self.open_keys else "no")
