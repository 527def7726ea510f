"""What a game looks like, read from its ``look.toml``: counters, signs, tracks, boxes, charts.

The file says what stands in which slot, and when; the game hands in the values. A phrase is a
sentence with places, and may hold only *when* certain values do; of several phrases in one slot the
first that holds is shown. Places and conditions name values; a condition is
``"moved !pinned kind=truck|tank"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, cast

import msgspec
from msgspec import Struct

from wardesk import words
from wardesk.engine.cached import cached_property
from wardesk.engine.types import Decision, Piece
from wardesk.games.shared.phases import Phase
from wardesk.games.shared.tables import Label, Tone
from wardesk.model.look import (
    BadgeLook,
    BoxLook,
    CellMark,
    ChartLook,
    CounterFact,
    CounterLook,
    Origin,
    Overlay,
    SideLook,
    TrackLook,
)
from wardesk.words import Spoken, join, readied, say

_PLACE = re.compile(r"\{(\w+)")
_NOTHING = object()


class Values:
    """Named values: fields of things and keys of tables, the first ones first, and what follows."""

    def __init__(self, derived: Mapping[str, Following], *things: object) -> None:
        self._derived, self._things = derived, things

    def having(self, thing: object) -> Values:
        """The same with the fields of *thing* first."""
        return Values(self._derived, thing, *self._things)

    def __getitem__(self, path: str) -> Any:  # noqa: ANN401 - whatever the game gave
        name, _, rest = path.partition(".")
        found = self.get(name)
        if found is _NOTHING:
            raise KeyError(f"look.toml names a value that the game does not give: {name}")
        return _field(found, rest) if rest else found

    def get(self, name: str) -> object:
        """The value of a simple name; `_NOTHING` where there is none."""
        for thing in self._things:
            if (found := _field(thing, name)) is not _NOTHING:
                return found
        return self._derived[name].of(self) if name in self._derived else _NOTHING

    def holds(self, when: str) -> bool:
        """Whether a condition holds; the empty one does."""
        for name, wanted, among in _conditions(when):
            value = self[name]
            if (str(value) in among if among else bool(value)) != wanted:
                return False
        return True


def _field(thing: object, name: str) -> object:
    if isinstance(thing, dict):
        return cast("dict[str, object]", thing).get(name, _NOTHING)
    return getattr(thing, name, _NOTHING)


@lru_cache(1024)
def _conditions(when: str) -> tuple[tuple[str, bool, frozenset[str]], ...]:
    parts = ((*word.lstrip("!").partition("="), word[0] != "!") for word in when.split())
    return tuple(
        (name, wanted, frozenset(among.split("|")) if equals else frozenset())
        for name, equals, among, wanted in parts
    )


@lru_cache(1024)
def _places(template: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_PLACE.findall(template)))


class Phrase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sentence that is said when a condition holds."""

    say: str = ""
    many: str = ""
    """The same where the value ``n`` is not one."""
    put: str = ""
    """Figures or a key in place of a sentence: no language changes them."""
    when: str = ""
    given: dict[str, str] = {}
    """Places that have another name than their value: ``{ n = "row.road" }``."""

    def text(self, v: Values) -> Spoken:
        """The sentence of these values."""
        return _said(self.put or self.say, v, self.many, self.given)


def _said(template: str, v: Values, many: str = "", given: Mapping[str, str] = {}) -> Spoken:
    names = _places(template + many)
    if len(names) == 1 and template == f"{{{names[0]}}}":
        value = v[given.get(names[0], names[0])]
        return value if isinstance(value, str) else "" if value is None else str(value)
    values = {name: v[given.get(name, name)] for name in names}
    return words.say_count(template, many, **values) if many else words.say(template, **values)


Said = str | Phrase | tuple[str | Phrase, ...]
"""What stands in a slot: a phrase, or the first that holds of several."""


def told(what: Said, v: Values) -> Spoken:
    """What a slot says of these values; empty where nothing holds."""
    for one in what if isinstance(what, tuple) else (what,):
        if isinstance(one, str):
            return _said(one, v)
        if v.holds(one.when):
            return one.text(v)
    return ""


def put(what: Said, v: Values) -> str:
    """The same for figures and keys."""
    return str(told(what, v)) if what else ""


def listed(parts: Iterable[Said], v: Values) -> list[Spoken]:
    """What those of *parts* say that say anything."""
    return [text for part in parts if (text := told(part, v))]


