"""A packet for a seat: report, map, order of battle and orders form, from its view and no more."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from gzip import compress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from wardesk.campaign.decisions import decision_lines
from wardesk.campaign.ledger.kinds.rulings import with_asked
from wardesk.campaign.ledger.seat_facts import SeatFact
from wardesk.campaign.ledger.seat_view import SeatView
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.orders import blank_form, subject_name
from wardesk.campaign.operation.orders_text import write_json, write_text
from wardesk.campaign.operation.state import State
from wardesk.documents.files.atomic import write_folder_atomically
from wardesk.errors import UserError
from wardesk.reports.after_action import picture_data
from wardesk.reports.campaign_maps import qt_small_map, ready_map
from wardesk.reports.packet_words import (
    enemies_seen,
    expected,
    news_of,
    own_forces,
    own_secrets,
    turn_label,
)
from wardesk.reports.page import page, ready_pages
from wardesk.services.campaign.files import csv_table
from wardesk.services.campaign.packets import player_seats, record_sent, view_for
from wardesk.services.campaign.rows import bridge_rows, queue_rows, route_words
from wardesk.words import join, say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

_LEVEL = 6
"""Of compression: the best one takes twice as long for two hundredths of the size."""
_REPORT, _PAPER = "packet.html", "packet_paper.html"
MAP_WIDE = 1100
"""Pixels of the map picture."""
PARTS = 4
"""Into how many steps the work on one packet falls: what is known, map, report, paper."""
MapPainter = Callable[[Design, State, int], "bytes | None"]
"""Paints a campaign's operational map so many pixels wide; None where there is no map."""


class PacketPainter(Struct, frozen=True):
    """What needs Qt: the map as a picture, and a page as PDF."""

    map: MapPainter
    """As JPEG: it stands in the report, too, and a packet goes by mail."""
    pdf: Callable[..., bytes]
    """``pdf(html, pictures, title=…, foot=…, day=…)``."""


class Packet(Struct, frozen=True, kw_only=True):
    """The files of one packet, by name."""

    seat: str
    seal: str
    files: Mapping[str, bytes]


def qt_packet_painter() -> PacketPainter:
    """The painter that draws as the program does. ImportError where Qt cannot be loaded."""
    from wardesk.render.export.paper import pdf_of

    return PacketPainter(qt_small_map, pdf_of)


def ready_packets(design: Design) -> None:
    """Have ready what all packets of a campaign share: the ground of its map, the templates."""
    ready_pages(_REPORT, _PAPER)
    ready_map(design, MAP_WIDE)


def make_packet(
    design: Design, view: SeatView, painter: PacketPainter, begin: Callable[[], None] | None = None
) -> Packet:
    """All files for a seat. Two campaigns that it cannot tell apart give the same bytes.

    *begin* is called before map, report and paper; what it raises gives the packet up.
    """
    with _uncollected():
        return _made(design, view, painter, begin or _nothing)


def _nothing() -> None:
    """Nobody wants to know how far it is."""


