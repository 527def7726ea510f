"""What commands would do, worked out beside the window on a copy of the map, for live previews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from wardesk.drawing.commands.all_commands import AnyCommand
from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.document import MapDocument, snapshot
from wardesk.errors import UserError
from wardesk.geometry.borders.topology import edge_points, ring_points
from wardesk.geometry.grids.snap import Point, Ring
from wardesk.ui.language import explained
from wardesk.ui.map.model import MapModel
from wardesk.ui.tasks import Task


@dataclass(frozen=True)
class DryRunResult:
    """How the map would look after *commands*; *refused* is the reason why they cannot be done."""

    commands: tuple[AnyCommand, ...]
    faces: Mapping[str, tuple[Ring, ...]] = field(default_factory=dict[str, tuple[Ring, ...]])
    """The rings of every area that would be new or other."""
    lines: tuple[tuple[Point, ...], ...] = ()
    """The borders that would be new or run otherwise."""
    gone: tuple[str, ...] = ()
    """Areas that would be no more."""
    bends: tuple[int, int] = (0, 0)
    """How many bends all borders have, before and after."""
    refused: str = ""


def dry_run_of(before: MapDocument, commands: tuple[AnyCommand, ...]) -> DryRunResult:
    """Do *commands* one after another on a copy of *before*, which stays as it is."""
    after, changes = snapshot(before), list[DocumentChange]()
    try:
        changes += [command.apply(after) for command in commands]
    except UserError as error:
        return DryRunResult(commands, refused=explained(error).message)
    names = {name for change in changes for name in change.cells}
    network = after.network
    changed = {
        number
        for number, edge in after.edges.items()
        if before.edges.get(number) != edge
        or before.nodes.get(edge.start) != after.nodes[edge.start]
        or before.nodes.get(edge.end) != after.nodes[edge.end]
    }
    return DryRunResult(
        commands,
        faces={
            name: tuple(ring_points(network, ring) for ring in after.faces[name].rings)
            for name in sorted(names)
            if name in after.faces
        },
        lines=tuple(edge_points(network, number) for number in sorted(changed)),
        gone=tuple(sorted(names & set(before.faces) - set(after.faces))),
        bends=(_bends(before), _bends(after)),
    )


def _bends(document: MapDocument) -> int:
    return sum(len(edge.points) for edge in document.edges.values())


class DryRun(QObject):
    """Tries the newest wish of a tool; ``told()`` when `now` is another.

    A wish that comes while one is worked on waits for its turn; only the last of them is kept.
    """

    told = Signal()

    def __init__(self, model: MapModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._copy: MapDocument | None = None
        self._wish: tuple[AnyCommand, ...] = ()
        self.now: DryRunResult | None = None
        """The newest answer; None when nothing was asked or the map has changed since."""
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        model.changed.connect(self._changed)

    @property
    def running(self) -> bool:
        """Whether an answer is still to come."""
        return self._task.running

    def ask(self, *commands: AnyCommand) -> None:
        """Try these commands, unless they were the last ones asked for."""
        if commands == self._wish and (self.running or self.now is not None):
            return
        self._wish = commands
        if not self.running:
            self._start()

    def refusal(self, *commands: AnyCommand) -> str:
        """Why these cannot be done, if it is known already."""
        if self.now is None or self.now.commands != commands:
            return ""
        return self.now.refused

    def forget(self) -> None:
        """Nothing is asked any more."""
        self._wish, self.now = (), None
        self._task.forget()

    def _start(self) -> None:
        if self._copy is None:
            self._copy = snapshot(self._model.document)
        copy, wish = self._copy, self._wish
        self._task.start(lambda: dry_run_of(copy, wish))

    def _done(self, found: DryRunResult) -> None:
        self.now = found
        if found.commands != self._wish:
            self._start()
        self.told.emit()

    def _failed(self, error: object) -> None:
        if isinstance(error, BaseException):
            raise error

    def _changed(self, _change: object) -> None:
        self._copy = None
        self.forget()
