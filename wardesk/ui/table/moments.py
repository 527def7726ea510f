"""Everything about moments of a game: the timeline, branches, notes, comparison, plots, report."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog

from wardesk.documents.worded import worded
from wardesk.engine.compare import cells_of, differences
from wardesk.model.look import TableLook
from wardesk.services.play.log import event_words
from wardesk.services.play.statistics import LineStatistics, TrackSeries, losses_by_cell, thrown
from wardesk.services.play.timeline import TimelineLine
from wardesk.ui.table import compare_words
from wardesk.ui.table.branches_page import branch_name
from wardesk.ui.table.interactions import tr
from wardesk.ui.table.report_dialog import ReportDialog
from wardesk.ui.table.text_dialog import TextDialog

if TYPE_CHECKING:
    from wardesk.engine.types import Event, GameState
    from wardesk.ui.table.workspace import TableWorkspace

SETTLE = 120
"""Milliseconds after the last step through the past before lists and plots follow."""


class Moments(QObject):
    """Keeps the timeline and the pages about the past in step with what the table shows."""

    def __init__(self, table: TableWorkspace) -> None:
        super().__init__(table)
        self._table = table
        session = table.session
        self.line = TimelineLine(session.rules, session.journal)
        self._tracks = LineStatistics(session.rules, session.journal)
        self._fallen_of: tuple[int, ...] | None = None
        self.pinned: int | None = None
        """The event that the shown one is compared with."""
        self.lit: tuple[str, ...] = ()
        """Cells that differ."""
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE)
        self._settle.timeout.connect(self.settle)
        self._connect()

    def _connect(self) -> None:
        bar, page, plots = self._table.past, self._table.middle.branches, self._table.middle.plots
        history = self._table.history
        bar.back_to_now.connect(history.back_to_now)
        bar.moved.connect(history.look_by)
        bar.placed.connect(self.place)
        bar.bookmarked.connect(self.bookmark)
        bar.note_asked.connect(self.write_note)
        page.switched.connect(self.switch)
        page.rename_asked.connect(self.rename)
        page.compared.connect(self.pin_at)
        page.compare_ended.connect(self.unpin)
        page.looked.connect(history.look_back)
        page.cell_reached.connect(self._show_cell)
        plots.heat_chosen.connect(lambda _side: self._table.show_marks())
        self._table.middle.page_shown.connect(self.settle)

    @property
    def shown(self) -> int:
        """The event whose aftermath the table shows."""
        at = self._table.history.at
        return self._table.session.journal.head if at is None else at

    # ---- following ------------------------------------------------------------------------------

    def follow(self) -> None:
        """The session has changed, or the table went to another line of events."""
        session = self._table.session
        journal = session.journal
        line = journal.line()
        if self.shown != journal.head and self.shown not in {event.id for event in line}:
            # On another branch: the timeline shows that one, to its end.
            branch = journal.events[self.shown].branch
            head = next(b.head for b in session.branches() if b.number == branch)
            line = journal.line(head)
        self.line.follow(line)
        slots = {side.id: side.slot for side in self._table.look.sides}
        said = session.words.text
        notes = {n.event: said(n.text) for n in session.notes() if n.kind != "branch-name"}
        self._table.past.slider.set_line(self.line, slots, notes, self.words)
        self._table.middle.branches.set_branches(session.branches())
        self._table.middle.branches.set_notes(
            [replace(n, text=said(n.text)) for n in session.notes()]
        )
        self.step()
        self.settle()

    def step(self) -> None:
        """Another event of the same line is shown; must be quick."""
        event, session = self.shown, self._table.session
        bar = self._table.past
        place = self.line.place(event)
        bar.set_place(place or 0, event, self._table.in_past)
        note = session.note_on(event, "note")
        bar.set_marks(session.note_on(event, "bookmark") is not None, note.text if note else "")
        bar.slider.set_pin(None if self.pinned is None else self.line.place(self.pinned))
        self._compare()
        self._settle.start()

    def settle(self) -> None:
        """What may lag behind a drag: the log, the list beside the map and the plots."""
        self._settle.stop()
        table, session = self._table, self._table.session
        table.right.log.view.set_current(self.shown)
        table.middle.list.set_table(table.look, session.board)
        if table.middle.page != "score":
            return
        plots, side = table.middle.plots, table.side()
        events = [session.journal.events[tick.event] for tick in self.line.ticks]
        place = self.line.place(self.shown) or 0
        plots.set_series(self._series(events, side), table.look.sides, place)
        until = events[: place + 1]
        plots.set_dice(thrown(until))
        ids = tuple(event.id for event in until)
        if ids != self._fallen_of:
            self._fallen_of = ids
            fallen = losses_by_cell(session.rules, session.journal, until)
            plots.set_fallen(fallen, table.look.sides, tuple(table.rules.board.cells))
            table.show_marks()

    def _series(self, events: list[Event[Any, Any]], side: str) -> list[TrackSeries]:
        words = self._table.session.words
        found = self._tracks.follow(events, side)
        return [replace(one, look=worded(one.look, words)) for one in found]

    def words(self, event: int) -> str:
        """An event for a tooltip."""
        found = self._table.session.journal.events[event]
        return tr("Event {0}: {1}").format(
            event, self._table.session.words.text(event_words(found))
        )

    def stop(self) -> None:
        """The session is about to close."""
        self._settle.stop()
        self._table.past.stop()

    # ---- going there ----------------------------------------------------------------------------

    def place(self, place: int) -> None:
        """Show the event at a place of the timeline."""
        if 0 <= place < len(self.line.ticks):
            self._table.history.look_back(self.line.ticks[place].event)

    def turn(self, way: int) -> None:
        """To the next or the last beginning of a turn."""
        place = self.line.place(self.shown) or 0
        self.place(self._table.past.slider.turn_from(place, way))

    def try_here(self) -> None:
        """Take the game back to the shown event; what was played after it stays as a branch."""
        if self._table.in_past:
            self._table.history.go(self.shown)

    def switch(self, number: int) -> None:
        """Go on with another branch, where it ends."""
        branch = next(b for b in self._table.session.branches() if b.number == number)
        self._table.history.go(branch.head)

    # ---- writing --------------------------------------------------------------------------------

    def bookmark(self) -> None:
        """Set a bookmark on the shown event, or take it away."""
        session, event = self._table.session, self.shown
        if session.note_on(event, "bookmark") is None:
            run = partial(session.annotate, event, "bookmark", self._bookmark_words(event))
        else:
            run = partial(session.remove_note, event, "bookmark")
        self._table.hands.guarded(run)

    def _bookmark_words(self, event: int) -> str:
        return event_words(self._table.session.journal.events[event])[:80]

    def write_note(self) -> None:
        """Ask for a note on the shown event."""
        event, session = self.shown, self._table.session
        note = session.note_on(event, "note")
        dialog = TextDialog(
            tr("Note"), tr("Note on event {0}").format(event), note.text if note else "",
            self._table, lines=True,
        )  # fmt: skip
        guarded = self._table.hands.guarded
        dialog.given.connect(lambda text: guarded(partial(session.annotate, event, "note", text)))
        dialog.removed.connect(lambda: guarded(partial(session.remove_note, event, "note")))
        dialog.open()

    def rename(self, number: int) -> None:
        """Ask for the name of a branch."""
        session = self._table.session
        branch = next(b for b in session.branches() if b.number == number)
        label = tr("Name of “{0}”").format(branch_name(branch))
        dialog = TextDialog(tr("Branch"), label, branch.name, self._table)
        guarded, first = self._table.hands.guarded, branch.first
        dialog.given.connect(
            lambda text: guarded(partial(session.annotate, first, "branch-name", text))
        )
        dialog.removed.connect(lambda: guarded(partial(session.remove_note, first, "branch-name")))
        dialog.open()

    # ---- comparing ------------------------------------------------------------------------------

    def pin(self) -> None:
        """Keep the shown event to compare others with it; the same once more ends that."""
        if self.pinned is None:
            self.pin_at(self.shown)
        else:
            self.unpin()

    def pin_at(self, event: int) -> None:
        """Compare what is shown with *event*."""
        self.pinned = event
        self._table.middle.show_page("branches")
        self.step()
        self._table.show_interaction()

    def unpin(self) -> None:
        """Compare nothing any more."""
        self.pinned = None
        self.step()
        self._table.show_interaction()

    def _look_and_state(self, event: int) -> tuple[TableLook, GameState]:
        session, side = self._table.session, self._table.side()
        state = session.journal.state(event)
        if side:
            state = session.rules.view(state, side)
        return worded(session.rules.showing.look(state), session.words), state

    def _compare(self) -> None:
        page = self._table.middle.branches
        was = self.lit
        if self.pinned is None:
            self.lit = ()
            page.set_compared("", "", ())
        else:
            first, a = self._look_and_state(self.pinned)
            second, b = self._look_and_state(self.shown)
            found = differences(a, b)
            names = compare_words.Names((first, second), self._table.session)
            title = tr("Event {0} and event {1}").format(self.pinned, self.shown)
            if self.pinned == self.shown:
                words = tr("This is the first point. Go to another one by the timeline.")
                page.set_compared(title, words, ())
            else:
                page.set_compared(
                    title, compare_words.summary(found), compare_words.rows(found, names)
                )
            cells = self._table.rules.board.cells
            # A unit that has merely acted since is no difference worth a light.
            worth = tuple(one for one in found if not isinstance(one.after, bool) or not one.field)
            self.lit = tuple(cell for cell in cells_of(worth) if cell in cells)
        if self.lit != was:
            self._table.show_marks()

    def _show_cell(self, cell: str) -> None:
        self._table.view.set_focus_cell(cell)

    # ---- the report -----------------------------------------------------------------------------

    def report(self) -> None:
        """Ask where the after-action report goes, then write it."""
        path = self._table.session.path
        start = str((path.parent if path else Path.home()) / tr("after-action.html"))
        chosen, _ = QFileDialog.getSaveFileName(
            self._table, tr("After-action report"), start, tr("Web page (*.html)")
        )
        if chosen:
            self.report_to(Path(chosen))

    def report_to(self, path: Path) -> ReportDialog:
        """Write the after-action report behind the scenes, with a dialog that says how far."""
        path = path if path.suffix else path.with_suffix(".html")
        dialog = ReportDialog(self._table.session, path, self._table)
        dialog.open()
        return dialog
