"""Small questions at the table: which dice, which kind of marker."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wardesk.model.look import BadgeLook
from wardesk.render.counters.counter import paint_badge
from wardesk.ui.dialogs.dialog import Dialog, FormRows
from wardesk.ui.making.colour_field import ColourField
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

USUAL = ("1d6", "2d6", "3d6", "1d10", "2d10", "d%", "1d20")
SHAPES = ("circle", "square", "diamond", "octagon", "hexagon", "triangle")


class _Asking(Dialog):
    """A form with one button that answers; the button says why while it cannot."""

    def __init__(self, title: str, go: str, parent: QWidget | None) -> None:
        super().__init__(parent, least=(380, 0))
        self.set_title(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.rows = FormRows(tone="text")
        self.body.addLayout(self.rows)
        self.go = Button(go, self, kind="primary")
        self.go.clicked.connect(self.give)
        self.set_foot(self.go)

    def give(self) -> None:
        raise NotImplementedError


class DiceDialog(_Asking):
    """``given(expression)``. *judge* says what is wrong with an expression, or nothing."""

    given = Signal(str)

    def __init__(self, start: str, judge: Callable[[str], str], parent: QWidget | None) -> None:
        super().__init__(tr("Roll dice"), tr("Roll"), parent)
        self._judge = judge
        self.field = line_edit(tr("Dice"), self, start, most=30, role="mono")
        self.field.selectAll()
        self.field.textChanged.connect(self._check)
        words = tr("Any dice and what is added: 2d6+1, d100, 3d6-1d4")
        self.body.insertWidget(0, Label(words, self, role="small", tone="text2", wrap=True))
        self.rows.add(tr("Dice"), self.field)
        usual = QHBoxLayout()
        usual.setSpacing(6)
        for dice in USUAL:
            button = Button(dice, self)
            button.clicked.connect(lambda _on=False, dice=dice: self.field.setText(dice))
            usual.addWidget(button)
        usual.addStretch(1)
        self.rows.add("", usual)
        self._check()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _check(self) -> None:
        wrong = self._judge(self.field.text().strip())
        self.tell_problem(wrong)
        self.judge(wrong)

    def give(self) -> None:
        """Answer and close."""
        if self.go.isEnabled():
            self.given.emit(self.field.text().strip())
            self.accept()


class MarkerDialog(_Asking):
    """``given((name, letters, colour, shape))``: a new kind of marker."""

    given = Signal(tuple)

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(tr("New marker"), tr("Make it"), parent)
        self.name = line_edit(tr("Name"), self, "", most=40)
        self.letters = line_edit(tr("Letters"), self, "", most=2)
        self.colour = ColourField(tr("Colour"), self, value="#7a3b34")
        self.shape = combo_box(tr("Shape"), self)
        self.shape.setIconSize(QSize(24, 24))
        for label, part in (
            (tr("Name"), self.name), (tr("Letters"), self.letters),
            (tr("Colour"), self.colour), (tr("Shape"), self.shape),
        ):  # fmt: skip
            self.rows.add(label, part)
        names = (
            tr("circle"), tr("square"), tr("diamond"),
            tr("octagon"), tr("hexagon"), tr("triangle"),
        )  # fmt: skip
        for shape, words in zip(SHAPES, names, strict=True):
            self.shape.addItem(words, shape)
        self.name.textChanged.connect(self._check)
        self.letters.textChanged.connect(self._check)
        self.colour.changed.connect(self._check)
        self._check()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _check(self) -> None:
        good = len(self.colour.value()) == 7
        for number, shape in enumerate(SHAPES):
            colour = self.colour.value() if good else "#808080"
            badge = BadgeLook(self.letters.text() or "?", "", colour, shape)  # type: ignore[arg-type]
            self.shape.setItemIcon(number, badge_icon(badge))
        if not self.name.text().strip() or not self.letters.text().strip():
            self.judge(tr("A marker has a name and one or two letters"))
        else:
            self.judge("" if good else tr("Write the colour like #7a3b34"))

    def give(self) -> None:
        """Answer and close."""
        if self.go.isEnabled():
            name, letters = self.name.text().strip(), self.letters.text().strip()
            self.given.emit((name, letters, self.colour.value(), self.shape.currentData()))
            self.accept()


def badge_icon(badge: BadgeLook, size: int = 24) -> QIcon:
    """A marker as it lies on the map."""
    picture = QPixmap(QSize(size, size) * 2)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_badge(painter, badge, QPointF(size / 2, size / 2), size / 31)
    painter.end()
    return QIcon(picture)
