"""The results sheet: a game played at a table, typed in unit by unit, checked before it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.ledger.chain import let_count
from wardesk.campaign.ledger.events import EventDraft, Source
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged, BridgeControl
from wardesk.campaign.ledger.kinds.calendar import FactSet, Noted
from wardesk.campaign.ledger.kinds.forces import PoolChanged
from wardesk.campaign.ledger.kinds.scenarios import NodeLeft
from wardesk.campaign.ledger.kinds.units import (
    StepsLost,
    StepsRecovered,
    UnitArrived,
    UnitEliminated,
    UnitFlagged,
    UnitMoved,
)
from wardesk.campaign.operation.consequences import consequences, lines_of
from wardesk.campaign.operation.corridor import steps_between
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Unit
from wardesk.campaign.operation.implausible_results import Doubt, doubts
from wardesk.campaign.operation.names import (
    bridge_state,
    fact_name,
    in_words,
    name_among,
    place_words,
    unit_name,
)
from wardesk.campaign.operation.places import GONE, IN_PLAY, Place
from wardesk.campaign.operation.sheets import BridgeResult, ResultRow, ResultsSheet
from wardesk.campaign.operation.state import State, UnitState
from wardesk.errors import UserError
from wardesk.words import say


class ResultLine(Struct, frozen=True, kw_only=True):
    """One unit before and after."""

    unit: str
    name: str
    formation: str
    steps_full: int
    before: int
    after: int
    place_before: str
    place_after: str
    changed: bool
    at: str = ""
    """The hex, box or zone where it was."""


class ResultsPreview(Struct, frozen=True, kw_only=True):
    """A sheet compared with what the ledger says; nothing has happened yet."""

    lines: tuple[ResultLine, ...]
    troubles: tuple[str, ...]
    also: tuple[str, ...] = ()
    """What the sheet says beyond units, a sentence each."""
    stale: bool = False
    """Whether it is older than the ledger, so that it has to be merged first."""
    doubts: tuple[Doubt, ...] = ()
    """What needs a tick and a reason, and has none yet."""

    @property
    def lost(self) -> int:
        """Steps lost."""
        return sum(max(0, line.before - line.after) for line in self.lines)

    @property
    def recovered(self) -> int:
        """Steps that came back."""
        return sum(max(0, line.after - line.before) for line in self.lines)

    @property
    def line(self) -> str:
        """The balance in one line."""
        before = sum(line.before for line in self.lines)
        after = sum(line.after for line in self.lines)
        return say(
            "{before} steps before − {lost} lost + {recovered} back = {after} after",
            before=before,
            lost=self.lost,
            recovered=self.recovered,
            after=after,
        )


def blank_sheet(design: Design, state: State, game: str = "", node: str = "") -> ResultsSheet:
    """All units that are in play in *game* or in a scenario, as they stand."""
    entered = state.nodes.get(node)
    wanted = [
        unit.id
        for unit in design.units
        if (entered is not None and unit.id in entered.units)
        or (game and state.units[unit.id].game == game and _in_play(state, unit.id))
    ]
    rows = tuple(
        ResultRow(
            unit=unit,
            steps=state.units[unit].steps,
            hex=state.units[unit].place.at or None,
            sheet=state.units[unit].place.sheet,
        )
        for unit in wanted
    )
    return ResultsSheet(rows=rows, game=game, node=node)


def preview_results(
    design: Design, state: State, sheet: ResultsSheet, stacking: int = 0
) -> ResultsPreview:
    """Compare a sheet with the ledger; every trouble is a sentence, nothing raises.

    *stacking* is how many units of a side may stand in one hex, 0 where nobody knows.
    """
    troubles = [
        say("{unit} is in {times} rows.", unit=unit_name(design, unit), times=times)
        for unit, times in Counter(row.unit for row in sheet.rows).items()
        if times > 1
    ]
    lines: list[ResultLine] = []
    after = state.copy()
    for number, row in enumerate(sheet.rows, 1):
        unit = design.unit.get(row.unit)
        if unit is None:
            troubles.append(
                say("Row {number}: there is no unit {unit!r}.", number=number, unit=row.unit)
            )
            continue
        now = state.units[row.unit]
        # a table of the whole country may show units of several games
        wrong = _row_troubles(design, unit, now, row, "" if sheet.opened_for else sheet.game)
        drafts = _row_drafts(design, state, sheet, row, "hand")
        if not wrong:
            try:
                let_count(design, after, drafts)
            except Broken as error:
                wrong = [error.message]
        troubles += wrong
        then = after.units[row.unit]
        lines.append(
            ResultLine(
                unit=row.unit,
                name=unit.name,
                formation=unit.formation,
                steps_full=unit.steps_full,
                before=now.steps,
                after=then.steps,
                place_before=place_words(design, now.place),
                place_after=place_words(design, then.place),
                changed=bool(drafts),
                at=now.place.at,
            )
        )
    troubles += [*_node_troubles(design, state, sheet), *_unknown(design, sheet)]
    troubles += beside_troubles(design, state, sheet)
    also = tuple(beside_words(design, state, sheet))
    if sheet.node and not troubles:
        let_count(design, after, beside_drafts(state, sheet, "hand"))
        also += tuple(each.payload.told(design) for each in following(design, state, after, sheet))
    places = {line.unit: after.units[line.unit].place for line in lines}
    found = doubts(design, state, places, stacking)
    if sheet.opened_for:  # a table's own rules say who may stand with whom
        found = [each for each in found if each.key.startswith("hex:")]
    open_ = [each for each in found if not sheet.confirmed.get(each.key, "").strip()]
    return ResultsPreview(
        lines=tuple(lines), troubles=tuple(troubles), also=also, doubts=tuple(open_)
    )


def _row_troubles(
    design: Design, unit: Unit, now: UnitState, row: ResultRow, game: str
) -> list[str]:
    """What is wrong with the steps of a row, and with its unit's being there."""
    after = row.steps_after(now.steps)
    found: list[str] = []
    if after > unit.steps_full:
        found.append(
            say(
                "{unit} has {steps_full} steps at most, not {after}.",
                unit=unit.name,
                steps_full=unit.steps_full,
                after=after,
            )
        )
    if now.place.kind == "removed" and after != now.steps:
        found.append(say("{unit} is out of the campaign.", unit=unit.name))
    if now.place.kind == "eliminated" and after and not row.back:
        found.append(
            say(
                '{unit} was eliminated: leave its row out. Only "back": true in its row'
                " brings it back.",
                unit=unit.name,
            )
        )
    if now.place.kind == "eliminated" and after and not row.hex:
        found.append(say("{unit} was eliminated: say in which hex it comes back.", unit=unit.name))
    if row.off and now.place.kind not in IN_PLAY:
        found.append(
            say(
                "{unit} is not in play ({place}) and cannot leave a map.",
                unit=unit.name,
                place=place_words(design, now.place),
            )
        )
    if game and now.game not in ("", game):
        found.append(
            say(
                "{unit} is in {game}, not in {table}.",
                unit=unit.name,
                game=now.game,
                table=game,
            )
        )
    return found


