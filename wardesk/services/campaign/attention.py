"""What needs the umpire now, each with the one thing to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from wardesk.campaign.ruleset import Ask
from wardesk.words import say, say_count

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

Verb = Literal["roll", "choose", "decide", "do", "begin", "results", "table", "rule", "show"]


class Attention(Struct, frozen=True):
    """A sentence, a detail, and what its button does; *about* says to what."""

    key: str
    verb: Verb
    words: str
    detail: str = ""
    about: str = ""


def attention(desk: CampaignDesk, ask: Ask | None) -> tuple[Attention, ...]:
    """What needs attention, the most pressing first."""
    found = [_step(desk, ask)]
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
    return tuple(each for each in found if each is not None)


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
        return Attention("step", "do", step.title, say("done by {who}", who=_seat(desk, step.who)))
    if ask.choices:
        return Attention("step", "choose", step.title, ask.question)
    if ask.proposal is not None and ask.proposal.missing:
        words = say("{proposal}: no number", proposal=ask.proposal.title)
        return Attention("step", "decide", words, ask.proposal.missing)
    title = ask.proposal.title if ask.proposal is not None else step.title
    return Attention("step", "roll", title, say("a die is waiting"))


def _seat(desk: CampaignDesk, key: str) -> str:
    seat = desk.state.seats.get(key)
    return seat.name if seat is not None else key