@contextmanager
def _uncollected() -> Iterator[None]:
    """A block in which nobody looks for circles among the events of a long campaign."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _made(
    design: Design, view: SeatView, painter: PacketPainter, begin: Callable[[], None]
) -> Packet:
    turn = design.calendar.turn(max(0, view.state.ordinal))
    begin()
    picture = painter.map(design, view.state, MAP_WIDE)
    begin()
    values = _values(design, view)
    lines = decision_lines(design, view.state, view.seat.id)
    form = blank_form(design, view, turn.label, lines)
    files = {
        "order-of-battle.csv": _order_of_battle(design, view),
        "orders.json": write_json(form),
        "orders.txt": write_text(form).encode(),
        "facts.jsonl.gz": compress(view.encoded, _LEVEL, mtime=0),
    }
    inside = picture_data(picture) if picture else ""
    files["report.html"] = page(_REPORT, values | {"map": inside}).encode()
    begin()
    paper = page(_PAPER, values | {"map": "map.jpg" if picture else ""})
    files["report.pdf"] = painter.pdf(
        paper,
        {"map.jpg": picture} if picture else {},
        title=join("", (view.state.name, ": ", view.seat.name, ", ", turn.label)),
        foot=say(
            "{state}, {seat}, {turn}, seal {seal}",
            state=view.state.name,
            seat=view.seat.name,
            turn=turn.label,
            seal=view.seal[:16],
        ),
        day=turn.day,
    )
    if picture:
        files["map.jpg"] = picture
    return Packet(seat=view.seat.id, seal=view.seal, files=files)


def paper_of(design: Design, view: SeatView) -> str:
    """The report of a packet as HTML for paper, without its map."""
    return page(_PAPER, _values(design, view) | {"map": ""})


def write_packets(
    desk: CampaignDesk,
    seats: Iterable[str],
    out: Path,
    painter: PacketPainter,
    progress: Callable[[int, int], bool] | None = None,
) -> dict[str, str]:
    """Packets of *seats* in a new folder *out*, one folder each; their seals by seat.

    What was sent is written into the ledger; if that fails no folder is left. *progress* is told
    before each step how many are done of all (`PARTS` a packet), and stops it by answering False.
    UserError when *out* is there
    already, cannot be written, or it was stopped: nothing is left half-made.
    """
    chosen = list(dict.fromkeys(seats))
    if not chosen:
        known = ", ".join(seat.id for seat in player_seats(desk))
        raise UserError("No seat was named.", say("There are: {known}.", known=known))
    if out.exists() or out.is_symlink():
        raise UserError(
            say("{out} is there already.", out=out), "Name a new folder; nothing is overwritten."
        )
    if not out.parent.is_dir():
        raise UserError(
            say("There is no folder {parent}.", parent=out.parent), "Choose another place."
        )
    if not desk.writable:
        raise UserError("This campaign is open for reading only.", "Open it for writing.")
    done = count()

    def begin() -> None:
        if progress is not None and not progress(next(done), PARTS * len(chosen)):
            raise UserError("No packets were written.", "It was stopped.")

    made: list[Packet] = []
    for seat in chosen:
        begin()
        made.append(make_packet(desk.design, view_for(desk, seat), painter, begin))
    parts = {f"{each.seat}/{name}": data for each in made for name, data in each.files.items()}
    write_folder_atomically(out, parts)
    try:
        record_sent(desk, {each.seat: each.seal for each in made})
    except BaseException:
        shutil.rmtree(out, ignore_errors=True)
        raise
    return {each.seat: each.seal for each in made}


def newly_told(design: Design, facts: Iterable[SeatFact], view: SeatView) -> list[tuple[str, str]]:
    """Facts as (turn, sentence): what a packet would newly tell."""
    asked = with_asked(design, view.state.queries.values(), view.state.seats.values())
    return [(of.turn, line.words) for of in news_of(asked, facts, view.undone) for line in of.lines]


# ---- what it says -------------------------------------------------------------------------------


def _values(design: Design, view: SeatView) -> dict[str, Any]:
    state, forces = view.state, own_forces(design, view)
    first_new = view.sent[-1].number if view.sent else 0
    before = view.sent[-1].ordinal if view.sent else None
    return {
        "campaign": state.name,
        "seat": view.seat,
        "side": next((s.name for s in design.sides if s.id == view.seat.side), ""),
        "turn": turn_label(design, state.ordinal),
        "turn_number": state.ordinal + 1,
        "turns": design.calendar.turns,
        "weather": state.weather.kind or say("not known"),
        "route": route_words(design, state),
        "points": [(side.name, state.points(side.id)) for side in design.sides],
        "steps": (sum(f.steps for f in forces), sum(f.steps_full for f in forces)),
        "number": len(view.sent) + 1,
        "since": turn_label(design, before) if before is not None else "",
        "news": news_of(
            with_asked(design, state.queries.values(), state.seats.values()), view.news, view.undone
        ),
        "messages": [
            (turn_label(design, m.ordinal), _who(state, m.sender), m.text, m.number > first_new)
            for m in reversed(view.messages)
        ],
        "orders": [
            (subject_name(design, o.subject), turn_label(design, o.ordinal), o.text)
            for o in view.orders
        ],
        "forces": forces,
        "enemies": enemies_seen(design, view),
        "expected": expected(design, view),
        "bridges": [r for r in bridge_rows(design, state) if r.state != "intact" or r.control],
        "queue": [r for r in queue_rows(design, state) if r.status != "waiting"][-6:],
        "secrets": own_secrets(design, view),
        "rulings": [
            (r, state.queries[r.query].question if r.query in state.queries else r.query)
            for r in state.rulings.values()
        ],
        "chain": [(n, turn_label(design, s.ordinal), s.seal) for n, s in enumerate(view.sent, 1)],
        "seal": view.seal,
        "last_seal": view.last_seal,
        "digest": view.digest,
        "proposals": design.proposals if state.options.get("proposals") else "",
    }  # fmt: skip


def _who(state: State, seat: str) -> str:
    return state.seats[seat].name if seat in state.seats else seat


def _order_of_battle(design: Design, view: SeatView) -> bytes:
    head = (
        "formation", "over", "unit", "name", "type", "steps", "steps_full", "state", "where",
        "game", "flags",
    )  # fmt: skip
    rows = [
        (f.name, f.over, u.id, u.name, u.type, u.steps, u.steps_full, u.state, u.where, u.game,
         u.flags)
        for f in own_forces(design, view)
        for u in f.units
    ]  # fmt: skip
    return csv_table(head, rows)
