"""Chapter 11: engineers build, repair and lose pontoon bridges."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import Answer, Choice, Outcome, OutcomeField, Pieces, Roll
from wardesk.games.remagen.asked import RemagenQuestion, RemagenThrow
from wardesk.games.remagen.ch08_ludendorff import drown
from wardesk.games.remagen.dice import expected, listed, mean
from wardesk.games.remagen.position import ground, labour, on_board, pontoon, touching
from wardesk.games.remagen.setting import CrossingSite, Setting
from wardesk.games.remagen.state import GERMAN, US, Labour, State, Turn, Unit, steps
from wardesk.games.shared.odds import down
from wardesk.model.look import CaseLook
from wardesk.words import say, say_count

ALL, HALF = say("all"), say("half")
IDLE = Choice("none", say("None of them"), "RB 11.4")


def workable(setting: Setting, state: State, site: CrossingSite) -> bool:
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


def engineers(state: State, site: CrossingSite) -> tuple[Unit, ...]:
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


@steps.asks(Labour, "ask", "asked")
class WhoWorks(RemagenQuestion[Labour]):
    """One, two or three engineers; whoever works does not move (RB 11.4, 11.6)."""

    kind, cite, shape = "labour", "RB 11.4", "pieces"
    text, choices = say("Which engineers work there?"), (IDLE,)

    @cached_property
    def site(self) -> CrossingSite:
        """Where they work."""
        return self.setting.rhine.sites[self.frame.sites[0]]

    @cached_property
    def ready(self) -> tuple[Unit, ...]:
        return engineers(self.state, self.site)

    def asks(self) -> bool:
        return bool(self.frame.sites)

    def most(self) -> int:
        return min(self.setting.tables.constants.most_engineers, len(self.ready))

    def context(self) -> str:
        return say("{place}: {labour} of {all} labour units", place=self.site.row,
                   labour=labour(self.state, self.site.row),
                   all=self.setting.tables.constants.labour)  # fmt: skip

    def about(self) -> tuple[str, ...]:
        return self.site.water

    def script(self, rng: Random) -> Answer:
        """As many as may."""
        return Pieces(self.asked.pieces[: self.asked.most])

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """On to the next site."""
        d.goto("ask", sites=self.frame.sites[1:])

    def picked(self, d: Draft[Setting], answer: Pieces) -> None:
        """They do not move this turn."""
        for piece in answer.pieces:
            d.set(piece, pinned=True)
            unit = d.pieces[piece]
            d.say(say("{unit} works on the bridge", unit=unit.name), "RB 11.4", unit.at)
        d.goto("roll", workers=answer.pieces)


@steps.throws(Labour, "roll", "rolled", "read", "built")
class Built(RemagenThrow[Labour]):
    """One die each; by night half of the points count, fractions lost (RB 11.4, 14.2)."""

    kind, cite, text = "labour", "RB 11.4", say("How much do they build?")
    outcome_cite, outcome_text = "RB 11.5", say("Do the labour units stand?")

    def dice(self) -> Dice:
        site = self.setting.rhine.sites[self.frame.sites[0]]
        return Dice(
            (6,) * len(self.frame.workers),
            (*self.frame.workers, *site.water),
            fields=(OutcomeField("counts", say("How much of it counts"), choices=(ALL, HALF)),),
            inputs={"counts": self.counted},
        )

    @property
    def counted(self) -> str:
        """By night half of the points, else all (RB 14.2)."""
        return HALF if self.setting.night(self.state.tracks["turn"]) else ALL

    def kept(self, roll: Roll) -> Mapping[str, int]:
        points = max(0, sum(roll.dice) + roll.modifier)
        half = roll.input("counts", self.counted) == HALF
        return {"points": down(points, 2) if half else points}

    def outcome(self) -> DiceOutcome:
        text = say_count("{n} labour unit", "{n} labour units", n=self.frame.points)
        fields = (OutcomeField("labour", say("Labour units"), 0, 99),)
        return DiceOutcome({"labour": self.frame.points}, text, fields)

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """They add up from turn to turn; what is over 30 is lost (RB 11.5, 11.8)."""
        row, full = self.frame.sites[0], d.setting.tables.constants.labour
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
        d.goto("ask", sites=self.frame.sites[1:])

    def case(self, answer: Answer | None) -> CaseLook | None:
        """What the engineers may build (RB 11.5, 14.2)."""
        if self.fallen:
            return None
        half = (self.asked.proposed.get("counts") or self.counted) == HALF
        found = expected(len(self.asked.dice), 2 if half else 1, self.plus())
        return CaseLook(
            title=say("Labour units"),
            sum_text=say("{mean:.1f} labour units expected", mean=mean(found)),
            odds=listed(found, lambda n: say_count("{n} labour unit", "{n} labour units", n=n)),
        )


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
