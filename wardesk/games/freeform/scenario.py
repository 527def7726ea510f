"""A table as it stands, back in the words of a scenario: the way to *Save as scenario*."""

from __future__ import annotations

from typing import Any

import msgspec

from wardesk.games.freeform.cards import HAND, TABLE, TOP, DeckCard, lying
from wardesk.games.freeform.permissions import known_marks
from wardesk.games.freeform.setting import Setting
from wardesk.games.freeform.state import DRAWN, NOTE, TURN, Counter, State, Turn


def as_setup(setting: Setting, state: State) -> tuple[dict[str, Any], dict[str, Any]]:
    """Setup and forces of a scenario that begins with *state*; chits that are out go back in."""
    layout = setting.layout
    marks = known_marks(layout, state.marks)
    setup: dict[str, Any] = {
        "last_turn": layout.last_turn,
        "dice": list(layout.dice),
        "turn": state.tracks.get(TURN, 1),
        "sides": [
            {"id": look.id, "name": look.name, "field": look.field, "bar": look.bar}
            for look in setting.side_looks
        ],
        "boxes": _rows(layout.boxes),
        "cups": _rows(layout.cups),
        "tracks": [
            {**msgspec.to_builtins(track), "value": state.tracks.get(track.id, track.value)}
            for track in layout.tracks
        ],
        "marks": _rows(marks),
        "ground": [
            {"place": place, "mark": mark.id}
            for place in setting.board.cells
            for mark in marks
            if state.marks.get(f"{place}/{mark.id}")
        ],
        "notes": [str(text) for key, text in state.marks.items() if key.startswith(NOTE)],
    }
    up = next((frame.side for frame in state.stack if isinstance(frame, Turn)), "")
    if up and up != setting.sides[0]:
        setup["first"] = up
    counters = sorted(state.pieces.values(), key=lambda counter: counter.pile)
    rows = [{"id": c.id, "place": c.at or "", **described(c)} for c in counters]
    forces: dict[str, Any] = {"counter": rows}
    if setting.decks:
        setup["decks"] = _rows(setting.decks)
        forces["card"] = [_card_row(state, card) for card in setting.cards.values()]
    if layout.facings:
        setup["facings"] = layout.facings
    return setup, forces


def _card_row(state: State, card: DeckCard) -> dict[str, str]:
    """A card as a row of a table of cards, with the place where it lies now."""
    cup = lying(state.cups, card.id)
    at = {"": TABLE, f"{card.deck}{DRAWN}": "discard", f"{card.deck}{TOP}": "top", card.deck: ""}
    row = {**msgspec.to_builtins(card), "at": at.get(cup, f"hand {cup.removeprefix(HAND)}")}
    return {name: value for name, value in row.items() if value}


def _rows(values: tuple[msgspec.Struct, ...]) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(value) for value in values]


def described(counter: Counter) -> dict[str, str]:
    """A counter as a row of a table of counters, everything but its id and its place."""
    row = {
        "name": counter.name,
        "side": counter.side,
        "symbol": counter.symbol,
        "echelon": counter.echelon,
        "factors": counter.factors,
        "reduced": counter.reduced,
        "steps": str(counter.full_steps),
        "left": str(counter.steps) if counter.steps != counter.full_steps else "",
        "colour": counter.field,
        "bar": counter.bar,
        "picture": counter.picture,
        "back": counter.back,
        "flipped": "yes" if counter.flipped else "",
        "card": counter.card,
        "facing": str(counter.facing or ""),
        "marks": " ".join(counter.marks.split(",")),
        "group": counter.group,
        "hidden": " ".join(counter.hidden_from.split(",")),
        "down": " ".join(counter.down_for.split(",")),
    }
    return {name: value for name, value in row.items() if value}
