"""The counter designer: every field of a counter, with a picture of it that follows each key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from wardesk.errors import UserError
from wardesk.model.look import CounterLook, SideLook
from wardesk.render.counters.counter import BLEED, counter_image, paint_counter
from wardesk.render.counters.symbols import ECHELONS, symbol_names
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog, FormRows
from wardesk.ui.language import explained
from wardesk.ui.making.colour_field import ColourField
from wardesk.ui.making.picture_field import PictureField
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.picture import PictureView
from wardesk.ui.widgets.stepper import Stepper
from wardesk.words import tr

LARGE, USUAL, SMALL = 132, 56, 30


class CounterPreview(PictureView):
    """Draws one counter in three sizes on the ground of a map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        name = tr("Preview of the counter")
        super().__init__(parent, name=name, size=(208, 292), fixed=True, framed=True)
        self._faces: Sequence[CounterLook] = ()
        self._side = SideLook("", "", "#c9c2b2", "#5b564c")

    def show_faces(self, faces: Sequence[CounterLook], side: SideLook) -> None:
        """Show the counter at full strength and, if it has one, its other face."""
        self._faces, self._side = tuple(faces), side
        words = "; ".join(face.text or face.title for face in faces)
        self.setAccessibleDescription(words)
        self.update()

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self._faces:
            middle = box.center().x()
            self._counter(painter, self._faces[0], QPointF(middle, 96), LARGE)
            spots = [(self._faces[0], middle - 52, USUAL), (self._faces[0], middle + 58, SMALL)]
            if len(self._faces) > 1:
                spots.insert(1, (self._faces[1], middle + 12, USUAL))
                spots[0] = (self._faces[0], middle - 58, USUAL)
                spots[2] = (self._faces[0], middle + 70, SMALL)
            for face, x, size in spots:
                self._counter(painter, face, QPointF(x, 222), size)

    def _counter(self, painter: QPainter, face: CounterLook, at: QPointF, size: int) -> None:
        image = counter_image(face, self._side, size, self.devicePixelRatioF())
        whole = size * (1 + 2 * BLEED)
        painter.drawImage(QRectF(at.x() - whole / 2, at.y() - whole / 2, whole, whole), image)


Preview = Callable[[Mapping[str, str]], CounterLook]
"""What a counter with these values looks like; UserError when a value does not fit."""

