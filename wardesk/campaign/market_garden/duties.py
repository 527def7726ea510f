"""What the rules of Market Garden want somebody to do, with its turns, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wardesk.campaign.market_garden import (
    ch03_drop_table,
    ch03_drops,
    ground,
    s03_random,
    s05_german,
)
from wardesk.campaign.market_garden.ch01_weather import DIVISIONS
from wardesk.campaign.market_garden.ch03_drops import TANKS
from wardesk.campaign.market_garden.ch03_free_drop import assignments, replan_fact
from wardesk.campaign.market_garden.ch04_release import early_units
from wardesk.campaign.market_garden.ch05_off_map import MOVERS, open_entries, own_boxes
from wardesk.campaign.market_garden.choices import CHOICES, huber_sets, tanks
from wardesk.campaign.market_garden.common import (
    CLUB,
    day,
    dispatch_of,
    routed,
    slot,
    weather_is_known,
)
from wardesk.campaign.market_garden.kinds import drop_of
from wardesk.campaign.market_garden.s06_allied import BRIGADE_231
from wardesk.campaign.operation.arrivals import due, games_in_play, passed, shut_out
from wardesk.campaign.operation.calendar import Calendar
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.duties import Duty, held_back
from wardesk.campaign.operation.state import State
from wardesk.words import say, say_count

HUBER_DAY, REORGANISED_DAY = 0, 3
_IN_ZONE = (("no", say("no German unit")), ("yes", say("Germans in it")))


def _in_zone(design: Design, state: State, division: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """Whether Germans stand in a supply zone: first what the map says (S6.1.1)."""
    there = ground.enemy_in_zone(design, state, division)
    return {"enemy_in_zone": _IN_ZONE[::-1] if there else _IN_ZONE}


def _in_zone_words(design: Design, state: State, division: str) -> str:
    if not ground.supply_cells(design, division):
        return say("they come down now: does a German unit stand in the supply zone?")
    if ground.enemy_in_zone(design, state, division):
        return say("they come down now, and the map has a German unit in the supply zone")
    return say("they come down now, and the map has no German unit in the supply zone")


def duties(design: Design, state: State) -> Sequence[Duty]:
    """Everything that is or will be due; what is done, or has lost its sense, is not in it."""
    sources = (
        _before_the_first_turn, _drops, _supply, _unsupplied, _fates, _group_hot, _on_the_road,
        _beyond_the_line, _reorganisation,
        _huber, _off_map, _shut_out, _from_the_display, _routed_back, _baileys, _events,
        held_back,
    )  # fmt: skip
    return [duty for source in sources for duty in source(design, state)]


def divisions_played(design: Design, state: State) -> list[str]:
    """The airborne divisions of the games that are played."""
    here = games_in_play(design, state)
    return [each for each in DIVISIONS if here & set(design.formation[each].games)]


def _first(calendar: Calendar) -> int:
    return calendar.first_ordinal


# ---- before the first turn ----------------------------------------------------------------------


def _before_the_first_turn(design: Design, state: State) -> Iterator[Duty]:
    first = _first(design.calendar)
    last_night = design.calendar.at(s05_german.RAID_DAYS[-1], "Night")
    if not s05_german.raid_is_hidden(state) and state.ordinal <= last_night:
        nights = [design.calendar.at(each, "Night") for each in s05_german.RAID_DAYS]
        yield Duty(
            id="raid",
            title=say("Choose the night of the air raid on Eindhoven, in secret"),
            why=say("three markers lie on three nights, one of them is real"),
            seat="german", cite="S5.2", opens=first, closes=first, action="hide-raid",
            choices={"night": tuple(
                (str(each), design.calendar.turn(night).label)
                for each, night in zip(s05_german.RAID_DAYS, nights, strict=True)
                if night >= state.ordinal
            )},
        )  # fmt: skip
    if state.options.get(TANKS) and TANKS not in state.identities:
        yield Duty(
            id="tanks", title=say("Choose the airborne tanks"), seat="umpire", cite="O4.0",
            opens=first, action="choose-tanks", choices={"option": tuple(tanks(design, state))},
        )  # fmt: skip
    if state.options.get("free_drop") and not any(unit.dropped for unit in state.units.values()):
        for division in divisions_played(design, state):
            if not assignments(state, division) and state.ordinal == first:
                name = design.formation[division].name
                yield Duty(
                    id=f"assign.{division}",
                    title=say("Assign the drops and zones of {division}, in secret", division=name),
                    seat="allied", cite="3.3.2", opens=first, closes=first, action="assign-drops",
                    words={"division": division},
                )  # fmt: skip


# ---- chapter 3 ----------------------------------------------------------------------------------


def _drops(design: Design, state: State) -> Iterator[Duty]:
    """Today's drop of each division, or its supplies alone (3.2, 3.5)."""
    calendar, today = design.calendar, day(design, state)
    weather = state.weather
    if today == 0 or not weather_is_known(design, state):
        return
    for division in divisions_played(design, state):
        drop = drop_of(state, division)
        name = design.formation[division].name
        came = drop.landed_at is not None and calendar.turn(drop.landed_at).day_number == today
        planned = drop.planned is not None and max(drop.turns) >= state.ordinal
        if came or planned:
            continue
        comes = ch03_drops.is_due(design, state, division, drop.next_number)
        if comes and weather.kind == "fog":
            continue  # it may clear, and then the drop comes
        replanned = state.facts.get(replan_fact(division)) == today
        turns = ch03_drops.windows(design, state, replanned=replanned) if comes else ()
        supplies = not turns
        if supplies:
            if drop.secured:
                continue
            turns = ch03_drops.supply_windows(design, state)
        last = calendar.at(today, calendar.slots[-1])
        late = tuple(
            turn for turn in range(max(turns) + 1, last) if min(turns) < state.ordinal <= turn
        )
        words = {"division": division} | ({"replanned": "yes"} if replanned and comes else {})
        yield Duty(
            id=f"plan.{division}.{today}",
            title=say("Plan supply: {division}", division=name)
            if supplies
            else say("Plan drop {number}: {division}", number=drop.next_number, division=name),
            why=say(
                "it may come at {turns}; the turn is kept in secret",
                turns=", ".join(calendar.turn(turn).slot for turn in turns),
            ),
            seat="allied", cite="3.5" if supplies else "3.2",
            opens=calendar.at(today, calendar.slots[0]), closes=min(turns), action="plan-drop",
            words=words, after="zones",
            choices={"turn": tuple(
                (calendar.turn(turn).slot, calendar.turn(turn).label)
                for turn in (*turns, *late)
                if turn >= state.ordinal
            )},
        )  # fmt: skip


