"""Luck and chances of a game in words and as a figure, alike in the window and in the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from wardesk.render.figures.figure import Figure, Ink, Measure
from wardesk.render.figures.lines import Curve, curves
from wardesk.services.play.log import GameLogLine
from wardesk.services.play.review import Review, luck_in
from wardesk.services.play.session import PlaySession
from wardesk.studies.statistics import wilson
from wardesk.words import Text, join, say, say_count

MOST_ROLLS = 3
"""Rolls that are told one by one: those that gave most."""
_LEAST = 0.005
"""What a roll must have moved the score by to be told of."""


class LuckyRoll(Struct, frozen=True):
    """A roll that gave the first side *score*, from -1 to 1."""

    event: int
    turn: int
    text: str
    score: float


def score_words() -> str:
    """What the score is."""
    return say("Score: 0 is lost, 100 is won. It weighs what counts for victory.")


def chance_words(review: Review | None) -> str:
    """What the chance to win is, and from how many games."""
    if review is None or not review.games:
        return say("Chance to win: bots are about to play on from moments of the game…")
    return say_count(
        "Chance to win: scripted bots played {n} game from each of {moments} moments to its end. "
        "The band is as wide as so few games make it (95 %).",
        "Chance to win: scripted bots played {n} games from each of {moments} moments to their "
        "end. The band is as wide as so few games make it (95 %).",
        n=review.games,
        moments=len(review.chances),
    )


def luck_words(review: Review | None, stake: str, sides: Sequence[str]) -> str:
    """What is called luck, and from how many rolls."""
    if review is None or (review.weighed < review.rolls and not review.games):
        return say("Luck: the rolls are being weighed…")
    parts = [
        say_count(
            "Luck: what {n} roll gave beyond the mean of all the ways its dice could fall.",
            "Luck: what {n} rolls gave beyond the mean of all the ways their dice could fall.",
            n=review.weighed,
        ),
        say("Per cent {stake}.", stake=stake or say("of the way to a victory")),
    ]
    if sampled := luck_in(review, sides).sampled:
        parts.append(
            say_count(
                "{n} roll of many dice was weighed by a sample.",
                "{n} rolls of many dice were weighed by a sample.",
                n=sampled,
            )
        )
    return join(" ", parts)


def luck_cells(review: Review | None, sides: Sequence[str]) -> Mapping[str, tuple[str, str]]:
    """By side: how many fell by luck, and what luck gave its score, in per cent."""
    if review is None or (review.weighed < review.rolls and not review.games):
        return dict.fromkeys(sides, ("…", "…"))
    found = luck_in(review, sides)
    return {
        side: (signed(found.losses[side]), signed(100 * found.score[side], " %")) for side in sides
    }


def signed(value: float, unit: str = "") -> str:
    """``+3.1``, ``−0.4 %``, ``0.0``, with the point or comma of the language."""
    near = round(value, 1)
    sign = "+" if near > 0 else "−" if near < 0 else ""
    return Text(f"{sign}{{value:.1f}}{unit}", {"value": abs(near)})


def lucky_rolls(review: Review, lines: Sequence[GameLogLine]) -> tuple[LuckyRoll, ...]:
    """The rolls that gave most, in the order in which they fell, in the words of the log."""
    told: dict[int, GameLogLine] = {}
    for one in lines:
        if one.current and not one.told and one.kind != "setting":
            told.setdefault(one.event, one)
    ranked = sorted(
        (one for one in review.lucky if abs(one.swing.score) >= _LEAST and one.event in told),
        key=lambda one: (-abs(one.swing.score), one.event),
    )[:MOST_ROLLS]
    return tuple(
        LuckyRoll(one.event, told[one.event].when.turn, told[one.event].text, one.swing.score)
        for one in sorted(ranked, key=lambda one: one.event)
    )


def roll_words(review: Review, first: str, lines: Sequence[GameLogLine]) -> tuple[str, ...]:
    """Those rolls as sentences; *first* is the name of the first side. Empty where none is told."""
    rows = [
        say("Turn {turn}: {text}: {score}", turn=one.turn, text=one.text,
            score=signed(100 * one.score, " %"))
        for one in lucky_rolls(review, lines)
    ]  # fmt: skip
    return (say("Largest swings for the {side}:", side=first), *rows) if rows else ()


def chance_figure(
    session: PlaySession,
    review: Review | None,
    side: str,
    scores: Sequence[float],
    ink: Ink,
    measure: Measure,
    *,
    name: str,
    width: float = 460,
    height: float = 260,
) -> Figure:
    """The score of *side* after each event, and its chance to win with its band."""
    steps: list[tuple[float, float, float, float]] = []
    for place, score in enumerate(scores):
        value = round(100 * score, 1)
        if steps and steps[-1][2] != value:
            was = steps[-1][2]
            steps.append((float(place), was, was, was))
        if not steps or steps[-1][2] != value or place == len(scores) - 1:
            steps.append((float(place), value, value, value))
    lines = [Curve(say("Score"), tuple(steps), ink)]
    chances = _chances(session, review, side)
    if chances:
        lines.append(Curve(say("Chance"), chances, "chart1", dashed=True))
    says = say(
        "Score of {side}: {first:.0f} at the start, {last:.0f} at the end.",
        side=name,
        first=100 * scores[0],
        last=100 * scores[-1],
    )
    if chances:
        course = join(", ", [f"{row[2]:.0f}" for row in chances])
        says = join(" ", (says, say("Chance to win in per cent: {course}.", course=course)))
    return curves(
        lines, says, say("event"), measure, most=100, over=(0.0, float(max(1, len(scores) - 1))),
        width=width, height=height,
    )  # fmt: skip


def _chances(
    session: PlaySession, review: Review | None, side: str
) -> tuple[tuple[float, float, float, float], ...]:
    """Rows of a curve: where each moment is, and its chance with its band, in per cent."""
    if review is None or not review.games:
        return ()
    line = session.journal.line()
    places = {event.id: k for k, event in enumerate(line)}
    at = session.rules.sides.index(side)
    rows: list[tuple[float, float, float, float]] = []
    for one in review.chances:
        if one.event in places:
            share = wilson(one.wins[at], one.games)
            rows.append((float(places[one.event]), 100 * share.low, 100 * share.share,
                         100 * share.high))  # fmt: skip
    result = session.state.result
    if result is not None:
        end = 100.0 if result.winner == side else 0.0
        rows.append((float(len(line) - 1), end, end, end))
    return tuple(rows)
