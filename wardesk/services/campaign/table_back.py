"""A table of a campaign read back into a results sheet; nothing is written by that.

The organiser corrects the sheet, and enters it like one that was typed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.graph import Node
from wardesk.campaign.operation.places import IN_PLAY
from wardesk.campaign.operation.results import results_drafts
from wardesk.campaign.operation.scenarios import fighting, fits
from wardesk.campaign.operation.sheets import BridgeResult, ResultRow, ResultsSheet
from wardesk.campaign.operation.state import State
from wardesk.documents.games.gamelog import read_log
from wardesk.errors import UserError
from wardesk.games.registry import layout_of
from wardesk.model.moment import TakenOver
from wardesk.services.campaign.results import (
    NEW_TABLE,
    brought_differences,
    is_of_this_ledger,
    unit_differences,
)
from wardesk.services.campaign.shares import given_back
from wardesk.services.campaign.table_setup import FREEFORM, counters_of
from wardesk.services.play.session import PlaySession
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


class TableOrigin(Struct, frozen=True, kw_only=True):
    """Of what a game file says it is a part."""

    campaign: str
    node: str
    event: int
    """The ledger's last event when the table was set up."""
    hash: str
    """The hash of that event."""
    file: str = ""
    """Where the campaign lay then."""
    units: tuple[str, ...] = ()
    """Who lies on a table that shows a part of its scenario; none = everybody of it."""


class BroughtBack(Struct, frozen=True, kw_only=True):
    """What a table says became of the units, as a sheet that nobody has entered yet."""

    origin: TableOrigin
    sheet: ResultsSheet
    remarks: tuple[str, ...] = ()
    """What the organiser should know or decide."""
    over: bool = False
    """Whether the game on the table has ended."""


class AlreadyEntered(UserError):
    """What a table brought is in the ledger: nothing is lost, and nothing to be done."""


def find_node(design: Design, node: str) -> Node:
    """A scenario by id. UserError that lists what there is."""
    if node not in design.node:
        raise UserError(
            say("There is no scenario {node!r}.", node=node),
            say("There are: {node}.", node=", ".join(design.node)),
        )
    return design.node[node]


def origin_of(game: Path) -> TableOrigin | None:
    """The campaign that a game file is part of, None if of none. UserError if it cannot be read."""
    return read_origin(read_log(game).header.origin)


def read_origin(plain: dict[str, str]) -> TableOrigin | None:
    """The origin in a game's header, None if there is none."""
    if not plain.get("campaign") or not plain.get("event", "").isdigit():
        return None
    return TableOrigin(
        campaign=plain["campaign"],
        node=plain.get("node", ""),
        event=int(plain["event"]),
        hash=plain.get("hash", ""),
        file=plain.get("file", ""),
        units=tuple(filter(None, plain.get("units", "").split(","))),
    )


def bring_back(
    desk: CampaignDesk, node: str, game: Path, *, session: PlaySession | None = None
) -> BroughtBack:
    """Read a table into a results sheet. Nothing is written.

    UserError for a table of another campaign or scenario, or one that was set up from a position
    that was corrected since, with what differs.
    """
    found = find_node(desk.design, node)
    origin = origin_of(game) if session is None else read_origin(session.header.origin)
    if origin is None:
        raise UserError(
            say("{game} belongs to no campaign.", game=game.name), "Type its results in."
        )
    if session is None:
        with PlaySession.open(game, keep=False) as opened:
            return bring_back(desk, node, game, session=opened)
    try:
        check_table(desk, node, origin)
    except UserError:
        if (events := _entered(desk, node, origin, session)) is not None:
            first, last = events
            words = (
                say("These results are in the log already (event {first}).", first=first)
                if first == last
                else say("These results are in the log already (events {first}–{last}).",
                         first=first, last=last)
            )  # fmt: skip
            raise AlreadyEntered(words, "Undo takes them back.") from None
        raise
    return _read(desk, found, origin, session)


class _Then(NamedTuple):
    """A campaign as it stood when a table was set up."""

    design: Design
    ledger: Ledger
    state: State


def _entered(
    desk: CampaignDesk, node: str, origin: TableOrigin, session: PlaySession
) -> tuple[int, int] | None:
    """The first and the last event that a table has brought, where they are in the ledger."""
    ledger, design = desk.ledger, desk.design
    own = (origin.campaign, origin.node) == (ledger.campaign, node)
    if not own or not is_of_this_ledger(ledger, origin.event, origin.hash):
        return None
    then = _Then(design, ledger, ledger.state_at(origin.event))
    try:
        sheet = _read(then, design.node[node], origin, session).sheet
        wanted = [draft.payload for draft in results_drafts(design, then.state, sheet)]
    except UserError:
        return None  # nothing that could have been entered as it is
    since = ledger.events[origin.event :]
    for at in range(len(since) - len(wanted) + 1):
        run = since[at : at + len(wanted)]
        if [event.payload for event in run] == wanted:
            gone = any(event.seq in ledger.undone for event in run)
            return None if gone else (run[0].seq, run[-1].seq)
    return None


