"""What a stored game was about, as plain facts: turns, story, rulings, dice, losses and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from wardesk.engine.kernel import fold
from wardesk.engine.types import (
    Event,
    GameState,
    RemovePiece,
    SetPiece,
)
from wardesk.services.play.log import describe, edit_words, names_of_pieces, record_text
from wardesk.services.play.statistics import ThrownDice, thrown
from wardesk.studies.measures import Measure
from wardesk.studies.series import TurnTracks
from wardesk.words import cited, join, say


class Told(Struct, frozen=True):
    """One sentence of the story."""

    text: str
    cite: str
    event: int


class StoryRuling(Struct, frozen=True, kw_only=True):
    """What a person decided in place of the rules."""

    event: int
    turn: int
    what: str
    proposed: str = ""
    """What the engine would have done; empty for a free edit."""
    author: str
    reason: str
    cite: str = ""
    broken: tuple[str, ...] = ()
    """Rules that were set aside."""


class TurnStory(Struct, frozen=True):
    """One turn: its sentences, its rulings, and the event that it ended with."""

    turn: int
    lines: tuple[Told, ...]
    rulings: tuple[StoryRuling, ...]
    last: int
    values: dict[str, int]
    """Tracks at its end."""


class FallenByCell(Struct, frozen=True):
    """Losses by cell for each side; ``""`` is what no cell could be named for."""

    side: str
    cells: dict[str, int]


class GameStory(Struct, frozen=True, kw_only=True):
    """Everything a report tells of a game."""

    turns: tuple[TurnStory, ...]
    rulings: tuple[StoryRuling, ...]
    thrown: tuple[ThrownDice, ...]
    fallen: tuple[FallenByCell, ...]
    decisions: int


def story_of(line: Sequence[Event[Any, Any]], measures: Sequence[Measure]) -> GameStory:
    """The story of the events from the set-up to the head.

    What only one side may know is told when the game is over.
    """
    clock = next((m for m in measures if m.role == "turns"), None)
    losses = [m for m in measures if m.role == "side"]
    teller = _StoryTurns(clock, over=line[-1].ask is None)
    fallen = {m.side: dict[str, int]() for m in losses}
    state: GameState[Any, Any] = GameState(pieces={})
    for event in line:
        before, state = state, fold(state, event)
        teller.take(event)
        for measure in losses:
            lost = state.tracks.get(measure.id, 0) - before.tracks.get(measure.id, 0)
            if lost > 0:
                for cell, count in where_fallen(event, before, measure.side, lost).items():
                    cells = fallen[measure.side]
                    cells[cell] = cells.get(cell, 0) + count
    turns = teller.done()
    return GameStory(
        turns=turns,
        rulings=tuple(ruling for turn in turns for ruling in turn.rulings),
        thrown=thrown(line),
        fallen=tuple(FallenByCell(side, cells) for side, cells in fallen.items()),
        decisions=max(0, len(line) - 1),
    )


class _StoryTurns:
    """Collects events into turns. An event belongs to the turn that stands after it.

    Where a turn begins inside an event, what is told before "Turn 4 …" belongs to the last one.
    """

    def __init__(self, clock: Measure | None, *, over: bool) -> None:
        self._over = over
        self._title = clock.title if clock else ""
        self._tracks = TurnTracks(clock.id if clock else "")
        self._turns: list[TurnStory] = []
        self._lines: list[Told] = []
        self._rulings: list[StoryRuling] = []
        self._last = -1
        self._names: dict[str, str] = {}

    def take(self, event: Event[Any, Any]) -> None:
        """Add an event; the first one is the set-up."""
        turn = self._tracks.turn
        (self._tracks.set_up if self._last < 0 else self._tracks.see)(event.effects)
        now = self._tracks.turn
        told = self._over or not event.visible_to
        lines = [
            Told(join("; ", (line.text, line.how)) if line.how else line.text, line.cite, event.id)
            for line in event.story
            if told
        ]
        if now != turn and self._last >= 0:
            opening = f"{self._title} {now} "
            begin = (at for at, line in enumerate(lines) if f"{line.text} ".startswith(opening))
            first = next(begin, 0)
            self._lines += lines[:first]
            del lines[:first]
            self._close(turn, self._tracks.ended[turn])
        self._last = event.id
        self._names.update(names_of_pieces(event))
        self._lines += lines
        ruling = ruling_of(event, now, self._names) if told else None
        if ruling is not None:
            self._rulings.append(ruling)

    def done(self) -> tuple[TurnStory, ...]:
        """All turns."""
        self._close(self._tracks.turn, self._tracks.values)
        return tuple(self._turns)

    def _close(self, turn: int, values: dict[str, int]) -> None:
        lines, rulings = tuple(self._lines), tuple(self._rulings)
        self._turns.append(TurnStory(turn, lines, rulings, self._last, dict(values)))
        self._lines.clear()
        self._rulings.clear()


def ruling_of(event: Event[Any, Any], turn: int, names: Mapping[str, str]) -> StoryRuling | None:
    """The ruling that an event is, if a person changed an outcome, broke a rule or edited.

    *names*: what pieces are called, by id.
    """
    edited = event.mode == "edit"
    if event.proposed is None and not event.warnings and not edited:
        return None
    asked = event.asked
    what: str = say("Changed by hand: {edit}", edit=edit_words(event, names))
    if not edited:
        said = describe(asked, event.answer, names)
        what = _led(asked.prompt, said) if asked else said
    return StoryRuling(
        event=event.id,
        turn=turn,
        what=what,
        proposed=record_text(event.proposed, asked) if event.proposed is not None else "",
        author=event.author,
        reason=event.reason,
        cite=asked.cite if asked else "",
        broken=tuple(cited(w.text, w.cite) for w in event.warnings),
    )


def _led(prompt: str, answer: str) -> str:
    """A question or a sentence, and its answer."""
    return join(" " if prompt.endswith(("?", ".")) else ": ", (prompt, answer))


def where_fallen(
    event: Event[Any, Any], before: GameState[Any, Any], side: str, lost: int
) -> dict[str, int]:
    """The cells in which the *lost* of an event fell.

    They are read from the pieces of the side whose figures fell: the field whose falls add up to
    the loss says where. Where none does, the place of the story counts; without one it is ``""``.
    """
    after: dict[tuple[str, str], object] = {}
    for effect in event.effects:
        piece = before.pieces.get(getattr(effect, "piece", ""))
        if isinstance(effect, SetPiece):
            after[effect.piece, effect.field] = effect.value
        elif isinstance(effect, RemovePiece) and piece is not None:
            after |= {(effect.piece, name): 0 for name in piece.__struct_fields__}
    falls: dict[str, dict[str, int]] = {}
    for (owner, name), value in after.items():
        piece = before.pieces.get(owner)
        was = getattr(piece, name, None)
        if piece is None or piece.side != side or not piece.at:
            continue
        if type(was) is int and type(value) is int and value < was:
            cells = falls.setdefault(name, {})
            cells[piece.at] = cells.get(piece.at, 0) + was - value
    for cells in falls.values():
        if sum(cells.values()) == lost:
            return cells
    told = next((line.at for line in event.story if line.at), "")
    return {told or "": lost}
