"""Commands on adjacency: a person's word on who borders whom."""

from __future__ import annotations

from wardesk.drawing.change import Change, Draft
from wardesk.drawing.checks import known_cell, one_line
from wardesk.drawing.command import Command
from wardesk.drawing.document import MapDocument, Override
from wardesk.drawing.neighbourhood import require_side, sorted_pair
from wardesk.errors import UserError


class LinkCells(Command, frozen=True):
    """Join two cells that the drawing does not join: a ferry, a ladder. The reason is told."""

    a: str
    b: str
    reason: str

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        return _overridden(document, Override((self.a, self.b), "add", self.reason))


class CutCells(Command, frozen=True):
    """Part two cells that the drawing joins: a cliff, a mined dike. The reason is told."""

    a: str
    b: str
    reason: str

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        require_side(document, self.a, self.b)
        return _overridden(document, Override((self.a, self.b), "remove", self.reason))


class ClearOverride(Command, frozen=True):
    """Take back a person's word on two cells, whether they still exist or not."""

    a: str
    b: str

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        pair = sorted_pair(self.a, self.b)
        left = [o for o in document.overrides if sorted_pair(*o.pair) != pair]
        if len(left) == len(document.overrides):
            raise UserError(f"Nobody overrode {self.a}–{self.b}.")
        draft = Draft(document)
        draft.cells.update(pair)
        draft.set("overrides", left)
        return draft.change(f"Take back the word on {self.a}–{self.b}", {"adjacency"})


def _overridden(document: MapDocument, override: Override) -> Change:
    a, b = sorted_pair(*override.pair)
    known_cell(document, a)
    known_cell(document, b)
    if a == b:
        raise UserError(f"Cell {a} cannot be joined to itself or parted from itself.")
    if not one_line(override.reason, "The reason").strip():
        raise UserError(f"Say why {a}–{b} is overridden.", "Whoever meets it must be able to read.")
    rows = list(document.overrides)
    places = [place for place, row in enumerate(rows) if sorted_pair(*row.pair) == (a, b)]
    if places:  # a newer word takes the place of the older one
        rows[places[0]] = Override((a, b), override.change, override.reason)
    else:
        rows.append(Override((a, b), override.change, override.reason))
    draft = Draft(document)
    draft.cells.update((a, b))
    draft.set("overrides", rows)
    verb = "Link" if override.change == "add" else "Cut"
    return draft.change(f"{verb} {a}–{b}", {"adjacency"})
