"""What the signs of the operational map mean, as a card over its corner."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.render.counters.formations import ROOM, formation_image
from wardesk.services.campaign.operational_map import BridgeFact, MapFacts, Token
from wardesk.ui import theme
from wardesk.ui.campaign.views import country_marks as marks
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.picture import PictureView
from wardesk.words import shown, tr

_ROW, _PAD, _LEAST, _MOST = 26, 12, 250, 380
_STATES = ("intact", "wired", "blown", "bailey", "building", "unknown")


class CountryLegend(PictureView):
    """Divisions by colour, the parts of a counter, bridges by state, the route."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, name=tr("Legend"))
        self._divisions: list[Token] = []
        self._first = ""

    def show_facts(self, facts: MapFacts, first_side: str) -> None:
        """Take the divisions from what is on the map."""
        found: dict[str, Token] = {}
        everybody = [*facts.tokens, *(t for one in facts.elsewhere for t in one.tokens)]
        for token in sorted(everybody, key=lambda t: (t.side != first_side, t.division)):
            found.setdefault(token.division, token)
        self._divisions, self._first = list(found.values()), first_side
        self.setAccessibleDescription(", ".join(found))
        self.resize(self.sizeHint())
        self.update()

    def _words(self) -> dict[str, str]:
        return {
            "intact": tr("Bridge"), "wired": tr("Wired for demolition"),
            "blown": tr("Blown, or it does not bear"), "bailey": tr("Bailey bridge"),
            "building": tr("Bailey, not working"), "unknown": tr("Not yet tried"),
        }  # fmt: skip

    def sizeHint(self) -> QSize:
        rows = 3 + len(_STATES) + len(self._divisions)
        told = [shown(token.division) for token in self._divisions]
        told += [*self._words().values(), *self._routes()]
        wide = max(paint.advance(words, "small") for words in told) + 2 * _PAD + 40
        return QSize(round(min(max(_LEAST, wide), _MOST)), rows * _ROW + 2 * _PAD + 8)

    @staticmethod
    def _routes() -> tuple[str, str, str]:
        return (
            tr("Route behind the marker, open"), tr("Route still ahead, or cut"),
            tr("Place worked out, not known"),
        )  # fmt: skip

    def draw(self, painter: QPainter, box: QRectF) -> None:
        surface, edge = theme.colour("surface"), theme.colour("edge")
        paint.rounded(painter, box, fill=surface, outline=edge, radius=10)
        ratio = self.devicePixelRatioF()
        y = float(_PAD)
        for token in self._divisions:
            image = formation_image(token, token.side == self._first, 22, ratio)
            painter.drawImage(QPointF(_PAD - 1.5, y + 1 - 22 * (ROOM - 1) / 2), image)
            self._line(painter, y, shown(token.division))
            y += _ROW
        y += 4
        words = self._words()
        for shape in _STATES:
            marks.paint_sign(painter, QPointF(_PAD + 11, y + _ROW / 2), 1.05, _sample(shape), "")
            self._line(painter, y, words[shape])
            y += _ROW
        self._band(painter, y, QColor("#157347"))
        behind, ahead, guessed = self._routes()
        self._line(painter, y, behind)
        self._band(painter, y + _ROW, QColor("#b3231f"))
        self._line(painter, y + _ROW, ahead)
        middle = y + 2 * _ROW + _ROW / 2
        painter.setPen(theme.colour("text"))
        painter.setBrush(theme.colour("text3"))
        painter.drawEllipse(QPointF(_PAD + 3, middle), 3.6, 3.6)
        pen = painter.pen()
        pen.setDashPattern([3, 2.4])
        painter.setPen(pen)
        painter.drawLine(QPointF(_PAD + 7, middle), QPointF(_PAD + 24, middle))
        self._line(painter, y + 2 * _ROW, guessed)

    def _line(self, painter: QPainter, y: float, words: str) -> None:
        box = QRectF(_PAD + 34, y, self.width() - _PAD * 2 - 34, _ROW)
        painter.setFont(theme.font("small"))
        width = int(box.width())
        said = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, width)
        paint.words(painter, box, said, role="small")

    @staticmethod
    def _band(painter: QPainter, y: float, ink: QColor) -> None:
        box = QRectF(_PAD - 2, y + _ROW / 2 - 4, 28, 8)
        paint.rounded(painter, box, fill=ink, outline=ink.darker(190), radius=4, width=1.4)


def _sample(shape: str) -> BridgeFact:
    return BridgeFact(id="", name="", point=(0, 0), rail=False, state="", shape=shape, control="",
                      side="")  # fmt: skip
