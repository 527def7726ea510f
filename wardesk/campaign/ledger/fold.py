"""Adding events up to a `State`. No rule is run: an event only must make sense where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from wardesk.campaign.ledger.events import Event
from wardesk.campaign.ledger.fold_places import PLACE_EFFECTS
from wardesk.campaign.ledger.fold_records import RECORD_EFFECTS
from wardesk.campaign.ledger.fold_units import UNIT_EFFECTS
from wardesk.campaign.ledger.kind import Broken, need
from wardesk.campaign.ledger.payloads import Reversed
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State, first_state

Effect: TypeAlias = Callable[[Design, State, Event, Any], None]


def _nothing(design: Design, state: State, event: Event, payload: Reversed) -> None:
    """A reversal works by what is left out (`ledger.standing`), not by an effect of its own."""
    del design, state
    for seq in payload.of:
        need(seq < event.seq, f"event {seq} does not lie before it")


EFFECTS: dict[type, Effect] = {
    **UNIT_EFFECTS,
    **PLACE_EFFECTS,
    **RECORD_EFFECTS,
    Reversed: _nothing,
}


def effect(design: Design, state: State, event: Event) -> None:
    """Do what an event does to *state*, its number aside. `Broken` as `apply`."""
    payload = event.payload
    by_table = EFFECTS.get(type(payload))
    if by_table is not None:
        by_table(design, state, event, payload)
    else:
        payload.apply(design, state, event)


def apply(design: Design, state: State, event: Event) -> None:
    """Let one event count. `Broken` when it makes no sense here; *state* is unchanged then."""
    effect(design, state, event)
    state.seq = event.seq


def fold(design: Design, events: Iterable[Event]) -> State:
    """The state after *events*, which count all. `Broken` names the first that makes no sense."""
    state = first_state(design)
    for event in events:
        try:
            apply(design, state, event)
        except Broken as error:
            raise Broken(f"Event {event.seq} ({event.kind}): {error}") from error
    return state
