"""What the map editor's parts share: the session, the selection, the inks, and who must hear of it.

Every part (canvas, tools, panels, overlays) talks to the model and to nobody else: it gives
commands to `do` and listens to the signals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, QTimer, Signal

from wardesk.drawing.commands.all_commands import AnyCommand
from wardesk.drawing.commands.change import DocumentChange, Kind
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.grids.mirror import AXES, Symmetry
from wardesk.services.maps.edit_session import EditSession
from wardesk.ui.language import explained
from wardesk.ui.map.background.board import BoardCompiler
from wardesk.ui.map.background.doubtful_neighbours import DoubtfulNeighbours

FRAME = 16
"""Milliseconds."""
_LEAVES_ALL: frozenset[Kind] = frozenset(
    {"terrain", "properties", "elevation", "names", "sides", "adjacency", "layers", "map", "look"}
)
"""Changes that take nothing away that could be picked."""


@dataclass(frozen=True)
class Selection:
    """What is picked: cells, drawn features, and of an area map nodes and borders."""

    cells: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    nodes: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is picked."""
        return self == Selection()


@dataclass(frozen=True)
class ChosenKinds:
    """What the tools draw with. Empty = nothing chosen, or no such kind in the palette."""

    terrain: str = ""
    other_terrain: str = ""
    """The second ink; ``X`` swaps the two."""
    side: str = ""
    """A border kind: hexsides, and the borders of areas."""
    line: str = ""
    level: int = 1
    brush: int = 1
    """Radius of the brush: 1 = one cell, 2 = with its neighbours, up to 6."""
    symmetry: Symmetry = ""
    """How strokes are mirrored while they are painted."""


@dataclass
class RememberedTools:
    """What stays when a tool is left and taken up again: a polygon put aside by Esc, and so on."""

    polygon: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])


