"""The counter designer: every field of a counter, with a picture of it that follows each key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from wardesk.documents.files.pictures import keep_picture
from wardesk.errors import UserError
from wardesk.model.look import CounterLook, SideLook
from wardesk.render.counters.counter import paint_counter
from wardesk.render.counters.pictures import counter_picture
from wardesk.render.counters.symbols import ECHELONS, symbol_names
from wardesk.ui import theme
from wardesk.ui.language import explained
from wardesk.ui.making.colour_field import ColourField
from wardesk.ui.making.counter_preview import CounterPreview
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Text

Preview = Callable[[Mapping[str, str]], CounterLook]
"""What a counter with these values looks like; UserError when a value does not fit."""

MOST_COPIES, MOST_STEPS = 50, 20
FIELDS = frozenset({
    "name", "side", "symbol", "echelon", "factors", "steps", "reduced", "colour", "bar", "picture",
    "place", "count",
})  # fmt: skip
"""The columns that the designer looks after."""


def _number(text: str, most: int) -> int:
    """What a row says, as far as a stepper can show it."""
    return min(int(text), most) if text.isascii() and text.isdigit() and int(text[:4]) else 1


def symbol_icon(name: str, size: int = 28) -> QIcon:
    """A symbol as it is drawn on a counter."""
    picture = QPixmap(QSize(size, size) * 2)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    side = SideLook("", "", "#e6dfcd", "#e6dfcd")
    look = CounterLook(piece="", side="", at=None, title="", symbol=name)
    painter.setClipRect(QRectF(0, size * 0.2, size, size * 0.62))
    paint_counter(painter, look, side, QPointF(size / 2, size / 2 - 4), size * 1.5, 64, shadow=0)
    painter.end()
    return QIcon(picture)


class CounterDesigner(QDialog):
    """``made(values)`` with a row of a table of counters. Enter makes, Esc gives up."""

    made = Signal(dict)

    def __init__(
        self,
        sides: Sequence[SideLook],
        preview: Preview,
        parent: QWidget | None = None,
        *,
        values: Mapping[str, str] | None = None,
        places: Sequence[str] = (),
        changing: bool = False,
    ) -> None:
        super().__init__(parent)
        start = dict(values or {})
        self._sides, self._preview, self._start = tuple(sides), preview, start
        self._changing, self._picture = changing, start.get("picture", "")
        self.setWindowTitle(self.tr("Change a counter") if changing else self.tr("New counter"))
        self.name = self._line(self.tr("Name"), start.get("name", ""), 60)
        self.side = self._combo(self.tr("Side"), [(s.id, s.name) for s in sides])
        self.symbol = self._symbols(start.get("symbol", "infantry"))
        self.echelon = self._combo(
            self.tr("Size of the unit"),
            [("", self.tr("none")), *((e, f"{e}  {m}") for e, m in ECHELONS.items())],
        )
        self.factors = self._line(self.tr("Factors"), start.get("factors", ""), 14)
        self.factors.setPlaceholderText("4-3-6")
        self.steps = Stepper(
            self.tr("Steps"),
            self,
            value=_number(start.get("steps", ""), MOST_STEPS),
            least=1,
            most=MOST_STEPS,
        )
        self.reduced = self._line(self.tr("Factors after a loss"), start.get("reduced", ""), 14)
        self.field = ColourField(self.tr("Face"), self, value=start.get("colour", ""))
        self.bar = ColourField(self.tr("Title bar"), self, value=start.get("bar", ""))
        self.place = self._line(self.tr("Place"), start.get("place", ""), 60)
        self.place.setPlaceholderText(self.tr("beside the map"))
        completer = QCompleter(list(places), self.place)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.place.setCompleter(completer)
        self.count = Stepper(
            self.tr("How many"),
            self,
            value=_number(start.get("count", ""), MOST_COPIES),
            least=1,
            most=MOST_COPIES,
        )
        self.picture_button = Button(self.tr("Picture…"), self, icon="folder")
        self.picture_button.clicked.connect(self._ask_picture)
        self.no_picture = Button(self.tr("No picture"), self)
        self.no_picture.clicked.connect(lambda: self._set_picture(""))
        self.preview = CounterPreview(self)
        self.problem = Text("", self, role="small", tone="danger", wrap=True)
        words = self.tr("Change it") if changing else self.tr("Make it")
        self.save = Button(words, self, kind="primary", key="Enter")
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        self._pick(self.side, start.get("side", ""))
        self._pick(self.echelon, start.get("echelon", ""))
        self._lay_out()
        for line in (self.name, self.factors, self.reduced, self.place):
            line.textChanged.connect(self._follow)
        for box in (self.side, self.symbol, self.echelon):
            box.currentIndexChanged.connect(self._follow)
        for part in (self.steps, self.field, self.bar):
            part.changed.connect(self._follow)
        self._follow()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- fields ---------------------------------------------------------------------------------

    def _line(self, name: str, text: str, longest: int) -> QLineEdit:
        line = QLineEdit(text, self)
        line.setFont(theme.font())
        line.setAccessibleName(name)
        line.setMaxLength(longest)
        line.setMinimumHeight(theme.CONTROL_HEIGHT)
        return line

    def _combo(self, name: str, entries: Sequence[tuple[str, str]]) -> QComboBox:
        box = QComboBox(self)
        box.setFont(theme.font())
        box.setAccessibleName(name)
        box.setMinimumWidth(180)
        for key, words in entries:
            box.addItem(words, key)
        return box

    def _symbols(self, now: str) -> QComboBox:
        box = self._combo(self.tr("Symbol"), ())
        box.setIconSize(QSize(28, 22))
        box.setMaxVisibleItems(14)
        for name in symbol_names():
            box.addItem(symbol_icon(name), name.replace("_", " "), name)
        self._pick(box, now or "infantry")
        return box

    @staticmethod
    def _pick(box: QComboBox, key: str) -> None:
        """Show *key*, also one that the list does not have."""
        if key and box.findData(key) < 0:
            box.addItem(key, key)
        box.setCurrentIndex(max(0, box.findData(key)))

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.S3)
        grid.setVerticalSpacing(theme.S2)
        grid.setColumnStretch(1, 1)
        pictures = QHBoxLayout()
        pictures.setSpacing(theme.S2)
        pictures.addWidget(self.picture_button)
        pictures.addWidget(self.no_picture)
        pictures.addStretch(1)
        rows: list[tuple[str, QWidget | QHBoxLayout]] = [
            (self.tr("Name"), self.name),
            (self.tr("Side"), self.side),
            (self.tr("Symbol"), self.symbol),
            (self.tr("Size of the unit"), self.echelon),
            (self.tr("Factors"), self.factors),
            (self.tr("Steps"), self.steps),
            (self.tr("Factors after a loss"), self.reduced),
            (self.tr("Face"), self.field),
            (self.tr("Title bar"), self.bar),
            (self.tr("Picture"), pictures),
        ]
        if not self._changing:
            rows += [(self.tr("Place"), self.place), (self.tr("How many"), self.count)]
        for number, (label, part) in enumerate(rows):
            grid.addWidget(Text(label, self), number, 0, Qt.AlignmentFlag.AlignVCenter)
            if isinstance(part, QHBoxLayout):
                grid.addLayout(part, number, 1)
            else:
                grid.addWidget(part, number, 1)
        self.place.setVisible(not self._changing)
        self.count.setVisible(not self._changing)
        cancel = Button(self.tr("Cancel"), self, key="Esc")
        cancel.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.setSpacing(theme.S2)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.save)
        right = QVBoxLayout()
        right.setSpacing(theme.S2)
        right.addWidget(self.preview)
        right.addWidget(self.problem)
        right.addStretch(1)
        both = QHBoxLayout()
        both.setSpacing(theme.S6)
        both.addLayout(grid, 1)
        both.addLayout(right)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S6, theme.S4, theme.S6, theme.S4)
        column.setSpacing(theme.S4)
        column.addLayout(both)
        column.addStretch(1)
        column.addLayout(foot)
        self.problem.setFixedWidth(self.preview.sizeHint().width())
        self.problem.setMinimumHeight(54)
        self.setMinimumWidth(620)

    # ---- values ---------------------------------------------------------------------------------

    def values(self) -> dict[str, str]:
        """The counter as a row; empty cells are left out where they say what is usual."""
        found = {
            "name": self.name.text().strip(),
            "side": str(self.side.currentData()),
            "symbol": str(self.symbol.currentData()),
            "echelon": str(self.echelon.currentData()),
            "factors": self.factors.text().strip(),
            "steps": str(self.steps.value),
            "reduced": self.reduced.text().strip(),
            "colour": self.field.value(),
            "bar": self.bar.value(),
            "picture": self._picture,
        }
        if not self._changing:
            found["place"] = self.place.text().strip()
            found["count"] = str(self.count.value) if self.count.value > 1 else ""
        if self._changing and self.steps.value != _number(self._start.get("steps", ""), MOST_STEPS):
            found["left"] = ""  # another number of steps: all of them are there
        return {k: v for k, v in found.items() if v or (self._changing and k in self._start)}

    def _follow(self) -> None:
        side = self._sides[max(0, self.side.currentIndex())]
        self.field.set_usual(side.field)
        self.bar.set_usual(side.bar)
        self.no_picture.setVisible(bool(self._picture))
        self.reduced.setEnabled(self.steps.value > 1)
        name = self.name.text().strip()
        values = {**self.values(), "name": name or "?"}
        values.pop("left", None)
        lost = {**values, "left": "1"}
        try:
            faces = [
                self._preview(v) for v in ((values, lost) if self.steps.value > 1 else (values,))
            ]
        except UserError as error:
            self._refuse(str(explained(error)))
            return
        self.preview.show_faces([replace(face, title=name) for face in faces], side)
        if name:
            self.problem.setText("")
            self.save.allow()
        else:
            self._refuse(self.tr("Give the counter a name."), quietly=True)

    def _refuse(self, words: str, *, quietly: bool = False) -> None:
        self.problem.setText("" if quietly else words)
        self.save.refuse(words)

    # ---- pictures -------------------------------------------------------------------------------

    def _ask_picture(self) -> None:
        kinds = self.tr("Pictures (*.png *.jpg *.jpeg)")
        path, _kind = QFileDialog.getOpenFileName(self, self.tr("A picture"), "", kinds)
        if path:
            self.take_picture(Path(path))

    def take_picture(self, file: Path) -> None:
        """Judge, keep and show the picture in *file*; what is wrong with it is said."""
        try:
            name = keep_picture(file)
            if counter_picture(name) is None:
                raise UserError(
                    self.tr("{0} cannot be drawn: the file is cut short or damaged.").format(
                        file.name
                    ),
                    self.tr("Choose another picture."),
                )
        except UserError as error:
            self.problem.setText(str(explained(error)))
            return
        self._set_picture(name)

    def _set_picture(self, name: str) -> None:
        self._picture = name
        self._follow()

    def _save(self) -> None:
        if self.save.isEnabled():
            self.made.emit(self.values())
            self.accept()
