"""The base of dialogs that write files: forms to choose, where to, progress, and a way to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QProgressBar,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wardesk.errors import Progress, UserError
from wardesk.render.export.exporter import Exporter, ExportSetting, Written, settings_of
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.settings_form import SettingsForm
from wardesk.ui.language import explained
from wardesk.ui.tasks import Task, tell
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Label
from wardesk.ui.widgets.toggle import Toggle
from wardesk.words import join, shown, tr

_COLUMNS = 2
_FIELDS_HIGH = 400
"""As much of the fields is seen on any screen; further ones are scrolled to."""
_WORDS_HIGH = 120
_PATIENCE = 150
"""Milliseconds in which words that are still to come leave what stands there alone."""


class _Scrolled(QScrollArea):
    """As high as what is in it, where the screen has the room."""

    def __init__(self, held: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._held = held
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setWidget(held)

    def sizeHint(self) -> QSize:
        return self._held.sizeHint()

    def minimumSizeHint(self) -> QSize:
        least = self._held.minimumSizeHint()
        return QSize(least.width(), min(self.sizeHint().height(), theme.px(_FIELDS_HIGH)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Rows come and go."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


class WritingDialog(Dialog):
    """``written(path, told)`` when files are there.

    What writes says in `work` what is to be done.
    """

    written = Signal(str, str)
    _progress = Signal(int, int)

    def __init__(
        self,
        title: str,
        busy: str,
        forms: Mapping[str, Exporter[Any]],
        place: Path,
        parent: QWidget | None = None,
    ) -> None:
        """*forms*: those that can be chosen, by their ids.

        *place* is the proposed file without its ending, *busy* what is said while it is written.
        """
        super().__init__(parent, least=(570, 0))
        self._stop = Event()
        self._words = busy
        self._ends = {form: one.end or one.suffix for form, one in forms.items()}
        self.set_title(title)
        self.setModal(True)
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._progress.connect(self._advance)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE)
        self._patience.timeout.connect(partial(self.show_notes, waited=True))
        self.forms = {form: Toggle(shown(one.title), self) for form, one in forms.items()}
        self.place = QLineEdit(str(place), self)
        self.place.setAccessibleName(tr("Name"))
        self.told = Label("", self, role="small", tone="text2", wrap=True)
        self.left = Label("", self, role="small", tone="text2", wrap=True)
        self._scroller = self._scroller_of_words()
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(busy)
        room = self.bar.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # nothing moves when it comes and goes
        self.bar.setSizePolicy(room)
        self.bar.hide()
        self.fields = SettingsForm(self)
        self._exporters, self._settings = forms, dict[str, ExportSetting]()

    def add_forms(self) -> None:
        """The forms as the next row of the fields."""
        forms = QWidget(self)
        grid = QGridLayout(forms)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.S1)
        for number, toggle in enumerate(self.forms.values()):
            row, column = divmod(number, _COLUMNS)
            grid.addWidget(toggle, row, column, Qt.AlignmentFlag.AlignLeft)
        self.fields.add(tr("Forms"), forms)

    def add_settings(self, settings: Iterable[ExportSetting]) -> None:
        """A field for each setting that a dialog has."""
        settings = list(settings)
        self._settings = {one.name: one for one in settings if one.title is not None}
        self.fields.add_settings(settings)

    def values(self) -> dict[str, Any]:
        """What stands in the fields of settings, by their names."""
        return {
            name: made(value) if (made := self._settings[name].as_is) else value
            for name, value in self.fields.values().items()
        }

    def finish(self) -> None:
        """The last row, for the place, and the foot; then everything follows its fields."""
        folder = Button("", self, icon="folder")
        folder.setAccessibleName(tr("Choose the folder"))
        folder.clicked.connect(self._choose)
        self.fields.add(tr("Name"), self.fields.row(self.place, folder))
        self.write = Button(tr("Export"), self, kind="primary")
        self.write.clicked.connect(self._write)
        self.stop = Button(tr("Stop"), self)
        self.stop.clicked.connect(self._stop.set)
        self.stop.hide()
        self.body.addWidget(_Scrolled(self.fields, self))
        self.body.addWidget(self.bar)
        self.body.addWidget(self._scroller)
        self.set_foot(self.write, self.stop, leave=tr("Close"))
        for toggle in self.forms.values():
            toggle.toggled.connect(self._follow)
        self.place.textEdited.connect(self._follow)
        self._follow()

    def _scroller_of_words(self) -> QScrollArea:
        """What is said of many forms has more lines than a small screen has room for."""
        held = QWidget(self)
        self._words_column = column = QVBoxLayout(held)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.told)
        column.addWidget(self.left)
        column.addStretch(1)
        scroller = QScrollArea(self)
        scroller.setWidgetResizable(True)
        scroller.setFrameShape(QScrollArea.Shape.NoFrame)
        scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroller.setWidget(held)
        return scroller

    def _fit_words(self) -> None:
        """As high as its words, as far as that leaves the foot on a small screen."""
        high = self._words_column.totalHeightForWidth(self._scroller.viewport().width())
        high = max(high, 0)  # Qt's word for nothing to see is -1
        self._scroller.setFixedHeight(min(high, theme.px(_WORDS_HIGH)))
        self._scroller.verticalScrollBar().setValue(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other widths break lines elsewhere."""
        super().resizeEvent(event)
        self._fit_words()

    def chosen(self) -> dict[str, Path]:
        """The forms that are wanted, and where each of them goes."""
        base = Path(self.place.text().strip()).expanduser()
        return {
            form: base.with_name(base.name + self._ends[form])
            for form, toggle in self.forms.items()
            if toggle.isChecked() and base.name
        }

    def follow(self, wanted: Mapping[str, Path]) -> None:
        """Other forms or another place are wanted: what none of them takes is pale or away."""
        taken = {one.name for one in settings_of(self._exporters[form] for form in wanted)}
        for name, setting in self._settings.items():
            if setting.stays:
                self.fields.field(name).setEnabled(name in taken)
            else:
                self.fields.show_settings(name, shown=name in taken)

    def notes(self, form: str) -> Sequence[str] | None:
        """What of it stays behind in a form, in sentences.

        None while that is worked out; `show_notes` is called when it is known.
        """
        del form
        return ()

    def work(self, wanted: Mapping[str, Path]) -> Callable[[Progress], Sequence[Written]]:
        """What writes them, called in a worker thread with whom to tell how far it is.

        UserError if it cannot begin.
        """
        raise NotImplementedError

    def _follow(self) -> None:
        wanted = self.chosen()
        self.follow(wanted)
        names = ", ".join(path.name for path in wanted.values())
        self._say(tr("Writes {0}.").format(names) if wanted else "", "text2")
        self.judge("" if wanted else tr("Choose a form and a name."))
        self.show_notes()

    def show_notes(self, *, waited: bool = False) -> None:
        """Say what stays behind; what is not known yet is only spoken of to who has *waited*."""
        notes = {form: self.notes(form) for form in self.chosen()}
        if None in notes.values() and not waited:
            if not self._patience.isActive():
                self._patience.start()
            return
        self._patience.stop()
        rows = [
            join(": ", (self.forms[form].text(), join(" ", told)))
            for form, told in notes.items()
            if told
        ]
        lines = [f"• {shown(row)}" for row in rows]
        lines += [tr("Looking at what stays behind…")] if None in notes.values() else []
        self.left.setText("\n".join(lines))
        self.left.setVisible(bool(lines))
        self._fit_words()
        self.grow()

    def _choose(self) -> None:
        now = Path(self.place.text())
        folder = QFileDialog.getExistingDirectory(self, tr("Export to"), str(now.parent))
        if folder:
            self.place.setText(str(Path(folder) / (now.name or tr("export"))))
            self._follow()

    def _write(self) -> None:
        self._stop.clear()
        try:
            work = self.work(self.chosen())
        except UserError as error:
            self._say(str(explained(error)), "danger")
            return
        self.write.refuse(self._words)
        self._say(self._words, "text2")
        self._busy(running=True)
        self._task.start(partial(work, self._told))

    def _told(self, done: int, of: int) -> bool:
        """How far the work is; called by its thread."""
        tell(self._progress, done, of)
        return not self._stop.is_set()

    def _advance(self, done: int, of: int) -> None:
        self.bar.setMaximum(of)
        self.bar.setValue(done)

    def _busy(self, *, running: bool) -> None:
        self.bar.setMaximum(0)
        self.bar.setVisible(running)
        self.stop.setVisible(running)
        if not running:
            self.write.allow()

    def _done(self, found: Sequence[Written]) -> None:
        self._busy(running=False)
        lines = [tr("{0} is there: {1}.").format(one.path.name, shown(one.told)) for one in found]
        self._say("\n".join(lines), "ok")
        for one in found:
            self.written.emit(str(one.path), shown(one.told))

    def _failed(self, error: object) -> None:
        self._busy(running=False)
        if not isinstance(error, UserError):
            raise error if isinstance(error, BaseException) else TypeError(str(error))
        self._say(str(explained(error)), "danger")

    def _say(self, words: str, tone: str) -> None:
        self.told.setText(words)
        self.told.set_tone(tone)
        self._fit_words()
        self.grow()

    def done(self, result: int) -> None:
        """Nothing goes on behind a closed dialog."""
        self._stop.set()
        self._patience.stop()
        self._task.stop()
        super().done(result)
