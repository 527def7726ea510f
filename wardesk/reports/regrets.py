"""The decisions of a game that cost most, in words, alike in the window and in the report."""

from __future__ import annotations

from msgspec import Struct

from wardesk.players.search.thought import Z
from wardesk.services.play.review import Review
from wardesk.services.play.session import PlaySession
from wardesk.words import say, say_count

TITLE = say("Decisions that cost most")


class Regretted(Struct, frozen=True):
    """One decision, what would have been better, and by how much."""

    event: int
    title: str
    better: str
    figure: str
    """The cost in per cent of the score."""


def regret_words(review: Review | None, stake: str) -> str:
    """How decisions are judged, or how far that is."""
    if review is None or not review.decisions:
        return say("Decisions are judged once luck and chances are counted…")
    if review.judged < review.decisions:
        return say("Decisions: {judged} of {n} judged…", judged=review.judged, n=review.decisions)
    if not review.regrets:
        return say_count(
            "Decisions: {n} was judged, and nothing was clearly better.",
            "Decisions: {n} were judged, and nothing was clearly better.",
            n=review.decisions,
        )
    return say(
        "By what the side could see then, with a band of 95 %: what another answer brought more "
        "in the same imagined worlds, scripted bots playing on. Per cent {stake}.",
        stake=stake or say("of the way to a victory"),
    )


def regretted(session: PlaySession, review: Review | None) -> tuple[Regretted, ...]:
    """The decisions that cost most, in their order, in the words of *session*."""
    found: list[Regretted] = []
    turns: dict[int, int] = {}
    for line in session.log_lines():
        turns.setdefault(line.event, line.when.turn)
    for one in review.regrets if review is not None else ():
        event = session.journal.events.get(one.event)
        if event is None or event.asked is None or event.answer is None:
            continue
        chosen = one.thought.chosen
        name = session.answer_words
        given = name(event.asked, event.answer)
        turn = turns.get(one.event)
        title = given if turn is None else say("Turn {turn}: {what}", turn=turn, what=given)
        found.append(
            Regretted(
                one.event,
                session.words.text(title),
                session.words.text(
                    say("{question} Better: {other}", question=event.asked.prompt,
                        other=name(event.asked, chosen.answer))
                ),
                session.words.text(
                    say("−{cost:.1f} ± {error:.1f} %", cost=100 * chosen.gain,
                        error=100 * Z * chosen.error)
                ),
            )
        )  # fmt: skip
    return tuple(found)