def results_drafts(
    design: Design,
    state: State,
    sheet: ResultsSheet,
    source: Source = "hand",
    laid: Sequence[EventDraft] = (),
    stacking: int = 0,
) -> list[EventDraft]:
    """The events of a sheet, after those of the markers that were *laid*.

    UserError with every trouble unless it is sound, and with every doubt that nobody confirmed.
    """
    preview = preview_results(design, state, sheet, stacking)
    if preview.troubles:
        raise UserError(" ".join(preview.troubles), "Mend these rows; nothing was entered.")
    if preview.doubts:
        listed = " ".join(each.words for each in preview.doubts)
        raise UserError(listed, "Mend these rows, or confirm each with a reason.")
    drafts = [*laid]
    for doubt in preview_results(design, state, replace(sheet, confirmed={}), stacking).doubts:
        words = say("{doubt} It is so: {why}", doubt=doubt.words, why=sheet.confirmed[doubt.key])
        drafts.append(EventDraft(payload=Noted(words=words), source=source, seen_by=("umpire",)))
    for row in sheet.rows:
        drafts += _row_drafts(design, state, sheet, row, source)
    drafts += beside_drafts(state, sheet, source)
    if sheet.node:
        left = NodeLeft(node=sheet.node, winner=sheet.winner, score=sheet.score, note=sheet.note)
        drafts.append(EventDraft(payload=left, source=source))
        then = state.copy()
        let_count(design, then, drafts)
        drafts += following(design, state, then, sheet)
    if not drafts:
        raise UserError("This sheet changes nothing.", "Nothing was entered.")
    return drafts


def following(design: Design, state: State, then: State, sheet: ResultsSheet) -> list[EventDraft]:
    """What the end of a sheet's scenario changes in the campaign, *then*, when all of it counts."""
    node = design.node[sheet.node]
    lines = lines_of(node, sheet.winner, itself=not state.nodes[sheet.node].units)
    return consequences(design, then, lines, say("results of {node}", node=node.name))


def _row_drafts(
    design: Design, state: State, sheet: ResultsSheet, row: ResultRow, source: Source
) -> list[EventDraft]:
    now = state.units[row.unit]
    place = place_after(sheet, row, now.place)
    after = row.steps_after(now.steps)
    falls = row.lost or (not after and now.steps > 0)
    cause = row.note or (
        say("results of {node}", node=sheet.node or sheet.game) if sheet.node or sheet.game else ""
    )
    found: list[EventDraft] = []
    moves = place != now.place
    back = after > now.steps and now.place.kind == "eliminated"
    if after > now.steps:
        payload = StepsRecovered(
            unit=row.unit, steps=after - now.steps, place=place if back else None, cause=cause
        )
        found.append(EventDraft(payload=payload, source=source))
    if now.place.kind == "pool" and (moves or falls):
        found += _out_of_the_pool(design, state, row, place, cause, source)
    elif moves and not back and not falls:
        found.append(EventDraft(payload=UnitMoved(unit=row.unit, place=place), source=source))
    if after < now.steps:
        payload = StepsLost(unit=row.unit, steps=now.steps - after, cause=cause)
        found.append(EventDraft(payload=payload, source=source))
    if falls and not now.steps and now.place.kind not in GONE:
        found.append(EventDraft(payload=UnitEliminated(unit=row.unit, cause=cause), source=source))
    changed = [(flag, True) for flag in row.flags if flag not in now.flags]
    changed += [(flag, False) for flag in row.flags_off if flag in now.flags]
    found += [
        EventDraft(payload=UnitFlagged(unit=row.unit, flag=flag, on=on), source=source)
        for flag, on in changed
    ]
    return found


