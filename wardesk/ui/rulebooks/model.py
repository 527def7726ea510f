"""A game with rules of one's own in the making as the window has it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from wardesk.services.rulebooks.draft import (
    BookDraft,
    Steps,
    found,
    keep_draft,
    put_many,
    read_draft,
    renamed,
)
from wardesk.services.rulebooks.judge import RulesFault, judge, judge_tables
from wardesk.services.rulebooks.names import BookNames, MapKinds, kinds_of_map, map_of
from wardesk.services.rulebooks.pages import page_of
from wardesk.ui.making.draft_model import DraftModel

Looked = tuple[BookDraft, tuple[RulesFault, ...]]
"""What lies on the disk, and what keeps its scenarios from being laid out."""


class RulebookModel(DraftModel[BookDraft]):
    """A `DraftModel` of a rulebook with its faults, judged at once: a book takes milliseconds.

    ``went(page, steps)``: this entry is to be shown.
    """

    went = Signal(str, object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        self.faults: tuple[RulesFault, ...] = ()
        self._of_tables: tuple[RulesFault, ...] = ()
        self._on_disk: BookDraft | None = None
        super().__init__(folder, parent)
        self._on_disk = self.draft
        self._judge()
        self.changed.connect(self._judge)

    def read(self, folder: Path) -> BookDraft:
        return read_draft(folder)

    def keep(self, folder: Path, draft: BookDraft) -> Looked:
        keep_draft(folder, draft, self._on_disk)
        return self._looked_over(folder, draft)

    def look(self, folder: Path) -> Looked:
        return self._looked_over(folder, self.draft)

    @staticmethod
    def _looked_over(folder: Path, draft: BookDraft) -> Looked:
        """Worker thread: lay the scenarios out once the rulebook by itself is sound."""
        sound = all(fault.level != "error" for fault in judge(draft))
        return draft, judge_tables(folder, draft) if sound else ()

    def take_verdict(self, verdict: Looked) -> None:
        self._on_disk, self._of_tables = verdict
        self._judge()

    def _judge(self) -> None:
        own = judge(self.draft)
        self.faults = (*own, *(() if any(f.level == "error" for f in own) else self._of_tables))

    @property
    def wrong(self) -> tuple[RulesFault, ...]:
        """The faults that keep it from being played."""
        return tuple(fault for fault in self.faults if fault.level == "error")

    # ---- the map --------------------------------------------------------------------------------

    @property
    def map_place(self) -> Path | None:
        """The map of its first scenario."""
        return map_of(self.folder, self.draft)

    @cached_property
    def ground(self) -> MapKinds:
        """What its map can have; `look_at_map` reads it again."""
        return kinds_of_map(self.map_place)

    def look_at_map(self) -> None:
        """The map may be another one by now."""
        self.__dict__.pop("ground", None)
        self.changed.emit()

    @property
    def names(self) -> BookNames:
        """What its fields may name."""
        return BookNames(self.draft, self.ground)

    # ---- one value ------------------------------------------------------------------------------

    def at(self, steps: Steps, otherwise: Any = None) -> Any:  # noqa: ANN401 - plain values
        """What stands at *steps*."""
        return found(self.draft.raw, steps, otherwise)

    def set_values(self, values: dict[Steps, Any]) -> None:
        """Put values at their places in one step; None takes one away."""
        title = values.get(("rules", "title"))
        if title:
            self.change(lambda draft: renamed(put_many(draft, values), str(title)))
        elif values:
            self.change(lambda draft: put_many(draft, values))

    def go(self, steps: Steps) -> None:
        """Show the entry at *steps*."""
        self.went.emit(page_of(steps), steps)
