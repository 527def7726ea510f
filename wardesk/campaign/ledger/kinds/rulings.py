"""What people decide: points, questions and rulings, dice, proposals, corrections."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from wardesk.campaign.ledger.kind import (
    Dice,
    Payload,
    because,
    need,
    observers_not,
    seen_in_fog,
    told_whole,
)
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.ledger.rulings import Evidence, Query, Ruling, Scope
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import name_among
from wardesk.campaign.operation.state import Score, State
from wardesk.errors import UserError
from wardesk.words import Spoken, say, say_count

NOT_TOLD = say("for what is not told")
"""All that a seat in fog is told of why another side was given points."""
CORRECTION = say("a correction")
"""All that a seat is told of why something was taken back."""


class Points(Payload, frozen=True, kw_only=True, tag="vp.awarded"):
    """Victory points (also taken away), with their cause."""

    log_group = "points"

    side: str
    points: int
    cause: Spoken

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> Points:
        """The score is everybody's; in fog its cause is for whoever was given the points."""
        own = self.side == reader.seat.side
        return replace(self, cause=NOT_TOLD) if reader.fogged and not own else self

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        known = any(side.id == self.side for side in design.sides)
        need(known, "There is no side {side!r}.", side=self.side)
        need(self.cause, "Points need a cause.")
        score = Score(event.seq, self.side, self.points, self.cause, event.ordinal)
        state.scores.append(score)

    def told(self, design: Design) -> str:
        return say_count(
            "{side} {points:+d} point{cause}",
            "{side} {points:+d} points{cause}",
            n=self.points,
            side=name_among(design.sides, self.side),
            points=self.points,
            cause=because(self.cause),
        )


class QueryOpened(Payload, frozen=True, kw_only=True, tag="query.opened"):
    """A new question about the rules."""

    log_group = "rulings"

    query: Query

    copied = told_whole
    in_fog = seen_in_fog
    refused = observers_not

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        new = self.query.id not in state.queries
        need(new, "The question {query!r} is there already.", query=self.query.id)
        state.queries[self.query.id] = self.query

    def told(self, design: Design) -> str:
        return say("New question: {question}", question=self.query.question)


class RulingMade(Payload, frozen=True, kw_only=True, tag="ruling.made"):
    """A decision of the umpire."""

    log_group = "rulings"

    id: str
    query: str
    decision: str
    scope: Scope
    author: str
    reason: Annotated[str, Meta(min_length=1)]
    evidence: tuple[Evidence, ...] = ()
    supersedes: str | None = None
    affects: tuple[int, ...] = ()

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.query in state.queries, "There is no question {query!r}.", query=self.query)
        need(self.id not in state.rulings, "The ruling {id!r} is there already.", id=self.id)
        before = self.supersedes is None or self.supersedes in state.rulings
        need(before, "No ruling {supersedes!r}.", supersedes=self.supersedes)
        state.rulings[self.id] = Ruling(
            id=self.id, query=self.query, decision=self.decision, scope=self.scope,
            author=self.author, reason=self.reason, evidence=self.evidence,
            supersedes=self.supersedes, affects=self.affects, seq=event.seq,
        )  # fmt: skip

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> RulingMade:
        """Decision and reason; what it rests on and which events it touches: the umpire's."""
        before = self.supersedes if reader.knows_ruling(self.supersedes) else None
        return RulingMade(
            id=reader.ruling(self.id), query=self.query, decision=self.decision, scope=self.scope,
            author=self.author, reason=self.reason,
            supersedes=reader.ruling(before) if before is not None else None,
        )  # fmt: skip

    def told(self, design: Design) -> str:
        query = next((each for each in design.queries if each.id == self.query), None)
        if query is None:
            return say(
                "Ruled on a question asked in play: {decision} ({reason})",
                decision=self.decision,
                reason=self.reason,
            )
        return say(
            "Ruled on “{question}”: {decision} ({reason})",
            question=query.question,
            decision=self.decision,
            reason=self.reason,
        )


def with_asked(design: Design, queries: Iterable[Query], seats: Iterable[Seat] = ()) -> Design:
    """*design* with what came up in play, so that it is told: questions asked, seats made."""
    own = {each.id for each in design.queries}
    more = tuple(each for each in queries if each.id not in own)
    there = {each.id for each in design.seats}
    made = tuple(each for each in seats if each.id not in there)
    if not more and not made:
        return design
    return replace(design, queries=(*design.queries, *more), seats=(*design.seats, *made))


