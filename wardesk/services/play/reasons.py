"""A thought in words: what an answer is worth beside the script's, what it fears and hopes for."""

from __future__ import annotations

from msgspec import Struct

from wardesk.documents.translate_values import worded
from wardesk.engine.types import (
    Cells,
    Choose,
    Decision,
    Event,
    Path,
    Pieces,
)
from wardesk.model.advice import Advice
from wardesk.players.search.thought import Arm, Occurrence, Thought, Z
from wardesk.services.play.session import PlaySession
from wardesk.words import join, say

MOST_OTHERS = 3
MOST_COURSE = 6
"""Steps of the typical course that are told."""
HINT_LEVEL = "colonel"
"""Who is asked what he would do here."""


class Reasons(Struct, frozen=True, kw_only=True):
    """Why an answer is given, in the words of a session. Empty texts where there is nothing."""

    title: str
    gain: str
    fear: str = ""
    hope: str = ""
    course: str = ""
    rows: tuple[Advice, ...] = ()
    """The answer and the best others, best first; ``rows[chosen]`` is the one that is given."""
    chosen: int = 0

    @property
    def told(self) -> tuple[str, ...]:
        """The sentences that are not empty."""
        return tuple(part for part in (self.gain, self.fear, self.hope, self.course) if part)


def reasons_of(session: PlaySession, event: Event, eyes: str) -> Reasons | None:
    """Why a level of play gave the answer of *event*.

    None where it did not, or where *eyes* (a side, empty for all) must not know: as long as there
    is anything that this side does not see, reasons could give it away.
    """
    thought = session.thought_of(event)
    if thought is None or event.asked is None:
        return None
    if (
        eyes not in ("", event.asked.who)
        and session.state.result is None
        and _hidden(session, event, eyes)
    ):
        return None
    return told(session, thought, event.asked)


def _hidden(session: PlaySession, event: Event, eyes: str) -> bool:
    before = session.journal.state(event.parent)
    return session.rules.view(before, eyes) != before


def told(session: PlaySession, thought: Thought, asked: Decision) -> Reasons:
    """*thought* in the words of *session*."""
    said = session.words.text
    name = session.answer_words
    arms = [arm for arm in thought.arms if arm.worlds > 1 or arm.answer == thought.answer]
    others = sorted((a for a in arms if a is not thought.chosen), key=lambda arm: -arm.gain)
    shown = sorted([thought.chosen, *others[:MOST_OTHERS]], key=lambda arm: -arm.value)
    rows = tuple(_row(session, asked, arm, thought) for arm in shown)
    steps = join("; ", thought.course[1 : 1 + MOST_COURSE])
    return Reasons(
        title=name(asked, thought.answer),
        gain=said(_gain(session, thought, asked)),
        fear=said(_fate(say("Fears"), thought.fear)) if thought.fear else "",
        hope=said(_fate(say("Hopes for"), thought.hope)) if thought.hope else "",
        course=said(say("A typical course: {steps}", steps=steps)) if steps else "",
        rows=worded(rows, session.words),
        chosen=shown.index(thought.chosen),
    )


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def _gain(session: PlaySession, thought: Thought, asked: Decision) -> str:
    if len(thought.arms) < 2:
        if thought.listed < 2:
            return say("Nothing else could be done.")
        return say("It looked at nothing else: nothing hangs on it.")
    stake = session.rules.thinking.stake or say("of the way to a victory")
    chosen, script = thought.chosen, thought.script
    now = _percent(chosen.value)
    if not thought.changed:
        return say(
            "{now} {stake}, in {worlds} imagined worlds; nothing better among {listed} answers.",
            now=now,
            stake=stake,
            worlds=thought.worlds,
            listed=thought.listed,
        )
    other = session.answer_words(asked, script.answer)
    if not thought.sure:
        return say(
            "{now} {stake}; about as good as the script's {other} ({then}), in {worlds} imagined "
            "worlds.",
            now=now,
            stake=stake,
            other=other,
            then=_percent(script.value),
            worlds=chosen.worlds,
        )
    return say(
        "{now} {stake} instead of {then} for the script's {other}: {gain:.1f} ± {error:.1f} points "
        "more, in {worlds} imagined worlds.",
        now=now,
        stake=stake,
        then=_percent(script.value),
        other=other,
        gain=chosen.gain * 100,
        error=Z * chosen.error * 100,
        worlds=chosen.worlds,
    )


def _fate(what: str, fate: Occurrence) -> str:
    return say(
        "{what}: {text} ({worlds} of {all} worlds: {value} instead of {otherwise}).",
        what=what,
        text=fate.text,
        worlds=fate.worlds,
        all=fate.of,
        value=_percent(fate.value),
        otherwise=_percent(fate.otherwise),
    )


def _row(session: PlaySession, asked: Decision, arm: Arm, thought: Thought) -> Advice:
    label = session.answer_words(asked, arm.answer)
    text = say("{gain:+.1f} ± {error:.1f} against the script, {worlds} worlds",
               gain=arm.gain * 100, error=Z * arm.error * 100, worlds=arm.worlds)  # fmt: skip
    if arm.answer == thought.script.answer:
        text = say("the script's answer")
    answer = arm.answer
    return Advice(
        label=label,
        value=arm.value,
        figure=_percent(arm.value),
        unit=session.rules.thinking.stake or say("of the way to a victory"),
        text=text,
        choice=answer.key if isinstance(answer, Choose) else "",
        pieces=answer.pieces if isinstance(answer, Pieces | Path) else (),
        cells=answer.cells if isinstance(answer, Cells | Path) else (),
    )
