"""Commands on sides and adjacency: what lies on a side, and a person's word on who borders whom."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from wardesk.drawing.change import Change, Draft
from wardesk.drawing.checks import (
    known_border_kind,
    known_cell,
    known_edge,
    one_line,
    require_layout,
)
from wardesk.drawing.command import Command
from wardesk.drawing.document import MapDocument, Override
from wardesk.drawing.neighbourhood import require_side, sorted_pair
from wardesk.errors import UserError

MOST_KINDS = 8
"""So many kinds may lie on one side of a hex or square; the file format says so too."""


class PaintSides(Command, frozen=True):
    """Lay a kind on sides of hexes or squares, take it off, or leave it as the only one."""

    pairs: tuple[tuple[str, str], ...]
    kind: str
    how: Literal["add", "remove", "only"] = "add"

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        require_layout(document)
        if self.how != "remove":
            known_border_kind(document, self.kind)
        if not self.pairs:
            raise UserError("No side is named.", "Name at least one pair of cells.")
        draft = Draft(document)
        for a, b in self.pairs:
            pair = require_side(document, a, b)
            kinds = self._kinds(document.sides.get(pair, ()))
            if len(kinds) > MOST_KINDS:
                raise UserError(f"On side {a}–{b} lie {MOST_KINDS} kinds already.")
            draft.cells.update(pair)
            if kinds:
                draft.put("sides", pair, kinds)
            else:
                draft.drop("sides", pair)
        word = "Clear" if self.how == "remove" else "Paint"
        return draft.change(f"{word} {self.kind} on {_count(self.pairs, 'side')}", {"sides"})

    def _kinds(self, before: tuple[str, ...]) -> tuple[str, ...]:
        if self.how == "only":
            return (self.kind,)
        others = tuple(kind for kind in before if kind != self.kind)
        if self.how == "remove":
            return others
        return before if self.kind in before else (*before, self.kind)


class ClearSides(Command, frozen=True):
    """Take everything off sides of hexes or squares."""

    pairs: tuple[tuple[str, str], ...]

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        draft = Draft(document)
        for a, b in self.pairs:
            pair = sorted_pair(a, b)
            if pair not in document.sides:
                raise UserError(f"Nothing lies on the side {a}–{b}.")
            draft.cells.update(pair)
            draft.drop("sides", pair)
        return draft.change(f"Clear {_count(self.pairs, 'side')}", {"sides"})


class PaintBorders(Command, frozen=True):
    """Give borders of an area map a kind."""

    edges: tuple[int, ...]
    kind: str

    def plan(self, document: MapDocument) -> Change:
        """See `Command.plan`."""
        known_border_kind(document, self.kind)
        draft = Draft(document)
        for number in self.edges:
            edge = document.edges[known_edge(document, number)]
            draft.put("edges", number, replace(edge, kind=self.kind))
        return draft.change(f"Paint {self.kind} on {_count(self.edges, 'border')}", {"sides"})


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


def _count(things: tuple[object, ...], noun: str) -> str:
    return f"{len(things)} {noun}{'' if len(things) == 1 else 's'}"
