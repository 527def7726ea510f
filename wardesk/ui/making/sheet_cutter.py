"""The dialog that cuts scanned sheets into counters, with the grid live over the picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.documents.files.pictures import keep_bytes
from wardesk.documents.packs.csv_forces import read_csv_forces
from wardesk.errors import UserError
from wardesk.model.counter_sheet import CutPlan, Mirror, PixelBox, back_of, cuts, names
from wardesk.model.setting import FormSetting
from wardesk.render.counters.sheet import SheetJob, cut_sheet, read_sheet
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.settings_form import SettingsForm
from wardesk.ui.language import explained
from wardesk.ui.tasks import Task, tell
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.picture import PictureView
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import Label
from wardesk.words import say_count, shown, tr

FRONT, BACK = "front", "back"
_SHOWN = 1400
"""Pixels that a sheet keeps for its preview, each way."""
_CUT, _CASING = "#e0007a", "#ffffff"


class SheetPreview(PictureView):
    """A sheet as it will be cut: every counter framed, and the number of the counter on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        name = tr("Preview of the sheet")
        super().__init__(parent, name=name, size=(520, 420), framed=True)
        self._image: QImage | None = None
        self._size = QSize()
        self._boxes: Sequence[tuple[PixelBox, str]] = ()
        self.setMinimumSize(320, 260)

    def show_sheet(
        self, image: QImage | None, size: QSize, boxes: Sequence[tuple[PixelBox, str]]
    ) -> None:
        """Show a sheet of *size* pixels, made small, and where it is cut."""
        self._image, self._size, self._boxes = image, size, tuple(boxes)
        self.setAccessibleDescription(shown(say_count("{n} counter", "{n} counters", n=len(boxes))))
        self.update()

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self._image is None:
            words = tr("Choose the picture of the fronts")
            paint.words(painter, box, words, ink="text3", align=paint.CENTRE)
            return
        room = box.adjusted(10, 10, -10, -10)
        shown = self._size.toSizeF().scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(0, 0, shown.width(), shown.height())
        place.moveCenter(room.center())
        painter.drawImage(place, self._image)
        scale = place.width() / max(1, self._size.width())
        for cut, number in self._boxes:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            frame = QRectF(cut.left, cut.top, cut.width, cut.height)
            frame = QRectF(frame.topLeft() * scale, frame.size() * scale)
            frame.translate(place.topLeft())
            for width, code in ((2.6, _CASING), (1.2, _CUT)):
                painter.setPen(QPen(QColor(code), width))
                painter.drawRect(frame)
            if frame.width() >= 26:
                self._number(painter, frame, number)

    def _number(self, painter: QPainter, frame: QRectF, number: str) -> None:
        """The same number on a front and its back shows that they belong together."""
        chip = QRectF(frame.left() + 2, frame.top() + 2, paint.advance(number, "tiny") + 8, 15)
        paint.rounded(painter, chip, fill=QColor(_CUT), radius=4)
        paint.words(painter, chip, number, role="tiny", ink=QColor(_CASING), align=paint.CENTRE)


def _settings(sides: Sequence[tuple[str, str]]) -> Iterator[FormSetting]:
    """What is asked of a sheet; those of a `CutPlan` by the names of its fields."""
    yield FormSetting("mirror", tr("The back was turned"), "sides", row=tr("Turned"), choices=(
        ("sides", tr("over sideways")), ("ends", tr("head over")),
        ("none", tr("not: it lies like the front")),
    ))  # fmt: skip
    for row, first, second in (
        (tr("Rows, columns"), ("rows", tr("Rows"), 4), ("columns", tr("Columns"), 5)),
        (tr("Left, right"), ("left", tr("Margin left"), 0), ("right", tr("Margin right"), 0)),
        (tr("Above, below"), ("top", tr("Margin above"), 0), ("bottom", tr("Margin below"), 0)),
        (
            tr("Gaps across, down"), ("across", tr("Gap between columns"), 0),
            ("down", tr("Gap between rows"), 0),
        ),
    ):  # fmt: skip
        for name, title, usual in (first, second):
            least = int(usual > 0)
            yield FormSetting(name, title, usual, row=row, least=least, most=9999)
    yield FormSetting("trim", tr("Trim of each edge"), 0, row=tr("Trim"), most=9999)
    yield FormSetting(
        "side", tr("Side"), next((one for one, _name in sides), ""), choices=tuple(sides),
    )  # fmt: skip
    yield FormSetting(
        "pattern", tr("Names"), "Counter {n}", longest=50,
        tip=tr("{n} is the number, {row} and {column} are the place"),
    )  # fmt: skip


