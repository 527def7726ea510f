"""The pages of the wizard for a table without rules: map, sides, players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.documents.maps.store import load_board
from wardesk.documents.maps.titles import map_title
from wardesk.documents.packs.pack_writer import slug
from wardesk.errors import UserError
from wardesk.model.board import Board
from wardesk.render.export.pictures import board_thumbnail
from wardesk.services.packs.new_table import MOST_SIDES
from wardesk.services.packs.pack_copy import is_shipped
from wardesk.services.packs.shelf import map_place
from wardesk.ui import theme
from wardesk.ui.language import explained
from wardesk.ui.library import grid_words
from wardesk.ui.making.colour_field import ColourField
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Label
from wardesk.ui.widgets.two_lines import DETAIL, TwoLines
from wardesk.words import shown, tr

PAINTS = (
    ("#8ea3b8", "#34495e"), ("#c2ab7c", "#6b5a37"), ("#8f9a8c", "#3f4a42"),
    ("#b98a80", "#6e2f27"), ("#a99bb5", "#4d3d5c"), ("#b7b59a", "#56543a"),
)  # fmt: skip
THUMB = QSize(380, 250)


def _shown_title(title: str, place: Path) -> str:
    """The title of a map that ships in the language in force; others as their designers wrote."""
    return shown(title) if is_shipped(place) else title


class ChooseMapPage(QWidget):
    """``changed()``. The map that is chosen is looked at in a worker thread."""

    changed = Signal()

    def __init__(self, maps: Sequence[tuple[str, Path]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.board: Board | None = None
        self.problem = ""
        self.list = QListWidget(self)
        self.list.setFont(theme.font())
        self.list.setObjectName("framed")
        self.list.setAccessibleName(tr("Maps"))
        self.list.setMinimumWidth(250)
        self.list.setItemDelegate(TwoLines(self.list))
        self.list.setMouseTracking(True)
        for title, place in maps:
            self._add(title, place)
        self.list.currentItemChanged.connect(self._look)
        choose = Button(tr("From a file…"), self, icon="folder")
        choose.clicked.connect(self._choose_file)
        folder = Button(tr("From a folder…"), self)
        folder.clicked.connect(self._choose_folder)
        self.title = QLineEdit(self)
        self.title.setFont(theme.font())
        self.title.setMaxLength(60)
        self.title.setMinimumHeight(theme.CONTROL_HEIGHT)
        self.title.setAccessibleName(tr("Title of the table"))
        self.title.textEdited.connect(self._named)
        self._own_title = False
        self._picture = QLabel(self)
        self._picture.setFixedSize(THUMB)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._picture.setAccessibleName(tr("The map"))
        self._words = Label("", self, role="small", tone="text2", wrap=True)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.S2)
        buttons.addWidget(choose)
        buttons.addWidget(folder)
        buttons.addStretch(1)
        left = QVBoxLayout()
        left.setSpacing(theme.S2)
        left.addWidget(self.list, 1)
        left.addLayout(buttons)
        right = QVBoxLayout()
        right.setSpacing(theme.S2)
        right.addWidget(self._picture)
        right.addWidget(self._words)
        right.addStretch(1)
        right.addWidget(Label(tr("Title of the table"), self))
        right.addWidget(self.title)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S4)
        row.addLayout(left, 1)
        row.addLayout(right)
        self._task = Task(self)
        self._task.done.connect(self._looked)
        self._task.failed.connect(self._failed)
        self._painting = Task(self)
        self._painting.done.connect(self._painted)

    def _add(self, title: str, place: Path) -> QListWidgetItem:
        title = _shown_title(title, place)
        item = QListWidgetItem(title, self.list)
        item.setData(Qt.ItemDataRole.UserRole, str(place))
        item.setData(DETAIL, map_place(place))
        item.setToolTip(str(place))
        words = f"{title}, {map_place(place)}"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        return item

    @property
    def place(self) -> Path | None:
        """The chosen map."""
        item = self.list.currentItem()
        return Path(item.data(Qt.ItemDataRole.UserRole)) if item is not None else None

    def choose(self, place: Path) -> None:
        """Choose a map, one of the list or another."""
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == str(place):
                self.list.setCurrentRow(row)
                return
        self.list.setCurrentItem(self._add(map_title(place), place))

    def _choose_file(self) -> None:
        kinds = tr("Maps (*.wdmap manifest.json);;All files (*)")
        path, _kind = QFileDialog.getOpenFileName(self, tr("Choose a map"), "", kinds)
        if path:
            found = Path(path)
            self.choose(found.parent if found.name == "manifest.json" else found)

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, tr("Choose the folder of a map"))
        if path:
            self.choose(Path(path))

    def _named(self) -> None:
        self._own_title = bool(self.title.text())
        self.changed.emit()

    def _look(self) -> None:
        self.board, self.problem = None, ""
        self._picture.clear()
        self._words.setText(tr("Reading the map…"))
        if self.place is not None:
            self._painting.forget()
            self._task.start(partial(_read, self.place))
        self.changed.emit()

    def _looked(self, found: tuple[Path, Board]) -> None:
        place, board = found
        if place != self.place:
            self._look()
            return
        self.board = board
        self._painting.start(partial(board_thumbnail, board, THUMB.width(), THUMB.height()))
        words = f"{len(board.cells)} {grid_words(board.kind)}."
        if board.reconstruction:
            words += " " + tr("The map says of itself that it is a reconstruction.")
        self._words.setText(words)
        if not self._own_title:
            self.title.setText(tr("A table at {0}").format(_shown_title(board.title, place))[:60])
        self.changed.emit()

    def _painted(self, image: QImage) -> None:
        self._picture.setPixmap(QPixmap.fromImage(image))

    def _failed(self, error: object) -> None:
        if not isinstance(error, UserError):
            if isinstance(error, BaseException):
                raise error
            return
        self.problem = str(explained(error))
        self._words.setText(tr("WarDesk cannot use this map."))
        self.changed.emit()

    def painted(self) -> bool:
        """Whether the picture of the chosen map is there."""
        return not self._picture.pixmap().isNull()

    def stop(self) -> None:
        """End the work behind the scenes."""
        self._task.stop()
        self._painting.stop()


def _read(place: Path) -> tuple[Path, Board]:
    """Worker thread: the board. UserError when it is no map."""
    return place, load_board(place)


class SidesPage(QWidget):
    """``changed()``: one to six sides, each with a name and two colours."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.touched = False
        """Whether a person has changed anything here."""
        self.rows: list[tuple[QLineEdit, ColourField, ColourField, ToolButton]] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.S3)
        self._grid.setVerticalSpacing(theme.S2)
        self._grid.setColumnStretch(0, 1)
        for column, words in enumerate((tr("Name"), tr("Face"), tr("Title bar"))):
            self._grid.addWidget(Label(words, self, role="small", tone="text2"), 0, column)
        self.more = Button(tr("One more side"), self, icon="plus")
        self.more.clicked.connect(self._another)
        words = tr("Sides take their turns in this order. Counters have these colours.")
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(0, 0, 0, 0)
        column_.setSpacing(theme.S3)
        column_.addWidget(Label(words, self, tone="text2", wrap=True))
        column_.addLayout(self._grid)
        column_.addWidget(self.more)
        column_.addStretch(1)
        for name in (tr("Blue"), tr("Red")):
            self.add(name)

    def add(self, name: str) -> None:
        """One more side, in colours of its own."""
        number = len(self.rows)
        face, bar = PAINTS[number % len(PAINTS)]
        line = QLineEdit(name, self)
        line.setFont(theme.font())
        line.setMaxLength(40)
        line.setMinimumHeight(theme.CONTROL_HEIGHT)
        line.setAccessibleName(tr("Name of side {0}").format(number + 1))
        field = ColourField(tr("Face of side {0}").format(number + 1), self, value=face)
        title = ColourField(tr("Title bar of side {0}").format(number + 1), self, value=bar)
        less = ToolButton("close", tr("Take side {0} away").format(number + 1), self, size=16)
        row = (line, field, title, less)
        less.clicked.connect(lambda: self._remove(row))
        line.textEdited.connect(self._touch)
        field.changed.connect(self.changed)
        title.changed.connect(self.changed)
        self.rows.append(row)
        self._place()

    def _place(self) -> None:
        for number, row in enumerate(self.rows, 1):
            for column, part in enumerate(row):
                self._grid.addWidget(part, number, column)
                part.show()
            row[3].setVisible(len(self.rows) > 1)
        if len(self.rows) >= MOST_SIDES:
            self.more.refuse(tr("Six sides are the most"))
        else:
            self.more.allow()
        self.changed.emit()

    def _another(self) -> None:
        self._touch()
        self.add(tr("Side {0}").format(len(self.rows) + 1))

    def _touch(self) -> None:
        self.touched = True
        self.changed.emit()

    def _remove(self, row: tuple[QLineEdit, ColourField, ColourField, ToolButton]) -> None:
        self.touched = True
        self.rows.remove(row)
        for part in row:
            self._grid.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._place()

    def clear(self) -> None:
        """No side at all, to be filled from counters."""
        while self.rows:
            self._remove(self.rows[0])
        self.touched = False

    def sides(self) -> list[dict[str, str]]:
        """The sides as a scenario has them; ids are made of the names."""
        found: list[dict[str, str]] = []
        for number, (line, field, title, _less) in enumerate(self.rows, 1):
            name = line.text().strip()
            taken = {side["id"] for side in found}
            stem = slug(name, f"side-{number}")
            free = (stem, *(f"{stem}-{k}" for k in range(2, MOST_SIDES + 2)))
            key = next(one for one in free if one not in taken)
            found.append({"id": key, "name": name, "field": field.value(), "bar": title.value()})
        return found

    def wrong(self) -> str:
        """What is wrong with the sides; empty when all is well."""
        names = [side["name"] for side in self.sides()]
        if not all(names):
            return tr("Every side needs a name.")
        if len({name.lower() for name in names}) < len(names):
            return tr("Two sides have the same name.")
        colours = [side[key] for side in self.sides() for key in ("field", "bar")]
        if any(len(code) not in (0, 7) for code in colours):
            return tr("Write colours like #8f9a8c.")
        return ""


