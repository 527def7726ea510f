"""Setting cells against cells, arrow by arrow: who attacks whom along a front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wardesk.engine.types import Answer
from wardesk.model.look import Assignments
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.table.interactions import AskedMatter, ButtonOffer, MatterRow
from wardesk.ui.table.picking import PathInteraction
from wardesk.words import tr


class AssignmentInteraction(PathInteraction):
    """A cell is picked with all its pieces, then what it is set against; or dragged there.

    The same once more takes the arrow back.
    """

    def __init__(self, matter: AskedMatter, given: Assignments) -> None:
        self._given = given
        super().__init__(matter)
        sources = self._sources()
        self._take(sources[0] if len(sources) == 1 else "")

    def _sources(self) -> list[str]:
        """Cells that can still be set against something, in the order of the board."""
        held = {self._where(piece) for piece in self.ask.pieces}
        return [cell for cell in self.matter.rules.board.cells if cell in held]

    def _take(self, cell: str) -> None:
        here = [piece for piece in self.ask.pieces if self._where(piece) == cell]
        self.note, self.picked = "", here[: max(1, self.ask.most)]
        self._measure()

    @property
    def _source(self) -> str:
        return self._where(self.picked[0]) if self.picked else ""

    def wants_piece(self, piece: str) -> bool:
        return False  # A cell goes as a whole: no pile needs to be laid out.

    def piece(self, piece: str) -> Answer | None:
        return self.cell(self._where(piece))

    def cell(self, cell: str) -> Answer | None:
        if cell not in self._sources():
            return super().cell(cell)
        self._take("" if cell == self._source else cell)
        return None

    def drop(self, pieces: Sequence[str], cell: str) -> Answer | None:
        source = self._where(pieces[0])
        if source not in self._sources():
            self._not_movable(pieces[0])
            return None
        self._take(source)
        return self._go(cell) if cell != source else None

    def cancel(self) -> bool:
        had = bool(self.picked or self.note or self._refused)
        self._take("")
        return had

    def offers(self) -> list[ButtonOffer]:
        """The first choice goes on; the filled button never takes back what was drawn."""
        return [replace(offer, primary=offer.primary and k == 0)
                for k, offer in enumerate(super().offers())]  # fmt: skip

    def marks(self) -> Marks:
        words = dict.fromkeys(self._given.missing, "!")
        words |= {cell: self.matter.words.text(text) for cell, text in self._given.words}
        return replace(
            super().marks(),
            lines=self._given.links,
            tags=words,
            missing=self._given.missing,
            movable=frozenset(self.ask.pieces) - frozenset(self.picked),
        )

    def rows(self) -> list[MatterRow]:
        if self.picked:
            return [self._target_row(cell) for cell in self._open()]
        return [self._source_row(cell) for cell in self._sources()]

    def _target_row(self, cell: str) -> MatterRow:
        place, told = self.matter.cell_name(cell), self.outlook(cell)
        words = tr("{0}: {1}").format(place, told) if told else tr("to {0}").format(place)
        return MatterRow("cell", cell, words)

    def _source_row(self, cell: str) -> MatterRow:
        name = self.matter.cell_name(cell)
        aims = [self.matter.cell_name(to) for at, to in self._given.links if at == cell]
        if not aims:
            return MatterRow("cell", cell, tr("{0}, against nobody yet").format(name))
        return MatterRow("cell", cell, tr("{0} against {1}").format(name, ", ".join(aims)))
