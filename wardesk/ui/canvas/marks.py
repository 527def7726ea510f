"""What is lit on the board for the pending question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from wardesk.model.look import Overlay

_CELLS = ("targets", "sources", "blocked", "chosen", "differ", "danger", "missing")
"""Marks that are tuples of cells."""


@dataclass(frozen=True)
class Callout:
    """A few words beside a cell; *tone* is a token."""

    cell: str
    words: str
    tone: str = "text"


@dataclass(frozen=True)
class CommandRange:
    """How far a headquarters commands."""

    cells: frozenset[str]
    seat: str
    """The cell that it stands in."""
    words: str = ""


@dataclass(frozen=True)
class Barred:
    """A line of sight that ends at the cell in its way."""

    start: str
    goal: str
    cell: str
    words: str = ""


@dataclass(frozen=True)
class Marks:
    """Everything lit. Cells by id, pieces by id."""

    reach: Mapping[str, str] = field(default_factory=dict)
    """Cells that may be picked, with a word such as the cost."""
    targets: tuple[str, ...] = ()
    """Cells that are aimed at."""
    sources: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    danger: tuple[str, ...] = ()
    """Cells that may be picked, at a risk: under somebody's guns."""
    missing: tuple[str, ...] = ()
    """Cells that must still be aimed at."""
    chosen: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    path: tuple[str, ...] = ()
    commands: tuple[CommandRange, ...] = ()
    barred: tuple[Barred, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    """A word by cell that must be read over its counters: odds, expected hits."""
    candidates: frozenset[str] = frozenset()
    """Pieces that answer the question by themselves."""
    movable: frozenset[str] = frozenset()
    """Pieces that may be taken in hand; there may be many, so they are lit quietly."""
    selected: frozenset[str] = frozenset()
    callout: Callout | None = None
    heat: Mapping[str, int] = field(default_factory=dict)
    """Numbers by cell: the more, the deeper the tint."""
    zones_of: str = ""
    """Whose fire zones the numbers are, in words; empty where they are something else."""
    differ: tuple[str, ...] = ()
    """Cells that are not the same at two compared points: an edge, no tint, as they may be many."""
    wide: bool = False
    """Whether the light covers most of the board: edges only, or the map could not be read."""

    @property
    def figures(self) -> Mapping[str, int]:
        """The numbers that are written: those of zones would hide how high piles are."""
        return {} if self.zones_of else self.heat

    @property
    def lifted(self) -> frozenset[str]:
        """Pieces that lie on top of their piles."""
        return self.candidates | self.movable | self.selected


def other_cells(before: Marks, after: Marks) -> set[str]:
    """Cells that are lit otherwise in one than in the other."""
    found: set[str] = set()
    for name in _CELLS:
        found |= {*getattr(before, name)} ^ {*getattr(after, name)}
    for one, other in (
        (before.reach, after.reach), (before.heat, after.heat), (before.tags, after.tags),
    ):  # fmt: skip
        found |= {cell for cell, _ in {*one.items()} ^ {*other.items()}}
    return found


def other_pieces(before: Marks, after: Marks) -> frozenset[str]:
    """Pieces that are lit otherwise."""
    found: frozenset[str] = frozenset()
    for name in ("candidates", "movable", "selected"):
        found |= getattr(before, name) ^ getattr(after, name)
    return found


def other_lines(before: Marks, after: Marks) -> set[str]:
    """Cells that lines run through which are in one only."""
    lines = {*before.lines, before.path} ^ {*after.lines, after.path}
    return {cell for line in lines for cell in line}


def from_overlays(overlays: Iterable[Overlay], base: Marks | None = None) -> Marks:
    """The overlays of a look, laid under those of the interaction in *base*."""
    base = base or Marks()
    cells: dict[str, list[str]] = {}
    lines: list[tuple[str, ...]] = []
    commands, barred = list(base.commands), list(base.barred)
    for overlay in overlays:
        if overlay.kind == "command":
            seat = overlay.line[0] if overlay.line else ""
            commands.append(CommandRange(frozenset(overlay.cells), seat, overlay.label))
            continue
        if overlay.kind == "barred":
            ends = (overlay.line[0], overlay.line[-1])
            barred.append(Barred(*ends, overlay.cells[0], overlay.label))
            continue
        cells.setdefault(overlay.kind, []).extend(overlay.cells)
        if overlay.line:
            lines.append(overlay.line)
    # Where the interaction lights cells of its own, the look's general hint would only blur them.
    reach = base.reach or dict.fromkeys(cells.get("reach", ()), "")
    aimed = tuple(cell for cell in cells.get("target", ()) if cell not in reach)
    return Marks(
        reach=reach,
        targets=base.targets or aimed,
        sources=base.sources or tuple(cells.get("source", ())),
        blocked=base.blocked or tuple(cells.get("blocked", ())),
        danger=base.danger,
        missing=base.missing,
        chosen=(*base.chosen, *cells.get("selected", ())),
        lines=(*base.lines, *lines),
        path=base.path,
        commands=tuple(dict.fromkeys(commands)),
        barred=tuple(barred),
        tags=base.tags,
        candidates=base.candidates,
        movable=base.movable,
        selected=base.selected,
        callout=base.callout,
        heat=base.heat,
        zones_of=base.zones_of,
        differ=base.differ,
        wide=base.wide,
    )


def read_through(marks: Marks, cells: int) -> Marks:
    """*marks* so that what is printed on a board with this many cells can be read under them."""
    return replace(marks, wide=2 * len(marks.reach) > cells)
