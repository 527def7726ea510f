"""The past of a game in the window: undo, timeline, branches, notes, comparison, plots, report."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from wardesk.documents.games.gamelog import NoteKind
from wardesk.documents.translate_values import worded
from wardesk.engine.compare import cells_of, differences
from wardesk.errors import UserError
from wardesk.model.look import TableLook
from wardesk.services.play.log import event_words, told_to
from wardesk.services.play.notes import LONGEST
from wardesk.services.play.statistics import LineStatistics, TrackSeries, losses_by_cell, thrown
from wardesk.ui.dialogs.text_dialog import ReasonDialog, TextDialog
from wardesk.ui.language import explained
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.past import compare_words
from wardesk.ui.table.past.branches_page import BranchesPage, branch_name
from wardesk.ui.table.past.export_dialog import TableExportDialog
from wardesk.ui.table.past.look_back import LookBack
from wardesk.ui.table.past.report_dialog import ReportDialog
from wardesk.ui.table.past.statistics_page import StatisticsPage
from wardesk.ui.table.past.timeline_bar import TimelineBar
from wardesk.ui.widgets.notice import Notice
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.engine.types import Event, GameState


class Past(QObject):
    """Owns the timeline and the pages about the past, and does what they ask for.

    ``page_asked(page)``: a page beside the map shall be shown, because it has something new.
    """

    page_asked = Signal(str)

    def __init__(self, model: TableModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._window = model, parent
        self.play_again: Callable[[], object] = lambda: None
        """Shows on the board what a program did last; the board's motion knows."""
        self.timeline = TimelineBar(parent)
        self.branches = BranchesPage(parent)
        self.plots = StatisticsPage(parent)
        self.look_back = LookBack(model, self)
        session = model.session
        self._tracks = LineStatistics(session.rules, session.journal)
        self._fallen_of: tuple[int, ...] | None = None
        self._plotting = False
        self._connect()

    def _connect(self) -> None:
        model, bar, page = self._model, self.timeline, self.branches
        model.changed.connect(self._follow)
        model.moment_changed.connect(self._step)
        model.settled.connect(self._settle)
        bar.back_to_now.connect(partial(model.look_at, None))
        bar.moved.connect(self.look_by)
        bar.placed.connect(self.place)
        bar.bookmarked.connect(self.bookmark)
        bar.note_asked.connect(self.write_note)
        page.switched.connect(self.switch)
        page.rename_asked.connect(self.rename)
        page.compared.connect(self.pin_at)
        page.compare_ended.connect(self.unpin)
        page.looked.connect(model.look_at)
        page.cell_reached.connect(model.cell_asked)
        self.plots.heat_chosen.connect(self._light)

    def stop(self) -> None:
        """The session is about to close."""
        self.timeline.stop()
        self.look_back.stop()

    def toggle_play(self) -> None:
        """Let the past run by, or stop it."""
        self.timeline.toggle_play()

    # ---- undo and redo --------------------------------------------------------------------------

    def undo(self) -> None:
        """Go back to the last decision of a person; asks for a reason where one is needed."""
        if self._model.chosen and self._model.choose_back():
            return
        if self._model.session.can_undo():
            self._with_reason(self._model.session.undo)

    def take_back_order(self, side: str) -> None:
        """Go back to what a standing order of *side* answered last, for the person to decide."""
        self._with_reason(partial(self._model.session.take_back_order, side))

    def redo(self) -> None:
        """Go forward again."""
        if self._model.session.can_redo():
            self._model.attempt(self._model.session.redo)

    def go(self, event: int) -> None:
        """Take the game to any event; asks for a reason where one is needed."""
        self._with_reason(partial(self._model.session.go, event), self._arrived)

    def _with_reason(
        self, run: Callable[..., object], then: Callable[[], object] = lambda: None
    ) -> None:
        """Call the session; where it wants a reason, ask for one and call it again."""

        def again(reason: str) -> None:
            if self._model.attempt(partial(run, reason)):
                then()

        try:
            run()
        except UserError as error:
            why = str(explained(error))
            dialog = ReasonDialog(tr("Reason"), why, self._window, take=tr("Go back"))
            dialog.given.connect(again)
            dialog.open()
            return
        then()

    def _arrived(self) -> None:
        # Whoever went to another point wants to look first; bots would answer at once.
        if self._model.session.automatic:
            self._model.runner.set_paused(True)

    # ---- following ------------------------------------------------------------------------------

    def _follow(self) -> None:
        """The session has changed, or the table went to another line of events."""
        session = self._model.session
        slots = {side.id: side.slot for side in self._model.look.sides}
        said = session.words.text
        notes = {n.event: said(n.text) for n in session.notes() if n.kind != "branch-name"}
        self.timeline.slider.set_line(self._model.line, slots, notes, self.words)
        self.branches.set_branches(session.branches())
        self.branches.set_notes([replace(n, text=said(n.text)) for n in session.notes()])
        self._step()

    def _step(self) -> None:
        """Another event of the same line is shown; must be quick."""
        model, bar = self._model, self.timeline
        event, place = model.shown_event, model.line.place
        bar.set_place(place(event) or 0, event, model.in_past)
        note = model.session.note_on(event, "note")
        marked = model.session.note_on(event, "bookmark") is not None
        bar.set_marks(marked, note.text if note else "")
        bar.slider.set_pin(None if model.pinned is None else place(model.pinned))
        self._compare()

    def show_page(self, page: str) -> None:
        """Another page stands beside the map; the plots are drawn only while they are seen."""
        self._plotting = page == "score"
        self._settle()

    def _settle(self) -> None:
        """What may lag behind a drag: the plots."""
        if not self._plotting:
            return
        model, session, plots = self._model, self._model.session, self.plots
        events = [session.journal.events[tick.event] for tick in model.line.ticks]
        place = model.line.place(model.shown_event) or 0
        plots.set_series(self._series(events, model.side), model.look.sides, place)
        until = events[: place + 1]
        plots.set_dice(thrown(until))
        ids = tuple(event.id for event in until)
        if ids != self._fallen_of:
            self._fallen_of = ids
            fallen = losses_by_cell(session.rules, session.journal, until)
            plots.set_fallen(fallen, model.look.sides, tuple(model.rules.board.cells))
            self._light()

    def _light(self) -> None:
        self._model.heat = self.plots.heat_values()
        self._model.show_marks()

    def _series(self, events: list[Event[Any, Any]], side: str) -> list[TrackSeries]:
        words = self._model.session.words
        found = self._tracks.follow(events, side)
        return [replace(one, look=worded(one.look, words)) for one in found]

    def words(self, event: int) -> str:
        """An event for a tooltip."""
        return tr("Event {0}: {1}").format(event, self._said(event))

    def _said(self, event: int) -> str:
        """An event in words; only its number where whoever looks may know no more."""
        session, side = self._model.session, self._model.side
        found = session.journal.events[event]
        return session.words.text(event_words(found)) if told_to(found, side) else "–"

    # ---- going there ----------------------------------------------------------------------------

    def place(self, place: int) -> None:
        """Show the event at a place of the timeline."""
        ticks = self._model.line.ticks
        if 0 <= place < len(ticks):
            self._model.look_at(ticks[place].event)

    def look_by(self, by: int) -> None:
        """Look some events further back or forth."""
        line = self._model.line
        place = line.place(self._model.shown_event)
        place = len(line.ticks) - 1 if place is None else place + by
        if 0 <= place < len(line.ticks):
            self.place(place)
        else:
            self.timeline.stop()

    def turn(self, way: int) -> None:
        """To the next or the last beginning of a turn."""
        place = self._model.line.place(self._model.shown_event) or 0
        self.place(self.timeline.slider.turn_from(place, way))

    def try_here(self) -> None:
        """Take the game back to the shown event; what was played after it stays as a branch."""
        if self._model.in_past:
            self.go(self._model.shown_event)

    def switch(self, number: int) -> None:
        """Go on with another branch, where it ends."""
        branch = next(b for b in self._model.session.branches() if b.number == number)
        self.go(branch.head)

    def show_last_move(self) -> None:
        """Say once more what was done last, and bring its place into view."""
        model, session = self._model, self._model.session
        self.play_again()
        done = [
            e
            for e in session.journal.line()
            if e.asked and e.asked.who in model.rules.sides and told_to(e, model.side)
        ]
        others = [e for e in done if session.players.get(e.asked.who if e.asked else "") != "human"]
        if not done:
            return
        event = (others or done)[-1]
        told = [line.at for line in event.story if line.at]
        about = [*told, *(event.asked.about if event.asked else ())]
        cell = next((one for one in about if one in model.rules.board.cells), "")
        if cell:
            model.cell_asked.emit(cell)
        model.noticed.emit(Notice(self.words(event.id)))

    # ---- writing --------------------------------------------------------------------------------

    def bookmark(self) -> None:
        """Set a bookmark on the shown event, or take it away."""
        session, event = self._model.session, self._model.shown_event
        if session.note_on(event, "bookmark") is None:
            words = self._said(event)[:80]
            run = partial(session.annotate, event, "bookmark", words)
        else:
            run = partial(session.remove_note, event, "bookmark")
        self._model.attempt(run)

    def write_note(self) -> None:
        """Ask for a note on the shown event."""
        event = self._model.shown_event
        note = self._model.session.note_on(event, "note")
        label, text = tr("Note on event {0}").format(event), note.text if note else ""
        self._write(
            event,
            "note",
            TextDialog(tr("Note"), label, text, self._window, lines=True, most=LONGEST),
        )

    def rename(self, number: int) -> None:
        """Ask for the name of a branch."""
        branch = next(b for b in self._model.session.branches() if b.number == number)
        label = tr("Name of “{0}”").format(branch_name(branch))
        dialog = TextDialog(tr("Branch"), label, branch.name, self._window)
        self._write(branch.first, "branch-name", dialog)

    def _write(self, event: int, kind: NoteKind, dialog: TextDialog) -> None:
        """Put what the dialog gives on the record of an event, or take it off."""
        session, attempt = self._model.session, self._model.attempt
        dialog.given.connect(lambda text: attempt(partial(session.annotate, event, kind, text)))
        dialog.removed.connect(lambda: attempt(partial(session.remove_note, event, kind)))
        dialog.open()

    # ---- comparing ------------------------------------------------------------------------------

    def pin(self) -> None:
        """Keep the shown event to compare others with it; the same once more ends that."""
        if self._model.pinned is None:
            self.pin_at(self._model.shown_event)
        else:
            self.unpin()

    def pin_at(self, event: int) -> None:
        """Compare what is shown with *event*."""
        self.page_asked.emit("branches")
        self._set_pin(event)

    def unpin(self) -> None:
        """Compare nothing any more."""
        self._set_pin(None)

    def _set_pin(self, event: int | None) -> None:
        self._model.pinned = event
        self._step()
        self._model.show_interaction()

    def _look_and_state(self, event: int) -> tuple[TableLook, GameState]:
        session, side = self._model.session, self._model.side
        state = session.journal.state(event)
        if side:
            state = session.rules.view(state, side)
        return worded(session.rules.showing.look(state), session.words), state

    def _compare(self) -> None:
        model, page = self._model, self.branches
        if model.pinned is None:
            model.differing = ()
            page.set_compared("", "", ())
            return
        first, a = self._look_and_state(model.pinned)
        second, b = self._look_and_state(model.shown_event)
        found = differences(a, b)
        title = tr("Event {0} and event {1}").format(model.pinned, model.shown_event)
        if model.pinned == model.shown_event:
            words = tr("This is the first point. Go to another one by the timeline.")
            page.set_compared(title, words, ())
        else:
            names = compare_words.LookNames((first, second), model.session)
            page.set_compared(title, compare_words.summary(found), compare_words.rows(found, names))
        # A unit that has merely acted since is no difference worth a light.
        worth = tuple(one for one in found if not isinstance(one.after, bool) or not one.field)
        model.differing = tuple(c for c in cells_of(worth) if c in model.rules.board.cells)

    # ---- the report -----------------------------------------------------------------------------

    def report(self) -> None:
        """Ask where the after-action report goes, then write it."""
        path = self._model.session.path
        start = str((path.parent if path else Path.home()) / tr("after-action.html"))
        chosen, _ = QFileDialog.getSaveFileName(
            self._window, tr("After-action report"), start, tr("Web page (*.html)")
        )
        if chosen:
            self.report_to(Path(chosen))

    def report_to(self, path: Path) -> ReportDialog:
        """Write the after-action report behind the scenes, with a dialog that says how far."""
        path = path if path.suffix else path.with_suffix(".html")
        dialog = ReportDialog(
            self._model.session, path, self._window, review=self.look_back.known()
        )
        dialog.open()
        return dialog

    def export(self) -> TableExportDialog:
        """Write the shown moment for VASSAL and for paper, as the table shows it."""
        model = self._model
        dialog = TableExportDialog(
            model.session, model.look, model.shown_event, model.side, self._window
        )
        dialog.open()
        return dialog
