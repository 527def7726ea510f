"""Chapter 2: chits. Command points, and which units act when a chit is drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Pieces, Roll
from wardesk.games.gts.agreed import raid_closes, raid_left
from wardesk.games.gts.ch02_command import (
    HELPED,
    HELPER,
    can_pay,
    in_command,
    independent,
    leaders,
    led_by,
    pay,
)
from wardesk.games.gts.ch04_actions import begin_again, can_act_again
from wardesk.games.gts.ch13_engineers import dozed, dozing, place, placings
from wardesk.games.gts.ch15_route import BY_BRIDGE, cut
from wardesk.games.gts.forces import Side
from wardesk.games.gts.position import Table, counter, is_night, parked, unit_name
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
    onward,
    steps,
)
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
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
    chief = [
        leader
        for leader in leaders(setting, table, formation.division)
        if counter(setting, leader).formation == of
    ]
    return parked(unit) or any(led_by(setting, leader, unit) for leader in chief)


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


@steps(Turn, "buy")
def buy(d: D, frame: Turn, _: None) -> None:
    """2 Each side buys formation chits with the dispatch points of their divisions."""
    if not d.setting.scenario.buying:
        return onward(d, "buy")
    for side in SIDES:
        found = for_sale(d.setting, d, side)
        if side in frame.left or not found:
            continue
        question = AskedQuestion("buy", say("Buy which chit?"), "WED SR2", "bought")
        choices = [Choice(f"enough/{side}", say("Buy no more"), "WED SR2")]
        choices += [Choice(chit, chit_name(d.setting, chit), "WED SR2") for chit in found]
        return ask.choose(d, side, question, tuple(choices))
    return onward(d, "buy")


@steps(Turn, "bought")
def bought(d: D, frame: Turn, answer: Choose) -> None:
    """2, S6.2 Paid for; a pair brings the independents and guns of its division for nothing."""
    if answer.key.startswith("enough/"):
        return d.goto("buy", left=(*frame.left, answer.key.partition("/")[2]))
    of = kind_of(answer.key)[1]
    division = d.setting.formations[of].division
    d.count(_purse(d.setting, d, of), -d.setting.tables.dispatch.chit)
    d.cup(BOUGHT, sorted((*d.cups.get(BOUGHT, ()), answer.key)))
    d.say(say("{chit} was bought", chit=chit_name(d.setting, answer.key)), "WED SR2")
    for free in discounts(d.setting, d, division):
        cup.put(d, BOUGHT, free)
        d.say(say("{chit} comes free", chit=chit_name(d.setting, free)), "WED S6.2")
    return d.goto("buy")


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


@steps(Activation, "status")
def status(d: D, _: Activation, __: None) -> None:
    """4.3.3 The Germans may try to cut the road when the Guards are drawn."""
    count = checks_of(d.setting, d)
    question = AskedQuestion("status", say("Is the road checked?"), "WED 4.3.3", "status_known")
    choices = (
        Choice("no", say("Keep the markers"), "WED 4.3.3"),
        Choice("yes", say("Check: {count} or less cuts it", count=count), "WED 4.3.3"),
    )
    ask.choose(d, GERMAN, question, choices)


@steps(Activation, "status_known")
def status_known(d: D, _: Activation, answer: Choose) -> None:
    """4.3.3 All markers are used, whatever comes of it."""
    if answer.key == "no":
        return d.goto("command")
    return d.roll("status", say("Is the road cut?"), "WED 4.3.3", "status_rolled", dice=(10,),
                  lowest=0, context=say("{n} or less", n=checks_of(d.setting, d)))  # fmt: skip


@steps(Activation, "status_rolled")
def status_rolled(d: D, _: Activation, answer: Roll) -> None:
    """4.3.3, S6.1.2 Cut until 1900."""
    if answer.dice[0] <= checks_of(d.setting, d):
        cut(d, "")
    else:
        d.say(say("Club Route stays open"), "WED 4.3.3")
    for kind in ("attacked", "closed"):
        d.track(f"route/used/{kind}", d.tracks.get(f"route/{kind}", 0))
    d.goto("command")


@steps(Activation, "command")
def command(d: D, frame: Activation, _: None) -> None:
    """N1 The die."""
    kind, of = kind_of(frame.chit)
    if kind != "division" or not d.setting.scenario.rolls:
        return d.goto("muster")
    name = d.setting.divisions[of].name
    return d.roll(
        "command-points",
        say("How many command points?"),
        "WED N1",
        "points",
        dice=(10,),
        lowest=0,
        context=name,
    )


@steps(Activation, "points")
def points(d: D, frame: Activation, answer: Roll) -> None:
    """N1 Unspent points stay, up to the most that a division keeps."""
    _, of = kind_of(frame.chit)
    most = d.setting.tables.figures.most_points
    track, found = f"cp/{of}", answer.dice[0]
    d.track(track, min(d.tracks.get(track, 0) + found, most))
    name = d.setting.divisions[of].name
    text = say("{division} has {points} command points", division=name, points=d.tracks[track])
    d.say(text, "WED N1", None, say("rolled {roll}", roll=found))
    d.goto("dispatch" if d.setting.scenario.buying else "muster")


@steps(Activation, "dispatch")
def dispatch(d: D, frame: Activation, _: None) -> None:
    """N2 A die of dispatch points."""
    _kind, of = kind_of(frame.chit)
    name = d.setting.divisions[of].name
    d.roll("dispatch-points", say("How many dispatch points?"), "WED N2", "dispatched",
           dice=(10,), lowest=0, context=name)  # fmt: skip


@steps(Activation, "dispatched")
def dispatched(d: D, frame: Activation, answer: Roll) -> None:
    """N2 At the division's rating or less one more, at nought two, at nine one less."""
    _, of = kind_of(frame.chit)
    row, roll = d.setting.tables.dispatch, answer.dice[0]
    gain = 2 if roll == 0 else -1 if roll == 9 else int(roll <= row.ratings.get(of, row.usual))
    track = f"dp/{of}"
    d.track(track, min(max(d.tracks.get(track, 0) + gain, 0), row.most))
    name = d.setting.divisions[of].name
    text = say("{division} has {points} dispatch points", division=name, points=d.tracks[track])
    d.say(text, "WED N2", None, say("rolled {roll}", roll=roll))
    d.goto("quell")


