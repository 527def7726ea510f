"""Plots under the score: tracks over the game, dice against chances, where men fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.model.look import SideLook
from wardesk.render.figures.counts import dice_bars
from wardesk.render.figures.figure import Figure
from wardesk.render.figures.lines import DASHES, LEGEND, CourseLine, course_frame, courses
from wardesk.render.figures.painting import measure
from wardesk.services.play.statistics import ThrownDice, TrackSeries, luck_of
from wardesk.ui import theme
from wardesk.ui.language import decimal
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.figure_view import FigureView
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_TRACKS, _DICE = 108.0, 92.0
"""Heights of the plots without their legends, px."""

MOST_KINDS = 3
"""Kinds of dice that are shown: the most frequent ones."""

Fallen = Mapping[str, Mapping[str, int]]
"""Losses by side and cell."""


class StatisticsPage(QWidget):
    """``heat_chosen(side)``: which side's losses the map shows; ``all`` or empty for none."""

    heat_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plots: dict[str, tuple[Label, FigureView]] = {}
        self._dice: list[tuple[Label, FigureView]] = []
        self._fallen: Fallen = {}
        self._sides: tuple[tuple[str, str], ...] = ()
        self.heat = Choices(self)
        self.heat.setFont(theme.font())
        self.heat.setAccessibleName(tr("Where men fell, on the map"))
        self.heat.currentIndexChanged.connect(self._chosen)
        self._heat_head = Label(tr("Where men fell"), self, role="strong")
        self._heat_words = Label("", self, role="small", tone="text2", wrap=True)
        self._over = QVBoxLayout()
        self._over.setSpacing(6)
        self._rolls = QVBoxLayout()
        self._rolls.setSpacing(6)
        self._no_dice = Label(tr("No dice have fallen."), self, role="small", tone="text2")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S4, 0, theme.S4, theme.S3)
        column.setSpacing(theme.S3)
        column.addWidget(hairline(self))
        column.addLayout(self._over)
        column.addWidget(hairline(self))
        column.addWidget(Label(tr("Dice, and what was to be expected"), self, role="strong"))
        column.addWidget(self._no_dice)
        column.addLayout(self._rolls)
        column.addWidget(hairline(self))
        column.addWidget(self._heat_head)
        column.addWidget(self.heat)
        column.addWidget(self._heat_words)
        column.addStretch(1)

    # ---- what it shows --------------------------------------------------------------------------

    def set_series(
        self, found: Sequence[TrackSeries], sides: Sequence[SideLook], place: int
    ) -> None:
        """Show tracks over the game: those of the sides in one plot, any other in its own."""
        slots = {side.id: f"side-{side.slot}" for side in sides}
        groups: dict[str, list[TrackSeries]] = {}
        for one in found:
            shared = bool(one.look.side) and not one.look.steps
            groups.setdefault("" if shared else one.look.id, []).append(one)
        for key, group in groups.items():
            title = group[0].look.title if len(group) == 1 else tr("Side by side")
            if key not in self._plots:
                head, plot = Label(title, self, role="strong"), FigureView(self)
                self._over.addWidget(head)
                self._over.addWidget(plot)
                self._plots[key] = (head, plot)
            lines = [
                CourseLine(one.look.title, tuple(map(float, one.values)),
                       slots.get(one.look.side, "accent"),
                       DASHES[1] if slots.get(one.look.side) == "side-b" and len(group) > 1 else ())
                for one in group
            ]  # fmt: skip
            levels = [level for level, _ in group[0].look.steps] if len(group) == 1 else []
            self._show_tracks(self._plots[key][1], title, lines, levels, place)

    def _show_tracks(
        self,
        view: FigureView,
        title: str,
        lines: Sequence[CourseLine],
        levels: Sequence[float],
        place: int,
    ) -> None:
        height = _TRACKS + LEGEND * max(1, len(lines))
        said = ", ".join(f"{one.label} {_value(one, place)}" for one in lines)
        says = tr("{0} over the game: {1}").format(title, said)

        def make(width: float) -> Figure:
            return courses(
                lines, says, measure, width=width, height=height, names="below",
                place=place, named_levels=levels,
            )  # fmt: skip

        def values(point: QPointF) -> str:
            frame = course_frame(lines, measure, view.width(), height, "below")
            at = int(frame.across.value_at(point.x()))
            return "\n".join(f"{one.label}: {_value(one, at)}" for one in lines)

        view.show_figure(make, values)
        view.setAccessibleDescription(". ".join(f"{one.label}: {_course(one)}" for one in lines))

    def set_dice(self, found: Sequence[ThrownDice]) -> None:
        """Show what fell."""
        shown = found[:MOST_KINDS]
        while len(self._dice) < len(shown):
            head, plot = Label("", self, role="small", tone="text2", wrap=True), FigureView(self)
            self._rolls.addWidget(head)
            self._rolls.addWidget(plot)
            self._dice.append((head, plot))
        for k, (head, plot) in enumerate(self._dice):
            head.setVisible(k < len(shown))
            plot.setVisible(k < len(shown))
            if k < len(shown):
                head.setText(dice_words(shown[k]))
                _show_dice(plot, shown[k])
        self._no_dice.setVisible(not shown)

    def set_fallen(self, fallen: Fallen, sides: Sequence[SideLook], board: Sequence[str]) -> None:
        """Show how many fell where; *board* are the cells that there are."""
        self._fallen = fallen
        names = tuple((side.id, side.name) for side in sides)
        if names != self._sides:
            self._sides = names
            self.heat.blockSignals(True)
            self.heat.clear()
            for key, words in (("", tr("Not on the map")), ("all", tr("Both sides")), *names):
                self.heat.addItem(words, key)
            self.heat.blockSignals(False)
        parts = []
        known = set(board)
        for side, name in names:
            cells = fallen.get(side, {})
            total = sum(cells.values())
            away = sum(count for cell, count in cells.items() if cell not in known)
            said = tr("{0}: {1}").format(name, total)
            parts.append(said + (tr(" ({0} off the map)").format(away) if away else ""))
        self._heat_words.setText(", ".join(parts) if fallen else tr("Nobody has fallen yet."))

    def heat_values(self) -> dict[str, int]:
        """The numbers by cell that the map is to show."""
        chosen = self.heat.currentData() or ""
        found: dict[str, int] = {}
        for side, cells in self._fallen.items():
            if chosen in ("all", side):
                for cell, count in cells.items():
                    found[cell] = found.get(cell, 0) + count
        return found

    def _chosen(self) -> None:
        self.heat_chosen.emit(self.heat.currentData() or "")