MOST_COPIES, MOST_STEPS = 50, 20
FIELDS = frozenset({
    "name", "side", "symbol", "echelon", "factors", "steps", "reduced", "colour", "bar", "picture",
    "back", "flipped", "place", "count",
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


class CounterDesigner(Dialog):
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
        super().__init__(parent, least=(620, 0))
        start = dict(values or {})
        self._sides, self._preview, self._start = tuple(sides), preview, start
        self._changing = changing
        self.set_title(tr("Change a counter") if changing else tr("New counter"))
        self.name = line_edit(tr("Name"), self, start.get("name", ""), most=60)
        self.side = self._combo(tr("Side"), [(s.id, s.name) for s in sides])
        self.symbol = self._symbols(start.get("symbol", "infantry"))
        self.echelon = self._combo(
            tr("Size of the unit"),
            [("", tr("none", "CounterDesigner")), *((e, f"{e}  {m}") for e, m in ECHELONS.items())],
        )
        self.factors = line_edit(tr("Factors"), self, start.get("factors", ""), most=14)
        self.factors.setPlaceholderText("4-3-6")
        self.steps = Stepper(
            tr("Steps"),
            self,
            value=_number(start.get("steps", ""), MOST_STEPS),
            least=1,
            most=MOST_STEPS,
        )
        self.reduced = line_edit(
            tr("Factors after a loss"), self, start.get("reduced", ""), most=14
        )
        self.field = ColourField(tr("Face"), self, value=start.get("colour", ""))
        self.bar = ColourField(tr("Title bar"), self, value=start.get("bar", ""))
        self.place = line_edit(tr("Place"), self, start.get("place", ""), most=60)
        self.place.setPlaceholderText(tr("beside the map"))
        completer = QCompleter(list(places), self.place)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.place.setCompleter(completer)
        self.count = Stepper(
            tr("How many"),
            self,
            value=_number(start.get("count", ""), MOST_COPIES),
            least=1,
            most=MOST_COPIES,
        )
        self.front = PictureField(tr("Front"), self, value=start.get("picture", ""))
        self.back = PictureField(tr("Back"), self, value=start.get("back", ""))
        self.preview = CounterPreview(self)
        self.problem.show()  # beside the preview, where nothing jumps
        words = tr("Change it") if changing else tr("Make it")
        self.save = Button(words, self, kind="primary")
        self.save.clicked.connect(self._save)
        self._pick(self.side, start.get("side", ""))
        self._pick(self.echelon, start.get("echelon", ""))
        self._lay_out()
        for line in (self.name, self.factors, self.reduced, self.place):
            line.textChanged.connect(self._follow)
        for box in (self.side, self.symbol, self.echelon):
            box.currentIndexChanged.connect(self._follow)
        for part in (self.steps, self.field, self.bar, self.front, self.back):
            part.changed.connect(self._follow)
        for part in (self.front, self.back):
            part.refused.connect(self.problem.setText)
        self._follow()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- fields ---------------------------------------------------------------------------------

    def _combo(self, name: str, entries: Sequence[tuple[str, str]]) -> QComboBox:
        box = combo_box(name, self, ((words, key) for key, words in entries))
        box.setMinimumWidth(180)
        return box

    def _symbols(self, now: str) -> QComboBox:
        box = self._combo(tr("Symbol"), ())
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
        grid = FormRows(tone="text")
        rows: list[tuple[str, QWidget | QHBoxLayout]] = [
            (tr("Name"), self.name),
            (tr("Side"), self.side),
            (tr("Symbol"), self.symbol),
            (tr("Size of the unit"), self.echelon),
            (tr("Factors"), self.factors),
            (tr("Steps"), self.steps),
            (tr("Factors after a loss"), self.reduced),
            (tr("Face"), self.field),
            (tr("Title bar"), self.bar),
            (tr("Front"), self.front),
            (tr("Back"), self.back),
        ]
        if not self._changing:
            rows += [(tr("Place"), self.place), (tr("How many"), self.count)]
        for label, part in rows:
            grid.add(label, part)
        self.place.setVisible(not self._changing)
        self.count.setVisible(not self._changing)
        right = QVBoxLayout()
        right.setSpacing(theme.S2)
        right.addWidget(self.preview)
        right.addWidget(self.problem)
        right.addStretch(1)
        both = QHBoxLayout()
        both.setSpacing(theme.S6)
        both.addLayout(grid, 1)
        both.addLayout(right)
        self.body.addLayout(both)
        self.body.addStretch(1)
        self.set_foot(self.save)
        self.problem.setFixedWidth(self.preview.sizeHint().width())
        self.problem.setMinimumHeight(54)

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
            "picture": self.front.value,
            "back": self.back.value,
            "flipped": self._start.get("flipped", "") if self.back.value else "",
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
        self.reduced.setEnabled(self.steps.value > 1)
        name = self.name.text().strip()
        values = {**self.values(), "name": name or "?"}
        values.pop("left", None)
        values.pop("flipped", None)
        other = {**values, "left": "1"} if self.steps.value > 1 else {**values, "flipped": "yes"}
        two_sided = self.steps.value > 1 or bool(self.back.value)
        try:
            faces = [self._preview(v) for v in ((values, other) if two_sided else (values,))]
        except UserError as error:
            self._refuse(str(explained(error)))
            return
        self.preview.show_faces([replace(face, title=name) for face in faces], side)
        if name:
            self.problem.setText("")
            self.save.allow()
        else:
            self._refuse(tr("Give the counter a name."), quietly=True)

    def _refuse(self, words: str, *, quietly: bool = False) -> None:
        self.problem.setText("" if quietly else words)
        self.save.refuse(words)

    def _save(self) -> None:
        if self.save.isEnabled():
            self.made.emit(self.values())
            self.accept()