class SheetCutter(Dialog):
    """``made(rows)``: rows of a table of counters, their pictures kept. Enter cuts, Esc stops."""

    made = Signal(list)
    _advanced = Signal(int, int)

    def __init__(
        self,
        sides: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        """*sides*: id and name of each."""
        super().__init__(parent, least=(940, 560))
        self.set_title(tr("Cut counters from a scanned sheet"))
        self._files: dict[str, Path] = {}
        self._sheets: dict[str, tuple[QImage, QSize]] = {}
        self._rows: list[dict[str, str]] = []
        self._stopped = False
        self._reading: tuple[str, Path] = ("", Path())
        self._loader, self._cutter = Task(self), Task(self)
        self._loader.done.connect(self._read)
        self._loader.failed.connect(self._failed)
        self._cutter.done.connect(self._cut)
        self._cutter.failed.connect(self._failed)
        self._advanced.connect(self._show_progress)
        self.preview = SheetPreview(self)
        self.shown = Segment(((FRONT, tr("Front"), ""), (BACK, tr("Back"), "")), name=tr("Shown"))
        self.shown.chosen.connect(lambda _side: self._follow())
        self._make_fields(sides)
        self._lay_out()
        self.go = Button(tr("Cut the sheet"), self, kind="primary")
        self.go.clicked.connect(self.cut)
        self.set_foot(self.go, left=[self._progress])
        self._follow()

    # ---- fields ---------------------------------------------------------------------------------

    def _make_fields(self, sides: Sequence[tuple[str, str]]) -> None:
        self.front = Button(tr("Picture of the fronts…"), self, icon="folder")
        self.front.clicked.connect(partial(self._ask, FRONT))
        self.back = Button(tr("Picture of the backs…"), self, icon="folder")
        self.back.clicked.connect(partial(self._ask, BACK))
        self.fields = SettingsForm(self)
        self.fields.add(tr("Front"), self.front, self.front.text())
        self.fields.add(tr("Back"), self.back, self.back.text())
        self.fields.add_settings(_settings(sides))
        self.mirror, self.side = self.fields.lists["mirror"], self.fields.lists["side"]
        self.steps, self.pattern = self.fields.steppers, self.fields.lines["pattern"]
        self.table = Button(tr("Names from a CSV file…"), self, icon="folder")
        self.table.clicked.connect(self._ask_table)
        self._progress = Label("", self, role="small", tone="text2")
        self.fields.add("", self.table, self.table.text())
        self.fields.changed.connect(self._follow)

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(theme.S2)
        right.addWidget(self.shown, 0, Qt.AlignmentFlag.AlignLeft)
        right.addWidget(self.preview, 1)
        both = QHBoxLayout()
        both.setSpacing(theme.S6)
        left = QVBoxLayout()
        left.addWidget(self.fields)
        left.addStretch(1)
        both.addLayout(left)
        both.addLayout(right, 1)
        self.body.addLayout(both, 1)

    # ---- what it shows --------------------------------------------------------------------------

    def plan(self) -> CutPlan:
        """What the fields say."""
        return CutPlan(**{key: stepper.value for key, stepper in self.steps.items()})

    def _follow(self) -> None:
        """Show the cuts over the sheet, or what is wrong with them."""
        side = self.shown.current if self.shown.current in self._sheets else FRONT
        self.mirror.setEnabled(BACK in self._sheets)
        image, size = self._sheets.get(side, (None, QSize()))
        wrong, boxes = "", []
        try:
            names(self.plan(), self.pattern.text())
            if image is not None:
                boxes = self._numbered(side, size)
        except UserError as error:
            wrong = str(explained(error))
        self.preview.show_sheet(image, size, boxes)
        self.tell_problem(wrong)
        if self._cutter.running or self._loader.running:
            self.judge(tr("One moment"))
        elif FRONT not in self._sheets:
            self.judge(tr("Choose the picture of the fronts first"))
        else:
            self.judge(wrong)

    def _numbered(self, side: str, size: QSize) -> list[tuple[PixelBox, str]]:
        plan = self.plan()
        found = cuts(plan, size.width(), size.height())
        mirror = cast("Mirror", self.mirror.currentData())
        boxes: list[tuple[PixelBox, str]] = []
        for row in range(plan.rows):
            for column in range(plan.columns):
                at = back_of(row, column, plan, mirror) if side == BACK else (row, column)
                boxes.append((found[at[0]][at[1]], str(row * plan.columns + column + 1)))
        return boxes

    # ---- files ----------------------------------------------------------------------------------

    def _ask(self, side: str) -> None:
        kinds = tr("Pictures (*.png *.jpg *.jpeg *.webp)")
        path, _kind = QFileDialog.getOpenFileName(self, tr("A scanned sheet"), "", kinds)
        if path:
            self.take(side, Path(path))

    def take(self, side: str, file: Path) -> None:
        """Read a sheet behind the scenes and show it."""
        self._reading = (side, file)
        self._loader.start(partial(_small_sheet, file))
        self._follow()

    def _read(self, found: tuple[QImage, QSize]) -> None:
        side, file = self._reading
        self._sheets[side], self._files[side] = found, file
        button = self.front if side == FRONT else self.back
        button.set_words(file.name)
        self.shown.set_current(side)
        self._follow()

    def _ask_table(self) -> None:
        kinds = tr("Tables (*.csv *.tsv *.txt);;All files (*)")
        path, _kind = QFileDialog.getOpenFileName(self, tr("A table of counters"), "", kinds)
        if path:
            self.take_table(Path(path))

    def take_table(self, file: Path) -> None:
        """Names, and what else is known of the counters, from a CSV file in the sheet's order."""
        try:
            rows = read_csv_forces(file, ("name",))
        except UserError as error:
            self.tell_problem(str(explained(error)))
            return
        self._rows = [{k: v for k, v in row.items() if k != "where"} for row in rows]
        self.table.set_words(tr("{0}: {1} rows").format(file.name, len(rows)))
        self._follow()

    # ---- cutting --------------------------------------------------------------------------------

    def cut(self) -> None:
        """Cut behind the scenes; `made` comes when all pictures are kept."""
        if not self.go.isEnabled():
            return
        self._stopped = False
        job = SheetJob(
            front=self._files[FRONT],
            back=self._files[BACK] if BACK in self._sheets else None,
            plan=self.plan(),
            mirror=cast("Mirror", self.mirror.currentData()),
            side=str(self.side.currentData() or ""),
            pattern=self.pattern.text(),
            rows=self._rows,
        )
        self._cutter.start(partial(cut_sheet, job, keep_bytes, self._told))
        self._follow()

    def _told(self, done: int, of: int) -> bool:
        """In the worker's thread."""
        tell(self._advanced, done, of)
        return not self._stopped

    def _show_progress(self, done: int, of: int) -> None:
        self._progress.setText(tr("{0} of {1} counters").format(done, of))

    def _cut(self, rows: Sequence[Mapping[str, str]] | None) -> None:
        if rows:
            self.made.emit(list(rows))
            self.accept()
        else:
            self._progress.setText("")
            self._follow()
            self.tell_problem(tr("No counter was cut: every name is left out."))

    def _failed(self, error: Exception) -> None:
        self._follow()
        known = isinstance(error, UserError)
        self.tell_problem(str(explained(error)) if known else str(error))

    def reject(self) -> None:
        """Esc stops the cutting first, and closes the dialog where nothing is being cut."""
        if self._cutter.running:
            self._stopped = True
            self._cutter.forget()
            self._progress.setText(tr("Stopped; no counter was made"))
            self._follow()
            return
        super().reject()

    def done(self, result: int) -> None:
        """The dialog goes: no thread may outlive it."""
        self._stopped = True
        self._loader.stop()
        self._cutter.stop()
        super().done(result)


def _small_sheet(file: Path) -> tuple[QImage, QSize]:
    """A sheet for the preview, and how large it really is. In a worker's thread."""
    image = read_sheet(file)
    size = image.size()
    if max(size.width(), size.height()) > _SHOWN:
        image = image.scaled(
            _SHOWN, _SHOWN, Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )  # fmt: skip
    return image, size
