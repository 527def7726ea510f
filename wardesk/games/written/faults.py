"""What does not hang together in a rulebook: names, charts, sequence, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from wardesk.games.written.schema import (
    Chart,
    Check,
    Do,
    If,
    Line,
    Move,
    Rulebook,
    When,
    Where,
    Who,
)
from wardesk.words import Spoken, join, say

Steps = tuple[str | int, ...]


class RulesFault(Struct, frozen=True, kw_only=True):
    """Something that keeps a game from being played, or a warning that deserves a look."""

    file: str
    """``rules.toml``, ``charts.toml``, ``counters.csv`` or a scenario's."""
    steps: Steps
    """Entry, row, field: ``("move", 0, "allowance")``."""
    text: Spoken
    level: Literal["error", "warning"] = "error"

    @property
    def key(self) -> str:
        """The steps with dots."""
        return ".".join(map(str, self.steps))

    @property
    def sentence(self) -> Spoken:
        """Where it is and what."""
        return join(": ", (self.key, self.text))


def faults(book: Rulebook) -> list[RulesFault]:
    """Everything wrong with a rulebook by itself, in the order of its parts."""
    found = _Judge(book)
    for check in (
        found.twice, found.table, found.sequence, found.moving, found.holding, found.fighting,
        found.charts, found.checks, found.coming, found.winning,
    ):  # fmt: skip
        check()
    return list(dict.fromkeys(found.faults))


_ROWS = {
    "side": "sides", "class": "classes", "value": "values", "place": "places", "state": "states",
    "chart": "chart", "move": "move", "combat": "combat", "line": "line", "check": "check",
    "mark": "mark",
}  # fmt: skip


