"""How a question is answered by hand: one class per shape, without a widget in sight.

An interaction hears what was clicked, typed or hovered, says what to light, list and offer, and
gives the finished answer. The workspace shows it and hands the answer to the session.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from wardesk.documents.translate_values import PLAIN, Wording
from wardesk.engine.rules import Rules
from wardesk.engine.types import Answer, Cells, Choose, Decision, GameState, Pieces, Reason
from wardesk.model.board import Board
from wardesk.model.look import CaseLook, CounterLook, Overlay, TableLook
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.key_book import key_book
from wardesk.words import tr

PRIMARY = "!"
"""Id of the button that gives what has been picked."""
PASS_KEY = "0"
"""The key of the one choice beside what is picked, to do without, and of one for all the rest."""
REST = "="
"""Id of the button that has the rest done as proposed."""
ALWAYS = "table.always"
"""The action that lets a standing order answer from now on."""
AGAIN = "table.end_again"
"""The action that ends it, and again until something happens."""
END = "table.end"
"""The action that ends a turn, a phase or an activation, for its key."""


def reason_text(reasons: Sequence[Reason], words: Wording = PLAIN) -> str:
    """Reasons as one line with their rule numbers, in the language of *words*."""
    said = ((words.text(r.text), r.cite) for r in reasons)
    return "; ".join(f"{text} ({cite})" if cite else text for text, cite in said)


@dataclass(frozen=True)
class ButtonOffer:
    """One button of the question bar. Its *id* is a choice of the question, or an action's."""

    id: str
    label: str
    key: str = ""
    """A key of its own; an offer that is an action has that one's."""
    primary: bool = False
    refused: str = ""
    hint: str = ""
    ends: bool = False
    """Whether the action `END` presses it, and no other key."""

    @property
    def cap(self) -> str:
        """The key that does the same, for its cap."""
        acts = self.ends and self.id != AGAIN
        return self.key or key_book().key(END if acts else self.id)

    def under_a_pile(self) -> ButtonOffer:
        """The same while a pile lies open: Enter gives only what was picked there."""
        key = "" if self.key.isdecimal() else self.key
        return replace(self, key=key, primary=self.primary and self.id == PRIMARY)

    def beside_a_tray(self) -> ButtonOffer:
        """The same while counters lie in a tray: digits take from there."""
        return replace(self, key="" if self.key.isdecimal() and self.key != PASS_KEY else self.key)


@dataclass(frozen=True)
class MatterRow:
    """One line of the list beside the map that belongs to the question."""

    kind: str
    """``piece`` or ``cell``."""
    id: str
    words: str
    checked: bool | None = None
    """None: no check box, Enter answers at once."""
    refused: str = ""
    spoken: str = ""
    """The whole of it for tooltips and screen readers, where *words* is short."""


@dataclass(frozen=True)
class AskedMatter:
    """What a question is about: the position, the rules, the look, and how to ask for odds."""

    ask: Decision
    rules: Rules[Any, Any]
    state: GameState[Any, Any]
    look: TableLook
    case: Callable[[Answer | None], CaseLook | None]
    texts: Mapping[str, str] = field(default_factory=dict)
    """Piece -> the counter as a sentence."""
    words: Wording = PLAIN
    """The language of reasons; question, look and texts are in it already."""
    board: Board | None = None
    """The board with its names in that language; the rules' own if not given."""
    proposes: bool = True
    """Whether the rest may be done as proposed: not where an umpire or a lesson looks at each."""
    refused_place: Callable[[str], str] = field(default=lambda _cell: "")
    """What a lesson has against sending something to a cell; empty for nothing."""

    @cached_property
    def looks(self) -> Mapping[str, CounterLook]:
        """The counters of the look by their pieces."""
        return {counter.piece: counter for counter in self.look.counters}

    def reasons(self, found: Sequence[Reason]) -> str:
        """Reasons of the rules as one line."""
        return reason_text(found, self.words)

    def tags(self, found: Sequence[Overlay]) -> dict[str, str]:
        """The words at the ends of the arrows *found*."""
        return {one.line[-1]: self.words.text(one.label) for one in found if one.line and one.label}

    def anywhere(self, cells: Collection[str]) -> bool:
        """Whether *cells* are as good as the whole map on a table without rules about places.

        There the board is the list, and lights say nothing. Where rules allow or forbid a place,
        what they allow is always shown, however much it is.
        """
        free = bool(self.ask.worded)
        return free and len(cells) * 10 >= len(self.rules.board.cells) * 9

    def nearly_all(self, cells: Collection[str]) -> str:
        """A sentence where *cells* are as good as the whole map, else nothing."""
        of = len(self.rules.board.cells)
        if len(cells) * 10 < of * 9 or self.anywhere(cells):
            return ""
        if len(cells) == of:
            return tr("You may pick every place.")
        return tr("You may pick {0} of {1} places; point at another to see why not.").format(
            len(cells), of
        )

    def cell_name(self, cell: str) -> str:
        """A cell as people call it."""
        found = (self.board or self.rules.board).cells.get(cell)
        if found is None or found.name in ("", cell):
            return cell
        return found.name

    def piece_line(self, piece: str) -> str:
        """A piece in the few words that a list has room for: title, figure, place."""
        look = self.looks.get(piece)
        if look is None:
            return self.piece_text(piece)
        words = counter_line(look)
        return f"{words}, {self.cell_name(look.at)}" if look.at else words

    def piece_text(self, piece: str) -> str:
        """A piece as a sentence, with where it is."""
        found = self.state.pieces.get(piece)
        words = self.texts.get(piece, piece)
        if found is not None and found.at in self.rules.board.cells:
            return f"{words}, {self.cell_name(found.at)}"
        return words


