"""The cup in the left column: what acts now, what is held, what was drawn, what is still in it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from wardesk.model.look import ChitLook, CupLook
from wardesk.ui import theme
from wardesk.ui.table.forces_model import ShownForces
from wardesk.ui.table.left_dock import TwoLineButton, TwoLineRow
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.picture import PictureView
from wardesk.words import tr

_MOST = 232
"""Px of chits; more scroll."""


def groups(cup: CupLook, *, inside: bool) -> list[tuple[str, list[ChitLook]]]:
    """Headings with their chits: what is in the cup, or everything that is not."""
    heads = (
        ("now", tr("Now")),
        ("held", tr("Held")),
        ("aside", tr("Waiting")),
        ("drawn", tr("Drawn", "Cup")),
    )
    if inside:
        heads = (("left", tr("Still in it")),)
    found = [(words, [c for c in cup.chits if c.state == state]) for state, words in heads]
    return [(words, chits) for words, chits in found if chits]


class _Chits(PictureView):
    """Chits under their headings, each framed in the colour of its side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._groups: list[tuple[str, list[ChitLook]]] = []
        self._slots: dict[str, str] = {}
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_groups(self, found: list[tuple[str, list[ChitLook]]], slots: dict[str, str]) -> None:
        """Show other chits; *slots* are the theme's side colours by side."""
        self._groups, self._slots = found, slots
        said = "; ".join(f"{head}: {', '.join(map(_words, chits))}" for head, chits in found)
        self.setAccessibleName(said)
        self.setToolTip("\n".join(said.split("; ")))
        self.setFixedHeight(self.tall())
        self.update()

    def tall(self) -> int:
        """Px that all of it needs."""
        head, row = theme.px(20), theme.px(24)
        return sum(head + row * len(chits) for _, chits in self._groups)

    def sizeHint(self) -> QSize:
        return QSize(96, self.tall())

    def draw(self, painter: QPainter, box: QRectF) -> None:
        y, wide = 0.0, box.width()
        head, row = theme.px(20), theme.px(24)
        metrics = QFontMetricsF(theme.font("small-strong"))
        for words, chits in self._groups:
            paint.words(painter, QRectF(2, y, wide, head), words, role="small", ink="text2")
            y += head
            for chit in chits:
                box = QRectF(1, y + 1, wide - 4, row - 4)
                slot = self._slots.get(chit.side, "")
                fill = theme.colour(f"{slot}_soft") if slot else theme.colour("sunken")
                edge = theme.colour(slot) if slot else theme.colour("edge")
                faint = chit.state == "drawn"
                paint.rounded(painter, box, fill=None if faint else fill, outline=edge, radius=4)
                shown = metrics.elidedText(
                    _words(chit), Qt.TextElideMode.ElideRight, box.width() - 12
                )
                ink = "text2" if faint else theme.ink_on(slot) if slot else "text"
                paint.words(painter, box.adjusted(6, 0, -4, 0), shown, role="small-strong", ink=ink)
                y += row


def _words(chit: ChitLook) -> str:
    title = f"{chit.count} × {chit.title}" if chit.count > 1 else chit.title
    return f"{title} ({chit.note})" if chit.note else title


class CupPanel(QWidget):
    """Hidden where a game has no cup. Its head turns from what came to what is still to come."""

    def __init__(
        self, model: TableModel, forces: ShownForces, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Cup"))
        self._model, self._forces = model, forces
        self._inside = False
        self.head = TwoLineButton(self)
        self.head.setAccessibleName(tr("Cup"))
        self.head.clicked.connect(self._turn)
        self._chits = _Chits()
        self._scroll = Scroller(self._chits, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S3 - 4, theme.S2, theme.S1, theme.S2)
        column.setSpacing(theme.S1)
        column.addWidget(self.head)
        column.addWidget(self._scroll)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        forces.changed.connect(self._follow)
        self.hide()

    def words(self) -> str:
        """What it says, for whoever reads it aloud."""
        return self._chits.accessibleName()

    def _turn(self) -> None:
        self._inside = not self._inside
        self._follow()

    def _follow(self) -> None:
        cup = next(iter(self._forces.cups), None)
        self.setVisible(cup is not None)
        if cup is None:
            self._chits.set_groups([], {})
            self.head.show_look(TwoLineRow(""), tr("Cup"))
            return
        left = tr("{0} in it").format(cup.left)
        what = tr("show what was drawn") if self._inside else tr("show what is still in it")
        self.head.show_look(TwoLineRow(cup.title, left, "swap"), f"{cup.title}: {left}; {what}")
        slots = {one.id: f"side_{one.slot}" for one in self._model.look.sides}
        self._chits.set_groups(groups(cup, inside=self._inside), slots)
        self._scroll.setFixedHeight(min(self._chits.tall() + 2, theme.px(_MOST)))
