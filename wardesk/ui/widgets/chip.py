"""A short state word on a soft ground, with an icon so that colour is never alone."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.render.colours import tinted_ink
from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.language import said
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.glyph import Glyph
from wardesk.words import tr


class Chip(QWidget):
    """A state word.

    *tone* is ``neutral`` or a token with a soft ground: accent, umpire, ok, warn, danger, side_a,
    side_b.
    *solid* fills with the tone itself: for who is asked, and nothing else. *own* is a ground of
    its own, ``#rrggbb``, in place of the tone's: the colour of a side whose players chose it.
    """

    def __init__(
        self,
        words: str,
        parent: QWidget | None = None,
        *,
        tone: str = "accent",
        icon: str = "",
        solid: bool = False,
    ) -> None:
        super().__init__(parent)
        self._words, self._tone, self._icon, self._solid = words, tone, icon, solid
        self._own = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)

    @property
    def words(self) -> str:
        """The state word."""
        return self._words

    def set_look(
        self,
        words: str,
        *,
        tone: str | None = None,
        icon: str | None = None,
        solid: bool = False,
        own: str = "",
    ) -> None:
        """Show another state."""
        before = (self._words, self._tone, self._icon, self._solid, self._own)
        self._words, self._solid, self._own = words, solid, own
        self._tone = self._tone if tone is None else tone
        self._icon = self._icon if icon is None else icon
        if (self._words, self._tone, self._icon, self._solid, self._own) == before:
            return
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = paint.advance(self._words, "small-strong") + 18 + (18 if self._icon else 0)
        return QSize(round(width), theme.px(22))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _colours(self) -> tuple[QColor, QColor]:
        if self._own:
            return QColor(self._own), QColor(tinted_ink(self._own))
        if self._tone == "neutral":
            return theme.colour("sunken"), theme.colour("text2")
        if not self._solid:
            return theme.colour(f"{self._tone}_soft"), theme.ink_on(self._tone)
        on = f"on_{self._tone}"
        return theme.colour(self._tone), theme.colour(
            on if hasattr(theme.tokens(), on) else "surface"
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ground, ink = self._colours()
        box = QRectF(self.rect())
        paint.rounded(painter, box, fill=ground, radius=5)
        if self._icon:
            paint_icon(painter, self._icon, QRectF(7, (box.height() - 14) / 2, 14, 14), ink)
        left = 26 if self._icon else 9
        paint.words(
            painter, box.adjusted(left, 0, -4, 0), self._words, role="small-strong", ink=ink
        )
        painter.end()


def _rebuilt_note() -> str:
    return tr("Reconstruction: not the publisher's own data. Replaceable in the pack.")


def rebuilt_chip(parent: QWidget | None = None, *, note: str = "") -> Chip:
    """The mark on everything we rebuilt. *note* says what it stands for."""
    chip = Chip(tr("Rebuilt"), parent, tone="warn", icon="pencil")
    chip.setToolTip(said(note) or _rebuilt_note())
    chip.setAccessibleDescription(chip.toolTip())
    return chip


def rebuilt_mark(parent: QWidget | None = None, *, note: str = "") -> Glyph:
    """The same mark where there is no room for the word: the pencil, with the tooltip."""
    mark = Glyph("pencil", parent, tone="warn", size=16)
    mark.setToolTip(said(note) or _rebuilt_note())
    mark.setAccessibleName(tr("Rebuilt"))
    mark.setAccessibleDescription(mark.toolTip())
    return mark