def counter_line(counter: CounterLook) -> str:
    """A counter in a few words: what its bar says and the figure it is known by."""
    words = f"{counter.title} {counter.subtitle}".strip()
    return f"{words} ({counter.left})" if counter.left else words


class Interaction:
    """The common part: buttons of the question's own choices, and a note under them."""

    def __init__(self, matter: AskedMatter) -> None:
        self.matter = matter
        self.ask = matter.ask
        self.note = ""
        """Why something just tried does not work, or what the pointer shows."""
        self.note_tone = "text2"
        self.said = 0
        """How often something was said: the same words once more are news."""
        self.hinted: Answer | None = None
        """What the pointer or a line of the advice suggests, for its odds only."""

    # ---- what to show ---------------------------------------------------------------------------

    @cached_property
    def endings(self) -> frozenset[str]:
        """The choices that end something while somebody can still act."""
        ask, known = self.ask, self.matter.rules.showing.endings
        found = self._named_in(known)
        deeds = any(not c.refused for c in ask.choices if c.key not in found)
        return found if deeds or ask.pieces or ask.cells else frozenset()

    @property
    def _of_units(self) -> frozenset[str]:
        return self.matter.rules.showing.unit_endings

    def _named_in(self, known: Collection[str]) -> frozenset[str]:
        """The choices that the rules name in *known*, by kind of question and key."""
        kind = self.ask.kind
        return frozenset(c.key for c in self.ask.choices if f"{kind}/{c.key}" in known)

    def offers(self) -> list[ButtonOffer]:
        """The buttons, in the order of their keys.

        The first one is filled, unless something else is to be done first: picking, where one
        can pick, for a choice beside that does without; what ends a turn has a key of its own, and
        what does all the rest has the same key each time.
        """
        found = self.own_offers()
        # What can be done in one go has buttons, menus and keys of its own.
        choices = [c for c in self.ask.choices if c.key not in self.ask.worded]
        alone = len(choices) == 1 and self.ask.shape != "choose"
        rest = self.matter.rules.showing.the_rest
        open_ = [c.key for c in choices if not c.refused]
        end = next((key for key in open_ if key in self.endings), "")
        waits = self.begun or any(offer.primary for offer in found) or rest in open_
        waits = waits or bool(self.ask.pieces or self.ask.cells)
        declines = self._named_in(self.matter.rules.showing.declines) if open_[1:] else ()
        usual = open_[0] if open_ and not waits and open_[0] not in declines else ""
        digits = iter("123456789")
        proposes = self.matter.proposes and self.ask.kind in self.matter.rules.showing.proposes
        if proposes:
            found.append(ButtonOffer(REST, tr("The rest as proposed"), PASS_KEY))
        moments = self.matter.rules.showing.moments_for_orders
        ordered = any(self.ask.kind in (*m.when, *m.goes_on) for m in moments)
        for choice in choices:
            key = ""
            if choice.key not in self.endings:
                passes = (alone or choice.key == rest) and not proposes
                key = PASS_KEY if passes else next(digits, "")
            primary = choice.key == usual != end
            refused = reason_text(choice.refused)
            ends = choice.key == end
            found.append(
                ButtonOffer(choice.key, choice.label, key, primary, refused, choice.hint, ends)
            )
        if end and self.matter.proposes and f"{self.ask.kind}/{end}" not in self._of_units:
            found.append(ButtonOffer(AGAIN, tr("… until something happens"), ends=True))
        if ordered and self.matter.proposes:
            found.append(ButtonOffer(ALWAYS, tr("Always…")))
        return found

    def own_offers(self) -> list[ButtonOffer]:
        """Buttons beside the question's choices."""
        return []

    @property
    def begun(self) -> bool:
        """Whether something is picked that a choice would drop: then none of them is filled."""
        return False

    def marks(self) -> Marks:
        """What to light on the board."""
        cells = tuple(c for c in self.ask.about if c in self.matter.rules.board.cells)
        pieces = frozenset(p for p in self.ask.about if p in self.matter.state.pieces)
        return Marks(sources=cells, candidates=pieces)

    def rows(self) -> list[MatterRow]:
        """Lines for the list beside the map: pieces and cells that answer."""
        return []

    def planned(self) -> Answer | None:
        """The answer as picked so far, for the odds of what it would lead to."""
        return None

    def previewed(self) -> Answer | None:
        """The answer whose odds are shown: what is hovered, else what is picked."""
        return self.planned() if self.hinted is None else self.hinted

    def hint(self, cells: Sequence[str], pieces: Sequence[str]) -> None:
        """A line of the advice was reached: show what it would lead to."""
        shape = self.ask.shape
        self.hinted = Cells(tuple(cells)) if shape == "cells" else Pieces(tuple(pieces))

    def suggest(self, cells: Sequence[str], pieces: Sequence[str]) -> Answer | None:
        """A line of the advice was picked; the finished answer, if that is all there is to pick."""
        return None

    # ---- what was done --------------------------------------------------------------------------

    def press(self, offer: str) -> Answer | None:
        """A button, or its key."""
        if offer == PRIMARY:
            return self.planned()
        return Choose(offer)

    @property
    def hand(self) -> tuple[str, ...]:
        """The pieces that are picked to do something."""
        return ()

    @property
    def at_home(self) -> bool:
        """Whether something is done with what is picked where it stands: it is no way to go."""
        return False

    def takes(self, aim: str) -> bool:
        """Whether a click on *aim*, a cell or a piece, answers this very question or picks."""
        return any(choice.key == aim for choice in self.ask.choices)

    def piece(self, piece: str) -> Answer | None:
        """A piece was picked on the board or in the list."""
        return self._choice_named(piece) or self.cell(self._where(piece))

    def cell(self, cell: str) -> Answer | None:
        """A cell was picked."""
        return self._choice_named(cell)

    def take(self, pieces: Sequence[str]) -> bool:
        """Pieces were taken up to be carried; whether anything is to be shown anew."""
        return False

    def drop(self, pieces: Sequence[str], cell: str) -> Answer | None:
        """Pieces were carried to a cell."""
        self.say(tr("There is nothing to move now"), "text2")
        return None

    def hover(self, cell: str) -> bool:
        """The pointer or the keyboard came to a cell; whether anything is to be shown anew."""
        return False

    def cancel(self) -> bool:
        """Esc: take back what was picked; False when there was nothing."""
        had, self.note = bool(self.note), ""
        return had

    def say(self, words: str, tone: str = "danger") -> None:
        """Say something about what was just tried."""
        self.note, self.note_tone = words, tone
        self.said += 1

    def why_not(self, cell: str) -> str:
        """What the rules have against *cell* for what is picked; empty when nothing."""
        return ""

    def outlook(self, cell: str) -> str:
        """What picking *cell* would cost and risk, as far as the rules tell it beforehand."""
        return ""

    def everywhere(self) -> str:
        """That nearly every place may be picked, which lights alone do not say; else empty."""
        return ""

    def to_pick(self, here: str) -> bool:
        """Whether Enter on *here*, a cell or a piece, is for that and not for the filled button.

        Board and list are fields: as long as something is still to be picked from them they are
        not finished.
        """
        return any(c.key == here for c in self.ask.choices)

    def wants_piece(self, piece: str) -> bool:
        """Whether a click on this piece can mean the piece itself and not only its cell."""
        return piece in self.ask.pieces

    def _where(self, piece: str) -> str:
        found = self.matter.state.pieces.get(piece)
        return (found.at or "") if found is not None else ""

    def _choice_named(self, key: str) -> Answer | None:
        """Many choices stand for a cell or a piece: a click on it presses that button."""
        for choice in self.ask.choices:
            if choice.key == key:
                if choice.refused:
                    self.say(reason_text(choice.refused))
                    return None
                return Choose(key)
        return None


class ChooseInteraction(Interaction):
    """Buttons; choices named after a cell or a piece can be clicked on the board too."""

    def marks(self) -> Marks:
        base = super().marks()
        board, pieces = self.matter.rules.board, self.matter.state.pieces
        open_ = [c.key for c in self.ask.choices if not c.refused]
        cells = {key: "" for key in open_ if key in board.cells}
        named = frozenset(key for key in open_ if key in pieces)
        return Marks(reach=cells, sources=base.sources, candidates=base.candidates | named)
