"""What the game looks like: the values that ``look.toml`` puts into slots, and where signs lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from wardesk.games.europa import victory
from wardesk.games.europa.attack import Attack
from wardesk.games.europa.combat import able, around, planned
from wardesk.games.europa.position import attack_of, defence_of, layout_of
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import (
    ALLIES,
    AXIS,
    BOXES,
    LOOKS,
    SIDE_NAMES,
    SIDES,
    Battle,
    State,
    Turn,
    Unit,
)
from wardesk.games.europa.works import WORKS
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.look import Values, lit
from wardesk.model.look import (
    CellMark,
    CounterFact,
    CounterLook,
    Overlay,
    PhaseLook,
    TableLook,
    TrackLook,
)
from wardesk.words import Spoken, say_count


def table(setting: Setting, state: State, kept: KeptLooks[Unit] | None = None) -> TableLook:
    """Everything on the table."""
    kept, values = kept or KeptLooks(), _values(setting, state)
    there = [u for u in state.pieces.values() if u.at is not None]
    manned = [u for u in there if u.work and u.strength]
    shown = [*manned, *(u for u in there if not u.work)]  # a unit lies on its work
    return TableLook(
        sides=LOOKS.side,
        counters=tuple(kept.of(u.id, u, partial(_counter, setting, u)) for u in shown),
        marks=tuple(_marks(setting, state)),
        tracks=LOOKS.tracks(values),
        phases=phases(state),
        boxes=LOOKS.boxes(values),
        overlays=tuple(_overlays(setting, state)),
        headline=LOOKS.facts_of("headline", values),
    )


def tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    """All tracks."""
    return LOOKS.tracks(_values(setting, state))


def phases(state: State) -> tuple[PhaseLook, ...]:
    """The strip of the player-turn."""
    turn, over = next((f for f in state.stack if isinstance(f, Turn)), None), bool(state.result)
    return LOOKS.strip("" if turn is None or over else LOOKS.phase_of(turn.step), over=over)


def _values(setting: Setting, state: State) -> Values:
    """What the table as a whole is said to be."""
    places, needed = setting.scenario.place, setting.scenario.victory
    counts = ((side, store, state.tracks[f"{side}_{store}"])
              for side in SIDES for store in ("sp", "rp", "support"))  # fmt: skip
    return LOOKS.values(
        needed,
        {box: [u.id for u in state.pieces.values() if u.at == box] for box in BOXES},
        turn=state.tracks["turn"],
        turns=setting.scenario.last_turn,
        places=places,
        points=victory.points(setting, state) if places else 0,
        most_points=max(sum(p.value for p in places), needed.decisive),
        stores=[
            {"side": side, "side_name": SIDE_NAMES[side], "store": store, "count": count,
             "most": max(count, 12)}
            for side, store, count in counts
        ],
    )  # fmt: skip


# ---- counters and signs -------------------------------------------------------------------------


def _counter(setting: Setting, unit: Unit) -> CounterLook:
    at = unit.at if unit.at in setting.neighbours else None
    return LOOKS.look(_told(setting, unit), unit.id, unit.side, at)


def facts(setting: Setting, state: State, piece: str) -> tuple[CounterFact, ...]:
    """Every value of a counter in words."""
    return LOOKS.facts(_told(setting, state.pieces[piece]))


def _told(setting: Setting, unit: Unit) -> Values:
    """What is told of a unit, or of a work."""
    if unit.work:
        return LOOKS.values(unit, work_name=unit.row.name, sentence=work_sentence(unit))
    row = setting.rows[unit.id]
    return LOOKS.values(
        row,
        unit,
        row=row,
        attack=attack_of(setting, unit),
        defence=defence_of(setting, unit),
        place=setting.name(unit.at or ""),
        kind_name=setting.tables.kinds[row.kind].name,
        size_name=setting.tables.sizes[row.size].name,
        whole=row.halves // 2 if row.halves % 2 == 0 else 0,
        project=WORKS[unit.building].name if unit.building else "",
    )


def work_sentence(work: Unit) -> Spoken:
    """A work with all that is to be known about it."""
    row = work.row
    values = LOOKS.values(
        work,
        row=row,
        side_name=SIDE_NAMES[work.side],
        die_more=_signed(-work.die if "die" in row.printed else row.die),
        armour_more=_signed(row.armour),
        supply=f"{row.supply / 2:g}",
        guns=row.anti_air + work.anti_air,
        hexes=", ".join(work.faces),
        holder_name=SIDE_NAMES.get(work.holder),
    )
    return LOOKS.facts_of("work", values)


def _signed(value: int) -> Spoken:
    return f"{value:+d}".replace("-", "–") if value else "±0"


def _marks(setting: Setting, state: State) -> Iterator[CellMark]:
    for work in state.pieces.values():
        if work.work and work.at in setting.neighbours:
            yield _work_mark(work, setting.name(work.at or ""))
    for place in setting.scenario.place:
        points = say_count("{n} point", "{n} points", n=place.value)
        values = LOOKS.values(place=setting.name(place.cell), points=points)
        holder = state.marks[f"{place.cell}/held"]
        yield LOOKS.mark(f"held_{holder}", values, place.cell, "held")


@lru_cache(1024)
def _work_mark(work: Unit, place: str) -> CellMark:
    """Kept, because works seldom change."""
    values = LOOKS.values(place=place, work_name=work.row.name, sentence=work_sentence(work))
    return LOOKS.mark(work.work, values, work.at or "", faces=work.faces)


def _overlays(setting: Setting, state: State) -> Iterator[Overlay]:
    yield from lit(state.ask, state.pieces, setting.neighbours)
    frame = state.stack[-1] if state.stack else None
    if state.ask is not None and isinstance(frame, Battle):
        origins = {state.pieces[p].at for p in frame.attackers if p in state.pieces}
        for cell in sorted(c for c in origins if c):
            if cell != frame.target:
                yield Overlay("arc", line=(cell, frame.target))


# ---- attacks before the click -------------------------------------------------------------------


def attack_in_sight(
    setting: Setting, state: State, target: str, attackers: tuple[str, ...] = ()
) -> Attack | None:
    """The attack on *target* that *attackers*, or all who can, would make."""
    turn = next((f for f in state.stack if isinstance(f, Turn)), None)
    if turn is None:
        return None
    exploiting = turn.step.startswith("exploit")
    layout = layout_of(setting, state)
    units = attackers or tuple(
        u.id
        for u in around(setting, able(setting, layout, turn.side, exploiting=exploiting), target)
    )
    if not units or not layout.holds(ALLIES if turn.side == AXIS else AXIS, target):
        return None
    frame = Battle(step="roll", side=turn.side, target=target, phase="combat", attackers=units)
    return planned(setting, state, frame)