def _supply(design: Design, state: State) -> Iterator[Duty]:
    """Supplies come down with every drop; Germans in the zone interdict them (3.5, S6.1.1)."""
    for division in divisions_played(design, state):
        drop = drop_of(state, division)
        landed = _first(design.calendar) if drop.landed_at is None else drop.landed_at
        if drop.secured or (drop.supplied_at is not None and drop.supplied_at >= landed):
            continue
        name = design.formation[division].name
        yield Duty(
            id=f"supply.{division}.{landed}",
            title=say("Supply: {division}", division=name),
            why=_in_zone_words(design, state, division),
            seat="umpire", cite="3.5", opens=landed, closes=landed, action="supply",
            words={"division": division}, after="drops",
            choices=_in_zone(design, state, division),
        )  # fmt: skip


def _unsupplied(design: Design, state: State) -> Iterator[Duty]:
    """A division for which nothing came down yesterday: it can still be put right (3.5)."""
    calendar, yesterday = design.calendar, day(design, state) - 1
    if yesterday < 1:
        return  # Drop One brings the supplies of the first day
    for division in divisions_played(design, state):
        drop = drop_of(state, division)
        last = _first(calendar) if drop.supplied_at is None else drop.supplied_at
        if drop.secured or calendar.turn(last).day_number >= yesterday:
            continue
        evening = calendar.at(yesterday, calendar.slots[-1])
        yield Duty(
            id=f"unsupplied.{division}.{yesterday}",
            title=say("Nothing was dropped yesterday: {division}",
                      division=design.formation[division].name),
            why=say("supplies that came after all are entered late, with a reason"),
            seat="umpire", cite="3.5", opens=evening, closes=evening, action="supply",
            words={"division": division}, choices=_in_zone(design, state, division),
        )  # fmt: skip


