"""Chapter 10: hits on vehicles, guns and men, and on a pontoon bridge."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import Answer, Choice, Choose, Outcome, OutcomeField, Roll
from wardesk.games.remagen.asked import RemagenQuestion, RemagenThrow
from wardesk.games.remagen.ch11_engineers import damage
from wardesk.games.remagen.dice import expected, listed, mean
from wardesk.games.remagen.loads import lose
from wardesk.games.remagen.position import at, men
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, KIND_NAMES, Hits, State, Unit, steps
from wardesk.games.shared.odds import down
from wardesk.model.look import CaseLook, InputLine
from wardesk.words import say, say_count


def eligible(setting: Setting, state: State, frame: Hits) -> tuple[list[Unit], list[Unit]]:
    """Men, then vehicles and guns, that the next hit may fall on (RB 9.7, 9.8).

    Whatever has no greater combat value than the fire must be gone first.
    """
    here = at(state, frame.cell, ENEMY[frame.side])
    troops, _ = men(here)
    pool = _smaller(setting, frame, [u for u in here if not u.figures or u in troops or not troops])
    trays = [u for u in pool if u.figures]
    return trays, [u for u in pool if not u.figures]


def _smaller(setting: Setting, frame: Hits, units: list[Unit]) -> list[Unit]:
    """Those of *units* with no greater combat value than the fire, or all if there are none."""
    return [u for u in units if setting.row(u).value <= frame.against] or units


@steps.asks(Hits, "choose", "chosen")
class WhereHitsFall(RemagenQuestion[Hits]):
    """The side that fired chooses what its hits fall on (RB 9.6).

    Where men stand before something bigger, it says how many hits to roll for them at a time: what
    they do not need falls on the others once the men are gone (RB 9.7).
    """

    kind, cite, text = "hits", "RB 9.6", say("Where do the hits fall?")

    @cached_property
    def eligible(self) -> tuple[list[Unit], list[Unit]]:
        """Men, then vehicles and guns."""
        return eligible(self.setting, self.state, self.frame)

    @cached_property
    def plain(self) -> str:
        """What the hits do where there is nothing to choose: a step, or the unit that is hit."""
        (trays, others), frame = self.eligible, self.frame
        if not frame.hits or not (trays or others):
            return "bridge"
        here = at(self.state, frame.cell, ENEMY[frame.side])
        if not others and (frame.hits == 1 or all(u.figures for u in here)):
            return "men"
        return others[0].id if len(others) == 1 and not trays else ""

    def asks(self) -> bool:
        return not self.plain

    def passed(self, d: Draft[Setting]) -> None:
        if self.plain == "bridge":
            d.goto("bridge")
        elif self.plain == "men":
            d.goto("men", dice=self.frame.hits, hits=0)
        else:
            _batter(d, self.frame, self.plain)

    def buttons(self) -> tuple[Choice, ...]:
        trays, others = self.eligible
        most = self.frame.hits if trays else 0
        return (
            *(Choice(f"men:{n}", say_count("{n} hit on men", "{n} hits on men", n=n), "RB 9.6")
              for n in range(1, most + 1)),
            *(Choice(u.id, say("Hit {unit}", unit=u.name), "RB 9.7") for u in others),
        )  # fmt: skip

    def context(self) -> str:
        return say_count("{n} hit", "{n} hits", n=self.frame.hits)

    def about(self) -> tuple[str, ...]:
        return (self.frame.cell,)

    def script(self, rng: Random) -> Answer:
        """The dearest vehicle, else men, hit by hit: what they leave falls on what they hide."""
        keys = [c.key for c in self.asked.choices]
        if units := self.units(keys):
            return Choose(max(units, key=lambda u: (self.setting.row(u).value, u.id)).id)
        return Choose(keys[0])

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """On men so many dice; on a vehicle or gun until it is gone."""
        word, _, number = key.partition(":")
        if word == "men":
            return d.goto("men", dice=int(number), hits=self.frame.hits - int(number))
        return _batter(d, self.frame, key)


def _batter(d: Draft[Setting], frame: Hits, piece: str) -> None:
    unit = d.pieces[piece]
    row = d.setting.row(unit)
    suffered = min(frame.hits, row.value - unit.hits)
    after = unit.hits + suffered
    if after >= row.value:
        d.say(say("{unit} was destroyed", unit=unit.name), "RB 9.7", frame.cell)
        d.set(piece, hits=after)
        lose(d, piece)
    else:
        d.set(piece, hits=after)
        crippled = row.vehicle and after >= row.disabled_at
        text = say("{unit} was disabled", unit=unit.name) if crippled else say(
            "{unit} was hit", unit=unit.name)  # fmt: skip
        d.say(text, "RB N10", frame.cell)
    d.goto("choose", hits=frame.hits - suffered)


# ---- men ----------------------------------------------------------------------------------------


def pips_for(setting: Setting, cell: str) -> int:
    """What a man takes: one pip in the open, two under cover (RB 10.5, 10.7)."""
    return 2 if setting.rhine.figures[cell].cover else 1


def cover_words(setting: Setting, cell: str) -> str:
    """What a man takes here, in words."""
    if setting.rhine.figures[cell].cover:
        return say("Under cover, two pips for a man")
    return say("In the open, one pip for a man")


@steps.throws(Hits, "men", "rolled", "read", "fall")
class Casualties(RemagenThrow[Hits]):
    """One die for each hit on men (RB 10.5)."""

    kind, cite, text = "hit-dice", "RB 10.5", say("How many men fall?")
    outcome_kind, outcome_text = "casualties", say("Do the losses stand?")

    def dice(self) -> Dice:
        frame = self.frame
        return Dice(
            (6,) * frame.dice,
            (frame.cell,),
            cover_words(self.setting, frame.cell),
            fields=(OutcomeField("pips", say("Pips for a man"), 1, 6),),
            inputs={"pips": pips_for(self.setting, frame.cell)},
        )

    def kept(self, roll: Roll) -> Mapping[str, int]:
        """The pips, and how many a man takes."""
        per = roll.input("pips", pips_for(self.setting, self.frame.cell))
        return {"pips": max(0, sum(roll.dice) + roll.modifier), "per": int(per or 1)}

    def outcome(self) -> DiceOutcome:
        figures = falling(self.setting, self.state, self.frame)
        text = say_count("{n} man falls", "{n} men fall", n=figures)
        fields = (OutcomeField("men", say("Men"), 0, 99),)
        return DiceOutcome({"men": figures}, text, fields, (self.frame.cell,))

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """They are shared out: regular infantry before infantry weapons (RB 9.8)."""
        count, cell = int(answer.value["men"] or 0), self.frame.cell
        if count:
            text = say_count("{n} man fell at {place}", "{n} men fell at {place}", n=count,
                             place=d.setting.rhine.name(cell))  # fmt: skip
            d.say(text, "RB 10.5", cell)
        d.goto("share", figures=count)

    def case(self, answer: Answer | None) -> CaseLook | None:
        """How many men the hit dice kill (RB 10.5)."""
        if self.fallen:
            return None
        frame, dice = self.frame, len(self.asked.dice)
        per = self.set_by("pips") or pips_for(self.setting, frame.cell)
        most = sum(u.figures for u in at(self.state, frame.cell, ENEMY[frame.side]))
        found: dict[int, int] = {}
        for fallen, ways in expected(dice, per, self.plus()).items():
            found[min(fallen, most)] = found.get(min(fallen, most), 0) + ways
        return CaseLook(
            title=say("Men who fall"),
            place=self.setting.rhine.name(frame.cell),
            inputs=(
                InputLine(say("Hit dice"), str(dice), "RB 10.5"),
                InputLine(say("Pips for a man"), str(per), "RB 10.7"),
                InputLine(say("Men there"), str(most), "RB 10.6"),
            ),
            sum_text=say("{mean:.1f} men expected of {most}", most=most, mean=mean(found)),
            odds=listed(found, lambda n: say_count("{n} man", "{n} men", n=n)),
        )


def falling(setting: Setting, state: State, frame: Hits) -> int:
    """Men that *pips* kill: under cover each takes two (RB 10.5, 10.7).

    What the regular infantry leaves falls on infantry weapons, unless something else must go
    before them (RB 9.7).
    """
    here = at(state, frame.cell, ENEMY[frame.side])
    troops, _ = men(here)
    behind = _smaller(setting, frame, [u for u in here if u not in troops])
    return min(down(frame.pips, frame.per), sum(u.figures for u in (*troops, *behind)))


@steps.asks(Hits, "share", "shared")
class WhoseMenFall(RemagenQuestion[Hits]):
    """The side that fired says which kind of tray suffers, where that matters (RB 9.6)."""

    kind, cite, text = "casualties", "RB 9.6", say("Whose men fall first?")

    @cached_property
    def pool(self) -> list[Unit]:
        """Trays that the next hit may fall on."""
        return eligible(self.setting, self.state, self.frame)[0]

    @cached_property
    def kinds(self) -> list[str]:
        """What they are."""
        return sorted({u.kind for u in self.pool})

    def asks(self) -> bool:
        left = self.frame.figures
        return len(self.kinds) > 1 and 0 < left < sum(u.figures for u in self.pool)

    def passed(self, d: Draft[Setting]) -> None:
        if not self.frame.figures or not self.pool:
            d.goto("choose")
        else:
            _take(d, self.frame, self.pool)

    def buttons(self) -> tuple[Choice, ...]:
        return tuple(Choice(k, KIND_NAMES[k], "RB 9.6") for k in self.kinds)

    def context(self) -> str:
        return say_count("{n} man", "{n} men", n=self.frame.figures)

    def about(self) -> tuple[str, ...]:
        return (self.frame.cell,)

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """Trays of this kind first."""
        here = at(d.pieces, self.frame.cell, ENEMY[self.frame.side])
        _take(d, self.frame, [u for u in here if u.kind == key])
        for unit in here:
            if lost := unit.figures - d.pieces[unit.id].figures:
                said = say_count(
                    "{unit} lost {n} man", "{unit} lost {n} men", n=lost, unit=unit.name
                )
                d.say(said, "RB 9.6", self.frame.cell)


def _take(d: Draft[Setting], frame: Hits, trays: list[Unit]) -> None:
    left = frame.figures
    for unit in sorted(trays, key=lambda u: (u.figures, u.id)):
        lost = min(left, unit.figures)
        if not lost:
            break
        left -= lost
        d.set(unit.id, figures=unit.figures - lost)
        if lost == unit.figures:
            lose(d, unit.id)
    d.goto("share", figures=left)


@steps.throws(Hits, "bridge", "damaged", "sink", "sunk")
class Damage(RemagenThrow[Hits]):
    """Hits on a pontoon bridge cost labour units too: one die each (RB 11.9)."""

    kind, cite, text = "damage", "RB 11.9", say("How is the pontoon bridge damaged?")
    outcome_text = say("Does the damage stand?")

    def asks(self) -> bool:
        return bool(self.frame.labour)

    def dice(self) -> Dice:
        return Dice((6,) * self.frame.labour, (self.frame.cell,))

    def kept(self, roll: Roll) -> Mapping[str, int]:
        return {"pips": max(0, sum(roll.dice) + roll.modifier)}

    def outcome(self) -> DiceOutcome:
        lost = self.frame.pips
        text = say_count("{n} labour unit lost", "{n} labour units lost", n=lost)
        fields = (OutcomeField("labour", say("Labour units"), 0, 400),)
        return DiceOutcome({"labour": lost}, text, fields, (self.frame.cell,))

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """At zero a completed bridge is destroyed with all on it (RB 11.11)."""
        damage(d, self.frame.bridge, int(answer.value["labour"] or 0))
        d.done()
