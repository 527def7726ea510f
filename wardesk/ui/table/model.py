"""What the parts of a table share: the session, what is shown of it, what is picked, whose view.

Every part (board, question, list, log, umpire, past, freehand) talks to the model and to nobody
else: it asks the model to do something and listens to the signals.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from math import dist
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from wardesk.documents.translate_values import worded
from wardesk.engine.deeds import Deed, against_aim, marching, news
from wardesk.engine.forecast import ForecastWindow, GroupAim, GroupPart, in_turn, let_pass
from wardesk.engine.kernel import Illegal
from wardesk.engine.types import Answer, Choose, Decision, GameState, Path, Pieces, replace
from wardesk.errors import UserError
from wardesk.model.advice import Advice
from wardesk.model.look import CaseLook, CounterFact, CounterLook, OddsLine, TableLook
from wardesk.services.play.history import in_order
from wardesk.services.play.session import Change, PlaySession
from wardesk.services.play.timeline import TimelineLine
from wardesk.ui.actions import ActionTable
from wardesk.ui.canvas.marks import Marks, from_overlays, read_through
from wardesk.ui.language import explained
from wardesk.ui.table import question_words
from wardesk.ui.table.chance import interaction_for
from wardesk.ui.table.deeds import ChosenTrail, Taking
from wardesk.ui.table.interactions import (
    REST,
    AskedMatter,
    ButtonOffer,
    Interaction,
    reason_text,
)
from wardesk.ui.table.order_slip import Slip, SlipRow
from wardesk.ui.table.picking import PathInteraction, PiecesInteraction
from wardesk.ui.table.runner import Runner
from wardesk.ui.table.seats import Seats
from wardesk.ui.table.slip_words import DeedLine, DeedWords, TriedDeeds
from wardesk.ui.widgets.notice import Notice
from wardesk.words import tr

AIM = "@"
"""Id of the button that picks what the keyboard is on."""
WHO_IS_UP = "who is up"
"""Instead of a side: the table is seen as by whoever is asked."""

SETTLE = 120
"""Milliseconds after the last step through the past before lists and plots follow."""


class Focus(NamedTuple):
    """Where the keyboard is: on *piece* of a *laid_out* pile, or on top; *told* stands there."""

    cell: str = ""
    piece: str = ""
    laid_out: bool = False
    told: str = ""


class GroupOrder(NamedTuple):
    """What a group was told to do, where the enemy was asked before all of it had done it."""

    what: GroupAim
    mark: str
    """How its events are marked."""
    seen: GameState[Any, Any]
    """What its side saw before."""
    head: int
    """The last event before."""


class TableModel(QObject):
    """One session as a window shows it.

    *at* is the event whose aftermath is shown, None is the present; *pinned* the one it is compared
    with. *look* is the table after the shown event as `side` sees it, *interaction* hears what a
    person does about the pending question and is None where nobody here is asked.

    Signals, in the order in which they come:
    ``about_to_show()`` and ``shown()`` stand around everything else;
    ``changed()``: the session, or what is shown of it, is another;
    ``moment_changed()`` instead, where only another event of the same line is shown: must be quick;
    ``asked()``: question or interaction have something else to say; ``lit()``: *marks* are others;
    ``settled()``: what may lag behind a drag through the past should follow now.
    """

    about_to_show = Signal()
    shown = Signal()
    changed = Signal()
    moment_changed = Signal()
    asked = Signal()
    lit = Signal()
    settled = Signal()

    aimed = Signal()
    """Something else is the filled button, because the keyboard is on it."""
    happened = Signal(object)
    """A `Change` of the session has been shown."""
    noticed = Signal(object)
    """A `Notice` to show above the table."""
    focus_moved = Signal()
    """The keyboard is on another cell of the board."""
    cell_asked = Signal(str)
    """The board shall show this cell."""
    pile_asked = Signal(str)
    """The board shall lay out the pile in this cell; empty: put it together again."""
    explain_asked = Signal(str)
    """The rulebook shall say what this counter is."""
    menu_asked = Signal(str, str, QPoint)
    """A menu for a counter, or for a cell without one, at a point of the screen."""
    about_asked = Signal(str, str)
    """In the clinic: what may happen with this counter, or else at this cell?"""
    laid = Signal(tuple, str)
    """In the clinic: these counters shall lie in this cell."""
    carried = Signal(tuple, QPoint)
    """Counters were let go of at a point of the screen."""

    def __init__(self, session: PlaySession, actions: ActionTable, parent: QObject) -> None:
        super().__init__(parent)
        self.session, self.actions = session, actions
        self.rules, self.board = session.rules, session.board
        self.at: int | None = None
        self.pinned: int | None = None
        self.differing: tuple[str, ...] = ()
        """Cells that differ from the pinned event."""
        self.heat: Mapping[str, int] = {}
        """Numbers by cell that the map shows."""
        self.line = TimelineLine(session.rules, session.journal)
        """The events that the timeline goes through."""
        self.focus: Callable[[], Focus] = Focus
        """Where the keyboard is on the board; the board answers."""
        self.thinking = False
        self.interaction: Interaction | None = None
        self.aim = ("", "")
        """What the keyboard is on: ``cell`` or ``piece``, and its id; see `set_aim`."""
        self._quiet = False
        """Whether the aim is the pointer's, which has a slip beside it."""
        self.advice: Sequence[Advice] = ()
        self.marks = Marks()
        self._lit: tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...]] = (), (), ()
        self.chosen = ChosenTrail(session)
        """What a person has chosen and not done yet."""
        self._group: tuple[str, ...] = ()
        self._turns: tuple[object, tuple[GroupPart, ...], object] = (None, (), None)
        self._ways: tuple[object, Mapping[str, Any], object] = (None, {}, None)
        self._going: GroupOrder | None = None
        self.via: tuple[str, ...] = ()
        """Cells that the next way leads over."""
        self.verb = ""
        """The verb that was chosen by its letter, for whatever is aimed at next."""
        self.last = ("", "", "")
        """The last deed that was done by hand: its verb, its goal, and where from."""
        self.said = DeedWords(session, lambda: self.look)
        """Says what deeds are and come to."""
        self.tried = TriedDeeds(session, self)
        """Finds out by trying what they come to."""
        self._eyes = ""
        self._question_key: object = None
        self._asked: tuple[Decision | None, Decision | None] | None = None
        self._showing = 0
        self.seats = Seats(session)
        self.look: TableLook = self._look()
        self.runner = Runner(session, self)
        self.runner.thinking.connect(self._set_thinking)
        self.runner.paused_changed.connect(self._paused)
        self.runner.failed.connect(self.tell)
        self.words = self._question_words()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE)
        self._settle.timeout.connect(self.settle)
        self._unlisten = session.listen(self._session_changed)

    def stop(self) -> None:
        """End what goes on behind the scenes; the session is about to close."""
        self.runner.stop()
        self.tried.stop()
        self._settle.stop()
        self._unlisten()

    # ---- what is shown --------------------------------------------------------------------------

    @property
    def in_past(self) -> bool:
        """Whether an earlier state is shown, read only."""
        return self.at is not None

    @property
    def shown_event(self) -> int:
        """The event whose aftermath is shown."""
        return self.session.journal.head if self.at is None else self.at

    @property
    def side(self) -> str:
        """Whose eyes the table shows: as chosen, else one person's own in play, else all ("")."""
        if self._eyes == WHO_IS_UP:
            ask = self.session.ask
            if ask is not None and ask.who in self.rules.sides:
                return ask.who
        elif self._eyes:
            return self._eyes
        people = [side for side, kind in self.session.players.items() if kind == "human"]
        if self.session.mode == "play" and len(people) == 1:
            return people[0]
        return self.seats.sitting if self.seats.shared else ""

    @property
    def covered(self) -> str:
        """The side that the machine is to be handed to before anything is shown; empty: none."""
        return "" if self._eyes or self.session.failed else self.seats.to_hand()

    def uncover(self) -> None:
        """Whoever is asked sits at the machine now."""
        self.seats.sit()
        self.refresh()

    def see_as(self, side: str) -> None:
        """Show the table as *side* or `WHO_IS_UP` sees it; empty: as usual."""
        self._eyes = side
        self.chosen.drop()
        self.pile_asked.emit("")
        self.refresh()

    def eyes_words(self) -> str:
        """Whose view was chosen, for the document bar; empty when nobody chose."""
        if self._eyes == WHO_IS_UP:
            return tr("as the side to act sees it")
        names = {one.id: one.name for one in self.look.sides}
        return tr("as {0} sees it").format(names[self._eyes]) if self._eyes in names else ""

    def counter(self, piece: str) -> CounterLook | None:
        """A counter as it is shown."""
        return next((look for look in self.look.counters if look.piece == piece), None)

    def facts(self, piece: str) -> Sequence[CounterFact]:
        """Every value of a counter in words; of the present only, and as `side` knows it."""
        seen = self.seen()
        if self.in_past or self.covered or piece not in seen.pieces:
            return ()
        return worded(self.rules.showing.facts(seen, piece), self.session.words)

    def counters_in(self, cell: str) -> list[CounterLook]:
        """The counters that are shown in a cell."""
        return [look for look in self.look.counters if look.at == cell]

    def seen(self, event: int | None = None) -> GameState[Any, Any]:
        """The position after *event* as `side` knows it; now, after what was only chosen."""
        if event is None and self.chosen.state is not None:
            return self.chosen.state
        side, state = self.side, self.session.journal.state(event)
        return self.rules.view(state, side) if side else state

    @property
    def ask(self) -> Decision | None:
        """The pending question, after what was only chosen."""
        return self.session.ask if self.chosen.state is None else self.chosen.state.ask

    def _look(self) -> TableLook:
        """What is shown of the position: nothing while the machine is being handed over."""
        look = self.session.look(self.at, self.side)
        if self.at is None and self.chosen:
            look = worded(self.rules.showing.look(self.seen()), self.session.words)
        return TableLook(sides=look.sides, counters=()) if self.covered else look

    def case(self, answer: Answer | None) -> CaseLook | None:
        """What the roll that *answer* leads to rests on."""
        return worded(self.rules.showing.case(self.seen(), answer), self.session.words)

    def case_of(self, ask: Decision) -> CaseLook | None:
        """The case of a question whose modifiers may have been switched."""
        found = self.rules.showing.case(replace(self.seen(), ask=ask), None)
        return worded(found, self.session.words)

    def why_not(self, cell: str) -> str:
        """What the rules have against *cell* for what is picked; empty when nothing.

        Where the enemy stands it is told first why he cannot be fired at.
        """
        found, seen = self.interaction, self.seen()
        if found is None:
            return ""
        if not self._holds or self.deeds(cell):
            return found.why_not(cell)
        if self.group:
            first = next(iter(self._parts(cell)), ())
            return reason_text(against_aim(self.rules, seen, first, cell), self.session.words)
        told = "" if self._enemy_in(cell) and found.hand else found.why_not(cell)
        if told or not self.in_hand or cell not in self.board.cells:
            return told
        against = against_aim(self.rules, seen, self.hand, cell)
        return reason_text(against, self.session.words) or found.why_not(cell)

    def _enemy_in(self, cell: str) -> bool:
        side = self.ask.who if self.ask is not None else ""
        return any(p.at == cell and p.side != side for p in self.seen().pieces.values())

    @contextmanager
    def _being_shown(self) -> Iterator[None]:
        self._showing += 1
        if self._showing == 1:
            self.about_to_show.emit()
        try:
            yield
        finally:
            self._showing -= 1
            if not self._showing:
                self.shown.emit()

    def refresh(self) -> None:
        """Show the session as it is."""
        with self._being_shown():
            self.look = self._look()
            self._follow_line()
            self._ask()
            self.changed.emit()
            self.settle()
            self.show_interaction()
            self.runner.hold(self.in_past)

    def show_interaction(self) -> None:
        """Show what question and interaction have to say now."""
        with self._being_shown():
            self.words = self._question_words()
            self.show_marks()
            self.asked.emit()

    def show_marks(self) -> None:
        """Light cells and pieces: of the question, of a comparison, where men fell."""
        marks = self.interaction.marks() if self.interaction is not None else Marks()
        if self.group and self._holds:
            marks = dataclasses.replace(marks, **self._ways_of_group())
        marks = from_overlays(() if self.pinned is not None else self.look.overlays, marks)
        marks = read_through(marks, len(self.rules.board.cells))
        selected, chosen = marks.selected.union(self.group), (*marks.chosen, *self.via)
        pieces, cells, lines = self._lit
        self.marks = dataclasses.replace(
            marks, differ=self.differing, heat=self.heat, selected=selected.union(pieces),
            chosen=(*chosen, *cells), lines=(*marks.lines, *lines),
        )  # fmt: skip
        self.lit.emit()

    def _ways_of_group(self) -> Mapping[str, Any]:
        """Where the group can go: how many of it, where not all can, and where at a risk."""
        seen = self.seen()
        key = (id(seen), self.group)
        if key != self._ways[0]:
            able, risky = Counter[str](), set[str]()
            for part in self._parts(""):
                at = marching(self.rules, seen, part)
                goers = [p for p in part if at and at.ask and p in at.ask.pieces] or list(part)
                reach = self.rules.showing.reach(at, goers[: at.ask.most]) if at and at.ask else {}
                for cell, reasons in reach.items():
                    levels = {reason.level for reason in reasons}
                    if "illegal" not in levels:
                        able[cell] += len(part)
                        risky |= {cell} if "warning" in levels else set()
            whole = len(self.group)
            words = {cell: "" if n == whole else f"{n}/{whole}" for cell, n in able.items()}
            found = {"reach": words, "danger": tuple(cell for cell in words if cell in risky)}
            self._ways = key, found, seen
        return self._ways[1]

    def light(
        self, pieces: Sequence[str], cells: Sequence[str], lines: Sequence[tuple[str, ...]]
    ) -> None:
        """Light these beside what the question lights: what the clinic tells of."""
        self._lit = tuple(pieces), tuple(cells), tuple(lines)
        self.show_marks()

    def settle(self) -> None:
        """Let everything follow that lags behind a drag through the past."""
        self._settle.stop()
        self.settled.emit()

    def _question_words(self) -> question_words.BarWords:
        if self.covered:
            return question_words.BarWords("", "", "", "")
        return question_words.words(
            self.session, self.look, self.at, self.thinking, self.interaction,
            paused=self.runner.paused,
        )  # fmt: skip

    @property
    def to_place(self) -> tuple[str, ...]:
        """The counters beside the map that the question asks a place for; they lie in a tray."""
        found = self.interaction
        if found is None or found.ask.worded or self.in_past or self.session.clinic:
            return ()
        ask, pieces, cells = found.ask, found.matter.state.pieces, self.board.cells
        asked = {"path": ask.pieces, "cells": ask.about}.get(ask.shape, ())
        return tuple(p for p in asked if p in pieces and pieces[p].at not in cells)

    @property
    def tray_has_digits(self) -> bool:
        """Whether nothing but what lies in the tray can be taken: then digits are the tray's."""
        found = self.interaction
        return found is not None and 0 < len(found.ask.pieces) == len(self.to_place)

    # ---- what the keyboard is on ----------------------------------------------------------------

    def set_aim(self, kind: str, key: str, *, quiet: bool = False) -> None:
        """The keyboard came to a cell or a counter, or left both (empty words).

        Where that is still to be picked, picking it is the filled button. *quiet*: the pointer
        came there, and the slip beside it says what Enter does: the buttons stay where they are.
        """
        if ((kind, key), quiet) == (self.aim, self._quiet):
            return
        before, self.aim, self._quiet = (self._aimed(), self._quiet), (kind, key), quiet
        if (self._aimed(), quiet) != before:
            self.aimed.emit()

    def offers(self) -> list[ButtonOffer]:
        """The answers of the strip: of the question, and what the keyboard is on."""
        aimed, offers = self._aimed(), self.words.offers
        if self.focus().laid_out:
            offers = [one.under_a_pile() for one in offers]
        elif self.tray_has_digits:
            offers = [one.beside_a_tray() for one in offers]
        if aimed is not None:
            offers = [dataclasses.replace(one, primary=False) for one in offers]
        return offers if aimed is None or self._quiet else [*offers, aimed]

    def offered(self, meant: Callable[[ButtonOffer], bool]) -> str:
        """Id of the first answer that is *meant*; empty for none."""
        aimed = self._aimed() if self._quiet else None
        offers = [*self.offers(), *((aimed,) if aimed is not None else ())]
        return next((offer.id for offer in offers if meant(offer)), "")

    def _target(self) -> tuple[str, str]:
        """What Enter picks of what the keyboard is on: piece, cell or pile in a cell, and its id.

        Or what it does there at once, a deed. Empty words where there is nothing of all that.
        """
        (kind, key), found = self.aim, self.interaction
        if found is None or not key:
            return "", ""
        if self._at_home(key):
            return "deed", key
        legal = self.legal() if found.to_pick(key) else []
        if (kind, key) in legal:
            first = self.deeds(key)[:1] if kind == "cell" else ()
            return ("deed", key) if first and len(first[0].answers) > 1 else (kind, key)
        here = [p for k, p in legal if k == "piece" and self._cell_of(p) == key]
        if kind == "cell" and here:
            return ("piece", here[0]) if len(here) == 1 else ("pile", key)
        return ("deed", key) if not found.takes(key) and self.deeds(key) else ("", "")

    def _aimed(self) -> ButtonOffer | None:
        """The button that picks what the keyboard is on; None where that is not to be picked."""
        kind, key = self._target()
        if not kind:
            return None
        if kind == "pile":
            return ButtonOffer(AIM, tr("Lay the pile out"), primary=True)
        first = self.deeds(key)[:1] if kind in ("deed", "cell") else ()
        if first and first[0].goers:
            line, who = self.line_of(first[0]), self._able(key)
            label = self.said.sentence(first[0], who) if who else line.verb
            return ButtonOffer(AIM, label, primary=True, hint=line.told)
        look = self.counter(key) if kind == "piece" else None
        if look is not None:
            return ButtonOffer(AIM, tr("Pick {0}").format(look.title), primary=True)
        cell = self.board.cells.get(key)
        name = (cell.name or cell.id) if cell is not None else key
        return ButtonOffer(AIM, tr("Choose {0}").format(name), primary=True)

    def _cell_of(self, piece: str) -> str:
        look = self.counter(piece)
        return (look.at or "") if look is not None else ""

    def legal(self) -> list[tuple[str, str]]:
        """What can be picked now, in the order of the list: kind and id."""
        found = self.interaction
        if found is None:
            return []
        rows = [(row.kind, row.id) for row in found.rows() if not row.refused and not row.checked]
        cells = self.board.cells
        named = [c.key for c in found.ask.choices if not c.refused]
        rows += [("cell", key) for key in named if key in cells]
        return rows + [("piece", key) for key in named if self.counter(key) is not None]

    def next_legal(self, after: str, way: int) -> str:
        """The cell of the next (1) or last (-1) of them from the cell *after*; empty: none."""
        legal = self.legal()
        cells = [key for kind, key in legal if kind == "cell"]
        cells = cells or [self._cell_of(key) for _kind, key in legal]
        cells = list(dict.fromkeys(cell for cell in cells if cell in self.board.cells))
        if not cells:
            return ""
        at = cells.index(after) if after in cells else (-1 if way > 0 else 0)
        return cells[(at + way) % len(cells)]

    def _paused(self) -> None:
        self._ask()  # paused, what an order would answer can be answered by hand
        self.show_interaction()

    def _set_thinking(self, thinking: bool) -> None:
        if thinking != self.thinking:
            self.thinking = thinking
            self.show_interaction()

    def _session_changed(self, change: Change) -> None:
        if change.kind in ("event", "head"):
            self.at = None
        if change.kind != "note":
            self.chosen.drop()
            self.said.forget()
            self.via, self.verb = (), ""
        if change.kind in ("head", "setting"):
            self.group, self._going = (), None
        self.refresh()
        self.happened.emit(change)
        if change.kind == "event":
            self._tell_repeated()
        if self._going is not None and self._holds and self.ask is not None:
            QTimer.singleShot(0, self, self._go_on)

    # ---- the past -------------------------------------------------------------------------------

    def look_at(self, event: int | None) -> None:
        """Show the table as it was after *event*, read only; None: the present."""
        was, self.at = self.at, None if event == self.session.journal.head else event
        if was == self.at:
            return
        if was is None or self.at is None or self.line.place(self.at) is None:
            self.refresh()
            return
        with self._being_shown():
            self.look = self._look()
            self.words = self._question_words()
            self.moment_changed.emit()
            self.show_marks()
        self._settle.start()

    def _follow_line(self) -> None:
        """Keep the line of events on the branch that is shown, to its end."""
        journal = self.session.journal
        line = journal.line()
        if self.shown_event != journal.head and self.shown_event not in {
            event.id for event in line
        }:
            branch = journal.events[self.shown_event].branch
            head = next(b.head for b in self.session.branches() if b.number == branch)
            line = journal.line(head)
        self.line.follow(line)

    # ---- the question ---------------------------------------------------------------------------

    def _ask(self) -> None:
        """Make the interaction of the pending question, unless it is the one there already."""
        session, state, thinking = self.session, self.seen(), self.rules.thinking
        key = (
            session.journal.head, session.mode, tuple(session.players.items()), self.at, self.side,
            self.covered, id(self.chosen.state), self.runner.paused,
        )  # fmt: skip
        live = self.at is None and not self.covered and not session.failed and state.ask is not None
        mine = live and session.waiting in ("person", "dice", "umpire")
        mine = mine and (self.runner.paused or not session.by_order)
        if key == self._question_key and mine:
            return
        self._question_key = key
        self.pile_asked.emit("")
        self.interaction = self._interaction(state) if mine else None
        advised = self.interaction is not None and not session.guided  # a lesson says what is best
        found = thinking.advice(state) if advised else ()
        self.advice = worded(tuple(found), session.words)

    def _interaction(self, state: GameState[Any, Any]) -> Interaction | None:
        ask = self.worded_ask()
        if ask is None:
            return None
        texts = {c.piece: c.text or c.title for c in self.look.counters}
        matter = AskedMatter(
            ask, self.rules, state, self.look, self.case, texts, self.session.words, self.board,
            self.session.mode == "play" and not self.session.guided, self._refused_place,
        )  # fmt: skip
        return interaction_for(matter, umpire=self.session.mode == "adjudicate")

    def _refused_place(self, cell: str) -> str:
        """What the lesson of now has against going to *cell*; empty for nothing."""
        session, ask = self.session, self.seen().ask
        if not session.guided or session.guide is None or ask is None:
            return ""
        return session.words.text(session.guide.refused_place(ask, cell))

    def worded_ask(self) -> Decision | None:
        """The pending question in the language of the window; the same one is the same value."""
        asked = self.seen().ask
        if self._asked is None or self._asked[0] is not asked:
            session = self.session
            shown = asked
            if session.guided and session.guide is not None and asked is not None:
                shown = session.guide.narrowed(asked)
            self._asked = (asked, worded(shown, session.words))
        return self._asked[1]

    # ---- doing ----------------------------------------------------------------------------------

    @contextmanager
    def attempting(self) -> Iterator[None]:
        """Around a call of the session: refusals go to the question, other trouble to a notice."""
        try:
            yield
        except Illegal as error:
            self.say(reason_text(error.reasons, self.session.words))
        except UserError as error:
            self.tell(error)
            self.refresh()

    def attempt(self, run: Callable[[], object]) -> bool:
        """Call the session within `attempting`; whether it went well."""
        with self.attempting():
            run()
            return True
        return False

    def say(self, words: str, tone: str = "danger") -> None:
        """Say over the board why something does not work."""
        if self.interaction is not None:
            self.interaction.say(words, tone)
        self.show_interaction()

    def tell(self, error: UserError) -> None:
        """Show trouble that a person can mend, above the table."""
        told = explained(error)
        self.noticed.emit(Notice(told.message, told.advice, "warn"))

    def give(self, answer: Answer | None, reason: str = "") -> None:
        """Hand an answer to the session; None only shows what the interaction has become."""
        asked = self.ask
        if isinstance(answer, Path) and answer.cells:
            start = self.seen().pieces[answer.pieces[0]].at or ""
            self.last = ("Path", answer.cells[-1], start)
        if answer is None or asked is None:
            self.show_interaction()
        elif not reason and self._holds and self._chose(answer):
            self.refresh()
        elif self.chosen:
            self._carry((answer,), (asked,))
        else:
            with self.attempting():
                self.session.answer(answer, reason=reason)

    @property
    def _holds(self) -> bool:
        """Whether what only chooses is kept back here, and not put on the record by itself."""
        session, ask = self.session, self.ask
        mine = self.interaction is not None and session.waiting == "person"
        free = ask is not None and bool(ask.worded)
        return mine and session.mode == "play" and not session.guided and not free

    def _chose(self, answer: Answer) -> bool:
        return self.chosen.take(self.seen(), self._unchosen(), answer)

    def _carry(self, answers: Sequence[Answer], asked: Sequence[Decision], mark: str = "") -> None:
        """Do what was chosen, and *answers* after it; say where something came in between."""
        deed, questions = self.chosen.with_(answers, asked)
        given = len(deed)
        with self.attempting():
            given = self.session.carry(deed, questions, mark)
        if given < len(deed):
            self.say(tr("Something came in between; look before you go on"), "warn")

    def choose_back(self) -> bool:
        """One level back: way-points, verb, group, the last choice; whether there was one."""
        if self.via:
            self.via = self.via[:-1]
        elif self.verb:
            self.verb = ""
        elif self.group:
            self.take_group(())
            return True
        elif self.chosen.back():
            self.refresh()
            return True
        else:
            return False
        self.show_interaction()
        return True

    # ---- a hand and an aim ----------------------------------------------------------------------

    def deeds(self, aim: str) -> tuple[Deed, ...]:
        """What a click on *aim*, a cell or a piece, could do with what is picked."""
        found = self.interaction
        if found is None or not aim or not self._holds:
            return ()
        if self.group:
            parts = (self._of_most(part, aim) for part in self._parts(aim))
            got = next(filter(None, parts), ())
        else:
            got = self._of(found.hand, aim)
        got = (*got, *(deed for deed in self._at_home(aim) if deed not in got))
        return tuple(sorted(got, key=lambda deed: deed.verb != self.verb)) if self.verb else got

    def _at_home(self, aim: str) -> tuple[Deed, ...]:
        """What all in hand can do for themselves by one button, where *aim* is the place of one."""
        there = self.seen().pieces
        here = (p for p in self.hand if p in there and aim in (p, there[p].at))
        piece = next(here, "")
        own = self.own_deeds(piece) if piece else ()
        found = (d for d in own if len(d.pressed) == 1 and self.said.does_more(d))
        alike = [{deed.verb for deed in self.own_deeds(p)} for p in self.group if p != piece]
        return tuple(deed for deed in found if all(deed.verb in verbs for verbs in alike))

    def _of(self, hand: Sequence[str], aim: str) -> tuple[Deed, ...]:
        return self.chosen.deeds(self.seen(), hand, aim, self.via)

    def _of_most(self, part: Sequence[str], aim: str) -> tuple[Deed, ...]:
        """What as many of *part* as can together could do."""
        found = (self._of(part[:most], aim) for most in range(len(part), 0, -1))
        return next(filter(None, found), ())

    @property
    def in_hand(self) -> bool:
        """Whether something is picked to act, or one unit is asked what it does."""
        found = self.interaction
        if found is None or not self._holds:
            return False
        there = self.seen().pieces
        about = (there[piece].side == found.ask.who for piece in found.ask.about if piece in there)
        return bool(self.group or found.hand) or any(about)

    def own_deeds(self, piece: str) -> tuple[Deed, ...]:
        """What *piece* can do for itself: rally, dig in, fire back."""
        if self.interaction is None or not self._holds:
            return ()
        return self.chosen.deeds(self.seen(), (piece,), piece)

    def slip(self, aim: str) -> Slip:
        """What a click on *aim* would do, cost, draw and come to; without lines for nothing."""
        found = self.deeds(aim)
        if not found:
            self.tried.forget()
            return self._picking(aim)
        parts = self._in_turn(aim, found[0].verb) if self.group[1:] else ()
        tried: Sequence[OddsLine] = ()
        if self.said.forecast(found[0]).open:
            tried = self.tried.odds(found[0], aim)
        by = tr("Enter") if not self.group and found[0].at_home(aim) else tr("Click")
        return self.said.slip(found, parts, tried, by)

    def _able(self, aim: str) -> list[str]:
        """Those of a group of several that would do something at *aim*."""
        found = self.deeds(aim) if self.group[1:] else ()
        parts = self._in_turn(aim, found[0].verb) if found else ()
        return [piece for part in parts if part.deed is not None for piece in part.pieces]

    def _in_turn(self, aim: str, verb: str) -> tuple[GroupPart, ...]:
        """What all of the group would do at *aim*, one after the other; worked out once."""
        seen = self.seen()
        key = (id(seen), self.group, aim, verb, self.via)
        if key != self._turns[0]:
            first = next((one for one in self.deeds(aim) if one.verb == verb), None)
            what = GroupAim(verb, aim, self.via, first is not None and first.at_home(aim))
            self._turns = (key, in_turn(self.rules, seen, self._parts(aim), what), seen)
        return self._turns[1]

    def way(self, aim: str) -> tuple[str, ...] | None:
        """The way of the deed that a click would do; None where no way is asked for, or none."""
        found = self.deeds(aim)
        if not found or self.ask is None or self.ask.shape != "path":
            return None
        last, goers = found[0].answers[-1], found[0].goers
        start = found[0].before.pieces[goers[0]].at if goers else None
        return (start, *last.cells) if isinstance(last, Path) and start else ()

    def windows(self, aim: str) -> tuple[ForecastWindow, ...]:
        """The chances of the enemy that the slip tells of."""
        found = self.deeds(aim)
        return self.said.forecast(found[0]).windows if found else ()

    def _picking(self, aim: str) -> Slip:
        """What picking a piece at *aim* costs by itself, where the rules tell."""
        found, seen = self.interaction, self.seen()
        if found is None or not self._holds:
            return Slip("")
        here = [p.id for p in seen.pieces.values() if aim in (p.id, p.at) and self._is_own(p.id)]
        if here and here[0] not in self.hand and self.hand and self.taking(here[0]) == "ends":
            words = tr("{0} does nothing more").format(self.said.name(self.hand[0]))
            rows = (SlipRow(tr("Before"), words, "warn"),)
            return Slip(tr("Take up {0}").format(self.said.name(here[0])), rows)
        question = self.rules.question(seen)
        there = [p for p in here if p in found.ask.pieces]
        if question is None or found.ask.shape != "pieces" or not there:
            return Slip("")
        told = question.forecast(Pieces((there[0],)))
        words = ", ".join(self.session.words.text(reason.text) for reason in told)
        rows = (SlipRow(tr("Costs"), words),) if words else ()
        return Slip(tr("Take up {0}").format(self.said.name(there[0])), rows)

    def line_of(self, deed: Deed) -> DeedLine:
        """What a menu says of a deed."""
        return self.said.line(deed)

    def choose_verb(self, letter: str, aim: str) -> bool:
        """Do another verb at *aim* from now on: the one with that letter; whether there is one.

        What is done for oneself is done at once: there is nothing left to point at.
        """
        found = self.said.letters(self.deeds(aim)).get(letter)
        if found is not None and found.at_home(aim):
            self.do(found, aim)
        elif found is not None:
            self.verb = found.verb
            self.show_interaction()
        return found is not None

    def do(self, deed: Deed, aim: str, how: str = "order") -> None:
        """Do it at *aim*, whole; of a group everybody does the like. *how* marks it in the log."""
        there, goers = self.seen().pieces, self.group or deed.goers
        start = (there[goers[0]].at or "") if goers and goers[0] in there else ""
        goal = (there[aim].at or aim) if aim in there else aim
        head = self.session.journal.head
        if self.group:
            what = GroupAim(deed.verb, aim, self.via, deed.at_home(aim))
            self._do_all(GroupOrder(what, in_order(how, head), self._unchosen(), head))
        else:
            self._carry(deed.answers, deed.asked, in_order(how, head) if how != "order" else "")
        self.last = (deed.verb, goal, start)

    def do_at(self, aim: str) -> bool:
        """Do the first deed at *aim*; whether there is one."""
        found = self.deeds(aim)
        if found:
            self.do(found[0], aim)
        return bool(found)

    def take_group(self, pieces: Sequence[str]) -> None:
        """Add the own ones of *pieces* to the group; none: let it go.

        Where the question asks for several of them, they are picked.
        """
        found = self.interaction
        asked = {*found.ask.pieces} if isinstance(found, PiecesInteraction) else set[str]()
        if isinstance(found, PiecesInteraction) and found.ask.most > 1 and {*pieces} & asked:
            found.pick_all(pieces, found.ask.pieces)
            self.show_interaction()
            return
        if pieces and self.chosen:  # what one unit was to do says nothing of several
            self.chosen.drop()
            self.refresh()
        ask, there = self.ask, self.seen().pieces
        mine = (p for p in pieces if ask is not None and there[p].side == ask.who)
        added = dict.fromkeys((*self.group, *mine) if pieces and self._holds else ())
        seen = self.seen()
        self.group = tuple(p for p in added if self.chosen.reaching(seen, p) is not None)
        if self.group:
            words = tr("In hand: {0}. Click where they shall go; Esc lets them go")
            self.say(words.format(len(self.group)), "text2")
        elif self.interaction is not None:
            self.interaction.say("", "text2")
            self.show_interaction()

    def _parts(self, aim: str) -> list[tuple[str, ...]]:
        """The group by places, the nearest to *aim* first."""
        cells, there = self.rules.board.cells, self.seen().pieces
        goal: str | None = there[aim].at if aim in there else aim
        far: dict[str, float] = {}
        parts: dict[str, tuple[str, ...]] = {}
        for piece in self.group:
            at = there[piece].at if piece in there else None
            if at is not None:
                parts[at] = (*parts.get(at, ()), piece)
                if goal is not None and goal in cells and at in cells:
                    far[at] = dist(cells[at].anchor, cells[goal].anchor)
        return [parts[at] for at in sorted(parts, key=lambda at: far.get(at, 0.0))]

    def _do_all(self, order: GroupOrder) -> None:
        """Let each part of the group do it, until something comes in between."""
        side, aim, stay = self.ask and self.ask.who, order.what.aim, list[str]()
        parts, self._going, between = self._parts(aim), None, False
        while parts and self._holds and self.ask is not None and self.ask.who == side:
            if between := self._came_between(order):
                break
            part, self.via = parts[0], order.what.via
            deed = order.what.of(self.rules, self.seen(), part)
            went = deed.hand(part) if deed is not None else ()
            if deed is not None and went:
                self._carry(deed.answers, deed.asked, order.mark)
                parts[0] = tuple(piece for piece in part if piece not in went)
            else:
                stay += parts.pop(0)
            parts = [part for part in parts if part]
        self.group = tuple(stay) + tuple(piece for part in parts for piece in part)
        self.via = ()
        if between:
            self._say_between()
            return
        if parts:
            self._going = order
        if self.group and self.interaction is not None and self._holds:
            words = tr("Still in hand: {0}.").format(len(self.group))
            self.say(f"{words} {self._why_stays(stay, aim)}".strip(), "text2")
        else:
            self.show_interaction()

    def _go_on(self) -> None:
        """The group goes on where nothing new is to be seen; else the person looks first."""
        going, mine = self._going, self.group and self._holds
        if going is None or not mine:
            return
        self._going = None
        if self._came_between(going):
            self._say_between()
        else:
            self._do_all(going)

    def _say_between(self) -> None:
        words = tr("Something came in between. Still in hand: {0}; click to go on")
        self.say(words.format(len(self.group)), "warn")

    def _came_between(self, going: GroupOrder) -> bool:
        """Whether the enemy did more than let a chance pass, or there are losses, or new enemies.

        One's own dice are part of what was ordered.
        """
        rules, journal = self.rules, self.session.journal
        since = [(journal.state(e.parent), e) for e in journal.line() if e.id > going.head]
        side = self.ask.who if self.ask is not None else ""
        for _state, event in since:
            asked = event.asked
            theirs = asked is not None and asked.who in rules.sides and asked.who != side
            if asked is not None and theirs and event.answer != let_pass(rules, asked):
                return True
        return news(rules, side, going.seen, since, self._unchosen())

    def say_why_stays(self, aim: str) -> None:
        """Say why nobody of the group can do anything at *aim*."""
        name = self.board.cells[aim].name or aim if aim in self.board.cells else aim
        words = tr("Nobody in hand can go to {0} or do anything there.").format(name)
        why = against_aim(self.rules, self.seen(), self.group[:1], aim)
        told = reason_text(why, self.session.words) or self._why_stays(self.group, aim)
        self.say(f"{words} {told}".strip())

    def _why_stays(self, pieces: Sequence[str], aim: str) -> str:
        """What the rules have against the first of *pieces* going to *aim*; empty for nothing."""
        found = self.interaction
        if not pieces or found is None or pieces[0] not in found.ask.pieces:
            return ""
        found.take(pieces[:1])
        why = found.why_not(aim)
        found.cancel()
        return why

    @property
    def group(self) -> tuple[str, ...]:
        """Counters of several places in one hand, while their side is asked."""
        return self._group if all(map(self._is_own, self._group)) else ()

    @group.setter
    def group(self, pieces: tuple[str, ...]) -> None:
        self._group = pieces

    @property
    def hand(self) -> tuple[str, ...]:
        """What is picked, or the own unit that is asked what it does."""
        found = self.interaction
        if found is None:
            return ()
        about = tuple(p for p in found.ask.about if self._is_own(p))
        return self.group or found.hand or about

    def _is_own(self, piece: str) -> bool:
        there = self.seen().pieces.get(piece)
        return there is not None and self.ask is not None and there.side == self.ask.who

    def taking(self, piece: str) -> Taking:
        """What it is to take *piece* in hand; empty too where it is not one's own, or cannot act.

        Whoever was only picked before has done nothing yet, and can be put down for nothing.
        """
        found = self.interaction
        if found is None or not self._holds or not self._is_own(piece):
            return ""
        if found.ask.shape == "path" and piece in found.ask.pieces:
            return "free"
        return self.chosen.taking(self._unchosen(), piece)

    def _unchosen(self) -> GameState[Any, Any]:
        """The position before anything was only chosen."""
        return self.session.seen_by(self.side)

    def take_one(self, piece: str) -> bool:
        """Have this one in hand, and no other."""
        found = self.interaction
        if isinstance(found, PathInteraction) and piece in found.ask.pieces:
            found.pick_all((piece,))
            self.show_interaction()
            return True
        if self.chosen:
            self.chosen.drop()
            self.refresh()
            found = self.interaction
        if found is not None and piece in found.ask.pieces:
            self.give(found.piece(piece))
            return True
        return self.take_up(piece)

    def take_for_itself(self, piece: str) -> bool:
        """Have one in hand that acts as soon as it is picked, as to rally; whether it does."""
        deeds = self.own_deeds(piece) if self._is_own(piece) and not self.taking(piece) else ()
        picks = (d for d in deeds if d.answers[-1] == Pieces((piece,)))
        if not any(self.said.does_more(deed) for deed in picks):
            return False
        self.group = ()
        self.take_group((piece,))
        return bool(self.group)

    def take_all_of(self, pieces: Sequence[str]) -> None:
        """Have all of *pieces* in hand that may act; more than go together as a group."""
        found = self.interaction
        able = [piece for piece in pieces if self.taking(piece)]
        if not able or found is None:
            return
        if isinstance(found, PathInteraction) and {*able} <= {*found.ask.pieces}:
            found.pick_all(able)
            if {*found.picked} == {*able}:
                self.show_interaction()
                return
            found.cancel()
        self.group = ()
        self.take_group(able)

    def take_all(self) -> None:
        """Have all of the acting formation in hand that may act; once more: all of the side."""
        acting = [one for one in self.rules.showing.formations(self.seen()) if one.now]
        units = [unit.piece for one in acting for unit in one.units]
        side = [look.piece for look in self.look.counters if look.at in self.board.cells]
        before = {*self.group}
        for pieces in filter(None, (units, side)):
            self._group = ()
            self.take_group([piece for piece in pieces if piece in self.seen().pieces])
            if not before.issuperset(self.hand):
                return
        if not self.hand:
            self.say(tr("Nobody can be taken in hand now."), "text2")

    def add_to_hand(self, piece: str) -> bool:
        """Take an own piece in hand beside the others, or out of it; whether it is one's own."""
        found = self.interaction
        if found is None or not self._holds or not self._is_own(piece):
            return False
        held = self.hand
        if isinstance(found, PathInteraction) and not self.group and piece in found.ask.pieces:
            alone = not found.picked or found.together(piece)
            if alone and found.ask.most > 1:
                self.give(found.piece(piece))
                return True
        rest = tuple(one for one in held if one != piece)
        self.group = ()
        self.take_group(rest if piece in held else (*held, piece))
        return True

    def lead_over(self, cell: str) -> bool:
        """Let the next way lead over *cell*; whether there is a way to lead."""
        if not cell or not self.in_hand or self._enemy_in(cell):
            return False
        rest = tuple(one for one in self.via if one != cell)
        self.via = rest if cell in self.via else (*rest, cell)
        self.show_interaction()
        return True

    def repeat(self, *, as_far: bool = False) -> None:
        """Do the last deed again with this hand: at its goal, or *as_far* away as that was."""
        verb, aim, start = self.last
        anchors = self.rules.board.cells
        hand = self.hand
        if not verb or not hand:
            self.say(tr("There is nothing to do again; take somebody in hand first."), "text2")
            return
        if as_far:
            here = self.seen().pieces[hand[0]].at or ""
            aim = self._shifted(here, start, aim) if {here, start, aim} <= {*anchors} else ""
        self.verb = verb
        found = [deed for deed in self.deeds(aim) if deed.verb == verb]
        self.verb = ""
        if found:
            self.do(found[0], aim, "repeat")
        else:
            self.say(self.why_not(aim) or tr("That cannot be done again from here."), "warn")

    def _shifted(self, here: str, start: str, goal: str) -> str:
        """The cell that lies from *here* as *goal* lies from *start*; empty for none."""
        cells = self.rules.board.cells
        (ax, ay), (bx, by), (x, y) = (cells[one].anchor for one in (start, goal, here))
        spot = (x + bx - ax, y + by - ay)
        step = min(dist(cells[one].anchor, (x, y)) for one in self.rules.board.neighbours(here))
        found = min(cells, key=lambda cell: dist(cells[cell].anchor, spot))
        return found if dist(cells[found].anchor, spot) < step / 2 else ""

    def within_reach(self, pieces: Sequence[str]) -> list[str]:
        """Those own ones of *pieces* that choices alone bring into the hand."""
        found, seen = self.interaction, self.seen()
        if found is None or not self._holds:
            return []
        mine = (p for p in pieces if self._is_own(p))
        others = (p for p in mine if p not in found.ask.pieces)
        return [p for p in others if self.chosen.reaching(seen, p) is not None]

    def take_up(self, piece: str) -> bool:
        """Choose whatever brings *piece* into the hand; whether anything does."""
        if not self.within_reach((piece,)):
            return False
        if self.chosen and self.chosen.reaching(self._unchosen(), piece) is not None:
            # Whoever was only picked has done nothing yet, and nothing more is said of him.
            self.chosen.drop()
            self.refresh()
        answers = self.chosen.reaching(self.seen(), piece) or ()
        for answer in answers:
            if self.ask is not None and not self._chose(answer):
                self._carry((answer,), (self.ask,))
        self.refresh()
        if self.interaction is not None and piece in self.interaction.ask.pieces:
            self.give(self.interaction.piece(piece))
        return True

    def press(self, offer: str) -> None:
        """A button of the question, or the same in the list: an action or an answer."""
        found = self.interaction
        if offer == AIM and found is not None:
            kind, key = self._target()
            if kind == "pile":
                self.pile_asked.emit(key)
            elif kind == "deed":
                self.do_at(key)
            elif kind:
                self.give(found.piece(key) if kind == "piece" else found.cell(key))
        elif offer == REST:
            self.attempt(self.session.propose_rest)
        elif offer in self.actions:
            self.actions.run(offer)
        elif offer and found is not None:
            if refused := next((o.refused for o in found.offers() if o.id == offer), ""):
                self.say(refused)
            else:
                self.give(found.press(offer))

    def end_again(self, offer: str) -> None:
        """Let *offer*, which ends something, be answered, and again until something happens."""
        found = self.interaction
        if found is None or offer not in found.endings or not self.session.may_repeat:
            self.say(tr("There is nothing to end now."), "text2")
        else:
            self.attempt(partial(self.session.repeat, Choose(offer)))

    def _tell_repeated(self) -> None:
        """Say how often it was ended by itself, once its person is asked something again."""
        said, ask = self.session.repeated, self.ask
        if said is None or ask is None or ask.who != said.who or self.interaction is None:
            return
        line = self.session.journal.line()
        times = sum(event.via == said.via for event in line if event.id > said.since)
        self.say(tr("Ended so: {0}. Now there is something to look at").format(times), "warn")

    def roll(self) -> None:
        """Let the seeded dice fall, if dice are asked for."""
        if self.session.waiting == "dice" and not self.in_past:
            self.attempt(self.session.roll)

    def toggle_pause(self) -> None:
        """Stop the bots, or let them go on."""
        self.runner.set_paused(not self.runner.paused)

    def copy_report(self) -> None:
        """Put what went wrong on the clipboard."""
        report = self.session.report
        words = report.read_text("utf-8") if report is not None else self.session.failed
        QGuiApplication.clipboard().setText(words)
