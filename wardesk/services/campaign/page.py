"""All that the window shows of a campaign, as frozen values: as the umpire or a seat sees it.

A seat's page is made from the events that it may see and from nothing else, with numbers of its
own: two campaigns that differ in what it cannot know give the same page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from wardesk.campaign.ledger.events import LedgerEvent, sentence
from wardesk.campaign.ledger.kind import Payload, tell
from wardesk.campaign.ledger.kinds import all_kinds
from wardesk.campaign.ledger.kinds.rulings import with_asked
from wardesk.campaign.ledger.seat_facts import SeatFact
from wardesk.campaign.ledger.seat_view import SeatFollower
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import in_words, name_among
from wardesk.campaign.operation.state import State
from wardesk.campaign.ruleset import Ask
from wardesk.services.campaign.asks import outcomes, step_ask
from wardesk.services.campaign.attention import Attention, attention
from wardesk.services.campaign.needs import Need, survey
from wardesk.services.campaign.rights import UMPIRE, seat_of
from wardesk.services.campaign.rows import (
    BridgeRow,
    CalendarView,
    ChecklistRow,
    FormationRow,
    QueryRow,
    QueueRow,
    bridge_rows,
    calendar_view,
    check_rows,
    formation_rows,
    has_weather,
    query_rows,
    queue_rows,
    route_words,
    sighted_rows,
)

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


class LedgerLine(Struct, frozen=True):
    """One event of the log. *number* is the ledger's for an umpire, a seat's own otherwise."""

    number: int
    turn: str
    actor: str
    group: str
    words: str
    undone: bool = False
    ruled: bool = False


class ScoreRow(Struct, frozen=True):
    """One entry of the victory points."""

    turn: str
    side: str
    points: int
    cause: str


class CampaignPage(Struct, frozen=True, kw_only=True):
    """A campaign on one page."""

    name: str
    path: str
    seat: str
    seats: tuple[tuple[str, str], ...]
    umpire: bool
    """Whether this is the umpire's own page: only there anything can be done."""
    writable: bool
    events: int
    """How many events this seat has seen."""
    untouched: bool = False
    """Whether nothing has been done since it began."""
    head_hash: str = ""
    """Of the ledger; empty for other seats than the umpire's."""
    ordinal: int
    turn: str
    calendar: CalendarView
    checks: tuple[ChecklistRow, ...]
    ask: Ask | None = None
    outcomes: tuple[str, ...] = ()
    """What the roll of *ask* can bring, for an umpire who decides by himself."""
    attention: tuple[Attention, ...] = ()
    need: Need | None = None
    """The next thing that needs somebody; None where the desk can go on by itself."""
    due: tuple[Need, ...] = ()
    """All that is due, now and later."""
    seeded: bool = False
    """Whether the campaign's own seed may roll."""
    points: tuple[tuple[str, int], ...]
    scores: tuple[ScoreRow, ...]
    queue: tuple[QueueRow, ...]
    bridges: tuple[BridgeRow, ...]
    route: str
    weather: str
    has_weather: bool = True
    """Whether anything in this campaign asks for its weather."""
    log: tuple[LedgerLine, ...]
    formations: tuple[FormationRow, ...]
    queries: tuple[QueryRow, ...]
    games: tuple[tuple[str, str], ...]
    nodes: tuple[tuple[str, str], ...]
    """Scenarios that are being played."""
    proposals: str = ""
    """What our own numbers are, while they are used."""
    reconstruction: tuple[str, ...] = ()
    over: bool = False


class PageMaker:
    """Makes pages of one desk; the lines of its log are kept, so that only new ones are written."""

    def __init__(self, desk: CampaignDesk) -> None:
        self._desk = desk
        self._lines: list[LedgerLine] = []
        self._undone: frozenset[int] = frozenset()
        self._seats: dict[str, _SeatLog] = {}

    def page(self, seat: str = UMPIRE) -> CampaignPage:
        """The campaign as *seat* sees it. UserError for an unknown seat."""
        desk = self._desk
        if seat_of(desk.state, seat).role == "umpire":
            return self._umpires(seat)
        known = self._seats.get(seat)
        if known is None or known.seat != desk.state.seats.get(seat):
            self._seats[seat] = _SeatLog(desk, seat)
        return self._seats[seat].page()

    def _umpires(self, seat: str) -> CampaignPage:
        desk = self._desk
        design, state, events = desk.design, desk.state, desk.ledger.events
        undone = desk.ledger.undone
        if undone != self._undone:
            self._lines = [
                msgspec.structs.replace(line, undone=line.number in undone) for line in self._lines
            ]
            self._undone = undone
        asked = with_asked(design, state.queries.values(), state.seats.values())
        for event in events[len(self._lines) :]:
            words = sentence(asked, event)
            self._lines.append(_line(asked, event, event.seq, words, event.seq in undone))
        log = tuple(self._lines)
        ask = step_ask(desk)
        checks = check_rows(design, state, ask)
        need, due = survey(desk)
        return _page(
            desk, seat, state, log, umpire=True, checks=checks, ask=ask,
            attention=attention(desk, ask, due), need=need, due=due,
            head_hash=desk.ledger.head_hash, sides=None,
        )  # fmt: skip


