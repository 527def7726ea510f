"""What a rulebook that is data may hold: the structs of ``rules.toml`` and ``charts.toml``.

Predicates (`Who`, `Where`, `When`, `If`) and effects (`Do`) are closed: no expression, no name of a
function and no path stands in a rulebook, and every list has a most. Figures count points, cells,
turns or the value's own unit; fractions stay exact until they are compared.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*\Z", max_length=40)]
Name = Annotated[str, Meta(max_length=40)]
Words = Annotated[str, Meta(max_length=400)]
Count = Annotated[int, Meta(ge=0, le=9999)]
Amount = Annotated[int, Meta(ge=-9999, le=9999)]
Factor = Annotated[int, Meta(ge=0, le=100)]
Times = tuple[Factor, Annotated[int, Meta(ge=1, le=100)]]
"""Numerator and denominator."""
Ids = Annotated[tuple[Id, ...], Meta(max_length=200)]
Cells = Annotated[tuple[Name, ...], Meta(max_length=2000)]
Numbers = Annotated[tuple[Count, ...], Meta(max_length=100)]
Amounts = Annotated[dict[Id, Amount], Meta(max_length=40)]
TurnFigures = Annotated[dict[str, Count], Meta(max_length=200)]
DiceName = Annotated[str, Meta(pattern=r"^[1-6]d([2-9]|[1-9][0-9]|100)\Z")]
"""``2d6``: two dice of six faces."""
PartOrigin = Literal["", "stated", "deduced", "rebuilt", "own", "laid over"]
By = Literal["program", "proposes", "says"]


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every part of a rulebook says of itself."""

    by: By = "program"
    """The program does it, proposes it, or only says it."""
    cite: Name = ""
    """Where the printed rules have it."""
    title: Words = ""
    note: Words = ""
    origin: PartOrigin = ""
    """Of all figures of the part."""
    origins: Annotated[dict[str, PartOrigin], Meta(max_length=500)] = {}
    """Exceptions, by the figure's path in the part: ``"cost.foot.forest" = "rebuilt"``."""
    source: Words = ""


# ---- who, where, when: all that is named must hold, and a list means one of its entries ----------


