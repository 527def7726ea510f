"""Chapter 11: engineers build, repair and lose pontoon bridges."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Outcome, OutcomeField, Pieces, Roll
from wardesk.games.remagen.ch08_ludendorff import drown
from wardesk.games.remagen.position import ground, labour, on_board, pontoon, touching
from wardesk.games.remagen.setting import Setting, Site
from wardesk.games.remagen.state import GERMAN, US, Labour, State, Turn, Unit, steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.games.shared.odds import down
from wardesk.words import say, say_count

ALL, HALF = say("all"), say("half")
IDLE = Choice("none", say("None of them"), "RB 11.4")


def workable(setting: Setting, state: State, site: Site) -> bool:
    """Whether engineers may build or repair there (RB 11.2, 11.3).

    Before the first labour unit Americans must have passed both bridgeheads; at any time neither
    may be in a hostile zone. The railway bridge leaves no room in its own row (RB N13).
    """
    if site.row == setting.rhine.railway.row:
        return False
    if labour(state, site.row) >= setting.tables.constants.labour:
        return False
    near, held = touching(setting, state), ground(state, GERMAN)
    if any(cell in held for bank in site.banks for cell in (bank, *near[bank])):
        return False
    begun = labour(state, site.row) > 0
    return begun or all(f"{bank}/visited" in state.marks for bank in site.banks)


def engineers(state: State, site: Site) -> tuple[Unit, ...]:
    """Engineers in either bridgehead sector (RB 11.4)."""
    return tuple(
        u for u in on_board(state, US)
        if u.kind == "engineers" and u.at in site.banks and not u.carrier
    )  # fmt: skip


@steps(Turn, "labour")
def begin(d: Draft[Setting], _: Turn, __: None) -> None:
    """At the beginning of the American turn, site after site (RB 11.4)."""
    sites = tuple(
        site.row for site in d.setting.rhine.sites.values()
        if engineers(d.state, site) and workable(d.setting, d.state, site)
    )  # fmt: skip
    if not sites:
        return d.goto("drop")
    return d.call(Labour(step="ask", sites=sites), "drop")


@steps(Labour, "ask")
def who_works(d: Draft[Setting], frame: Labour, _: None) -> None:
    """One, two or three engineers; whoever works does not move (RB 11.4, 11.6)."""
    if not frame.sites:
        return d.done()
    site = d.setting.rhine.sites[frame.sites[0]]
    units = tuple(u.id for u in engineers(d.state, site))
    question = Question("labour", say("Which engineers work there?"), "RB 11.4", "asked")
    most = min(d.setting.tables.constants.most_engineers, len(units))
    context = say("{place}: {labour} of {all} labour units", place=site.row,
                  labour=labour(d.state, site.row),
                  all=d.setting.tables.constants.labour)  # fmt: skip
    return ask.pick_pieces(
        d, US, question, units, context, most=most, choices=(IDLE,), about=site.water
    )


@steps(Labour, "asked")
def asked(d: Draft[Setting], frame: Labour, answer: Pieces | Choose) -> None:
    """They do not move this turn."""
    if isinstance(answer, Choose):
        return d.goto("ask", sites=frame.sites[1:])
    for piece in answer.pieces:
        d.set(piece, pinned=True)
        unit = d.pieces[piece]
        d.say(say("{unit} works on the bridge", unit=unit.name), "RB 11.4", unit.at)
    return d.goto("roll", workers=answer.pieces)


@steps(Labour, "roll")
def roll(d: Draft[Setting], frame: Labour, _: None) -> None:
    """One die each."""
    site = d.setting.rhine.sites[frame.sites[0]]
    d.roll(
        "labour", say("How much do they build?"), "RB 11.4", "rolled",
        dice=(6,) * len(frame.workers), about=(*frame.workers, *site.water),
        fields=(OutcomeField("counts", say("How much of it counts"), choices=(ALL, HALF)),),
        inputs={"counts": counted(d.setting, d.tracks["turn"])}, sums=True,
    )  # fmt: skip


def counted(setting: Setting, turn: int) -> str:
    """By night half of the points, else all (RB 14.2)."""
    return HALF if setting.night(turn) else ALL


@steps(Labour, "rolled")
def rolled(d: Draft[Setting], _: Labour, answer: Roll) -> None:
    """By night half of the points count, fractions lost (RB 14.2)."""
    points = max(0, sum(answer.dice) + answer.modifier)
    half = answer.input("counts", counted(d.setting, d.tracks["turn"])) == HALF
    d.goto("read", points=down(points, 2) if half else points)


@steps(Labour, "read")
def read(d: Draft[Setting], frame: Labour, _: None) -> None:
    """So many labour units."""
    text = say_count("{n} labour unit", "{n} labour units", n=frame.points)
    d.outcome(
        {"labour": frame.points}, "built", kind="labour", prompt=say("Do the labour units stand?"),
        cite="RB 11.5", summary=text,
        fields=(OutcomeField("labour", say("Labour units"), 0, 99),),
    )  # fmt: skip


@steps(Labour, "built")
def built(d: Draft[Setting], frame: Labour, answer: Outcome) -> None:
    """They add up from turn to turn; what is over 30 is lost (RB 11.5, 11.8)."""
    row, full = frame.sites[0], d.setting.tables.constants.labour
    total = min(full, labour(d.state, row) + int(answer.value["labour"] or 0))
    d.track(f"labour {row}", total)
    place = d.setting.rhine.sites[row].water[0]
    text = say("The pontoon bridge in row {row!s} stands at {total} of {all}", row=row,
               total=total, all=full)  # fmt: skip
    d.say(text, "RB 11.5", place)
    if total >= full and not pontoon(d.state, row):
        d.mark(f"{row}/pontoon", d.tracks["turn"])
        text = say("The pontoon bridge in row {row!s} was completed", row=row)
        d.say(text, "RB 11.8", place)
    d.goto("ask", sites=frame.sites[1:])


def damage(d: Draft[Setting], row: str, points: int) -> None:
    """Take *points* off a bridge; it stays usable until nothing is left (RB 11.9 to 11.11)."""
    left = max(0, labour(d.state, row) - points)
    site = d.setting.rhine.sites[row]
    d.track(f"labour {row}", left)
    text = say("The pontoon bridge in row {row!s} stands at {total} of {all}", row=row, total=left,
               all=d.setting.tables.constants.labour)  # fmt: skip
    d.say(text, "RB 11.9", site.water[0])
    if left or not pontoon(d.state, row):
        return
    d.mark(f"{row}/pontoon", None)
    text = say("The pontoon bridge in row {row!s} was destroyed", row=row)
    d.say(text, "RB 11.11", site.water[0])
    drown(d, site.water, "RB 11.11")
