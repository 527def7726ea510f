"""The formations by division as a table: symbol, steps left, where they are; every column sorts.

Sorted by a column there are no divisions; a third click on its head brings them back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from PySide6.QtCore import QRectF, QSize, QSortFilterProxyModel, Qt
from PySide6.QtGui import QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.model.look import CounterLook, SideLook
from wardesk.render.counters.counter import counter_image
from wardesk.render.counters.symbols import symbol_names
from wardesk.services.campaign.rows import FormationRow
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.fields import search_field
from wardesk.ui.widgets.table import LINE, SORT, Column, Index, LinesTable, PlainTable
from wardesk.ui.widgets.text import Label, two_lines
from wardesk.words import shown, tr

_ECHELONS = {"army": "XXXX", "corps": "XXX", "division": "XX", "brigade": "X", "regiment": "III",
             "kampfgruppe": "III", "battalion": "II", "group": "II"}  # fmt: skip
_PICTURE = 30
_ROOMY = 800
"""Px that all columns need."""


@cache
def formation_picture(symbol: str, kind: str, fill: str) -> QPixmap:
    """The counter of a formation, twice as large as it is shown."""
    known = set(symbol_names())
    while symbol not in known and "." in symbol:
        symbol = symbol.rpartition(".")[0]
    face = fill or "#d8d2bf"
    look = CounterLook(
        piece="", side="s", at=None, title="", symbol=symbol if symbol in known else "infantry",
        echelon=_ECHELONS.get(kind, ""),
    )  # fmt: skip
    image = counter_image(look, SideLook("s", "", face, face), _PICTURE, 2.0)
    return QPixmap.fromImage(image)


@dataclass(frozen=True)
class Heading:
    """The division, or what else formations stand under, over their rows."""

    name: str
    rows: tuple[FormationRow, ...]

    @property
    def words(self) -> str:
        """Its name, and what is left of it; of what was only seen nobody counted the steps."""
        if any(row.seen for row in self.rows):
            return shown(self.name)
        steps = sum(row.steps for row in self.rows), sum(row.steps_full for row in self.rows)
        return f"{shown(self.name)} · {tr('{0} of {1} steps').format(*steps)}"


def by_division(rows: Iterable[FormationRow]) -> tuple[Heading | FormationRow, ...]:
    """The rows under headings, in the order in which the first of each comes."""
    under: dict[tuple[str, str], list[FormationRow]] = {}
    for row in rows:
        under.setdefault((row.side_name, row.over), []).append(row)
    lines: list[Heading | FormationRow] = []
    for (side, over), found in under.items():
        lines += [Heading(over or side, tuple(found)), *found]
    return tuple(lines)


_Line = Heading | FormationRow


def _of(words: Callable[[FormationRow], Any]) -> Callable[[_Line], Any]:
    """What a column says of a formation; of a heading it says nothing."""
    return lambda line: "" if isinstance(line, Heading) else words(line)


def _column(
    title: str, words: Callable[[FormationRow], str], sort: Callable[[FormationRow], Any]
) -> Column[_Line]:
    return Column(title=title, words=_of(words), sort=_of(sort))


def _in_play(row: FormationRow) -> str:
    if row.seen:
        return shown(row.seen)
    lost = tr(", {0} lost").format(row.gone) if row.gone else ""
    return tr("{0} of {1}").format(row.in_play, row.units) + lost


def _told_of(line: _Line) -> str:
    if isinstance(line, Heading):
        return line.words
    if line.seen:
        return ", ".join((line.name, line.side_name, line.looked, line.seen, line.where))
    return tr("{0}, {1}: {2} of {3} steps, {4} of {5} units in play {6}").format(
        shown(line.name), shown(line.side_name), line.steps, line.steps_full, line.in_play,
        line.units, shown(line.where),
    )  # fmt: skip


class FormationModel(LinesTable[_Line]):
    """One row for each `FormationRow`, and one for the `Heading` over some."""

    def __init__(self, parent: QWidget | None = None) -> None:
        columns = (
            Column[_Line](
                title=tr("Formation"), words=lambda line: shown(line.words if isinstance(
                    line, Heading) else line.name), tip=_of(lambda row: shown(row.name)),
                sort=_of(lambda row: row.name),
            ),
            _column(tr("Under"), lambda row: shown(row.over), lambda row: row.over),
            _column(tr("Side"), lambda row: shown(row.side_name), lambda row: row.side_name),
            _column(
                tr("Steps"),
                lambda row: shown(row.looked) if row.seen else f"{row.steps}/{row.steps_full}",
                lambda row: row.steps / row.steps_full if row.steps_full else 1.0,
            ),
            _column(tr("In play"), _in_play, lambda row: row.in_play),
            _column(tr("Where"), lambda row: shown(row.where), lambda row: row.where),
        )  # fmt: skip
        super().__init__(columns, parent, told=_told_of)
        self._by_division = True

    @property
    def rows(self) -> tuple[FormationRow, ...]:
        """The formations, as they stand below their headings."""
        return tuple(line for line in self.lines if isinstance(line, FormationRow))

    def set_rows(self, rows: Sequence[FormationRow]) -> None:
        """Show other rows."""
        lines = list(by_division(rows) if self._by_division else rows)
        if list(map(_known_by, lines)) != list(map(_known_by, self.lines)):
            self.set_lines(lines)
        elif lines != self.lines:
            self.lines = lines
            self.renew()

    def group(self, *, by: bool) -> None:
        """Stand by division, or without headings."""
        if by != self._by_division:
            rows, self._by_division = self.rows, by
            self.set_rows(rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self.lines[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags  # the arrow keys go past it
        return super().flags(index)


def _known_by(line: _Line) -> str:
    return line.id if isinstance(line, FormationRow) else f"over {line.name}"


class _Sorted(QSortFilterProxyModel):
    """A search leaves the headings over what it has found."""

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, FormationModel)
        line = model.lines[row]
        if not isinstance(line, Heading):
            return super().filterAcceptsRow(row, parent)
        under = range(row + 1, row + 1 + len(line.rows))
        return any(super(_Sorted, self).filterAcceptsRow(k, parent) for k in under)


def in_a_cell(words: str, width: float) -> tuple[str, list[str]]:
    """How a cell says *words* in *width* px: the font, and one line or two smaller ones."""
    if paint.advance(words, "body") <= width:
        return "body", [words]
    return "small", two_lines(words, "small", width)


def _told(painter: QPainter, room: QRectF, words: str, ink: str = "text") -> None:
    """Words in a cell, whole if two lines can hold them."""
    role, lines = in_a_cell(words, room.width())
    high = theme.line_height(role)
    top = room.center().y() - high * len(lines) / 2
    for number, line in enumerate(lines):
        at = QRectF(room.left(), top + number * high, room.width(), high)
        paint.words(painter, at, line, role=role, ink=ink)


class _Words(QStyledItemDelegate):
    """What stands in a cell, in two lines where one is too short."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        box = QRectF(option.rect)  # type: ignore[attr-defined]
        if option.state & QStyle.StateFlag.State_Selected:  # type: ignore[attr-defined]
            painter.fillRect(box, theme.colour("accent_soft"))
        words = index.data()
        if words:
            ink = "text" if index.column() == 4 else "text2"
            _told(painter, box.adjusted(8, 0, -4, 0), words, ink)