def _fates(design: Design, state: State) -> Iterator[Duty]:
    for division in divisions_played(design, state):
        waiting = ch03_drop_table.waiting_for_their_fate(design, state, division)
        if waiting:
            landed = drop_of(state, division).landed_at or _first(design.calendar)
            yield Duty(
                id=f"fates.{division}.{landed}",
                title=say(
                    "Fates of the drop: {division}",
                    division=design.formation[division].name,
                ),
                why=say_count("one unit waits", "{n} units wait", n=len(waiting)),
                seat="allied", cite="3.4.1", opens=landed, action="drop-rolls",
                words={"division": division}, after="drops",
            )  # fmt: skip


# ---- chapters 4 and 5 ---------------------------------------------------------------------------


def _on_the_road(design: Design, state: State) -> Iterator[Duty]:
    """A German unit on the corps' road closes it, once a turn (4.3.3)."""
    turn, _attacked, closed = state.routes[CLUB].laid
    cells = ground.germans_on(design, state)
    if not cells or (turn == state.ordinal and closed):
        return
    yield Duty(
        id=f"closed.{state.ordinal}",
        title=say("A German unit stands on Club Route"),
        why=say("in {hex}: a Closed marker is laid", hex=cells[0]),
        seat="german", cite="4.3.3", opens=state.ordinal, action="attack-route",
        words={"closed": "yes", "cause": cells[0]},
    )  # fmt: skip


def _beyond_the_line(design: Design, state: State) -> Iterator[Duty]:
    """Units of 231 Brigade north of their line are eliminated at once (S6.10)."""
    for unit in ground.beyond_the_line(design, state, BRIGADE_231):
        yield Duty(
            id=f"limit.{unit}.{state.ordinal}",
            title=say("{unit} stands beyond its line", unit=design.unit[unit].name),
            why=say("in {hex}: it is eliminated", hex=state.units[unit].place.at),
            seat="umpire", cite="S6.10", opens=state.ordinal, action="limit-231",
            words={"unit": unit},
        )  # fmt: skip


def _group_hot(design: Design, state: State) -> Iterator[Duty]:
    """A part of the first group enters on 17 September, before any release (4.3.1)."""
    units = early_units(design, state)
    if units:
        calendar = design.calendar
        yield Duty(
            id="hot",
            title=say("The part of Group Hot that enters on 17 September"),
            why=say_count("one unit waits", "{n} units wait", n=len(units)),
            seat="allied", cite="4.3.1", opens=_first(calendar),
            closes=calendar.at(0, calendar.slots[-1]), action="hot-enters",
        )  # fmt: skip


def _off_map(design: Design, state: State) -> Iterator[Duty]:
    """German formations that come into a box beside the map from their day on (5.1).

    Those whose boxes all lie behind a corps are asked for too: they come by the umpire's leave
    alone, or somebody says that they stay away.
    """
    for formation, opens in _due_in_a_box(design, state):
        mine = own_boxes(design, formation)
        boxes = [box for box in mine if not passed(design, state, box)]
        yield Duty(
            id=f"offmap.{formation}",
            title=say("Into a box: {formation}", formation=design.formation[formation].name),
            why=say("one of the boxes on its side of the map")
            if boxes
            else say("all boxes on its side lie behind a corps"),
            seat="german", cite="5.1" if boxes else "5.2", opens=opens, action="off-map",
            words={"formation": formation},
            choices={"box": tuple((box, design.box[box].name) for box in boxes or mine)},
            by_leave=not boxes,
        )  # fmt: skip


def _due_in_a_box(design: Design, state: State) -> Iterator[tuple[str, int]]:
    """Formations that come by the boxes and are in none yet, with their first turn."""
    if "WED" not in games_in_play(design, state):
        return
    for arrival in design.arrivals:
        if arrival.mode != "offmap" or arrival.at is None:
            continue
        for formation in design.formations:
            if arrival.subject not in design.above(formation.id) or formation.id in state.boxes:
                continue
            own = [u for u in design.members[formation.id]
                   if design.unit[u].formation == formation.id]  # fmt: skip
            if any(state.units[unit].place.kind == "not-yet" for unit in own):
                yield formation.id, arrival.at


