"""Commands on adjacency: a person's word on who borders whom."""

from __future__ import annotations

from wardesk.drawing.commands.change import DocumentChange, DocumentDraft
from wardesk.drawing.commands.checks import known_cell, one_line
from wardesk.drawing.commands.command import Command
from wardesk.drawing.document import Kept, MapDocument, Override
from wardesk.drawing.neighbourhood import (
    Pair,
    joined_pairs,
    open_pairs,
    require_side,
    sorted_pair,
)
from wardesk.errors import UserError
from wardesk.words import say


class LinkCells(Command, frozen=True):
    """Join two cells that the drawing does not join: a ferry, a ladder. The reason is told."""

    a: str
    b: str
    reason: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        return _overridden(document, Override((self.a, self.b), "add", self.reason))


class CutCells(Command, frozen=True):
    """Part two cells that the drawing joins: a cliff, a mined dike. The reason is told."""

    a: str
    b: str
    reason: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_side(document, self.a, self.b)
        return _overridden(document, Override((self.a, self.b), "remove", self.reason))


class KeepPair(Command, frozen=True):
    """Confirm two cells as they are, neighbours or not; the review list is done with them."""

    a: str
    b: str
    reason: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        pair = _known_pair(document, self.a, self.b)
        _require_reason(pair, self.reason, "confirmed")
        joined = pair in joined_pairs(document)
        draft = DocumentDraft(document)
        draft.cells.update(pair)
        draft.set("kept", {**document.kept, pair: Kept(joined, self.reason)})
        return draft.change(
            say("Keep {pair}–{pair_2} as it is", pair=pair[0], pair_2=pair[1]), {"adjacency"}
        )


class TakeWord(Command, frozen=True):
    """Settle many pairs by one word, such as that of a map's source; the reason is told.

    *joined* are neighbours from now on, *parted* are not, whatever the drawing says.
    """

    joined: tuple[Pair, ...]
    parted: tuple[Pair, ...]
    reason: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        wanted = {
            _known_pair(document, *pair): joins
            for pairs, joins in ((self.joined, True), (self.parted, False))
            for pair in pairs
        }
        drawn = set(open_pairs(document))
        rows = [row for row in document.overrides if sorted_pair(*row.pair) not in wanted]
        kept = {pair: word for pair, word in document.kept.items() if pair not in wanted}
        for pair, joins in wanted.items():
            _require_reason(pair, self.reason, "decided")
            if joins == (pair in drawn):
                kept[pair] = Kept(joins, self.reason)
            else:
                rows.append(Override(pair, "add" if joins else "remove", self.reason))
        draft = DocumentDraft(document)
        draft.cells.update(cell for pair in wanted for cell in pair)
        draft.set("overrides", rows)
        draft.set("kept", kept)
        return draft.change(say("Decide on {n} pairs of neighbours", n=len(wanted)), {"adjacency"})


class ClearOverride(Command, frozen=True):
    """Take back a person's word on two cells, whether they still exist or not."""

    a: str
    b: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        pair = sorted_pair(self.a, self.b)
        left = [o for o in document.overrides if sorted_pair(*o.pair) != pair]
        if len(left) == len(document.overrides) and pair not in document.kept:
            raise UserError(say("Nobody has overridden {a!s}–{b!s}.", a=self.a, b=self.b))
        draft = DocumentDraft(document)
        draft.cells.update(pair)
        draft.set("overrides", left)
        _forget_kept(draft, pair)
        return draft.change(say("Take back the word on {a}–{b}", a=self.a, b=self.b), {"adjacency"})


def _overridden(document: MapDocument, override: Override) -> DocumentChange:
    a, b = _known_pair(document, *override.pair)
    _require_reason((a, b), override.reason, "overridden")
    rows = list(document.overrides)
    places = [place for place, row in enumerate(rows) if sorted_pair(*row.pair) == (a, b)]
    if places:  # a newer word takes the place of the older one
        rows[places[0]] = Override((a, b), override.change, override.reason)
    else:
        rows.append(Override((a, b), override.change, override.reason))
    draft = DocumentDraft(document)
    draft.cells.update((a, b))
    draft.set("overrides", rows)
    _forget_kept(draft, (a, b))
    verb = "Link" if override.change == "add" else "Cut"
    return draft.change(f"{verb} {a}–{b}", {"adjacency"})


def _known_pair(document: MapDocument, a: str, b: str) -> tuple[str, str]:
    known_cell(document, a)
    known_cell(document, b)
    if a == b:
        raise UserError(say("Cell {a!s} cannot be joined to itself or parted from itself.", a=a))
    return sorted_pair(a, b)


def _require_reason(pair: tuple[str, str], reason: str, done: str) -> None:
    if not one_line(reason, "The reason").strip():
        text = say(
            "Say why {pair!s}–{pair_2!s} is {done!s}.", pair=pair[0], pair_2=pair[1], done=done
        )
        raise UserError(text, "Whoever meets it must be able to read.")


def _forget_kept(draft: DocumentDraft, pair: tuple[str, str]) -> None:
    """A newer word takes the place of a confirmation."""
    if pair in draft.document.kept:
        left = {one: kept for one, kept in draft.document.kept.items() if one != pair}
        draft.set("kept", left)
