"""What is picked, with fields to change it; with nothing picked, the map itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from wardesk.drawing.commands.all_commands import (
    NameCell,
    PaintBorders,
    PaintTerrain,
    RenameCell,
    SetElevation,
    SetFeature,
    SetProperty,
    SetTitle,
)
from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.commands.features import LABEL, ZONE
from wardesk.drawing.commands.paint import elevation_property
from wardesk.drawing.document import MapDocument
from wardesk.drawing.neighbourhood import side_neighbours
from wardesk.errors import UserError
from wardesk.model.board import Feature
from wardesk.model.palette import Scalar
from wardesk.render.map.label_style import (
    ALONG,
    BEND,
    COLOUR,
    MOST_BEND,
    MOST_ROWS,
    ROWS,
    SIGN,
    SIZE_OF,
    TURN,
    label_look,
    own_colour,
)
from wardesk.render.map.signs import SIGNS
from wardesk.ui import theme
from wardesk.ui.dialogs.fields import Fields
from wardesk.ui.language import explained
from wardesk.ui.making.colour_field import ColourField
from wardesk.ui.map.look.samples import sign_sample
from wardesk.ui.map.model import MapModel
from wardesk.ui.map.panels.kind_dialog import read_figures
from wardesk.ui.map.view import inks_now
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

Page = tuple[str, Fields]
_SIGN = 22
SetFigure = Callable[[str, Scalar | None], object]


def cell_terrain(document: MapDocument, cell: str) -> str:
    """The ground of a cell; "" if there is none."""
    found = document.cells.get(cell)
    if found is not None:
        return found.terrain
    return document.layout.fill if document.layout is not None else ""


def neighbour_counts(document: MapDocument, cell: str) -> tuple[int, int, int]:
    """How many neighbours follow from the borders, were added by hand, and were cut by hand."""
    derived = len(side_neighbours(document)[cell])
    mine = [one for one in document.overrides if cell in one.pair]
    added = sum(one.change == "add" for one in mine)
    return derived, added, len(mine) - added


class FiguresField(QWidget):
    """One line per figure, and an empty one for another; a line that is emptied takes it away."""

    def __init__(
        self, figures: Mapping[str, Scalar], done: SetFigure, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._done = done
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        self.problem = Label("", self, role="small", tone="danger", wrap=True)
        self.problem.hide()
        self.fields: list[QLineEdit] = []
        for name, value in figures.items():
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            self._line(column, name, f"{name} = {shown}")
        self._line(column, "", "")
        column.addWidget(self.problem)

    def _line(self, column: QVBoxLayout, name: str, text: str) -> None:
        field = QLineEdit(text, self)
        field.setFont(theme.font("mono"))
        field.setPlaceholderText(tr("another figure: name = value"))
        field.setAccessibleName(tr("Figure {0}").format(name) if name else
                                tr("Another figure"))  # fmt: skip
        field.editingFinished.connect(lambda: self._finish(field, name, text))
        self.fields.append(field)
        column.addWidget(field)

    def _finish(self, field: QLineEdit, name: str, before: str) -> None:
        text = field.text().strip()
        if text == before:
            return
        try:
            found = read_figures(text)
        except UserError as error:
            self.problem.setText(explained(error).message)
            self.problem.show()
            return
        if name and name not in found:
            self._done(name, None)
        for one, value in found.items():
            self._done(one, value)


def cells_page(panel: InspectorPanel, cells: tuple[str, ...]) -> Page:
    """Name, ground, height and figures of the picked cells."""
    model, document = panel.model, panel.model.document
    page = Fields(panel)
    one = cells[0]
    title = tr("Cell {0}").format(one) if len(cells) == 1 else tr("{0} cells").format(len(cells))
    if len(cells) == 1:
        name = document.cells[one].name if one in document.cells else one
        page.text(tr("Name"), name, lambda text: model.do(NameCell(one, text)))
        if model.is_area:
            page.text(tr("Id"), one, lambda text: model.do(RenameCell(one, text.strip())))
    kinds = [(kind.id, shown(kind.name) or kind.id) for kind in document.palette.terrain.values()]
    now = _common((cell_terrain(document, cell) for cell in cells), "")
    page.choice(tr("Ground"), kinds, now, lambda kind: model.do(PaintTerrain(cells, kind)))
    figure = elevation_property(document)
    found = (document.cells[c].properties.get(figure, 0) for c in cells if c in document.cells)
    height = _common((int(one) if isinstance(one, int | float) else 0 for one in found), 0)
    if not model.is_area or figure in _used_figures(document.cells.values()):
        page.number(
            tr("Level"), height, -20, 99, lambda level: model.do(SetElevation(cells, level))
        )
    if len(cells) == 1:
        derived, added, cut = neighbour_counts(document, one)
        words = tr("{0} derived, {1} added, {2} cut").format(derived, added, cut)
        page.fact(tr("Neighbours"), words)
    rows = _common_figures(document, cells, figure)

    def set_figure(name: str, value: Scalar | None) -> None:
        model.do(SetProperty(cells, name, value))

    page.add_full_width(FiguresField(rows, set_figure, page))
    return title, page


def features_page(panel: InspectorPanel, features: tuple[str, ...]) -> Page:
    """Kind, name and figures of one drawn feature."""
    model, document = panel.model, panel.model.document
    page = Fields(panel)
    found = next((one for one in document.features if one.id == features[0]), None)
    if found is None:
        return map_page(panel)
    lines = document.palette.lines
    if found.kind in lines:
        kinds = [(kind.id, shown(kind.name) or kind.id) for kind in lines.values()]
        page.choice(
            tr("Kind"), kinds, found.kind,
            lambda kind: model.do_all(*(SetFeature(one, kind=kind) for one in features)),
        )  # fmt: skip
    else:
        page.fact(tr("Kind"), _kind_words(found.kind))
    if len(features) == 1:
        page.text(tr("Name"), found.name, lambda text: model.do(SetFeature(found.id, name=text)))
        own = _look_fields(panel, page, found)
        figures = {
            k: v
            for k, v in found.properties.items()
            if isinstance(v, str | int | float) and k not in own
        }

        def set_figure(name: str, value: Scalar | None) -> None:
            model.do(SetFeature(found.id, properties={name: value}))

        page.add_full_width(FiguresField(figures, set_figure, page))
    known = lines.get(found.kind)
    kind = _kind_words(found.kind) if known is None else shown(known.name)
    if len(features) > 1:
        return tr("{0} drawn things").format(len(features)), page
    return (f"{kind}: {found.name}" if found.name else kind), page


def _kind_words(kind: str) -> str:
    """A kind of what is drawn that no palette knows, in the reader's language."""
    return {LABEL: tr("Label"), ZONE: tr("Zone")}.get(kind, kind)


