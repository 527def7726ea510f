"""What the game looks like: counters, signs of works, tracks, boxes and overlays, as data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from wardesk.games.europa import victory
from wardesk.games.europa.attack import Attack
from wardesk.games.europa.combat import able, around, planned
from wardesk.games.europa.position import attack_of, defence_of, layout_of
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import (
    AIRFIELD,
    ALLIES,
    AXIS,
    RESERVE,
    SIDE_NAMES,
    SIDES,
    Battle,
    State,
    Turn,
    Unit,
)
from wardesk.games.europa.works import WORKS
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.phases import Phase, strip
from wardesk.model.look import (
    BadgeLook,
    BoxLook,
    CellMark,
    CounterFact,
    CounterLook,
    Overlay,
    PhaseLook,
    SideLook,
    TableLook,
    TrackLook,
)
from wardesk.words import Spoken, Text, join, say, say_count

SIDE_LOOKS = (
    SideLook(AXIS, SIDE_NAMES[AXIS], field="#a9aea2", bar="#3f4a42", slot="a"),
    SideLook(ALLIES, SIDE_NAMES[ALLIES], field="#aebfd2", bar="#2f4a72", slot="b"),
)
FIELDS: Mapping[str, tuple[str, str]] = {
    "german": ("#a9aea2", "#3f4a42"),
    "french": ("#aebfd2", "#2f4a72"),
    "british": ("#d3c3a0", "#6b5332"),
    "belgian": ("#cdb9a2", "#75412f"),
    "dutch": ("#e0b888", "#8a4a16"),
    "soviet": ("#cfae9c", "#7a2f26"),
}
"""Faces and bars of counters by nation."""
PHASES: tuple[Phase, ...] = (
    ("replace", say("Replacements"), "EF 40.D-4"),
    ("move", say("Movement"), "EF N16"),
    ("combat", say("Combat"), "EF N17"),
    ("react", say("Reaction"), "EF 40.D-1"),
    ("exploit", say("Exploitation"), "EF N17"),
)
PHASE_OF: Mapping[str, str] = {
    "start": "replace", "replaced": "replace", "build": "replace", "builder": "replace",
    "project": "replace", "begun": "replace", "land": "move", "landed": "move",
    "marched": "move", "attacked": "combat", "before_reaction": "react", "reacted": "react",
    "before_exploitation": "exploit", "exploiting": "exploit", "exploitation": "exploit",
    "exploited": "exploit", "end": "exploit",
}  # fmt: skip
SYMBOLS: Mapping[str, str] = {
    "infantry": "infantry", "armour": "armour", "paratroop": "airborne",
    "artillery": "artillery", "siege_artillery": "artillery", "combat_engineer": "engineer",
    "engineer": "engineer", "construction": "engineer", "heavy_aa": "anti_air",
    "anti_tank": "anti_tank",
}  # fmt: skip

DISRUPTED = BadgeLook("D", say("Disrupted"), "#9c3b30", "octagon", "disrupted")
CUT_OFF = BadgeLook("U", say("Out of supply"), "#b3812f", "triangle", "cut_off")
BUILDING = BadgeLook("B", say("Building"), "#5b6b8c", "square", "building")
LOCKED = BadgeLook("L", say("Deadlocked"), "#4b3a5a", "diamond", "locked")
LANDED = BadgeLook("P", say("Landed"), "#3f4a42", "circle", "landed")
SIGNS = (DISRUPTED, CUT_OFF, BUILDING, LOCKED, LANDED)

_EARTH, _STONE, _STEEL, _DEEP = "#7a5c34", "#5a5550", "#39485c", "#3f3a33"
WORK_SIGNS: Mapping[str, tuple[str, str, str]] = {
    "entrenchment": ("E", _EARTH, "triangle"),
    "improved_entrenchment": ("E+", _EARTH, "triangle"),
    "damaged_fort": ("f", _STONE, "square"),
    "fort": ("F", _STONE, "square"),
    "improved_fort": ("F+", _STONE, "square"),
    "fortified_area": ("A", _STEEL, "hexagon"),
    "improved_fortified_area": ("A+", _STEEL, "hexagon"),
    "permanent_fortified_area": ("PA", _STEEL, "hexagon"),
    "fortified_zone": ("Z", _DEEP, "octagon"),
    "permanent_fortified_zone": ("PZ", _DEEP, "octagon"),
    "unimproved_fortified_hexside": ("h", _STEEL, "circle"),
    "fortified_hexside": ("H", _STEEL, "circle"),
    "damaged_unimproved_fortress": ("u", _DEEP, "diamond"),
    "unimproved_fortress": ("U", _DEEP, "diamond"),
    "damaged_fortress": ("x", _DEEP, "diamond"),
    "fortress": ("X", _DEEP, "diamond"),
    "port_fortification": ("PF", _DEEP, "diamond"),
    "unimproved_westwall": ("w", _EARTH, "octagon"),
    "westwall": ("W", _EARTH, "octagon"),
    "destroyed_ouvrage": ("o", _STEEL, "octagon"),
    "ouvrage": ("O", _STEEL, "octagon"),
}
"""Letter, colour and shape of the sign of each work."""
HELD = {
    AXIS: BadgeLook("A", say("Held by the Axis"), "#3f4a42", "square", "held"),
    ALLIES: BadgeLook("L", say("Held by the Allies"), "#2f4a72", "square", "held"),
}


def sign_of(work: str) -> BadgeLook:
    """The sign of a work."""
    letter, colour, shape = WORK_SIGNS[work]
    return BadgeLook(letter, say("{work}", work=WORKS[work].name), colour, shape, work)  # type: ignore[arg-type]


WORK_BADGES: Mapping[str, BadgeLook] = {work: sign_of(work) for work in WORK_SIGNS}


def table(setting: Setting, state: State, kept: KeptLooks[Unit] | None = None) -> TableLook:
    """Everything on the table."""
    kept = kept or KeptLooks()
    turn, turns = state.tracks["turn"], setting.scenario.last_turn
    head = [say("Turn {turn} of {turns}", turn=turn, turns=turns)]
    if setting.scenario.place:
        found = victory.points(setting, state)
        head.append(say_count("{n} victory point", "{n} victory points", n=found))
    there = [u for u in state.pieces.values() if u.at is not None]
    manned = [u for u in there if u.work and u.strength]
    shown = [*manned, *(u for u in there if not u.work)]  # a unit lies on its work
    return TableLook(
        sides=SIDE_LOOKS,
        counters=tuple(kept.of(u.id, u, partial(_counter, setting, u)) for u in shown),
        marks=_marks(setting, state),
        tracks=tracks(setting, state),
        phases=phases(state),
        boxes=_boxes(state),
        overlays=_overlays(setting, state),
        headline=join(", ", head),
    )


# ---- counters -----------------------------------------------------------------------------------


def _counter(setting: Setting, unit: Unit) -> CounterLook:
    at = unit.at if unit.at in setting.neighbours else None
    if unit.work:
        return CounterLook(
            piece=unit.id,
            side=unit.side,
            at=at,
            title=say("{work}", work=unit.row.name),
            symbol="fort",
            left=f"0-{unit.strength}",
            right="0",
            text=say("{sentence}.", sentence=work_sentence(unit)),
            topic=unit.work,
        )
    row = setting.rows[unit.id]
    field, bar = FIELDS.get(row.nation, ("", ""))
    badges = badges_of(unit)
    facts: list[Spoken] = [
        say("{name!s}, {kind}, at {place}", name=row.name, kind=setting.tables.kinds[row.kind].name,
            place=where(setting, unit)),
        say("attack {attack}, defence {defence}, movement {moves}", attack=attack_of(setting, unit),
            defence=defence_of(setting, unit), moves=row.moves),
    ]  # fmt: skip
    if unit.lost:
        facts.append(say_count("{n} point lost", "{n} points lost", n=unit.lost))
    facts += [badge.name for badge in badges]
    return CounterLook(
        piece=unit.id,
        side=unit.side,
        at=at,
        title=say("{name!s}", name=row.name),
        subtitle=setting.tables.kinds[row.kind].name,
        symbol=row.symbol or ("motorised" if row.mobile and row.kind == "infantry"
                              else SYMBOLS[row.kind]),
        echelon=row.size,
        left=f"{attack_of(setting, unit)}-{defence_of(setting, unit)}",
        right=str(row.moves),
        movement="tracks" if row.kind == "armour" else "wheels" if row.mobile else "foot",
        field=field,
        bar=bar,
        reduced=unit.lost > 0,
        spent=unit.attacked,
        badges=badges,
        text=say("{facts}.", facts=join(", ", facts)),
        topic=row.kind,
    )  # fmt: skip


def badges_of(unit: Unit) -> tuple[BadgeLook, ...]:
    """The signs on a unit."""
    flags = (unit.disrupted, unit.cut_off, bool(unit.building), bool(unit.locked), unit.landed)
    return tuple(badge for on, badge in zip(flags, SIGNS, strict=True) if on)


def facts(setting: Setting, state: State, piece: str) -> tuple[CounterFact, ...]:
    """Every value of a counter in words."""
    unit = state.pieces[piece]
    if unit.work:
        return (CounterFact(work_sentence(unit)),)
    row = setting.rows[piece]
    halves = row.halves
    size = say("{n} REs", n=halves // 2) if halves % 2 == 0 else say("half an RE")
    found = [
        CounterFact(say("attack {n}", n=attack_of(setting, unit)), say("of {n}", n=row.attack)),
        CounterFact(say("defence {n}", n=defence_of(setting, unit)), say("of {n}", n=row.defence)),
        CounterFact(say("movement {n}", n=row.moves),
                    say("motorised") if row.fast else say("on foot")),
        CounterFact(size, setting.tables.sizes[row.size].name),
    ]  # fmt: skip
    if row.anti_air:
        found.append(CounterFact(_light_guns(row.anti_air)))
    if unit.building:
        text = say("builds: {work}", work=WORKS[unit.building].name)
        found.append(CounterFact(text, say("ready in turn {n}", n=unit.ready), BUILDING))
    return tuple(found)


def where(setting: Setting, unit: Unit) -> Spoken:
    """Hex or box in a sentence."""
    boxes = {RESERVE: say("the reserve"), AIRFIELD: say("the airfields")}
    return boxes.get(unit.at or "") or setting.name(unit.at or "")


# ---- signs of works -----------------------------------------------------------------------------


def work_sentence(work: Unit) -> Spoken:
    """A work with all that is to be known about it."""
    row = work.row
    parts: list[Spoken] = [
        say("{work} of the {side}", work=row.name, side=SIDE_NAMES[work.side]),
        say("main die {die}", die=_signed(-work.die if "die" in row.printed else row.die)),
        say("armour effects {armour}", armour=_signed(row.armour)),
    ]
    if row.supply:
        parts.append(say("supply points more: {n!s}", n=f"{row.supply / 2:g}"))
    if work.strength:
        parts.append(say("strength {n}", n=work.strength))
    if row.anti_air + work.anti_air:
        parts.append(_light_guns(row.anti_air + work.anti_air))
    if work.faces:
        parts.append(say("towards {hexes!s}", hexes=", ".join(work.faces)))
    if work.holder:
        parts.append(say("captured by the {side}", side=SIDE_NAMES[work.holder]))
    return join(", ", parts)


def _light_guns(points: int) -> Spoken:
    return say_count("{n} light anti-aircraft point", "{n} light anti-aircraft points", n=points)


def _signed(value: int) -> Spoken:
    return f"{value:+d}".replace("-", "–") if value else "±0"


def _marks(setting: Setting, state: State) -> tuple[CellMark, ...]:
    found: list[CellMark] = []
    for work in state.pieces.values():
        if work.work and work.at in setting.neighbours:
            badge = WORK_BADGES[work.work]
            text = join(": ", (setting.name(work.at or ""), work_sentence(work)))
            found.append(CellMark(work.at or "", work.work, text, badge, faces=work.faces))
    for place in setting.scenario.place:
        badge = HELD[str(state.marks[f"{place.cell}/held"])]
        value = say_count("{n} point", "{n} points", n=place.value)
        text = join(", ", (setting.name(place.cell), badge.name, value))
        found.append(CellMark(place.cell, "held", text, badge))
    return tuple(found)


# ---- tracks, phases, boxes ----------------------------------------------------------------------


def tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    """All tracks."""
    found = [
        TrackLook(
            id="turn",
            title=say("Turn"),
            value=state.tracks["turn"],
            most=setting.scenario.last_turn,
            cite="EF N17",
            style="turns",
            reconstruction=True,
        )
    ]
    if setting.scenario.place:
        needed = setting.scenario.victory
        value = victory.points(setting, state)
        found.append(
            TrackLook(
                id="points",
                title=say("Victory points"),
                value=value,
                most=max(sum(p.value for p in setting.scenario.place), needed.decisive),
                side=AXIS,
                cite="EF N23",
                steps=(
                    (0, say("Allied victory")),
                    (needed.marginal, say("Axis victory")),
                    (needed.decisive, say("decisive")),
                ),
                reconstruction=True,
            )
        )
    titles = {
        "sp": say("Supply points"),
        "rp": say("Replacement points"),
        "support": say("Ground support"),
    }
    for side in SIDES:
        for what, title in titles.items():
            value = state.tracks[f"{side}_{what}"]
            found.append(
                TrackLook(
                    id=f"{side}_{what}",
                    title=say("{what}, {side}", what=title, side=SIDE_NAMES[side]),
                    value=value,
                    most=max(value, 12),
                    side=side,
                    cite={"sp": "EF N5", "rp": "EF 40.D-4", "support": "EF N19"}[what],
                    reconstruction=True,
                )
            )
    return tuple(found)


def phases(state: State) -> tuple[PhaseLook, ...]:
    """The strip of the player-turn."""
    turn = next((f for f in state.stack if isinstance(f, Turn)), None)
    now = ""
    if turn is not None and state.result is None:
        now = PHASE_OF.get(turn.step, turn.step)
    return strip(PHASES, now, over=state.result is not None)


def _boxes(state: State) -> tuple[BoxLook, ...]:
    rows: tuple[tuple[str, Text, Text, str], ...] = (
        (AIRFIELD, say("Airfields"), say("paratroops that may land"), "EF N21"),
        (RESERVE, say("Reserve"), say("come in later"), "EF N17"),
    )
    found: list[BoxLook] = []
    for box, title, text, cite in rows:
        pieces = tuple(u.id for u in state.pieces.values() if u.at == box)
        if pieces:
            found.append(BoxLook(box, title, text, "", pieces, cite, reconstruction=True))
    return tuple(found)


# ---- overlays -----------------------------------------------------------------------------------


def _overlays(setting: Setting, state: State) -> tuple[Overlay, ...]:
    question = state.ask
    if question is None:
        return ()
    found: list[Overlay] = []
    if question.cells:
        found.append(Overlay("target", question.cells, label=question.prompt))
    places = setting.neighbours
    sources = {state.pieces[p].at for p in question.pieces if p in state.pieces}
    if sources:
        found.append(Overlay("source", tuple(c for c in places if c in sources)))
    about = {state.pieces[p].at if p in state.pieces else p for p in question.about}
    if about:
        found.append(Overlay("selected", tuple(c for c in places if c in about)))
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Battle):
        origins = {state.pieces[p].at for p in frame.attackers if p in state.pieces}
        found += [
            Overlay("arc", line=(cell, frame.target))
            for cell in sorted(c for c in origins if c)
            if cell != frame.target
        ]
    return tuple(found)


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
