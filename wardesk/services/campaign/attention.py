"""What needs the umpire now, each with the one thing to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from wardesk.campaign.operation.names import in_words
from wardesk.campaign.ruleset import Ask
from wardesk.services.campaign.needs import Need
from wardesk.words import say, say_count

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

Verb = Literal[
    "roll", "choose", "decide", "do", "begin", "results", "table", "rule", "show", "settle", "later"
]
Band = Literal["missed", "now", "today", "later"]
MOST_LATER = 6
"""How many things of later days are listed; the rest is counted."""


class Attention(Struct, frozen=True):
    """A sentence, a detail, and what its button does; *about* says to what."""

    key: str
    verb: Verb
    words: str
    detail: str = ""
    about: str = ""
    band: Band = "now"


def attention(
    desk: CampaignDesk, ask: Ask | None, due: Sequence[Need] = ()
) -> tuple[Attention, ...]:
    """What needs attention, the most pressing first; what is only *due* later comes last."""
    duties = [_of_need(need) for need in due if need.key.startswith("duty:")]
    found: list[Attention | None] = [row for row in duties if row.band in ("missed", "now")]
    found.append(_step(desk, ask))
    design, state = desk.design, desk.state
    for key, node in state.nodes.items():
        if not node.over:
            name = design.node[key].name if key in design.node else key
            units = say("{number} units fight in it", number=len(node.units))
            days = key in design.node and design.node[key].kind == "calendar"
            if not days:  # the days of a game are entered turn by turn
                words = say("{name} is being played", name=name)
                found.append(Attention(f"node:{key}", "results", words, units, key))
            table = say("lay it out, go on, or bring it back")
            found.append(
                Attention(f"table:{key}", "table", say("{name} at a table", name=name), table, key)
            )
    for sent in desk.ledger.stale_packets():
        words = say("A packet is no longer true")
        found.append(
            Attention(
                f"packet:{sent}", "show", words, say("sent by event {sent}", sent=sent), str(sent)
            )
        )
    ruled = {ruling.query for ruling in state.rulings.values()}
    questions = [query for key, query in state.queries.items() if key not in ruled]
    if questions:
        count = len(questions)
        words = say_count("One question is open", "{n} questions are open", n=count)
        detail = say("our proposals are used until you rule")
        found.append(Attention("queries", "rule", words, detail, questions[0].id))
    later = [row for row in duties if row.band in ("today", "later")]
    found += later[:MOST_LATER]
    if len(later) > MOST_LATER:
        more = say_count("One more thing", "{n} more things", n=len(later) - MOST_LATER)
        found.append(Attention("later", "later", more, band="later"))
    return tuple(each for each in found if each is not None)


def _of_need(need: Need) -> Attention:
    verb: Verb = "later" if need.when in ("today", "later") else "settle"
    if need.when == "missed":
        detail = say("missed, due till {turn}", turn=need.until)
    elif verb == "later":
        detail = need.why
    elif need.last:
        detail = say("{seat}, on this turn at the latest", seat=need.seat)
    elif need.until:
        detail = say("{seat}, until {turn}", seat=need.seat, turn=need.until)
    else:
        detail = need.seat
    return Attention(need.key, verb, need.title, detail, need.key, need.when)


def _step(desk: CampaignDesk, ask: Ask | None) -> Attention | None:
    waiting = desk.pending()
    if not waiting:
        if desk.state.ordinal + 1 >= desk.design.calendar.turns:
            return None
        turn = desk.design.calendar.turn(desk.state.ordinal + 1)
        return Attention(
            "turn", "begin", say("This turn is done"), say("{turn} comes next", turn=turn.label)
        )
    step = waiting[0]
    if ask is None:
        return Attention(
            "step", "do", in_words(step.title), say("done by {who}", who=_seat(desk, step.who))
        )
    if ask.choices:
        return Attention("step", "choose", in_words(step.title), ask.question)
    if ask.proposal is not None and ask.proposal.missing:
        words = say("{proposal}: no number", proposal=ask.proposal.prompt)
        return Attention("step", "decide", words, ask.proposal.missing)
    title = ask.proposal.prompt if ask.proposal is not None else in_words(step.title)
    return Attention("step", "roll", title, say("a die is waiting"))


def _seat(desk: CampaignDesk, key: str) -> str:
    seat = desk.state.seats.get(key)
    return seat.name if seat is not None else key
