"""What a results sheet says beside units: bridges, facts, markers and pools."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from wardesk.campaign.ledger.events import Draft, Source
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged, BridgeControl
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.forces import PoolChanged
from wardesk.campaign.operation.corridor import BRIDGE_MOVES
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import bridge_state, fact_name, in_words, name_among
from wardesk.campaign.operation.sheets import BridgeRow, ResultsSheet
from wardesk.campaign.operation.state import State
from wardesk.words import say

_PLACED = "bailey-placed"


def _way(before: str, after: str) -> list[str]:
    """The states that a bridge goes through from one to another; none where it cannot."""
    came = {before: ""}
    waiting = deque([before])
    while waiting and after not in came:
        now = waiting.popleft()
        for other in BRIDGE_MOVES[now]:
            if other not in came:
                came[other] = now
                waiting.append(other)
    found: list[str] = []
    while after in came and after != before:
        found.append(after)
        after = came[after]
    return found[::-1]


def beside_troubles(design: Design, state: State, sheet: ResultsSheet) -> Iterable[str]:
    """What cannot be, a sentence each."""
    for row in sheet.bridges:
        yield from _bridge_troubles(design, state, row)
    pools = {pool.id: pool for pool in design.pools}
    for key, change in sheet.pools.items():
        pool, held = pools.get(key), state.pools.get(key)
        if pool is None:
            yield say("There is no pool {pool!r}.", pool=key)
        elif held is None:
            yield say("How many {name} there are is not known.", name=pool.name)
        elif held + change < 0:
            yield say("Only {held} {name} are left.", held=held, name=pool.name)


def _bridge_troubles(design: Design, state: State, row: BridgeRow) -> list[str]:
    bridge = design.bridge.get(row.bridge)
    if bridge is None:
        return [say("There is no bridge {bridge!r}.", bridge=row.bridge)]
    now = state.bridges[row.bridge]
    found: list[str] = []
    way = _way(now.state, row.state)
    if row.state and row.state != now.state and not way:
        found.append(
            say("{bridge} is {state} and cannot become {other}.", bridge=bridge.name,
                state=now.state, other=row.state)
        )  # fmt: skip
    wirer = now.state == "wired" and row.state == "blown" and row.by != now.by
    if wirer:
        found.append(
            say("Only {by}, who wired {bridge}, may blow it.", by=now.by, bridge=bridge.name)
        )
    spared = (bridge.no_wire and row.state == "wired") or (bridge.no_destroy and "blown" in way)
    if spared:
        found.append(say("{bridge} may never become {state}.", bridge=bridge.name, state=row.state))
    sides = {"", *(side.id for side in design.sides)}
    found += [
        say("There is no side {side!r}.", side=side)
        for side in dict.fromkeys((row.control, row.by))
        if side not in sides
    ]
    if row.unit and row.unit not in design.unit:
        found.append(say("There is no unit {unit!r}.", unit=row.unit))
    elif _PLACED in way and not row.unit:
        found.append(say("Say which unit bridges {bridge}.", bridge=bridge.name))
    return found


def beside_words(design: Design, state: State, sheet: ResultsSheet) -> Iterable[str]:
    """What a sheet changes beyond units, a sentence each."""
    for row in sheet.bridges:
        if row.bridge in design.bridge:
            yield from _bridge_words(design, state, row)
    for fact, value in sheet.facts.items():
        if state.facts.get(fact) != value:
            before = state.facts.get(fact, "–")
            name = fact_name(design, fact)
            yield say("{fact}: {before} → {after}", fact=name, before=before, after=value)
    for kind, count in sheet.markers.items():
        if count:
            yield say("Laid on the route: {kind} {count}", kind=in_words(kind), count=count)
    for pool in design.pools:
        held, change = state.pools.get(pool.id), sheet.pools.get(pool.id, 0)
        if held is not None and change:
            name = f"{pool.name} ({pool.owner})" if pool.owner else pool.name
            yield say("{fact}: {before} → {after}", fact=name, before=held, after=held + change)


def _bridge_words(design: Design, state: State, row: BridgeRow) -> Iterable[str]:
    name, now = design.bridge[row.bridge].name, state.bridges[row.bridge]
    if row.state and row.state != now.state:
        before, after = bridge_state(now.state), bridge_state(row.state)
        yield say("{bridge}: {before} → {after}", bridge=name, before=before, after=after)
    if row.control and row.control != now.control:
        side = name_among(design.sides, row.control)
        yield say("{bridge} is held by {side}", bridge=name, side=side)


def beside_drafts(state: State, sheet: ResultsSheet, source: Source) -> Iterable[Draft]:
    """The events of what a sheet says beyond units; a bridge takes every step on its way."""
    for row in sheet.bridges:
        now = state.bridges[row.bridge]
        for step in _way(now.state, row.state) if row.state else ():
            wired = now.by if step == "blown" and now.state == "wired" else row.by
            changed = BridgeChanged(
                bridge=row.bridge, state=step, by=wired, unit=row.unit if step == _PLACED else ""
            )
            yield Draft(payload=changed, source=source)
        if row.control and row.control != now.control:
            held = BridgeControl(bridge=row.bridge, side=row.control)
            yield Draft(payload=held, source=source)
    for fact, value in sheet.facts.items():
        if state.facts.get(fact) != value:
            yield Draft(payload=FactSet(fact=fact, value=value), source=source)
    for pool, change in sheet.pools.items():
        if change:
            yield Draft(payload=PoolChanged(pool=pool, change=change), source=source)
