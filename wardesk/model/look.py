"""What a game looks like, as data that `render` and `ui` draw: counters, tracks, boxes, charts.

A game's ``look.py`` makes these values from a state; no screen ever asks which game it shows.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Origin = Literal["", "stated", "deduced", "rebuilt", "scenario", "own"]
"""Where a figure is from: the printed rules say it, it follows from what they say, or it is ours;
its scenario or its player has laid it over that.

Empty = nobody says.
"""


class SideLook(Struct, frozen=True):
    """A side: its name and its two colours on counters (the window has its own side colours)."""

    id: str
    name: str
    field: str
    """Counter face, ``#rrggbb``."""
    bar: str
    """Title bar of counters, ``#rrggbb``."""
    slot: Literal["a", "b"] = "a"
    """Which of the theme's two side colours stands for it in the window."""


class BadgeLook(Struct, frozen=True):
    """A small status sign on a counter: one or two letters, a colour **and** a shape."""

    letter: str
    name: str
    colour: str
    shape: Literal["circle", "square", "diamond", "octagon", "hexagon", "triangle"] = "circle"
    topic: str = ""
    """Id of what the rulebook says about it."""


class CounterLook(Struct, frozen=True, kw_only=True):
    """One counter. *symbol* names a drawing of the symbol set; empty strings are not drawn."""

    piece: str
    side: str
    at: str | None
    """Cell id, or None when the piece is in a box (`BoxLook`)."""
    title: str
    subtitle: str = ""
    symbol: str = "infantry"
    echelon: str = ""
    left: str = ""
    left_exponent: str = ""
    shield: str = ""
    shield_field: str = ""
    """Colour of the shield; empty = light."""
    right: str = ""
    movement: Literal["", "foot", "wheels", "tracks"] = ""
    disc: str = ""
    """A figure in a disc beside the symbol, as of quality. A counter with one has its other figures
    in boxes below the symbol and the shield beside it."""
    left_field: str = ""
    """Colour of the box of the left figure, where there are boxes."""
    middle: str = ""
    """The figure between left and right, where there are boxes."""
    middle_field: str = ""
    middle_ink: str = ""
    """Its colour where it is not that of the others."""
    steps: int = 0
    full: int = 0
    """Steps left and at most, as small squares in the bar."""
    tab: str = ""
    """What it is called on the part that stays in sight under others; empty = its title."""
    rank: int = 0
    """In a pile that nobody laid by hand, those of higher rank lie above the others."""
    covered: Literal["", "tab", "edge"] = ""
    """Under others: name and figures are written in its bar, or only the edge of it is seen."""
    field: str = ""
    """Face colour; empty = the side's."""
    bar: str = ""
    """Bar colour; empty = the side's."""
    reduced: bool = False
    picture: str = ""
    """Name of a kept picture that takes the place of the symbol; empty = the symbol."""
    whole_picture: bool = False
    """The picture is all of this side of the counter, as printed: no bar, symbol or figures."""
    turned: int = 0
    """Degrees clockwise by which the counter lies turned."""
    face_down: bool = False
    """Only the back is seen: the side's colours and nothing else."""
    spent: bool = False
    """Has done what it may this phase; drawn paler."""
    badges: tuple[BadgeLook, ...] = ()
    text: str = ""
    """The whole counter as one sentence, for screen readers, tooltips and lists."""
    topic: str = ""
    """Id of what the rulebook says about counters of its kind."""


class CounterFact(Struct, frozen=True):
    """One value of a counter in words, for whoever looks at it closely: "20 men", "of 24"."""

    text: str
    note: str = ""
    """What it means, or what it is out of."""
    badge: BadgeLook | None = None
    """The sign on the counter that says the same."""
    origin: Origin = ""


class CellMark(Struct, frozen=True):
    """A marker lying in a cell: destroyed, blocked, controlled."""

    cell: str
    kind: str
    text: str
    badge: BadgeLook
    share: tuple[int, int] | None = None
    """How much of the cell is taken, out of how much: a bar along its lower edge, no sign."""
    faces: tuple[str, ...] = ()
    """Cells beside it: the marker lies on the sides towards these, not in the cell."""