def _out_of_the_pool(
    design: Design, state: State, row: ResultRow, place: Place, cause: str, source: Source
) -> Iterable[EventDraft]:
    """A unit that was brought in: one less of its kind waits."""
    pool = next(each for each in design.pools if row.unit in each.units)
    if row.hex:
        yield EventDraft(payload=UnitArrived(unit=row.unit, place=place), source=source)
    if state.pools.get(pool.id) is not None:
        less = PoolChanged(pool=pool.id, change=-1, cause=cause)
        yield EventDraft(payload=less, source=source)


def place_after(sheet: ResultsSheet, row: ResultRow, now: Place) -> Place:
    """Where a row puts a unit that stands at *now*."""
    if row.off:
        return Place("node", sheet.node or sheet.opened_for, row.off, now.game or sheet.game)
    if not row.hex or (row.hex, row.sheet) == (now.at, now.sheet):
        return now
    return Place("hex", row.hex, row.sheet, now.game or sheet.game)


def _node_troubles(design: Design, state: State, sheet: ResultsSheet) -> list[str]:
    if not sheet.node:
        return []
    node = design.node.get(sheet.node)
    if node is None:
        return [say("There is no scenario {node!r}.", node=sheet.node)]
    found: list[str] = []
    entered = state.nodes.get(sheet.node)
    if entered is None or entered.over:
        found.append(say("{node} is not open.", node=node.name))
    if node.outcomes and sheet.winner not in node.outcomes:
        found.append(
            say(
                "Who won {node}? One of {outcomes}.",
                node=node.name,
                outcomes=", ".join(node.outcomes),
            )
        )
    return found


def _unknown(design: Design, sheet: ResultsSheet) -> Iterable[str]:
    """A game or a scenario that this campaign does not have."""
    if sheet.game and sheet.game not in design.games:
        yield say("There is no game {game!r}.", game=sheet.game)
    if sheet.opened_for and sheet.opened_for not in design.node:
        yield say("There is no scenario {node!r}.", node=sheet.opened_for)


def _in_play(state: State, unit: str) -> bool:
    return state.units[unit].place.kind in IN_PLAY


# ---- what lies beside the units ------------------------------------------------------------------


_PLACED = "bailey-placed"


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


def _bridge_troubles(design: Design, state: State, row: BridgeResult) -> list[str]:
    bridge = design.bridge.get(row.bridge)
    if bridge is None:
        return [say("There is no bridge {bridge!r}.", bridge=row.bridge)]
    now = state.bridges[row.bridge]
    found: list[str] = []
    way = steps_between(now.state, row.state)
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
            name = f"{pool.name} ({_owner(design, pool.owner)})" if pool.owner else pool.name
            yield say("{fact}: {before} → {after}", fact=name, before=held, after=held + change)


def _owner(design: Design, key: str) -> str:
    """A formation, or a side, by its name."""
    found = design.formation.get(key)
    return found.name if found is not None else name_among(design.sides, key)


def _bridge_words(design: Design, state: State, row: BridgeResult) -> Iterable[str]:
    name, now = design.bridge[row.bridge].name, state.bridges[row.bridge]
    if row.state and row.state != now.state:
        before, after = bridge_state(now.state), bridge_state(row.state)
        yield say("{bridge}: {before} → {after}", bridge=name, before=before, after=after)
    if row.control and row.control != now.control:
        side = name_among(design.sides, row.control)
        yield say("{bridge} is held by {side}", bridge=name, side=side)


def beside_drafts(state: State, sheet: ResultsSheet, source: Source) -> Iterable[EventDraft]:
    """The events of what a sheet says beyond units; a bridge takes every step on its way."""
    for row in sheet.bridges:
        now = state.bridges[row.bridge]
        for step in steps_between(now.state, row.state) if row.state else ():
            wired = now.by if step == "blown" and now.state == "wired" else row.by
            changed = BridgeChanged(
                bridge=row.bridge, state=step, by=wired, unit=row.unit if step == _PLACED else ""
            )
            yield EventDraft(payload=changed, source=source)
        if row.control and row.control != now.control:
            held = BridgeControl(bridge=row.bridge, side=row.control)
            yield EventDraft(payload=held, source=source)
    for fact, value in sheet.facts.items():
        if state.facts.get(fact) != value:
            yield EventDraft(payload=FactSet(fact=fact, value=value), source=source)
    for pool, change in sheet.pools.items():
        if change:
            yield EventDraft(payload=PoolChanged(pool=pool, change=change), source=source)