class _Judge:
    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.faults: list[RulesFault] = []
        self.known: dict[str, set[str]] = {
            what: {row.id for row in getattr(book, entry)} for what, entry in _ROWS.items()
        }
        self.known["weather"] = set(book.weather.kinds)

    def say(self, steps: Steps, text: Spoken, level: Literal["error", "warning"] = "error") -> None:
        file = "charts.toml" if steps[0] == "chart" else "rules.toml"
        self.faults.append(RulesFault(file=file, steps=steps, text=text, level=level))

    def need(self, what: str, names: str | tuple[str, ...], *steps: str | int) -> None:
        for name in (names,) if isinstance(names, str) else names:
            if name and name not in self.known[what]:
                self.say(steps, say("there is no {what!s} called {name!s}", what=what, name=name))

    def rows(self, entry: str) -> Iterator[tuple[Any, Steps]]:
        for number, row in enumerate(getattr(self.book, entry)):
            yield row, (entry, number)

    # ---- predicates -----------------------------------------------------------------------------

    def who(self, one: Who, *steps: str | int) -> None:
        for what, field in (("side", "sides"), ("class", "classes"), ("state", "states")):
            self.need(what, getattr(one, field), *steps, field)
        self.need("value", tuple(one.least), *steps, "least")
        self.need("line", one.unsupplied, *steps, "unsupplied")
        for number, other in enumerate(one.but):
            self.who(other, *steps, "but", number)

    def where(self, one: Where, *steps: str | int) -> None:
        self.need("place", one.places, *steps, "places")

    def when(self, one: When, *steps: str | int) -> None:
        self.need("weather", one.weather, *steps, "weather")
        self.need("mark", one.marks, *steps, "marks")

    def case(self, one: If, *steps: str | int) -> None:
        self.who(one.attacker, *steps, "attacker")
        self.who(one.defender, *steps, "defender")
        self.where(one.ground, *steps, "ground")
        self.where(one.firing_from, *steps, "firing_from")
        self.when(one.when, *steps, "when")

    def changes(self, rows: Any, *steps: str | int) -> None:  # noqa: ANN401 - rows of changes
        for number, row in enumerate(rows):
            at = (*steps, "changes", number)
            self.when(row.when, *at, "when")
            self.who(row.who, *at, "who")
            self.where(row.where, *at, "where")
            self.need("line", row.supply, *at, "supply")

    def modifiers(self, rows: Any, *steps: str | int) -> None:  # noqa: ANN401 - rows of modifiers
        for number, row in enumerate(rows):
            at = (*steps, "modifiers", number)
            self.case(row.case, *at, "case")
            if not row.by and (row.adds in ("column", "die") or row.times == (1, 1)):
                self.say((*at, "by"), say("it changes nothing"))

    def doing(self, rows: tuple[Do, ...], *steps: str | int) -> None:
        for number, one in enumerate(rows):
            at = (*steps, number)
            self.need("state", one.state, *at, "state")
            self.need("check", one.check, *at, "check")
            self.need("value", one.value, *at, "value")
            self.where(one.instead_in, *at, "instead_in")
            for do in ("state", "check"):
                if one.do == do and not getattr(one, do):
                    self.say((*at, do), say("it does not say which {what!s}", what=do))
            if one.do == "match" and not one.value:
                self.say((*at, "value"), say("it does not say which value is matched"))

    # ---- parts ----------------------------------------------------------------------------------

    def twice(self) -> None:
        """Two rows of a list with one id."""
        for entry in _ROWS.values():
            seen = set[str]()
            for row, steps in self.rows(entry):
                if row.id in seen:
                    self.say((*steps, "id"), say("{id!s} is there twice", id=row.id))
                seen.add(row.id)
        seen = set[str]()
        for number, phase in enumerate(self.book.turn.phases):
            if phase.id in seen:
                steps = ("turn", "phases", number, "id")
                self.say(steps, say("{id!s} is there twice", id=phase.id))
            seen.add(phase.id)

    def table(self) -> None:
        """Classes, places, states and weather."""
        for one, steps in self.rows("classes"):
            self.need("state", one.states, *steps, "states")
        for one, steps in self.rows("states"):
            self.need("check", one.rally, *steps, "rally")
        for one, steps in self.rows("places"):
            self.need("side", one.start, *steps, "start")
            self.need("side", tuple(one.worth), *steps, "worth")
            if not (one.cells or one.edge or one.terrain):
                self.say((*steps, "cells"), say("no cell belongs to it"))
        self.need("weather", tuple(self.book.weather.turns.values()), "weather", "turns")
        self.need("chart", self.book.weather.chart, "weather", "chart")

    def sequence(self) -> None:
        """Phases and chits."""
        turn = self.book.turn
        self.need("side", turn.first, "turn", "first")
        for number, phase in enumerate(turn.phases):
            at = ("turn", "phases", number)
            self.need("side", phase.side, *at, "side")
            self.who(phase.who, *at, "who")
            self.when(phase.when, *at, "when")
            self.when(phase.but, *at, "but")
            if phase.kind in ("move", "combat"):
                self.need(phase.kind, phase.rule, *at, "rule")
                if not phase.rule and len(self.known[phase.kind]) != 1:
                    text = say("it does not say which [[{kind!s}]] it uses", kind=phase.kind)
                    self.say((*at, "rule"), text)
            if not phase.side and turn.order == "listed" and phase.kind not in (
                "weather", "victory", "supply",
            ):  # fmt: skip
                self.say((*at, "side"), say("it does not say whose it is"))
        if turn.order == "chits" and not turn.chits:
            self.say(("turn", "chits"), say("there are no chits to draw"))
        for number, chit in enumerate(turn.chits):
            at = ("turn", "chits", number)
            self.need("side", chit.side, *at, "side")
            self.who(chit.who, *at, "who")
            if not chit.side and not chit.ends_turn:
                self.say((*at, "side"), say("it does not say whose it is"))

    def moving(self) -> None:
        """Ways of moving."""
        columns = {one.moves or one.id for one in self.book.classes}
        for one, steps in self.rows("move"):
            self._move(one, steps, columns)

    def _move(self, one: Move, steps: Steps, columns: set[str]) -> None:
        if isinstance(one.allowance, str):
            self.need("value", one.allowance, *steps, "allowance")
        for field in ("cost", "side_cost", "along"):
            for column in getattr(one, field):
                if column not in columns:
                    text = say("no class moves by the column {column!s}", column=column)
                    self.say((*steps, field, column), text)
        self.changes(one.changes, *steps)
        self.need("place", one.exits, *steps, "exits")

    def holding(self) -> None:
        """Zones, stacking, lines."""
        book = self.book
        self.who(book.zone.of, "zone", "of")
        self.where(book.zone.not_into, "zone", "not_into")
        self.need("value", book.stack.counts, "stack", "counts")
        self.need("place", tuple(book.stack.places), "stack", "places")
        self.who(book.advance.who, "advance", "who")
        for one, steps in self.rows("line"):
            self._line(one, steps)

    def _line(self, one: Line, steps: Steps) -> None:
        self.need("side", tuple(one.to), *steps, "to")
        for side, places in one.to.items():
            self.need("place", places, *steps, "to", side)
        self.need("place", one.always, *steps, "always")
        self.who(one.sources, *steps, "sources")

    def fighting(self) -> None:
        """Combat."""
        for one, steps in self.rows("combat"):
            self.need("value", one.attack, *steps, "attack")
            if one.kind in ("odds", "difference"):
                self.need("value", one.defence, *steps, "defence")
            self.need("chart", one.chart, *steps, "chart")
            if isinstance(one.range, str):
                self.need("value", one.range, *steps, "range")
            if one.back != "same":
                self.need("combat", one.back, *steps, "back")
            self.who(one.who_may, *steps, "who_may")
            self.who(one.targets, *steps, "targets")
            self.changes(one.changes, *steps)
            self.modifiers(one.modifiers, *steps)
            self._columns(one.kind, one.chart)

    def _columns(self, kind: str, chart_id: str) -> None:
        number, chart = next(
            ((n, c) for n, c in enumerate(self.book.chart) if c.id == chart_id), (0, None)
        )
        if chart is None:
            return
        read: Callable[[str], Fraction] = _ratio if kind == "odds" else Fraction
        try:
            figures = [read(column) for column in chart.columns]
        except (ValueError, ZeroDivisionError):
            what = say("odds such as 3:1") if kind == "odds" else say("whole numbers")
            self.say(("chart", number, "columns"), say("the columns are no {what}", what=what))
            return
        if sorted(set(figures)) != figures:
            self.say(("chart", number, "columns"), say("the columns do not rise"))

    def charts(self) -> None:
        """Every total and column has a cell, and every result is explained."""
        for one, steps in self.rows("chart"):
            self._chart(one, steps)

    def _chart(self, one: Chart, steps: Steps) -> None:
        number, faces = map(int, one.dice.split("d"))
        totals = {str(total) for total in range(number, number * faces + 1)}
        for total in sorted(totals - set(one.rows), key=int):
            self.say((*steps, "rows"), say("there is no row for {total!s}", total=total))
        for total in sorted(set(one.rows) - totals):
            text = say("{dice!s} never come to {total!s}", dice=one.dice, total=total)
            self.say((*steps, "rows", total), text)
        weather = one.id == self.book.weather.chart
        known = self.known["weather"] if weather else set(one.results)
        for total, cells in one.rows.items():
            if len(cells) != len(one.columns):
                text = say("{n} cells stand in {columns} columns", n=len(cells),
                           columns=len(one.columns))  # fmt: skip
                self.say((*steps, "rows", total), text)
            for column, cell in enumerate(cells):
                if cell not in known:
                    self.say((*steps, "rows", total, column),
                             say("nobody says what {cell!s} means", cell=cell))  # fmt: skip
        if one.below and one.below not in known:
            text = say("nobody says what {cell!s} means", cell=one.below)
            self.say((*steps, "below"), text)
        for name, doing in one.results.items():
            self.doing(doing, *steps, "results", name)

    def checks(self) -> None:
        """Checks, none of which leads to itself."""
        leads: dict[str, set[str]] = {}
        for one, steps in self.rows("check"):
            self._check(one, steps)
            leads[one.id] = {do.check for do in (*one.passed, *one.failed) if do.check}
        for number, one in enumerate(self.book.check):
            if one.id in _followed(leads, one.id):
                self.say(("check", number), say("it leads to itself"))

    def _check(self, one: Check, steps: Steps) -> None:
        self.need("value", one.value, *steps, "value")
        self.modifiers(one.modifiers, *steps)
        self.doing(one.passed, *steps, "passed")
        self.doing(one.failed, *steps, "failed")

    def coming(self) -> None:
        """Replacements."""
        for one, steps in self.rows("replace"):
            self.need("side", one.side, *steps, "side")
            self.need("place", one.at, *steps, "at")
            self.need("place", one.one_in_each, *steps, "one_in_each")
            self.need("line", one.line, *steps, "line")
            self.who(one.who, *steps, "who")
        covered = {one.side for one in self.book.replace}
        for number, phase in enumerate(self.book.turn.phases):
            if phase.kind == "replace" and phase.side and phase.side not in covered:
                self.say(("turn", "phases", number), say("this side has no [[replace]]"))

    def winning(self) -> None:
        """Points, marks and the rows of results."""
        for one, steps in self.rows("points"):
            self.need("side", one.side, *steps, "side")
            self.need("value", one.value, *steps, "value")
            self.need("place", one.places, *steps, "places")
        for one, steps in self.rows("mark"):
            self.need("side", tuple(one.lost), *steps, "lost")
            self._holds(one.holds, *steps, "holds")
        for one, steps in self.rows("win"):
            if one.winner != "draw":
                self.need("side", one.winner, *steps, "winner")
            elif one.holds:
                self.say((*steps, "holds"), say("nobody holds a place in a draw"))
            self.need("place", one.holds, *steps, "holds")
            self.need("side", tuple(one.points), *steps, "points")
            self.need("side", tuple(one.lost), *steps, "lost")
            self.need("side", one.gone, *steps, "gone")
            self._holds(one.also, *steps, "also")
        if not any(one.at == "end" for one in self.book.win):
            self.say(("win",), say("nobody wins after the last turn"))

    def _holds(self, rows: Any, *steps: str | int) -> None:  # noqa: ANN401 - rows of `Hold`
        for number, one in enumerate(rows):
            self.need("side", one.side, *steps, number, "side")
            self.need("place", one.places, *steps, number, "places")


def _ratio(text: str) -> Fraction:
    attack, colon, defence = text.partition(":")
    if not colon:
        raise ValueError(text)
    return Fraction(int(attack), int(defence))


def _followed(leads: Mapping[str, set[str]], start: str) -> set[str]:
    """Every check that *start* leads to."""
    found, todo = set[str](), list(leads[start])
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += leads.get(one, ())
    return found