def _look_fields(panel: InspectorPanel, page: Fields, found: Feature) -> tuple[str, ...]:
    """Colour of a zone; colour, size, turn and rows of a label. Gives the properties they set."""
    model, now = panel.model, found.properties

    def give(name: str, value: Scalar | None) -> None:
        if now.get(name) != value:
            model.do(SetFeature(found.id, properties={name: value}))

    if found.kind not in (LABEL, ZONE):
        return ()
    colour = ColourField(tr("Colour"), page, value=str(now.get(COLOUR, "")))

    def coloured() -> None:
        code = colour.value()
        if not code or own_colour({COLOUR: code}):  # half a code is no colour yet
            give(COLOUR, code or None)

    colour.changed.connect(coloured)
    page.add(tr("Colour"), colour)
    if found.kind == ZONE:
        return (COLOUR,)
    sizes = [
        ("small", tr("Small")),
        ("usual", tr("As usual")),
        ("large", tr("Large")),
        ("region", tr("A region")),
        ("sea", tr("A sea")),
        *([("none", tr("None, the sign alone"))] if SIGN in now else []),
    ]
    sheet = model.document.look
    look, size = label_look(now, sheet), str(now.get(SIZE_OF, "usual"))
    own = [(one, sign.title) for one, sign in sheet.signs.items()]
    shipped = [(one, shown(words)) for one, words in SIGNS.items()]
    signs = page.choice(
        tr("Sign"), [("none", tr("No sign")), *own, *shipped], look.sign or "none",
        lambda one: give(SIGN, None if one == "none" else one),
    )  # fmt: skip
    signs.setIconSize(QSize(_SIGN, _SIGN))
    for row in range(1, signs.count()):
        picture = sign_sample(model.document, signs.itemData(row), inks_now(), _SIGN, 2.0)
        signs.setItemIcon(row, QIcon(QPixmap.fromImage(picture)))
    page.choice(
        tr("Letters"), sizes, size, lambda one: give(SIZE_OF, None if one == "usual" else one)
    )
    degrees = tr("Turned by (degrees)")
    page.number(degrees, round(look.turn), -180, 180, lambda turn: give(TURN, turn or None))
    bend = tr("Bent by (degrees)")
    page.number(bend, round(look.bend), -MOST_BEND, MOST_BEND, lambda by: give(BEND, by or None))
    course = Button(tr("Follow the river or road near it"), page, icon="text")
    course.clicked.connect(lambda: panel.follow_asked.emit(found.id))
    page.add_full_width(course)
    if look.curve:
        straight = Button(tr("Straighten the words"), page)
        straight.clicked.connect(lambda: give(ALONG, None))
        page.add_full_width(straight)
    lines = page.number(tr("Lines"), look.rows, 0, MOST_ROWS, lambda rows: give(ROWS, rows or None))
    lines.setToolTip(tr("On how many lines the words stand; 0 = as it comes."))
    return COLOUR, SIZE_OF, TURN, ROWS, SIGN, BEND, ALONG


