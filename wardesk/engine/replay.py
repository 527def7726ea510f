"""Play recorded answers again under today's rules and name the first difference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Illegal, RuleFailed, Stamp, advance, begin, fold
from wardesk.engine.luck import LuckRule, luck_by
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, Answer, Event, GameState, Roll
from wardesk.words import say


class RuleDifference(Struct, frozen=True):
    """The first event where today's rules say something else than the record."""

    event: int
    text: str
    cite: str


def readjudicate(rules: Rules[Any, Any], line: Sequence[Event[Any, Any]]) -> RuleDifference | None:
    """Give the recorded answers of *line* (set-up first) to *rules*; None when nothing differs.

    Free edits are applied as recorded, with what the rules did after them: an event does not say
    which of its effects a person made. Each event is judged on the *recorded* state before it, so
    the difference named is where it starts.
    """
    if not line:
        return None
    fresh, _ = begin(rules, umpire=bool(line[0].ask and line[0].ask.shape == "outcome"))
    if difference := _compare(line[0], fresh):
        return difference
    state: GameState[Any, Any] = fold(GameState(pieces={}), line[0])
    for event in line[1:]:
        if event.answer is not None and (difference := _again(rules, state, event, event.answer)):
            return difference
        state = fold(state, event)
    return None


def other_dice(
    seed: int, rule: LuckRule, events: Iterable[Event[Any, Any]]
) -> RuleDifference | None:
    """The first roll that is said to be the seed's and is not; None where all are.

    *events*: all of a game in the order in which they were recorded, undone ones too.
    """
    dice, luck, seen = SeededDice(seed), luck_by(rule), dict[int, Event[Any, Any]]()
    followed, branches = set[int](), 0
    for event in events:
        asked, before = event.asked, seen.get(event.parent)
        if before is not None:
            # both key dice, so neither may be chosen
            branch = branches + 1 if before.id in followed else before.branch
            chances = before.chances + (asked is not None and asked.who == CHANCE)
            if (event.branch, event.chances) != (branch, chances):
                return RuleDifference(event.id, say("it does not count branches and rolls on"), "")
            if event.dice_by == "seeded" and asked is not None:
                due = dice.answer(asked, luck.key(before.id), before.chances).dice
                was = event.answer.dice if isinstance(event.answer, Roll) else ()
                if was != due:
                    text = say("the seed rolls {due}, not {was}", due=_dice(due), was=_dice(was))
                    return RuleDifference(event.id, text, asked.cite)
        seen[event.id] = event
        luck.take(event)
        followed.add(event.parent)
        branches = max(branches, event.branch)
    return None


def _dice(dice: Sequence[int]) -> str:
    return " + ".join(map(str, dice)) or "–"


def _again(
    rules: Rules[Any, Any], state: GameState[Any, Any], event: Event[Any, Any], answer: Answer
) -> RuleDifference | None:
    stamp = Stamp(
        id=event.id, parent=event.parent, author=event.author, reason=event.reason or "recorded"
    )
    try:
        fresh, _ = advance(rules, state, answer, stamp, umpire=event.mode == "adjudicate")
    except (Illegal, RuleFailed) as error:
        cite = event.asked.cite if event.asked else ""
        text = say("today's rules refuse the recorded answer: {error}", error=error)
        return RuleDifference(event.id, text, cite)
    return _compare(event, fresh)


def _compare(recorded: Event[Any, Any], fresh: Event[Any, Any]) -> RuleDifference | None:
    cite = recorded.asked.cite if recorded.asked else ""
    if recorded.effects != fresh.effects:
        pairs = zip(recorded.effects, fresh.effects, strict=False)
        at = next((say("{a!s} became {b!s}", a=a, b=b) for a, b in pairs if a != b), None)
        at = at or say(
            "{recorded} effects became {fresh}",
            recorded=len(recorded.effects),
            fresh=len(fresh.effects),
        )
        return RuleDifference(recorded.id, say("effects differ: {at}", at=at), cite)
    if recorded.stack != fresh.stack:
        return RuleDifference(recorded.id, say("the game goes on at another step"), cite)
    if recorded.ask != fresh.ask:
        was = recorded.ask.prompt if recorded.ask else say("the end")
        now = fresh.ask.prompt if fresh.ask else say("the end")
        text = (
            say("the next question is still “{now}”, with other particulars", now=now)
            if was == now
            else say("the next question was “{was}”, now it is “{now}”", was=was, now=now)
        )
        return RuleDifference(recorded.id, text, cite)
    return None
