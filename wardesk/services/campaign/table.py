"""A scenario of a campaign on a table: set up from the ledger, and read back into a results sheet.

Nothing is written to the ledger by reading a table back; the organiser corrects the sheet that it
fills, and enters it like one that was typed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from wardesk import paths
from wardesk.campaign.ledger.events import Draft, Event
from wardesk.campaign.ledger.kinds.scenarios import NodeJoined
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.graph import Node
from wardesk.campaign.operation.places import IN_PLAY
from wardesk.campaign.operation.results import BridgeRow, ResultRow, ResultsSheet
from wardesk.campaign.operation.scenarios import fits, taking_part
from wardesk.documents.games.gamelog import read_log
from wardesk.errors import UserError
from wardesk.model.moment import Taken
from wardesk.services.campaign.results import NEW_TABLE, is_of_this_ledger, unit_differences
from wardesk.services.campaign.table_moment import cell_of, window_of
from wardesk.services.campaign.table_setup import (
    FREEFORM,
    Ruled,
    counters_of,
    has_rules,
    ruled_table,
    write_table,
)
from wardesk.services.play.session import Clock, PlaySession, utc_now
from wardesk.services.play.tables import scenario_info
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


class TableOpened(Struct, frozen=True, kw_only=True):
    """A table that was set up."""

    game: Path
    scenario: Path
    units: int
    plain: bool
    """Whether its map is a plain stand-in."""
    events: tuple[Event, ...] = ()
    """What was entered for it: that the scenario began."""


class BroughtBack(Struct, frozen=True, kw_only=True):
    """What a table says became of the units, as a sheet that nobody has entered yet."""

    origin: TableOrigin
    sheet: ResultsSheet
    remarks: tuple[str, ...] = ()
    """What the organiser should know or decide."""
    over: bool = False
    """Whether the game on the table has ended."""


# ---- opening ------------------------------------------------------------------------------------


def tables_folder(campaign: str) -> Path:
    """Where the tables of a campaign lie unless somebody names another place."""
    return paths.user_data() / "campaigns" / "tables" / campaign


def open_table(
    desk: CampaignDesk,
    node: str,
    units: Iterable[str] = (),
    out: Path | None = None,
    *,
    seed: int | None = None,
    clock: Clock = utc_now,
    free: bool = False,
    window: Sequence[str] = (),
    turns: int = 0,
) -> TableOpened:
    """Set a scenario up with the ledger's units and keep it as a game file at *out*.

    A scenario that has not begun begins with *units*, without any with everyone of its formations,
    else of its game, who is in play. Where its game lays out any moment by its rules, the table
    shows a *window* of the map for so many *turns*; the days of a campaign go on, and each table of
    theirs may show other units. With *free* it has no rules. UserError when it is over, empty, or
    cannot be set up; nothing is entered then.
    """
    found = find_node(desk.design, node)
    if out is not None and out.exists():
        raise UserError(say("{out} is there already.", out=out), "Choose another name.")
    ruled = None if free else ruled_table(found)
    if ruled is not None:
        return _open_ruled(
            desk, found, ruled, list(dict.fromkeys(units)), out,
            seed=seed, clock=clock, window=window, turns=turns,
        )  # fmt: skip
    if window or turns:
        raise UserError(
            say("{found} has no table with rules.", found=found.name),
            "Leave the window and the turns out.",
        )
    events: list[Event] = []
    if node not in desk.state.nodes:
        taken = list(dict.fromkeys(units)) or units_for(desk, found)
        if not taken:
            raise UserError(
                say("Nobody is there for {found}.", found=found.name), "Name units or formations."
            )
        events = desk.enter_node(node, taken)
    elif units:
        raise UserError(say("{found} has begun already, with units of its own.", found=found.name))
    standing = desk.state.nodes[node]
    if standing.over:
        raise UserError(
            say("{found} is over.", found=found.name), "Take its results back to play it again."
        )
    fit = [unit for unit in standing.units if _fits(desk, unit)]
    if not fit:
        raise UserError(
            say("No unit is left for {found}.", found=found.name), "Enter its results by hand."
        )
    hash_ = desk.ledger.head_hash
    folder = tables_folder(desk.ledger.campaign)
    pack = folder / _slug(f"{node}-{desk.ledger.head}-{hash_[:8]}")
    scenario = pack / "scenarios" / "table.toml"
    if not scenario.is_file():
        scenario = write_table(desk, found, fit, pack, free=free)
    game = out or _free(folder / f"{pack.name}.wdgame")
    plain = _begin(desk, node, scenario, game, seed, clock)
    return TableOpened(
        game=game, scenario=scenario, units=len(fit),
        plain=plain and (free or not found.scenario), events=tuple(events),
    )  # fmt: skip


def _begin(
    desk: CampaignDesk,
    node: str,
    scenario: Path,
    game: Path,
    seed: int | None,
    clock: Clock,
    units: Sequence[str] = (),
) -> bool:
    """Keep a game of a table that was set up; whether it is a free one on a map of ours."""
    origin = {
        "campaign": desk.ledger.campaign,
        "node": node,
        "event": str(desk.ledger.head),
        "hash": desk.ledger.head_hash,
        "file": str(desk.path.resolve()),
    }
    if units:
        origin["units"] = ",".join(units)
    with PlaySession.new(
        str(scenario),
        seed=secrets.randbelow(10**9) if seed is None else seed,
        path=game,
        clock=clock,
        origin=origin,
    ) as session:
        return session.rules.board.reconstruction and session.rules.id == FREEFORM


def _open_ruled(
    desk: CampaignDesk,
    node: Node,
    ruled: Ruled,
    named: list[str],
    out: Path | None,
    *,
    seed: int | None,
    clock: Clock,
    window: Sequence[str],
    turns: int,
) -> TableOpened:
    """A table with rules: who stands in the window, entered into the scenario once it is made."""
    standing = desk.state.nodes.get(node.id)
    if standing is not None and standing.over:
        raise UserError(
            say("{found} is over.", found=node.name), "Take its results back to play it again."
        )
    days = node.kind == "calendar"
    if standing is not None and named and not days:
        raise UserError(say("{found} has begun already, with units of its own.", found=node.name))
    for unit in named:
        if unit not in desk.design.unit:
            raise UserError(say("There is no unit {unit!r}.", unit=unit))
    here = set(standing.units) if standing is not None else set[str]()
    wanted = named or ([*here] if here and not days else [*here, *units_for(desk, node)])
    corners = window_of(desk, node, named, window, ruled.board)
    inside = ruled.board.within(corners)
    fit = [
        unit
        for unit in desk.design.unit
        if unit in wanted and _fits(desk, unit) and cell_of(desk, unit, ruled.board) in inside
    ]
    if not fit and standing is None and not days and not (named or window):
        return _open_printed(desk, node, out, seed, clock)
    if not fit:
        raise UserError(
            say("Nobody stands in a hex of this table of {found}.", found=node.name),
            "Name other units or another window, or lay a free table.",
        )
    folder = tables_folder(desk.ledger.campaign)
    mark = sha256(repr((fit, corners, turns)).encode()).hexdigest()[:6]
    moment = f"{desk.ledger.head}-{desk.ledger.head_hash[:8]}-{mark}"
    pack = folder / _slug(f"{node.id[:24]}-rules-{moment}")
    scenario = pack / "scenarios" / "table.toml"
    if not scenario.is_file():
        # before anything is entered: a moment that no table can begin with leaves no trace
        scenario = write_table(desk, node, fit, pack, ruled=ruled, window=corners, turns=turns)
    events: list[Event] = []
    new = [unit for unit in fit if unit not in here]
    if standing is None:
        events = desk.enter_node(node.id, fit)
    elif new:
        events = desk.add([Draft(payload=NodeJoined(node=node.id, units=tuple(new)))])
    game = out or _free(folder / f"{pack.name}.wdgame")
    _begin(desk, node.id, scenario, game, seed, clock, fit)
    return TableOpened(
        game=game, scenario=scenario, units=len(fit), plain=False, events=tuple(events)
    )


def _open_printed(
    desk: CampaignDesk, node: Node, out: Path | None, seed: int | None, clock: Clock
) -> TableOpened:
    """A battle that nobody of the ledger stands at yet: as its scenario has it, by itself.

    Only who wins comes back.
    """
    events = desk.enter_node(node.id, ())
    folder = tables_folder(desk.ledger.campaign)
    game = out or _free(folder / f"{_slug(f'{node.id}-{desk.ledger.head}')}.wdgame")
    folder.mkdir(parents=True, exist_ok=True)
    scenario = Path(scenario_info(node.scenario or "").file)
    _begin(desk, node.id, scenario, game, seed, clock)
    return TableOpened(game=game, scenario=scenario, units=0, plain=False, events=tuple(events))


def units_for(desk: CampaignDesk, node: Node) -> list[str]:
    """Who takes part unless somebody is named: of its formations, else who is in play in its game.

    Who fights in another scenario, or is on the way, is left out.
    """
    return taking_part(desk.design, desk.state, node)


def _fits(desk: CampaignDesk, unit: str) -> bool:
    return fits(desk.state, unit)


def find_node(design: Design, node: str) -> Node:
    """A scenario by id. UserError that lists what there is."""
    if node not in design.node:
        raise UserError(
            say("There is no scenario {node!r}.", node=node),
            say("There are: {node}.", node=", ".join(design.node)),
        )
    return design.node[node]


def _slug(text: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in text.lower())[:60].strip("-")


def _free(place: Path) -> Path:
    number, found = 2, place
    while found.exists():
        found, number = place.with_stem(f"{place.stem}-{number}"), number + 1
    return found


def table_of(desk: CampaignDesk, node: str) -> Path | None:
    """The newest game file of a scenario in the usual place, if it still fits the ledger."""
    folder = tables_folder(desk.ledger.campaign)
    stem = _slug(node)
    files = [f for f in folder.glob(f"{stem}-*.wdgame") if f.is_file()]
    for file in sorted(files, key=lambda each: each.stat().st_mtime, reverse=True):
        with suppress(UserError):
            origin = origin_of(file)
            if origin is not None and origin.node == node and not differences(desk, origin):
                return file
    return None


class NodeLine(Struct, frozen=True, kw_only=True):
    """A scenario that could be laid on a table."""

    id: str
    name: str
    state: str
    """``not begun``, ``being played`` or ``over``."""
    units: int
    """How many units are in it, or would be."""
    decides: str = ""
    plain: bool = True
    """Whether its map will be a plain stand-in."""
    rules: bool = False
    """Whether its table may have rules, in a window of the map."""
    goes_on: bool = False
    """Whether every table of it may show other units."""
    table: Path | None = None
    """Its table, where one is set up and still fits."""
    why_not: str = ""
    """Why it cannot be laid on a table now; empty when it can."""


def node_lines(desk: CampaignDesk) -> tuple[NodeLine, ...]:
    """Every scenario that has a table, those being played first."""
    found: list[NodeLine] = []
    for node in desk.design.nodes:
        if node.kind not in ("battle", "calendar"):
            continue
        standing = desk.state.nodes.get(node.id)
        units = standing.units if standing is not None else units_for(desk, node)
        fit = [unit for unit in units if _fits(desk, unit)]
        state = (
            say("not begun")
            if standing is None
            else "over"
            if standing.over
            else say("being played")
        )
        playing = standing is not None and not standing.over
        found.append(
            NodeLine(
                id=node.id,
                name=node.name,
                state=state,
                units=len(fit),
                decides=node.decides,
                plain=not node.scenario,
                rules=has_rules(node),
                goes_on=node.kind == "calendar",
                table=table_of(desk, node.id) if playing else None,
                why_not=say("It is over.") if state == "over" else "",
            )
        )
    return tuple(sorted(found, key=lambda line: line.state != "being played"))


# ---- bringing back ------------------------------------------------------------------------------


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
    check_table(desk, node, origin)
    if session is not None:
        return _read(desk, found, origin, session)
    with PlaySession.open(game, keep=False) as opened:
        return _read(desk, found, origin, opened)


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
    return unit_differences(ledger, origin.node, origin.event, origin.units)


def _read(desk: CampaignDesk, node: Node, origin: TableOrigin, session: PlaySession) -> BroughtBack:
    units = desk.state.nodes[node.id].units
    before = origin.units or desk.ledger.state_at(origin.event).nodes[node.id].units
    units = tuple(unit for unit in units if unit in before or not origin.units)
    free = session.rules.id == FREEFORM
    own = free or bool(origin.units)
    names = {unit: unit for unit in units} if own else counters_of(desk, node.game, units)
    beginning = session.journal.state(session.journal.line()[0].id)
    if origin.units:
        _check_pieces(desk, session, beginning.pieces, before)
    remarks: list[str] = []
    rows: list[ResultRow] = []
    for unit in dict.fromkeys((*before, *units)):
        name = desk.design.unit[unit].name
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
        if not _fits(desk, unit):
            continue
        if origin.units and unit not in beginning.pieces:
            continue  # it has no counter in this game, and stays as it is
        rows.append(_row(desk, session, unit, names.get(unit, ""), remarks))
    known = {*names.values(), *before}
    strangers = [piece for piece in session.state.pieces if piece not in known]
    found = session.rules.taken(beginning, session.state)
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
            BridgeRow(bridge=row.id, state=row.state, by=row.by, control=row.control)
            for row in found.bridges
            if row.id in desk.design.bridge
        ),
        facts=dict(found.facts),
        markers=dict(found.markers),
    )
    return BroughtBack(origin=origin, sheet=sheet, remarks=tuple(remarks), over=session.ask is None)


def _check_pieces(
    desk: CampaignDesk, session: PlaySession, first: Mapping[str, Any], laid: Sequence[str]
) -> None:
    """UserError with everything about a table's pieces that cannot come from this ledger."""
    wrong: list[str] = []
    field = session.rules.record.steps
    for piece in session.state.pieces.values():
        unit = desk.design.unit.get(piece.id)
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


def _flagged(desk: CampaignDesk, row: ResultRow, found: Taken) -> ResultRow:
    """A row with the marks that its unit bears now, and those that it has lost."""
    if row.unit not in found.flags:
        return row
    now, before = set(found.flags[row.unit]), set(desk.state.units[row.unit].flags)
    lost = (before & found.known_flags) - now
    return replace(row, flags=tuple(sorted(now - before)), flags_off=tuple(sorted(lost)))


def _row(
    desk: CampaignDesk, session: PlaySession, unit: str, piece: str, remarks: list[str]
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


def _steps(desk: CampaignDesk, unit: str, counter: Any, field: str) -> int:  # noqa: ANN401 - a game's own piece
    """Steps on the table. A unit that has none by design is one counter, and keeps having none."""
    if not desk.design.unit[unit].steps_full:
        return 0
    return int(getattr(counter, field)) if field else desk.state.units[unit].steps
