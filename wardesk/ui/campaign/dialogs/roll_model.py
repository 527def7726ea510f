"""The rows of a table of dice as they are typed: what each was told, and one step back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from wardesk.campaign.actions import Cast, Thrown
from wardesk.services.campaign.rolls import RollTable
from wardesk.ui.language import said
from wardesk.ui.widgets.table import Column, Table
from wardesk.words import shown, tr

NAME, OF, AT, OWN = range(4)
"""The first columns; those of the table's own words follow, then die, sum and fate."""
_BACK = 200
"""How many steps can be undone."""


class RollModel(Table[Cast]):
    """``edited(retold)`` after whatever was typed: *retold* if odds may be others now."""

    edited = Signal(bool)

    def __init__(self, table: RollTable, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self.table = table
        self.lines, self.columns = list(table.rows), self._columns()
        self.told: dict[str, Thrown] = {}
        self._before: list[dict[str, Thrown]] = []
        self.die_column = OWN + len(table.columns)

    # ---- what was typed -------------------------------------------------------------------------

    def rows(self) -> tuple[Thrown, ...]:
        """Every row that was told anything, in order."""
        found = (self.told.get(cast.key) for cast in self.table.rows)
        return tuple(row for row in found if row is not None)

    @property
    def typed(self) -> int:
        """How many rows have a die."""
        return sum(row.die is not None for row in self.rows())

    def die(self, cast: Cast) -> int | None:
        """The die of a row."""
        row = self.told.get(cast.key)
        return row.die if row is not None else None

    def put(self, rows: Iterable[Thrown]) -> None:
        """Fill rows in as one step; what they say nothing about stays."""
        changed = dict(self.told)
        for row in rows:
            was = changed.get(row.key, Thrown(key=row.key))
            die = was.die if row.die is None else row.die
            words = {word: text for word, text in {**was.words, **row.words}.items() if text}
            changed[row.key] = Thrown(key=row.key, die=die, words=words)
        self._set(changed)

    def clear(self, keys: Iterable[str]) -> None:
        """Take dice out again."""
        gone = set(keys)
        self._set({
            key: replace(row, die=None) if key in gone else row for key, row in self.told.items()
        })  # fmt: skip

    def undo(self) -> bool:
        """One step back; False where there is none."""
        if not self._before:
            return False
        told = self._before.pop()
        self._show(told)
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to go back."""
        return bool(self._before)

    def _set(self, told: dict[str, Thrown]) -> None:
        if told != self.told:
            self._before = [*self._before[-_BACK:], self.told]
            self._show(told)

    def _show(self, told: dict[str, Thrown]) -> None:
        words = {key: row.words for key, row in self.told.items() if row.words}
        self.told = told
        retold = words != {key: row.words for key, row in told.items() if row.words}
        self.renew()
        self.edited.emit(retold)

    def set_table(self, table: RollTable) -> None:
        """Other odds for the same rows, or fewer rows once some are entered."""
        same = [row.key for row in table.rows] == [row.key for row in self.table.rows]
        if same:
            self.table, self.lines = table, list(table.rows)
            self.renew()
            return
        self.beginResetModel()
        self.table, self.lines, self.columns = table, list(table.rows), self._columns()
        keys = {row.key for row in table.rows}
        self.told = {key: row for key, row in self.told.items() if key in keys}
        self._before = []
        self.die_column = OWN + len(table.columns)
        self.endResetModel()

    # ---- its columns ----------------------------------------------------------------------------

    def _columns(self) -> tuple[Column[Cast], ...]:
        def unthrown(cast: Cast) -> str:
            return "text3" if self.die(cast) is None else "text"

        return (
            Column(title=tr("Unit"), words=lambda cast: shown(cast.name), ink="text"),
            Column(title=tr("Formation"), words=lambda cast: shown(cast.of), ink="text3"),
            Column(title=tr("Where"), words=lambda cast: shown(cast.at), ink="text3"),
            *(
                Column(title=said(own.label), words=partial(self._word, own.name), ink="text",
                       number=own.number, put=partial(self._put, own.name))
                for own in self.table.columns
            ),
            Column(title=tr("d10"), words=self._thrown, ink=unthrown, tip=self._why, number=True),
            Column(title=tr("Sum"), words=self._sum, ink=unthrown, tip=self._why, number=True),
            Column(title=tr("Fate"), words=self._fate, ink=self._fate_ink, tip=self._why),
        )  # fmt: skip

    def _word(self, name: str, cast: Cast) -> str:
        row = self.told.get(cast.key)
        return row.words.get(name, "") if row else ""

    def _put(self, name: str, at: int, text: str) -> None:
        key = self.table.rows[at].key
        row = self.told.get(key, Thrown(key=key))
        words = {word: told for word, told in {**row.words, name: text}.items() if told}
        self._set({**self.told, key: replace(row, words=words)})

    def _thrown(self, cast: Cast) -> str:
        die = self.die(cast)
        return "–" if die is None else str(die)

    def _sum(self, cast: Cast) -> str:
        die, modifier = self.die(cast), cast.proposal.modifier
        told = f"{modifier:+d}".replace("-", "−") if modifier else ""
        return told if die is None else str(die + modifier)

    def _fate(self, cast: Cast) -> str:
        if cast.key in self.table.troubles:
            return shown(self.table.troubles[cast.key])
        die = self.die(cast)
        return said(cast.results[die]) if die is not None else ""

    def _fate_ink(self, cast: Cast) -> str:
        if cast.key in self.table.troubles:
            return "danger"
        die = self.die(cast)
        return "ok" if die is not None and cast.results[die] == cast.results[0] else "warn"

    def _why(self, cast: Cast) -> str:
        if cast.key in self.table.troubles:
            return shown(self.table.troubles[cast.key])
        rows = (
            f"{said(each.label)}: {each.value:+d}".replace("-", "−")
            for each in cast.proposal.modifiers
        )
        return "\n".join((*rows, shown(cast.proposal.odds_text)))