class _SeatLog:
    """Pages from a seat's own view; its facts and their words are kept."""

    def __init__(self, desk: CampaignDesk, seat: str) -> None:
        self._desk, self._seat = desk, seat
        self._follower = SeatFollower(desk.design, desk.ledger.events, seat)
        self.seat = self._follower.seat
        self._lines: list[LedgerLine] = []
        self._basis: tuple[int, frozenset[int]] = (0, frozenset())

    def page(self) -> CampaignPage:
        """The campaign as the seat sees it."""
        desk, design = self._desk, self._desk.design
        view = self._follower.view(desk.ledger.events)
        if (basis := (self._follower.revision, view.undone)) != self._basis:
            self._basis, self._lines = basis, []
        news = view.facts[len(self._lines) :]
        asked = with_asked(design, view.state.queries.values(), view.state.seats.values())
        self._lines += [self._line(asked, fact, undone=fact.number in view.undone) for fact in news]
        return _page(
            desk, self._seat, view.state, tuple(self._lines), umpire=False,
            checks=check_rows(design, view.state, None), sides=(view.seat.side or "",),
            own=view.seat.formations,
        )  # fmt: skip

    def _line(self, design: Design, fact: SeatFact, *, undone: bool) -> LedgerLine:
        return LedgerLine(
            fact.number,
            design.calendar.turn(fact.ordinal).label if fact.ordinal >= 0 else "",
            in_words(name_among(design.seats, fact.actor)),
            fact.payload.log_group,
            tell(design, fact.payload),
            undone,
            fact.ruled,
        )


def _line(design: Design, event: LedgerEvent, number: int, words: str, undone: bool) -> LedgerLine:
    turn = design.calendar.turn(event.ordinal).label if event.ordinal >= 0 else ""
    kind = all_kinds().get(event.kind, Payload)
    ruled = event.source == "ruling"
    actor = in_words(name_among(design.seats, event.actor))
    return LedgerLine(number, turn, actor, kind.log_group, words, undone, ruled)


def _page(
    desk: CampaignDesk,
    seat: str,
    state: State,
    log: tuple[LedgerLine, ...],
    *,
    umpire: bool,
    checks: tuple[ChecklistRow, ...],
    sides: Iterable[str] | None,
    own: Sequence[str] = (),
    ask: Ask | None = None,
    attention: tuple[Attention, ...] = (),
    need: Need | None = None,
    due: tuple[Need, ...] = (),
    head_hash: str = "",
) -> CampaignPage:
    design = desk.design
    turn = design.calendar.turn(max(state.ordinal, 0))
    names = {side.id: side.name for side in design.sides}
    in_fog = state.seats[seat] if seat in state.fog and not umpire else None
    return CampaignPage(
        name=state.name,
        path=str(desk.place),
        seat=seat,
        seats=tuple((each.id, each.name) for each in desk.state.seats.values()),
        umpire=umpire,
        writable=desk.writable,
        events=len(log),
        untouched=desk.ledger.head <= desk.opening,
        head_hash=head_hash,
        ordinal=turn.ordinal,
        turn=turn.label,
        calendar=calendar_view(design, state, sides),
        checks=checks,
        ask=ask,
        outcomes=outcomes(desk, ask) if ask is not None and ask.proposal is not None else (),
        attention=attention,
        need=need,
        due=due,
        seeded=umpire and desk.seeded,
        points=tuple((side.name, state.points(side.id)) for side in design.sides),
        scores=tuple(
            ScoreRow(
                design.calendar.turn(each.ordinal).label, names[each.side], each.points, each.cause
            )
            for each in state.scores
        ),
        queue=queue_rows(design, state, in_fog.side or "" if in_fog else ""),
        bridges=bridge_rows(design, state),
        route=route_words(design, state),
        weather=state.weather.kind,
        has_weather=has_weather(design, state),
        log=log,
        formations=(
            *formation_rows(design, state, sides, own),
            *(sighted_rows(design, state, seat) if in_fog else ()),
        ),
        queries=query_rows(design, state),
        games=tuple(design.games.items()),
        nodes=tuple(
            (key, design.node[key].name if key in design.node else key)
            for key, node in state.nodes.items()
            if not node.over
        ),
        proposals=design.proposals if state.options.get("proposals") else "",
        reconstruction=design.reconstruction,
        over=state.ordinal + 1 >= design.calendar.turns,
    )