class TrackLook(Struct, frozen=True, kw_only=True):
    """A track: a number between 0 and *most*, with named steps where the game names them."""

    id: str
    title: str
    value: int
    most: int
    side: str = ""
    cite: str = ""
    steps: tuple[tuple[int, str], ...] = ()
    """Thresholds from the left with their names: ``((5, "tactical"), (9, "minor"))``."""
    style: Literal["turns", "bar"] = "bar"
    reconstruction: bool = False


class PhaseLook(Struct, frozen=True):
    """One line of the sequence of play."""

    id: str
    title: str
    cite: str
    state: Literal["done", "now", "ahead"]


class BoxLook(Struct, frozen=True):
    """A box beside the map: pieces waiting, a pool, counters in hand."""

    id: str
    title: str
    text: str
    side: str = ""
    pieces: tuple[str, ...] = ()
    cite: str = ""
    reconstruction: bool = False
    tray: bool = False
    """Whether counters are carried here and away by hand."""
    topics: tuple[str, ...] = ()
    """Ids of what the rulebook says about the things in it that are no pieces."""


class ChitLook(Struct, frozen=True, kw_only=True):
    """One kind of chit or marker of a cup."""

    title: str
    state: Literal["now", "held", "drawn", "aside", "left"]
    """Acts now, is held in hand, was used this turn, waits beside the cup, or is still in it."""
    side: str = ""
    count: int = 1
    note: str = ""
    """What became of it where the state does not say: "passed over"."""
    formation: str = ""
    """Id of the formation that it activates, where it is one."""


class CupLook(Struct, frozen=True, kw_only=True):
    """A cup from which chits are drawn, as far as whoever looks may know what is in it."""

    id: str
    title: str
    left: int
    """How many are still in it."""
    chits: tuple[ChitLook, ...] = ()
    """The one that acts now first, those still in the cup last."""
    cite: str = ""


class UnitLook(Struct, frozen=True, kw_only=True):
    """One unit in the list of its formation."""

    piece: str
    title: str
    at: str = ""
    """Cell id; empty off the board."""
    place: str = ""
    steps: int = 0
    full: int = 0
    """How many steps it has at most; 0 where it has none to lose."""
    state: str = ""
    """What is the matter with it, in a word or two."""
    tone: Literal["", "warn", "danger", "text3"] = ""


class FormationLook(Struct, frozen=True, kw_only=True):
    """A formation: its units with their steps and state, and what it may still do this turn."""

    id: str
    title: str
    side: str
    units: tuple[UnitLook, ...]
    now: bool = False
    """Whether it is the one that acts."""
    state: str = ""
    """Activated, exhausted, its chit is held; empty where it simply waits."""
    tone: Literal["ok", "warn", "danger", "accent", "neutral"] = "neutral"
    summary: str = ""
    """The whole in a few words: "in command 5 of 6"."""
    hq: str = ""
    """Piece whose radius of command counts; empty where there is none on the board."""
    cite: str = ""


class CandidateLook(Struct, frozen=True, kw_only=True):
    """A piece that could answer the pending question, or why it cannot."""

    piece: str
    title: str
    text: str = ""
    """The case in a few words: "3 hexes, factor 4"."""
    figure: str = ""
    """The chance that it comes to something: "42 %"."""
    refused: str = ""
    """Why it cannot; empty where it can."""
    blocked_by: str = ""
    """The cell that stands in the way."""


class CardLook(Struct, frozen=True):
    """One card. Whoever may not know which one it is sees the back: then *id* is empty."""

    id: str
    title: str = ""
    text: str = ""
    picture: str = ""
    """Name of a kept picture of the front; empty = title and text."""
    back: str = ""
    """The same of the back."""
    colour: str = ""
    """``#rrggbb`` of the front; empty = plain."""
    deck: str = ""
    """The title of its deck."""


class HandLook(Struct, frozen=True):
    """The cards that a side holds."""

    side: str
    title: str
    cards: tuple[CardLook, ...] = ()


