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
from wardesk.model.setting import FormSetting
from wardesk.render.counters.counter import BLEED, counter_image, paint_counter
from wardesk.render.counters.symbols import ECHELONS, symbol_names
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.settings_form import SettingsForm
from wardesk.ui.language import explained
from wardesk.ui.making.colour_field import ColourField
from wardesk.ui.making.picture_field import PictureField
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.picture import PictureView
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


def _with(choices: Sequence[tuple[str, str]], key: str) -> tuple[tuple[str, str], ...]:
    """Those choices, and *key*, also if they do not have it."""
    return (*choices, *([(key, key)] if key and key not in dict(choices) else []))


def _settings(
    sides: Sequence[SideLook], start: Mapping[str, str]
) -> tuple[tuple[FormSetting, ...], ...]:
    """What is asked before the symbol, after it, and of where a new counter lies."""
    side, size = start.get("side", ""), start.get("echelon", "")
    sizes = [("", tr("none", "CounterDesigner")), *((e, f"{e}  {m}") for e, m in ECHELONS.items())]
    first = (
        FormSetting("name", tr("Name"), start.get("name", ""), longest=60),
        FormSetting(
            "side", tr("Side"), side or next((s.id for s in sides), ""),
            choices=_with([(s.id, s.name) for s in sides], side),
        ),
    )  # fmt: skip
    second = (
        FormSetting("echelon", tr("Size of the unit"), size, choices=_with(sizes, size)),
        FormSetting("factors", tr("Factors"), start.get("factors", ""), longest=14, hint="4-3-6"),
        FormSetting(
            "steps", tr("Steps"), _number(start.get("steps", ""), MOST_STEPS), least=1,
            most=MOST_STEPS,
        ),
        FormSetting("reduced", tr("Factors after a loss"), start.get("reduced", ""), longest=14),
    )  # fmt: skip
    last = (
        FormSetting(
            "place", tr("Place"), start.get("place", ""), longest=60, hint=tr("beside the map"),
        ),
        FormSetting(
            "count", tr("How many"), _number(start.get("count", ""), MOST_COPIES), least=1,
            most=MOST_COPIES,
        ),
    )  # fmt: skip
    return first, second, last


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
        self.symbol = self._symbols(start.get("symbol", "infantry"))
        self.field = ColourField(tr("Face"), self, value=start.get("colour", ""))
        self.bar = ColourField(tr("Title bar"), self, value=start.get("bar", ""))
        self.front = PictureField(tr("Front"), self, value=start.get("picture", ""))
        self.back = PictureField(tr("Back"), self, value=start.get("back", ""))
        self.preview = CounterPreview(self)
        self.problem.show()  # beside the preview, where nothing jumps
        words = tr("Change it") if changing else tr("Make it")
        self.save = Button(words, self, kind="primary")
        self.save.clicked.connect(self._save)
        self._lay_out(places)
        self.fields.changed.connect(self._follow)
        self.symbol.currentIndexChanged.connect(self._follow)
        for part in (self.field, self.bar, self.front, self.back):
            part.changed.connect(self._follow)
        for part in (self.front, self.back):
            part.refused.connect(self.problem.setText)
        self._follow()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- fields ---------------------------------------------------------------------------------

    def _symbols(self, now: str) -> QComboBox:
        box = combo_box(tr("Symbol"), self)
        box.setIconSize(QSize(28, 22))
        box.setMaxVisibleItems(14)
        for name in symbol_names():
            box.addItem(symbol_icon(name), name.replace("_", " "), name)
        if now and box.findData(now) < 0:
            box.addItem(now, now)
        box.setCurrentIndex(box.findData(now or "infantry"))
        return box

    def _lay_out(self, places: Sequence[str]) -> None:
        self.fields = SettingsForm(self)
        first, second, last = _settings(self._sides, self._start)
        self.fields.add_settings(first)
        self.fields.add(tr("Symbol"), self.symbol)
        self.fields.add_settings(second)
        for label, part in (
            (tr("Face"), self.field), (tr("Title bar"), self.bar),
            (tr("Front"), self.front), (tr("Back"), self.back),
        ):  # fmt: skip
            self.fields.add(label, part, part.accessibleName())
        self.name, self.factors = self.fields.lines["name"], self.fields.lines["factors"]
        self.steps = self.fields.steppers["steps"]
        if not self._changing:
            self.fields.add_settings(last)
            self.place = self.fields.lines["place"]
            completer = QCompleter(list(places), self.place)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.place.setCompleter(completer)
        right = QVBoxLayout()
        right.setSpacing(theme.S2)
        right.addWidget(self.preview)
        right.addWidget(self.problem)
        right.addStretch(1)
        both = QHBoxLayout()
        both.setSpacing(theme.S6)
        both.addWidget(self.fields, 1, Qt.AlignmentFlag.AlignTop)
        both.addLayout(right)
        self.body.addLayout(both)
        self.body.addStretch(1)
        self.set_foot(self.save)
        self.problem.setFixedWidth(self.preview.sizeHint().width())
        self.problem.setMinimumHeight(54)

    # ---- values ---------------------------------------------------------------------------------

    def values(self) -> dict[str, str]:
        """The counter as a row; empty cells are left out where they say what is usual."""
        told = {key: str(value).strip() for key, value in self.fields.values().items()}
        if told.get("count") == "1":
            told["count"] = ""
        found = {
            **told,
            "symbol": str(self.symbol.currentData()),
            "colour": self.field.value(),
            "bar": self.bar.value(),
            "picture": self.front.value,
            "back": self.back.value,
            "flipped": self._start.get("flipped", "") if self.back.value else "",
        }
        if self._changing and self.steps.value != _number(self._start.get("steps", ""), MOST_STEPS):
            found["left"] = ""  # another number of steps: all of them are there
        return {k: v for k, v in found.items() if v or (self._changing and k in self._start)}

    def _follow(self) -> None:
        side = self._sides[max(0, self.fields.lists["side"].currentIndex())]
        self.field.set_usual(side.field)
        self.bar.set_usual(side.bar)
        self.fields.lines["reduced"].setEnabled(self.steps.value > 1)
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