def edges_page(panel: InspectorPanel, edges: tuple[int, ...]) -> Page:
    """The kind of the picked borders."""
    model, document = panel.model, panel.model.document
    page = Fields(panel)
    kinds = [(kind.id, shown(kind.name) or kind.id) for kind in document.palette.borders.values()]
    used = {document.edges[edge].kind for edge in edges}
    now = used.pop() if len(used) == 1 else ""
    page.choice(tr("Kind"), kinds, now, lambda kind: model.do(PaintBorders(edges, kind)))
    words = tr("Border") if len(edges) == 1 else tr("{0} borders").format(len(edges))
    return words, page


def map_page(panel: InspectorPanel) -> Page:
    """Title and origin of the map, and its size."""
    model, document = panel.model, panel.model.document
    page = Fields(panel)
    page.text(tr("Title"), document.title, lambda text: model.do(SetTitle(title=text)))
    page.text(
        tr("Origin"), document.provenance, lambda text: model.do(SetTitle(provenance=text))
    ).setToolTip(tr("Where the map comes from; begin with “reconstruction” if you rebuilt it."))
    page.fact(tr("Palette"), document.palette.title or document.palette.id)
    if document.layout is not None:
        grid = document.layout.grid
        page.fact(tr("Sheet"), f"{grid.columns} × {grid.rows}")
    else:
        page.fact(tr("Areas"), str(len(document.faces)))
    words = tr("Numbers…") if document.layout is None else tr("Size and numbers…")
    layout = Button(words, page, icon="grid")
    layout.clicked.connect(panel.size_asked)
    page.add_full_width(layout)
    board = Button(tr("Add a board beside this one…"), page, icon="merge")
    board.clicked.connect(panel.board_asked)
    page.add_full_width(board)
    return tr("Map"), page


T = TypeVar("T")


def _common(values: Iterable[T], otherwise: T) -> T:
    """The one value that all have, else *otherwise*; stops at the second one."""
    rows = iter(values)
    first = next(rows, otherwise)
    return first if all(one == first for one in rows) else otherwise


def _common_figures(
    document: MapDocument, cells: tuple[str, ...], skipped: str
) -> dict[str, Scalar]:
    """The figures that all picked cells have alike; stops when none is left."""
    found: dict[str, Scalar] | None = None
    for cell in cells:
        row = document.cells[cell].properties if cell in document.cells else {}
        if found is None:
            found = {name: value for name, value in row.items() if name != skipped}
        elif found:
            found = {name: value for name, value in found.items() if row.get(name) == value}
        else:
            break
    return found or {}


def _used_figures(cells: object) -> set[str]:
    return {name for cell in cells for name in cell.properties}  # type: ignore[attr-defined]


class InspectorPanel(Panel):
    """Shows one page at a time and makes it anew when what it shows has changed.

    ``size_asked()``: the size of the sheet, or how its cells are numbered, is to be changed.
    ``board_asked()``: a second board is to be put beside this one.
    """

    size_asked = Signal()
    follow_asked = Signal(str)
    """``follow_asked(feature)``: these words are to follow what runs nearest to them."""
    board_asked = Signal()

    def __init__(self, model: MapModel, parent: QWidget) -> None:
        self._rebuilt = Chip(tr("Rebuilt"), parent, tone="warn", icon="pencil")
        super().__init__(tr("Map"), parent, tools=(self._rebuilt,))
        self.model = model
        self._page: QWidget | None = None
        self.model.changed.connect(self._changed)
        self.model.selected.connect(self.refresh)
        self.model.gesture.connect(self._gesture)
        self._stale = False
        self.refresh()

    def _changed(self, change: DocumentChange) -> None:
        del change
        if self.model.in_stroke:
            self._stale = True  # not with every cell of a stroke
        else:
            self.refresh()

    def _gesture(self, live: bool) -> None:
        if not live and self._stale:
            self.refresh()

    def refresh(self) -> None:
        """Show what is picked as it is now; the field that was being used keeps the keyboard."""
        self._stale = False
        focused = self.focusWidget()
        kept = focused.accessibleName() if focused is not None and focused.hasFocus() else ""
        if self._page is not None:
            self._page.hide()
            self._page.setParent(None)
            self._page.deleteLater()
        picked = self.model.selection
        if picked.cells:
            title, page = cells_page(self, picked.cells)
        elif picked.features:
            title, page = features_page(self, picked.features)
        elif picked.edges:
            title, page = edges_page(self, picked.edges)
        else:
            title, page = map_page(self)
        self._page = page
        self.add(page)
        page.show()
        self.set_title(title)
        provenance = self.model.document.provenance
        self._rebuilt.setVisible(provenance.lower().startswith("reconstruction"))
        self._rebuilt.setToolTip(provenance)
        if kept:
            for child in page.findChildren(QWidget):
                wanted = child.focusPolicy() & Qt.FocusPolicy.TabFocus
                if child.accessibleName() == kept and wanted:
                    child.setFocus()
                    break
