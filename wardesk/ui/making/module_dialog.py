"""A VASSAL module or saved game made into a table without rules: looked at first, then taken in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from wardesk.documents.imports.vassal import module_of
from wardesk.documents.packs.pack_writer import free_folder
from wardesk.errors import Progress, UserError
from wardesk.render.repaint import repainted
from wardesk.services.packs.module_pack import (
    MadeOfModule,
    ModulePlan,
    make_pack,
    plan_module,
)
from wardesk.services.packs.places import scenarios_folder
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.fields import Fields
from wardesk.ui.language import explained
from wardesk.ui.tasks import Task, tell
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

MODULE, SAVED = ".vmod", ".vsav"
_PICTURE = (240, 180)


def is_of_vassal(path: Path) -> bool:
    """Whether a path looks like a module or a saved game of VASSAL."""
    return path.suffix.lower() in (MODULE, SAVED)


class ModuleDialog(Dialog):
    """``made()`` when a pack is there; ``play_asked(scenario)`` when it is to be played."""

    made = Signal()
    play_asked = Signal(str)
    _progress = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=(560, 0))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.set_title(tr("Import a VASSAL module or saved game"))
        self.setModal(True)
        self.plan: ModulePlan | None = None
        self._made: MadeOfModule | None = None
        self._stop, self._importing = Event(), False
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._progress.connect(self._advance)
        self.fields = Fields(self)
        self.module = self._place_row(tr("Module"), self.choose_module)
        self.saved = self._place_row(tr("Saved game"), self.choose_saved, self.no_saved)
        self.saved.setPlaceholderText(tr("none: as the module begins"))
        self.board = Choices(self)
        self.board.activated.connect(lambda _row: self._look())
        self.fields.add(tr("Board"), self.board)
        self.picture = QLabel(self)
        self.picture.setFixedSize(theme.px(_PICTURE[0]), theme.px(_PICTURE[1]))
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setAccessibleName(tr("Picture of the board"))
        self.comes = Label("", self, wrap=True)
        self.lost = Label("", self, role="small", tone="text2", wrap=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("How far the module is read"))
        self.told = Label("", self, role="small", tone="text2", wrap=True)
        self._lay_out()
        self._follow()

    def _place_row(self, words: str, *deeds: Callable[[], object]) -> QLineEdit:
        """A path that is chosen and shown, with the buttons to choose it and to take it away."""
        line = QLineEdit(self)
        line.setReadOnly(True)
        row = QWidget(self)
        held = QHBoxLayout(row)
        held.setContentsMargins(0, 0, 0, 0)
        held.setSpacing(theme.S1)
        held.addWidget(line, 1)
        names = (tr("{0}: choose…").format(words), tr("{0}: none").format(words))
        for name, sign, deed in zip(names, ("folder", "close"), deeds, strict=False):
            button = ToolButton(sign, name, row)
            button.clicked.connect(lambda _on=False, deed=deed: deed())
            held.addWidget(button)
        self.fields.add(words, row)
        line.setAccessibleName(words)
        return line

    def _lay_out(self) -> None:
        words = QWidget(self)
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addWidget(self.comes)
        column.addWidget(self.lost)
        column.addStretch(1)
        scroller = QScrollArea(self)
        scroller.setWidgetResizable(True)
        scroller.setFrameShape(QScrollArea.Shape.NoFrame)
        scroller.setWidget(words)
        scroller.setMinimumHeight(theme.px(_PICTURE[1]))
        beside = QHBoxLayout()
        beside.setSpacing(theme.S3)
        beside.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        beside.addWidget(scroller, 1)
        self.body.addWidget(self.fields)
        self.body.addLayout(beside)
        self.body.addWidget(self.bar)
        self.body.addWidget(self.told)
        self.stop = Button(tr("Stop"), self)
        self.stop.clicked.connect(lambda: self._stop.set())
        self.go = Button(tr("Import"), self, kind="primary")
        self.go.clicked.connect(self._press)
        self.leave = self.set_foot(self.go, self.stop)

    # ---- what is asked for ----------------------------------------------------------------------

    def take(self, path: Path) -> None:
        """A module or a saved game was chosen or dropped; a game brings its module along."""
        if self._importing or self._made is not None:
            return
        if path.suffix.lower() == SAVED:
            self.saved.setText(str(path))
            if not self.module.text():
                try:
                    found = module_of(path)
                except UserError as error:
                    self.saved.clear()
                    self._say(str(explained(error)), "danger")
                    return
                self.module.setText(str(found or ""))
        else:
            self.module.setText(str(path))
            self.board.clear()
        self._look()

    def choose_module(self) -> None:
        """Ask for the module."""
        self._choose(tr("Choose a module"), tr("VASSAL modules (*.vmod);;All files (*)"))

    def choose_saved(self) -> None:
        """Ask for the saved game."""
        self._choose(tr("Choose a saved game"), tr("VASSAL saved games (*.vsav)"))

    def _choose(self, words: str, kinds: str) -> None:
        folder = str(Path(self.module.text() or self.saved.text() or Path.home()).parent)
        path, _kind = QFileDialog.getOpenFileName(self, words, folder, kinds)
        if path:
            self.take(Path(path))

    def no_saved(self) -> None:
        """Begin as the module begins."""
        if self.saved.text() and not self._importing and self._made is None:
            self.saved.clear()
            self._look()

    # ---- the work -------------------------------------------------------------------------------

    def _look(self) -> None:
        """Read the module beside the window, without writing anything."""
        self.plan = None
        if not self.module.text():
            self._follow()
            self._say(tr("Choose the module that the saved game belongs to."), "text2")
            return
        saved = Path(self.saved.text()) if self.saved.text() else None
        board = str(self.board.currentData() or "")
        work = partial(
            plan_module, Path(self.module.text()), repainted, position=saved, board=board
        )
        self._begin(work, tr("Reading the module…"))

    def _press(self) -> None:
        if self._made is not None:
            self.play_asked.emit(self._made.scenario)
            self.accept()
        elif self.plan is not None:
            self._importing = True
            self._begin(partial(_made, self.plan), tr("Taking the module in…"))

    def _begin(self, work: Callable[..., object], words: str) -> None:
        """Do it beside the window; what is still being done before it is given up."""
        self._stop.set()
        self._stop = Event()
        self._task.start(partial(work, progress=partial(self._told, self._stop)))
        self._follow()
        self._say(words, "text2")

    def _told(self, stop: Event, done: int, of: int) -> bool:
        """How far the work is; called by its thread."""
        if not stop.is_set():
            tell(self._progress, done, of)
        return not stop.is_set()

    def _advance(self, done: int, of: int) -> None:
        if of > 1:
            self.bar.setMaximum(of)
            self.bar.setValue(done)

    def _done(self, found: ModulePlan | MadeOfModule) -> None:
        self._importing = False
        if isinstance(found, ModulePlan):
            self.plan = found
            self._say("", "text2")
            self._show_boards(found)
        else:
            self._made = found
            self.go.set_words(tr("Play"), key="Enter")
            self.leave.set_words(tr("Close"), key="Esc")
            told = tr("Home has it now: {0}. It lies in {1}.").format(found.title, found.pack)
            self._say(told, "ok")
            self.lost.setText(_lines(found.notes))
            self.made.emit()
        self._follow()

    def _failed(self, error: object) -> None:
        self._importing = False
        self._follow()
        if not isinstance(error, UserError):
            raise error if isinstance(error, BaseException) else TypeError(str(error))
        self._say(str(explained(error)), "danger")

    # ---- what is shown --------------------------------------------------------------------------

    def _follow(self) -> None:
        busy, plan = self._task.running, self.plan
        self.bar.setMaximum(0)
        self.bar.setVisible(busy)
        self.stop.setVisible(busy)
        self.board.setEnabled(not busy and self._made is None)
        self.fields.show_row(self.board, shown=self.board.count() > 1)
        why_not = tr("Choose a module.") if not self.module.text() else ""
        why_not = why_not or ("" if plan else tr("Nothing of it could be read."))
        self.judge(tr("The module is being read.") if busy else why_not)
        if plan is not None and self._made is None:
            self.comes.setText(_comes(plan))
            self.lost.setText(_lines(plan.notes))
        elif plan is None:
            self.comes.setText("")
            self.lost.setText("")
        self._show_picture(plan.picture if plan else b"")
        self.grow()

    def _show_boards(self, plan: ModulePlan) -> None:
        if self.board.count() != len(plan.boards):
            self.board.clear()
            for name in plan.boards:
                self.board.addItem(name or tr("Board"), name)
        self.board.setCurrentIndex(max(0, self.board.findData(plan.board)))

    def _show_picture(self, data: bytes) -> None:
        image = QImage.fromData(data) if data else QImage()
        if image.isNull():
            self.picture.setPixmap(QPixmap())
            self.picture.setVisible(bool(self.plan))
            self.picture.setText(tr("no picture") if self.plan else "")
            return
        self.picture.show()
        ratio = self.devicePixelRatioF()
        room = self.picture.size() * ratio
        small = image.scaled(
            room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        small.setDevicePixelRatio(ratio)
        self.picture.setPixmap(QPixmap.fromImage(small))

    def _say(self, words: str, tone: str) -> None:
        self.told.setText(words)
        self.told.set_tone(tone)
        self.told.setVisible(bool(words))
        self.grow()

    def done(self, result: int) -> None:
        """Nothing goes on behind a closed dialog."""
        self._stop.set()
        self._task.stop()
        super().done(result)


def module_dialog(
    window: QWidget, listed: Callable[[], object], played: Callable[[str], object]
) -> ModuleDialog:
    """The open dialog of a window, or a new one; *listed* and *played* hear of what it makes."""
    for dialog in window.findChildren(ModuleDialog):
        if dialog.isVisible():
            return dialog
    dialog = ModuleDialog(window)
    dialog.made.connect(listed)
    dialog.play_asked.connect(played)
    dialog.open()
    return dialog


def _made(plan: ModulePlan, *, progress: Progress) -> MadeOfModule:
    """Worker thread: the pack, in a folder of its own among the person's packs."""
    return make_pack(plan, free_folder(scenarios_folder(), plan.title), repainted, progress)


def _comes(plan: ModulePlan) -> str:
    """What comes along, in words."""
    rows = [
        plan.title,
        tr("Cells: {0}").format(len(plan.document.cells)),
        tr("Counters: {0}, {1} of them in their places").format(len(plan.pieces), plan.placed),
        tr("Sides: {0}").format(", ".join(plan.sides)),
    ]
    if plan.decks:
        rows.append(tr("Decks: {0}, cards: {1}").format(len(plan.decks), len(plan.cards)))
    return "\n".join(rows)


def _lines(notes: tuple[str, ...]) -> str:
    told = [shown(note) for note in notes]
    told.append(tr("Programs, traits and rules of the module do not come: people move by hand."))
    return "\n".join(f"• {one}" for one in dict.fromkeys(told))