def _value(line: CourseLine, place: int) -> str:
    return f"{line.values[min(place, len(line.values) - 1)]:g}" if line.values else "0"


def _course(line: CourseLine) -> str:
    """Where a line changed, in words: its last twelve changes."""
    changes = [
        tr("{0} after event {1}").format(f"{now:g}", k + 1)
        for k, (was, now) in enumerate(pairwise(line.values))
        if was != now
    ]
    return "; ".join(changes[-12:]) or tr("no change")


def _show_dice(view: FigureView, found: ThrownDice) -> None:
    rows = [
        (total, found.sums.get(total, 0), chance * found.count)
        for total, chance in found.chances().items()
    ]
    says, tip = dice_words(found), tr("{0}: {1} times, expected {2}")

    def make(width: float) -> Figure:
        return dice_bars(rows, says, measure, narrow=True, tip=tip, width=width, height=_DICE)

    view.show_figure(make)
    told = (tip.format(total, fell, decimal(fair)) for total, fell, fair in rows)
    view.setAccessibleDescription("; ".join(told))


def dice_words(found: ThrownDice) -> str:
    """The rolls as a sentence."""
    luck = luck_of(found)
    words = tr("{0}: {1} rolls, mean {2}, expected {3}").format(
        found.name, found.count, decimal(luck.mean), decimal(luck.fair)
    )
    if found.count < 2:
        return words
    share = max(1, round(100 * luck.farther))
    return words + tr("; as far off in {0} of 100 games").format(share)
