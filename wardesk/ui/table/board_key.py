"""What is lit on the board, in words at its lower left; from there the keys of map and counters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPixmap, QPolygonF
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from wardesk.model.look import BadgeLook, TableLook
from wardesk.ui import theme
from wardesk.ui.canvas import mark_painter as lights
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.canvas.printed import PrintedArt
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.chip import rebuilt_chip
from wardesk.ui.widgets.origins import origin_signs
from wardesk.ui.widgets.panel import ground
from wardesk.ui.widgets.picture import PictureView
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_SIGN = 16
"""Edge of a sign, px."""
_IN_COLUMN, _COSTS_WIDE = 9, 250
"""Rows of the map's key below each other, and px for what ground costs."""


def lit(marks: Marks) -> list[tuple[str, str]]:
    """Kinds of lights on the board with what they mean, in the order of the key."""
    rows = (
        ("target", marks.targets, tr("aimed at")),
        ("reach", marks.reach, tr("may be picked")),
        ("danger", marks.danger, tr("under fire")),
        ("heat", marks.zones_of, marks.zones_of),
        ("missing", marks.missing, tr("still to be aimed at")),
        ("blocked", marks.blocked, tr("refused")),
        ("barred", marks.barred, tr("in the way")),
        ("command", marks.commands, tr("command radius")),
        ("selected", marks.selected or marks.chosen, tr("picked")),
        ("candidates", marks.candidates, tr("a counter to pick")),
        ("movable", marks.movable, tr("a counter to move")),
        ("differ", marks.differ, tr("differs")),
    )
    return [(kind, words) for kind, found, words in rows if found]


def paint_light(painter: QPainter, kind: str, box: QRectF) -> None:
    """A small piece of board that is lit so."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edges = {
        "target": lights.TARGET, "reach": lights.REACH, "danger": lights.DANGER,
        "missing": lights.TARGET, "blocked": lights.BLOCKED, "selected": lights.SELECTED,
        "candidates": lights.SOURCE, "movable": lights.SOURCE, "differ": lights.SELECTED,
        "command": lights.COMMAND, "barred": lights.DANGER,
        "heat": lights.DANGER,
    }  # fmt: skip
    core = QColor(edges[kind])
    if kind == "movable":
        bar = QRectF(box.left() + 1, box.bottom() - 4, box.width() - 2, 4)
        paint.rounded(painter, bar, fill=core, radius=2)
        return
    if kind == "target":
        paint.rounded(painter, box, fill=core, radius=3)
    elif kind in ("danger", "missing", "blocked"):
        painter.fillRect(box, QBrush(core, Qt.BrushStyle.BDiagPattern))
    paint.rounded(painter, box, outline=QColor(lights.DARK_CASING), radius=3, width=3)
    paint.rounded(painter, box, outline=core, radius=3, width=2)


class MarkKey(PictureView):
    """The lights that are on now, in one line, and a button for the keys."""

    def __init__(self, art: PrintedArt, parent: QWidget, rebuilt: str = "") -> None:
        """*rebuilt* is what is known of a map that is a reconstruction; else empty."""
        super().__init__(parent, name=tr("Key of the lights"))
        self._art, self._rebuilt = art, rebuilt
        self._rows: list[tuple[str, str]] = []
        self._look: TableLook | None = None
        self._under = 0
        self.keys = ToolButton("info", tr("Key of map and counters"), self, size=16)
        self.keys.clicked.connect(self.show_keys)
        self._sheet: KeySheet | None = None

    def set_art(self, art: PrintedArt) -> None:
        """Another theme."""
        self._art = art
        self.update()

    def follow(self, marks: Marks, look: TableLook) -> None:
        """Tell what *marks* light; *look* has the signs that the keys explain."""
        self._look = look
        rows = lit(marks)
        if rows != self._rows:
            self._rows = rows
            self.setAccessibleDescription(", ".join(words for _, words in rows))
            self.place()
            self.update()

    def words(self) -> list[str]:
        """What it says, from left to right."""
        return [words for _, words in self._rows]

    def keep_above(self, pixels: int) -> None:
        """Something lies over so much of the board's lower edge."""
        if pixels != self._under:
            self._under = pixels
            self.place()

    def place(self) -> None:
        """At the lower left of the board, as wide as its words."""
        board = self.parentWidget()
        if board is None:
            return
        size = self.sizeHint()
        top = board.height() - self._under - size.height() - 12
        self.setGeometry(12, top, size.width(), size.height())
        button = self._button()
        top = (size.height() - button.height()) // 2
        self.keys.setGeometry(4, top, button.width(), button.height())

    def _button(self) -> QSize:
        return self.keys.sizeHint().expandedTo(self.keys.minimumSize())

    def sizeHint(self) -> QSize:
        wide = sum(paint.advance(words, "small") + _SIGN + 22 for _, words in self._rows)
        return QSize(round(self._button().width() + 8 + wide), theme.px(34))

    def draw(self, painter: QPainter, box: QRectF) -> None:
        surface, line = theme.colour("surface", 0.94), theme.colour("line")
        paint.rounded(painter, box, fill=surface, outline=line, radius=8)
        x, middle = float(self.keys.geometry().right() + 6), self.height() / 2
        for kind, words in self._rows:
            paint_light(painter, kind, QRectF(x, middle - _SIGN / 2 + 1, _SIGN, _SIGN - 2))
            wide = paint.advance(words, "small")
            box = QRectF(x + _SIGN + 6, 0, wide, self.height())
            paint.words(painter, box, words, role="small")
            x += _SIGN + 22 + wide

    def show_keys(self) -> None:
        """Open the key of the counters beside that of the map."""
        board = self.parentWidget()
        if self._look is None or board is None:
            return
        self._sheet = KeySheet(self._look, self._art, self.window(), self._rebuilt)
        self._sheet.adjustSize()
        above = self.mapToGlobal(QPoint(0, -self._sheet.height() - 8))
        top = board.mapToGlobal(QPoint(0, 8)).y()
        self._sheet.move(above.x(), max(above.y(), top))
        self._sheet.show()