class MapModel(QObject):
    """One map being edited in a window.

    ``changed(change)``: the document was changed, by a command, undo or redo. ``selected()``,
    ``inked()``: selection or inks are others. ``refused(error)``: a `UserError` to show.
    ``kept()``: saved, or the clean mark moved. ``gesture(live)``: a stroke began or ended.
    ``followed()``: something was done or undone, told at once but within a stroke once a frame,
    for those who show what takes longer than the stroke may.
    """

    changed = Signal(object)
    followed = Signal()
    selected = Signal()
    inked = Signal()
    refused = Signal(object)
    kept = Signal()
    gesture = Signal(bool)
    gesture_cancelled = Signal()
    """Undo was asked for in the middle of a gesture: the tool must drop it."""

    def __init__(self, session: EditSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.remembered = RememberedTools()
        self._selection = Selection()
        self._inks = _first_inks(session.document)
        self.compiler = BoardCompiler(self, self)
        """The board as the map would be played on, for those that `want` it."""
        self.doubtful = DoubtfulNeighbours(self, self)
        """The neighbours that a person should look at, for those that `want` them."""
        for derived in (self.compiler, self.doubtful):
            self.changed.connect(derived.follow)
        self._stroke = 0
        self._pace = QTimer(self)
        self._pace.setSingleShot(True)
        self._pace.setInterval(FRAME)
        self._pace.timeout.connect(self.followed)
        self.step_back: Callable[[], bool] = _nothing
        """Takes back the last step of a gesture that no command was given for yet: undo asks."""

    @property
    def document(self) -> MapDocument:
        """The map as it is now; only commands change it."""
        return self.session.document

    @property
    def is_area(self) -> bool:
        """Whether the map is drawn of areas; else it is a sheet of hexes or squares."""
        return self.document.kind == "area"

    # ---- doing ---------------------------------------------------------------------------------

    def do(self, command: AnyCommand) -> bool:
        """Do a command, as a part of the running stroke if there is one.

        Whether it was done; if not, the reason has been told and nothing has changed.
        """
        try:
            change = self.session.do(command, self._stroke)
        except UserError as error:
            self.refused.emit(error)
            return False
        if not change.is_empty:
            self._told(change)
        return True

    def do_all(self, *commands: AnyCommand) -> bool:
        """Do several commands as one entry of the history.

        If one is refused, those before it are taken back; inside a longer stroke they stay.
        """
        if self._stroke:
            return all(self.do(command) for command in commands)
        self.begin_stroke()
        done = False
        try:
            done = all(self.do(command) for command in commands)
        finally:
            if done:
                self.end_stroke()
            else:
                self.drop_stroke()
        return done

    def refuse(self, message: str, advice: str = "") -> None:
        """Tell why something that was asked for cannot be done."""
        self.refused.emit(UserError(message, advice))

    def why_not(self, command: AnyCommand) -> str:
        """The reason why a command would be refused; empty if it would be done."""
        try:
            command.planned(self.document)
        except UserError as error:
            return explained(error).message
        return ""

    def begin_stroke(self) -> None:
        """What is done from here to `end_stroke` is undone together."""
        self._stroke = self.session.editor.new_stroke()
        self.gesture.emit(True)

    def end_stroke(self) -> None:
        """The gesture has ended; twice is allowed."""
        if self._stroke:
            self._stroke = 0
            if self._pace.isActive():
                self._pace.stop()
                self.followed.emit()
            self.gesture.emit(False)

    @property
    def in_stroke(self) -> bool:
        """Whether a gesture is under way."""
        return bool(self._stroke)

    # ---- the history ---------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last entry back. In the middle of a gesture the gesture is dropped instead."""
        if self.in_stroke:
            self.gesture_cancelled.emit()
            return
        if not self.step_back() and self.session.editor.can_undo:
            self._travel(back=True)

    def redo(self) -> None:
        """Do the next entry again; nothing happens in the middle of a gesture."""
        if not self.in_stroke and self.session.editor.can_redo:
            self._travel(back=False)

    def drop_stroke(self) -> None:
        """End the running gesture and take back what it has done so far."""
        if not self.in_stroke:
            return
        stroke = self._stroke
        self.end_stroke()
        if self.session.editor.last_stroke == stroke:
            self._travel(back=True)

    def go(self, position: int) -> None:
        """Undo or redo until *position* entries are done."""
        editor = self.session.editor
        while not self.in_stroke and editor.position > max(position, 0):
            if not self._travel(back=True):
                return
        while not self.in_stroke and editor.position < min(position, len(editor.titles)):
            if not self._travel(back=False):
                return

    def _travel(self, *, back: bool) -> bool:
        editor = self.session.editor
        try:
            change = editor.undo() if back else editor.redo()
        except UserError as error:  # the journal's disk is full
            self.refused.emit(error)
            return False
        self._told(change)
        return True

    def _told(self, change: DocumentChange) -> None:
        if not change.kinds <= _LEAVES_ALL:
            self._tidy_selection()
        self.changed.emit(change)
        if not self.in_stroke:
            self.followed.emit()
        elif not self._pace.isActive():
            self._pace.start()

    # ---- selection and inks --------------------------------------------------------------------

    @property
    def selection(self) -> Selection:
        """What is picked."""
        return self._selection

    def select(self, selection: Selection) -> None:
        """Pick other things."""
        if selection != self._selection:
            self._selection = selection
            self.selected.emit()

    def _tidy_selection(self) -> None:
        """Drop what is no longer there."""
        now, document = self._selection, self.document
        if now.is_empty:
            return
        features = {feature_name(document, k) for k in range(len(document.features))}
        self.select(
            Selection(
                tuple(cell for cell in now.cells if cell in document.cells),
                tuple(one for one in now.features if one in features),
                tuple(node for node in now.nodes if node in document.nodes),
                tuple(edge for edge in now.edges if edge in document.edges),
            )
        )

    @property
    def inks(self) -> ChosenKinds:
        """What the tools draw with."""
        return self._inks

    def ink(self, **changes: str | int) -> None:
        """Take other inks: ``ink(terrain="wood")``."""
        inks = replace(self._inks, **changes)  # type: ignore[arg-type]
        if inks != self._inks:
            self._inks = inks
            self.inked.emit()

    def swap_inks(self) -> None:
        """First and second ink change places."""
        self.ink(terrain=self._inks.other_terrain, other_terrain=self._inks.terrain)

    def stop(self) -> None:
        """End the work behind the scenes: the map is closed."""
        self.compiler.stop()
        self.doubtful.stop()

    def next_symmetry(self) -> None:
        """Mirror strokes the next way: not, left and right, above and below, both."""
        if self.document.layout is None:
            self.refused.emit(
                UserError(
                    "Only maps of hexes and squares can be painted symmetrically.",
                    "Areas have no cells that lie opposite each other.",
                )
            )
            return
        ways = list(AXES)
        self.ink(symmetry=ways[(ways.index(self._inks.symmetry) + 1) % len(ways)])

    # ---- the file ------------------------------------------------------------------------------

    def save(self, *, force: bool = False) -> bool:
        """Write the map; whether it was written. The reason has been told if not."""
        try:
            self.session.save(force=force)
        except UserError as error:
            self.refused.emit(error)
            return False
        self.kept.emit()
        return True


def feature_name(document: MapDocument, place: int) -> str:
    """What commands call the feature at this place of the list: its id, else ``#`` and number."""
    return document.features[place].id or f"#{place + 1}"


def _nothing() -> bool:
    return False


def _first_inks(document: MapDocument) -> ChosenKinds:
    palette = document.palette
    terrain = list(palette.terrain)
    fill = document.layout.fill if document.layout is not None else ""
    usual = fill or (terrain[0] if terrain else "")
    first = next((kind for kind in terrain if kind != usual), usual)
    if document.kind == "area":  # the area tool draws with it: a new area is open ground
        first, usual = usual, first
    return ChosenKinds(
        terrain=first,
        other_terrain=usual,
        side=next(iter(palette.borders), ""),
        line=next(iter(palette.lines), ""),
    )
