"""The pages of the inspector: cells, drawn features, borders of areas, the map itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

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
from wardesk.drawing.commands.paint import elevation_property
from wardesk.drawing.document import MapDocument
from wardesk.model.palette import Scalar
from wardesk.ui.language import common
from wardesk.ui.map.cell_facts import cell_terrain, neighbour_counts
from wardesk.ui.map.panels.fields import Fields
from wardesk.ui.map.panels.figures_field import FiguresField
from wardesk.ui.widgets.button import Button

if TYPE_CHECKING:
    from wardesk.ui.map.workspace import MapWorkspace

Page = tuple[str, Fields]


def tr(words: str) -> str:
    """Translate a text of the inspector."""
    return QCoreApplication.translate("Inspector", words)


def cells_page(parent: QWidget, workspace: MapWorkspace, cells: tuple[str, ...]) -> Page:
    """Name, ground, height and figures of the picked cells."""
    desk, document = workspace.desk, workspace.desk.document
    page = Fields(parent)
    one = cells[0]
    title = tr("Cell {0}").format(one) if len(cells) == 1 else tr("{0} cells").format(len(cells))
    if len(cells) == 1:
        name = document.cells[one].name if one in document.cells else one
        page.text(tr("Name"), name, lambda text: desk.do(NameCell(one, text)))
        if desk.is_area:
            page.text(tr("Id"), one, lambda text: desk.do(RenameCell(one, text.strip())))
    kinds = [(kind.id, common(kind.name) or kind.id) for kind in document.palette.terrain.values()]
    now = _common((cell_terrain(document, cell) for cell in cells), "")
    page.choice(tr("Ground"), kinds, now, lambda kind: desk.do(PaintTerrain(cells, kind)))
    figure = elevation_property(document)
    found = (document.cells[c].properties.get(figure, 0) for c in cells if c in document.cells)
    height = _common((int(one) if isinstance(one, int | float) else 0 for one in found), 0)
    if not desk.is_area or figure in _used_figures(document.cells.values()):
        page.number(tr("Level"), height, -20, 99, lambda level: desk.do(SetElevation(cells, level)))
    if len(cells) == 1:
        derived, added, cut = neighbour_counts(document, one)
        words = tr("{0} derived, {1} added, {2} cut").format(derived, added, cut)
        page.fact(tr("Neighbours"), words)
    rows = _common_figures(document, cells, figure)

    def set_figure(name: str, value: Scalar | None) -> None:
        desk.do(SetProperty(cells, name, value))

    page.wide(FiguresField(rows, set_figure, page))
    return title, page


def features_page(parent: QWidget, workspace: MapWorkspace, features: tuple[str, ...]) -> Page:
    """Kind, name and figures of one drawn feature."""
    desk, document = workspace.desk, workspace.desk.document
    page = Fields(parent)
    found = next((one for one in document.features if one.id == features[0]), None)
    if found is None:
        return map_page(parent, workspace)
    lines = document.palette.lines
    if found.kind in lines:
        kinds = [(kind.id, common(kind.name) or kind.id) for kind in lines.values()]
        page.choice(
            tr("Kind"), kinds, found.kind,
            lambda kind: desk.do_all(*(SetFeature(one, kind=kind) for one in features)),
        )  # fmt: skip
    else:
        page.fact(tr("Kind"), found.kind)
    if len(features) == 1:
        page.text(tr("Name"), found.name, lambda text: desk.do(SetFeature(found.id, name=text)))
        figures = {k: v for k, v in found.properties.items() if isinstance(v, str | int | float)}

        def set_figure(name: str, value: Scalar | None) -> None:
            desk.do(SetFeature(found.id, properties={name: value}))

        page.wide(FiguresField(figures, set_figure, page))
    kind = common(lines[found.kind].name) if found.kind in lines else found.kind
    if len(features) > 1:
        return tr("{0} drawn things").format(len(features)), page
    return (f"{kind}: {found.name}" if found.name else kind), page


def edges_page(parent: QWidget, workspace: MapWorkspace, edges: tuple[int, ...]) -> Page:
    """The kind of the picked borders."""
    desk, document = workspace.desk, workspace.desk.document
    page = Fields(parent)
    kinds = [(kind.id, common(kind.name) or kind.id) for kind in document.palette.borders.values()]
    used = {document.edges[edge].kind for edge in edges}
    now = used.pop() if len(used) == 1 else ""
    page.choice(tr("Kind"), kinds, now, lambda kind: desk.do(PaintBorders(edges, kind)))
    words = tr("Border") if len(edges) == 1 else tr("{0} borders").format(len(edges))
    return words, page


def map_page(parent: QWidget, workspace: MapWorkspace) -> Page:
    """Title and origin of the map, and its size."""
    desk, document = workspace.desk, workspace.desk.document
    page = Fields(parent)
    page.text(tr("Title"), document.title, lambda text: desk.do(SetTitle(title=text)))
    page.text(
        tr("Origin"), document.provenance, lambda text: desk.do(SetTitle(provenance=text))
    ).setToolTip(tr("Where the map comes from; begin with “reconstruction” if you rebuilt it."))
    page.fact(tr("Palette"), document.palette.title or document.palette.id)
    if document.layout is not None:
        grid = document.layout.grid
        page.fact(tr("Sheet"), f"{grid.columns} × {grid.rows}")
    else:
        page.fact(tr("Areas"), str(len(document.faces)))
    words = tr("Numbers…") if document.layout is None else tr("Size and numbers…")
    layout = Button(words, page, icon="grid")
    layout.clicked.connect(workspace.lay_out_sheet)
    page.wide(layout)
    board = Button(tr("Add a board beside this one…"), page, icon="merge")
    board.clicked.connect(workspace.add_board)
    page.wide(board)
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