class _StepsBar(QStyledItemDelegate):
    """Steps left as a bar with its figures."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: FormationRow = index.data(LINE)
        box = QRectF(option.rect)  # type: ignore[attr-defined]
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:  # type: ignore[attr-defined]
            painter.fillRect(box, theme.colour("accent_soft"))
        if row.seen:  # nobody counted them
            _told(painter, box.adjusted(8, 0, -8, 0), shown(row.looked), "text2")
            painter.restore()
            return
        figure = theme.px(64)
        bar = QRectF(box.left() + 8, box.center().y() - 5, box.width() - figure - 16, 10)
        paint.rounded(painter, bar, fill=theme.colour("sunken"), radius=3)
        if row.steps_full and row.steps:
            left = QRectF(bar)
            left.setWidth(max(3.0, bar.width() * row.steps / row.steps_full))
            paint.rounded(painter, left, fill=theme.colour("chart1"), radius=3)
        words = QRectF(box.right() - figure, box.top(), figure - 8, box.height())
        paint.words(
            painter, words, f"{row.steps}/{row.steps_full}", role="small-strong", align=paint.RIGHT
        )
        painter.restore()


class _NameDelegate(QStyledItemDelegate):
    """Counter and name."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: FormationRow | Heading = index.data(LINE)
        box = QRectF(option.rect)  # type: ignore[attr-defined]
        if isinstance(row, Heading):
            room = box.adjusted(6, 0, -4, -4)
            low = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
            paint.words(painter, room, row.words, role="small-strong", align=low)
            return
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:  # type: ignore[attr-defined]
            painter.fillRect(box, theme.colour("accent_soft"))
        picture = formation_picture(row.symbol, row.kind, row.fill)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        where = QRectF(box.left() + 6, box.center().y() - _PICTURE / 2, _PICTURE, _PICTURE)
        painter.drawPixmap(where, picture, QRectF(picture.rect()))
        _told(painter, box.adjusted(_PICTURE + 14, 0, -4, 0), shown(row.name))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, _PICTURE + 6)


