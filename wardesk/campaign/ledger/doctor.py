"""The health of a campaign: does the chain hold, does everything add up, does nothing leak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wardesk.campaign.ledger.chain import standing
from wardesk.campaign.ledger.events import LedgerEvent, first_break
from wardesk.campaign.ledger.findings import Finding
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.operation.conditions import holds
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.facts import facts_of
from wardesk.campaign.operation.lint import lint
from wardesk.campaign.operation.places import GONE, IN_PLAY
from wardesk.campaign.operation.state import State
from wardesk.engine.chain import GENESIS
from wardesk.errors import WarDeskError
from wardesk.words import say


def examine(
    design: Design,
    events: Sequence[LedgerEvent],
    *,
    head: tuple[int, str] | None = None,
    stored_design_hash: str = "",
) -> tuple[list[Finding], State | None]:
    """Every finding of a ledger, and its state if it can be had.

    *head* is what the file says about number and hash of the last event.
    """
    found = list(chain_findings(events, head, stored_design_hash))
    if found:
        return found, None
    try:
        state = standing(design, events)
    except (Broken, WarDeskError) as error:
        return [Finding("error", say("ledger"), say("{why}", why=error))], None
    for check in (_units, _steps, _pools, _points, _order, _secrets, _open):
        found += check(design, events, state)
    found += [finding for finding in lint(design) if finding.level == "error"]
    return found, state


def chain_findings(
    events: Sequence[LedgerEvent], head: tuple[int, str] | None = None, design: str = ""
) -> Iterator[Finding]:
    """What is wrong with the chain, and with what the file says of its ends."""
    broken = first_break(events)
    if broken is not None:
        advice = say("Events 1 to {last} are good. Restore the last backup.", last=broken[0] - 1)
        yield Finding(
            "error",
            say("event {event}", event=broken[0]),
            say("The chain breaks: {reason}.", reason=broken[1]),
            advice,
        )
        return
    last = (events[-1].seq, events[-1].hash) if events else (0, GENESIS)
    if head is not None and head != last:
        text = say(
            "The file says that it ends with event {end}, but it ends with {last}.",
            end=head[0],
            last=last[0],
        )
        yield Finding(
            "error", say("event {event}", event=last[0]), text, say("Restore the last backup.")
        )
    if events and design:
        payload = events[0].payload
        if isinstance(payload, CampaignOpened) and payload.design_hash != design:
            text = say("The design is not the one that the campaign was opened with.")
            yield Finding("error", say("design"), text, say("Restore the last backup."))


def _units(design: Design, events: Sequence[LedgerEvent], state: State) -> Iterator[Finding]:
    del events
    if set(state.units) != set(design.unit):
        yield Finding("error", say("units"), say("The units are not those of the design."))
    for key, unit in state.units.items():
        full, place = design.unit[key].steps_full, say("unit {key!s}", key=key)
        if not 0 <= unit.steps <= full:
            yield Finding(
                "error", place, say("It has {steps} of {full} steps.", steps=unit.steps, full=full)
            )
        if unit.place.kind == "eliminated" and unit.steps:
            yield Finding("error", place, say("It is eliminated, yet has steps."))
        if full and not unit.steps and unit.place.kind not in GONE:
            yield Finding("error", place, say("It has no steps, yet is {place}.", place=unit.place))
        if unit.place.kind in ("hex", "marker", "transit") and not unit.place.game:
            yield Finding("error", place, say("On which table is it? {place}.", place=unit.place))
    for group in design.identity_groups:
        chosen = state.identities.get(group.id)
        for option in group.options:
            used = [
                unit
                for unit in (*option.units, *design.members.get(option.formation or "", ()))
                if state.units[unit].place.kind in IN_PLAY
            ]
            if used and option.id != chosen:
                yield Finding(
                    "error",
                    say("identity {group!s}", group=group.id),
                    say("{unit!s} is in play as well.", unit=used[0]),
                )


def _steps(design: Design, events: Sequence[LedgerEvent], state: State) -> Iterator[Finding]:
    del events
    full = sum(unit.steps_full for unit in design.units)
    now = sum(unit.steps for unit in state.units.values())
    due = full - state.steps_lost + state.steps_recovered
    if now != due:
        text = say(
            "{full} − {lost} + {recovered} steps are {due}, not {now}.",
            full=full,
            lost=state.steps_lost,
            recovered=state.steps_recovered,
            due=due,
            now=now,
        )
        yield Finding("error", say("steps"), text)


def _pools(design: Design, events: Sequence[LedgerEvent], state: State) -> Iterator[Finding]:
    del design, events
    for key, held in state.pools.items():
        if held is not None and held < 0:
            yield Finding("error", say("pool {key!s}", key=key), say("It holds {held}.", held=held))


def _points(design: Design, events: Sequence[LedgerEvent], state: State) -> Iterator[Finding]:
    by_seq = {event.seq: event for event in events}
    for score in state.scores:
        payload = by_seq[score.seq].payload
        right = isinstance(payload, Points) and payload.points == score.points
        if not right or not score.cause:
            yield Finding(
                "error", say("event {event}", event=score.seq), say("These points have no cause.")
            )
    for side in design.sides:
        total = sum(score.points for score in state.scores if score.side == side.id)
        if total != state.points(side.id):
            yield Finding(
                "error", say("side {side!s}", side=side.id), say("Its points do not add up.")
            )


def _order(design: Design, events: Sequence[LedgerEvent], state: State) -> Iterator[Finding]:
    """No unit is in play before its gate opened; time never runs backwards."""
    before = -1
    for event in events:
        if event.ordinal < before:
            yield Finding(
                "error",
                say("event {event}", event=event.seq),
                say("It lies before the event before it."),
            )
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
            text = say("{unit!s} is in play, but its gate is shut.", unit=inside[0])
            yield Finding("warning", say("arrival of {subject!s}", subject=arrival.subject), text)
        elif answer is None:
            text = say("Whether its gate is open is not yet known.")
            yield Finding("note", say("arrival of {subject!s}", subject=arrival.subject), text)


def _secrets(design: Design, events: Sequence[LedgerEvent], state: State) -> Iterator[Finding]:
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
                text = say(
                    "It tells the secret {key!r}, and {seats!s} may see it.",
                    key=key,
                    seats=", ".join(sorted(others)),
                )
                yield Finding(
                    "error",
                    say("event {event}", event=event.seq),
                    text,
                    say("Tell the players; commit anew."),
                )


def _open(design: Design, events: Sequence[LedgerEvent], state: State) -> Iterator[Finding]:
    del design, events
    ruled = {ruling.query for ruling in state.rulings.values()}
    open_ones = [key for key in state.queries if key not in ruled]
    if open_ones:
        text = say(
            "{count} questions are open; our proposals are used for them.", count=len(open_ones)
        )
        yield Finding("note", say("rulings"), text)