@steps(Activation, "quell")
def quell(d: D, frame: Activation, _: None) -> None:
    """S5.2 Dispatch points of the division whose chit this is put out the fires of the raid."""
    of = kind_of(frame.chit)[1]
    side = d.setting.divisions[of].side
    left = raid_left(d.tracks.get("raid", 0))
    most = min(left, d.tracks.get(f"dp/{of}", 0))
    if side == GERMAN or not d.marks.get("raid") or most < 1:
        return d.goto("muster")
    question = AskedQuestion(
        "quell", say("Is a point paid against the raid?"), "WED S5.2", "quelled"
    )
    choices = (
        Choice("no", say("Pay nothing"), "WED S5.2"),
        Choice("pay", say("Pay a dispatch point: {left} to go", left=left), "WED S5.2"),
    )
    return ask.choose(d, side, question, choices, d.setting.divisions[of].name)


@steps(Activation, "quelled")
def quelled(d: D, frame: Activation, answer: Choose) -> None:
    """S5.2 In as many parts as one likes."""
    if answer.key == "no":
        return d.goto("muster")
    d.count(f"dp/{kind_of(frame.chit)[1]}", -1)
    d.count("raid")
    return d.goto("quell")


@steps(Activation, "muster")
def muster(d: D, frame: Activation, _: None) -> None:
    """2 Who may act by this chit."""
    d.goto("choose", waiting=acting(d.setting, d, frame.chit))


