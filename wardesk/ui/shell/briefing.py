"""The briefing before a game, and again during it: aim, sides, levels, the turn, what to mind."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.play.briefing import BriefingLevel, BriefingSheet, MeasuredChances
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.picture import StripView
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_BAR, _AIR, _GAP = 24, 5, 3.0
"""Height of a level's bar, from there to its name, and between two levels."""
_NAMED = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
"""How the name of a level is set."""


class LevelStrip(StripView):
    """Victory levels side by side, each as wide as its points; the lowest is the other side's."""

    def __init__(self, levels: tuple[BriefingLevel, ...], slot: str, parent: QWidget) -> None:
        super().__init__(parent, name=tr("Victory levels"), least=320)
        self._levels, self._slot = levels, slot
        said = (f"{self._range(one)}: {one.name}" for one in levels)
        self.setAccessibleDescription("; ".join(said))

    @staticmethod
    def _range(level: BriefingLevel) -> str:
        return f"{level.least}–{level.most}" if level.most > level.least else str(level.least)

    def heightForWidth(self, width: int) -> int:
        metrics = QFontMetricsF(theme.font("small"))
        tall = max(
            metrics.boundingRect(QRectF(0, 0, wide, 10_000), _NAMED, level.name).height()
            for level, wide in zip(self._levels, self._widths(width), strict=True)
        )
        return ceil(theme.px(_BAR) + _AIR + max(tall, 2 * metrics.lineSpacing()))

    def _widths(self, width: int) -> list[float]:
        """Of each level. None is narrower than three quarters of an equal share, or than its words.

        Where there is no room for all words, all get less in the same proportion.
        """
        points = self._levels[-1].most + 1 - self._levels[0].least
        room = width - _GAP * (len(self._levels) - 1)
        words = [
            max((paint.advance(word, "small") for word in one.name.split()), default=0.0) + 4
            for one in self._levels
        ]
        least = [max(room / len(words) * 0.75, wide) for wide in words]
        share = min(1.0, room / sum(least))
        spare = room - share * sum(least)
        return [
            share * wide + spare * (one.most + 1 - one.least) / points
            for one, wide in zip(self._levels, least, strict=True)
        ]

    def draw(self, painter: QPainter, box: QRectF) -> None:
        x = 0.0
        other = "b" if self._slot == "a" else "a"
        for k, (level, wide) in enumerate(
            zip(self._levels, self._widths(self.width()), strict=True)
        ):
            bar = QRectF(x, 0, wide, theme.px(_BAR))
            tone = f"side_{self._slot if k else other}"
            strong = k in (0, len(self._levels) - 1)
            fill = theme.colour(tone if strong else f"{tone}_soft")
            ink = theme.colour("surface") if strong else theme.colour("text")
            paint.rounded(painter, bar, fill=fill, radius=3)
            paint.words(
                painter, bar, self._range(level), role="small-strong", ink=ink, align=paint.CENTRE
            )
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("text2"))
            below = QRectF(x, bar.bottom() + _AIR, wide, self.height() - bar.bottom() - _AIR)
            painter.drawText(below, _NAMED, level.name)
            x += wide + _GAP


def chances_words(chances: MeasuredChances) -> str:
    """How often each side won when the script played both, as a sentence."""
    won = ", ".join(tr("{0} {1}").format(name, count) for name, count in chances.wins)
    if chances.drawn:
        won = tr("{0}, nobody {1}").format(won, chances.drawn)
    return tr("Wins in {0} games of script against script: {1}.").format(chances.games, won)


