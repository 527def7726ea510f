"""The rows of a results sheet as they are typed: what came out, what was lost, what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from wardesk.campaign.operation.names import in_words, winner_name
from wardesk.campaign.operation.results import ResultLine, ResultsPreview
from wardesk.campaign.operation.sheets import ResultRow, ResultsSheet
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.shelf import kept_draft
from wardesk.services.campaign.table import table_of
from wardesk.ui.widgets.table import Column, LinesTable
from wardesk.words import shown, tr

UNIT, FORMATION, IN, OUT, LOST, STATE, WHERE, CHANGE = range(8)
TYPED = (OUT, STATE, WHERE)
"""The columns that are typed into."""


@dataclass(frozen=True)
class Typed:
    """One unit: how it stood, and what was typed."""

    unit: str
    name: str
    formation: str
    full: int
    before: int
    out: str
    state: str = ""
    note: str = ""
    """Why there are more steps than went in."""
    hex: str = ""
    sheet: str = ""
    off: str = ""
    """Where a table or a person says that it is now; empty where it was."""
    was: str = ""
    off_flags: tuple[str, ...] = ()
    """Marks that a table took from it."""
    fallen: bool = False
    """The sheet says that it is lost; typing steps takes that back."""

    @property
    def where(self) -> str:
        """Where it went."""
        return self.off or (self.hex if self.hex and self.hex != self.was else "")

    @property
    def after(self) -> int | None:
        """The steps that came out, None for what is no number."""
        return int(self.out) if self.out.isdigit() and len(self.out) == 1 else None

    @property
    def gain(self) -> int:
        """Steps more than went in, 0 if there are none."""
        return max(0, (self.after or 0) - self.before)

    @property
    def changed(self) -> bool:
        """Whether anything differs from before."""
        return self.after != self.before or bool(
            self.state.strip() or self.where or self.off_flags or self.fallen
        )

    @property
    def wrong(self) -> bool:
        """Whether it cannot be entered as it is."""
        return self.after is None or self.after > self.full or (self.gain > 0 and not self.note)

    @property
    def trouble(self) -> str:
        """What is `wrong`, as a sentence."""
        if self.after is None:
            return tr("{0}: “{1}” is no number of steps").format(self.name, self.out)
        if self.after > self.full:
            return tr("{0} has {1} steps at most, not {2}").format(self.name, self.full, self.after)
        return tr("{0} came out with {1} more than went in; no replacement on record").format(
            self.name, self.gain
        )

    def row(self) -> ResultRow:
        """For the sheet; where it was is not touched unless somebody says where it went."""
        flags = tuple(filter(None, (part.strip() for part in self.state.split(","))))
        return ResultRow(
            unit=self.unit, steps=self.after, hex=self.hex or None, sheet=self.sheet, off=self.off,
            lost=self.fallen, flags=flags, flags_off=self.off_flags, note=self.note,
            back=bool(self.gain and self.note),
        )  # fmt: skip


@dataclass(frozen=True)
class Blank:
    """A sheet that may be filled: of a game, or of a scenario that is being played."""

    title: str
    game: str
    node: str
    preview: ResultsPreview
    formations: dict[str, str]
    outcomes: tuple[tuple[str, str], ...] = ()
    """Who can have won, each with a name."""
    draft: ResultsSheet | None = None
    opened_at: int = 0
    opened_hash: str = ""
    """The event after which it was made."""
    table: tuple[str, Path] | None = None
    """The scenario and the game file of a table that fits, if there is one."""


def _lost(line: Typed) -> str:
    return str(max(0, line.before - line.after) if line.after is not None else 0)


def _change(line: Typed) -> str:
    if line.after in (None, line.before):
        return "–"
    return f"{(line.after or 0) - line.before:+d}".replace("-", "−")


def _faint(line: Typed) -> str:
    return "text" if line.changed else "text3"


class ResultsModel(LinesTable[Typed]):
    """``edited()`` after whatever was typed."""

    edited = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        columns: tuple[Column[Typed], ...] = (
            Column(title=tr("Unit"), words=lambda line: line.name, ink="text"),
            Column(title=tr("Formation"), words=lambda line: line.formation, ink="text3"),
            Column(title=tr("Went in"), words=lambda line: str(line.before), number=True),
            Column(title=tr("Came out"), words=lambda line: line.out, number=True,
                   ink=lambda line: "danger" if line.wrong else "text",
                   put=lambda row, words: self.change(row, out=words)),
            Column(title=tr("Lost", "ResultsModel"), words=_lost, ink=_faint, number=True),
            Column(title=tr("State"), ink=_faint, typed=lambda line: line.state,
                   words=lambda line: line.state or (tr("lost") if line.fallen else tr("fit")),
                   put=self._say_state),
            Column(title=tr("Where"), words=lambda line: line.where or line.was,
                   ink=lambda line: "text" if line.where else "text3",
                   typed=lambda line: line.where,
                   put=lambda row, words: self.change(row, hex=words, sheet="", off="")),
            Column(title=tr("Change"), words=_change, number=True,
                   ink=lambda line: "danger" if line.wrong else _faint(line)),
        )  # fmt: skip
        super().__init__(columns, parent)
        self._meant: dict[str, str] = {}
        """Marks by their names in the language of the window."""

    def begin(
        self,
        lines: Sequence[ResultLine],
        formations: Mapping[str, str],
        draft: ResultsSheet | None = None,
    ) -> None:
        """Show a blank sheet, with what was typed into it before."""
        kept = {row.unit: row for row in draft.rows} if draft is not None else {}
        self.beginResetModel()
        self.lines = []
        for line in lines:
            typed = Typed(
                line.unit, line.name, formations.get(line.formation, line.formation),
                line.steps_full, line.before, str(line.before), was=line.at,
            )  # fmt: skip
            row = kept.get(line.unit)
            if row is not None:
                names = {shown(in_words(flag)): flag for flag in row.flags}
                self._meant |= names
                typed = replace(
                    typed, out=str(row.steps_after(line.before)),
                    state=", ".join(names), off_flags=row.flags_off, note=row.note,
                    hex=row.hex or "", sheet=row.sheet, off=row.off, fallen=row.lost,
                )  # fmt: skip
            self.lines.append(typed)
        self.endResetModel()

    def sheet(self, game: str, node: str, winner: str = "", *, every: bool = False) -> ResultsSheet:
        """What was typed as a sheet; with *every* also the rows that change nothing."""
        rows = [
            line.row() for line in self.lines if line.after is not None and (every or line.changed)
        ]
        rows = tuple(
            msgspec.structs.replace(
                row, flags=tuple(self._meant.get(flag, flag) for flag in row.flags)
            )
            for row in rows
        )  # fmt: skip
        return ResultsSheet(rows=rows, game=game, node=node, winner=winner)

    def change(self, row: int, **values: Any) -> None:  # noqa: ANN401 - facts of a row
        """Type something into a row."""
        if "out" in values:
            values = {"fallen": False} | values
        self.lines[row] = replace(self.lines[row], **values)
        self.renew(row, row)
        self.edited.emit()

    def _say_state(self, row: int, words: str) -> None:
        """Marks, apart from the two that are none: *lost*, and *fit*, which takes that back."""
        line, marks = self.lines[row], [part.strip() for part in words.split(",")]
        lost, fit = {"lost", tr("lost").casefold()}, {"fit", tr("fit").casefold()}
        said = {mark.casefold() for mark in marks}
        values = {"state": ", ".join(m for m in marks if m and m.casefold() not in lost | fit)}
        if said & lost:
            self.change(row, **values, out="0", fallen=True)
        elif said & fit and line.fallen:
            self.change(row, **values, out=str(line.before))
        else:
            self.change(row, **values)

    def put_in(self, units: Sequence[str], label: str) -> None:
        """Put units into another hex than was typed."""
        self.lines = [
            replace(line, hex=label) if line.unit in units else line for line in self.lines
        ]
        self.renew()
        self.edited.emit()

    def lose(self, rows: Sequence[int], steps: int) -> None:
        """Take steps from several units at once, never below zero."""
        for row in rows:
            line = self.lines[row]
            after = line.before if line.after is None else line.after
            self.lines[row] = replace(line, out=str(max(0, after - steps)))
            self.renew(row, row)
        self.edited.emit()

    def everyone(self) -> None:
        """Everybody came out as they went in."""
        self.beginResetModel()
        self.lines = [
            replace(line, out=str(line.before), state="", note="", hex="", sheet="", off="",
                    off_flags=(), fallen=False)
            for line in self.lines
        ]  # fmt: skip
        self.endResetModel()
        self.edited.emit()


# ---- work of the worker thread ------------------------------------------------------------------


def blank_sheet(game: str, node: str, desk: CampaignDesk) -> Blank:
    """A sheet nobody has typed into, with the draft that was kept for it."""
    sheet, draft = desk.sheet(game, node), kept_draft(desk.ledger.campaign, game, node)
    here = {row.unit for row in sheet.rows}
    # a table's sheet may have rows of another game's units
    table = draft is not None and bool(draft.opened_for)
    back = tuple(
        row
        for row in (draft.rows if draft else ())
        if (row.back or table) and row.unit not in here and row.unit in desk.design.unit
    )
    design = desk.design
    title = design.node[node].name if node in design.node else design.games.get(game, game)
    return Blank(
        title=title,
        game=game,
        node=node,
        preview=desk.preview(msgspec.structs.replace(sheet, rows=(*sheet.rows, *back))),
        formations={each.id: each.name for each in design.formations},
        outcomes=tuple(
            (key, winner_name(design, key))
            for key in (design.node[node].outcomes if node in design.node else ())
        ),
        draft=draft,
        opened_at=sheet.opened_at,
        opened_hash=sheet.opened_hash,
        table=_table(desk, game, node),
    )


def _table(desk: CampaignDesk, game: str, node: str) -> tuple[str, Path] | None:
    """The table that a sheet can be filled from: of the scenario, or of the days of the game."""
    nodes = [node] if node else [
        key for key, standing in desk.state.nodes.items()
        if not standing.over and desk.design.node[key].kind == "calendar"
        and desk.design.node[key].game == game
    ]  # fmt: skip
    for key in nodes:
        found = table_of(desk, key)
        if found is not None:
            return key, found
    return None
