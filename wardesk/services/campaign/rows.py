"""The rows of a campaign's page: calendar, checklist, formations, units, queue, questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from wardesk.campaign.ledger.kinds.fog import strength_words
from wardesk.campaign.ledger.rulings import precedents
from wardesk.campaign.operation.calendar import weekday_and_day
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import in_words, place_words
from wardesk.campaign.operation.places import GONE, IN_PLAY
from wardesk.campaign.operation.schedule import QueueEntry
from wardesk.campaign.operation.state import LastSeen, State
from wardesk.campaign.ruleset import Ask, ruleset_of
from wardesk.errors import UserError
from wardesk.services.campaign.actions import rulings_used
from wardesk.words import join, say, say_count


class CalendarView(Struct, frozen=True):
    """Days with their turns; *marks* are things that happen on a turn, by its ordinal."""

    days: tuple[str, ...]
    slots: tuple[str, ...]
    now: int
    first: int
    marks: tuple[tuple[int, str, str], ...] = ()
    """Ordinal, kind of mark, words."""


class ChecklistRow(Struct, frozen=True):
    """A line of the turn's checklist. *state* is done, now or ahead; *blocked* says by what."""

    id: str
    title: str
    state: str
    who: str
    cite: str
    note: str = ""
    blocked: str = ""


class FormationRow(Struct, frozen=True, kw_only=True):
    """A formation that has units of its own."""

    id: str
    name: str
    side: str
    side_name: str
    over: str
    """The formation it stands under."""
    kind: str
    symbol: str
    fill: str
    ink: str
    steps: int
    steps_full: int
    in_play: int
    gone: int
    units: int
    where: str
    seen: str = ""
    """When it was seen, for a seat that plays by fog; empty: it is known."""
    looked: str = ""
    """How strong it looked then."""


class QueueRow(Struct, frozen=True):
    """A line of the release queue."""

    position: int
    name: str
    status: str
    detail: str


class BridgeRow(Struct, frozen=True):
    """A bridge and how it stands."""

    name: str
    state: str
    control: str


class Precedent(Struct, frozen=True):
    """An earlier ruling, for whoever decides a question."""

    id: str
    decision: str
    reason: str
    author: str


class QueryRow(Struct, frozen=True, kw_only=True):
    """A question about the rules and how it stands."""

    id: str
    cite: str
    question: str
    options: tuple[str, ...]
    proposed: str
    why: str
    decision: str
    ruled_by: str = ""
    reason: str = ""
    event: int = 0
    earlier: tuple[Precedent, ...] = ()
    decides: bool = False
    """Whether a ruling changes what the desk does; else it is for the record and the table."""


def has_weather(design: Design, state: State) -> bool:
    """Whether there is any weather, or a table of it."""
    told = (each for table in design.tables for row in table.rows for each in row.then)
    return (
        bool(state.weather.kind)
        or any(table.id == "weather" for table in design.tables)
        or any(each.startswith("weather ") for each in told)
    )


def calendar_view(design: Design, state: State, sides: Iterable[str] | None) -> CalendarView:
    """The days, and what the plan says will come; of other *sides* nothing."""
    calendar = design.calendar
    firsts = [calendar.turn(day * len(calendar.slots)) for day in range(calendar.days)]
    allowed = None if sides is None else set(sides)
    coming: dict[int, list[str]] = {}
    for arrival in design.arrivals:
        formation = (
            arrival.subject
            if arrival.subject_kind == "formation"
            else design.unit[arrival.subject].formation
        )
        if arrival.at is None or formation not in design.formation:
            continue
        if allowed is None or design.formation[formation].side in allowed:
            names = coming.setdefault(arrival.at, [])
            if (name := design.formation[formation].name) not in names:
                names.append(name)
    marks = [
        (at, "arrival", ", ".join(names[:3]) + (" …" if len(names) > 3 else ""))
        for at, names in coming.items()
    ]
    if state.weather.kind and state.weather.since >= 0:
        marks.append((state.weather.since, "weather", state.weather.kind))
    return CalendarView(
        days=tuple(weekday_and_day(turn.day) for turn in firsts),
        slots=calendar.slots,
        now=max(state.ordinal, 0),
        first=calendar.first_ordinal,
        marks=tuple(sorted(marks)),
    )


