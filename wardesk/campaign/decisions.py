"""What a seat has to decide now, or may: for orders forms, with the deadline of each."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from wardesk.campaign.actions import CampaignAction
from wardesk.campaign.choices import choices
from wardesk.campaign.general_actions import general_actions
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.duties import Duty
from wardesk.campaign.operation.orders import DecisionLine
from wardesk.campaign.operation.state import State
from wardesk.campaign.ruleset import ruleset_of
from wardesk.words import say


class SeatDecision(Struct, frozen=True, kw_only=True):
    """One thing that a seat decides: an action, of which one word is left open."""

    id: str
    title: str
    cite: str
    closes: int | None
    """The last turn for it; None: no turn ends it, or it is only a wish."""
    owed: bool
    """Whether the rules want it; else it is only possible."""
    action: str
    words: dict[str, str] = {}
    word: str = ""
    """The word that is open; empty: it is done, or left."""
    choices: tuple[tuple[str, str], ...] = ()
    """Its values, with their names; none: it is written in words."""


YES = "yes"


def decisions(design: Design, state: State, seat: str) -> tuple[SeatDecision, ...]:
    """What *seat* can decide as it knows the campaign, by deadline; what it owes comes first.

    Worked out from the state of the seat alone, so that its form tells it nothing new.
    """
    rules = ruleset_of(design)
    actions = {each.id: each for each in (*general_actions(design), *rules.actions)}
    owed = [each for each in rules.duties(design, state) if each.id not in state.left]
    found: list[SeatDecision] = []
    for duty, wanted in [*((each, True) for each in owed),
                         *((each, False) for each in rules.wishes(design, state))]:  # fmt: skip
        open_ = duty.opens <= state.ordinal and not duty.missed(state)
        if duty.seat == seat and open_ and duty.action in actions:
            decision = _decision(design, state, duty, actions[duty.action], owed=wanted)
            found += [decision] if decision is not None else []
    far = design.calendar.turns
    found.sort(key=lambda each: (not each.owed, far if each.closes is None else each.closes))
    return tuple(found)


def _decision(
    design: Design, state: State, duty: Duty, action: CampaignAction, *, owed: bool
) -> SeatDecision | None:
    """A duty as a decision; None where dice are rolled for it, or more than one word is open."""
    if action.casts is not None or action.propose is not None:
        return None
    open_ = [each for each in action.params if each.default is None and each.name not in duty.words]
    open_ += [each for each in action.params if each.name in duty.choices and each not in open_]
    if len(open_) > 1:
        return None
    values: tuple[tuple[str, str], ...] = ((YES, say("do it")),)
    if open_:
        of = open_[0].of
        known = tuple(choices(design, state, of)) if of and open_[0].kind != "list" else ()
        values = duty.choices.get(open_[0].name, known)
    return SeatDecision(
        id=duty.id, title=duty.title, cite=duty.cite, closes=duty.closes, owed=owed,
        action=duty.action, words=dict(duty.words), word=open_[0].name if open_ else "",
        choices=values,
    )  # fmt: skip


def decision_lines(design: Design, state: State, seat: str) -> tuple[DecisionLine, ...]:
    """The same as the lines of an orders form."""
    return tuple(
        DecisionLine(
            id=each.id, title=each.title, until=until(design, each), owed=each.owed,
            choices=dict(each.choices),
        )
        for each in decisions(design, state, seat)
    )  # fmt: skip


def until(design: Design, decision: SeatDecision) -> str:
    """The last turn for a decision, empty where no turn ends it."""
    return "" if decision.closes is None else design.calendar.turn(decision.closes).label


def words_of(decision: SeatDecision, value: str) -> Mapping[str, str]:
    """What its action is told, with the open word as *value*."""
    return {**decision.words, decision.word: value} if decision.word else decision.words