def come_home(desk: CampaignDesk, node: str, game: Path) -> list[LedgerEvent]:
    """Enter what a table brought that is over, where nobody has to decide anything about it.

    Nothing where somebody has: the sheet waits to be looked at. UserError as `bring_back`.
    """
    found = bring_back(desk, node, game)
    if not found.over or found.remarks:
        return []
    preview = desk.preview(found.sheet)
    if preview.troubles or preview.doubts:
        return []
    return desk.enter_results(found.sheet)


def check_table(desk: CampaignDesk, node: str, origin: TableOrigin) -> None:
    """UserError unless the table is of this campaign and scenario, and the ledger still as then."""
    if origin.campaign != desk.ledger.campaign:
        raise UserError("This table belongs to another campaign.", "Open that one.")
    if origin.node != node:
        other = desk.design.node.get(origin.node)
        name = other.name if other is not None else repr(origin.node)
        wanted = find_node(desk.design, node).name
        raise UserError(
            say("This table was set up for {name}, not for {wanted}.", name=name, wanted=wanted),
            "Enter it there.",
        )
    standing = desk.state.nodes.get(node)
    if standing is None or standing.over:
        why = say("is over") if standing is not None else say("has not begun, as the ledger stands")
        raise UserError(say("{name} {why}.", name=desk.design.node[node].name, why=why), NEW_TABLE)
    found = differences(desk, origin)
    if found:
        more = say(" and {number} more", number=len(found) - 8) if len(found) > 8 else ""
        raise UserError(
            say(
                "The ledger was changed after this table was set up: {found}{more}.",
                found="; ".join(found[:8]),
                more=more,
            ),
            NEW_TABLE,
        )


def differences(desk: CampaignDesk, origin: TableOrigin) -> list[str]:
    """How the units of a table stand otherwise in the ledger now than when it was set up."""
    ledger = desk.ledger
    if not is_of_this_ledger(ledger, origin.event, origin.hash):
        return [
            say(
                "event {event}, from which it was set up, is not in this ledger", event=origin.event
            )
        ]
    found = unit_differences(ledger, origin.node, origin.event, origin.units)
    return found + brought_differences(ledger, origin.event, origin.units)


def _read(
    desk: CampaignDesk | _Then, node: Node, origin: TableOrigin, session: PlaySession
) -> BroughtBack:
    then = desk.ledger.state_at(origin.event)
    units = fighting(desk.design, desk.state, node.id, then)
    before = origin.units or desk.ledger.state_at(origin.event).nodes[node.id].units
    units = tuple(unit for unit in units if unit in before or not origin.units)
    free = session.rules.id == FREEFORM
    own = free or bool(origin.units)
    names = {unit: unit for unit in units} if own else counters_of(desk.design, node.game, units)
    beginning = session.journal.state(session.journal.line()[0].id)
    if origin.units:
        _check_pieces(desk, session, beginning.pieces, before)
    remarks: list[str] = []
    rows = _rows(desk, origin, session, before, units, names, beginning.pieces, remarks)
    known = {*names.values(), *before}
    strangers = [piece for piece in session.state.pieces if piece not in known]
    # a battle that was laid as its scenario has it is nobody's of the ledger: who won, no more
    printed = not origin.units and layout_of(session.rules.id) is not None
    found = TakenOver() if printed else session.rules.taken(beginning, session.state)
    rows = [_flagged(desk, row, found) for row in rows]
    if strangers and free:
        listed = ", ".join(strangers[:5])
        remarks.append(say("Not of this campaign, and left out: {listed}.", listed=listed))
    result = session.state.result
    winner = result.winner if result is not None and result.winner in node.outcomes else ""
    if result is not None and not result.winner and "draw" in node.outcomes:
        winner = "draw"
    if node.outcomes and not winner:
        remarks.append(say("Say who won."))
    goes_on = node.kind == "calendar"
    sheet = ResultsSheet(
        rows=tuple(rows),
        game=node.game if goes_on else "",
        node="" if goes_on else node.id,
        winner=winner,
        opened_at=origin.event,
        opened_hash=origin.hash,
        opened_for=node.id,
        bridges=tuple(
            BridgeResult(
                bridge=row.id, state=row.state, by=row.by, control=row.control, unit=row.unit
            )
            for row in found.bridges
            if row.id in desk.design.bridge
        ),
        facts=given_back(desk.design, desk.ledger.state_at(origin.event), before, found.facts),
        markers=dict(found.markers),
        pools=dict(found.pools),
    )
    return BroughtBack(origin=origin, sheet=sheet, remarks=tuple(remarks), over=session.ask is None)