class FormationsPage(QWidget):
    """The table with a field that looks for words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = FormationModel(self)
        self.sorted = _Sorted(self)
        self.sorted.setSourceModel(self.model)
        self.sorted.setSortRole(SORT)
        self.sorted.setFilterKeyColumn(-1)
        self.sorted.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.sorted.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.table = PlainTable(tr("Formations"), self)
        self.table.setModel(self.sorted)
        self.table.setItemDelegateForColumn(0, _NameDelegate(self.table))
        self.table.setItemDelegateForColumn(3, _StepsBar(self.table))
        for column in (1, 2, 4, 5):
            self.table.setItemDelegateForColumn(column, _Words(self.table))
        two = round(2 * theme.line_height("small")) + 4
        self.table.verticalHeader().setDefaultSectionSize(max(_PICTURE + 6, two))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column, part in enumerate((172, 120, 84, 116, 84)):
            header.resizeSection(column, theme.px(part))
        header.setStretchLastSection(True)
        header.setSortIndicatorClearable(True)
        self.table.setSortingEnabled(True)
        self.sorted.sort(-1)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.sortIndicatorChanged.connect(self._sort)  # the table itself has sorted by then
        for changes in (self.sorted.modelReset, self.sorted.layoutChanged,
                        self.sorted.rowsInserted, self.sorted.rowsRemoved):  # fmt: skip
            changes.connect(self._span)
        self.search = search_field(tr("Find a formation"), self)
        self.search.setMaximumWidth(theme.px(260))
        self.search.textChanged.connect(self._look)
        self._count = Label("", self, role="small", tone="text3")
        head = QHBoxLayout()
        head.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S2)
        head.setSpacing(theme.S3)
        head.addWidget(self.search, 1)
        head.addWidget(self._count)
        head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.table, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, what can be seen elsewhere goes first."""
        super().resizeEvent(event)
        narrow = self.width() < theme.px(_ROOMY)
        for column in (1, 2):
            self.table.setColumnHidden(column, narrow)

    def _look(self, words: str) -> None:
        self.sorted.setFilterFixedString(words.strip())
        self._tell()

    def _sort(self, column: int) -> None:
        """Divisions have no place among formations that a column sorts."""
        now = self.table.currentIndex().data(LINE)
        self.model.group(by=column < 0)
        if now is not None:
            self._go_to(now.id)

    def _span(self) -> None:
        """Headings go over all columns."""
        self.table.clearSpans()
        for row in range(self.sorted.rowCount()):
            if isinstance(self.sorted.index(row, 0).data(LINE), Heading):
                self.table.setSpan(row, 0, 1, self.model.columnCount())

    def _tell(self) -> None:
        lines = [self.sorted.index(row, 0).data(LINE) for row in range(self.sorted.rowCount())]
        shown = sum(isinstance(line, FormationRow) for line in lines)
        of = len(self.model.rows)
        self._count.setText(str(of) if shown == of else tr("{0} of {1}").format(shown, of))

    def show_rows(self, rows: Sequence[FormationRow]) -> None:
        """Show how the formations stand."""
        self.model.set_rows(rows)
        self._tell()

    def select(self, formation: str) -> None:
        """Go to a formation's row; the search is emptied if it hides that."""
        if any(row.id == formation for row in self.model.rows):
            self.search.clear()
            self._go_to(formation)
            self.table.setFocus()

    def _go_to(self, formation: str) -> None:
        for number, line in enumerate(self.model.lines):
            if isinstance(line, FormationRow) and line.id == formation:
                at = self.sorted.mapFromSource(self.model.index(number, 0))
                self.table.setCurrentIndex(at)
                self.table.scrollTo(at)