def ruling(
    state: State,
    query: str,
    decision: str,
    *,
    reason: str,
    author: str,
    scope: Scope = "campaign",
    evidence: tuple[Evidence, ...] = (),
) -> RulingMade:
    """A new ruling, in the place of an earlier one. UserError for what is no answer."""
    if query not in state.queries:
        known = ", ".join(state.queries)
        raise UserError(
            say("There is no question {query!r}.", query=query),
            say("There are: {known}.", known=known),
        )
    if not reason.strip():
        raise UserError("A ruling needs a reason.", "Say why.")
    options = state.queries[query].options
    if options and decision not in options:
        listed = "; ".join(options)
        raise UserError(
            say("{decision!r} is not one of the answers.", decision=decision),
            say("They are: {listed}.", listed=listed),
        )
    before = [each.id for each in state.rulings.values() if each.query == query]
    return RulingMade(
        id=f"ruling-{len(state.rulings) + 1}", query=query, decision=decision, scope=scope,
        author=author, reason=reason.strip(), evidence=evidence,
        supersedes=before[-1] if before else None,
    )  # fmt: skip


class ChanceDrawn(Payload, frozen=True, kw_only=True, tag="draw.made"):
    """Dice or chits, and where they came from. Written before anybody sees them."""

    log_group = "dice"

    what: Spoken
    faces: Dice
    """How many faces each die has; for a chit the number of chits in the cup."""
    results: Dice
    how: Literal["seeded", "typed", "receipt"]
    receipt: str = ""

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(len(self.faces) == len(self.results), "Every die needs its result.")
        state.draws += 1

    def told(self, design: Design) -> str:
        ways = {
            "typed": say("typed"),
            "seeded": say("rolled here"),
            "receipt": say("from a dice server"),
        }
        return say(
            "Die for {what}: {results}, {way}",
            what=self.what,
            results=", ".join(map(str, self.results)),
            way=ways[self.how],
        )


class ProposalJudged(Payload, frozen=True, kw_only=True, tag="proposal.decided"):
    """What the desk proposed and what was decided, with inputs, modifiers and exact odds."""

    log_group = "dice"

    title: Spoken
    cite: str
    inputs: tuple[Spoken, ...] = ()
    modifiers: tuple[tuple[Spoken, int], ...] = ()
    needed: int | None = None
    roll: int | None = None
    odds: Spoken = ""
    proposed: Spoken = ""
    decided: Spoken = ""
    override: Spoken = ""
    """The reason, where the umpire decided otherwise."""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.decided == self.proposed or self.override, "An override needs a reason.")

    def copied(self, reader: Reader, event: Occasion) -> ProposalJudged:
        """What came of it; the umpire's reason for deciding otherwise stays with him."""
        return replace(self, override="")

    def told(self, design: Design) -> str:
        if self.override:
            return say(
                "{title}: decided “{decided}” by the umpire: {override}",
                title=self.title,
                decided=self.decided,
                override=self.override,
            )
        if self.roll is None:
            return say("{title}: {decided}", title=self.title, decided=self.decided)
        return say(
            "{title}: {decided}, rolled {roll}",
            title=self.title, decided=self.decided, roll=self.roll,
        )  # fmt: skip


class Reversed(Payload, frozen=True, kw_only=True, tag="correction.reversed"):
    """Earlier events are taken back; they stay in the ledger and no longer count.

    Whether they may be the ledger judges: only what nobody else has built on is free.
    """

    log_group = "rulings"

    of: tuple[int, ...]
    reason: Annotated[str, Meta(min_length=1)]
    approved_by: str = ""

    refused = observers_not

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        """It works by what is left out (`chain.standing`), not by an effect of its own."""
        for seq in self.of:
            need(seq < event.seq, "Event {seq} does not lie before it.", seq=seq)

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> Reversed | None:
        """By the seat's own numbers, and only what a packet told it; the reason is the umpire's."""
        of = tuple(reader.numbers[seq] for seq in self.of if seq in reader.numbers)
        return Reversed(of=of, reason=CORRECTION) if of else None

    def told(self, design: Design) -> str:
        listed = ", ".join(map(str, self.of[:6]))
        cause = because(self.reason)
        if len(self.of) > 6:
            return say("Taken back: events {events} and more{cause}", events=listed, cause=cause)
        return say_count(
            "Taken back: event {events}{cause}", "Taken back: events {events}{cause}",
            n=len(self.of), events=listed, cause=cause,
        )  # fmt: skip