def _rows(
    desk: CampaignDesk | _Then,
    origin: TableOrigin,
    session: PlaySession,
    before: Sequence[str],
    units: Sequence[str],
    names: Mapping[str, str],
    first: Mapping[str, Any],
    remarks: list[str],
) -> list[ResultRow]:
    """What became of the units *before*, and of those that waited beside the table."""
    rows: list[ResultRow] = []
    for unit in dict.fromkeys((*before, *units)):
        name = desk.design.unit[unit].name
        if unit not in units and desk.state.units[unit].place.kind == "pool":
            rows += _brought_in(desk, session, unit, session.state.pieces.get(unit))
            continue
        if unit not in units:
            remarks.append(
                say("{name} has left this scenario since; its counter is left out.", name=name)
            )
            continue
        if unit not in before:
            remarks.append(
                say("{name} has joined this scenario since and is not on the table.", name=name)
            )
            continue
        if not fits(desk.state, unit):
            continue
        if origin.units and unit not in first:
            continue  # it has no counter in this game, and stays as it is
        rows.append(_row(desk, session, unit, names.get(unit, ""), remarks))
    return rows


def _check_pieces(
    desk: CampaignDesk | _Then, session: PlaySession, first: Mapping[str, Any], laid: Sequence[str]
) -> None:
    """UserError with everything about a table's pieces that cannot come from this ledger."""
    wrong: list[str] = []
    field = session.rules.record.steps
    for piece in session.state.pieces.values():
        unit = desk.design.unit.get(piece.id)
        if unit is None and piece.id in first:
            continue  # a counter of the game's own, as rearguards are
        if unit is None or piece.id not in laid:
            wrong.append(say("{unit!s} is not of this table", unit=unit.name if unit else piece.id))
            continue
        steps = int(getattr(piece, field)) if field else 0
        if steps > unit.steps_full:
            wrong.append(
                say("{unit!s} has {steps} steps there, and {full} at most", unit=unit.name,
                    steps=steps, full=unit.steps_full)
            )  # fmt: skip
        was = first.get(piece.id)
        if was is not None and was.side != piece.side:
            wrong.append(say("{unit!s} has changed sides there", unit=unit.name))
    if wrong:
        raise UserError(
            say("This table does not fit the ledger: {found}.", found="; ".join(wrong)), NEW_TABLE
        )


def _flagged(desk: CampaignDesk | _Then, row: ResultRow, found: TakenOver) -> ResultRow:
    """A row with the marks that its unit bears now, and those that it has lost."""
    if row.unit not in found.flags:
        return row
    now, before = set(found.flags[row.unit]), set(desk.state.units[row.unit].flags)
    lost = (before & found.known_flags) - now
    return replace(row, flags=tuple(sorted(now - before)), flags_off=tuple(sorted(lost)))


def _row(
    desk: CampaignDesk | _Then, session: PlaySession, unit: str, piece: str, remarks: list[str]
) -> ResultRow:
    """What became of one unit on the table."""
    now, name = desk.state.units[unit], desk.design.unit[unit].name
    no_steps = not desk.design.unit[unit].steps_full
    record, counter = session.rules.record, session.state.pieces.get(piece)
    if counter is None:
        remarks.append(say("{name} is not on the table any more; it is taken as lost.", name=name))
        return ResultRow(unit=unit, steps=0, lost=no_steps, note=say("taken off the table"))
    if counter.at in record.dead or (counter.at is None and record.aside_is_lost):
        return ResultRow(unit=unit, steps=0, lost=no_steps)
    steps = _steps(desk, unit, counter, record.steps)
    off = dict(record.exits).get(counter.at or "")
    if off is not None and now.place.kind in IN_PLAY:
        return ResultRow(unit=unit, steps=steps, off=off)
    if off is not None:
        remarks.append(
            say(
                "{name} left the map; it is not in play in the campaign, so it stays away.",
                name=name,
            )
        )
        return ResultRow(unit=unit, steps=steps)
    if counter.at is None:
        remarks.append(say("{name} lies off the table: say what became of it.", name=name))
        return ResultRow(unit=unit, steps=steps)
    if counter.at in record.stays or counter.at not in session.rules.board.cells:
        return ResultRow(unit=unit, steps=steps)
    if now.place.kind not in IN_PLAY:
        return ResultRow(unit=unit, steps=steps)
    return ResultRow(unit=unit, steps=steps, hex=counter.at, sheet=now.place.sheet)


def _brought_in(
    desk: CampaignDesk | _Then,
    session: PlaySession,
    unit: str,
    counter: Any,  # noqa: ANN401 - as above
) -> list[ResultRow]:
    """A unit that waited beside the table: nothing while it waits still."""
    if counter is None or counter.at in session.rules.record.stays:
        return []
    if counter.at is None or counter.at in session.rules.record.dead:
        return [ResultRow(unit=unit, steps=0)]
    steps = _steps(desk, unit, counter, session.rules.record.steps)
    return [ResultRow(unit=unit, steps=steps, hex=counter.at)]


def _steps(desk: CampaignDesk | _Then, unit: str, counter: Any, field: str) -> int:  # noqa: ANN401 - a game's own piece
    """Steps on the table. A unit that has none by design is one counter, and keeps having none."""
    if not desk.design.unit[unit].steps_full:
        return 0
    return int(getattr(counter, field)) if field else desk.state.units[unit].steps
