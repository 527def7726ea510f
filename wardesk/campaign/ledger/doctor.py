"""The health of a campaign: does the chain hold, does everything add up, does nothing leak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wardesk.campaign.ledger.chain import standing
from wardesk.campaign.ledger.events import GENESIS, Event, first_break
from wardesk.campaign.ledger.findings import Finding
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.calendar import Opened
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.operation.conditions import holds
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.facts import facts_of
from wardesk.campaign.operation.lint import lint
from wardesk.campaign.operation.places import GONE, IN_PLAY
from wardesk.campaign.operation.state import State
from wardesk.errors import WarDeskError


def examine(
    design: Design,
    events: Sequence[Event],
    *,
    head: tuple[int, str] | None = None,
    stored_design_hash: str = "",
) -> tuple[list[Finding], State | None]:
    """Every finding of a ledger, and its state if it can be had.

    *head* is what the file says about number and hash of the last event.
    """
    found = list(_chain(events, head, stored_design_hash))
    if found:
        return found, None
    try:
        state = standing(design, events)
    except (Broken, WarDeskError) as error:
        return [Finding("error", "ledger", str(error))], None
    for check in (_units, _steps, _pools, _points, _order, _secrets, _open):
        found += check(design, events, state)
    found += [finding for finding in lint(design) if finding.level == "error"]
    return found, state


def _chain(events: Sequence[Event], head: tuple[int, str] | None, design: str) -> Iterator[Finding]:
    broken = first_break(events)
    if broken is not None:
        advice = f"Events 1 to {broken[0] - 1} are good. Restore the last backup."
        yield Finding("error", f"event {broken[0]}", f"The chain breaks: {broken[1]}.", advice)
        return
    last = (events[-1].seq, events[-1].hash) if events else (0, GENESIS)
    if head is not None and head != last:
        text = f"The file says that it ends with event {head[0]}, but it ends with {last[0]}."
        yield Finding("error", f"event {last[0]}", text, "Restore the last backup.")
    if events and design:
        payload = events[0].payload
        if isinstance(payload, Opened) and payload.design_hash != design:
            text = "The design is not the one that the campaign was opened with."
            yield Finding("error", "design", text, "Restore the last backup.")


def _units(design: Design, events: Sequence[Event], state: State) -> Iterator[Finding]:
    del events
    if set(state.units) != set(design.unit):
        yield Finding("error", "units", "The units are not those of the design.")
    for key, unit in state.units.items():
        full, place = design.unit[key].steps_full, f"unit {key}"
        if not 0 <= unit.steps <= full:
            yield Finding("error", place, f"It has {unit.steps} of {full} steps.")
        if unit.place.kind == "eliminated" and unit.steps:
            yield Finding("error", place, "It is eliminated, yet has steps.")
        if full and not unit.steps and unit.place.kind not in GONE:
            yield Finding("error", place, f"It has no steps, yet is {unit.place}.")
        if unit.place.kind in ("hex", "marker", "transit") and not unit.place.game:
            yield Finding("error", place, f"On which table is it? {unit.place}.")
    for group in design.identity_groups:
        chosen = state.identities.get(group.id)
        for option in group.options:
            used = [
                unit
                for unit in (*option.units, *design.members.get(option.formation or "", ()))
                if state.units[unit].place.kind in IN_PLAY
            ]
            if used and option.id != chosen:
                yield Finding("error", f"identity {group.id}", f"{used[0]} is in play as well.")


def _steps(design: Design, events: Sequence[Event], state: State) -> Iterator[Finding]:
    del events
    full = sum(unit.steps_full for unit in design.units)
    now = sum(unit.steps for unit in state.units.values())
    due = full - state.steps_lost + state.steps_recovered
    if now != due:
        text = f"{full} − {state.steps_lost} + {state.steps_recovered} steps are {due}, not {now}."
        yield Finding("error", "steps", text)


def _pools(design: Design, events: Sequence[Event], state: State) -> Iterator[Finding]:
    del design, events
    for key, held in state.pools.items():
        if held is not None and held < 0:
            yield Finding("error", f"pool {key}", f"It holds {held}.")


def _points(design: Design, events: Sequence[Event], state: State) -> Iterator[Finding]:
    by_seq = {event.seq: event for event in events}
    for score in state.scores:
        payload = by_seq[score.seq].payload
        right = isinstance(payload, Points) and payload.points == score.points
        if not right or not score.cause:
            yield Finding("error", f"event {score.seq}", "These points have no cause.")
    for side in design.sides:
        total = sum(score.points for score in state.scores if score.side == side.id)
        if total != state.points(side.id):
            yield Finding("error", f"side {side.id}", "Its points do not add up.")


def _order(design: Design, events: Sequence[Event], state: State) -> Iterator[Finding]:
    """No unit is in play before its gate opened; time never runs backwards."""
    before = -1
    for event in events:
        if event.ordinal < before:
            yield Finding("error", f"event {event.seq}", "It lies before the event before it.")
        before = max(before, event.ordinal)
    facts = facts_of(design, state)
    for arrival in design.arrivals:
        if arrival.gate is None:
            continue
        answer = holds(arrival.gate, facts)
        units = (
            (arrival.subject,)
            if arrival.subject_kind == "unit"
            else design.members.get(arrival.subject, ())
        )
        inside = [unit for unit in units if state.units[unit].place.kind in IN_PLAY]
        if inside and answer is False:
            text = f"{inside[0]} is in play, but its gate is shut."
            yield Finding("warning", f"arrival of {arrival.subject}", text)
        elif answer is None:
            text = "Whether its gate is open is not yet known."
            yield Finding("note", f"arrival of {arrival.subject}", text)


def _secrets(design: Design, events: Sequence[Event], state: State) -> Iterator[Finding]:
    """Nothing that others may see holds the nonce or the words of a secret that is not told yet."""
    del design
    for key, secret in state.secrets.items():
        if secret.kept is None or secret.revealed is not None:
            continue
        nonce, value = secret.kept
        words = [nonce, *([value] if len(value) >= 8 else [])]
        for event in events:
            others = {seat for seat in event.seen_by if seat != secret.seat}
            if others and any(word in event.body for word in words):
                text = f"It tells the secret {key!r}, and {', '.join(sorted(others))} may see it."
                yield Finding("error", f"event {event.seq}", text, "Tell the players; commit anew.")


def _open(design: Design, events: Sequence[Event], state: State) -> Iterator[Finding]:
    del design, events
    ruled = {ruling.query for ruling in state.rulings.values()}
    open_ones = [key for key in state.queries if key not in ruled]
    if open_ones:
        text = f"{len(open_ones)} questions are open; our proposals are used for them."
        yield Finding("note", "rulings", text)