@steps(Activation, "choose")
def choose(d: D, frame: Activation, _: None) -> None:
    """2 One unit after the other, in any order."""
    direct = kind_of(frame.chit)[0] == "direct"
    waiting = tuple(
        name
        for name in frame.waiting
        if _can_act(d, d.pieces[name]) and (not direct or can_pay(d.setting, d, d.pieces[name]))
    )
    placing = _placing(d, frame)
    if not waiting and not placing:
        return d.done()
    if not waiting:
        question = AskedQuestion("place", say("Is a bridge mended?"), "WED 2.15.7", "chosen")
        return ask.choose(
            d, frame.side, question, (*placing, END), chit_name(d.setting, frame.chit)
        )
    question = AskedQuestion("unit", say("Which unit acts?"), "WED SR2", "chosen")
    context = chit_name(d.setting, frame.chit)
    return ask.pick_pieces(d, frame.side, question, waiting, context,
                           choices=(*placing, END))  # fmt: skip


def _placing(d: D, frame: Activation) -> tuple[Choice, ...]:
    """2.11, 2.15.7 One bridging unit or bulldozer in an impulse of its division."""
    kind, of = kind_of(frame.chit)
    if kind != "division" or frame.side != ALLIED:
        return ()
    if not d.setting.scenario.bailey and "dozers" not in d.tracks:
        return ()
    found = placings(d.setting, d, of)
    return tuple(c for c in found if not (frame.bridged and c.key.startswith("bailey/")))


def _can_act(d: D, unit: Unit) -> bool:
    return not unit.acted and not unit.on and (unit.at in d.setting.beside or parked(unit))


@steps(Activation, "chosen")
def chosen(d: D, frame: Activation, answer: Pieces | Choose) -> None:
    """2 Its action; direct command costs a command point."""
    if isinstance(answer, Choose) and answer.key == END.key:
        return d.done()
    if isinstance(answer, Choose):
        place(d, answer.key)
        kind, unit, bridge = answer.key.split("/", 2)
        if kind == "bailey":  # placing it is its action, and a second one may follow
            return d.goto("acted", bridged=True, unit=unit)
        return d.goto("doze", unit=bridge)  # 2.11 knows no limit in an impulse
    unit = d.pieces[answer.pieces[0]]
    kind, _ = kind_of(frame.chit)
    if kind == "direct":
        pay(d, unit)
    waiting = tuple(name for name in frame.waiting if name != unit.id)
    d.goto("acted", waiting=waiting, unit=unit.id, start=unit.at or "")
    d.call(_action(frame, unit.id), "acted")
    return d.call(Fate(step="roll", unit=unit.id), "order") if unit.untested else None


@steps(Activation, "doze")
def doze(d: D, frame: Activation, _: None) -> None:
    """2.11 The bulldozer's die."""
    bridge = frame.unit
    least = say("{n} or less", n=dozing(d.setting, d, bridge))
    d.roll("bulldozer", say("Is the bridge mended?"), "WED 2.11", "dozed", dice=(10,), lowest=0,
           context=least, about=d.setting.bridges[bridge].between)  # fmt: skip


@steps(Activation, "dozed")
def known_dozed(d: D, frame: Activation, answer: Roll) -> None:
    """2.11 Mended, or men at work."""
    dozed(d, frame.unit, answer.dice[0])
    d.goto("choose", unit="")


def _action(frame: Activation, unit: str, *, again: bool = False) -> UnitAction:
    return UnitAction(step="order", unit=unit, chit=frame.chit.split("/", 1)[1], again=again)


@steps(Activation, "acted")
def acted(d: D, frame: Activation, _: None) -> None:
    """4 A second action, right away, for a command point."""
    unit = d.pieces[frame.unit]
    if not can_act_again(d.setting, d, unit):
        return d.goto("choose", unit="")
    question = AskedQuestion("second-action", say("Does it act once more?"), "WED SR4", "again")
    choices = (
        Choice("no", say("No second action"), "WED SR4"),
        Choice("again", say("Pay a command point: act once more"), "WED SR4"),
    )
    context = unit_name(d.setting, unit)
    return ask.choose(d, frame.side, question, choices, context, about=(unit.id,))


@steps(Activation, "again")
def again(d: D, frame: Activation, answer: Choose) -> None:
    """4 Paid for, or the next unit."""
    if answer.key == "no":
        return d.goto("choose", unit="")
    unit = d.pieces[frame.unit]
    begin_again(d, unit)
    return d.call(_action(frame, unit.id, again=True), "acted")
