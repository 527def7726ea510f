"""What events do to the record: turns, checklist, facts, points, rulings, draws, secrets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from wardesk.campaign.ledger.commitments import digest_of
from wardesk.campaign.ledger.events import Event
from wardesk.campaign.ledger.kind import need
from wardesk.campaign.ledger.payloads import (
    Drawn,
    FactSet,
    Judged,
    Opened,
    OrderGiven,
    PacketSent,
    Points,
    QueryOpened,
    RulingMade,
    SecretCommitted,
    SecretKept,
    SecretRevealed,
    StepClosed,
    TurnBegun,
)
from wardesk.campaign.ledger.rulings import Ruling
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import Score, Secret, SentPacket, State


def _opened(design: Design, state: State, event: Event, p: Opened) -> None:
    need(event.seq == 1, "a campaign begins only once")
    need(p.design == design.id, f"it was opened with the design {p.design!r}, not {design.id!r}")
    state.name = p.name
    state.seats = {seat.id: seat for seat in p.seats}
    state.options = {**design.options, **p.options}
    state.ordinal = event.ordinal
    if state.options.get("proposals"):
        for pool in design.pools:
            if pool.count is None:
                state.pools[pool.id] = pool.proposed


def _turn(design: Design, state: State, event: Event, p: TurnBegun) -> None:
    del event
    need(p.ordinal < design.calendar.turns, "the calendar is over")
    need(p.ordinal > state.ordinal, "time does not run backwards")
    state.ordinal = p.ordinal
    state.closed_steps = {}


def _step(design: Design, state: State, event: Event, p: StepClosed) -> None:
    del event
    need(any(step.id == p.step for step in design.checklist), f"there is no step {p.step!r}")
    need(p.step not in state.closed_steps, "this step is done already")
    state.closed_steps[p.step] = p.note


def _fact(design: Design, state: State, event: Event, p: FactSet) -> None:
    del design, event
    state.facts[p.fact] = p.value


def _points(design: Design, state: State, event: Event, p: Points) -> None:
    need(any(side.id == p.side for side in design.sides), f"there is no side {p.side!r}")
    need(p.cause, "points need a cause")
    state.scores.append(Score(event.seq, p.side, p.points, p.cause, event.ordinal))


def _query(design: Design, state: State, event: Event, p: QueryOpened) -> None:
    del design, event
    need(p.query.id not in state.queries, f"the question {p.query.id!r} is there already")
    state.queries[p.query.id] = p.query


def _ruling(design: Design, state: State, event: Event, p: RulingMade) -> None:
    del design
    need(p.query in state.queries, f"there is no question {p.query!r}")
    need(p.id not in state.rulings, f"the ruling {p.id!r} is there already")
    need(p.supersedes is None or p.supersedes in state.rulings, f"no ruling {p.supersedes!r}")
    state.rulings[p.id] = Ruling(
        id=p.id,
        query=p.query,
        decision=p.decision,
        scope=p.scope,
        author=p.author,
        reason=p.reason,
        evidence=p.evidence,
        supersedes=p.supersedes,
        affects=p.affects,
        seq=event.seq,
    )


def _drawn(design: Design, state: State, event: Event, p: Drawn) -> None:
    del design, event
    need(len(p.faces) == len(p.results), "every die needs its result")
    state.draws += 1


def _committed(design: Design, state: State, event: Event, p: SecretCommitted) -> None:
    del design
    need(p.secret not in state.secrets, f"the secret {p.secret!r} is there already")
    need(p.seat in state.seats, f"there is no seat {p.seat!r}")
    state.secrets[p.secret] = Secret(p.seat, p.about, p.digest, event.seq)


def _secret(state: State, key: str) -> Secret:
    need(key in state.secrets, f"there is no secret {key!r}")
    return state.secrets[key]


def _kept(design: Design, state: State, event: Event, p: SecretKept) -> None:
    del design
    secret = _secret(state, p.secret)
    right = digest_of(p.nonce, p.value) == secret.digest
    need(right, "this is not what was committed to")
    need(set(event.seen_by) <= {secret.seat}, "a secret is for its own seat")
    state.secrets[p.secret] = replace(secret, kept=(p.nonce, p.value))


def _revealed(design: Design, state: State, event: Event, p: SecretRevealed) -> None:
    del design, event
    secret = _secret(state, p.secret)
    need(secret.revealed is None, "this secret has been told already")
    right = digest_of(p.nonce, p.value) == secret.digest
    need(right, "this is not what was committed to")
    state.secrets[p.secret] = replace(secret, revealed=p.value)


def _order(design: Design, state: State, event: Event, p: OrderGiven) -> None:
    del design, event
    need(p.seat in state.seats, f"there is no seat {p.seat!r}")


def _packet(design: Design, state: State, event: Event, p: PacketSent) -> None:
    del design
    need(p.seat in state.seats, f"there is no seat {p.seat!r}")
    need(p.upto < event.seq, "a packet rests on earlier events")
    state.packets.append(SentPacket(event.seq, p.seat, p.upto))


def _judged(design: Design, state: State, event: Event, p: Judged) -> None:
    del design, state, event
    need(p.decided == p.proposed or p.override, "an override needs a reason")


RECORD_EFFECTS: dict[type, Callable[[Design, State, Event, Any], None]] = {
    Opened: _opened,
    TurnBegun: _turn,
    StepClosed: _step,
    FactSet: _fact,
    Points: _points,
    QueryOpened: _query,
    RulingMade: _ruling,
    Drawn: _drawn,
    Judged: _judged,
    SecretCommitted: _committed,
    SecretKept: _kept,
    SecretRevealed: _revealed,
    OrderGiven: _order,
    PacketSent: _packet,
}
