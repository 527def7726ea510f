"""The dice tray: the last roll and what it was for, then a button or fields to type into."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.dice_fields import DiceAnswer, die_name
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.picture import PictureView
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import ElidedLine, Label, Wrapped
from wardesk.words import tr

_EDGE, _SMALL, _BESIDE = 44, 32, 4
"""Edge of a die, px; of one among more than fit side by side, and how many those are."""
_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


class DieFace(PictureView):
    """*value* None = not rolled; *faces* says which kind of die it is."""

    def __init__(
        self, value: int | None = None, parent: QWidget | None = None, *, faces: int = 6
    ) -> None:
        super().__init__(parent, fixed=True)
        self._edge = _EDGE
        self.set_value(value, faces)

    def set_edge(self, edge: int) -> None:
        """Change its size, px."""
        if edge != self._edge:
            self._edge = edge
            self.updateGeometry()

    def set_value(self, value: int | None, faces: int = 6) -> None:
        """Show a face, or an empty die."""
        self._value, self._faces = value, faces
        self.setAccessibleName(
            tr("Die, not rolled") if value is None else tr("Die, {0}").format(value)
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._edge, self._edge)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        box = box.adjusted(1, 1, -1, -1)
        edge, field = theme.colour("edge"), theme.colour("field")
        value, empty = self._value, self._value is None
        paint.rounded(painter, box, fill=field, outline=edge, radius=8, width=1.5, dashed=empty)
        if value is None:
            name = die_name(self._faces)
            paint.words(painter, box, name, role="small", ink="text3", align=paint.CENTRE)
        elif self._faces == 6 and value in _PIPS:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("text"))
            for x, y in _PIPS[value]:
                spot = QPointF(
                    box.left() + box.width() * (0.25 + 0.25 * x),
                    box.top() + box.height() * (0.25 + 0.25 * y),
                )
                painter.drawEllipse(spot, 0.075 * self._edge, 0.075 * self._edge)
        else:
            paint.words(painter, box, str(value), role="title", align=paint.CENTRE)


class DiceTray(Panel):
    """A panel: ``roll_asked()`` for a seeded roll, ``typed(values)`` for dice thrown by hand.

    Set what it asks for with `ask`, `refuse` with the reason when chance is not asked, and show
    every result with `show_roll`. ``mode_chosen("roll" | "type")`` follows the segment. The two
    actions are those whose keys stand on the buttons.
    """

    roll_asked = Signal()
    typed = Signal(tuple)
    mode_chosen = Signal(str)

    def __init__(
        self, parent: QWidget | None = None, *, roll_action: str = "", type_action: str = ""
    ) -> None:
        self.mode = Segment(
            (
                ("roll", tr("Roll"), "dice"),
                ("type", tr("Type", "DiceTray"), "keyboard"),
            ),
            name=tr("Roll or type"),
        )
        title = tr("Dice")
        super().__init__(title, parent, tools=(self.mode,))
        self._faces: tuple[int, ...] = (6, 6)
        self._rolled = False
        self._shown: object = None
        self.mode.chosen.connect(self._switch)
        self._dice = FlowBox(self)
        self._lying: list[DieFace] = []
        self._last = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._sum = Label("", self, role="display")
        self._title = Wrapped("", self)
        self._note = ElidedLine("", self, role="small", tone="text2")
        self.answer = DiceAnswer(self, roll_action=roll_action, type_action=type_action)
        self.answer.roll_asked.connect(self.roll_asked)
        self.answer.typed.connect(self.typed)
        self._lay_out()
        self.show_roll(())
        self.ask(self._faces)
        self.refuse(tr("There is nothing to roll now."))

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(self._title)
        words.addWidget(self._note)
        words.addStretch(1)
        fell = QHBoxLayout()
        fell.setSpacing(theme.S3)
        fell.addWidget(self._dice)
        fell.addWidget(self._sum)
        fell.addStretch(1)
        self._last.setSpacing(theme.S2)
        self._last.addLayout(fell)
        self._last.addLayout(words, 1)
        self.add(self._last, self.answer)

    def show_roll(
        self,
        values: Sequence[int],
        title: str = "",
        note: str = "",
        drawn: str = "",
        total: int | None = None,
    ) -> None:
        """Show thrown dice (empty: none yet), what they were for, and where they came from.

        What was *drawn* by name takes the place of a die. *total* is what they come to, where that
        is more than the sum.
        """
        self._rolled = bool(values)
        shown = (self._faces, tuple(values), title, note, drawn, total)
        if shown == self._shown:
            return
        self._shown = shown
        faces = self._faces if len(values) in (0, len(self._faces)) else (6,) * len(values)
        dice = [(values[k] if values else None, one) for k, one in enumerate(faces)]
        self._show_dice([] if drawn else dice)
        whole = sum(values) if total is None else total
        added = len(values) > 1 or (bool(values) and not drawn and whole != sum(values))
        self._sum.setText(str(whole) if added else "")
        self._sum.setVisible(added)
        title = f"{drawn}: {title}" if drawn else title
        self._title.setText(title if values else tr("Not rolled yet"))
        self._note.set_words(note)
        self._note.setVisible(bool(note))

    def _show_dice(self, dice: Sequence[tuple[int | None, int]]) -> None:
        """Value and faces of each die; dice that lie there already only turn over.

        Beside more than two dice words have no room: they stand below.
        """
        while len(self._lying) < len(dice):
            self._lying.append(DieFace(None, self))
            self._dice.add(self._lying[-1])
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._last.setDirection(beside if len(dice) <= 2 else below)
        edge = _EDGE if len(dice) <= _BESIDE else _SMALL
        most = _BESIDE * (_EDGE + theme.S2)
        self._dice.setFixedWidth(min(len(dice) * (edge + theme.S2), most))
        self._dice.setVisible(bool(dice))
        for k, die in enumerate(self._lying):
            die.setVisible(k < len(dice))
            die.set_edge(edge)
        for die, (value, faces) in zip(self._lying, dice, strict=False):
            die.set_value(value, faces)

    def ask(
        self, faces: Sequence[int], label: str = "", names: Sequence[str] = (), *, least: int = 1
    ) -> None:
        """Ask for dice with these *faces*; *names* and *least* as in `DiceFields.set_dice`."""
        self._faces = tuple(faces)
        if not self._rolled:
            self.show_roll(())
        self.answer.ask(faces, label, names, least=least)

    def refuse(self, reason: str) -> None:
        """Switch the buttons off and say why."""
        self.answer.switch_off(reason)

    def set_mode(self, mode: str) -> None:
        """Choose ``roll`` or ``type``."""
        self.mode.set_current(mode)
        self.answer.set_mode(mode)

    def _switch(self, mode: str) -> None:
        self.set_mode(mode)
        self.mode_chosen.emit(mode)
