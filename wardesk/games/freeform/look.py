"""What a freeform table looks like: counters, markers, tracks, boxes and cups, as data."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.games.freeform.ch04_tracks import all_tracks
from wardesk.games.freeform.doing import BACK_OF, known_marks, place_name
from wardesk.games.freeform.setting import Setting
from wardesk.games.freeform.setup import MarkRow
from wardesk.games.freeform.state import (
    ASIDE,
    DRAWN,
    LAST_ROLL,
    NOTE,
    TURN,
    Counter,
    Deed,
    State,
    Turn,
    words,
)
from wardesk.model.look import (
    BadgeLook,
    BoxLook,
    CellMark,
    CounterLook,
    Overlay,
    PhaseLook,
    TableLook,
    TrackLook,
)

ARROWS = {6: "↑↗↘↓↙↖", 8: "↑↗→↘↓↙←↖"}
FACING = {
    6: ("up", "up right", "down right", "down", "down left", "up left"),
    8: ("up", "up right", "right", "down right", "down", "down left", "left", "up left"),
}
HIDDEN = BadgeLook("H", "Hidden", "#3f3a33", "hexagon")
FACE_DOWN = BadgeLook("F", "Face down for others", "#6b4a2f", "square")
GROUPED = BadgeLook("G", "In a group", "#4b5e7a", "circle")


def table(setting: Setting, state: State) -> TableLook:
    """Everything on the table."""
    return TableLook(
        sides=setting.side_looks,
        counters=tuple(
            _counter(setting, state, c) for c in sorted(state.pieces.values(), key=lambda c: c.pile)
        ),
        marks=_marks(setting, state),
        tracks=_tracks(setting, state),
        phases=_phases(setting, state),
        boxes=_boxes(setting, state),
        overlays=_overlays(setting, state),
        headline=_headline(setting, state),
    )


def _headline(setting: Setting, state: State) -> str:
    last = setting.layout.last_turn
    when = f"Turn {state.tracks.get(TURN, 1)}" + (f" of {last}" if last else "")
    if state.result is not None:
        return f"{when}, over: {state.result.text}"
    up = up_now(state)
    return f"{when}, {setting.side_names.get(up, up)}" if up else when


def up_now(state: State) -> str:
    """The side whose turn it is; empty when the game is over."""
    return next((frame.side for frame in state.stack if isinstance(frame, Turn)), "")


# ---- counters -----------------------------------------------------------------------------------


def _counter(setting: Setting, state: State, c: Counter) -> CounterLook:
    if c.id.startswith(BACK_OF):
        side = setting.side_names.get(c.side, c.side)
        text = f"{side} counter, face down, {place_name(setting, c.at)}."
        at = c.at if c.at in setting.board.cells else None
        return CounterLook(
            piece=c.id, side=c.side, at=at, title=c.name, symbol="none", face_down=True, text=text
        )
    return replace(
        counter_face(c),
        at=c.at if c.at in setting.board.cells else None,
        badges=_badges(setting, state, c),
        text=_sentence(setting, state, c),
    )


def _figures(c: Counter) -> list[str]:
    lost = c.steps < c.full_steps
    return (c.reduced or c.factors if lost else c.factors).split("-")


def counter_face(c: Counter) -> CounterLook:
    """A counter as its maker described it, wherever it lies."""
    figures = _figures(c)
    return CounterLook(
        piece=c.id,
        side=c.side,
        at=None,
        title=c.name,
        symbol=c.symbol,
        echelon=c.echelon,
        left=figures[0],
        shield=figures[1] if len(figures) == 3 else "",
        right=figures[-1] if len(figures) > 1 else "",
        field=c.field,
        bar=c.bar,
        reduced=c.steps < c.full_steps,
        picture=c.picture,
    )


def _badges(setting: Setting, state: State, c: Counter) -> tuple[BadgeLook, ...]:
    found = [HIDDEN] if c.hidden_from else []
    found += [FACE_DOWN] if c.down_for else []
    on_it = words(c.marks)
    found += [_badge(m) for m in known_marks(setting.layout, state.marks) if m.id in on_it]
    if c.full_steps > 2:
        name = f"{c.steps} of {c.full_steps} steps"
        found.append(BadgeLook(str(c.steps), name, "#7a3b34", "square"))
    if c.facing:
        ways = setting.facings
        number = (c.facing - 1) % ways
        name = f"Facing {FACING[ways][number]}"
        found.append(BadgeLook(ARROWS[ways][number], name, "#2f4a3a", "diamond"))
    if c.group:
        found.append(GROUPED)
    return tuple(found)


def _badge(mark: MarkRow) -> BadgeLook:
    return BadgeLook(mark.letter, mark.name, mark.colour or "#5b6b8c", mark.shape)


def _sentence(setting: Setting, state: State, c: Counter) -> str:
    factors = "-".join(_figures(c))
    side = setting.side_names.get(c.side, c.side)
    facts = [f"{side} {c.symbol.replace('_', ' ')} {c.name}, {place_name(setting, c.at)}"]
    if factors:
        facts.append(f"factors {factors}")
    if c.full_steps > 1:
        facts.append(f"{c.steps} of {c.full_steps} steps")
    badges = _badges(setting, state, c)
    facts += [badge.name.lower() for badge in badges if not badge.letter.isdigit()]
    return ", ".join(facts) + "."


# ---- markers, tracks, turns, boxes --------------------------------------------------------------


def _marks(setting: Setting, state: State) -> tuple[CellMark, ...]:
    kinds = {mark.id: mark for mark in known_marks(setting.layout, state.marks)}
    found: list[CellMark] = []
    for key, value in state.marks.items():
        cell, _, kind = key.rpartition("/")
        if value and kind in kinds and cell in setting.board.cells:
            badge = _badge(kinds[kind])
            text = f"{place_name(setting, cell)}: {badge.name.lower()}"
            found.append(CellMark(cell, kind, text, badge))
    return tuple(found)


def _tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    sides = {track.id: track.side for track in setting.layout.tracks}
    found: list[TrackLook] = []
    for track in all_tracks(setting.layout):
        value = state.tracks.get(track.id, 0)
        turn = track.id == TURN
        most = max(setting.layout.last_turn or value, 1) if turn else track.most
        found.append(
            TrackLook(
                id=track.id,
                title=track.title,
                value=value,
                most=most,
                side=sides.get(track.id, ""),
                cite="FF 4.2" if turn else "FF 4.1",
                style="turns" if turn and most <= 40 else "bar",
            )
        )
    return tuple(found)


def _phases(setting: Setting, state: State) -> tuple[PhaseLook, ...]:
    up = up_now(state)
    at = setting.sides.index(up) if up in setting.sides else len(setting.sides)
    return tuple(
        PhaseLook(
            side,
            setting.side_names[side],
            "FF 1.3",
            "done" if number < at else "now" if number == at else "ahead",
        )
        for number, side in enumerate(setting.sides)
    )


def _boxes(setting: Setting, state: State) -> tuple[BoxLook, ...]:
    lying: dict[str, list[str]] = {}
    for c in state.pieces.values():
        if c.at not in setting.board.cells:
            lying.setdefault(c.at or ASIDE, []).append(c.id)
    found = [
        BoxLook(b.id, b.title, _count(lying.get(b.id, ())), b.side, tuple(lying.get(b.id, ())),
                "FF 2.8", tray=True)
        for b in setting.layout.boxes
    ]  # fmt: skip
    aside = tuple(lying.get(ASIDE, ()))
    found.append(BoxLook(ASIDE, "Off the table", _count(aside), "", aside, "FF 2.8", tray=True))
    for cup in setting.layout.cups:
        drawn = state.cups.get(f"{cup.id}{DRAWN}", ())
        text = f"{len(state.cups.get(cup.id, ()))} chits; drawn: {', '.join(drawn) or 'none'}"
        found.append(BoxLook(cup.id, cup.title, text, "", (), "FF 3.2"))
    if LAST_ROLL in state.marks:
        text = str(state.marks[LAST_ROLL])
        found.append(BoxLook(LAST_ROLL, "Last roll", text, "", (), "FF 3.1"))
    notes = [str(text) for key, text in state.marks.items() if key.startswith(NOTE)]
    if notes:
        found.append(BoxLook("notes", "Notes", "; ".join(notes), "", (), "FF 4.3"))
    return tuple(found)


def _count(pieces: tuple[str, ...] | list[str]) -> str:
    return f"{len(pieces)} counter{'' if len(pieces) == 1 else 's'}" if pieces else "empty"


def _overlays(setting: Setting, state: State) -> tuple[Overlay, ...]:
    deed = state.stack[-1] if state.stack else None
    if not isinstance(deed, Deed):
        return ()
    cells = (state.pieces[p].at for p in deed.pieces if p in state.pieces)
    chosen = tuple(dict.fromkeys(c for c in cells if c in setting.board.cells and c is not None))
    return (Overlay("selected", chosen),) if chosen else ()