class Shown(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is shown when a condition holds, once or for *each* thing of a value."""

    when: str = ""
    each: str = ""

    def rows(self, v: Values) -> Iterator[Values]:
        """The values of every time that it is shown."""
        for one in (v.having(thing) for thing in v[self.each]) if self.each else (v,):
            if one.holds(self.when):
                yield one


class Sign(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sign on counters while *when* holds, or in cells; its topic is its id unless it says so."""

    letter: str
    name: Said
    colour: str
    shape: Literal["circle", "square", "diamond", "octagon", "hexagon", "triangle"] = "circle"
    topic: str | None = None
    when: str = ""
    within: Said = ""
    """Its name inside a sentence, where that is another one."""
    text: Said = "{place}: {sign}"
    """The sentence of a cell that it lies in; *sign* is its name."""


class CounterSlots(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A counter's slots (`CounterLook`); *text* are the facts of its sentence before its signs."""

    title: Said
    text: tuple[Said, ...]
    topic: Said
    when: str = ""
    subtitle: Said = ""
    symbol: Said = "infantry"
    echelon: Said = ""
    left: Said = ""
    left_exponent: Said = ""
    shield: Said = ""
    shield_field: Said = ""
    right: Said = ""
    movement: Said = ""
    disc: Said = ""
    left_field: Said = ""
    middle: Said = ""
    middle_field: Said = ""
    middle_ink: Said = ""
    tab: Said = ""
    steps: str = ""
    """Names of two values, of the steps left and of all: ``"steps full"``."""
    field: Said = ""
    bar: Said = ""
    reduced: str = ""
    spent: str = ""


_SLOTS = (
    "symbol", "echelon", "left", "left_exponent", "shield", "right", "movement", "field", "bar",
    "shield_field", "disc", "left_field", "middle", "middle_field", "middle_ink", "tab", "topic",
)  # fmt: skip
"""Those with figures and keys."""

_LEADS, _BEHIND = -2, -1


def _rank(symbol: str, left: str) -> int:
    """How high a counter lies in a pile: the best fighter above, mortars, then leaders below."""
    if symbol == "hq":
        return _LEADS
    if symbol in ("mortar", "artillery"):
        return _BEHIND
    first = re.match(r"\d+", left)
    return int(first.group()) if first else 0


class Fact(Shown, frozen=True, kw_only=True):
    """One value of a counter in words; *origin* names a figure, or says where it is from."""

    text: Said
    note: Said = ""
    origin: str = ""
    sign: str = ""


class TrackSlots(Shown, frozen=True, kw_only=True):
    """A track (`TrackLook`)."""

    id: str
    title: Said
    value: str
    most: int | str
    side: Said = ""
    cite: Said = ""
    steps: str | tuple[tuple[int | str, Phrase], ...] = ()
    style: Literal["turns", "bar"] = "bar"
    reconstruction: bool = False


class BoxSlots(Shown, frozen=True, kw_only=True):
    """A box (`BoxLook`); *pieces* and *topics* name values."""

    id: str
    title: Said
    text: Said
    side: Said = ""
    pieces: str = ""
    cite: Said = ""
    reconstruction: bool = False
    topics: str = ""


class Result(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands in a cell of a chart, and how good that is; the best one stands first."""

    letters: str
    name: str
    tone: Tone
    printed: str = ""
    """How the chart prints it, where that is not by its letters."""


class PhaseRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the sequence of play, and the steps that belong to it beside its own."""

    id: str
    title: str
    cite: str
    steps: tuple[str, ...] = ()


class ChartRow(Shown, frozen=True, kw_only=True):
    """A row of a chart; *origins* name the figures of its cells, or say where they are from."""

    name: Said
    cells: tuple[Said, ...]
    origins: tuple[str, ...] = ()


class Chart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A printed table that is no dice table (`ChartLook`); *of* names what its rows read first."""

    title: Said
    cite: Said
    corner: Said
    columns: tuple[Said, ...]
    rows: tuple[ChartRow, ...]
    of: str = ""
    reconstruction: bool | str = True
    """Or the name of a value that says so."""


class Following(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value that follows from another one, as a key or in words."""

    by: str
    keys: dict[str, str] = {}
    words: dict[str, str] = {}
    other: str = ""
    """Where the other value is none of these: this value."""

    def of(self, v: Values) -> object:
        """The value that follows."""
        key = str(v[self.by])
        if key in self.words:
            return self.words[key]
        return self.keys[key] if key in self.keys else v[self.other] if self.other else ""


class Looks(Struct, frozen=True, dict=True, kw_only=True, forbid_unknown_fields=True):
    """Everything in a game's ``look.toml``."""

    side: tuple[SideLook, ...] = ()
    phase: tuple[PhaseRow, ...] = ()
    result: tuple[Result, ...] = ()
    sentence: dict[str, tuple[Said, ...]] = {}
    """Facts in a row, by name; ``headline`` is the one of the table."""
    value: dict[str, Following] = {}
    counter: tuple[CounterSlots, ...] = ()
    sign: dict[str, Sign] = {}
    fact: tuple[Fact, ...] = ()
    track: tuple[TrackSlots, ...] = ()
    box: tuple[BoxSlots, ...] = ()
    chart: dict[str, Chart] = {}

    def values(self, *things: object, **given: object) -> Values:
        """Named values, those that follow from them included."""
        return Values(self.value, given, *things)

    @cached_property
    def results(self) -> Mapping[str, Label]:
        """Name, tone and rank of every result by its letters."""
        return {row.letters: (row.name, row.tone, n) for n, row in enumerate(self.result)}

    def printed(self, letters: str) -> str:
        """How the chart prints a result."""
        return next((r.printed for r in self.result if r.letters == letters), "") or letters

    # ---- phases ---------------------------------------------------------------------------------

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The lines of a turn."""
        return tuple((row.id, row.title, row.cite) for row in self.phase)

    def phase_of(self, step: str) -> str:
        """The line that *step* belongs to."""
        return self._phase_of.get(step, step)

    @cached_property
    def _phase_of(self) -> Mapping[str, str]:
        return {step: row.id for row in self.phase for step in row.steps}

    # ---- counters and signs ---------------------------------------------------------------------

    def look(self, v: Values, piece: str, side: str, at: str | None) -> CounterLook:
        """A counter of these values."""
        row = next(row for row in self.counter if v.holds(row.when))
        signs = self.signs(v)
        parts = [*listed(row.text, v), *(name for _, name in signs)]
        slots: dict[str, Any] = {slot: put(getattr(row, slot), v) for slot in _SLOTS}
        steps, full = (v[name] for name in row.steps.split()) if row.steps else (0, 0)
        return CounterLook(
            piece=piece,
            side=side,
            at=at,
            title=told(row.title, v),
            subtitle=told(row.subtitle, v),
            reduced=bool(row.reduced) and v.holds(row.reduced),
            spent=bool(row.spent) and v.holds(row.spent),
            badges=tuple(badge for badge, _ in signs),
            steps=steps,
            full=full,
            rank=_rank(slots["symbol"], slots["left"]),
            text=say("{facts}.", facts=join(", ", parts)),
            **slots,
        )

    def signs(self, v: Values) -> list[tuple[BadgeLook, Spoken]]:
        """The signs on a counter, and their names inside a sentence."""
        found = [(name, row) for name, row in self.sign.items() if row.when and v.holds(row.when)]
        made = [(self.badge(name, v), row) for name, row in found]
        return [(badge, told(row.within, v) or badge.name) for badge, row in made]

    def badge(self, name: str, v: Values) -> BadgeLook:
        """A sign by its id."""
        row = self.sign[name]
        topic = name if row.topic is None else row.topic
        return BadgeLook(put(row.letter, v), told(row.name, v), row.colour, row.shape, topic)

    def mark(
        self,
        name: str,
        v: Values,
        cell: str,
        kind: str = "",
        *,
        share: tuple[int, int] | None = None,
        faces: tuple[str, ...] = (),
    ) -> CellMark:
        """A sign that lies in *cell*, as a mark of its own kind or another."""
        row, badge = self.sign[name], self.badge(name, v)
        text = told(row.text, v.having({"sign": badge.name}))
        return CellMark(cell, kind or name, text, badge, share, faces)

    def facts(self, v: Values) -> tuple[CounterFact, ...]:
        """Every value of a counter in words."""
        return tuple(
            CounterFact(
                told(row.text, one),
                told(row.note, one),
                self.badge(row.sign, one) if row.sign else None,
                _origin(one, row.origin),
            )
            for row in self.fact
            for one in row.rows(v)
        )

    # ---- beside the board -----------------------------------------------------------------------

    def facts_of(self, name: str, v: Values) -> Spoken:
        """A sentence of facts by its name."""
        return join(", ", listed(self.sentence[name], v))

    def tracks(self, v: Values) -> tuple[TrackLook, ...]:
        """All tracks."""
        return tuple(self._track(row, one) for row in self.track for one in row.rows(v))

    @staticmethod
    def _track(row: TrackSlots, v: Values) -> TrackLook:
        def number(what: int | str) -> int:
            return v[what] if isinstance(what, str) else what

        steps: Iterable[tuple[int | str, Said]] = (
            v[row.steps] if isinstance(row.steps, str) else row.steps
        )
        return TrackLook(
            id=put(row.id, v),
            title=told(row.title, v),
            value=number(row.value),
            most=number(row.most),
            side=put(row.side, v),
            cite=put(row.cite, v),
            steps=tuple((number(least), told(name, v)) for least, name in steps),
            style=row.style,
            reconstruction=row.reconstruction,
        )

    def boxes(self, v: Values) -> tuple[BoxLook, ...]:
        """All boxes."""
        return tuple(
            BoxLook(
                put(row.id, one),
                told(row.title, one),
                told(row.text, one),
                put(row.side, one),
                tuple(one[row.pieces]) if row.pieces else (),
                put(row.cite, one),
                row.reconstruction,
                topics=tuple(one[row.topics]) if row.topics else (),
            )
            for row in self.box
            for one in row.rows(v)
        )

    # ---- charts ---------------------------------------------------------------------------------

    def table(self, name: str, v: Values, column: int = -1, row: int = -1) -> ChartLook:
        """A printed table, a cell of it lit."""
        chart = self.chart[name]
        v = v.having(v[chart.of]) if chart.of else v
        again = chart.reconstruction
        lines = [(line, one) for line in chart.rows for one in line.rows(v)]
        origins: tuple[tuple[Origin, ...], ...] = tuple(
            tuple(_origin(one, put(n, one)) for n in line.origins)
            or tuple(_laid(one, {*_named(line.name), *_named(cell)}) for cell in line.cells)
            for line, one in lines
        )
        return ChartLook(
            id=name,
            title=told(chart.title, v),
            cite=put(chart.cite, v),
            corner=told(chart.corner, v),
            columns=tuple(told(one, v) for one in chart.columns),
            rows=tuple(told(line.name, one) for line, one in lines),
            cells=tuple(tuple(told(cell, one) for cell in line.cells) for line, one in lines),
            column=column,
            row=row,
            reconstruction=v[again] if isinstance(again, str) else again,
            origins=origins if any(map(any, origins)) else (),
        )


_NAME = re.compile(r"\{(\w+)")


def _named(what: Said) -> Iterator[str]:
    """The values that a slot names, or that decide what stands there."""
    for one in what if isinstance(what, tuple) else (what,):
        if isinstance(one, str):
            yield from _NAME.findall(one)
        else:
            yield from _NAME.findall(f"{one.say}{one.put}")
            yield from (name for name, _, _ in _conditions(one.when))


def _laid(v: Values, figures: Collection[str]) -> Origin:
    """Who laid another value over one of the figures of a row; empty where nobody did."""
    laid = v.get("laid")
    if laid is not _NOTHING:
        for name, who in cast("tuple[tuple[str, Origin], ...]", laid):
            if name in figures:
                return who
    return ""


def _origin(v: Values, figure: str) -> Origin:
    """Where a figure is from: the row says it itself, or lists those that it is sure of."""
    if laid := _laid(v, (figure,)):
        return laid
    if figure in ("", "stated", "deduced", "rebuilt"):
        return figure
    of, _, name = figure.rpartition(".")
    if callable(own := _field(v[of], "origin") if of else v.get("origin")):
        return cast("Callable[[str], Origin]", own)(name)
    for sure in ("stated", "deduced"):
        names = v.get(sure)
        if names is not _NOTHING and figure in map(str, cast("Iterable[object]", names)):
            return sure
    return "rebuilt"


def lit(
    ask: Decision | None,
    pieces: Mapping[str, Piece],
    order: Collection[str],
    *,
    cells_only: bool = False,
) -> Iterator[Overlay]:
    """What the pending question lights: cells to pick, where its pieces stand, what it is about.

    *cells_only*: of what it is about only the cells, not where the pieces stand.
    """
    if ask is None:
        return
    if ask.cells:
        yield Overlay("target", ask.cells, label=ask.prompt)
    places = {name: pieces[name].at for name in (*ask.pieces, *ask.about) if name in pieces}
    sources = {places.get(name) for name in ask.pieces}
    about = {name if cells_only else places.get(name, name) for name in ask.about}
    if found := tuple(cell for cell in order if cell in sources):
        yield Overlay("source", found)
    if found := tuple(cell for cell in order if cell in about):
        yield Overlay("selected", found)


def read_look(folder: Path) -> Looks:
    """The shipped ``look.toml`` of the game in *folder*."""
    return msgspec.toml.decode((folder / "look.toml").read_bytes(), type=readied(Looks))
