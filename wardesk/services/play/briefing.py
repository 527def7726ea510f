"""The briefing of a scenario, put together from its own words and from what its rules know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from wardesk.documents.translate_values import PLAIN, Wording, worded
from wardesk.engine.kernel import begin
from wardesk.engine.types import Value
from wardesk.model.briefing import Briefing, Measured, SideBriefing
from wardesk.model.look import SideLook, TrackLook
from wardesk.model.scenario import CHARTS, HANDICAP
from wardesk.services.play.own_charts import from_option
from wardesk.services.play.tables import PlayTable
from wardesk.words import say, say_count


class SideSheet(Struct, frozen=True):
    """A side and its part."""

    look: SideLook
    task: str
    strength: str


class BriefingLevel(Struct, frozen=True):
    """A victory level: the points it takes, and the last ones before the next."""

    least: int
    most: int
    name: str


class MeasuredChances(Struct, frozen=True):
    """How often each side won when the script played both."""

    games: int
    seed: int
    """Of the first game."""
    day: str
    wins: tuple[tuple[str, int], ...]
    """Name of a side and its games, in the order of the sides."""

    @property
    def drawn(self) -> int:
        """Games that nobody won."""
        return self.games - sum(won for _, won in self.wins)


class BriefingSheet(Struct, frozen=True, kw_only=True):
    """Everything that a briefing shows, in one language; empty parts are left out."""

    title: str
    aim: str
    blurb: str
    plays: str
    length: str
    turns: int
    sides: tuple[SideSheet, ...]
    scored_by: str
    """The side whose points the levels count; empty for none."""
    levels: tuple[BriefingLevel, ...]
    levels_note: str
    levels_cite: str
    order: tuple[str, ...]
    """The phases of a turn."""
    warnings: tuple[str, ...]
    rebuilt: tuple[str, ...]
    chances: MeasuredChances | None
    """None where nobody measured them."""
    changes: Mapping[str, str]
    """Id of an option -> what it changes: the scenario's words, else the rule's."""


def briefing(
    table: PlayTable, words: Wording = PLAIN, options: Mapping[str, Value] | None = None
) -> BriefingSheet:
    """The briefing of *table*'s scenario in a language; with *options* that of a game by them."""
    rules, info, said = table.rules, table.info, words.text
    _, state = begin(rules, umpire=False)
    look = worded(rules.showing.look(state), words)
    told = worded(info.briefing, words)
    track = next((t for t in look.tracks if t.steps and t.style == "bar"), None)
    book = worded(rules.rulebook, words)
    changes: dict[str, str] = {one.id: one.changes for one in told.options}
    for option in rules.option_list():
        rule = book.rule(option.cite) if option.cite else None
        if option.id not in changes and rule is not None:
            changes[option.id] = rule.summary
    handicap = (said(info.handicap.changes),) if info.handicap is not None else ()
    changes |= {HANDICAP: sentence for sentence in handicap}
    own = len(from_option((options or {}).get(CHARTS)))
    by_own = say_count(
        "This game is played with {n} cell of somebody's own charts.",
        "This game is played with {n} cells of somebody's own charts.",
        n=own,
    )
    part = {side.id: told.sides.get(side.id, SideBriefing(task="")) for side in look.sides}
    sides = tuple(SideSheet(s, part[s.id].task, part[s.id].strength) for s in look.sides)
    return BriefingSheet(
        title=said(info.title),
        aim=told.aim,
        blurb=said(info.blurb),
        plays=told.plays or said(info.players),
        length=said(info.length),
        turns=info.turns,
        sides=sides,
        scored_by=track.side if track is not None else "",
        levels=_levels(track) if track is not None else (),
        levels_note=told.levels,
        levels_cite=track.cite if track is not None else "",
        order=tuple(phase.title for phase in look.phases),
        warnings=(
            *told.warnings,
            *handicap,
            *((said(by_own),) if own else ()),
        ),
        rebuilt=(*worded(info.reconstruction, words), *_fitted(info.briefing, look.sides, words)),
        chances=_chances(told.measured, look.sides),
        changes=changes,
    )


def _chances(found: Measured | None, sides: Sequence[SideLook]) -> MeasuredChances | None:
    if found is None:
        return None
    wins = tuple((side.name, found.wins.get(side.id, 0)) for side in sides)
    return MeasuredChances(found.games, found.seed, found.day, wins)


def _fitted(
    told: Briefing, sides: Sequence[SideLook], words: Wording
) -> tuple[str, ...]:
    """What figures that had to be rebuilt were fitted to, and what came of it."""
    names = {side.id: side.name for side in sides}
    named: dict[str, Callable[[str], str]] = {
        "wins": lambda of: say("Wins of the {side}, draws apart", side=names.get(of, of)),
        "draws": lambda of: say("Draws"),
        "reaches": lambda of: say("Games that reach turn {turn}", turn=of),
        "turns": lambda of: say("Turns of a game"),
        "points": lambda of: say("Points of a game"),
        "fallen": lambda of: say("Lost by the {side} in a game", side=names.get(of, of)),
    }
    found: list[str] = []
    for one in told.fitted:
        kind, _, of = one.measure.partition(".")
        percent = kind in ("wins", "draws", "reaches")

        def shown(value: float, percent: bool = percent) -> str:
            return f"{value:.0%}" if percent else f"{value:.1f}"

        found.append(
            words.text(
                say(
                    "Fitted: {what}: {value} ({low} to {high}); wanted {least} to {most}.",
                    what=named[kind](of) if kind in named else one.measure,
                    value=shown(one.value),
                    low=shown(one.low),
                    high=shown(one.high),
                    least=shown(one.least),
                    most=shown(one.most),
                )
            )
        )
    return tuple(found)


def _levels(track: TrackLook) -> tuple[BriefingLevel, ...]:
    """The steps of a track as ranges, the lowest first."""
    steps = sorted(track.steps)
    ends = [least - 1 for least, _ in steps[1:]] + [max(track.most, steps[-1][0])]
    return tuple(
        BriefingLevel(least, end, name) for (least, name), end in zip(steps, ends, strict=True)
    )
