"""A doubtful pair of cells in words: how they meet, why a person should look, what holds now."""

from __future__ import annotations

from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.pair_review import PairDoubt
from wardesk.ui.map.words import tr

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
