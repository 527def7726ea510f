"""A scenario of a campaign on a table, set up from the ledger; `table_back` reads it back."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk import paths
from wardesk.campaign.ledger.events import EventDraft, LedgerEvent
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered, NodeJoined
from wardesk.campaign.operation.graph import Node
from wardesk.campaign.operation.scenarios import fighting, fits, taking_part
from wardesk.errors import UserError
from wardesk.services.campaign.server import place_text
from wardesk.services.campaign.table_back import differences, find_node, origin_of
from wardesk.services.campaign.table_moment import cell_of, waiting_for, window_of
from wardesk.services.campaign.table_setup import (
    FREEFORM,
    Ruled,
    has_rules,
    ruled_table,
    write_table,
)
from wardesk.services.play.session import Clock, PlaySession, utc_now
from wardesk.services.play.tables import scenario_info
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


class TableOpened(Struct, frozen=True, kw_only=True):
    """A table that was set up."""

    game: Path
    scenario: Path
    units: int
    plain: bool
    """Whether its map is a plain stand-in."""
    events: tuple[LedgerEvent, ...] = ()
    """What was entered for it: that the scenario began."""


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
    events: list[LedgerEvent] = []
    if node not in desk.state.nodes:
        taken = list(dict.fromkeys(units)) or taking_part(desk.design, desk.state, found)
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
    fit = [unit for unit in standing.units if fits(desk.state, unit)]
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
    plain, _standing = _begin(desk, node, scenario, game, seed, clock)
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
) -> tuple[bool, int]:
    """Keep a game of a table that was set up.

    Whether it is a free one on a map of ours, and how many pieces stand on the map.
    """
    origin = {
        "campaign": desk.ledger.campaign,
        "node": node,
        "event": str(desk.ledger.head),
        "hash": desk.ledger.head_hash,
        "file": place_text(desk.place),
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
        board, pieces = session.rules.board, session.state.pieces.values()
        plain = board.reconstruction and session.rules.id == FREEFORM
        return plain, sum(piece.at in board.cells for piece in pieces)


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
    beside = _beside(desk, node, ruled) if days else []
    here = set(fighting(desk.design, desk.state, node.id))
    wanted = named or (
        [*here]
        if here and not days
        else [
            *here,
            *(u for each in (node, *beside) for u in taking_part(desk.design, desk.state, each)),
        ]
    )
    # a bridging unit is the bridge: it lies wherever that does
    wanted = [*wanted, *(row.unit for row in desk.state.bridges.values() if row.unit)]
    corners = window_of(desk, node, named, window, ruled.board)
    inside = ruled.board.within(corners)
    fit = [
        unit
        for unit in desk.design.unit
        if unit in wanted and fits(desk.state, unit) and cell_of(desk, unit, ruled.board) in inside
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
    events = _enter(desk, (node, *beside), [unit for unit in fit if unit not in here])
    game = out or _free(folder / f"{pack.name}.wdgame")
    _begin(desk, node.id, scenario, game, seed, clock, [*fit, *waiting_for(desk, fit)])
    return TableOpened(
        game=game, scenario=scenario, units=len(fit), plain=False, events=tuple(events)
    )


def _beside(desk: CampaignDesk, node: Node, ruled: Ruled) -> list[Node]:
    """The days of other games over the same map, which are played with it on one table."""
    found: list[Node] = []
    for other in desk.design.nodes:
        standing = desk.state.nodes.get(other.id)
        over = standing is not None and standing.over
        if other.kind != "calendar" or other.id == node.id or over or not other.scenario:
            continue
        if scenario_info(other.scenario).map == ruled.info.map:
            found.append(other)
    return found


def _enter(desk: CampaignDesk, nodes: Sequence[Node], units: Sequence[str]) -> list[LedgerEvent]:
    """Units come into the days of their games; days that have not begun begin with them."""
    drafts: list[EventDraft] = []
    left = list(units)
    for node in reversed(nodes):  # whoever has no days of his own comes into the first
        own = [u for u in left if node is nodes[0] or desk.state.units[u].game == node.game]
        left = [unit for unit in left if unit not in own]
        if own or (node is nodes[0] and node.id not in desk.state.nodes):
            entered = node.id in desk.state.nodes
            kind = NodeJoined if entered else NodeEntered
            drafts.append(EventDraft(payload=kind(node=node.id, units=tuple(own))))
    return desk.add(drafts) if drafts else []


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
    _plain, standing = _begin(desk, node.id, scenario, game, seed, clock)
    return TableOpened(
        game=game, scenario=scenario, units=standing, plain=False, events=tuple(events)
    )


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
        units = (
            standing.units if standing is not None else taking_part(desk.design, desk.state, node)
        )
        fit = [unit for unit in units if fits(desk.state, unit)]
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
