"""Commands on sides and borders: what lies on them, and which of two cells lies high."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec.structs import replace

from wardesk.drawing.called import border_called, cell_words
from wardesk.drawing.commands.change import DocumentChange, DocumentDraft
from wardesk.drawing.commands.checks import (
    known_area,
    known_border_kind,
    known_edge,
    require_layout,
)
from wardesk.drawing.commands.command import Command
from wardesk.drawing.document import MapDocument
from wardesk.drawing.neighbourhood import Pair, require_side, sorted_pair
from wardesk.errors import UserError
from wardesk.geometry.borders.edge_nodes import turned_round
from wardesk.geometry.borders.topology import Edge, Network, sides
from wardesk.words import say, say_count

MOST_KINDS = 8
"""So many kinds may lie on one side of a hex or square; the file format says so too."""
High = Literal["first", "second"]


class PaintSides(Command, frozen=True):
    """Lay a kind on sides of hexes or squares, take it off, or leave it as the only one.

    *high* tells of a directed kind (cliff, crest) which cell of each pair, as written here, lies
    high; without it a side keeps what was said of it.
    """

    pairs: tuple[tuple[str, str], ...]
    kind: str
    how: Literal["add", "remove", "only"] = "add"
    high: High | None = None

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_layout(document)
        if self.how != "remove":
            known_border_kind(document, self.kind)
        if self.high and (self.how == "remove" or not _directed(document, (self.kind,))):
            raise UserError(
                say("A side of {kind!s} has no high end.", kind=self.kind),
                "Leave the direction out.",
            )
        if not self.pairs:
            raise UserError("No side is named.", "Name at least one pair of cells.")
        draft = DocumentDraft(document)
        for a, b in self.pairs:
            pair = require_side(document, a, b)
            kinds = self._kinds(document.sides.get(pair, ()))
            if len(kinds) > MOST_KINDS:
                raise UserError(
                    say(
                        "On side {a!s}–{b!s} lie {most_kinds!s} kinds already.",
                        a=a,
                        b=b,
                        most_kinds=MOST_KINDS,
                    )
                )
            high = {"first": a, "second": b}.get(self.high or "", document.high.get(pair, ""))
            put_side(draft, pair, kinds, high)
        count = _sides(self.pairs)
        if self.how == "remove":
            title = say("Clear {kind!s} on {count}", kind=self.kind, count=count)
        else:
            title = say("Paint {kind!s} on {count}", kind=self.kind, count=count)
        return draft.change(title, {"sides"})

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

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        draft = DocumentDraft(document)
        for a, b in self.pairs:
            pair = sorted_pair(a, b)
            if pair not in document.sides:
                raise UserError(say("Nothing lies on the side {a!s}–{b!s}.", a=a, b=b))
            put_side(draft, pair, (), "")
        return draft.change(say("Clear {count}", count=_sides(self.pairs)), {"sides"})


class FlipSides(Command, frozen=True):
    """Turn directed kinds on sides round: the low cell becomes the high one.

    Where nothing was said yet, the first cell of the pair becomes the high one.
    """

    pairs: tuple[tuple[str, str], ...]

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        draft = DocumentDraft(document)
        for a, b in dict.fromkeys(self.pairs):
            pair = sorted_pair(a, b)
            kinds = document.sides.get(pair, ())
            if not _directed(document, kinds):
                raise UserError(say("Nothing on the side {a!s}–{b!s} has a high end.", a=a, b=b))
            put_side(draft, pair, kinds, b if document.high.get(pair) == a else a)
        return draft.change(say("Flip {count}", count=_sides(self.pairs)), {"sides"})


class PaintBorders(Command, frozen=True):
    """Give borders of an area map a kind; *high* is the cell on the high side of a directed one.

    Without *high* the borders run as they did: the high cell is the one on their left.
    """

    edges: tuple[int, ...]
    kind: str
    high: str = ""

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        known_border_kind(document, self.kind)
        draft = DocumentDraft(document)
        numbers = [known_edge(document, number) for number in dict.fromkeys(self.edges)]
        edges = {n: replace(document.edges[n], kind=self.kind) for n in numbers}
        if self.high:
            known_area(document, self.high)
            if not _directed(document, (self.kind,)):
                text = say("A border of {kind!s} has no high side.", kind=self.kind)
                raise UserError(text, "Leave the high cell out.")
            _put_turned(draft, document, edges, self._wrong_way_round(document, numbers))
        else:
            _put_turned(draft, document, edges, set())
        return draft.change(
            say(
                "Paint {kind!s} on {count}",
                kind=self.kind,
                count=say_count("{n} border", "{n} borders", n=len(self.edges)),
            ),
            {"sides"},
        )

    def _wrong_way_round(self, document: MapDocument, numbers: Iterable[int]) -> set[int]:
        """The borders that have the high cell on their right."""
        beside = sides(document.network)
        for number in numbers:
            if self.high not in (beside[number].left, beside[number].right):
                raise UserError(
                    say(
                        "{place!c} does not lie beside {border}.",
                        place=cell_words(document, self.high),
                        border=border_called(document, number),
                    )
                )
        return {number for number in numbers if beside[number].left != self.high}


class FlipBorders(Command, frozen=True):
    """Turn directed borders of an area map round: the low side becomes the high one."""

    edges: tuple[int, ...]

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        numbers = {known_edge(document, number) for number in self.edges}
        edges = {number: document.edges[number] for number in sorted(numbers)}
        for number, edge in edges.items():
            if not _directed(document, (edge.kind,)):
                raise UserError(
                    say(
                        "{border!c} has no high side; it is {kind!s}.",
                        border=border_called(document, number),
                        kind=edge.kind,
                    )
                )
        draft = DocumentDraft(document)
        _put_turned(draft, document, edges, numbers)
        return draft.change(
            say("Flip {count}", count=say_count("{n} border", "{n} borders", n=len(self.edges))),
            {"sides"},
        )


def put_side(draft: DocumentDraft, pair: Pair, kinds: tuple[str, ...], high: str) -> None:
    """Draft what lies on a side; *high* is kept only where something directed lies there."""
    draft.cells.update(pair)
    if kinds:
        draft.put("sides", pair, kinds)
    else:
        draft.drop("sides", pair)
    if high in pair and _directed(draft.document, kinds):
        draft.put("high", pair, high)
    else:
        draft.drop("high", pair)


def _put_turned(
    draft: DocumentDraft, document: MapDocument, edges: Mapping[int, Edge], turned: set[int]
) -> None:
    network = document.network
    after = Network(network.nodes, {**network.edges, **edges}, network.faces)
    draft.put_network(turned_round(after, turned) if turned else after)


def _directed(document: MapDocument, kinds: Iterable[str]) -> bool:
    known = document.palette.borders
    return any(kind in known and known[kind].directed for kind in kinds)


def _sides(pairs: tuple[object, ...]) -> str:
    return say_count("{n} side", "{n} sides", n=len(pairs))
