"""The first thing on the home screen for somebody new: a guided game."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.picture import PictureView, covering
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


@dataclass(frozen=True)
class LessonCard:
    """A guided game that can be begun; *steps* are what it teaches, a few words each."""

    id: str
    title: str
    game: str
    """Id of its rule system."""
    blurb: str
    length: str
    steps: tuple[str, ...]
    thumbnail: QImage | None = field(default=None, compare=False)


def _draw_cut(image: QImage | None, painter: QPainter, box: QRectF) -> None:
    """A map cut to fill its place; only its left corners are round."""
    clip = QPainterPath()
    clip.addRoundedRect(box.adjusted(0, 0, 20, 0), theme.CARD_RADIUS, theme.CARD_RADIUS)
    covering(painter, image, box, clip)


class _StartStep(QWidget):
    """A number in a ring, and what the step is about."""

    def __init__(self, number: int, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(f"{number}: {words}")
        ring = Label(str(number), self, role="small-strong", tone="accent_text")
        ring.setObjectName("ring")
        ring.setFixedSize(theme.px(26), theme.px(26))
        ring.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, theme.S2, 1)
        row.setSpacing(theme.S2)
        row.addWidget(ring)
        row.addWidget(Label(words, self, role="small-strong"))


class StartHere(QFrame):
    """``begin_asked(id)``: the guided game is wanted; ``dismissed()``: it is not needed."""

    begin_asked = Signal(str)
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setProperty("tone", "accent")
        self.card: LessonCard | None = None
        self._picture = PictureView(self)
        self._picture.setFixedWidth(theme.px(320))
        self._title = Label("", self, role="title", wrap=True)
        self._blurb = Label("", self, tone="text2", wrap=True)
        self._steps = FlowBox(self)
        self.begin = Button(tr("Begin the guided game"), self, kind="primary", key="Enter")
        self.begin.clicked.connect(self._begin)
        self.no = Button(tr("I know board wargames"), self, kind="link")
        self.no.setToolTip(tr("Take this off Home; “tutorial” in the command search finds it"))
        self.no.clicked.connect(self.dismissed)
        chip = QHBoxLayout()
        chip.addWidget(Chip(tr("Start here"), self, icon="flag"))
        chip.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.S4)
        buttons.addWidget(self.begin)
        buttons.addWidget(self.no)
        buttons.addStretch(1)
        column = QVBoxLayout()
        column.setContentsMargins(theme.S6, theme.S4, theme.S6, theme.S4)
        column.setSpacing(theme.S3)
        column.addLayout(chip)
        column.addWidget(self._title)
        column.addWidget(self._blurb)
        column.addWidget(self._steps)
        column.addSpacing(theme.S1)
        column.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        row.addWidget(self._picture)
        row.addLayout(column, 1)
        self.hide()

    def show_lesson(self, card: LessonCard | None) -> None:
        """Offer this guided game; None hides it all."""
        if card is not None and card != self.card:
            self._title.setText(tr("Guided game: {0}").format(card.title))
            self._blurb.setText(card.blurb)
            self._steps.clear()
            self._steps.add(
                *(_StartStep(k, words, self._steps) for k, words in enumerate(card.steps, 1))
            )
            for step in self._steps.findChildren(_StartStep):
                step.show()
            self.setAccessibleName(self._title.text())
            self.setAccessibleDescription(card.blurb)
        self.card = card
        image = card.thumbnail if card is not None else None
        self._picture.show_picture(partial(_draw_cut, image))
        self.setVisible(card is not None)

    def _begin(self) -> None:
        if self.card is not None:
            self.begin_asked.emit(self.card.id)

    def focus_first(self) -> None:
        """Give the keyboard to the button that begins it."""
        self.begin.setFocus(Qt.FocusReason.OtherFocusReason)