def _shut_out(design: Design, state: State) -> Iterator[Duty]:
    """Reinforcements of the schedule whose entries all lie behind a corps: they do not come (5.2).

    The turn on which that is so is the last one for them; what follows is the umpire's.
    """
    for each in due(design, state):
        formation = each.arrival.subject
        if each.arrival.subject_kind == "unit":
            formation = design.unit[formation].formation
        if each.gate is False and shut_out(design, state, formation):
            subject = each.arrival.subject
            yield Duty(
                id=f"shut.{subject}",
                title=say("{name} cannot come", name=_subject(design, subject)),
                why=say("all its entries lie behind a corps"),
                seat="umpire", cite="5.2", opens=each.arrival.at or _first(design.calendar),
                hint=say("Place its units by hand where you let them come, or leave it with a"
                         " reason."),
            )  # fmt: skip


def _subject(design: Design, key: str) -> str:
    return design.unit[key].name if key in design.unit else design.formation[key].name


def movable(design: Design, state: State) -> list[str]:
    """Formations that stand in a box and may move at 1900 (5.1)."""
    return [
        formation
        for formation, standing in state.boxes.items()
        if not standing.display
        and standing.at < state.ordinal
        and not routed(state, formation)
        and any(each in design.above(formation) for each in MOVERS)
        and any(state.units[unit].place.kind == "box" for unit in design.members[formation])
    ]


