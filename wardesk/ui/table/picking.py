"""Interactions that pick: pieces, cells, a way for pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.engine.deeds import against_way
from wardesk.engine.types import Answer, Cells, Path, Pieces, Reason
from wardesk.model.look import Overlay
from wardesk.ui.canvas.marks import Barred, Callout, Marks
from wardesk.ui.table.interactions import (
    PRIMARY,
    AskedMatter,
    ButtonOffer,
    Interaction,
    MatterRow,
    counter_line,
)
from wardesk.words import tr


class PickInteraction(Interaction):
    """Picks ids from a list until there are enough; one that is wanted alone answers at once."""

    def __init__(self, matter: AskedMatter) -> None:
        super().__init__(matter)
        self.picked: list[str] = []

    @property
    def single(self) -> bool:
        """Whether the first pick is the answer."""
        return self.ask.least == self.ask.most == 1

    @property
    def hand(self) -> tuple[str, ...]:
        return tuple(self.picked)

    def toggle(self, item: str, allowed: Sequence[str]) -> Answer | None:
        """Pick or put back."""
        self.note = ""
        if item not in allowed:
            self.say(self.against(item))
            return None
        if self.single:
            self.picked = [item]
            return self.made()
        if item in self.picked:
            self.picked.remove(item)
        elif len(self.picked) >= self.ask.most:
            self.say(tr("Pick no more than {0}").format(self.ask.most) + self._cite())
        else:
            self.picked.append(item)
        return None

    def pick_all(self, items: Sequence[str], allowed: Sequence[str]) -> None:
        """Pick as many of *items* as may be picked, beside what is picked."""
        self.note = ""
        found = dict.fromkeys((*self.picked, *(item for item in items if item in allowed)))
        self.picked = list(found)[: self.ask.most]

    def _cite(self) -> str:
        return f" ({self.ask.cite})" if self.ask.cite else ""

    def against(self, item: str) -> str:
        """Why *item*, which the question does not list, cannot be picked."""
        look = self.matter.looks.get(item)
        name = self.matter.cell_name(item) if look is None else counter_line(look)
        return tr("You cannot pick {0} here").format(name) + self._cite()

    def made(self) -> Answer:
        """What has been picked, as an answer."""
        raise NotImplementedError

    def planned(self) -> Answer | None:
        return self.made() if self.picked else None

    def own_offers(self) -> list[ButtonOffer]:
        if self.single:
            return []
        n, least = len(self.picked), self.ask.least
        refused = ""
        if n < least:
            refused = tr("Pick at least {0} first").format(least) + self._cite()
        return [ButtonOffer(PRIMARY, self._label(n), "Enter", primary=True, refused=refused)]

    def _label(self, n: int) -> str:
        case = self.matter.case(self.planned()) if n else None
        if case is None:
            return tr("Go with {0}").format(n) if n else tr("Go")
        odds = ""
        if case.chart is not None and case.chart.column >= 0:
            odds = f" ({case.chart.columns[case.chart.column]})"
        return tr("Attack with {0}").format(n) + odds

    def press(self, offer: str) -> Answer | None:
        if offer == PRIMARY and len(self.picked) < self.ask.least:
            self.say(self.own_offers()[0].refused)
            return None
        return super().press(offer)

    def cancel(self) -> bool:
        had = bool(self.picked) or super().cancel()
        self.picked = []
        return had

    def to_pick(self, here: str) -> bool:
        return self.single or not self.picked or len(self.picked) < self.ask.least

    def _checked(self, item: str) -> bool | None:
        return None if self.single else item in self.picked


class PiecesInteraction(PickInteraction):
    """Pieces, on the board or in the list; the odds follow each one."""

    def __init__(self, matter: AskedMatter) -> None:
        super().__init__(matter)
        self._barred: tuple[Barred, ...] = ()
        self._held = frozenset(map(self._where, self.ask.pieces))
        """Where the pieces that may be picked are."""

    def takes(self, aim: str) -> bool:
        return aim in self.ask.pieces or aim in self._held or super().takes(aim)

    def hover(self, cell: str) -> bool:
        here = [p for p in self.ask.pieces if self._where(p) == cell and p not in self.picked]
        was, self.hinted = (self.hinted, self._barred), None
        if here and not self.single:
            wanted = {*self.picked, *here}
            self.hinted = Pieces(tuple(p for p in self.ask.pieces if p in wanted))
        self._barred = self._in_the_way(cell)
        return (self.hinted, self._barred) != was

    def _in_the_way(self, cell: str) -> tuple[Barred, ...]:
        """The line from whom the question is about, where something between bars it."""
        cells = self.matter.rules.board.cells
        start = next((at for p in self.ask.about if (at := self._where(p)) in cells), "")
        found = self._against(cell) if start else ()
        between = dict.fromkeys(r.at for r in found if r.at in cells and r.at not in (start, cell))
        return tuple(
            Barred(start, cell, at, tr("{0} is in the way").format(self.matter.cell_name(at)))
            for at in between
            if at is not None
        )

    def suggest(self, cells: Sequence[str], pieces: Sequence[str]) -> Answer | None:
        self.note, self.hinted = "", None
        self.picked = [piece for piece in pieces if piece in self.ask.pieces][: self.ask.most]
        return self.made() if self.single and self.picked else None

    def made(self) -> Answer:
        return Pieces(tuple(p for p in self.ask.pieces if p in self.picked))

    def piece(self, piece: str) -> Answer | None:
        return self._choice_named(piece) or self.toggle(piece, self.ask.pieces)

    def cell(self, cell: str) -> Answer | None:
        here = [p for p in self.ask.pieces if self._where(p) == cell]
        if len(here) == 1:
            return self.piece(here[0])
        named = self._choice_named(cell)
        if named is None and (refused := self.why_not(cell)):
            self.say(refused)
        return named

    def against(self, item: str) -> str:
        return self.why_not(self._where(item) or item) or super().against(item)

    def why_not(self, cell: str) -> str:
        """What the rules say against the pieces in *cell*; they are silent about most places."""
        return self.matter.reasons(self._against(cell))

    def _against(self, cell: str) -> Sequence[Reason]:
        if not cell or cell in self._held:
            return ()
        return self.matter.rules.showing.against(self.matter.state, cell)

    def marks(self) -> Marks:
        about = super().marks()
        picked = frozenset(self.picked)
        targets = tuple(c for c in self.ask.about if c in self.matter.rules.board.cells)
        return Marks(
            targets=targets,
            candidates=frozenset(self.ask.pieces) - picked,
            selected=picked,
            callout=about.callout,
            barred=self._barred,
        )

    def rows(self) -> list[MatterRow]:
        return [
            MatterRow(
                "piece",
                p,
                self.matter.piece_line(p),
                self._checked(p),
                spoken=self.matter.piece_text(p),
            )
            for p in self.ask.pieces
        ]


class CellsInteraction(PickInteraction):
    """Cells that are lit; a click on a counter counts for its cell."""

    @property
    def hand(self) -> tuple[str, ...]:
        return ()

    def takes(self, aim: str) -> bool:
        return (self._where(aim) or aim) in self.ask.cells or super().takes(aim)

    def hover(self, cell: str) -> bool:
        was, self.hinted = self.hinted, None
        if self.single and cell in self.ask.cells:
            self.hinted = Cells((cell,))
        return self.hinted != was

    def suggest(self, cells: Sequence[str], pieces: Sequence[str]) -> Answer | None:
        self.note, self.hinted = "", None
        self.picked = [cell for cell in cells if cell in self.ask.cells][: self.ask.most]
        return self.made() if self.single and self.picked else None

    def made(self) -> Answer:
        return Cells(tuple(c for c in self.ask.cells if c in self.picked))

    def cell(self, cell: str) -> Answer | None:
        return self._choice_named(cell) or self.toggle(cell, self.ask.cells)

    def piece(self, piece: str) -> Answer | None:
        return self.cell(self._where(piece))

    def wants_piece(self, piece: str) -> bool:
        return False

    def against(self, item: str) -> str:
        if item not in self.matter.rules.board.cells:
            return super().against(item)
        reasons = self.matter.rules.showing.against(self.matter.state, item)
        return self.matter.reasons(reasons) if reasons else super().against(item)

    def why_not(self, cell: str) -> str:
        return "" if cell in self.ask.cells or not cell else self.against(cell)

    def everywhere(self) -> str:
        return self.matter.nearly_all(self.ask.cells)

    def drop(self, pieces: Sequence[str], cell: str) -> Answer | None:
        """What the question is about was carried from the tray to a cell."""
        return self.cell(cell) if {*pieces} & {*self.ask.about} else super().drop(pieces, cell)

    def marks(self) -> Marks:
        about = super().marks()
        lines = self.matter.rules.showing.lines(self.matter.state)
        hinted = self.hinted.cells if isinstance(self.hinted, Cells) else ()
        return Marks(
            reach=dict.fromkeys((c for c in self.ask.cells if c not in self.picked), ""),
            chosen=tuple(self.picked),
            sources=about.sources,
            lines=arrows(lines),
            path=next((way for way in arrows(lines) if way[-1] in hinted), ()),
            tags=self.matter.tags(lines),
            candidates=about.candidates,
        )

    def rows(self) -> list[MatterRow]:
        rows = []
        for cell in self.ask.cells:
            there = [p for p in self.matter.state.pieces.values() if p.at == cell]
            held = ", ".join(self.matter.texts.get(p.id, p.id) for p in there)
            name = self.matter.cell_name(cell)
            words = f"{name}: {held}" if held else name
            rows.append(MatterRow("cell", cell, words, self._checked(cell)))
        return rows


def arrows(found: Sequence[Overlay]) -> tuple[tuple[str, ...], ...]:
    """The cells that the arrows of the rules run through."""
    return tuple(one.line for one in found if one.line)


_SAID = 2
"""Reasons against a way that are said; the first ones stand in the way of the others."""


class PathInteraction(Interaction):
    """First the pieces, then where they go: reachable cells are lit, the others say why not."""

    def __init__(self, matter: AskedMatter) -> None:
        super().__init__(matter)
        cells = matter.rules.board.cells
        # Pieces in a box cannot be clicked on the board: the first one is ready to be placed.
        alone = len(self.ask.pieces) == 1 or (
            self.ask.most == 1 and all(self._where(p) not in cells for p in self.ask.pieces)
        )
        self.picked: list[str] = list(self.ask.pieces[:1]) if alone else []
        self._reach: Mapping[str, Sequence[Reason]] = {}
        self._refused = ""
        self._route: tuple[str, ...] = ()
        self._measure()

    @property
    def begun(self) -> bool:
        return bool(self.picked) and len(self.ask.pieces) > 1 and not self.ask.worded

    @property
    def hand(self) -> tuple[str, ...]:
        return tuple(self.picked)

    def takes(self, aim: str) -> bool:
        if aim in self.ask.pieces or super().takes(aim):
            return True
        cell = self._where(aim) or aim
        if not self.picked:
            return any(self._where(piece) == cell for piece in self.ask.pieces)
        return cell == self._where(self.picked[0]) or cell in self._open()

    def _measure(self) -> None:
        self._route, self._refused = (), ""
        self._refusals: dict[str, str] = {}
        showing, state = self.matter.rules.showing, self.matter.state
        self._reach = showing.reach(state, self.picked) if self.picked else {}
        self._lines = showing.lines(state, self.picked) if self.picked else ()

    @staticmethod
    def _illegal(reasons: Sequence[Reason]) -> list[Reason]:
        return [r for r in reasons if r.level == "illegal"]

    def _open(self) -> list[str]:
        return [
            cell
            for cell, reasons in self._reach.items()
            if not self._illegal(reasons) and not self.matter.refused_place(cell)
        ]

    @property
    def somewhere(self) -> bool:
        """Whether what is picked may go to any place at all."""
        return bool(self._open())

    @property
    def at_home(self) -> bool:
        return bool(self.picked) and self._where(self.picked[0]) in self._open()

    def piece(self, piece: str) -> Answer | None:
        if piece not in self.ask.pieces:
            return self.cell(self._where(piece)) if self.picked else self._not_movable(piece)
        self.note = ""
        if self.picked == [piece] and self.at_home:
            return self._go(self._where(piece))
        if piece in self.picked:
            self.picked.remove(piece)
        elif self.ask.most > 1 and self.together(piece):
            if len(self.picked) == self.ask.most:
                self.say(tr("At most {0} go together").format(self.ask.most))
                return None
            self.picked.append(piece)
        else:
            self.picked = [piece]
        self._measure()
        self._say_why_nowhere()
        return None

    def _say_why_nowhere(self) -> None:
        """Where no place at all is lit for what is picked, nobody knows where to ask why."""
        if self._reach and not self._open():
            self.say(self.why_not(next(iter(self._reach))))

    def together(self, piece: str) -> bool:
        """Whether *piece* stands with those that are picked."""
        return not self.picked or self._where(piece) == self._where(self.picked[0])

    def _not_movable(self, piece: str) -> None:
        """Say why a piece stays where it is: it is not one's own, or what its signs say."""
        cite = f" ({self.ask.cite})" if self.ask.cite else ""
        look = self.matter.looks.get(piece)
        if look is None:
            self.say(tr("That piece cannot move now") + cite)
            return
        why = ", ".join(badge.name for badge in look.badges)
        if look.side != self.ask.who:
            sides = {side.id: side.name for side in self.matter.look.sides}
            why = sides.get(look.side, look.side)
        said = tr("{0} cannot move now").format(counter_line(look))
        self.say((f"{said}: {why}" if why else said) + cite)

    def cell(self, cell: str) -> Answer | None:
        named = self._choice_named(cell)
        if named is not None:
            return named
        if not self.picked:
            here = [p for p in self.ask.pieces if self._where(p) == cell]
            if here:
                return self.piece(here[0])
            self.say(tr("Pick a piece first"), "text2")
            return None
        if cell == self._where(self.picked[0]) and not self.at_home:
            return None
        return self._go(cell)

    def _go(self, cell: str) -> Answer | None:
        if refused := self.why_not(cell):
            self._refused = cell
            self.say(refused)
            return None
        route = self.matter.rules.showing.route(self.matter.state, self.picked, cell) or (cell,)
        return Path(tuple(self.picked), route)

    def why_not(self, cell: str) -> str:
        if not self.picked or not cell or cell == self._where(self.picked[0]):
            return ""
        if told := self.matter.refused_place(cell):
            return told
        reasons = self._reach.get(cell)
        if reasons is not None:
            return self.matter.reasons(self._illegal(reasons))
        if cell not in self._refusals:
            found = against_way(self.matter.rules, self.matter.state, self.picked, cell)
            self._refusals[cell] = self.matter.reasons(found[:_SAID])
        return self._refusals[cell]

    def outlook(self, cell: str) -> str:
        reasons = self._reach.get(cell, ())
        if self._illegal(reasons) or not self.picked:
            return ""
        return ", ".join(self.matter.words.text(reason.text) for reason in reasons)

    def everywhere(self) -> str:
        return self.matter.nearly_all(self._open()) if self.picked else ""

    def pick_all(self, pieces: Sequence[str]) -> None:
        """Pick these and no others, as far as they may move together."""
        self.note = ""
        self.picked = [p for p in pieces if p in self.ask.pieces][: self.ask.most]
        self._measure()
        self._say_why_nowhere()

    def take(self, pieces: Sequence[str]) -> bool:
        movable = [p for p in pieces if p in self.ask.pieces][: max(1, self.ask.most)]
        if not movable or movable == self.picked:
            return False
        self.picked = movable
        self._measure()
        return True

    def drop(self, pieces: Sequence[str], cell: str) -> Answer | None:
        if not any(p in self.ask.pieces for p in pieces):
            self._not_movable(pieces[0])
            return None
        self.take(pieces)
        return self._go(cell)

    def to_pick(self, here: str) -> bool:
        return True

    def planned(self) -> Answer | None:
        """Who goes, without a goal yet."""
        return Path(tuple(self.picked), ()) if self.picked else None

    def hover(self, cell: str) -> bool:
        route: tuple[str, ...] = ()
        if self.picked and cell in self._open():
            way = self.matter.rules.showing.route(self.matter.state, self.picked, cell)
            if way:
                route = (self._where(self.picked[0]), *way)
        changed = route != self._route or bool(self._refused and cell != self._refused)
        self._route = route
        self.hinted = Path(tuple(self.picked), route[1:]) if route else None
        if self._refused and cell and cell != self._refused:
            self._refused = self.note = ""
        return changed

    def cancel(self) -> bool:
        had = len(self.ask.pieces) > 1 and bool(self.picked)
        had = super().cancel() or had or bool(self._refused)
        if len(self.ask.pieces) > 1:
            self.picked = []
        self._measure()
        return had

    def marks(self) -> Marks:
        picked = frozenset(self.picked)
        callout = Callout(self._refused, self.note, "danger") if self._refused else None
        open_ = self._open()
        if self.matter.anywhere(open_):
            open_ = []
        return Marks(
            reach=dict.fromkeys(open_, ""),
            danger=tuple(cell for cell in open_ if self._risky(cell)),
            # Of all sectors with units, only the one that is left from.
            sources=tuple({self._where(p): None for p in self.picked if self._where(p)}),
            blocked=(self._refused,) if self._refused else (),
            path=self._route,
            lines=arrows(self._lines),
            tags=self.matter.tags(self._lines),
            # Where nearly everything may be taken up, marks on all of it say nothing.
            movable=frozenset() if self.ask.worded else frozenset(self.ask.pieces) - picked,
            selected=picked,
            callout=callout,
        )

    def rows(self) -> list[MatterRow]:
        rows = [self._row(piece) for piece in self.ask.pieces]
        for cell in self._listed():
            place, told = self.matter.cell_name(cell), self.outlook(cell)
            words = f"{place}, {told}" if told else tr("to {0}").format(place)
            spoken = words
            if self._reach[cell]:
                spoken = f"{place}: {self.matter.reasons(self._reach[cell])}"
            rows.append(MatterRow("cell", cell, words, spoken=spoken))
        return rows

    def _row(self, piece: str) -> MatterRow:
        line, spoken = self.matter.piece_line(piece), self.matter.piece_text(piece)
        return MatterRow("piece", piece, line, piece in self.picked, spoken=spoken)

    def _listed(self) -> list[str]:
        """The places to go to that have a row each."""
        open_ = self._open() if self.picked else []
        return [] if self.matter.anywhere(open_) else open_

    def _risky(self, cell: str) -> bool:
        return any(reason.level == "warning" for reason in self._reach[cell])
