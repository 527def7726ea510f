"""What an area map gets once it stands still: relief, grass, title, keys, names beside counters."""

from __future__ import annotations

from collections.abc import Callable

from wardesk.documents.wording import PLAIN, Wording
from wardesk.model.board import Board
from wardesk.render.fonts import load_fonts
from wardesk.render.map.areas import furniture, relief, tufts
from wardesk.render.map.areas.free_labels import FreeLabels
from wardesk.render.map.areas.kinds_key import place_kinds
from wardesk.render.map.areas.labels import LabelPlan
from wardesk.render.map.areas.water import build_water
from wardesk.render.map.printed_sheet import make_sheet


class Finish:
    """All that depends on a whole board, no colour in it; made once, before it is printed."""

    STEPS = 3
    """How often *step* is called while it is made."""

    def __init__(
        self, board: Board, words: Wording = PLAIN, step: Callable[[], None] = lambda: None
    ) -> None:
        load_fonts()
        plain = make_sheet(board, words)
        self.furniture = furniture.build_furniture(plain)
        self.sheet, self.kinds = place_kinds(plain, self.furniture.taken)
        self.relief = relief.build_relief(self.sheet)
        step()
        self.tufts = tufts.build_tufts(self.sheet)
        self.words = FreeLabels(board, self.sheet.unit)
        step()
        taken = self.furniture.taken
        if self.kinds is not None:
            taken = (*taken, self.kinds.box)
        self.labels = LabelPlan(self.sheet, taken, build_water(self.sheet).whole)
        step()