class Who(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which counters."""

    sides: Ids = ()
    classes: Ids = ()
    groups: Ids = ()
    """What stands in their column ``group``."""
    counters: Ids = ()
    states: Ids = ()
    steps: Numbers = ()
    """How many steps they still have."""
    unsupplied: Name = ""
    """Only those that cannot trace this line."""
    least: Amounts = {}
    """Value to its least figure: ``{range = 1}``."""
    but: Annotated[tuple[Who, ...], Meta(max_length=20)] = ()
    """And none of these."""


NOBODY = Who(but=(Who(),))


class Where(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which cells."""

    terrain: Ids = ()
    places: Ids = ()
    lines: Ids = ()
    """Drawn lines that run through the cell."""
    props: Ids = ()
    """Properties of the cell or its ground on the map that are said and are not no or 0."""
    held: Literal["", "own", "enemy", "nobody"] = ""
    """Who holds it, as the side whose doing it is sees it."""


class When(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """In which turns."""

    turns: Numbers = ()
    weather: Ids = ()
    marks: Ids = ()
    """Marks that have been reached (`Mark`)."""


class If(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The case of a combat or of a check in which a modifier counts."""

    attacker: Who = Who()
    defender: Who = Who()
    """All defenders fit."""
    ground: Where = Where()
    """Where the defender stands."""
    firing_from: Where = Where()
    """Where an attacker stands."""
    across: Ids = ()
    """Attackers strike across a side with one of these."""
    count: Literal["any", "all", "each"] = "any"
    """One of the attackers fits, all do, or it counts once for each that does."""
    beyond: Count = 0
    """Attackers stand more than this many cells away."""
    when: When = When()


# ---- the table -----------------------------------------------------------------------------------


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the rules are called."""

    title: Words
    prefix: Annotated[str, Meta(pattern=r"^[A-Z]{1,3}\Z")]
    """Begins the citation of a rule."""
    source: Words = ""
    format: Literal[1] = 1
    hook: Name = ""
    """Id of a hook that the owner has installed; a pack cannot bring it."""


class Side(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side; there are two."""

    id: Id
    name: Words
    field: Name = ""
    """Colour of the counters' face, ``#rrggbb``."""
    bar: Name = ""
    """Colour of their title bar."""


class Value(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named figure of counters: a column of counters.csv, and one more for each further face."""

    id: Id
    name: Words
    unit: Words = ""
    usual: Amount | None = None
    """Where a counter does not say it; none: every counter must."""
    least: Amount = 0
    most: Amount = 99
    slot: Literal["", "left", "middle", "right", "shield", "exponent"] = ""
    """Where it is printed on the counter."""
    hidden: bool = False


class Class(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a counter is."""

    id: Id
    name: Words
    symbol: Name = ""
    moves: Name = ""
    """Column of costs; empty: its own id."""
    zone: bool = True
    """Whether it has a zone of control."""
    stack: Count = 1
    """What it counts where counters are stacked."""
    attacks: bool = True
    states: Ids = ()
    """Those that it can have; none named: all."""


class State(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that counters can be: disrupted, pinned."""

    id: Id
    name: Words
    letter: Annotated[str, Meta(max_length=2)] = "?"
    moves: bool = True
    attacks: bool = True
    zone: bool = True
    attack: Times = (1, 1)
    """What becomes of its strength in attack."""
    defence: Times = (1, 1)
    rally: Name = ""
    """The check that ends it; empty: it is over in the side's next rally phase."""


class Place(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cells under a name: those listed, or of an edge of the map, or of kinds of ground."""

    id: Id
    name: Words
    cells: Cells = ()
    edge: Literal["", "north", "east", "south", "west"] = ""
    terrain: Ids = ()
    tracked: bool = False
    """Whoever was the last in a cell of it holds that cell."""
    start: Name = ""
    """Side that holds it at the beginning; empty: who stands in it, else nobody."""
    worth: Amounts = {}
    """What it is worth to a side; a goal for programs."""


class Weather(Part, frozen=True, kw_only=True):
    """The weather of each turn."""

    kinds: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=20)] = ("fair",)
    turns: Annotated[dict[str, Id], Meta(max_length=200)] = {}
    """Turn to kind: ``"3" = "mud"``; a turn not named has the first kind."""
    chart: Name = ""
    """Rolled for in the phase of the weather instead; results are kinds."""


# ---- sequence ------------------------------------------------------------------------------------

PhaseKind = Literal[
    "deploy", "arrive", "replace", "move", "combat", "supply", "rally", "weather", "hand", "victory"
]


class Phase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the sequence of play."""

    id: Id
    title: Words
    kind: PhaseKind
    side: Name = ""
    """Empty: the side or chit that is up."""
    who: Who = Who()
    rule: Name = ""
    """Which ``[[move]]``, ``[[combat]]`` or ``[[line]]`` it uses; empty: the only one."""
    when: When = When()
    but: When = When()
    """Not then."""
    cite: Name = ""


class Chit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chit in the cup of a turn."""

    id: Id
    name: Words
    side: Name = ""
    who: Who = Who()
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    ends_turn: bool = False


class Turn(Part, frozen=True, kw_only=True):
    """How a turn goes."""

    last: Annotated[int, Meta(ge=1, le=999)]
    order: Literal["listed", "sides", "alternate", "chits"] = "listed"
    """*listed*: phases as they stand. *sides*: all of one side, then of the next. *alternate*: one
    counter of each side in turn. *chits*: drawn from a cup."""
    first: Name = ""
    """The side that begins; empty: the first one."""
    names: Annotated[dict[str, Words], Meta(max_length=200)] = {}
    """Turn to what it is called."""
    phases: Annotated[tuple[Phase, ...], Meta(min_length=1, max_length=60)]
    chits: Annotated[tuple[Chit, ...], Meta(max_length=60)] = ()


# ---- moving --------------------------------------------------------------------------------------

Price = Annotated[int, Meta(ge=0, le=999)] | Literal["no"]
Prices = Annotated[dict[Id, dict[Id, Price]], Meta(max_length=60)]


class Change(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What becomes of an allowance or of a strength in a case: set, then times, then add."""

    when: When = When()
    who: Who = Who()
    where: Where = Where()
    """Where the counter stands."""
    supply: Name = ""
    """Only without this line."""
    set: Amount | None = None
    add: Amount = 0
    times: Times = (1, 1)
    cite: Name = ""


class Move(Part, frozen=True, kw_only=True):
    """A way of moving."""

    id: Id
    allowance: Id | Count = "move"
    """Points in a phase: a value of the counters, or the same for all."""
    cost: Prices = {}
    """Column to kind of ground to points or ``no``; what is not named costs 1."""
    side_cost: Prices = {}
    """Column to kind of side to points more, or ``no``."""
    along: Prices = {}
    """Column to kind of drawn line to points of a step along it, in place of ground and sides."""
    only_lines: Ids = ()
    """It begins on one of these lines and stays on them: rail."""
    most: Count = 0
    """Counters that may use it in a phase; 0 = all."""
    least_one: bool = False
    """One step that is not forbidden may always be made."""
    enemy: Literal["never", "stops", "fights"] = "never"
    """Cells of the enemy: never entered, or entered and the march ends (*fights*: for a melee)."""
    zones: bool = True
    """Whether hostile zones count."""
    changes: Annotated[tuple[Change, ...], Meta(max_length=40)] = ()
    """Of the allowance."""
    exits: Ids = ()
    """Places from which the map may be left, for one point."""


class Zone(Part, frozen=True, kw_only=True):
    """Zones of control: the cells beside a counter."""

    none: bool = False
    enter: Literal["free", "stop", "cost"] = "stop"
    enter_cost: Count = 0
    """Points more."""
    leave: Literal["free", "cost", "combat only"] = "free"
    leave_cost: Count = 0
    through: Literal["free", "forbidden"] = "free"
    """From one hostile zone straight into another."""
    of: Who = Who()
    """Who has one, beside `Class.zone`."""
    not_into: Where = Where()
    """Cells that no zone reaches into."""
    not_across: Ids = ()
    """Sides that no zone reaches across."""
    friend_lifts: Annotated[
        tuple[Literal["move", "retreat", "supply"], ...], Meta(max_length=3)
    ] = ()
    """For what a zone does not count in a cell where a friend stands."""


class Stack(Part, frozen=True, kw_only=True):
    """How much stands in one cell."""

    most: Annotated[int, Meta(ge=1, le=9999)] = 1
    counts: Name = ""
    """A value that is added up; empty: `Class.stack`."""
    checked: Literal["end", "always"] = "end"
    """At the end of each march only, or also in cells passed through."""
    places: Amounts = {}
    """Place to another most."""
    sides_together: bool = False
    """Both sides may stand in one cell."""


# ---- fighting ------------------------------------------------------------------------------------


class Do(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One effect of a result; a result is a list of them, done in order."""

    do: Literal["lose", "retreat", "eliminate", "match", "state", "check", "points", "advance"]
    whom: Literal["attacker", "defender"] = "defender"
    steps: Count = 1
    """Steps lost, or points won by the others."""
    each: bool = False
    """Of each counter, not of the whole."""
    cells: Count = 1
    way: Literal["owner", "enemy"] = "owner"
    """Who chooses the cells of a retreat."""
    picks: Literal["owner", "enemy", "weakest", "strongest"] = "owner"
    """Who chooses what is lost."""
    value: Name = ""
    """match: the value whose loss is matched, as printed."""
    state: Name = ""
    check: Name = ""
    instead: Literal["", "lose"] = ""
    """retreat: the owner may lose a step instead and stand fast."""
    instead_in: Where = Where()


Doing = Annotated[tuple[Do, ...], Meta(max_length=12)]


class Chart(Part, frozen=True, kw_only=True):
    """A chart: results by the total of the dice, in columns."""

    id: Id
    dice: DiceName = "1d6"
    columns: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=40)]
    """``1:2``, ``3:1`` for odds; ``-2``, ``+3`` for differences; ``1``, ``4`` for strengths."""
    rows: Annotated[dict[str, tuple[str, ...]], Meta(max_length=200)]
    """Total to its cells; totals beyond the chart are read in its first or last row."""
    below: Name = ""
    """Result left of the first column; empty: the first column is read."""
    results: Annotated[dict[str, Doing], Meta(max_length=60)] = {}
    words: Annotated[dict[str, Words], Meta(max_length=60)] = {}
    """Result to what it means."""


class Modifier(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What shifts a column, a die or a strength in a case."""

    id: Id
    title: Words
    adds: Literal["column", "die", "attack", "defence"]
    by: Amount = 0
    """Columns, pips or points more."""
    times: Times = (1, 1)
    """Of a strength."""
    case: If = If()
    most: Count = 99
    """Times that it counts where it does for each attacker."""
    cite: Name = ""
    origin: PartOrigin = ""


Modifiers = Annotated[tuple[Modifier, ...], Meta(max_length=60)]


class Combat(Part, frozen=True, kw_only=True):
    """A way of fighting."""

    id: Id
    kind: Literal["odds", "difference", "strength", "hits"]
    """What the column is found by: attack to defence, attack less defence, or attack alone."""
    attack: Id = "attack"
    defence: Id = "defence"
    chart: Id
    range: Id | Count = 1
    """Cells to the target: a value of the counters, or the same for all; 0: their own cell."""
    sight: bool = False
    announce: Literal["each", "all first"] = "each"
    """Each battle is fought at once, or all are announced first."""
    must: Literal["free", "attack adjacent", "attack and be attacked"] = "free"
    """Whether counters beside the enemy must attack, and the enemy beside them be attacked."""
    who_may: Who = Who()
    together: bool = True
    """Several counters and cells may join on one target."""
    once: bool = True
    """Each target once in a phase; an attacker always."""
    round: Literal["down", "defender", "nearest"] = "down"
    """Odds: *down* without fractions, below 1:1 left of the chart; *defender* in his favour both
    ways; *nearest* to the nearer column."""
    cap: Literal["before", "after"] = "after"
    """Whether strengths beyond the chart are cut to its last column before or after modifiers."""
    changes: Annotated[tuple[Change, ...], Meta(max_length=40)] = ()
    """Of each attacker's strength."""
    modifiers: Modifiers = ()
    targets: Who = Who()
    far_safe: bool = False
    """Attackers at more than one cell suffer nothing: guns that bombard."""
    back: Name = ""
    """The combat by which the target fires back first, or ``same``."""


class Retreat(Part, frozen=True, kw_only=True):
    """How counters fall back."""

    zones: Literal["never", "not at end", "lose", "free"] = "never"
    """Cells in hostile zones: never, only passed through, at the price of a step, or free."""
    exact: bool = True
    """Exactly so many cells away; else as far as it goes."""
    full: Literal["further", "never", "displace"] = "further"
    """Where cells at that distance are full: further on, no way, or those there are pushed back."""
    no_way: Literal["eliminated", "lose", "stays"] = "eliminated"
    away: bool = False
    """Each step leads away from the enemy."""


class Advance(Part, frozen=True, kw_only=True):
    """Who goes into a cell that combat has emptied."""

    most: Literal["none", "one", "room", "all"] = "one"
    must: bool = False
    zones: bool = False
    """Whether hostile zones forbid it."""
    cells: Annotated[int, Meta(ge=1, le=20)] = 1
    who: Who = Who()


class Check(Part, frozen=True, kw_only=True):
    """A roll against a value of a counter."""

    id: Id
    value: Id
    dice: DiceName = "2d6"
    needs: Literal["at most", "at least"] = "at most"
    modifiers: Modifiers = ()
    passed: Doing = ()
    failed: Doing = ()


# ---- coming, staying, winning --------------------------------------------------------------------

PlacesBySide = Annotated[dict[Id, Ids], Meta(max_length=2)]


class Line(Part, frozen=True, kw_only=True):
    """A line that is traced: supply, communication, command."""

    id: Id
    to: PlacesBySide = {}
    """Side to places that it leads to."""
    sources: Who = NOBODY
    """Counters that it may lead to: depots, headquarters; nobody unless it is said."""
    length: Count = 0
    """Cells at most; 0 = any."""
    through_zones: bool = False
    lines: Ids = ()
    """Only along these drawn lines."""
    always: Ids = ()
    """Places that need none."""


class Arrive(Part, frozen=True, kw_only=True):
    """How counters with a ``turn`` come in at their ``place``."""

    cells: Literal["free of enemies", "free of zones"] = "free of enemies"
    late: bool = True
    """Who finds no cell may come in a later turn."""
    cost: Literal["none", "ground"] = "none"
    """Whether the cell of entry is paid for in the phase's march."""


class Replace(Part, frozen=True, kw_only=True):
    """What a side makes up of its losses in a phase."""

    side: Id
    points: Count
    turns: TurnFigures = {}
    """Turn to other points."""
    restore: Count = 1
    """Points for a step back; 0 = never."""
    rebuild: Count = 1
    """Points for a lost counter at its last face; 0 = never."""
    at: Ids = ()
    """Places where lost counters come back."""
    one_in_each: Ids = ()
    """Places that the side holds: one in each cell."""
    line: Name = ""
    """Only where this line can be traced."""
    not_both: bool = True
    """No counter is made up twice in a phase."""
    who: Who = Who()


class Hold(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side holds cells of places."""

    side: Id
    places: Ids
    count: Count = 0
    """So many of their cells; 0 = all."""


class Win(Part, frozen=True, kw_only=True):
    """The first row that holds decides. *at* end: after the last turn."""

    at: Literal["end", "turn", "always"] = "end"
    winner: Id | Literal["draw"]
    level: Words = ""
    holds: Ids = ()
    """Places that the winner holds."""
    count: Count = 0
    """So many cells of *holds*; 0 = all."""
    also: Annotated[tuple[Hold, ...], Meta(max_length=20)] = ()
    points: Amounts = {}
    """Side to its least lead in points."""
    lost: Amounts = {}
    """Side to the least that it has lost, in strength."""
    gone: Name = ""
    """A side without a counter on the map."""


class Points(Part, frozen=True, kw_only=True):
    """What a side gets points for."""

    for_what: Literal["held", "turn held", "standing", "turn standing", "lost", "exited"]
    """Cells held or stood in at the end, or at the end of every turn; enemies lost, own exited."""
    side: Id
    value: Name = ""
    """Of each lost or exited counter; empty: one each."""
    places: Ids = ()
    each: Amount = 1


class Mark(Part, frozen=True, kw_only=True):
    """A turn of events that stays: demoralised, reinforced. `When.marks` asks for it."""

    id: Id
    turns: Numbers = ()
    """From the first of these turns on."""
    lost: Amounts = {}
    """Side to strength lost so far."""
    holds: Annotated[tuple[Hold, ...], Meta(max_length=20)] = ()


class Rulebook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``rules.toml`` with ``charts.toml`` beside it."""

    rules: Head
    sides: Annotated[tuple[Side, ...], Meta(min_length=2, max_length=2)]
    values: Annotated[tuple[Value, ...], Meta(max_length=20)]
    classes: Annotated[tuple[Class, ...], Meta(min_length=1, max_length=60)]
    places: Annotated[tuple[Place, ...], Meta(max_length=100)] = ()
    states: Annotated[tuple[State, ...], Meta(max_length=20)] = ()
    weather: Weather = Weather()
    turn: Turn
    move: Annotated[tuple[Move, ...], Meta(max_length=20)] = ()
    zone: Zone = Zone(none=True)
    stack: Stack = Stack()
    combat: Annotated[tuple[Combat, ...], Meta(max_length=20)] = ()
    chart: Annotated[tuple[Chart, ...], Meta(max_length=40)] = ()
    retreat: Retreat = Retreat()
    advance: Advance = Advance()
    check: Annotated[tuple[Check, ...], Meta(max_length=20)] = ()
    line: Annotated[tuple[Line, ...], Meta(max_length=20)] = ()
    arrive: Arrive = Arrive()
    replace: Annotated[tuple[Replace, ...], Meta(max_length=10)] = ()
    points: Annotated[tuple[Points, ...], Meta(max_length=60)] = ()
    mark: Annotated[tuple[Mark, ...], Meta(max_length=20)] = ()
    win: Annotated[tuple[Win, ...], Meta(min_length=1, max_length=40)]
    hidden: Literal["no", "strength", "counter"] = "no"
    """What the enemy does not see of counters: nothing, their figures, or which they are."""


class Start(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a side's counters begin that say ``start:SIDE``."""

    how: Literal["given", "free"] = "given"
    """One in each cell in the order of counters.csv, or as the owner likes."""
    cells: Cells = ()


class ScenarioSetup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ``[setup]`` of a scenario."""

    start: Annotated[dict[Id, Start], Meta(max_length=2)] = {}
    last_turn: Count = 0
    """Another last turn than the rules'; 0 = the same."""
    replacements: Amounts = {}
    """Side to other points of replacement than the rules'."""