def signs_of(look: TableLook) -> list[BadgeLook]:
    """The signs on counters and in cells, each shape and colour once."""
    found: dict[tuple[str, str], BadgeLook] = {}
    for badge in (
        *(b for c in look.counters for b in c.badges),
        *(m.badge for m in look.marks if m.share is None),
    ):
        found.setdefault((badge.shape, badge.colour), badge)
    return list(found.values())


class KeySheet(QWidget):
    """What counters and map are marked with; goes with a click beside it or Esc."""

    def __init__(
        self, look: TableLook, art: PrintedArt, parent: QWidget, rebuilt: str = ""
    ) -> None:
        """*rebuilt* is what is known of a map that is a reconstruction; else empty."""
        super().__init__(parent, Qt.WindowType.Popup)
        ground(self, "popup")
        self.setAccessibleName(tr("Key of map and counters"))
        ratio = self.devicePixelRatioF()
        plain = ((_pile_sign(), tr("that many in the pile")),
                 (_band_sign(), tr("has losses: white band, red figure")))  # fmt: skip
        signs = [(art.badge_image(b, _SIGN, ratio), b.name) for b in signs_of(look)]
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S3)
        row.setSpacing(theme.S6)
        row.addLayout(_column(tr("Counters"), (*plain, *signs), self))
        if rebuilt:
            known = [(art.badge_image(b, _SIGN, ratio), b.name) for b in origin_signs()]
            row.addLayout(_column(tr("Figures"), known, self))
        pictures = QVBoxLayout()
        pictures.addWidget(Label(tr("Map"), self, role="strong"))
        if rebuilt:
            pictures.addWidget(rebuilt_chip(self, note=rebuilt))
        grounds = art.key_rows(ratio)
        for image in () if grounds else art.key_pictures(ratio):
            pictures.addWidget(_picture(image, self))
        if grounds:
            pictures.addLayout(_grounds(grounds, self))
        pictures.addStretch(1)
        row.addLayout(pictures)


def _column(
    title: str, rows: Iterable[tuple[QImage, str]], parent: QWidget
) -> QVBoxLayout:  # fmt: skip
    column = QVBoxLayout()
    column.setSpacing(theme.S2)
    column.addWidget(Label(title, parent, role="strong"))
    for image, words in rows:
        line = QHBoxLayout()
        line.setSpacing(theme.S2)
        line.addWidget(_picture(image, parent))
        line.addWidget(Label(words, parent, role="small"), 1)
        column.addLayout(line)
    column.addStretch(1)
    return column


def _grounds(rows: Sequence[tuple[QImage, str, str]], parent: QWidget) -> QGridLayout:
    """Samples with what they are and cost, in columns of a few."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(theme.S2)
    grid.setVerticalSpacing(theme.S2)
    for number, (image, words, costs) in enumerate(rows):
        column, line = divmod(number, _IN_COLUMN)
        said = QVBoxLayout()
        said.setSpacing(0)
        said.addWidget(Label(words, parent, role="strong"))
        if costs:
            told = Label(costs, parent, role="small", tone="text2", wrap=True)
            told.setFixedWidth(theme.px(_COSTS_WIDE))
            said.addWidget(told)
        grid.addWidget(_picture(image, parent), line, 2 * column)
        grid.addLayout(said, line, 2 * column + 1)
    return grid


def _picture(image: QImage, parent: QWidget) -> QLabel:
    shown = QLabel(parent)
    shown.setPixmap(QPixmap.fromImage(image))
    shown.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return shown


def _blank() -> tuple[QImage, QPainter]:
    image = QImage(_SIGN * 2, _SIGN * 2, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    image.setDevicePixelRatio(2.0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return image, painter


def _pile_sign() -> QImage:
    image, painter = _blank()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#1d1a14"))
    painter.drawEllipse(QRectF(0, 0, _SIGN, _SIGN))
    box = QRectF(0, 0, _SIGN, _SIGN)
    paint.words(painter, box, "3", role="small-strong", ink=QColor("#fbf6ea"), align=paint.CENTRE)
    painter.end()
    return image


def _band_sign() -> QImage:
    image, painter = _blank()
    painter.fillRect(QRectF(0, 0, _SIGN, _SIGN), QColor("#8f9a8c"))
    painter.fillRect(QRectF(0, _SIGN * 0.6, _SIGN, _SIGN * 0.4), QColor("#fffdf5"))
    painter.setPen(QColor("#3f3a33"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(QPolygonF(QRectF(0.5, 0.5, _SIGN - 1, _SIGN - 1)))
    painter.end()
    return image