def check_rows(design: Design, state: State, ask: Ask | None) -> tuple[ChecklistRow, ...]:
    """The turn's lines in order; the first that is not done is the one for now."""
    turn = design.calendar.turn(max(state.ordinal, 0))
    found: list[ChecklistRow] = []
    seats = {seat.id: seat.name for seat in state.seats.values()}
    now_found = False
    for step in design.checklist:
        if step.slots and turn.slot not in step.slots:
            continue
        if turn.day_number in step.except_days:
            continue
        done = step.id in state.closed_steps
        standing = "done" if done else "ahead" if now_found else "now"
        now_found = now_found or standing == "now"
        blocked = ""
        if standing == "now" and ask is not None and ask.proposal is not None:
            blocked = ask.proposal.missing
        found.append(
            ChecklistRow(
                step.id,
                in_words(step.title),
                standing,
                in_words(seats.get(step.who, step.who)),
                step.cite,
                in_words(state.closed_steps.get(step.id, "")),
                blocked,
            )
        )
    return tuple(found)


def formation_rows(
    design: Design, state: State, sides: Iterable[str] | None, own: Sequence[str] = ()
) -> tuple[FormationRow, ...]:
    """Formations with units at home in them; only of *sides*, and under *own* if that is given."""
    allowed = None if sides is None else set(sides)
    names = {side.id: side.name for side in design.sides}
    at_home: dict[str, list[str]] = {}
    for unit in design.units:
        at_home.setdefault(unit.formation, []).append(unit.id)
    found: list[FormationRow] = []
    for formation in design.formations:
        units = at_home.get(formation.id)
        if not units or (allowed is not None and formation.side not in allowed):
            continue
        above = design.above(formation.id)
        if own and not set(above) & set(own):
            continue
        states = [state.units[unit] for unit in units]
        places = Counter(
            place_words(design, each.place) for each in states if each.place.kind in IN_PLAY
        )
        usual = Counter(design.unit[unit].symbol for unit in units).most_common(1)[0][0]
        colour = next(
            (design.formation[key].colour for key in above if design.formation[key].colour), None
        )
        found.append(
            FormationRow(
                id=formation.id,
                name=formation.name,
                side=formation.side,
                side_name=names[formation.side],
                over=design.formation[above[1]].name if len(above) > 1 else "",
                kind=formation.kind,
                symbol=usual,
                fill=colour.fill if colour else "",
                ink=colour.ink if colour else "",
                steps=sum(each.steps for each in states if each.place.kind not in GONE),
                steps_full=sum(design.unit[unit].steps_full for unit in units),
                in_play=sum(each.place.kind in IN_PLAY for each in states),
                gone=sum(each.place.kind in GONE for each in states),
                units=len(units),
                where=_where([place for place, _ in places.most_common()]),
            )
        )
    return tuple(found)


def sighted_rows(design: Design, state: State, seat: str) -> tuple[FormationRow, ...]:
    """What a seat has sighted, as far as it recognized it, the newest first."""
    names = {side.id: side.name for side in design.sides}
    found: list[FormationRow] = []
    table = state.sightings.get(seat, {})
    for subject, last in sorted(table.items(), key=lambda each: (-each[1].ordinal, each[0])):
        formation = design.formation.get(subject)
        side = formation.side if formation is not None else ""
        above = design.above(subject) if formation is not None else ()
        colours = (design.formation[key].colour for key in above)
        colour = next((each for each in colours if each), None)
        units = design.members.get(subject, ())
        usual = Counter(design.unit[unit].symbol for unit in units).most_common(1)
        places = [place_words(design, row.place) for row in last.rows]
        strength = join(", ", [words for row in last.rows if (words := strength_words(row))])
        found.append(
            FormationRow(
                id=subject, name=formation.name if formation else last.rows[0].what, side=side,
                side_name=names.get(side, ""), kind=formation.kind if formation else "",
                over=design.formation[above[1]].name if len(above) > 1 else "",
                symbol=usual[0][0] if usual else "", fill=colour.fill if colour else "",
                ink=colour.ink if colour else "", steps=0, steps_full=0, in_play=0, gone=0,
                units=sum(row.units for row in last.rows), where=_where(places),
                seen=age_words(state, last), looked=strength,
            )
        )  # fmt: skip
    return tuple(found)


def age_words(state: State, seen: LastSeen) -> str:
    """How old news is."""
    age = state.ordinal - seen.ordinal
    return say_count("a turn ago", "{n} turns ago", n=age) if age > 0 else say("this turn")