def _from_the_display(design: Design, state: State) -> Iterator[Duty]:
    """What lies in the map display comes onto the map at the next 0700 (5.1)."""
    slots = len(design.calendar.slots)
    for formation, standing in state.boxes.items():
        there = any(state.units[unit].place.kind == "display" for unit in design.members[formation])
        if not standing.display or not there or routed(state, formation):
            continue
        owners = [each for each in MOVERS if each in design.above(formation)]
        entries = {
            key for owner in owners for key, free in open_entries(design, state, owner) if free
        }
        doors = tuple(
            (each.id, each.name)
            for each in design.entries
            if each.id in entries and each.box == standing.box
        )
        if not doors:
            continue
        morning = (standing.at // slots + 1) * slots
        yield Duty(
            id=f"display.{formation}.{standing.at}",
            title=say(
                "{formation} comes from the display", formation=design.formation[formation].name
            ),
            why=say("by an entry of its box, at 0700"),
            seat="german", cite="5.1", opens=morning, closes=morning, action="arrive",
            words={"formation": formation}, choices={"entry": doors},
        )  # fmt: skip


# ---- the special rules --------------------------------------------------------------------------


def _events(design: Design, state: State) -> Iterator[Duty]:
    del design
    for side in s03_random.SIDES:
        chit = s03_random.pending(state, side)
        if chit:
            found = next((each for each in s03_random.CHITS if each.id == chit), None)
            yield Duty(
                id=f"event.{side}",
                asks=True,
                title=say("Deal with the event “{name}”", name=found.name if found else chit),
                why=found.words if found else "",
                seat="umpire", cite="S3.1", opens=state.ordinal, action="event",
                words={"side": side},
            )  # fmt: skip


def _routed_back(design: Design, state: State) -> Iterator[Duty]:
    """A routed German formation may come back off the map on the morning that the rules give."""
    for formation in state.boxes:
        back = routed(state, formation)
        if not back or back >= design.calendar.turns:
            continue
        boxes = [box for box in own_boxes(design, formation) if not passed(design, state, box)]
        name = design.formation[formation].name
        yield Duty(
            id=f"rout.{formation}.{back}",
            title=say("{formation} comes back after its rout", formation=name),
            seat="german", cite="S3.1", opens=back, action="rout-returns",
            words={"formation": formation},
            choices={"box": tuple((box, design.box[box].name) for box in boxes)},
        )  # fmt: skip


def _baileys(design: Design, state: State) -> Iterator[Duty]:
    for key, standing in state.bridges.items():
        if standing.state in ("bailey-placed", "bailey-suppressed"):
            name = design.bridge[key].name
            yield Duty(
                id=f"bailey.{key}.{standing.since}",
                title=say("Does the Bailey at {bridge} stand?", bridge=name),
                why=say("its engineers take a check at the table; leave it where they fail"),
                seat="allied", cite="2.15.7", opens=standing.since + 1, action="bailey-works",
                words={"bridge": key},
            )  # fmt: skip


def _reorganisation(design: Design, state: State) -> Iterator[Duty]:
    if s05_german.REORGANISED not in state.facts:
        morning = design.calendar.at(REORGANISED_DAY, "0700")
        yield Duty(
            id="reorganise", title=say("KG Chill takes over from the Eindhoven command"),
            why=say("German troop quality and white assault ratings rise by one"),
            seat="umpire", cite="S5.1.1", opens=morning, closes=morning, action="reorganise",
        )  # fmt: skip


def _huber(design: Design, state: State) -> Iterator[Duty]:
    group = next((each for each in design.identity_groups if each.id == s05_german.HUBER), None)
    if group is None or "WED" not in games_in_play(design, state):
        return
    chosen = state.identities.get(s05_german.HUBER)
    if not chosen:
        night = design.calendar.at(HUBER_DAY, "Night")
        yield Duty(
            id="huber", title=say("Choose the set of KG Huber"),
            why=say("for good, and only the Germans see it"),
            seat="german", cite="S5.5", opens=night, closes=night, action="choose-huber",
            choices={"option": tuple(huber_sets(design, state))},
        )  # fmt: skip
        return
    option = next(each for each in group.options if each.id == chosen)
    formation = option.formation or ""
    waits = any(state.units[u].place.kind == "not-yet" for u in design.members[formation])
    if option.enters is not None and waits:
        shut = shut_out(design, state, formation)
        yield Duty(
            id="huber.arrives", title=say("KG Huber arrives"), seat="german",
            why=say("all its entries lie behind a corps") if shut else "",
            cite="S5.5", opens=option.enters, closes=option.enters, action="huber-arrives",
            by_leave=shut,
        )  # fmt: skip


# ---- what may be decided though nothing is due --------------------------------------------------


def wishes(design: Design, state: State) -> Sequence[Duty]:
    """The spur; at 1900 activations that are bought and moves between the boxes (1900-4 to -6)."""
    return [*_spur(design, state), *_bought(design, state), *_box_moves(design, state)]


def _spur(design: Design, state: State) -> Iterator[Duty]:
    for route in design.routes:
        if route.spurs and not state.routes[route.id].spur and not state.routes[route.id].left:
            yield Duty(
                id=f"spur.{route.id}", title=say("Choose a spur of Club Route"), seat="allied",
                cite="4.2", opens=_first(design.calendar), action="spur",
            )  # fmt: skip


def _bought(design: Design, state: State) -> Iterator[Duty]:
    """Chits are paid with dispatch points, which a division must have."""
    if slot(design, state) != "1900":
        return
    for division in CHOICES["allied-division"](design, state):
        if dispatch_of(state, division[0]):
            yield Duty(
                id=f"chits.{division[0]}.{state.ordinal}",
                title=say("Activations that {division} buys", division=division[1]),
                seat="allied", cite="1900-6", opens=state.ordinal, closes=state.ordinal,
                action="buy-chits", words={"division": division[0]},
            )  # fmt: skip


def _box_moves(design: Design, state: State) -> Iterator[Duty]:
    if slot(design, state) != "1900":
        return
    for formation in movable(design, state):
        here = state.boxes[formation].box
        boxes = tuple(
            (each.id, each.name) for each in design.boxes if each.id != here
            and any({edge.start, edge.end} == {here, each.id} for edge in design.box_edges)
        )  # fmt: skip
        if boxes:
            yield Duty(
                id=f"box.{formation}.{state.ordinal}",
                title=say("Move off the map: {formation}",
                          formation=design.formation[formation].name),
                seat="german", cite="5.1", opens=state.ordinal, closes=state.ordinal,
                action="off-map", words={"formation": formation}, choices={"box": boxes},
            )  # fmt: skip