class PlayersPage(QWidget):
    """Who plays which side, and how long."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QComboBox] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.S3)
        self._grid.setVerticalSpacing(theme.S2)
        self._grid.setColumnStretch(1, 1)
        self.turns = Stepper(tr("Last turn"), self, value=0, least=0, most=999)
        turns = QHBoxLayout()
        turns.setSpacing(theme.S3)
        turns.addWidget(Label(tr("Last turn"), self))
        turns.addWidget(self.turns)
        turns.addWidget(Label(tr("0: nobody counts"), self, role="small", tone="text2"))
        turns.addStretch(1)
        words = tr(
            "One person can play all sides. A bot knows no rules here: it passes, or moves at"
            " random."
        )
        self.place = Label("", self, role="small", tone="text2", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(Label(words, self, tone="text2", wrap=True))
        column.addLayout(self._grid)
        column.addLayout(turns)
        column.addStretch(1)
        column.addWidget(self.place)

    def show_sides(self, sides: Sequence[dict[str, str]]) -> None:
        """One line per side; what was chosen for a side stays."""
        kept = self.players()
        while (item := self._grid.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.boxes = {}
        for number, side in enumerate(sides):
            box = Choices(self)
            box.setFont(theme.font())
            box.setAccessibleName(tr("Who plays {0}").format(side["name"]))
            for key, words in (
                ("human", tr("You, or somebody beside you")),
                ("policy", tr("Nobody: it passes")),
                ("random", tr("Bot, random")),
            ):
                box.addItem(words, key)
            box.setCurrentIndex(max(0, box.findData(kept.get(side["id"], "human"))))
            self._grid.addWidget(Label(side["name"], self), number, 0)
            self._grid.addWidget(box, number, 1)
            self.boxes[side["id"]] = box

    def players(self) -> dict[str, str]:
        """Who plays, by side."""
        return {side: str(box.currentData()) for side, box in self.boxes.items()}