class BriefingView(QWidget):
    """Shows a `BriefingSheet`, one part under the other."""

    def __init__(self, sheet: BriefingSheet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, theme.S4, theme.S2)
        self._column.setSpacing(theme.S2)
        if sheet.aim:
            self._column.addWidget(Label(sheet.aim, self, role="title", wrap=True))
        if sheet.blurb:
            self._column.addWidget(Label(sheet.blurb, self, tone="text2", wrap=True))
        self._sides()
        self._levels()
        self._chances()
        self._order()
        self._points(tr("Watch out"), sheet.warnings, "info", "accent_text")
        self._points(tr("A reconstruction in parts"), sheet.rebuilt, "pencil", "warn")
        self._column.addStretch(1)

    def _head(self, words: str) -> None:
        self._column.addSpacing(theme.S2)
        self._column.addWidget(Label(words, self, role="heading"))

    def _sides(self) -> None:
        told = [side for side in self._sheet.sides if side.task or side.strength]
        for side in told:
            head = QHBoxLayout()
            head.setSpacing(theme.S2)
            chip = Chip(side.look.name, self, tone=f"side_{side.look.slot}", icon="flag")
            strength = Label(side.strength, self, role="small", tone="text2", wrap=True)
            # The first line of the words stands beside the chip's, however many there are.
            down = (chip.sizeHint().height() - strength.fontMetrics().height()) // 2
            strength.setContentsMargins(0, max(0, down), 0, 0)
            head.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
            head.addWidget(strength, 1)
            self._column.addSpacing(theme.S1)
            self._column.addLayout(head)
            self._column.addWidget(Label(side.task, self, wrap=True))

    def _levels(self) -> None:
        sheet = self._sheet
        if not sheet.levels and not sheet.levels_note:
            return
        slots = {side.look.id: side.look.slot for side in sheet.sides}
        names = {side.look.id: side.look.name for side in sheet.sides}
        self._head(tr("Who wins"))
        if sheet.levels:  # one place to hold wins or loses all: words say it better than a scale
            self._column.addWidget(LevelStrip(sheet.levels, slots.get(sheet.scored_by, "a"), self))
        whose = names.get(sheet.scored_by, "")
        words = tr("Points of the {0}.").format(whose) if whose else ""
        words = f"{words} {sheet.levels_note}".strip()
        if sheet.levels_cite:
            words = f"{words} ({sheet.levels_cite})"
        self._column.addWidget(Label(words, self, role="small", tone="text2", wrap=True))

    def _chances(self) -> None:
        found = self._sheet.chances
        if found is None:
            return
        seeds = tr("Seeds {0} to {1}, measured on {2}.").format(
            found.seed, found.seed + found.games - 1, found.day
        )
        words = f"{chances_words(found)} {seeds}"
        self._column.addWidget(Label(words, self, role="small", tone="text2", wrap=True))

    def _order(self) -> None:
        if not self._sheet.order:
            return
        self._head(tr("A turn"))
        row = FlowBox(self, gap=theme.S1)
        for k, phase in enumerate(self._sheet.order):
            chip = Chip(phase, row, tone="neutral")
            if k:
                arrow = Glyph("chevron-right", row, tone="text3", size=14)
                arrow.setFixedHeight(chip.sizeHint().height())
                row.add(arrow)
            row.add(chip)
        self._column.addWidget(row)

    def _points(self, head: str, points: tuple[str, ...], icon: str, tone: str) -> None:
        if not points:
            return
        self._head(head)
        for point in points:
            line = QHBoxLayout()
            line.setSpacing(theme.S2)
            line.addWidget(Glyph(icon, self, tone=tone, size=16), 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(Label(point, self, wrap=True), 1)
            self._column.addLayout(line)


class BriefingDialog(Dialog):
    """The briefing of a game that is being played."""

    def __init__(self, sheet: BriefingSheet, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(680, 700), least=(480, 360))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.set_title(tr("Briefing"), sheet.title)
        facts = " · ".join(fact for fact in (sheet.plays, sheet.length) if fact)
        self.body.addWidget(Label(facts, self, tone="text2", wrap=True))
        self.body.addWidget(Scroller(BriefingView(sheet, self), self), 1)
        self.set_foot(None, leave=tr("Close"))
