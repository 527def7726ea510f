"""Neighbours that a person should look at, found behind the scenes, and how they are told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from wardesk.documents.imports.areas import doubts_now
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.pair_review import PairDoubt
from wardesk.drawing.neighbourhood import Pair
from wardesk.ui.map.background.derived import Derived, EditedMap
from wardesk.words import tr


class DoubtfulNeighbours(Derived):
    """`found` is the newest list: for the review tool, its panel and the overlay of adjacency."""

    pause = 120
    unmoved_by = frozenset(
        {"terrain", "properties", "elevation", "names", "labels", "underlays", "layers", "map"}
    )
    waits_for_gestures = True

    def __init__(self, edited: EditedMap, parent: QObject) -> None:
        super().__init__(edited, parent)
        self.found: tuple[PairDoubt, ...] = ()

    def of(self, pair: Pair) -> PairDoubt | None:
        """The doubt about a pair (ids sorted); None if there is none."""
        return next((row for row in self.found if row.pair == pair), None)

    def settle(self, *pairs: Pair) -> None:
        """A person has just decided on these: they are gone at once, whatever still works on it."""
        self.found = tuple(row for row in self.found if row.pair not in pairs)
        self.made.emit()

    def work_on(self, copy: MapDocument) -> Callable[[], object]:
        return partial(doubts_now, copy)

    def keep(self, result: object) -> None:
        self.found = tuple(result) if isinstance(result, tuple) else ()


_SHORT_ID = 4
"""A longer id is the name itself, written without spaces."""


def pair_title(document: MapDocument, row: PairDoubt) -> str:
    """The two cells: their names where they have some, else their numbers."""
    return " – ".join(_called(document, cell) for cell in row.pair)


def kind_words(row: PairDoubt) -> str:
    """How the two meet."""
    return {
        "side": tr("a side"),
        "corner": tr("a corner"),
        "gap": tr("a gap"),
        "manual": tr("joined by hand"),
        "link": tr("a link"),
    }.get(row.kind, tr("no contact"))


def reason_words(row: PairDoubt, unit: str) -> str:
    """Why a person should look at the pair, as one sentence without a full stop."""
    length, gap = f"{row.length:g} {unit}", f"{row.gap:g} {unit}"
    return {
        "short": tr("They run together for {0} only").format(length),
        "apart": tr("{0} apart along {1}").format(gap, length),
        "near": tr("They come near, but hardly run side by side"),
        "corner": tr("They share a point and nothing else"),
        "declared": tr("The source calls them neighbours, but their borders do not meet"),
        "undeclared": tr("Their borders meet, but the source does not call them neighbours"),
        "road": tr("A road crosses, but the side is closed"),
        "import": tr("The import decided this, no person has"),
        "changed": tr("Confirmed before, but the drawing has changed since"),
    }[row.code]


def measure_words(row: PairDoubt, unit: str) -> str:
    """Kind of contact, its length and the gap."""
    parts = [kind_words(row)]
    if row.length:
        parts.append(tr("{0} long").format(f"{row.length:g} {unit}"))
    if row.gap:
        parts.append(tr("gap {0}").format(f"{row.gap:g} {unit}"))
    return ", ".join(parts)


def state_words(row: PairDoubt) -> str:
    """What holds now."""
    return tr("neighbours now") if row.joined else tr("not neighbours now")


def _called(document: MapDocument, cell: str) -> str:
    found = document.cells.get(cell)
    name = found.name.strip() if found is not None else ""
    if not name or name.startswith(cell):
        return name or cell
    return f"{cell} {name}" if len(cell) <= _SHORT_ID else name
