"""The formations by division as a table: symbol, steps left, where they are; every column sorts.

Sorted by a column there are no divisions; a third click on its head brings them back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
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
from wardesk.ui.widgets.text import Text, two_lines
from wardesk.words import shown, tr

Index = QModelIndex | QPersistentModelIndex
_ECHELONS = {"army": "XXXX", "corps": "XXX", "division": "XX", "brigade": "X", "regiment": "III",
             "kampfgruppe": "III", "battalion": "II", "group": "II"}  # fmt: skip
_PICTURE = 30
_ROOMY = 800
"""Px that all columns need."""
SORT = Qt.ItemDataRole.UserRole
ROW = Qt.ItemDataRole.UserRole + 1


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


class FormationModel(QAbstractTableModel):
    """One row for each `FormationRow`, and one for the `Heading` over some."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[Heading | FormationRow, ...] = ()
        self._by_division = True

    @property
    def rows(self) -> tuple[FormationRow, ...]:
        """The formations, as they stand below their headings."""
        return tuple(line for line in self.lines if isinstance(line, FormationRow))

    def set_rows(self, rows: Sequence[FormationRow]) -> None:
        """Show other rows."""
        self._show(by_division(rows) if self._by_division else tuple(rows))

    def group(self, *, by: bool) -> None:
        """Stand by division, or without headings."""
        if by != self._by_division:
            rows, self._by_division = self.rows, by
            self.set_rows(rows)

    def _show(self, lines: tuple[Heading | FormationRow, ...]) -> None:
        before = self.lines
        if lines == before:
            return
        if list(map(_known_by, lines)) == list(map(_known_by, before)):
            self.lines = lines
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, 5))
            return
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self.lines[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags  # the arrow keys go past it
        return super().flags(index)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 6

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - whatever Qt asks for
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (tr("Formation"), tr("Under"), tr("Side"), tr("Steps"),
                    tr("In play"), tr("Where"))[section]  # fmt: skip
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        row = self.lines[index.row()]
        if role == ROW:
            return row
        if isinstance(row, Heading):
            told = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return row.words if told and index.column() == 0 else None
        if role == Qt.ItemDataRole.DisplayRole:
            lost = tr(", {0} lost").format(row.gone) if row.gone else ""
            if row.seen:
                words = (row.name, row.over, row.side_name, row.looked, row.seen, row.where)
                return shown(words[index.column()])
            return (shown(row.name), row.over, row.side_name, f"{row.steps}/{row.steps_full}",
                    tr("{0} of {1}").format(row.in_play, row.units) + lost,
                    shown(row.where))[index.column()]  # fmt: skip
        if role == SORT:
            share = row.steps / row.steps_full if row.steps_full else 1.0
            return (row.name, row.over, row.side_name, share, row.in_play, row.where)[
                index.column()
            ]
        if role == Qt.ItemDataRole.AccessibleTextRole and row.seen:
            return ", ".join((row.name, row.side_name, row.looked, row.seen, row.where))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return tr("{0}, {1}: {2} of {3} steps, {4} of {5} units in play {6}").format(
                shown(row.name), shown(row.side_name), row.steps, row.steps_full, row.in_play,
                row.units, shown(row.where),
            )  # fmt: skip
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.data(index)
        return None


def _known_by(line: Heading | FormationRow) -> str:
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


class _Steps(QStyledItemDelegate):
    """Steps left as a bar with its figures."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: FormationRow = index.data(ROW)
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


class _Name(QStyledItemDelegate):
    """Counter and name."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: FormationRow | Heading = index.data(ROW)
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


class PlainTable(QTableView):
    """A table that leaves printable keys to the desk."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plaintable")
        self.setAccessibleName(name)
        self.setFont(theme.font())
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setFont(theme.font("small-strong"))
        self.horizontalHeader().setMinimumHeight(theme.px(30))
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() and event.text().isprintable():
            event.ignore()
            return
        super().keyPressEvent(event)


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
        self.table.setItemDelegateForColumn(0, _Name(self.table))
        self.table.setItemDelegateForColumn(3, _Steps(self.table))
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
        self._count = Text("", self, role="small", tone="text3")
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
        now = self.table.currentIndex().data(ROW)
        self.model.group(by=column < 0)
        if now is not None:
            self._go_to(now.id)

    def _span(self) -> None:
        """Headings go over all columns."""
        self.table.clearSpans()
        for row in range(self.sorted.rowCount()):
            if isinstance(self.sorted.index(row, 0).data(ROW), Heading):
                self.table.setSpan(row, 0, 1, self.model.columnCount())

    def _tell(self) -> None:
        lines = [self.sorted.index(row, 0).data(ROW) for row in range(self.sorted.rowCount())]
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
