"""Orders forms: what a seat is asked for, and how a filled form differs from what stands."""

from __future__ import annotations

import re

from msgspec import Struct

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.messages import OrderGiven
from wardesk.campaign.ledger.seat_view import SeatView, own_formations
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import fact_value
from wardesk.campaign.operation.places import IN_PLAY
from wardesk.words import join, say

FORMAT = "wardesk-orders"
VERSION = 2
"""2: with decisions."""
DECISION = "decision "
"""How the subject of a decision begins."""
WHOLE = "*"
"""The subject of an order to the whole command."""
WITHDRAW = "-"
"""Written instead of an order, it withdraws the one that stands."""
MOST_LETTERS = 4000
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")


class OrderLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of a form. An empty *order* keeps the one that stands."""

    formation: str
    name: str = ""
    stands: str = ""
    order: str = ""


class DecisionLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One decision that a form asks for. An empty *answer* decides nothing."""

    id: str
    title: str = ""
    until: str = ""
    """The last turn for it; empty: no turn ends it."""
    owed: bool = True
    """Whether the rules want it; else it is only possible."""
    choices: dict[str, str] = {}
    """Values with their names; none: it is answered in words."""
    answer: str = ""


class OrdersForm(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A form, blank or filled."""

    format: str = FORMAT
    version: int = VERSION
    campaign: str
    seat: str
    seat_name: str = ""
    turn: str = ""
    seal: str
    """Of the packet that it came with."""
    orders: tuple[OrderLine, ...] = ()
    decisions: tuple[DecisionLine, ...] = ()
    message: str = ""
    """To the umpire."""


class OrderChange(Struct, frozen=True, kw_only=True):
    """One difference between a form and what stands."""

    subject: str
    """Empty for a message."""
    name: str
    before: str
    after: str
    """Empty: withdrawn."""
    value: str = ""
    """Of a decision: what its action is told."""
    refused: str = ""
    """Why the rules refuse it as things really are; the umpire can allow it, with a reason."""

    @property
    def kind(self) -> str:
        """``new``, ``changed``, ``withdrawn``, ``message`` or ``decision``."""
        if not self.subject:
            return "message"
        if self.subject.startswith(DECISION):
            return "decision"
        return ("changed" if self.after else "withdrawn") if self.before else "new"


class OrdersPreview(Struct, frozen=True, kw_only=True):
    """A filled form beside what stands; nothing is applied."""

    seat: str
    seat_name: str
    turn: str
    changes: tuple[OrderChange, ...]
    kept: int
    """Lines that change nothing."""
    troubles: tuple[str, ...] = ()
    """What is wrong; while there is any, nothing can be accepted."""
    notes: tuple[str, ...] = ()
    """What the umpire should know."""

    @property
    def refused(self) -> tuple[OrderChange, ...]:
        """What is entered only if the umpire allows it."""
        return tuple(each for each in self.changes if each.refused)


def blank_form(
    design: Design, view: SeatView, turn: str, decisions: tuple[DecisionLine, ...] = ()
) -> OrdersForm:
    """The form of a seat: its decisions, its whole command, its formations that are in play."""
    standing = {each.subject: each.text for each in view.orders}
    subjects = [WHOLE]
    for key in own_formations(design, view.seat):
        home = [unit.id for unit in design.units if unit.formation == key]
        if key in standing or any(view.state.units[u].place.kind in IN_PLAY for u in home):
            subjects.append(key)
    return OrdersForm(
        campaign=view.state.name,
        seat=view.seat.id,
        seat_name=view.seat.name,
        turn=turn,
        seal=view.seal,
        orders=tuple(
            OrderLine(formation=key, name=subject_name(design, key), stands=standing.get(key, ""))
            for key in subjects
        ),
        decisions=decisions,
    )


def subject_name(design: Design, subject: str) -> str:
    """What the subject of an order is called."""
    if subject == WHOLE:
        return say("The whole command")
    found = design.formation.get(subject)
    return found.name if found is not None else subject


def compare_orders(
    design: Design, view: SeatView, form: OrdersForm, decisions: tuple[DecisionLine, ...] = ()
) -> OrdersPreview:
    """How a filled form differs from what stands now. Everything wrong is listed, none applied.

    *decisions* are those that are open now.
    """
    troubles = _head_troubles(view, form)
    own = {WHOLE, *own_formations(design, view.seat)}
    standing = {each.subject: each.text for each in view.orders}
    changes: list[OrderChange] = []
    met: set[str] = set()
    kept = 0
    for number, line in enumerate(form.orders, 1):
        name = subject_name(design, line.formation)
        wrong = _line_trouble(line, own, met, view.seat.name)
        met.add(line.formation)
        if wrong:
            troubles.append(say("Line {number}: {wrong}", number=number, wrong=wrong))
            continue
        text, before = tidy(line.order), standing.get(line.formation, "")
        after = "" if text == WITHDRAW else text
        if not text or after == before:
            kept += 1
            continue
        changes.append(OrderChange(subject=line.formation, name=name, before=before, after=after))
    open_ = {each.id: each for each in decisions}
    for line in form.decisions:
        if not tidy(line.answer):
            kept += 1
            continue
        decided = _decided(design, line, open_.get(line.id))
        if isinstance(decided, OrderChange):
            changes.append(decided)
        else:
            troubles.append(decided)
    notes = _notes(view, form, changes, standing)
    message = tidy(form.message)
    if wrong := _text_trouble(form.message):
        troubles.append(say("The message: {wrong}", wrong=wrong))
    elif message and message in _own_messages(view):
        notes.append(say("The message was entered before."))
    elif message:
        changes.append(OrderChange(subject="", name="To the umpire", before="", after=message))
    return OrdersPreview(
        seat=view.seat.id,
        seat_name=view.seat.name,
        turn=form.turn,
        changes=tuple(changes),
        kept=kept,
        troubles=tuple(troubles),
        notes=tuple(notes),
    )


def _decided(design: Design, line: DecisionLine, open_: DecisionLine | None) -> OrderChange | str:
    """A decision that was answered; else what is wrong with it."""
    answer = tidy(line.answer)
    name = open_.title if open_ is not None else line.title or line.id[:60]
    if open_ is None:
        return say("{decision}: it is not open now.", decision=name)
    if wrong := _text_trouble(line.answer):
        return say("{decision}: {wrong}", decision=name, wrong=wrong)
    named = {**{label.casefold(): value for value, label in open_.choices.items()},
             **{value.casefold(): value for value in open_.choices}}  # fmt: skip
    if open_.choices and answer.casefold() not in named:
        listed = join(", ", list(open_.choices.values()))
        return say("{decision}: {answer!r} is none of {listed}.", decision=name,
                   answer=answer[:60], listed=listed)  # fmt: skip
    value = named.get(answer.casefold(), answer)
    after = open_.choices.get(value) or fact_value(design, value)
    return OrderChange(
        subject=f"{DECISION}{line.id}", name=name, before="", value=value, after=after
    )


def order_drafts(preview: OrdersPreview) -> list[EventDraft]:
    """What accepting the differences writes: one event an order, seen by its seat alone.

    Decisions are done by their actions.
    """
    return [
        EventDraft(
            payload=OrderGiven(seat=preview.seat, text=each.after, subject=each.subject),
            seen_by=(preview.seat,),
            source="import",
        )
        for each in preview.changes
        if each.kind != "decision"
    ]


def tidy(text: str) -> str:
    """Without the blanks around it, with plain ends of lines."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()


def _head_troubles(view: SeatView, form: OrdersForm) -> list[str]:
    found: list[str] = []
    if form.format != FORMAT:
        found.append(say("This is no orders form: it says {format!r}.", format=form.format[:40]))
    elif form.version > VERSION:
        found.append(
            say("A newer WarDesk wrote this form (version {version}).", version=form.version)
        )
    if form.campaign != view.state.name:
        found.append(
            say(
                "The form is for the campaign {campaign!r}, not {state!r}.",
                campaign=form.campaign[:60],
                state=view.state.name,
            )
        )
    if form.seal not in {view.seal, *(each.seal for each in view.sent)}:
        found.append(
            say(
                "{seat} was never sent a packet with the seal {seal!r}…",
                seat=view.seat.name,
                seal=form.seal[:8],
            )
        )
    return found


def _line_trouble(line: OrderLine, own: set[str], met: set[str], seat: str) -> str:
    if line.formation not in own:
        return say(
            "{formation!r} is not a formation of {seat}.", formation=line.formation[:40], seat=seat
        )
    if line.formation in met:
        return say("{formation} stands in the form twice.", formation=line.formation)
    return _text_trouble(line.order)


def _text_trouble(text: str) -> str:
    if len(text) > MOST_LETTERS:
        return say(
            "the text has {number} letters; {MOST_LETTERS} are the most.",
            number=len(text),
            MOST_LETTERS=MOST_LETTERS,
        )
    if _UNPRINTABLE.search(text.replace("\r", "")):
        return say("the text holds signs that cannot be printed.")
    return ""


def _notes(
    view: SeatView, form: OrdersForm, changes: list[OrderChange], standing: dict[str, str]
) -> list[str]:
    found: list[str] = []
    older = [each for each in view.sent[:-1] if each.seal == form.seal]
    if older:
        found.append(say("It came with an older packet, of {turn}.", turn=form.turn[:40]))
    changed = {each.subject for each in changes}
    found += [
        say("{line}: another order stands now.", line=line.name or line.formation)
        for line in form.orders
        if line.formation in changed and tidy(line.stands) != standing.get(line.formation, "")
    ]
    return found


def _own_messages(view: SeatView) -> set[str]:
    return {
        fact.payload.text
        for fact in view.facts
        if isinstance(fact.payload, OrderGiven)
        and fact.payload.seat == view.seat.id
        and not fact.payload.subject
        and fact.number not in view.undone
    }