def _where(places: Sequence[str]) -> str:
    if len(places) > 1:
        return say("{place} and elsewhere", place=places[0])
    return places[0] if places else ""


def queue_rows(design: Design, state: State, side: str = "") -> tuple[QueueRow, ...]:
    """The release queue in its order; of a side alone, if one is given."""
    return tuple(
        QueueRow(
            entry.position,
            entry.name,
            state.queue[entry.key].status,
            _queue_words(entry, bool(state.options.get("proposals"))),
        )
        for entry in sorted(design.queue, key=lambda each: each.position)
        if not side or any(design.formation[each].side == side for each in entry.formations)
    )


def _queue_words(entry: QueueEntry, proposals: bool) -> str:
    words = {"auto_first": say("comes by itself"), "auto_in_order": say("comes without a roll")}
    if entry.mode in words:
        return words[entry.mode]
    if entry.number is not None:
        return say("{number} or less", number=entry.number)
    ours = proposals and entry.proposed is not None
    return (
        say("{proposed} or less, our number", proposed=entry.proposed) if ours else say("no number")
    )


def bridge_rows(design: Design, state: State) -> tuple[BridgeRow, ...]:
    """Every bridge with its state and who holds it."""
    names = {side.id: side.name for side in design.sides}
    return tuple(
        BridgeRow(
            bridge.name,
            in_words(state.bridges[bridge.id].state.replace("-", " ")),
            names.get(state.bridges[bridge.id].control, ""),
        )
        for bridge in design.bridges
    )


def route_words(design: Design, state: State) -> str:
    """Where the marker of the first route stands."""
    if not design.routes:
        return ""
    route = design.routes[0]
    now = state.routes[route.id]
    at = route.stops[now.stop].name if now.stop >= 0 else say("its start")
    if now.cut:
        return say("{route}: marker at {stop}, cut", route=route.name, stop=at)
    return say("{route}: marker at {stop}, open", route=route.name, stop=at)


def query_rows(design: Design, state: State) -> tuple[QueryRow, ...]:
    """Every question, open ones first, with earlier rulings on it or under the same rule."""
    used = rulings_used(design)
    queries = tuple(state.queries.values())
    rulings = tuple(state.rulings.values())
    found: list[QueryRow] = []
    for query in queries:
        last = next((r for r in reversed(rulings) if r.query == query.id), None)
        found.append(
            QueryRow(
                id=query.id,
                cite=query.cite,
                question=query.question,
                options=query.options,
                proposed=query.proposed,
                why=query.why,
                decision=state.decision(query.id),
                ruled_by=last.author if last else "",
                reason=last.reason if last else "",
                event=last.seq if last else 0,
                decides=query.id in used,
                earlier=tuple(
                    Precedent(r.query, r.decision, r.reason, r.author)
                    for r in precedents(query, rulings, queries)
                    if r is not last
                ),
            )
        )
    return tuple(sorted(found, key=lambda row: bool(row.ruled_by)))


class UnitCard(Struct, frozen=True, kw_only=True):
    """A unit now."""

    id: str
    name: str
    formation: str
    steps: int
    steps_full: int
    place: str
    flags: tuple[str, ...] = ()
    quality: int | None = None
    """Troop quality as it counts now, None where the printed one is not known."""
    quality_change: int = 0
    """What supply, the road and the reorganisation add to the printed one."""
    why: tuple[str, ...] = ()
    counters: tuple[tuple[str, str], ...] = ()
    """Its counter in each game; all show the same losses."""


def unit_card(design: Design, state: State, unit: str) -> UnitCard:
    """How a unit stands. UserError for an unknown one."""
    if unit not in design.unit:
        raise UserError(
            say("There is no unit {unit!r}.", unit=unit), "`status --json` lists the formations."
        )
    found, now = design.unit[unit], state.units[unit]
    changes = ruleset_of(design).quality_changes(design, state, unit)
    change = sum(each for each, _cite in changes)
    return UnitCard(
        id=unit,
        name=found.name,
        formation=design.formation[found.formation].name,
        steps=now.steps,
        steps_full=found.steps_full,
        place=place_words(design, now.place) if now.place.game == "" else str(now.place),
        flags=now.flags,
        quality=None if found.quality is None else found.quality + change,
        quality_change=change,
        why=tuple(say("{each:+d} by {cite}", each=each, cite=cite) for each, cite in changes),
        counters=tuple((each.game, each.counter) for each in design.seen_as.get(unit, ())),
    )