class DeckLook(Struct, frozen=True, kw_only=True):
    """A deck: how many cards can be drawn, its discards, and its cards for whoever may look."""

    id: str
    title: str
    left: int
    owner: str = ""
    """The side that may look through it; empty = nobody."""
    discards: tuple[CardLook, ...] = ()
    """The latest one last."""
    cards: tuple[CardLook, ...] = ()


class TurnMoment(Struct, frozen=True):
    """When something happened: a turn (0 before the first) and the title of a phase, if any."""

    turn: int = 0
    phase: str = ""


class ChartLook(Struct, frozen=True, kw_only=True):
    """A printed table with the current case lit. ``cells[row][column]``; -1 = not lit."""

    id: str
    title: str
    cite: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    column: int = -1
    row: int = -1
    reconstruction: bool = False
    origins: tuple[tuple[Origin, ...], ...] = ()
    """Where each cell is from; empty where nobody says."""


class OddsLine(Struct, frozen=True):
    """One result of a coming roll and its exact chance, *ways* in *of*. Best ones first."""

    label: str
    ways: int
    of: int
    tone: Literal["good", "mixed", "bad", "none"] = "none"


class InputLine(Struct, frozen=True):
    """A fact that goes into a result, not a modifier: "Attacking men, 27"."""

    label: str
    value: str
    cite: str = ""
    part: str = ""
    """The heading that it belongs under, where lines stand under headings: "Main die"."""
    short: str = ""
    """Its label under that heading; empty = the same."""
    switch: str = ""
    """By this name an umpire can leave it out; empty = nobody can."""
    off: bool = False
    """It was left out."""


class WeighedLine(Struct, frozen=True):
    """One of several things to weigh side by side: a battle of a front, a shot at hand."""

    label: str
    text: str = ""
    figure: str = ""
    """What it comes to, in a word: "2–1", "3.1 hits"."""
    tone: Literal["good", "mixed", "bad", "none"] = "none"
    cell: str = ""
    """Where it is, to be shown on the board."""


class CaseLook(Struct, frozen=True, kw_only=True):
    """What a coming roll or a proposed outcome rests on: inputs, chart, exact odds, the sum."""

    title: str
    place: str = ""
    inputs: tuple[InputLine, ...] = ()
    sum_text: str = ""
    chart: ChartLook | None = None
    odds: tuple[OddsLine, ...] = ()
    lines: tuple[WeighedLine, ...] = ()


class Assignments(Struct, frozen=True, kw_only=True):
    """What has been set against what so far, where a question is answered arrow by arrow.

    An arrow goes from a cell to a cell. The answer that sets one takes it back when given again.
    """

    links: tuple[tuple[str, str], ...] = ()
    fixed: tuple[tuple[str, str], ...] = ()
    """Those of *links* that cannot be taken back."""
    words: tuple[tuple[str, str], ...] = ()
    """A cell that is aimed at, and what stands there in a word: "2–1"."""
    missing: tuple[str, ...] = ()
    """Cells that must still be aimed at."""


class Overlay(Struct, frozen=True):
    """Cells and arrows to light on the board for the pending question."""

    kind: Literal["reach", "target", "source", "selected", "blocked", "arc", "command", "barred"]
    """*command* is the radius of a headquarters, *barred* a line with the cell that breaks it."""
    cells: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    """Cell ids that a line or an arrow runs through, first to last."""
    label: str = ""


class TableLook(Struct, frozen=True, kw_only=True):
    """Everything a table screen shows of one state, seen by one side or by the umpire."""

    sides: tuple[SideLook, ...]
    counters: tuple[CounterLook, ...]
    marks: tuple[CellMark, ...] = ()
    tracks: tuple[TrackLook, ...] = ()
    phases: tuple[PhaseLook, ...] = ()
    boxes: tuple[BoxLook, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    hands: tuple[HandLook, ...] = ()
    """In the order of the sides; none where there are no cards."""
    decks: tuple[DeckLook, ...] = ()
    headline: str = ""
    """Turn and score in a few words: "Turn 3 of 15, 7 victory points"."""
    night: bool = False
    """Whether the board lies in the dark: it is tinted, what lies on it is not."""
